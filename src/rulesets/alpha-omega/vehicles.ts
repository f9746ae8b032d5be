import type { z } from "zod";
import type { CellPath } from "../data.ts";
import type { Problems } from "../problems.ts";
import type { CellInput, NamedUnit } from "../reader.ts";
import { AND, listed, type Said, said } from "../said.ts";
import type { Vehicle } from "./armour.ts";
import { DETERIORATION } from "./book.ts";
import { type Line, lineOf, weaponOf } from "./lines.ts";
import { vehicle as vehicleSchema } from "./schema.ts";
import { D10, type Order } from "./words.ts";

/** A vehicle as the scenario gives it, its tables checked. */
export interface VehicleCard extends Vehicle {
  readonly name: string;
  readonly label: string;
  readonly hitModifier: Readonly<Partial<Record<Order, number>>>;
  readonly weapons: readonly string[];
  /** CT against soldiers. */
  readonly ballisticSkill: number | undefined;
}

/** Stands for a card that could not be read, until its problems are shown. */
export const NO_CARD: Omit<VehicleCard, "name" | "weapons"> = {
  label: "",
  ballisticSkill: undefined,
  hitModifier: {},
  resistance: 0,
  armour: 0,
  sections: [],
  external: [],
  internal: [],
  tank: -1,
  markX: -1,
  markY: -1,
  worn: [],
  drive: [],
};

const TANK = "tank";
const DRIVE = ["propulsion", "engine"];

/** Whether a named unit is a vehicle: only vehicles have sections. */
export const isVehicle = (unit: NamedUnit): boolean => Object.hasOwn(unit.data, "sections");

/** What to say of a vehicle where soldiers are asked for. */
export const noSoldiers = (name: string, kind: string): Said =>
  said`"${name}" is a vehicle; kind ${kind} is for soldiers, armour has kind antiArmour (A-VEH-01)`;

/** The tables of a rank (A-VEH-02, A-VEH-09). */
type RankTables = Partial<Pick<z.output<typeof vehicleSchema>, "hitModifier" | "location">>;

/**
 * Reads a vehicle: sections by number, a section for every face of the location die. What its card does not say is that
 * of its rank.
 * @param role its place in the cell
 * @param isTarget somebody shoots at it, which both tables are needed for
 */
export function vehicleOf(
  unit: NamedUnit,
  role: string | CellPath,
  { rules }: Pick<CellInput, "rules">,
  problems: Problems,
  isTarget = false,
): VehicleCard | undefined {
  const at: CellPath = typeof role === "string" ? [role] : role;
  const parsed = vehicleSchema.safeParse(unit.data);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      for (const key of issue.code === "unrecognized_keys" ? issue.keys : [undefined])
        problems.add(
          [...at, ...(issue.path as CellPath), ...(key === undefined ? [] : [key])],
          key === undefined
            ? said`${issue.path.join(".")} of the vehicle "${unit.name}" cannot be read: ${issue.message}`
            : said`"${key}" means nothing to the vehicle "${unit.name}"`,
        );
    return undefined;
  }
  const { data } = parsed;
  const ranks = (rules.ranks ?? {}) as Readonly<Record<string, RankTables>>;
  const ofRank = ranks[data.rank] ?? {};
  const hitModifier = data.hitModifier ?? ofRank.hitModifier;
  const location = data.location ?? ofRank.location;
  const need = (what: "hitModifier" | "location", rule: string) =>
    problems.add(at, said`"${unit.name}" has no ${what}, and rules.ranks has none for its rank ${data.rank} (${rule})`);
  if (isTarget && hitModifier === undefined) need("hitModifier", "A-VEH-02");
  if (isTarget && location === undefined) need("location", "A-VEH-09");
  const names = Object.keys(data.sections);
  const sections = names.map((name) => {
    const given = data.sections[name]!;
    return { name, points: typeof given === "number" ? given : given.points };
  });
  const marks = { markX: -1, markY: -1 };
  for (const [name, given] of Object.entries(data.sections)) {
    if (typeof given === "number" || (given.markX === undefined && given.markY === undefined)) continue;
    const path = [...at, "sections", name];
    const { points, markX = -1, markY = -1 } = given;
    if (name !== TANK)
      problems.add(path, said`"${name}" has marks; only the section "${TANK}" wears others down (A-RAL-08b)`);
    if (markX > points || markY > points)
      problems.add(path, said`a mark stands at more points than the ${points} of the section (A-RAL-08b)`);
    if (markY > markX && markX >= 0)
      problems.add(path, said`mark Y (${markY} points left) comes before mark X (${markX}) (A-RAL-08b)`);
    if (name === TANK) Object.assign(marks, { markX, markY });
  }
  const die = location?.die ?? D10;
  const table: CellPath = data.location ? [...at, "location"] : ["rules", "ranks", String(data.rank), "location"];
  const row = (side: "external" | "internal") =>
    location ? locationRow(location[side], die, names, [...table, side], problems) : [];
  const indices = (wanted: readonly string[]) =>
    wanted.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []));
  return {
    name: unit.name,
    label: data.label ?? unit.name,
    resistance: data.resistance,
    armour: data.armour,
    hitModifier: hitModifier ?? {},
    weapons: data.weapons ?? [],
    ballisticSkill: data.ballisticSkill,
    sections,
    external: row("external"),
    internal: row("internal"),
    tank: names.indexOf(TANK),
    ...marks,
    worn: indices(DETERIORATION.sections),
    drive: indices(DRIVE),
  };
}

/** The gunners of a vehicle that fires at soldiers, as one line with all its weapons (A-SHOOT-06, E-15). */
export function gunnersOf(unit: NamedUnit, cell: CellInput, problems: Problems): Line[] {
  const path: CellPath = ["attacker"];
  const card = vehicleOf(unit, "attacker", cell, problems);
  if (card === undefined) return [];
  const weapons = card.weapons.flatMap((name) => weaponOf(name, cell, [...path, "weapons"], problems) ?? []);
  const { label, ballisticSkill } = card;
  const own = (field: string) => (field === "ballisticSkill" ? ballisticSkill : undefined);
  return [lineOf({ path, label, weapons, meleeWeapon: undefined }, own)];
}

/** A-VEH-09: every face of the location die names exactly one section that the vehicle has. */
function locationRow(
  given: Readonly<Record<string, string | number>>,
  die: number,
  names: readonly string[],
  path: CellPath,
  problems: Problems,
): number[] {
  const faces: string[][] = Array.from({ length: die }, () => []);
  for (const [name, range] of Object.entries(given)) {
    if (!names.includes(name)) problems.add([...path, name], said`the vehicle has no section "${name}"`, names, name);
    const [from, to = from] = String(range).split("-").map(Number) as [number, number?];
    if (from < 1 || to > die || from > to)
      problems.add([...path, name], said`${range} are no faces of a D${die} (A-VEH-09)`);
    for (let face = Math.max(from, 1); face <= Math.min(to, die); face++) faces[face - 1]!.push(name);
  }
  faces.forEach((sections, i) => {
    if (sections.length === 0)
      problems.add(
        path,
        said`face ${i + 1} of the D${die} stands for no section: a location table covers every face once (A-VEH-09)`,
      );
    if (sections.length > 1)
      problems.add(
        path,
        said`face ${i + 1} of the D${die} stands for ${listed(sections, AND)}: a location table covers every face once (A-VEH-09)`,
      );
  });
  return faces.map(([name]) => Math.max(0, names.indexOf(name ?? "")));
}
