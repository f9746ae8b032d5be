/** Fields made even: prices found by fielding units at them and playing again. */
import { edited } from "../scenario/edits.ts";
import { baseIdOf, studyAt } from "../scenario/points.ts";
import { type Problem, problemAt, ScenarioError } from "../scenario/problem.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { type Located, nodeAt, type Path, placeOf, plain } from "../scenario/tree.ts";
import { pathOf } from "../scenario/variants.ts";
import { type Field, fieldsOf, Meetings } from "./field.ts";
import type { Estimate } from "./measure.ts";
import { type FieldPrices, type PlayAt, pricesOf } from "./prices.ts";
import { WITHIN } from "./rank.ts";
import type { CellResult, Result } from "./result.ts";
import { run } from "./run.ts";
import { winIn } from "./win.ts";

/** The prices of one field. */
export interface EvenField extends FieldPrices {
  readonly experiment: string;
  readonly modifiers: readonly string[];
}

export interface EvenFieldSettings extends StudyOptions {
  /** By how much a unit may win more or less than half against the others; 0.05 by default. */
  readonly within?: number;
  /** Computes a study: in search of prices, or once more at those that were found. `run` by default. */
  readonly compute?: (study: Study, again: boolean) => Promise<Result>;
}

/**
 * Prices of every field of a result at which it is even. `result` is that of `study`, both made from `scenario` with
 * `settings`.
 * @throws ScenarioError at sides whose points are missing or differ, and that field several units
 */
export async function evenFields(
  scenario: Scenario,
  study: Study,
  result: Result,
  settings: EvenFieldSettings = {},
): Promise<EvenField[]> {
  const { fields } = await fieldsOf(result);
  const tree = edited(scenario.tree, settings.set ?? []).tree;
  const budgets = new Map<string, number>();
  const problems = fields.flatMap(({ experiment }) => {
    const { budget, problems } = budgetOf(tree, experiment);
    budgets.set(experiment, budget);
    return problems;
  });
  if (problems.length > 0) throw new ScenarioError(problems);
  const found: EvenField[] = [];
  for (const field of fields) {
    const { experiment, modifiers, units, wins } = field;
    const forSale = units.map((unit) => ({ unit, points: pointsOf(study, field, unit) }));
    const play = playing(scenario, result, field, settings);
    const budget = budgets.get(experiment)!;
    const prices = await pricesOf(forSale, wins, play, { within: settings.within ?? WITHIN, budget });
    found.push({ experiment, modifiers, ...prices });
  }
  return found;
}

/** What either side of an experiment may spend, or why prices are none of its matter. */
function budgetOf(tree: Located, experiment: string): { budget: number; problems: Problem[] } {
  const path: Path = ["experiments", experiment];
  const { node, steps } = nodeAt(tree, [...path, "sides"]);
  const sides = steps === 3 ? (plain(node) as { readonly points?: number; readonly units: readonly unknown[] }[]) : [];
  const at = (message: string, hint: string, ...rest: (string | number)[]) =>
    problemAt(placeOf(tree, [...path, ...rest]), message, { hint });
  const problems: Problem[] = [];
  if (sides.length === 0) problems.push(at("--even prices whole fights: this has no sides", "use kind: engagement"));
  sides.forEach(({ points, units }, i) => {
    if (points === undefined)
      problems.push(at("--even: this side has no points to spend", "add points: 200 to both sides", "sides", i));
    if (units.length > 1)
      problems.push(
        at(
          "--even: of several units nobody knows which is too dear",
          "give the side one unit: [a, b, c]",
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
        `--even: the sides have ${first.points} and ${second.points} points`,
        "give both as many",
        "sides",
        1,
        "points",
      ),
    );
  return { budget: first?.points ?? 0, problems };
}

/** What one model of a unit costs in the file. */
function pointsOf(study: Study, { experiment, modifiers }: Field, unit: string): number {
  const cell = study.cells.find(
    (one) => one.experiment === experiment && one.modifiers.join() === modifiers.join() && one.attacker === unit,
  )!;
  return study.units.get(cell.id)!.attacker[0]!.data.points as number;
}

/** Plays pairs of a field with every unit at a price of its own, in the seats in which they met before. */
function playing(
  { tree, file, warnings }: Scenario,
  result: Result,
  { experiment, modifiers, units, winner }: Field,
  { compute = (study) => run(study), within: _, ...options }: EvenFieldSettings,
): PlayAt {
  const own = result.cells.filter(
    (cell) => cell.experiment === experiment && cell.modifiers.join() === modifiers.join(),
  );
  const [isTwice, met] = [
    seatsMatter(own, winner),
    new Set(own.map(({ attacker, defender }) => `${attacker} ${defender}`)),
  ];
  return async (prices, pairs, again) => {
    const point = Object.fromEntries(units.map((unit, i) => [pathOf("units", unit, "points"), prices[i]!]));
    const meet = new Set(
      pairs.flatMap(([i, j]) => {
        const seats = [`${units[i]} ${units[j]}`, `${units[j]} ${units[i]}`];
        return again || isTwice ? seats : seats.filter((seat) => met.has(seat)).slice(0, 1);
      }),
    );
    const cells = own.filter(({ attacker, defender }) => meet.has(`${attacker} ${defender}`)).map(baseIdOf);
    const seed = again ? [`seed=${JSON.stringify(`${result.seed} again`)}`] : [];
    const { study } = await studyAt(tree, file, [point], {
      ...options,
      set: [...(options.set ?? []), ...seed],
      only: [experiment],
      cells,
      flag: "--even",
      warnings,
    });
    const fights = new Meetings((await compute(study, again)).cells, winner);
    return pairs.map(([i, j]) => fights.win(units[i]!, units[j]!)!);
  };
}

/** Whether the sides are not alike, as far as exact fights can tell: then a pair is played from both seats in search of prices too. */
function seatsMatter(cells: readonly CellResult[], winner: string): boolean {
  const exact = cells.filter(({ method }) => method === "exact");
  const isLike = exact.flatMap((one) => {
    const other = exact.find(({ attacker, defender }) => attacker === one.defender && defender === one.attacker);
    return other === undefined || other === one
      ? []
      : isSame(winIn(one, winner, "first"), winIn(other, winner, "second"));
  });
  return isLike.length === 0 || isLike.includes(false);
}

const isSame = (a: Estimate | undefined, b: Estimate | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a.value - b.value) < 1e-9;
