/** Who beats whom in a field: units down, their enemies across. */
import type { Ranking } from "../../analysis/rank.ts";
import { estimateText } from "../estimate.ts";
import { shortNumber } from "../grid.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";

/** @param cellOf where the page tells a match-up */
export function rankChart(
  { experiment, units, wins }: Ranking,
  language: Language,
  cellOf: (unit: string, enemy: string) => string | undefined = () => undefined,
): Chart {
  const { say, general, unit: named } = language;
  const squares = units.flatMap((own, i) =>
    units.map((enemy, j): HeatSquare => {
      const at = { down: named(own.unit), across: named(enemy.unit) };
      const win = wins[i]![j]!;
      if (i === j) return { ...at, short: "–", said: named(own.unit) };
      const text = estimateText(win, true, language);
      const to = cellOf(own.unit, enemy.unit);
      return {
        ...at,
        ...(to === undefined ? {} : { to }),
        value: win.value,
        short: `${win.lower === undefined ? "" : "≈"}${shortNumber(win.value, true, language)}`,
        said: language.goals.line(general.against(at.down, at.across), text),
        isEven: (win.lower ?? win.value) <= 0.5 && (win.upper ?? win.value) >= 0.5,
      };
    }),
  );
  const isSimulated = wins.flat().some(({ lower }) => lower !== undefined);
  return {
    name: "rank",
    title: say`${language.experiment(experiment)}: who beats whom`,
    text: say`How often the unit of a row wins against that of a column, in per cent; a draw is half a win. Hatched: even, or not told apart.`,
    ...gridSpec(
      {
        ...{ squares, down: say`unit`, across: say`against`, isChance: true, isShare: true },
        ...(isSimulated
          ? { even: language.charts.includesEven, note: say`≈ is simulated; the other numbers are exact.` }
          : {}),
      },
      language,
    ),
  };
}
