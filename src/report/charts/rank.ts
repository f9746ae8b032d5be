/** Who beats whom in a field: units down, their enemies across. */
import type { Ranking } from "../../analysis/rank.ts";
import { estimateText } from "../estimate.ts";
import { shortNumber } from "../grid.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";

export function rankChart({ experiment, units, wins }: Ranking, language: Language): Chart {
  const { say, general, unit: named } = language;
  const squares = units.flatMap((own, i) =>
    units.map((enemy, j): HeatSquare => {
      const at = { down: named(own.unit), across: named(enemy.unit) };
      const win = wins[i]![j]!;
      if (i === j) return { ...at, short: "–", said: named(own.unit) };
      const text = estimateText(win, true, language);
      return {
        ...at,
        value: win.value,
        short: shortNumber(win.value, true, language),
        said: `${general.against(at.down, at.across)}: ${text}`,
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
        ...{ squares, down: say`unit`, across: say`against`, isChance: true, middle: 0.5 },
        ...(isSimulated ? { even: language.charts.includesEven } : {}),
      },
      language,
    ),
  };
}
