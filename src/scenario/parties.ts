/** Who takes part in an experiment: the units it names for each place, and for a whole fight the sides they make. */

import { said } from "../rulesets/said.ts";
import { waysThrough } from "./glob.ts";
import { labelOf } from "./languages.ts";
import type { Data } from "./patch.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import { type Located, type Path, placeOf } from "./tree.ts";
import type { Role, Use } from "./uses.ts";

/** An experiment as it is written, and where. */
export interface WrittenAt {
  readonly data: Data;
  readonly path: Path;
}

interface PartyEntry {
  readonly entry: unknown;
  readonly path: Path;
}

/** What a side of a whole fight lists, by side; none in other kinds. */
const sidesOf = ({ data, path }: WrittenAt): PartyEntry[][] =>
  ((data.sides ?? []) as { units: unknown[] }[]).map(({ units }, side) =>
    units.map((entry, i) => ({ entry, path: [...path, "sides", side, "units", i] })),
  );

function entriesOf({ data, path }: WrittenAt, role: Role): PartyEntry[] {
  const given = data[role];
  if (Array.isArray(given)) return given.map((entry: unknown, i) => ({ entry, path: [...path, role, i] }));
  return given === undefined ? [] : [{ entry: given, path: [...path, role] }];
}

/** A unit as a list names it: by the name of the catalogue, and one of its own where it has one. */
export interface NamedParty {
  readonly unit: string;
  readonly as?: string;
}

const fieldsOf = ({ entry }: PartyEntry) =>
  (typeof entry === "string" ? { unit: entry } : entry) as Data & {
    readonly unit: string | readonly (string | (Data & NamedParty))[];
    readonly as?: string;
  };
const itemsOf = (entry: PartyEntry): readonly (string | (Data & NamedParty))[] => [fieldsOf(entry).unit].flat();

/**
 * A unit as it is named somewhere: by its name alone, or with changes of its own; one for each that `unit` lists, where
 * an item may again be a name alone or a variant written in place.
 */
function usesOf(entry: PartyEntry): Use[] {
  const { unit: _, as, ...fields } = fieldsOf(entry);
  return itemsOf(entry).map((item, i) => {
    if (typeof item === "string") return { name: as ?? item, unit: item, own: fields, path: entry.path };
    const { unit, as: called, ...variant } = item;
    const shared = { own: fields, path: entry.path };
    return { name: called ?? as ?? unit, unit, own: variant, path: [...entry.path, "unit", i], shared };
  });
}

/** The units an experiment names under `attacker` or `defender`. */
export function namedUnder(experiment: WrittenAt, role: Role): Use[] {
  if (experiment.data[role] === undefined) return [{ name: "-", unit: "", own: {}, path: experiment.path }];
  return entriesOf(experiment, role).flatMap(usesOf);
}

const SIDES_AT = { attacker: 0, defender: 1 } as const satisfies Record<Role, number>;

/**
 * Who an experiment has in the place of the attacker or the defender, or as its first or second side, a cell for each: a
 * unit, or in a whole fight the units of a side and the name that they make.
 */
export function partiesOf(experiment: WrittenAt, role: Role): { readonly use: Use; readonly side: readonly Use[] }[] {
  const side = sidesOf(experiment)[SIDES_AT[role]];
  if (side === undefined) return namedUnder(experiment, role).map((use) => ({ use, side: [] }));
  const seated = side.map((entry, place) =>
    usesOf(entry).map((use) => ({ ...use, seat: { side: SIDES_AT[role], place } })),
  );
  return waysThrough(seated).map((units) => ({
    use: { name: units.map(({ name }) => name).join("+"), unit: "", own: {}, path: experiment.path },
    side: units,
  }));
}

/** Labels by name that experiments give themselves, of names that have the same one wherever they are used. */
export function ownLabels(experiments: readonly WrittenAt[]): Map<string, string> {
  const given = new Map<string, Set<unknown>>();
  for (const experiment of experiments)
    for (const { use, side } of [...partiesOf(experiment, "attacker"), ...partiesOf(experiment, "defender")])
      for (const { name, own: fields, shared } of side.length > 0 ? side : [use])
        given.set(name, (given.get(name) ?? new Set()).add(labelOf(fields) ?? labelOf(shared?.own ?? {})));
  return new Map(
    [...given].flatMap(([name, [label, ...others]]): [string, string][] =>
      typeof label === "string" && others.length === 0 ? [[name, label]] : [],
    ),
  );
}

/** How many there will be in each place, before any is made, with the place. */
export function partySizes(experiment: WrittenAt): [path: Path, size: bigint][] {
  const { path } = experiment;
  const sides = sidesOf(experiment).map((units, side): [Path, bigint] => [
    [...path, "sides", side],
    units.reduce((product, entry) => product * BigInt(itemsOf(entry).length), 1n),
  ]);
  const size = (role: Role): [Path, bigint] => [
    [...path, role],
    BigInt(Math.max(1, entriesOf(experiment, role).length)),
  ];
  return [size("attacker"), size("defender"), ...sides];
}

/** How many units each side of a whole fight has; none in other kinds. */
export const unitsOfSides = (experiment: WrittenAt): number[] => sidesOf(experiment).map(({ length }) => length);

/** Lists of units that would give two cells one name. */
export function listProblems(tree: Located, experiment: WrittenAt): Problem[] {
  return sidesOf(experiment)
    .flat()
    .flatMap((entry): Problem[] => {
      const items = itemsOf(entry);
      const at = (...steps: (string | number)[]) => placeOf(tree, [...entry.path, ...steps]);
      const calls = items.map((item) => (typeof item === "string" ? item : (item.as ?? item.unit)));
      const isUnnamed = (i: number) => typeof items[i] === "object" && items[i].as === undefined;
      const twice = calls.flatMap((name, i) => {
        const before = calls.indexOf(name);
        if (before === i) return [];
        // Of a unit and its variant the variant is to be renamed, wherever it stands.
        const unnamed = [i, before].find(isUnnamed);
        const hint = unnamed === undefined ? said`name each unit once` : said`name the changed one with as:`;
        return problemAt(at("unit", unnamed ?? i), said`${quote(name)} is listed twice`, { hint });
      });
      if (fieldsOf(entry).as === undefined || items.length < 2) return twice;
      const message = said`"as" names one unit, and unit lists ${items.length}`;
      return [...twice, problemAt(at("as"), message, { hint: said`leave as: out` })];
    });
}
