import type { CellPath } from "../rulesets/data.ts";
import type { CellProblem, NamedUnit } from "../rulesets/reader.ts";
import type { CellUnits, UsedUnit } from "./checked.ts";
import { suggested } from "./nearest.ts";
import { assignmentTree } from "./overlay.ts";
import type { Data } from "./patch.ts";
import { type Problem, problemAt } from "./problem.ts";
import { type Located, nodeAt, type Path, placeOf } from "./tree.ts";

/** A unit as an experiment uses it. */
export interface Use extends Pick<UsedUnit, "name" | "unit" | "seat"> {
  /** What the experiment itself changes. */
  readonly own: Data;
  /** Where the experiment names it. */
  readonly path: Path;
  /** Of a variant in a list: what the experiment changes of every unit of the list, and where. */
  readonly shared?: { readonly own: Data; readonly path: Path };
}

export const ROLES = ["attacker", "defender"] as const;
export type Role = (typeof ROLES)[number];

/** The units of one cell. */
export interface Uses extends Readonly<Record<Role, Use>> {
  /** All defenders of the experiment, where they are one cell; `defender` is the first of them then. */
  readonly joined: readonly Use[] | undefined;
  /** Of a whole fight, first side first. */
  readonly sides: readonly (readonly Use[])[];
}

/** Modifier sets change the first side of a fight as attackers, the second as defenders. */
export const roleOfSide = (side: number): Role => (side === 0 ? "attacker" : "defender");

/** What the sides of a fight are called. */
export const SIDES = ["first", "second"] as const;

/** What a modifier set, or the words of the command line, say of a unit of a cell: to be applied in this order. */
export function patchesOf(patch: Data, role: Role, { seat }: Pick<Use, "seat">): Data[] {
  const ofRole = (patch[role] ?? {}) as Data;
  if (seat === undefined) return [ofRole];
  const { units = {}, ...all } = (patch[SIDES[seat.side]!] ?? {}) as Data & { readonly units?: Data };
  return [ofRole, all, (units[seat.place] ?? {}) as Data];
}

/** The paths in a modifier set at which a field of a unit may be written, the last to be applied first. */
const placesOf = (role: string, use: Use | undefined, rest: CellPath): CellPath[] => {
  if (use?.seat === undefined) return [[role, ...rest]];
  const { side, place } = use.seat;
  return [
    [SIDES[side]!, "units", String(place), ...rest],
    [SIDES[side]!, ...rest],
    [role, ...rest],
  ];
};

/**
 * Everything that changes a unit of a cell, in the order in which it does, each with its path: what the experiment says,
 * then the modifier sets, then the words of the command line.
 */
export function placedPatches(patches: readonly Data[], sets: readonly string[], role: Role, use: Use) {
  const paths = placesOf(role, use, []).toReversed();
  const given = patches.flatMap((patch, set) =>
    patchesOf(patch, role, use).map((data, i): { readonly data: Data; readonly path: Path } => ({
      data,
      path: [...(set < sets.length ? ["modifierSets", sets[set]!] : []), ...paths[i]!],
    })),
  );
  const shared = use.shared === undefined ? [] : [{ data: use.shared.own, path: use.shared.path }];
  return [...shared, { data: use.own, path: use.path }, ...given];
}

/** What a path within a cell speaks of: a unit of the cell and a field of it, or something else of that name. */
function whereIn(path: CellPath, uses: Uses): { role: string; use: Use | undefined; rest: CellPath } {
  const [role, ...rest] = path as [string, ...CellPath];
  if (role === "attacker" || role === "defender") return { role, use: uses[role], rest };
  if (role === "defenders") return { role: "defender", use: uses.joined?.[Number(rest[0])], rest: rest.slice(1) };
  const use =
    role === "sides" && rest[1] === "units" && rest.length >= 3
      ? uses.sides[Number(rest[0])]?.[Number(rest[2])]
      : undefined;
  return use === undefined ? { role, use, rest } : { role: roleOfSide(Number(rest[0])), use, rest: rest.slice(3) };
}

/** A cell's problem at what caused it: the words of the command line, the last modifier set that wrote the value, or the file. */
export function blamed(
  tree: Located,
  problem: CellProblem,
  experiment: string,
  uses: Uses,
  sets: readonly string[],
  assignments: readonly string[] = [],
): Problem {
  const existsIn = (within: Located) => (path: Path) => nodeAt(within, path).steps === path.length;
  const exists = existsIn(tree);
  const { role, use, rest } = whereIn(problem.path, uses);
  const hint = problem.found === undefined ? problem.hint : suggested(problem.found, problem.known ?? []);
  const at = (within: Located, path: Path) => {
    const [place, also] = [problem.place, placeOf(within, path)];
    return problemAt(place ?? also, problem.message, { hint, ...(place === undefined ? {} : { also: [also] }) });
  };
  if (rest.length > 0)
    for (const assignment of assignments.map(assignmentTree).toReversed()) {
      const written = placesOf(role, use, rest).find(existsIn(assignment));
      if (written) return at(assignment, written);
    }
  const candidates: Path[] = [
    ...sets
      .toReversed()
      .flatMap((set) => placesOf(role, use, rest).map((path): Path => ["modifierSets", set, ...path])),
    ["experiments", experiment, role, ...rest],
    ...(use
      ? ([
          [...use.path, ...rest],
          ...(use.shared ? [[...use.shared.path, ...rest]] : []),
          ["units", use.unit, ...rest],
          ["vehicles", use.unit, ...rest],
          ["units", use.unit],
        ] as Path[])
      : []),
    [role, ...rest],
  ];
  const isUnit = use !== undefined && rest.length === 0;
  const named = use !== undefined && rest.join() === "unit" ? [[...use.path, "unit"], use.path] : [];
  const found = [...named, ...(isUnit ? [["units", use.unit], use.path] : candidates)].find(exists) ?? [
    "experiments",
    experiment,
  ];
  return at(tree, found as Path);
}

/** Adds what is wrong with a cell to what is told; a line of a game that failed another cell was told with that. */
export function blame(
  told: Problem[],
  problems: readonly CellProblem[],
  tree: Located,
  experiment: string,
  uses: Uses,
  sets: readonly string[],
  assignments?: readonly string[],
): void {
  const key = ({ place }: Pick<Problem, "place">) => `${place?.file}:${place?.line}:${place?.column}`;
  const known = new Set(told.map(key));
  for (const problem of problems)
    if (problem.place === undefined || !known.has(key(problem)))
      told.push(blamed(tree, problem, experiment, uses, sets, assignments));
}

/** Who takes part in a cell, side by side. */
export function unitsOf(
  { attacker, defender, joined, sides }: Uses,
  patched: (role: Role, use: Use) => NamedUnit,
  companions: (data: Data) => NonNullable<UsedUnit["companions"]>,
  weapons: CellUnits["weapons"],
): CellUnits {
  const used = (role: Role, uses: readonly Use[]) =>
    uses
      .filter(({ unit }) => unit !== "")
      .map((use): UsedUnit => {
        const namedUnit = patched(role, use);
        const others = companions(namedUnit.data);
        const { unit, seat } = use;
        return { unit, ...namedUnit, ...(seat ? { seat } : {}), ...(others.length > 0 ? { companions: others } : {}) };
      });
  return {
    attacker: used("attacker", [attacker, ...(sides[0] ?? [])]),
    defender: used("defender", [...(joined ?? [defender]), ...(sides[1] ?? [])]),
    weapons,
  };
}
