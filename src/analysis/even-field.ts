/** Fields made even: prices found by fielding units at them and playing again. */

import { type Said, said } from "../rulesets/said.ts";
import { edited } from "../scenario/edits.ts";
import { pathsOf, writtenSides } from "../scenario/in-place.ts";
import { type Problem, problemAt, ScenarioError } from "../scenario/problem.ts";
import type { Scenario, Study } from "../scenario/study.ts";
import { type Located, type Path, placeOf } from "../scenario/tree.ts";
import type { Fielding } from "./equal-points.ts";
import { mostFielded } from "./even.ts";
import type { PlayChosen } from "./even-search.ts";
import { fieldsOf, type SolvedField, usedUnit } from "./field.ts";
import { type FieldAimSettings, playing } from "./play-field.ts";
import { type FieldPrices, type Price, pricesOf } from "./prices.ts";
import { WITHIN } from "./rank.ts";
import type { Result } from "./result.ts";

/** The prices of one field. */
export type EvenField = FieldPrices & Pick<SolvedField, "experiment" | "modifiers">;

/**
 * Prices of every field of a result at which it is even. `result` is that of `study`, both made from `scenario` with
 * `settings`.
 * @throws ScenarioError at sides whose points are missing or differ, and that field several units
 */
export async function evenFields(
  scenario: Scenario,
  study: Study,
  result: Result,
  settings: FieldAimSettings & { readonly fieldings?: readonly Fielding[] } = {},
): Promise<EvenField[]> {
  const { fields } = await fieldsOf(result);
  const tree = edited(scenario.tree, settings.set ?? []).tree;
  const budgets = new Map<string, number>();
  const problems = fields.flatMap(({ experiment }) => {
    const fielded = settings.fieldings?.find((one) => one.experiment === experiment);
    const { budget, problems } = budgetOf(tree, experiment, fielded?.budget);
    budgets.set(experiment, budget);
    return problems;
  });
  if (problems.length > 0) throw new ScenarioError(problems);
  const found: EvenField[] = [];
  for (const field of fields) {
    const { experiment, modifiers, units, wins } = field;
    const forSale = units.map((unit) => ({ unit, points: usedUnit(study, field, unit).data.points as number }));
    const play = playing(scenario, result, field, { ...settings, flag: "--even" });
    const paths = units.map((unit) => pathsOf(tree, experiment, unit, "points"));
    const budget = budgets.get(experiment)!;
    // Points buy the models of sides; where there are none, the models that they buy are set beside them.
    const buys = writtenSides(tree, experiment).length > 0 ? [] : units;
    const models = buys.map((unit) => pathsOf(tree, experiment, unit, "models"));
    const playAt: PlayChosen<Price> = (chosen, pairs, again) => {
      const priced = paths.flatMap((ofUnit, i) => ofUnit.map((path) => [path, chosen[i]!.price]));
      const bought = models.flatMap((ofUnit, i) => ofUnit.map((path) => [path, chosen[i]!.models]));
      return play(Object.fromEntries([...priced, ...bought]), pairs, again);
    };
    const mostModels = await mostFielded(study.ruleset);
    const prices = await pricesOf(forSale, wins, playAt, { within: settings.within ?? WITHIN, budget, mostModels });
    found.push({ experiment, modifiers, ...prices });
    if (prices.stopped) break;
  }
  return found;
}

/** What either side of an experiment may spend, or why prices are none of its matter. */
function budgetOf(tree: Located, experiment: string, bought?: number): { budget: number; problems: Problem[] } {
  const path: Path = ["experiments", experiment];
  const sides = writtenSides(tree, experiment);
  const at = (message: Said, hint: Said, ...rest: (string | number)[]) =>
    problemAt(placeOf(tree, [...path, ...rest]), message, { hint });
  const problems: Problem[] = [];
  if (sides.length === 0 && bought === undefined)
    problems.push(
      at(said`--even: points buy no models here`, said`give every unit models and points, or say --points`),
    );
  sides.forEach(({ points, units }, i) => {
    if (points === undefined)
      problems.push(
        at(said`--even: this side has no points to spend`, said`add points: 200 to both sides`, "sides", i),
      );
    if (units.length > 1)
      problems.push(
        at(
          said`--even: of several units it is not known which is too dear`,
          said`give the side one unit: [a, b, c]`,
          "sides",
          i,
          "units",
        ),
      );
  });
  const [first, second] = sides;
  if (first?.points !== undefined && second?.points !== undefined && first.points !== second.points)
    problems.push(
      at(
        said`--even: the sides have ${first.points} and ${second.points} points`,
        said`give both as many`,
        "sides",
        1,
        "points",
      ),
    );
  return { budget: first?.points ?? bought ?? 0, problems };
}
