/** What a rank found as a table for files: one row for each unit of a field, and for each attacker. */

import type { Fielding } from "../analysis/equal-points.ts";
import type { EvenField } from "../analysis/even-field.ts";
import type { Estimate } from "../analysis/form.ts";
import type { Ranked } from "../analysis/rank.ts";
import type { MatrixRanking } from "../analysis/rank-matrix.ts";
import type { RankData } from "../analysis/rank-scenario.ts";
import { ofField } from "./rank.ts";
import { type CsvRow, columnsOf, limited, type ResultTable } from "./table.ts";

const COLUMNS = columnsOf(
  "experiment,modifiers,unit,rating,rating_lower,rating_upper,mean,mean_lower,mean_upper,worst,worst_win,best,best_win,equilibrium,dominates,never_worth_taking,auto_include,circles,unexplained,points,even_points,even_lower,even_upper,models,even_models,residual,residual_lower,residual_upper,equilibrium_lower,equilibrium_upper,unexplained_lower,unexplained_upper,changes,side_points,fielded,left_over,by,worst_win_lower,worst_win_upper,best_win_lower,best_win_upper",
);

const evenColumns = (repriced: EvenField["units"][number] | undefined) =>
  repriced && {
    points: repriced.points,
    even_points: repriced.even.value,
    even_lower: repriced.even.lower,
    even_upper: repriced.even.upper,
    models: repriced.models,
    even_models: repriced.fields,
    ...limited("residual", repriced.residual),
  };

const fieldedColumns = (fielding: Fielding | undefined, unit: string) => {
  const brought = fielding?.units.find((one) => one.unit === unit);
  return brought && { side_points: fielding?.budget, fielded: brought.models, left_over: brought.left };
};

/** How often it wins on average, at worst and at best, and how often it is brought. */
const winColumns = (
  one: Pick<Ranked, "mean" | "equilibrium" | "equilibriumLower" | "equilibriumUpper">,
  worst: Estimate,
  best: Estimate,
) => ({
  ...limited("mean", one.mean),
  ...limited("worst_win", worst),
  ...limited("best_win", best),
  equilibrium: one.equilibrium,
  equilibrium_lower: one.equilibriumLower,
  equilibrium_upper: one.equilibriumUpper,
});

/** A row as people read it: 42 and not 42.00000000000001. */
const rounded = (row: CsvRow): CsvRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    ]),
  );

/** The table of `rank`: one row per unit of a field. */
export const rankTable = (data: RankData): ResultTable => ({
  columns: COLUMNS,
  rows: () => rowsOf(data).map(rounded),
});

const rowsOf = (data: RankData): CsvRow[] => [
  ...data.rankings.flatMap((ranking) =>
    ranking.units.map(({ unit, rating, worst, best, ...one }) => ({
      experiment: ranking.experiment,
      modifiers: ranking.modifiers.join("+"),
      unit,
      ...limited("rating", rating),
      dominates: ranking.dominates.flatMap(([better, worse]) => (better === unit ? worse : [])).join(" "),
      never_worth_taking: ranking.neverWorthTaking.includes(unit) ? "yes" : "no",
      auto_include: ranking.autoIncludes.includes(unit) ? "yes" : "no",
      circles: ranking.circles.filter((circle) => circle.includes(unit)).length,
      unexplained: ranking.unexplained,
      worst: worst.against,
      best: best.against,
      ...winColumns(one, worst.win, best.win),
      unexplained_lower: ranking.unexplainedLower,
      unexplained_upper: ranking.unexplainedUpper,
      changes: ofField(data.rebalances, ranking)
        ?.changes.filter((each) => each.unit === unit)
        .map(({ characteristic, to }) => `${characteristic}=${to}`)
        .join(" "),
      ...fieldedColumns(ofField(data.fieldings, ranking), unit),
      ...evenColumns(ofField(data.evens, ranking)?.units.find((repriced) => repriced.unit === unit)),
    })),
  ),
  ...(data.matrices ?? []).flatMap(attackRows),
];

const worthColumns = ({ neverWorthTaking = [], autoIncludes }: MatrixRanking, name: string) => ({
  never_worth_taking: neverWorthTaking.includes(name) ? "yes" : "no",
  auto_include: autoIncludes.includes(name) ? "yes" : "no",
});

const attackRows = (matrix: MatrixRanking) =>
  matrix.attackers.map(({ name, worst, best, ...one }) => ({
    experiment: matrix.experiment,
    modifiers: matrix.modifiers?.join("+") ?? name,
    unit: matrix.of === "units" ? name : undefined,
    worst: worst.against,
    best: best.against,
    ...winColumns(one, worst.value, best.value),
    dominates: matrix.dominates.flatMap(([better, worse]) => (better === name ? worse : [])).join(" "),
    ...(matrix.by === "points" ? worthColumns(matrix, name) : {}),
    by: matrix.by,
  }));
