import { wordsOf } from "../../rule/identifier.ts";
import type { CellPath } from "../data.ts";
import { Problems, weaponAt } from "../problems.ts";
import type { CellInput, NamedUnit } from "../reader.ts";
import { said } from "../said.ts";
import { BOOK, type Book, type HitBands, type WoundBands } from "./book.ts";
import type { Options } from "./options.ts";
import { parts, type Situation, type SituationKind, type WeaponData } from "./schema.ts";
import type { Aptitude, Skill } from "./words.ts";

/** A weapon by its name; its range as steps, the nearest first. */
export interface Weapon extends Omit<WeaponData, "label" | "range"> {
  readonly name: string;
  readonly label: string;
  readonly range: readonly (readonly [paces: number, modifier: number])[] | undefined;
}

/** One soldier of a unit, everything inherited and looked up. Characteristics a unit does not give are undefined. */
export interface Line {
  /** Where it stands in the scenario, for problems: under `attacker` or `defender`. */
  readonly path: CellPath;
  readonly label: string;
  readonly ballisticSkill: number | undefined;
  readonly closeCombat: number | undefined;
  readonly initiative: number | undefined;
  readonly save: number | undefined;
  readonly command: number | undefined;
  readonly skills: readonly Skill[];
  readonly aptitudes: readonly Aptitude[];
  readonly weapons: readonly Weapon[];
  readonly meleeWeapon: Weapon | undefined;
  readonly character: boolean;
  readonly commandBonus: number;
  readonly visible: number | undefined;
  readonly contactCover: boolean | undefined;
}

interface UnitData {
  readonly models?: number;
  readonly members?: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

/** A unit by its name. */
export function unitNamed(name: string, { scenario }: CellInput, path: CellPath, problems: Problems) {
  const units = (scenario.units ?? {}) as Readonly<Record<string, NamedUnit["data"]>>;
  if (Object.hasOwn(units, name)) return { name, data: units[name]! };
  problems.add(path, said`there is no unit "${name}"`, Object.keys(units), name);
  return undefined;
}

/** A weapon by its name. */
export const weaponOf = (name: string, cell: CellInput, path: CellPath, problems: Problems): Weapon | undefined => {
  const data = weaponAt(name, path, cell, problems);
  if (data === undefined) return undefined;
  const weapon = parts.weapon.parse(data) as WeaponData;
  const range = weapon.range
    ? Object.entries(weapon.range)
        .map(([paces, modifier]) => [Number(paces), modifier] as const)
        .sort(([a], [b]) => a - b)
    : undefined;
  return { ...weapon, name, label: weapon.label ?? wordsOf(name), range };
};

/**
 * The soldiers of a unit in list order, unlike members unfolded.
 * @param at the unit's place in the cell
 */
export function linesOf(
  unit: NamedUnit,
  at: "attacker" | "defender" | CellPath,
  cell: CellInput,
  problems: Problems,
): readonly Line[] {
  const root: CellPath = typeof at === "string" ? [at] : at;
  const place = root.join(".");
  const before = sound.get(unit.data);
  if (before?.place === place && before.name === unit.name && before.weapons === cell.weapons) return before.lines;
  const faults = problems.list.length;
  const lines = unfolded(unit, root, cell, problems);
  if (problems.list.length === faults) sound.set(unit.data, { place, name: unit.name, weapons: cell.weapons, lines });
  return lines;
}

/** The soldiers of units without a fault: one unit meets many in a matrix. */
const sound = new WeakMap<
  NamedUnit["data"],
  Pick<CellInput, "weapons"> & { readonly place: string; readonly name: string; readonly lines: readonly Line[] }
>();

function unfolded(unit: NamedUnit, root: CellPath, cell: CellInput, problems: Problems): Line[] {
  const data = parts.unit.parse(unit.data) as UnitData;
  const members = data.members ?? [{}];
  checkCommand(data, members, root, problems);
  checkModels(data, root, problems);
  return members.flatMap((member, index) => {
    const path: CellPath = data.members ? [...root, "members", index] : root;
    const given = (field: string) => (member as UnitData)[field] ?? data[field];
    const weaponNames = (given("weapons") ?? (given("weapon") === undefined ? [] : [given("weapon")])) as string[];
    const weaponField = given("weapons") === undefined ? "weapon" : "weapons";
    const weapons = weaponNames.flatMap((name) => weaponOf(name, cell, [...path, weaponField], problems) ?? []);
    const meleeName = given("meleeWeapon") as string | undefined;
    const meleePath = [...path, "meleeWeapon"];
    const meleeWeapon = meleeName === undefined ? undefined : weaponOf(meleeName, cell, meleePath, problems);
    if (meleeWeapon?.melee === false)
      problems.add(meleePath, said`"${meleeWeapon.name}" is no melee weapon: it lacks melee: true (A-CC-06)`);
    const label = (given("label") as string | undefined) ?? unit.name;
    const line = lineOf({ path, label, weapons, meleeWeapon }, given);
    const count = data.members ? ((member as UnitData).models ?? 1) : (data.models ?? 1);
    return new Array<Line>(count).fill(line);
  });
}

/** A soldier by what is said of each characteristic. */
export const lineOf = (
  head: Pick<Line, "path" | "label" | "weapons" | "meleeWeapon">,
  own: (field: string) => unknown,
): Line => ({
  ...head,
  ballisticSkill: own("ballisticSkill") as number | undefined,
  closeCombat: own("closeCombat") as number | undefined,
  initiative: own("initiative") as number | undefined,
  save: own("save") as number | undefined,
  command: own("command") as number | undefined,
  skills: (own("skills") as Skill[] | undefined) ?? [],
  aptitudes: (own("aptitudes") as Aptitude[] | undefined) ?? [],
  character: (own("character") as boolean | undefined) ?? false,
  commandBonus: (own("commandBonus") as number | undefined) ?? 0,
  visible: own("visible") as number | undefined,
  contactCover: own("contactCover") as boolean | undefined,
});

/** Members say how many each of them is; `models` may only agree. */
function checkModels({ models, members }: UnitData, root: CellPath, problems: Problems): void {
  if (models === undefined || members === undefined) return;
  const count = members.reduce((sum, member) => sum + ((member as UnitData).models ?? 1), 0);
  if (models !== count)
    problems.add([...root, "models"], said`models says ${models}, the members are ${count}; leave models out`);
}

/** E-12: a bonus that no character of the unit brings is nobody's. */
function checkCommand(data: UnitData, members: readonly UnitData[], root: CellPath, problems: Problems): void {
  const gives = (unitData: UnitData) => unitData.commandBonus !== undefined && unitData.commandBonus !== 0;
  const message = said`commandBonus is a character's: say character: true of who brings it (A-SUP-02, E-12)`;
  if (gives(data) && ![data, ...members].some((unitData) => unitData.character === true))
    problems.add([...root, "commandBonus"], message);
  members.forEach((member, i) => {
    if (gives(member) && (member.character ?? data.character) !== true)
      problems.add([...root, "members", i, "commandBonus"], message);
  });
}

/** What a cell is resolved with: the rules and options as they are given, and where what is wrong is noted. */
export interface Resolving {
  readonly options: Options;
  readonly book: Book;
  readonly problems: Problems;
}

export function resolvingOf(cell: CellInput): Resolving {
  const options = cell.options as unknown as Options;
  return { options, book: bookOf(cell.rules, options), problems: new Problems() };
}

/** The book with the designer's numbers over it. */
export function bookOf(rules: CellInput["rules"], options: Options): Book {
  const given = rules as {
    woundBands?: Partial<Book["woundBands"]>;
    shooterOrder?: Partial<Book["shooterOrder"]>;
    vehicleOrder?: Partial<Book["vehicleOrder"]>;
    targetOrder?: { [K in keyof Book["targetOrder"]]?: Partial<Book["targetOrder"][K]> };
    cover?: Partial<Book["cover"]>;
    hitBands?: HitBands;
  };
  const run = { run: options.camouflageRun };
  const { standard, camouflage, minus } = BOOK.targetOrder;
  return {
    woundBands: { ...BOOK.woundBands, ...given.woundBands },
    shooterOrder: { ...BOOK.shooterOrder, ...given.shooterOrder },
    vehicleOrder: { ...BOOK.vehicleOrder, ...given.vehicleOrder },
    targetOrder: {
      standard: { ...standard, ...run, ...given.targetOrder?.standard },
      camouflage: { ...camouflage, ...run, ...given.targetOrder?.camouflage },
      minus: { ...minus, ...given.targetOrder?.minus },
    },
    cover: { ...BOOK.cover, ...given.cover },
    hitBands: given.hitBands ?? BOOK.hitBands,
  };
}

/** A-WOUND-01 to A-WOUND-04, QA-18. */
export function woundBandsOf(skills: readonly Skill[], book: Book, stack: Options["enduranceWithDrone"]): WoundBands {
  const { standard, endurance, drone } = book.woundBands;
  const enduring = skills.includes("endurance");
  const droning = skills.includes("drone");
  if (enduring && droning) {
    if (stack === "endurance") return endurance;
    if (stack === "drone") return drone;
    return [Math.max(endurance[0], drone[0]), Math.max(endurance[1], drone[1])];
  }
  return enduring ? endurance : droning ? drone : standard;
}

/** Numbers of the book that contradict each other, wherever they stand: bands have to be in order. */
export const checkBook = (book: Book, problems: Problems): void => {
  for (const [name, [pinned, down]] of Object.entries(book.woundBands))
    if (pinned > down)
      problems.add(
        ["rules", "woundBands", name],
        said`the last face that pins (${pinned}) is above the last that puts down (${down}) (A-WOUND-01)`,
      );
  const [one, two, three] = book.hitBands;
  if (one > two || two > three)
    problems.add(["rules", "hitBands"], said`hitBands must not fall: ${one}, ${two}, ${three} (A-CC-10, A-CC-11)`);
};

export const situationOf = <K extends SituationKind>(cell: CellInput): Situation<K> =>
  parts.situations[cell.kind]!.parse(cell.situation) as Situation<K>;
