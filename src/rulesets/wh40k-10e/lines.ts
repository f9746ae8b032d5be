import { wordsOf } from "../../rule/identifier.ts";
import type { CellPath } from "../data.ts";
import { type Problems, weaponAt } from "../problems.ts";
import type { CellInput, NamedUnit } from "../reader.ts";
import { type Said, said } from "../said.ts";
import { Abilities, type Ability } from "./abilities.ts";
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
  /** What it is without one of them. */
  without(ability: Ability): Line;
  readonly keywords: ReadonlySet<string>;
  readonly character: boolean;
  /** MONSTER or VEHICLE. */
  readonly big: boolean;
  /** What lowers the Damage of attacks on its models. */
  readonly reductions: Reductions;
  /** Of a leader's line: the leader, whose own fields count for it beside the unit's. */
  readonly leader?: UnitData;
}

/** Rules that lower the Damage of an attack (C-MOD-02). */
export interface Reductions {
  readonly zero: boolean;
  readonly halve: boolean;
  readonly minus: number;
  /** Of the first failed save, to 0. */
  readonly firstFailed: boolean;
}

/** One of the profiles of a weapon; a weapon that has but one gives it no name. */
export interface Profile {
  readonly name?: string;
  readonly label: string;
  readonly data: WeaponData;
}

/** Like weapons of a unit. */
export interface Arm {
  readonly weapon: string;
  readonly profiles: readonly Profile[];
  /** The profile that the unit uses, where it says so. */
  readonly profile?: string;
  /** Abilities that its bearers and the unit give it. */
  readonly given: Abilities;
  readonly count: number;
  /** Which lines carry it, and how many of each (C-AB-HAZARDOUS). */
  readonly bearers: readonly { readonly line: number; readonly models: number }[];
  readonly path: CellPath;
  /** Of a leader's weapon: the leader, whose own fields count for it beside the unit's. */
  readonly leader?: UnitData;
}

/** Like weapons with the profile that they are used with. */
export interface Gun extends Omit<Arm, "profiles" | "profile" | "given"> {
  readonly label: string;
  readonly data: WeaponData;
  /** The weapon's own abilities, its bearers' and the unit's. */
  readonly abilities: Abilities;
  /** The profile, of a weapon with several. */
  readonly profile?: string;
  /** With each profile, where nobody declares one: the best against each target is used. */
  readonly choices?: readonly Gun[];
}

/** A unit with its leader, every weapon looked up. */
export interface Unit {
  readonly name: string;
  readonly label: string;
  readonly path: CellPath;
  readonly data: UnitData;
  readonly lines: readonly Line[];
  readonly arms: readonly Arm[];
  readonly models: number;
  readonly keywords: ReadonlySet<string>;
  /** An Attached unit: characters with other models (C-ALL-02). */
  readonly attached: boolean;
}

type LineData = Pick<
  UnitData,
  "label" | "save" | "wounds" | "invulnerable" | "feelNoPain" | "keywords" | "abilities" | "weapon" | "weapons"
>;

const lower = (words: readonly string[]): string[] => words.map((word) => word.trim().toLowerCase());

function lineOf(
  lineData: LineData,
  unit: LineData,
  label: string,
  models: number,
  path: CellPath,
  abilities = Abilities.of([...(lineData.abilities ?? []), ...(lineData === unit ? [] : (unit.abilities ?? []))]),
): Line {
  const field = <K extends keyof LineData>(name: K): LineData[K] => lineData[name] ?? unit[name];
  const keywords = new Set(lower(field("keywords") ?? []));
  const always = abilities.threshold("Invulnerable Save");
  const pain = Math.min(
    field("feelNoPain") ?? 7,
    abilities.threshold("Feel No Pain", ({ against }) => against === undefined),
  );
  const against = (what: string) =>
    Math.min(
      pain,
      abilities.threshold("Feel No Pain", (ability) => ability.against === what),
    );
  const given = field("invulnerable") ?? {};
  const { ranged = 7, melee = 7 } = typeof given === "number" ? { ranged: given, melee: given } : given;
  return {
    path,
    label: field("label") ?? label,
    models,
    wounds: field("wounds"),
    save: field("save"),
    invulnerable: { ranged: Math.min(ranged, always), melee: Math.min(melee, always) },
    feelNoPain: { all: pain, mortal: against("mortal wounds"), psychic: against("psychic attacks") },
    abilities,
    without: (one) => lineOf(lineData, unit, label, models, path, abilities.without(one)),
    keywords,
    // None but a CHARACTER is a Leader.
    character: keywords.has(CHARACTER) || abilities.has("Leader"),
    big: keywords.has(MONSTER) || keywords.has(VEHICLE),
    reductions: {
      zero: abilities.has("0 Damage", ({ against }) => against === undefined),
      halve: abilities.has("Half Damage"),
      minus: abilities.amount("-1 Damage")?.plus ?? 0,
      firstFailed: abilities.has("0 Damage", ({ against }) => against === "first failed save"),
    },
  };
}

interface NamedUse {
  readonly weapon: string;
  readonly count?: number | undefined;
  readonly profile?: string | undefined;
}
const named = (use: WeaponUse): NamedUse => (typeof use === "string" ? { weapon: use } : use);
const usesOf = ({ weapons, weapon }: LineData): readonly NamedUse[] =>
  (weapons ?? (weapon === undefined ? [] : [weapon])).map(named);

/** Reads a unit, its members, its leader and what it carries. `path` is where its data stands. */
export function unitOf(unit: NamedUnit, path: CellPath, cell: CellInput, problems: Problems): Unit {
  const data = readUnit(unit.data);
  const read = bodyOf(unit.name, data, path, cell, problems);
  const leader = data.leader === undefined ? undefined : leaderOf(data.leader, path, cell, problems);
  const shift = read.lines.length;
  const lines = [...read.lines, ...(leader?.lines ?? [])];
  const given = Abilities.of(data.abilities ?? []);
  const arms = [
    ...read.arms,
    ...(leader?.arms ?? []).map((arm) => ({
      ...arm,
      given: arm.given.with(given),
      bearers: arm.bearers.map(({ line, models }) => ({ line: line + shift, models })),
    })),
  ];
  const characters = lines.filter((line) => line.character).length;
  return {
    name: unit.name,
    label: data.label ?? unit.name,
    path,
    data,
    lines,
    arms: [...arms, ...lentOf(data, given, read.lines, path, cell, problems)],
    models: lines.reduce((sum, line) => sum + line.models, 0),
    keywords: new Set([...lower(data.keywords ?? []), ...lines.flatMap((line) => [...line.keywords])]),
    attached: characters > 0 && characters < lines.length,
  };
}

function leaderOf(name: string, path: CellPath, cell: CellInput, problems: Problems) {
  const units = (cell.scenario.units ?? {}) as Readonly<Record<string, object>>;
  if (!Object.hasOwn(units, name)) {
    problems.add([...path, "leader"], said`there is no unit "${name}" to lead this one`, Object.keys(units), name);
    return undefined;
  }
  const data = readUnit(units[name]!);
  const read = bodyOf(name, data, ["units", name], cell, problems);
  const refuse = (why: Said) => problems.add([...path, "leader"], said`"${name}" cannot lead a unit: ${why}`);
  if (read.lines.some((line) => !line.character)) refuse(said`it has no keyword Character (C-ALL-02)`);
  if (data.leader !== undefined) refuse(said`it is led itself, by "${data.leader}"`);
  if (data.embarked !== undefined) refuse(said`models are embarked in it (C-AB-FIRING-DECK)`);
  const { woundsLost = 0 } = data;
  if (woundsLost > 0 && read.models > 1) refuse(said`it has lost wounds and more than one model; give it one`);
  const [first] = read.lines;
  if (woundsLost > 0 && first?.wounds !== undefined && woundsLost >= first.wounds)
    refuse(said`it has lost ${woundsLost} wounds of ${first.wounds}`);
  // As nobody but its own models stands between, the wounds it has left are all that counts.
  const led = (line: Line): Line => ({
    ...line,
    leader: data,
    ...(line.wounds === undefined ? {} : { wounds: line.wounds - woundsLost }),
    without: (one) => led(line.without(one)),
  });
  return {
    lines: read.lines.map(led),
    arms: read.arms.map((arm) => ({ ...arm, leader: data })),
  };
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
    problems.add([...path, "models"], said`"${name}" gives both models and members; members have their own numbers`);
  const arms: Arm[] = [];
  const arm = (uses: readonly NamedUse[], carriers: readonly number[], at: CellPath, given: Abilities) => {
    const bearing = carriers.reduce((sum, i) => sum + lines[i]!.models, 0);
    uses.forEach((use, i) => {
      const one = armOf(use, bearing, [...at, i], cell, problems);
      if (one === undefined) return;
      const left = carriers.map((line) => lines[line]!.models);
      const bearers = takenFrom(carriers, left, one.count).map(([line, models]) => ({ line, models }));
      arms.push({ ...one, given, bearers });
    });
  };
  // Members with weapons of their own carry those; the unit's weapons belong to the others.
  const armed = (members ?? []).flatMap((member, i) => (usesOf(member).length > 0 ? [i] : []));
  for (const [i, given] of [data, ...(members ?? [])].entries())
    if (given.weapon !== undefined && given.weapons !== undefined)
      problems.add(
        [...path, ...(i === 0 ? [] : ["members", i - 1]), "weapon"],
        said`"${label}" gives both weapon and weapons; give one of them`,
      );
  const field = (given: LineData) => (given.weapons === undefined ? "weapon" : "weapons");
  for (const i of armed)
    arm(usesOf(members![i]!), [i], [...path, "members", i, field(members![i]!)], lines[i]!.abilities);
  const others = lines.flatMap((_, i) => (armed.includes(i) ? [] : [i]));
  if (others.length > 0) arm(usesOf(data), others, [...path, field(data)], unitAbilities);
  else if (usesOf(data).length > 0)
    problems.add([...path, field(data)], said`nobody carries them: every member of "${name}" has weapons of its own`);
  return { lines, arms, models: lines.reduce((sum, line) => sum + line.models, 0) };
}

/** So many of what is left of like things, those that are listed first; what they leave is written down. */
export function takenFrom<T>(things: readonly T[], left: number[], count: number): (readonly [T, number])[] {
  let wanted = count;
  return things.flatMap((thing, i) => {
    const taken = Math.min(wanted, left[i]!);
    left[i]! -= taken;
    wanted -= taken;
    return taken > 0 ? [[thing, taken] as const] : [];
  });
}

function armOf(use: NamedUse, each: number, path: CellPath, cell: CellInput, problems: Problems): Arm | undefined {
  const { weapon, count = each, profile } = use;
  const data = weaponAt(weapon, path, cell, problems);
  if (data === undefined) return undefined;
  const profiles = profilesOf(weapon, data);
  if (profile !== undefined) checkProfile(weapon, profiles, profile, [...path, "profile"], problems);
  return {
    weapon,
    profiles,
    ...(profile === undefined ? {} : { profile }),
    given: Abilities.of([]),
    count,
    bearers: [],
    path,
  };
}

function profilesOf(weapon: string, data: object): Profile[] {
  const read = readWeapon(data);
  const label = read.label ?? wordsOf(weapon);
  if (!("profiles" in read)) return [{ label, data: read }];
  return Object.entries(read.profiles).map(([name, profile]) => ({
    name,
    label: profile.label ?? `${label} (${wordsOf(name)})`,
    data: profile,
  }));
}

/** Whether a weapon has a profile of that name. */
export function checkProfile(
  weapon: string,
  profiles: readonly Profile[],
  wanted: string,
  path: CellPath,
  problems: Problems,
): boolean {
  const known = profiles.flatMap(({ name }) => name ?? []);
  if (known.includes(wanted)) return true;
  const why = known.length === 0 ? said`"${weapon}" has no profiles` : said`"${weapon}" has no profile "${wanted}"`;
  problems.add(path, why, known, wanted);
  return false;
}

/** C-AB-FIRING-DECK: weapons that embarked models lend, one each, none of them One Shot. */
function lentOf(
  data: UnitData,
  abilities: Abilities,
  lines: readonly Line[],
  path: CellPath,
  cell: CellInput,
  problems: Problems,
): Arm[] {
  const uses = (data.embarked ?? []).map(named);
  if (uses.length === 0) return [];
  const deck = lines.reduce((sum, line) => sum + line.models * (line.abilities.amount("Firing Deck")?.plus ?? 0), 0);
  const models = lines.reduce((sum, line) => sum + line.models, 0);
  const lent = uses.reduce((sum, { count = 1 }) => sum + count, 0);
  if (lent > deck)
    problems.add(
      [...path, "embarked"],
      said`${lent} embarked models lend a weapon, Firing Deck lets ${deck} (C-AB-FIRING-DECK)`,
    );
  return uses.flatMap((use, i) => {
    const arm = armOf(use, 1, [...path, "embarked", i], cell, problems);
    if (arm === undefined) return [];
    if (arm.profiles.every((profile) => profile.data.range === "melee"))
      problems.add(
        [...path, "embarked", i],
        said`"${use.weapon}" is a melee weapon; Firing Deck lends ranged weapons (C-AB-FIRING-DECK)`,
      );
    if (arm.profiles.some((profile) => Abilities.of(profile.data.abilities).has("One Shot")))
      problems.add(
        [...path, "embarked", i],
        said`"${use.weapon}" is a One Shot weapon and cannot be lent (C-AB-FIRING-DECK)`,
      );
    return [{ ...arm, given: abilities, bearers: [{ line: 0, models: Math.min(arm.count, models) }] }];
  });
}
