/** Who beats whom in a field: units down, their enemies across. */
import type { Estimate } from "../../analysis/form.ts";
import type { Ranking } from "../../analysis/rank.ts";
import type { MatrixRanking } from "../../analysis/rank-matrix.ts";
import { estimateText, shareNumber } from "../estimate.ts";
import { withSets } from "../format.ts";
import { shortNumber } from "../grid.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";

/** @param cellOf that of a match-up */
export function rankChart(
  { experiment, units, wins }: Ranking,
  language: Language,
  cellOf: (unit: string, enemy: string) => string | undefined = () => undefined,
): Chart {
  const { say, general, unit: named } = language;
  const squares = units.flatMap((unit, i) =>
    units.map((enemy, j): HeatSquare => {
      const at = { down: named(unit.unit), across: named(enemy.unit) };
      const win = wins[i]![j]!;
      if (i === j) return { ...at, short: "–", said: named(unit.unit) };
      const { value, lower, upper } = win;
      const number = `${lower === undefined ? "" : "≈"}${shareNumber(value, language).replace(/\s/u, "")}`;
      // What is read aloud begins as what is shown, and has its limits besides; what is too near to 0 or 1 has all of its digits.
      const limits =
        lower === undefined || upper === undefined
          ? /^[<>]/u.test(number)
            ? ` (${language.percent(value)})`
            : ""
          : ` (${language.range(shareNumber(lower, language), shareNumber(upper, language))})`;
      return {
        ...at,
        to: cellOf(unit.unit, enemy.unit),
        value,
        short: number,
        said: language.goals.line(general.against(at.down, at.across), language.withPercent(number) + limits),
        isEven: (lower ?? value) <= 0.5 && (upper ?? value) >= 0.5,
      };
    }),
  );
  const isAll = wins.every((row, i) => row.every(({ lower }, j) => i === j || lower !== undefined));
  const isSimulated = wins.flat().some(({ lower }) => lower !== undefined);
  return {
    name: "rank",
    title: say`${language.experiment(experiment)}: who beats whom`,
    text: [
      say`How often the unit of a row wins against that of a column, in per cent; a draw is half a win.`,
      ...(squares.some(({ isEven }) => isEven) ? [say`Hatched: even, or not told apart.`] : []),
    ].join(" "),
    ...gridSpec(
      {
        ...{ squares, down: say`wins (%) of`, across: say`against`, isChance: true, isShare: true },
        ...(isSimulated ? { even: language.say`even is within the interval` } : {}),
        note: [
          say`A draw is half a win.`,
          ...(!isSimulated
            ? []
            : isAll
              ? [say`Every number is simulated (≈); each square has its limits.`]
              : [say`≈ is simulated; the other numbers are exact.`]),
        ].join(" "),
      },
      language,
    ),
  };
}

/** What each attacker does to each target. */
export function matrixChart(matrix: MatrixRanking, language: Language): Chart {
  const { say, rank, general } = language;
  const { of, by, isChance, attackers, targets, values, experiment, modifiers } = matrix;
  const nameOf = (name: string) => (of === "units" ? language.unit(name) : language.sets(name.split("+")));
  const what = by === "points" ? say`points that 100 of its own take out` : language.measure(by);
  const full = (value: Estimate) => estimateText(value, isChance, language);
  const squares = attackers.flatMap((attacker, i) =>
    targets.map((target, j): HeatSquare => {
      const value = values[i]![j]!;
      const at = { down: nameOf(attacker.name), across: language.unit(target) };
      return {
        ...at,
        value: value.value,
        short: `${value.lower === undefined ? "" : "≈"}${shortNumber(value.value, isChance, language)}`,
        said: language.goals.line(general.against(at.down, at.across), full(value)),
      };
    }),
  );
  return {
    name: "rank",
    title: say`${withSets(language.experiment(experiment), modifiers, language)}: what each does to each target`,
    text: language.charts.matchupsText(what),
    ...gridSpec({ squares, down: rank.attackHead[of], across: say`against`, isChance, what }, language),
  };
}
