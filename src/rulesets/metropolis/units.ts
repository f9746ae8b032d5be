import { wordsOf } from "../../rule/identifier.ts";
import type { CellPath, Data } from "../data.ts";
import { Problems, weaponAt } from "../problems.ts";
import type { CellInput, NamedUnit } from "../reader.ts";
import { type Said, said } from "../said.ts";
import { type Book, type BookChanges, bookOf } from "./book.ts";
import { isPrinted } from "./needed.ts";
import type { Options } from "./options.ts";
import { parts, type Situation, type SituationKind, sideUnit, type WeaponData } from "./schema.ts";

export interface Weapon extends Omit<WeaponData, "label"> {
  readonly name: string;
  readonly label: string;
}

/** Like models of a unit, everything inherited and looked up. Stats that are not given are undefined. */
export interface Line {
  readonly label: string;
  readonly models: number;
  /** Models of the unit that are listed after these: they fall later. */
  readonly behind: number;
  readonly shooting: number | undefined;
  readonly assault: number | undefined;
  readonly strength: number | undefined;
  readonly weapons: readonly Weapon[];
}

/** A unit; its lines in the order in which they fall. */
export interface Unit extends Omit<Line, "behind" | "weapons"> {
  /** Where it stands, for problems: `["attacker"]`, `["sides", 0, "units", 2]`. */
  readonly path: CellPath;
  readonly lines: readonly Line[];
  readonly individual: boolean;
  readonly toughness: number | undefined;
  readonly wounds: number;
  readonly command: number | undefined;
  readonly sizeClass: number;
}

/** A cell while it is resolved: its options and numbers, and the problems found so far. */
export interface Resolving {
  readonly cell: CellInput;
  readonly options: Options;
  readonly book: Book;
  readonly problems: Problems;
}

export function resolvingOf(cell: CellInput): Resolving {
  const options = cell.options as unknown as Options;
  const problems = new Problems();
  const book = bookOf(cell.rules as BookChanges);
  const { short, medium, long, extreme } = book.bands;
  if (!(short <= medium && medium <= long && long <= extreme))
    problems.add(["rules", "bands"], said`range bands must not shrink: short, medium, long, extreme (B-RANGE-01)`);
  if (options.modifierStage === "beforeTable" && !isPrinted(book))
    problems.add(
      ["options", "modifierStage"],
      said`modifierStage: beforeTable shifts the printed tables by their formula, and rules: gives other tables (QB-02); use afterTable`,
    );
  return { cell, options, book, problems };
}

export const situationOf = <K extends SituationKind>(cell: CellInput): Situation<K> =>
  parts.situations[cell.kind]!.parse(cell.situation) as Situation<K>;

/** Two units of a cell, and what they meet in. */
export function pairOf<K extends SituationKind>(cell: CellInput) {
  const resolving = resolvingOf(cell);
  const attacker = unitOf(cell.attacker!, ["attacker"], resolving);
  const defender = unitOf(cell.defender!, ["defender"], resolving);
  return { resolving, ...resolving, situation: situationOf<K>(cell), attacker, defender };
}

function weaponOf(name: string, path: CellPath, { cell, problems }: Resolving): Weapon | undefined {
  const data = weaponAt(name, path, cell, problems);
  if (data === undefined) return undefined;
  const weapon = parts.weapon.parse(data) as WeaponData;
  return { ...weapon, name, label: weapon.label ?? wordsOf(name) };
}

/** A unit as it is named at `path`. */
export function unitOf(named: NamedUnit, path: CellPath, resolving: Resolving): Unit {
  const data = (path[0] === "sides" ? sideUnit : parts.unit).parse(named.data) as Data;
  const members = data.members as readonly Data[] | undefined;
  const { problems } = resolving;
  const list = members ?? [{ models: data.models ?? 1 }];
  const sizes = list.map((member) => member.models as number);
  const lines = list.map((member, index): Line => {
    const at = members ? [...path, "members", index] : path;
    const given = <T>(field: string) => (member[field] ?? data[field]) as T | undefined;
    const source = member.weapon !== undefined || member.weapons !== undefined ? member : data;
    const names = (source.weapons ?? (source.weapon === undefined ? [] : [source.weapon])) as readonly string[];
    const field = source.weapons === undefined ? "weapon" : "weapons";
    return {
      label: (given("label") as string | undefined) ?? named.name,
      models: sizes[index]!,
      behind: sizes.slice(index + 1).reduce((a, b) => a + b, 0),
      shooting: given("shooting"),
      assault: given("assault"),
      strength: given("strength"),
      weapons: names.flatMap((name) => weaponOf(name, [...(source === data ? path : at), field], resolving) ?? []),
    };
  });
  const models = sizes.reduce((a, b) => a + b, 0);
  if (members && data.models !== undefined && data.models !== models)
    problems.add(
      [...path, "models"],
      said`models says ${Number(data.models)}, the members are ${models}; leave models out`,
    );
  const individual = (data.individual as boolean | undefined) ?? false;
  if (individual && models > 1)
    problems.add([...path, "models"], said`an individual is one model, here are ${models} (B-MOR-02); give models: 1`);
  return {
    path,
    label: (data.label as string | undefined) ?? named.name,
    lines,
    models,
    individual,
    assault: data.assault as number | undefined,
    toughness: data.toughness as number | undefined,
    wounds: (data.wounds as number | undefined) ?? 1,
    command: data.command as number | undefined,
    shooting: data.shooting as number | undefined,
    strength: data.strength as number | undefined,
    sizeClass: (data.sizeClass as number | undefined) ?? 2,
  };
}

/** A stat that has to be there; 1 where it is missing, which is a problem then. */
export function statOf(
  unit: Pick<Unit, "path" | "label">,
  value: number | undefined,
  stat: string,
  why: Said,
  { problems }: Resolving,
): number {
  return (
    problems.need(value, unit.path, said`"${unit.label}" has no ${stat}, which ${why}; give it one from 1 to 10`) ?? 1
  );
}

/** How much of a unit is left at the start, as the situation says it. */
export interface Strength {
  readonly standing: number;
  /** Wounds left of the first model. */
  readonly first: number;
}

/** Checks survivors against the unit: no more models than there were, no more wounds than a model has. */
export function strengthOf<K extends string>(
  unit: Unit,
  situation: { readonly [key in K]?: unknown },
  [surviving, woundsLeft]: readonly [surviving: K, woundsLeft?: K],
  { problems }: Resolving,
): Strength {
  const given = (key: K | undefined) => (key === undefined ? undefined : (situation[key] as number | undefined));
  const standing = given(surviving) ?? unit.models;
  if (standing > unit.models)
    problems.add(
      ["situation", surviving],
      said`${surviving}: ${standing} is more than the ${unit.models} models of "${unit.label}" (B-MOR-02); give at most ${unit.models}`,
    );
  const first = given(woundsLeft) ?? unit.wounds;
  if (woundsLeft && first > unit.wounds)
    problems.add(
      ["situation", woundsLeft],
      said`${woundsLeft}: ${first} is more than the ${unit.wounds} wounds of a model of "${unit.label}" (QB-20); give at most ${unit.wounds}`,
    );
  return { standing: Math.min(standing, unit.models), first: Math.min(first, unit.wounds) };
}
