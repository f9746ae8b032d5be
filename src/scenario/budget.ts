/** Sides at equal points: `points: 200` on a side fields as many whole models as that buys. */

import { inRow, message, type Sentence } from "../rule/message.ts";
import { keptIn, once } from "../rule/once.ts";
import { type Said, said } from "../rulesets/said.ts";
import { labelOf } from "./languages.ts";
import type { WrittenAt } from "./parties.ts";
import type { Data } from "./patch.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import { type Located, type Path, placeOf } from "./tree.ts";
import { patchesOf, type Role, roleOfSide, type Use, type Uses } from "./uses.ts";

/** A unit of a side that has points to spend. */
export interface Buyer {
  readonly use: Use;
  /** With every patch applied. */
  readonly data: Data;
  /** Whether a modifier set or the command line says how many models it has. */
  readonly isPatched: boolean;
}

/** What the points of a side bought: the models of its one unit that says none, and a sentence. */
export interface BoughtModels {
  readonly use?: Use;
  readonly models?: number;
  readonly note?: Sentence;
  readonly problems: readonly Problem[];
}

const priceOf = ({ data }: Buyer): number | undefined => data.points as number | undefined;
const modelsOf = ({ data }: Buyer): number => (data.models as number | undefined) ?? 1;
/** As many as one unit may have in any ruleset's schema; what a kind allows may be less, and is told by it. */
const MOST_MODELS = 1_000;
const rounded = (points: number): number => Number(points.toFixed(6));

/**
 * Units whose models the side says are paid for first; the one that says none takes what is left.
 * @param path of the side in the file
 */
function bought(tree: Located, path: Path, points: number, units: readonly Buyer[]): BoughtModels {
  const problems: Problem[] = [];
  const refuse = (message: Said, hint: Said) =>
    problems.push(problemAt(placeOf(tree, [...path, "points"]), message, { hint }));
  for (const buyer of units)
    if (priceOf(buyer) === undefined)
      refuse(
        said`${quote(buyer.use.unit)} has no points, so it is not known how many of it ${points} points buy`,
        said`give it points: where it is listed under units:`,
      );
  const says = ({ own: fields, shared }: Use) => (fields.models ?? shared?.own.models) !== undefined;
  const open = units.filter(({ use, data, isPatched }) => !says(use) && !isPatched && !isWhole(data));
  const [buyer] = open;
  if (buyer === undefined) {
    if (!units.some(({ isPatched }) => isPatched))
      refuse(
        said`every unit of this side says how many models it has: points have nothing to buy`,
        said`leave out models: of one of them`,
      );
    return { problems };
  }
  if (open.length > 1)
    refuse(
      said`points buy the models of one unit, and ${open.length} of this side say none`,
      said`give models: to all but one of them`,
    );
  if (problems.length > 0) return { problems };
  const price = priceOf(buyer)!;
  const paid = units.reduce((sum, one) => sum + (one === buyer ? 0 : priceOf(one)! * modelsOf(one)), 0);
  const left = rounded(points - paid);
  const models = price === 0 ? 0 : Math.floor(left / price + 1e-9);
  if (models < 1) {
    refuse(
      paid > 0
        ? said`${points} points, of which the others cost ${rounded(paid)}, buy no ${quote(buyer.use.unit)}: one costs ${price}`
        : said`${points} points buy no ${quote(buyer.use.unit)}: one costs ${price}`,
      said`give the side more points`,
    );
    return { problems };
  }
  if (models > MOST_MODELS) {
    refuse(
      said`${points} points buy ${models} ${quote(buyer.use.unit)}: a unit has at most ${MOST_MODELS} models`,
      said`give the side fewer points`,
    );
    return { problems };
  }
  const label = labelOf(buyer.data) ?? buyer.use.name;
  return {
    use: buyer.use,
    models,
    note: message`for ${points} points: ${models} ${label}, ${rounded(left - models * price)} left over`,
    problems,
  };
}

/** Vehicles, and squads of unlike members: bought as they are. */
export const isWhole = (data: Data): boolean => data.members !== undefined || data.sections !== undefined;

/** A unit with so many models, made once: it meets many. */
export const boughtOf = once((data: Data) => {
  const known = new Map<number, Data>();
  return (models: number) => keptIn(known, models, () => ({ ...data, models }));
});

/** What the sides of a cell that have points to spend field for them. @param made a unit with every patch applied */
export function allBought(
  tree: Located,
  { data, path }: WrittenAt,
  { sides }: Uses,
  patches: readonly Data[],
  made: (role: Role, use: Use) => Data,
): BoughtModels[] {
  const written = (data.sides ?? []) as { readonly points?: number }[];
  return written.flatMap(({ points }, side) => {
    if (points === undefined) return [];
    const role = roleOfSide(side);
    const says = (use: Use) => patches.some((patch) => patchesOf(patch, role, use).some(({ models }) => models));
    const units = sides[side]!.map((use) => ({ use, data: made(role, use), isPatched: says(use) }));
    return [bought(tree, [...path, "sides", side], points, units)];
  });
}

/** What came of a cell, with what was bought before what is said already. */
export function withNotes<T extends object>(outcome: T, purses: readonly BoughtModels[]): T {
  const notes = purses.flatMap(({ note }) => note ?? []);
  if (!("profile" in outcome) || notes.length === 0) return outcome;
  const { note } = outcome as { readonly note?: Sentence };
  return { ...outcome, note: inRow([...notes, ...(note === undefined ? [] : [note])]) };
}
