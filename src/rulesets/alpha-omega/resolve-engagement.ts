import type * as z from "zod";
import { keptIn, once } from "../../rule/once.ts";
import type { CellPath } from "../data.ts";
import type { Problems } from "../problems.ts";
import type { CellInput, NamedUnit, Resolution } from "../reader.ts";
import { said } from "../said.ts";
import { WORST } from "./armour.ts";
import type { Defence } from "./damage.ts";
import { gunsOf, piercingOf } from "./engagement/aim.ts";
import { assumptionsOf } from "./engagement/assumptions.ts";
import { reachesContact } from "./engagement/contact.ts";
import { MOST_A_UNIT } from "./engagement/field.ts";
import { neverInFight } from "./engagement/never.ts";
import type {
  Bearer,
  EngagementProfile,
  FightVehicle,
  Objectives,
  Trooper,
  UnitProfile,
} from "./engagement/profile.ts";
import { type Line, linesOf, type Resolving, resolvingOf, situationOf, weaponOf } from "./lines.ts";
import type { Options } from "./options.ts";
import { defenceOf } from "./resolve.ts";
import { checkCommands, hasPolicy, policyOf } from "./resolve-policy.ts";
import { INSTRUCTIONS, type Situation } from "./schema.ts";
import { isVehicle, NO_CARD, vehicleOf } from "./vehicles.ts";
import type { Aptitude, OrderOrNone } from "./words.ts";

/** Soldiers a side may have. */
export const MOST_A_SIDE = 500;
const DEFAULT_TURNS = 6;

/** What a side says of a unit beside its characteristics; `distance` instead of the situation's (E-01). */
type Instructions = z.infer<z.ZodObject<typeof INSTRUCTIONS>> & Pick<Situation<"engagement">, "distance">;

/** Kind `engagement`: two sides of one or more units, turn by turn. */
export function resolveEngagement(cell: CellInput): Resolution {
  const { profile, sides, problems } = fightOf(cell);
  if (problems.list.length > 0) return { problems: problems.list };
  const meets = reachesContact(profile);
  if (meets) needCloseCombat(sides, problems);
  if (problems.list.length > 0) return { problems: problems.list };
  const never = neverInFight(
    profile,
    ({ side, place }) => sides[side][place]!.own as Readonly<Record<string, unknown>>,
  );
  return { profile, assumptions: assumptionsOf(profile, meets), ...(never.length > 0 ? { never } : {}) };
}

/**
 * A cell with two sides as a fight, and what is wrong with it but for what close combat asks for.
 * @param acting the sides that carry out their orders
 */
export function fightOf(
  cell: CellInput,
  acting: readonly number[] = [0, 1],
): {
  readonly profile: EngagementProfile;
  readonly sides: readonly [readonly FieldedUnit[], readonly FieldedUnit[]];
  readonly problems: Problems;
} {
  const resolving = resolvingOf(cell);
  const { options, book, problems } = resolving;
  const situation = situationOf<"engagement">(cell);
  const unitsOf = (side: number) =>
    cell.sides![side]!.map((unit, i) => {
      const at: CellPath = ["sides", side, "units", i];
      return (isVehicle(unit) ? fightVehicleOf : unitOf)(unit, at, cell, resolving);
    });
  const sides = [unitsOf(0), unitsOf(1)] as const;
  checkVehicles(sides, options, problems);
  sides.forEach((units, side) => {
    const models = units.reduce((sum, { unit }) => sum + unit.soldiers.length, 0);
    if (models > MOST_A_SIDE)
      problems.add(["sides", side], said`${models} soldiers on one side; a fight takes at most ${MOST_A_SIDE} a side`);
  });
  if (options.surplusShots === "retarget" && options.volley === "grouped")
    problems.add(["options", "surplusShots"], said`surplusShots: retarget needs volley: sequential (QA-05b)`);
  const turns = situation.turns ?? DEFAULT_TURNS;
  const policies = policiesOf(cell, sides, turns, acting, problems);
  const gaps = gapsOf(situation, sides, problems);
  const alpha = [situation.alpha ?? "fair"].flat();
  const given = cell.experiment.objectives as Partial<Objectives> | undefined;
  const profile: EngagementProfile = {
    turns,
    sides: [sides[0].map(({ unit }) => unit), sides[1].map(({ unit }) => unit)],
    gaps,
    visible: situation.visible ?? 100,
    contactCover: situation.contactCover ?? false,
    ...(alpha.every((whose) => whose === "fair") ? {} : { alpha }),
    book,
    options,
    ...(policies.every((policy) => policy === undefined) ? {} : { policies }),
    ...(given === undefined ? {} : { objectives: { enemyOut: 0, survivor: 0, lastTurn: 0, ...given } }),
  };
  return { profile, sides, problems };
}

/** E-19: what each side orders as the fight goes, and whether its units can do what they are told, by turn or by policy. */
function policiesOf(
  cell: CellInput,
  sides: readonly [readonly FieldedUnit[], readonly FieldedUnit[]],
  turns: number,
  acting: readonly number[],
  problems: Problems,
): NonNullable<EngagementProfile["policies"]> {
  const models = sides.map((units) =>
    units.reduce((sum, { unit }) => sum + (unit.vehicle ? 1 : unit.soldiers.length), 0),
  ) as [number, number];
  const policyFor = (side: 0 | 1) => {
    const policy = policyOf(cell, side, { own: models[side], enemy: models[1 - side]!, turns }, problems);
    const isGiven = hasPolicy(cell, side);
    for (const { unit, own: actions, at } of sides[side]) {
      if (isGiven && actions.order !== undefined)
        problems.add(
          [...at, "order"],
          said`"${unit.name}" has an order, and its side a policy that gives it one (E-19)`,
        );
      if (policy !== undefined) checkCommands(unit, policy, ["sides", side, "policy"], problems);
      if (acting.includes(side) && (!isGiven || policy !== undefined))
        checkInstructions(unit, actions, at, problems, policy?.commands ?? unit.orders.map((order) => ({ order })));
    }
    return policy;
  };
  return [policyFor(0), policyFor(1)];
}

/** E-01: by turn, first side's unit and second side's unit. */
function gapsOf(
  { distance }: Situation<"engagement">,
  sides: readonly (readonly FieldedUnit[])[],
  problems: Problems,
): number[][][] {
  const given = sides.map((units) =>
    units.map(({ own: actions }) => (actions.distance === undefined ? undefined : [actions.distance].flat())),
  );
  const common = distance === undefined ? undefined : [distance].flat();
  const turns = Math.max(1, common?.length ?? 1, ...given.flat().map((list) => list?.length ?? 1));
  const at = (list: readonly number[] | undefined, turn: number) =>
    list === undefined ? undefined : list[Math.min(turn, list.length - 1)];
  let missing = false;
  const gaps = Array.from({ length: turns }, (_, turn) =>
    given[0]!.map((first) =>
      given[1]!.map((second) => {
        const distances = [at(first, turn), at(second, turn)].filter((paces) => paces !== undefined);
        if (distances.length > 0) return Math.max(...distances);
        missing ||= common === undefined;
        return at(common, turn) ?? 0;
      }),
    ),
  );
  if (missing)
    problems.add(
      ["situation"],
      said`distance is missing: range modifiers and charges need the gap between the sides (E-01, A-SHOOT-07)`,
    );
  return gaps;
}

/** A unit of a side, and what the side says of it. */
interface FieldedUnit {
  readonly unit: UnitProfile;
  readonly own: Instructions;
  readonly lines: readonly Line[];
  readonly at: CellPath;
}

const without = (data: NamedUnit["data"], keys: readonly string[]): NamedUnit["data"] =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

/** A unit's own, made once of those that meet many. */
const characteristicsOf = once((data: NamedUnit["data"]) => without(data, Object.keys(INSTRUCTIONS)));

/** What soldiers and vehicles may be told alike. */
const instructed = (name: string, { order = "none", intercept = false, targeting = "even" }: Instructions) => ({
  name,
  orders: [order].flat(),
  intercept,
  each: targeting === "even" ? 1 : targeting === "focus" ? null : targeting.focus,
});

function unitOf(unit: NamedUnit, at: CellPath, cell: CellInput, resolving: Resolving): FieldedUnit {
  const { problems } = resolving;
  const actions = unit.data as Instructions;
  if (actions.repair !== undefined)
    problems.add([...at, "repair"], said`"${unit.name}" is a unit of soldiers: only vehicles are repaired (A-RAL-11)`);
  const lines = linesOf({ ...unit, data: characteristicsOf(unit.data) }, at, cell, problems);
  const troopers: Trooper[] = [];
  const known = new Map<string, number>();
  const kindOf = (line: Line) =>
    keptIn(known, JSON.stringify({ ...line, path: [] }), () => troopers.push(trooperOf(line, resolving)) - 1);
  const kinds = new Map<Line, number>();
  const soldiers = lines.map((line) => keptIn(kinds, line, kindOf));
  const profile: UnitProfile = {
    ...instructed(unit.name, actions),
    troopers,
    soldiers,
    does: [actions.does ?? "fire"].flat(),
    dodge: actions.dodge ?? false,
    medikit: bearerOf("medikit", lines),
    sacrifice: bearerOf("sacrifice", lines),
    sacrificeAt: actions.sacrificeAt ?? 0.5,
  };
  if (soldiers.length > MOST_A_UNIT)
    problems.add(
      at,
      said`"${unit.name}" has ${soldiers.length} soldiers; a unit of a fight takes at most ${MOST_A_UNIT}`,
    );
  return { unit: profile, own: actions, lines, at };
}

/** What a vehicle never does, and why (E-17). */
const NOT_OF_VEHICLES = {
  dodge: said`it is in contact with nobody, so it dodges nobody (A-RAL-03, E-17)`,
  sacrificeAt: said`it has no soldiers to call to sacrifice (A-RAL-18, E-17)`,
} as const;

/** E-17: a vehicle as a unit of its own, without soldiers. */
function fightVehicleOf(unit: NamedUnit, at: CellPath, cell: CellInput, { problems }: Resolving): FieldedUnit {
  const actions = unit.data as Instructions;
  const { name } = unit;
  for (const [field, why] of Object.entries(NOT_OF_VEHICLES))
    if (Object.hasOwn(actions, field)) problems.add([...at, field], said`"${name}" is a vehicle: ${why}`);
  if (actions.does !== undefined && [actions.does].flat().includes("charge"))
    problems.add([...at, "does"], said`"${name}" is a vehicle: it charges nobody (E-17)`);
  const orders = [actions.order ?? "none"].flat();
  const card = vehicleOf(
    { name, data: without(unit.data, [...Object.keys(INSTRUCTIONS), "distance"]) },
    at,
    cell,
    problems,
    true,
  );
  if (card)
    for (const order of new Set(orders))
      if (order !== "none" && card.hitModifier[order] === undefined)
        problems.add([...at, "order"], said`"${name}" has no hitModifier for the order ${order} (A-VEH-02)`);
  const names = card?.sections.map((section) => section.name) ?? [];
  const { repair = "none" } = actions;
  const isNamed = repair !== "none" && repair !== "worst";
  if (card && isNamed && !names.includes(repair))
    problems.add([...at, "repair"], said`the vehicle has no section "${repair}"`, names, repair);
  const vehicle: FightVehicle = {
    ...(card ?? NO_CARD),
    weapons: card?.weapons.flatMap((one) => weaponOf(one, cell, [...at, "weapons"], problems) ?? []) ?? [],
    mended: repair === "none" ? undefined : isNamed ? names.indexOf(repair) : WORST,
  };
  const profile: UnitProfile = {
    ...instructed(name, actions),
    vehicle,
    troopers: [],
    soldiers: [],
    does: ["fire"],
    dodge: false,
    medikit: "none",
    sacrifice: "none",
    sacrificeAt: 0,
  };
  return { unit: profile, own: actions, lines: [], at };
}

/** What a side with vehicles, or against vehicles, is told and cannot do (E-17). */
function checkVehicles(sides: readonly (readonly FieldedUnit[])[], options: Options, problems: Problems): void {
  sides.forEach((units, side) => {
    const enemies = sides[1 - side]!;
    const facesSoldiers = enemies.some(({ unit }) => unit.vehicle === undefined);
    for (const { unit, own: actions, lines, at } of units) {
      const guns = gunsOf(unit);
      if (unit.vehicle && facesSoldiers && guns.length > 0)
        problems.need(
          unit.vehicle.ballisticSkill,
          at,
          said`"${unit.name}" has no ballisticSkill, which shooting at soldiers needs (A-SHOOT-17)`,
        );
      if (facesSoldiers || enemies.length === 0) continue;
      // Who aims before guns is harder to hit (A-SHOOT-13); before none, to aim is to fire and nothing else.
      const isForFire = unit.orders.includes("aimed") && enemies.every((enemy) => gunsOf(enemy.unit).length === 0);
      const isToFire = unit.intercept || isForFire || (actions.does !== undefined && !unit.does.includes("charge"));
      if (isToFire && guns.length > 0 && !guns.some((gun) => piercingOf(gun, options)))
        problems.add(
          [...at, unit.intercept ? "intercept" : isForFire ? "order" : "does"],
          said`"${unit.name}" is to fire, there are only vehicles to fire at, and none of its weapons has piercing or charge (A-VEH-05, E-17)`,
        );
      const told = actions.does !== undefined && [actions.does].flat().includes("charge");
      if (told && unit.vehicle === undefined && !lines.some(({ weapons }) => weapons.some(({ grenade }) => grenade)))
        problems.add(
          [...at, "does"],
          said`"${unit.name}" is to charge and there are only vehicles: who charges a vehicle carries a weapon with grenade: true (A-RAL-08a, E-17)`,
        );
    }
  });
}

/** E-09, E-10: an aptitude of the whole unit, or of some of its members. */
function bearerOf(aptitude: Aptitude, lines: readonly Line[]): Bearer {
  if (lines.every((line) => line.aptitudes.includes(aptitude))) return "unit";
  return lines.some((line) => line.aptitudes.includes(aptitude)) ? "soldiers" : "none";
}

function trooperOf(line: Line, resolving: Resolving): Trooper {
  const { options, problems } = resolving;
  const { save, ...defence }: Defence & { save: number } = defenceOf(line, 0, resolving);
  const initiative = problems.need(
    line.initiative,
    line.path,
    said`"${line.label}" has no initiative, which decides who acts first (A-GEN-03)`,
  );
  if (line.command === undefined && line.skills.includes("implacable") && !options.implacableUnpins)
    problems.add(
      line.path,
      said`"${line.label}" has no command, which implacableUnpins: false asks for (QA-17, A-RAL-13)`,
    );
  if (line.ballisticSkill === undefined && line.weapons.some(({ range }) => range !== undefined))
    problems.add(line.path, said`"${line.label}" has no ballisticSkill, which shooting needs (A-SHOOT-17)`);
  return { line, initiative: initiative ?? 0, save, command: line.command ?? 1, defence };
}

/** Orders that the unit cannot carry out. */
function checkInstructions(
  unit: UnitProfile,
  actions: Instructions,
  at: CellPath,
  problems: Problems,
  commands: readonly { readonly order: OrderOrNone }[],
): void {
  const { name, does } = unit;
  const isArmed = gunsOf(unit).length > 0;
  const has = (wanted: OrderOrNone) => commands.some(({ order }) => order === wanted);
  // Any unit may be ordered to aim (A-GEN-06): it is harder to hit then, and charges nobody. A vehicle repairs twice (A-RAL-12).
  if (!isArmed && unit.intercept)
    problems.add(
      [...at, "intercept"],
      said`"${name}" is to intercept and has no weapon with range bands to fire (A-SHOOT-07, A-SHOOT-08)`,
    );
  // In a list with charges, to fire is not to charge, which needs no weapon.
  if (!isArmed && actions.does !== undefined && !does.includes("charge"))
    problems.add([...at, "does"], said`"${name}" is to fire and has no weapon with range bands (A-SHOOT-07)`);
  if (does.includes("charge") && !has("move") && !has("manoeuvre"))
    problems.add(
      [...at, "does"],
      said`"${name}" is to charge and is never on move or manoeuvre: no other order charges (A-SHOOT-02, A-SHOOT-03, A-CC-03)`,
    );
  if (unit.intercept && !has("aimed"))
    problems.add([...at, "intercept"], said`"${name}" is to intercept and is never on aimed (A-SHOOT-08, E-04)`);
  if (actions.sacrificeAt !== undefined && unit.sacrifice === "none")
    problems.add([...at, "sacrificeAt"], said`"${name}" has nobody with the aptitude sacrifice (A-RAL-18, E-10)`);
}

/** Fights hand to hand ask for more than fire does. */
function needCloseCombat(sides: readonly (readonly { lines: readonly Line[] }[])[], problems: Problems): void {
  for (const line of new Set(sides.flat().flatMap(({ lines }) => lines)))
    problems.need(
      line.closeCombat,
      line.path,
      said`"${line.label}" has no closeCombat, and the sides come within charge distance (A-CC-03, A-CC-05)`,
    );
}
