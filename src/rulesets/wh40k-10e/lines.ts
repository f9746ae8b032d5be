import type { CellInput, CellPath, CellProblem, NamedUnit } from "../reader.ts";
import { Abilities } from "./abilities.ts";
import { readUnit, readWeapon, type UnitData, type WeaponData, type WeaponUse } from "./schema.ts";
import { CHARACTER, MONSTER, VEHICLE } from "./words.ts";

/** Like models of a unit as the scenario gives them, everything inherited. */
export interface Line {
  /** Where it stands in the scenario, for problems. */
  readonly path: CellPath;
  readonly label: string;
  readonly models: number;
  readonly wounds: number | undefined;
  readonly save: number | undefined;
  /** 7 without one. */
  readonly invulnerable: { readonly ranged: number; readonly melee: number };
  readonly feelNoPain: { readonly all: number; readonly mortal: number; readonly psychic: number };
  readonly abilities: Abilities;
  readonly keywords: ReadonlySet<string>;
  readonly character: boolean;
  /** MONSTER or VEHICLE. */
  readonly big: boolean;
}

/** Like weapons of a unit. */
export interface Gun {
  readonly weapon: string;
  readonly data: WeaponData;
  /** The weapon's own abilities, its bearers' and the unit's. */
  readonly abilities: Abilities;
  readonly count: number;
  /** Which lines carry it, and how many of each (C-AB-HAZARDOUS). */
  readonly bearers: readonly { readonly line: number; readonly models: number }[];
  readonly path: CellPath;
}

/** A unit with its leader, every weapon looked up. */
export interface Unit {
  readonly name: string;
  readonly label: string;
  readonly path: CellPath;
  readonly data: UnitData;
  readonly lines: readonly Line[];
  readonly guns: readonly Gun[];
  readonly models: number;
  /** Abilities of the unit as a whole and those that every model has. */
  readonly abilities: Abilities;
  readonly keywords: ReadonlySet<string>;
  /** An Attached unit: characters with other models (C-ALL-02). */
  readonly attached: boolean;
}

/** Collects problems while a cell is resolved, so that all are listed at once. */
export class Problems {
  readonly list: CellProblem[] = [];

  add(path: CellPath, message: string, known?: readonly string[], found?: string): void {
    this.list.push({ path, message, ...(known ? { known } : {}), ...(found === undefined ? {} : { found }) });
  }
}

type LineData = Pick<
  UnitData,
  "label" | "save" | "wounds" | "invulnerable" | "feelNoPain" | "keywords" | "abilities" | "weapon" | "weapons"
>;

const lower = (words: readonly string[]): string[] => words.map((word) => word.trim().toLowerCase());

function lineOf(own: LineData, unit: LineData, label: string, models: number, path: CellPath): Line {
  const field = <K extends keyof LineData>(name: K): LineData[K] => own[name] ?? unit[name];
  const abilities = Abilities.of([...(own.abilities ?? []), ...(own === unit ? [] : (unit.abilities ?? []))]);
  const keywords = new Set(lower(field("keywords") ?? []));
  const given = field("invulnerable") ?? {};
  const { ranged = 7, melee = 7 } = typeof given === "number" ? { ranged: given, melee: given } : given;
  const always = abilities.threshold("Invulnerable Save");
  const pain = Math.min(
    field("feelNoPain") ?? 7,
    abilities.threshold("Feel No Pain", ({ against }) => against === undefined),
  );
  const against = (what: string) =>
    Math.min(
      pain,
      abilities.threshold("Feel No Pain", (own) => own.against === what),
    );
  return {
    path,
    label: field("label") ?? label,
    models,
    wounds: field("wounds"),
    save: field("save"),
    invulnerable: { ranged: Math.min(ranged, always), melee: Math.min(melee, always) },
    feelNoPain: { all: pain, mortal: against("mortal wounds"), psychic: against("psychic attacks") },
    abilities,
    keywords,
    character: keywords.has(CHARACTER),
    big: keywords.has(MONSTER) || keywords.has(VEHICLE),
  };
}

const named = (use: WeaponUse) => (typeof use === "string" ? { weapon: use } : use);
const usesOf = ({ weapons, weapon }: LineData): readonly { weapon: string; count?: number | undefined }[] =>
  (weapons ?? (weapon === undefined ? [] : [weapon])).map(named);

/** Reads a unit, its members, its leader and what it carries. `path` is where its data stands. */
export function unitOf(unit: NamedUnit, path: CellPath, cell: CellInput, problems: Problems): Unit {
  const data = readUnit(unit.data);
  const read = bodyOf(unit.name, data, path, cell, problems);
  const leader = data.leader === undefined ? undefined : leaderOf(data.leader, path, cell, problems);
  const shift = read.lines.length;
  const lines = [...read.lines, ...(leader?.lines ?? [])];
  const given = Abilities.of(data.abilities ?? []);
  const guns = [
    ...read.guns,
    ...(leader?.guns ?? []).map((gun) => ({
      ...gun,
      abilities: gun.abilities.with(given),
      bearers: gun.bearers.map(({ line, models }) => ({ line: line + shift, models })),
    })),
  ];
  const characters = lines.filter((line) => line.character).length;
  return {
    name: unit.name,
    label: data.label ?? unit.name,
    path,
    data,
    lines,
    guns: [...guns, ...lentOf(data, given, read.models, path, cell, problems)],
    models: lines.reduce((sum, line) => sum + line.models, 0),
    abilities: given,
    keywords: new Set([...lower(data.keywords ?? []), ...lines.flatMap((line) => [...line.keywords])]),
    attached: characters > 0 && characters < lines.length,
  };
}

function leaderOf(name: string, path: CellPath, cell: CellInput, problems: Problems) {
  const units = (cell.scenario.units ?? {}) as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(units, name)) {
    problems.add([...path, "leader"], `there is no unit "${name}" to lead this one`, Object.keys(units), name);
    return undefined;
  }
  const data = readUnit(units[name]);
  const read = bodyOf(name, data, ["units", name], cell, problems);
  if (read.lines.some((line) => !line.character))
    problems.add([...path, "leader"], `"${name}" cannot lead a unit: it has no keyword Character (C-ALL-02)`);
  return read;
}

/** The lines of a unit and their weapons. */
function bodyOf(name: string, data: UnitData, path: CellPath, cell: CellInput, problems: Problems) {
  const unitAbilities = Abilities.of(data.abilities ?? []);
  const label = data.label ?? name;
  const members = data.members;
  const lines = members
    ? members.map((member, i) => lineOf(member, data, label, member.models, [...path, "members", i]))
    : [lineOf(data, data, label, data.models ?? 1, path)];
  if (members && data.models !== undefined)
    problems.add([...path, "models"], `"${name}" gives both models and members; members have their own numbers`);
  const guns: Gun[] = [];
  const arm = (uses: ReturnType<typeof usesOf>, carriers: readonly number[], at: CellPath, abilities: Abilities) => {
    const bearing = carriers.reduce((sum, i) => sum + lines[i]!.models, 0);
    uses.forEach(({ weapon, count }, i) => {
      const gun = gunOf(weapon, count ?? bearing, [...at, i], cell, problems);
      if (gun === undefined) return;
      let left = gun.count;
      const bearers = carriers.flatMap((line) => {
        const models = Math.min(left, lines[line]!.models);
        left -= models;
        return models > 0 ? [{ line, models }] : [];
      });
      guns.push({ ...gun, abilities: gun.abilities.with(abilities), bearers });
    });
  };
  // Members with weapons of their own carry those; the unit's weapons belong to the others.
  const armed = (members ?? []).flatMap((member, i) => (usesOf(member).length > 0 ? [i] : []));
  const field = (given: LineData) => (given.weapons === undefined ? "weapon" : "weapons");
  for (const i of armed)
    arm(usesOf(members![i]!), [i], [...path, "members", i, field(members![i]!)], lines[i]!.abilities);
  const others = lines.flatMap((_, i) => (armed.includes(i) ? [] : [i]));
  if (others.length > 0) arm(usesOf(data), others, [...path, field(data)], unitAbilities);
  return { lines, guns, models: lines.reduce((sum, line) => sum + line.models, 0) };
}

function gunOf(name: string, count: number, path: CellPath, cell: CellInput, problems: Problems): Gun | undefined {
  const data = cell.weapons[name];
  if (data === undefined || !Object.hasOwn(cell.weapons, name)) {
    problems.add(path, `there is no weapon "${name}"`, Object.keys(cell.weapons), name);
    return undefined;
  }
  const weapon = readWeapon(data);
  const abilities = Abilities.of(weapon.abilities);
  return { weapon: name, data: weapon, abilities, count, bearers: [], path };
}

/** C-AB-FIRING-DECK: weapons that embarked models lend, one each, none of them One Shot. */
function lentOf(
  data: UnitData,
  abilities: Abilities,
  models: number,
  path: CellPath,
  cell: CellInput,
  problems: Problems,
): Gun[] {
  const uses = (data.embarked ?? []).map(named);
  if (uses.length === 0) return [];
  const deck = abilities.amount("Firing Deck")?.plus ?? 0;
  const lent = uses.reduce((sum, { count = 1 }) => sum + count, 0);
  if (lent > deck * models)
    problems.add(
      [...path, "embarked"],
      `${lent} embarked models lend a weapon, Firing Deck lets ${deck * models} (C-AB-FIRING-DECK)`,
    );
  return uses.flatMap(({ weapon, count = 1 }, i) => {
    const gun = gunOf(weapon, count, [...path, "embarked", i], cell, problems);
    if (gun === undefined) return [];
    if (gun.abilities.has("One Shot"))
      problems.add([...path, "embarked", i], `"${weapon}" is a One Shot weapon and cannot be lent (C-AB-FIRING-DECK)`);
    return [
      { ...gun, abilities: gun.abilities.with(abilities), bearers: [{ line: 0, models: Math.min(count, models) }] },
    ];
  });
}
