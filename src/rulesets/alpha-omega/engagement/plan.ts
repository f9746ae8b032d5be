import type { Barrel } from "../armour.ts";
import { barrelOf } from "../armour-fire.ts";
import { firingOrder } from "../firing-order.ts";
import { isHidden } from "../shooting.ts";
import { type Aptitude, ORDERS, type OrderOrNone } from "../words.ts";
import { alike, type Gun, gunsOf, hidden, inReach, piercingOf } from "./aim.ts";
import { chargeMove, reachesContact } from "./contact.ts";
import type { FireReading } from "./fire-distribution.ts";
import type { Command } from "./policy.ts";
import {
  alphaAt,
  atTurn,
  distinctTurns,
  type EngagementProfile,
  gapOf,
  isArmoured,
  type Seat,
  seatsOf,
  type UnitProfile,
} from "./profile.ts";
import { ownPlace } from "./substreams.ts";

export const NO_ORDER = 4;

/** Soldiers whose states lie in one word, a bit each. */
export const WORD = 32;

export const orderCode = (order: OrderOrNone): number => (order === "none" ? NO_ORDER : ORDERS.indexOf(order));
export const orderOfCode = (code: number): OrderOrNone => ORDERS[code] ?? "none";

/** A unit that may fire at another in one scene. */
export interface Aim {
  /** Its number among all aims of the plan. */
  readonly index: number;
  readonly unit: number;
  readonly target: number;
  readonly gap: number;
  readonly order: OrderOrNone;
  readonly targetOrder: OrderOrNone;
  /** Per kind of gun, whether it reaches. */
  readonly reach: readonly boolean[];
}

/** Soldiers of one kind who follow each other in the list of their unit: rules tell them apart by state alone. */
export interface LikeRun {
  readonly kind: number;
  /** The first of them in the row of all soldiers. */
  readonly first: number;
  readonly size: number;
}

/** A unit ready to be played. */
export interface Squad extends Seat {
  readonly index: number;
  /** Its first soldier in the row of all soldiers. */
  readonly first: number;
  readonly size: number;
  readonly runs: readonly LikeRun[];
  /** Where its words of soldiers begin and end: 32 soldiers a word, and no word has soldiers of two units. */
  readonly firstWord: number;
  readonly endWord: number;
  /** Its place among the substreams of a paired run. */
  readonly own: number;
  /** Different guns, like ones once. */
  readonly guns: readonly Gun[];
  /** Shots of the whole unit. */
  readonly shots: number;
  /** Shots of each soldier, where all have the same gun and as many shots; else -1. */
  readonly shotsEach: number;
  /** Per kind of soldier, the gun of each of his shots. */
  readonly barrels: readonly (readonly number[])[];
  readonly initiative: readonly number[];
  /** E-12: bonuses that ready characters may give, 0 first; and each kind of soldier's place among them. */
  readonly bonuses: readonly number[];
  readonly bonusOf: readonly number[];
  /** QA-20 with a medikit that is somebody's: whether he is ready decides how wound rolls end. */
  readonly treatment: "never" | "always" | "whileReady";
  readonly hidden: readonly boolean[];
  readonly someHidden: boolean;
  /** Per kind of soldier: characters whose hits are transferred, bearers of a medikit, of a call to sacrifice. */
  readonly character: readonly boolean[];
  readonly medic: readonly boolean[];
  readonly caller: readonly boolean[];
  /** Per kind of soldier, the grenade that he may apply to a vehicle (E-17). */
  readonly grenades: readonly (Barrel | undefined)[];
  readonly gladiator: readonly boolean[];
  /** Paces of a charge move (A-CC-02). */
  readonly move: readonly number[];
  /** E-11: hits on its characters may go to others of it. */
  readonly protects: boolean;
}

/** One distinct turn. */
export interface Scene {
  /** By unit. */
  readonly orders: readonly number[];
  /** The side that is Alpha in every phase (E-18); undefined where duels decide. */
  readonly alpha: 0 | 1 | undefined;
  /** By unit: whether its soldiers may charge (E-06), and whether it makes a difference who is Alpha then. */
  readonly mayCharge: readonly boolean[];
  /** By unit: told to charge, so that it charges vehicles too. */
  readonly told: readonly boolean[];
  readonly alphaMattersInMelee: boolean;
  /** By unit: enemy units by distance, then in list order; none for orders that do not charge (E-06). */
  readonly nearest: readonly (readonly { readonly target: number; readonly gap: number }[])[];
  /** By unit, that of vehicles only: enemy units by distance. */
  readonly around: readonly (readonly number[])[];
  /** By unit, nearest target first (E-05). */
  readonly aims: readonly (readonly Aim[])[];
  /** Interceptions: who fires, and at whom, in list order (E-04). */
  readonly interceptions: readonly { readonly unit: number; readonly aims: readonly Aim[] }[];
  /** Units of each sub-phase that are to fire, in list order; those of mixed initiative are sorted as it comes. */
  readonly firing: readonly (readonly number[])[];
  /** The same as one list, by who is Alpha, where no unit is mixed (A-GEN-03). */
  readonly order: readonly [readonly number[], readonly number[]] | undefined;
  /** Whether it makes a difference who wins the duel of the shooting phase. */
  readonly alphaMatters: boolean;
}

/** Everything a kernel or a solver needs of a fight, worked out once. */
export interface Plan {
  readonly profile: EngagementProfile;
  readonly squads: readonly Squad[];
  readonly scenes: readonly Scene[];
  readonly reading: FireReading;
  readonly soldiers: number;
  /** Words of all soldiers. */
  readonly words: number;
  /** By soldier: 0 or 1. */
  readonly sideOf: Uint8Array;
  readonly unitOf: Uint8Array;
  /** Whether anybody may come to close combat. */
  readonly meets: boolean;
  /** Whether anybody may apply a grenade to a vehicle (E-17). */
  readonly applies: boolean;
  /** The scene of a turn in which some units are told otherwise (E-19), by unit. */
  sceneUnder(turn: number, commands: readonly (Command | undefined)[]): Scene;
}

export function planOf(profile: EngagementProfile): Plan {
  const { options } = profile;
  let first = 0;
  let firstWord = 0;
  const squads = seatsOf(profile).map((seat, index): Squad => {
    const squad = squadOf(profile, seat, index, first, firstWord);
    first += squad.size;
    firstWord = squad.endWord;
    return squad;
  });
  let aims = 0;
  const scenes = Array.from({ length: distinctTurns(profile) }, (_, turn) =>
    sceneOf(profile, squads, turn, () => aims++),
  );
  return {
    profile,
    squads,
    scenes,
    reading: { pinTests: options.pinTests, volley: options.volley },
    soldiers: first,
    words: firstWord,
    sideOf: bySoldier(squads, ({ side }) => side),
    unitOf: bySoldier(squads, ({ index }) => index),
    meets: reachesContact(profile),
    applies: squads.some(
      ({ side, unit, grenades }) =>
        (unit.does.includes("charge") ||
          profile.policies?.[side]?.commands.some(({ does }) => does === "charge") === true) &&
        grenades.some((grenade) => grenade !== undefined) &&
        squads.some((other) => other.side !== side && other.unit.vehicle !== undefined),
    ),
    sceneUnder: (turn, commands) => sceneOf(profile, squads, turn, () => aims++, commands),
  };
}

/** The card of a vehicle has no initiative: it fires after the soldiers of its sub-phase (E-17). */
const VEHICLE_INITIATIVE = -1;

const bySoldier = (squads: readonly Squad[], of: (squad: Squad) => number): Uint8Array =>
  Uint8Array.from(squads.flatMap((squad) => new Array<number>(squad.size).fill(of(squad))));

/** E-09, E-10: any soldier stands for an aptitude that is the unit's. */
const bearers = (unit: UnitProfile, aptitude: Aptitude): boolean[] =>
  unit.troopers.map(
    ({ line }) => unit[aptitude] === "unit" || (unit[aptitude] === "soldiers" && line.aptitudes.includes(aptitude)),
  );

function runsOf({ soldiers }: UnitProfile, first: number): LikeRun[] {
  const begins = [...soldiers.keys()].filter((i) => soldiers[i] !== soldiers[i - 1]);
  return begins.map((at, run) => ({
    kind: soldiers[at]!,
    first: first + at,
    size: (begins[run + 1] ?? soldiers.length) - at,
  }));
}

function squadOf(profile: EngagementProfile, seat: Seat, index: number, first: number, firstWord: number): Squad {
  const { unit } = seat;
  const { options } = profile;
  const guns: Gun[] = [];
  const barrels = (unit.vehicle ? [unit.vehicle] : unit.troopers).map((): number[] => []);
  const armoured = isArmoured(profile);
  for (const gun of gunsOf(unit)) {
    let kind = guns.findIndex((known) => alike(known, gun, armoured));
    if (kind < 0) kind = guns.push(gun) - 1;
    for (let shot = 0; shot < gun.weapon.shots; shot++) barrels[gun.trooper]!.push(kind);
  }
  const given = unit.troopers.map(({ line }) => (line.character ? Math.max(0, line.commandBonus) : 0));
  const bonuses = [...new Set([0, ...given])].sort((a, b) => a - b);
  const onDamage = options.medikitOnDamage && options.medikitUses === "unlimited" && unit.medikit !== "none";
  return {
    ...seat,
    index,
    first,
    size: unit.soldiers.length,
    runs: runsOf(unit, first),
    firstWord,
    endWord: firstWord + Math.ceil(unit.soldiers.length / WORD),
    own: ownPlace(seat.side, seat.side === 0 ? index : index - profile.sides[0].length),
    guns,
    shots: (unit.vehicle ? [0] : unit.soldiers).reduce((sum, bearer) => sum + barrels[bearer]!.length, 0),
    shotsEach: guns.length <= 1 && new Set(barrels.map(({ length }) => length)).size === 1 ? barrels[0]!.length : -1,
    barrels,
    initiative: unit.vehicle ? [VEHICLE_INITIATIVE] : unit.troopers.map(({ initiative }) => initiative),
    bonuses,
    bonusOf: given.map((bonus) => bonuses.indexOf(bonus)),
    treatment: !onDamage ? "never" : unit.medikit === "unit" ? "always" : "whileReady",
    hidden: unit.troopers.map((trooper) => hidden(profile, trooper)),
    grenades: unit.troopers.map(({ line }) => {
      const grenade = line.weapons.find((weapon) => weapon.grenade);
      return grenade && barrelOf(grenade, options.piercingFromSave);
    }),
    someHidden: unit.troopers.some((trooper) => hidden(profile, trooper)),
    character: unit.troopers.map(({ line }) => line.character),
    gladiator: unit.troopers.map(({ line }) => line.skills.includes("gladiator")),
    move: unit.troopers.map(({ line }) => chargeMove(line.skills.includes("leap"))),
    medic: bearers(unit, "medikit"),
    caller: bearers(unit, "sacrifice"),
    protects:
      options.hitTransfer !== "off" &&
      unit.troopers.some(({ line }) => line.character) &&
      unit.troopers.some(({ line }) => !line.character),
  };
}

function sceneOf(
  profile: EngagementProfile,
  squads: readonly Squad[],
  turn: number,
  count: () => number,
  commands: readonly (Command | undefined)[] = [],
): Scene {
  const orders = squads.map(({ unit, index }) => commands[index]?.order ?? atTurn(unit.orders, turn));
  const charges = squads.map(({ unit, index }) => (commands[index]?.does ?? atTurn(unit.does, turn)) === "charge");
  const byDistance = (squad: Squad) =>
    squads
      .filter((other) => other.side !== squad.side)
      .map((other) => ({ other, gap: gapOf(profile, turn, squad, other) }))
      .sort((a, b) => a.gap - b.gap);
  const aims = squads.map((squad) => {
    const order = orders[squad.index]!;
    if (order === "run" || order === "none") return [];
    return byDistance(squad).flatMap(
      ({ other, gap }) => aimOf(profile, squad, order, other, orders[other.index]!, gap, count) ?? [],
    );
  });
  const charging = squads.map(({ index, size }) => {
    const order = orders[index]!;
    if (size === 0) return false;
    return (order === "move" || order === "manoeuvre") && (charges[index]! || profile.options.chargeMandatory);
  });
  const moving = (unit: number) => orders[unit] === "move" || orders[unit] === "run";
  const alpha = alphaAt(profile, turn);
  const firing = firingOf(squads, orders, charges);
  return {
    orders: orders.map(orderCode),
    alpha,
    mayCharge: charging,
    told: charges,
    around: squads.map((squad) => (squad.unit.vehicle ? byDistance(squad).map(({ other }) => other.index) : [])),
    alphaMattersInMelee:
      alpha === undefined && new Set(squads.filter(({ index }) => charging[index]).map(({ side }) => side)).size > 1,
    nearest: squads.map((squad) => {
      const order = orders[squad.index]!;
      if (order !== "move" && order !== "manoeuvre") return [];
      return byDistance(squad).map(({ other, gap }) => ({ target: other.index, gap }));
    }),
    aims,
    interceptions: squads
      .filter(({ unit, index }) => unit.intercept && orders[index] === "aimed")
      .map(({ index }) => ({
        unit: index,
        aims: aims[index]!.filter(({ target }) => moving(target)).sort((a, b) => a.target - b.target),
      })),
    ...firing,
    alphaMatters: alpha === undefined && firing.alphaMatters,
  };
}

/** Who fires when (A-SHOOT-01 to A-SHOOT-03); a unit that is to charge does not fire (E-02). */
function firingOf(
  squads: readonly Squad[],
  orders: readonly OrderOrNone[],
  charges: readonly boolean[],
): Pick<Scene, "firing" | "order" | "alphaMatters"> {
  const firing = squads.filter(({ index }) => orders[index] === "aimed" || !charges[index]);
  const units = firing.map((squad) => ({
    index: squad.index,
    side: squad.side === 0 ? ("first" as const) : ("second" as const),
    initiative: squad.initiative[0]!,
    order: orders[squad.index]!,
  }));
  const under = (alpha: "first" | "second") =>
    firingOrder(units, alpha).flatMap(({ units: list }) => list.map(({ index }) => index));
  const order = [under("first"), under("second")] as const;
  const isMixed = firing.some(({ initiative }) => new Set(initiative).size > 1);
  return {
    firing: firingOrder(units, "first").map(({ units: list }) => list.map(({ index }) => index).sort((a, b) => a - b)),
    order: isMixed ? undefined : order,
    alphaMatters: isMixed || order[0].some((unit, i) => unit !== order[1][i]),
  };
}

/** What a unit may do to another; undefined when no gun reaches or nobody can be seen. */
function aimOf(
  profile: EngagementProfile,
  squad: Squad,
  order: OrderOrNone,
  other: Squad,
  targetOrder: OrderOrNone,
  gap: number,
  count: () => number,
): Aim | undefined {
  const { vehicle } = other.unit;
  const reach = squad.guns.map((gun) => inReach(gun, gap) && (!vehicle || !!piercingOf(gun, profile.options)));
  if (!reach.includes(true)) return undefined;
  if (vehicle ? isHidden(profile.visible, profile.options) : other.hidden.every(Boolean)) return undefined;
  return { index: count(), unit: squad.index, target: other.index, gap, order, targetOrder, reach };
}
