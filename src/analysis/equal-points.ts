/** Fields at equal points: what either side may spend where the file does not say, and what units field for it. */

import { loadRuleset } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { underFlag } from "../scenario/axis.ts";
import { isWhole } from "../scenario/budget.ts";
import { edited } from "../scenario/edits.ts";
import { pathsOf, writtenSides } from "../scenario/in-place.ts";
import { SET } from "../scenario/overlay.ts";
import type { Data } from "../scenario/patch.ts";
import { problemAt, ScenarioError } from "../scenario/problem.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { foundAt, type Located, placeOf, plain } from "../scenario/tree.ts";
import { ROLES } from "../scenario/uses.ts";
import { pathOf } from "../scenario/variants.ts";
import { mostFielded } from "./even.ts";
import { type FieldShape, fieldShapes, isOf } from "./field.ts";
import { modelsFor } from "./prices.ts";

/** Why units meet as they are written and not at equal points. */
export type AsWritten =
  /** It was asked for. */
  | { readonly why: "asked" }
  /** A change of models is sought, which points would buy. */
  | { readonly why: "models" }
  | { readonly why: "noPoints" }
  | { readonly why: "someWithout"; readonly units: readonly string[] }
  /** Sides of several units do not say which of them points buy. */
  | { readonly why: "several" }
  /** Vehicles, and squads of unlike members. */
  | { readonly why: "whole"; readonly units: readonly string[] }
  /** The file gives the sides other points, or one of them none. */
  | { readonly why: "unequal" }
  /** Attackers or defenders are changed in place, or points would buy more of a unit than it may have. */
  | { readonly why: "inPlace" | "tooMany" };

/** What a unit of a field brings. */
export interface Brought {
  readonly unit: string;
  readonly models: number;
  /** What is left over of the points of its side. */
  readonly left?: number;
}

/** How the units of a field meet. */
export interface Fielding {
  readonly experiment: string;
  readonly modifiers: readonly string[];
  /** What either side spends; left out where they meet as written. */
  readonly budget?: number;
  /** Who says so: the file, a flag, or nobody, and then it is what the dearest side costs as it is written. */
  readonly by?: "file" | "flag" | "default";
  readonly asWritten?: AsWritten;
  readonly units: readonly Brought[];
}

export interface EqualPoints {
  /** What either side spends, whatever the file says. */
  readonly points?: number;
  /** Units meet as the file has them, for this reason. */
  readonly asWritten?: "asked" | "models";
}

type FieldingTerms = Pick<Fielding, "budget" | "by" | "asWritten">;

const ROUNDING = 1e-9;
const priceOf = (data: Data): number | undefined => data.points as number | undefined;
const modelsOf = (data: Data): number => (data.models as number | undefined) ?? 1;

/**
 * The study of a scenario, its fields at equal points: as many whole models of each unit as the points of a side buy.
 * @throws ScenarioError, as of `--points`, where points buy nothing
 */
export async function studyAtEqualPoints(scenario: Scenario, options: StudyOptions, settings: EqualPoints = {}) {
  const set = options.set ?? [];
  const study = await scenario.study({ ...options, isOutline: true });
  const { kinds, pointsBuy } = await loadRuleset(study.ruleset);
  const { shapes } = fieldShapes(study.cells, kinds);
  const most = pointsBuy === "unit" ? 1 : await mostFielded(study.ruleset);
  const allowed = await mostFielded(study.ruleset, { mostModels: Number.POSITIVE_INFINITY });
  const tree = edited(scenario.tree, set).tree;
  const terms = new Map<string, FieldingTerms>();
  for (const { experiment } of shapes)
    if (!terms.has(experiment))
      terms.set(experiment, termsOf(tree, experiment, unitsOf(study, experiment), most, settings));
  const edits = [...terms].flatMap(([experiment, { budget, by }]) =>
    budget === undefined || by === "file"
      ? []
      : editsFor(tree, experiment, budget, unitsOf(study, experiment), allowed),
  );
  const studyWith = (more: readonly string[]) => scenario.study({ ...options, set: [...set, ...more] });
  const fielded = await studyWith(edits).catch(async (error) => {
    await studyWith([]); // problems of the file are told as they are
    throw error instanceof ScenarioError ? new ScenarioError(underFlag(error.problems, SET, "--points")) : error;
  });
  return {
    study: fielded,
    edits,
    fieldings: shapes.map((shape) => fieldingOf(fielded, shape, terms.get(shape.experiment)!)),
  };
}

/** The first unit of either side of every fight, by name. */
function unitsOf(study: Study, experiment: string): [name: string, data: Data][] {
  return study.cells
    .filter((cell) => cell.experiment === experiment)
    .flatMap((cell) => {
      const { attacker, defender } = study.units.get(cell.id)!;
      return [...attacker.slice(0, 1), ...defender.slice(0, 1)].map(({ name, data }): [string, Data] => [name, data]);
    });
}

function termsOf(
  tree: Located,
  experiment: string,
  units: readonly [string, Data][],
  most: number,
  { points, asWritten }: EqualPoints,
): FieldingTerms {
  const sides = writtenSides(tree, experiment);
  const written = (why: AsWritten): FieldingTerms => ({ asWritten: why });
  if (asWritten) return written({ why: asWritten });
  const named = (is: (data: Data) => boolean) => [...new Set(units.flatMap(([name, data]) => (is(data) ? name : [])))];
  const all = named(() => true);
  const [first, second] = sides.map((side) => side.points);
  if (points === undefined && (first !== undefined || second !== undefined))
    return first === second ? { budget: first!, by: "file" } : written({ why: "unequal" });
  // What nobody can buy for them is refused at its place.
  if (points !== undefined) return { budget: points, by: "flag" };
  const without = named((data) => priceOf(data) === undefined);
  if (without.length === all.length) return written({ why: "noPoints" });
  if (without.length > 0) return written({ why: "someWithout", units: without });
  if (sides.some((side) => side.units.length > 1)) return written({ why: "several" });
  const isUnits = sides.length === 0;
  const whole = named((data) => isWhole(data) || (isUnits && data.models === undefined));
  if (whole.length > 0) return written({ why: "whole", units: whole });
  const budget = Math.max(...units.map(([, data]) => modelsOf(data) * priceOf(data)!));
  if (isUnits && isChanged(tree, experiment)) return written({ why: "inPlace" });
  if (isUnits && units.some(([, data]) => modelsFor(budget, priceOf(data)!) > most)) return written({ why: "tooMany" });
  return { budget, by: "default" };
}

/** Whether attackers or defenders of an experiment are more than names. */
const isChanged = (tree: Located, experiment: string): boolean =>
  ROLES.some((role) => {
    const node = foundAt(tree, ["experiments", experiment, role]);
    return node !== undefined && [plain(node)].flat().some((entry) => typeof entry !== "string");
  });

/**
 * Both sides of an experiment with so many points to spend, and no models that they say themselves; else as many
 * models as those buy.
 */
function editsFor(
  tree: Located,
  experiment: string,
  budget: number,
  units: readonly [string, Data][],
  allowed: number,
): string[] {
  const sides = writtenSides(tree, experiment);
  const prices = units.map(([, data]) => priceOf(data) ?? Number.POSITIVE_INFINITY);
  const tooMany = units.find((_, i) => modelsFor(budget, prices[i]!) > allowed);
  if (sides.length === 0 && tooMany !== undefined) {
    const [unit, data] = tooMany;
    const message = said`${budget} points buy ${modelsFor(budget, priceOf(data)!)} ${unit}: the rules allow a unit ${allowed} models`;
    const hint = said`up to ${Math.ceil((allowed + 1) * Math.min(...prices)) - 1} points a side every unit is allowed`;
    throw new ScenarioError([problemAt(placeOf(tree, ["units", unit]), message, { hint })]);
  }
  if (sides.length === 0)
    return [...new Map(units)].flatMap(([name, data]) => bought(tree, experiment, name, budget, priceOf(data)));
  return sides.flatMap(({ units: entries }, side) => {
    const at = ["experiments", experiment, "sides", side];
    const open = withoutModels(entries[0]);
    return [
      `${pathOf(...at, "points")}=${budget}`,
      ...(open === entries[0] ? [] : [`${pathOf(...at, "units", 0)}=${JSON.stringify(open)}`]),
    ];
  });
}

/** The models that points buy of a unit that meets others without sides. @throws ScenarioError where they buy none */
function bought(tree: Located, experiment: string, unit: string, budget: number, price: number | undefined): string[] {
  const models = price === undefined || price === 0 ? 0 : modelsFor(budget, price);
  if (models >= 1) return pathsOf(tree, experiment, unit, "models").map((path) => `${path}=${models}`);
  const message = said`${budget} points buy no ${unit}: one costs ${price ?? 0}`;
  throw new ScenarioError([problemAt(placeOf(tree, ["units", unit]), message)]);
}

/** A unit as a side has it, or a list of them, variants in place among them, that says no models: itself where it says none. */
function withoutModels(entry: unknown): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  const { models, unit, ...others } = entry as { readonly models?: number; readonly unit?: unknown };
  const items = Array.isArray(unit) ? unit.map(withoutModels) : unit;
  const isOpen =
    models === undefined && (!Array.isArray(unit) || unit.every((item, i) => item === (items as unknown[])[i]));
  return isOpen ? entry : { unit: items, ...others };
}

function fieldingOf(study: Study, field: FieldShape, terms: FieldingTerms): Fielding {
  const { experiment, modifiers, units } = field;
  const { budget } = terms;
  const cells = study.cells.filter(isOf(field));
  return {
    experiment,
    modifiers,
    ...terms,
    units: units.flatMap((unit): Brought[] => {
      const seats = cells.flatMap((cell) => {
        const { attacker, defender } = study.units.get(cell.id)!;
        return [...(cell.attacker === unit ? [attacker] : []), ...(cell.defender === unit ? [defender] : [])];
      });
      const counts = seats.map((side) => side.reduce((sum, { data }) => sum + modelsOf(data), 0));
      // As written, one side may have more of it than the other.
      if (counts.some((models) => models !== counts[0])) return [];
      const cost = seats[0]!.reduce((sum, { data }) => sum + modelsOf(data) * (priceOf(data) ?? 0), 0);
      return [
        { unit, models: counts[0]!, ...(budget === undefined ? {} : { left: Math.max(0, tidy(budget - cost)) }) },
      ];
    }),
  };
}

const tidy = (points: number): number => (Math.abs(points) < ROUNDING ? 0 : Number(points.toFixed(6)));
