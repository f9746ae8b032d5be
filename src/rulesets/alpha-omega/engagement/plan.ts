import { type Side as FiringSide, firingOrder, phaseDuelOdds } from "../firing-order.ts";
import { care, unpin } from "../rally.ts";
import { type Aptitude, ORDERS, type OrderOrNone, READY } from "../words.ts";
import { alike, defended, exposureOf, type Gun, gunsOf, hidden, inReach, shelter } from "./aim.ts";
import { chargeMove, reachesContact } from "./contact.ts";
import { type Exposure, type FireReading, SAVED, settle } from "./fire-law.ts";
import { ownPlace } from "./lanes.ts";
import {
  atTurn,
  distinctTurns,
  type EngagementProfile,
  gapOf,
  type Seat,
  seatsOf,
  type UnitProfile,
} from "./profile.ts";
import { Tables } from "./tables.ts";

/** How a soldier counts as a target: ready, pinned, down (by the order he had, QA-07), or ready and tested (QA-04). */
export const CELLS = 8;
export const DOWN_CELL = 2;
export const TESTED_CELL = 7;
export const NO_ORDER = 4;

export const orderCode = (order: OrderOrNone): number => (order === "none" ? NO_ORDER : ORDERS.indexOf(order));
export const orderOfCode = (code: number): OrderOrNone => ORDERS[code] ?? "none";

/** What a unit can do to another in one scene. */
export interface Aim {
  readonly target: number;
  readonly gap: number;
  /** Per kind of gun, whether it reaches. */
  readonly reach: readonly boolean[];
  /** `[((variant * guns + gun) * troopers + trooper) * CELLS + cell]` is a column of shots. */
  readonly columns: Int32Array;
  /** The same for shots that have hit already; only where hits may be transferred. */
  readonly hurts: Int32Array;
  /** The same; laws of 0 (miss) and 1 (hit). */
  readonly hits: Int32Array;
  /** What the first gun's shots meet in the first kind of soldier, nobody helped by a character. */
  readonly meet: (state: number) => Exposure;
  /** QA-14: `[trooper * CELLS + cell]`. */
  readonly shelter: Int32Array;
}

/** A unit ready to be played. */
export interface Squad extends Seat {
  readonly index: number;
  /** Its first soldier in the row of all soldiers. */
  readonly first: number;
  readonly size: number;
  /** Its place among the lanes of a paired run. */
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
  readonly gladiator: readonly boolean[];
  /** Paces of a charge move (A-CC-02). */
  readonly move: readonly number[];
  readonly protects: boolean;
  /** Laws by `[variant * troopers + trooper]`. */
  readonly pinTests: Int32Array;
  readonly unpinning: Int32Array;
  readonly care: Int32Array;
}

/** One distinct turn. */
export interface Scene {
  /** By unit. */
  readonly orders: readonly number[];
  readonly charges: readonly boolean[];
  /** By unit: enemy units by distance, then in list order; none for orders that do not charge (E-06). */
  readonly nearest: readonly (readonly { readonly target: number; readonly gap: number }[])[];
  /** By unit, nearest target first (E-05). */
  readonly aims: readonly (readonly Aim[])[];
  /** Interceptions: who fires, and at whom, in list order (E-04). */
  readonly interceptions: readonly { readonly unit: number; readonly aims: readonly Aim[] }[];
  /** Units of each sub-phase that are to fire, in list order; those of mixed initiative are sorted as it comes. */
  readonly firing: readonly (readonly number[])[];
  /** The same as one list, by who is Alpha, where no unit is mixed (A-GEN-03). */
  readonly order: readonly [readonly number[], readonly number[]] | undefined;
  /** Whether it makes a difference who is Alpha. */
  readonly alphaMatters: boolean;
}

/** Everything a kernel or a solver needs of a fight, worked out once. */
export interface Plan {
  readonly profile: EngagementProfile;
  readonly squads: readonly Squad[];
  readonly scenes: readonly Scene[];
  readonly tables: Tables;
  readonly reading: FireReading;
  readonly soldiers: number;
  /** By soldier: 0 or 1. */
  readonly sideOf: Uint8Array;
  readonly unitOf: Uint8Array;
  /** Whether anybody may come to close combat. */
  readonly meets: boolean;
  /** QA-24 `keepAlpha`: by who was Alpha (0 or 1), the law of who is next. */
  readonly duelAfter: readonly [number, number];
}

export function planOf(profile: EngagementProfile): Plan {
  const { options } = profile;
  const reading: FireReading = { pinTests: options.pinTests, volley: options.volley };
  const seats = seatsOf(profile);
  const tables = new Tables(Math.max(1, ...seats.map(({ unit }) => shotsOf(unit))));
  let first = 0;
  const squads = seats.map((seat, index): Squad => {
    const squad = squadOf(profile, seat, index, first, tables, reading);
    first += squad.size;
    return squad;
  });
  const scenes = Array.from({ length: distinctTurns(profile) }, (_, turn) => sceneOf(profile, squads, turn, tables));
  return {
    profile,
    squads,
    scenes,
    tables,
    reading,
    soldiers: first,
    sideOf: bySoldier(squads, ({ side }) => side),
    unitOf: bySoldier(squads, ({ index }) => index),
    meets: reachesContact(profile),
    duelAfter: duelsIn(tables),
  };
}

const bySoldier = (squads: readonly Squad[], of: (squad: Squad) => number): Uint8Array =>
  Uint8Array.from(squads.flatMap((squad) => new Array<number>(squad.size).fill(of(squad))));

const duelsIn = (tables: Tables): [number, number] => {
  const after = (before: FiringSide) =>
    tables.of(`duel ${before}`, (dice) => Number(phaseDuelOdds("keepAlpha", before)(dice) === "second"), "A-GEN-02");
  return [after("first"), after("second")];
};

const shotsOf = (unit: UnitProfile): number => {
  const each = unit.troopers.map(({ line }) =>
    line.weapons.reduce((sum, weapon) => sum + (weapon.range === undefined ? 0 : weapon.shots), 0),
  );
  return unit.soldiers.reduce((sum, trooper) => sum + each[trooper]!, 0);
};

/** E-09, E-10: any soldier stands for an aptitude that is the unit's. */
const bearers = (unit: UnitProfile, aptitude: Aptitude): boolean[] =>
  unit.troopers.map(
    ({ line }) => unit[aptitude] === "unit" || (unit[aptitude] === "soldiers" && line.aptitudes.includes(aptitude)),
  );

function squadOf(
  profile: EngagementProfile,
  seat: Seat,
  index: number,
  first: number,
  tables: Tables,
  reading: FireReading,
): Squad {
  const { unit } = seat;
  const { options } = profile;
  const guns: Gun[] = [];
  const barrels = unit.troopers.map((): number[] => []);
  for (const gun of gunsOf(unit)) {
    let kind = guns.findIndex((known) => alike(known, gun));
    if (kind < 0) kind = guns.push(gun) - 1;
    for (let shot = 0; shot < gun.weapon.shots; shot++) barrels[gun.trooper]!.push(kind);
  }
  const given = unit.troopers.map(({ line }) => (line.character ? Math.max(0, line.commandBonus) : 0));
  const bonuses = [...new Set([0, ...given])].sort((a, b) => a - b);
  const onDamage = options.medikitOnDamage && options.medikitUses === "unlimited" && unit.medikit !== "none";
  const variants = bonuses.flatMap((bonus) => [false, true].map((treated) => ({ bonus, treated })));
  const perVariant = (make: (variant: (typeof variants)[number], trooper: number) => number) =>
    Int32Array.from(variants.flatMap((variant) => unit.troopers.map((_, trooper) => make(variant, trooper))));
  const defence = ({ bonus, treated }: (typeof variants)[number], trooper: number) =>
    defended(unit.troopers[trooper]!, bonus, treated, options);
  const unpinning = perVariant((variant, trooper) => {
    const own = defence(variant, trooper);
    return tables.of(`unpin ${own.implacable} ${own.pin}`, (dice) => unpin(dice, own, options), "A-RAL-13");
  });
  const caring = perVariant((_, trooper) => {
    const own = unit.troopers[trooper]!.defence;
    return tables.of(`care ${own.bands[2].join()}`, (dice) => care(dice, own), "A-RAL-15");
  });
  return {
    ...seat,
    index,
    first,
    size: unit.soldiers.length,
    own: ownPlace(seat.side, seat.side === 0 ? index : index - profile.sides[0].length),
    guns,
    shots: shotsOf(unit),
    shotsEach: guns.length <= 1 && new Set(barrels.map(({ length }) => length)).size === 1 ? barrels[0]!.length : -1,
    barrels,
    initiative: unit.troopers.map(({ initiative }) => initiative),
    bonuses,
    bonusOf: given.map((bonus) => bonuses.indexOf(bonus)),
    treatment: !onDamage ? "never" : unit.medikit === "unit" ? "always" : "whileReady",
    hidden: unit.troopers.map((trooper) => hidden(profile, trooper)),
    someHidden: unit.troopers.some((trooper) => hidden(profile, trooper)),
    character: unit.troopers.map(({ line }) => line.character),
    gladiator: unit.troopers.map(({ line }) => line.skills.includes("gladiator")),
    move: unit.troopers.map(({ line }) => chargeMove(line.skills.includes("leap"))),
    medic: bearers(unit, "medikit"),
    caller: bearers(unit, "sacrifice"),
    protects: options.hitTransfer !== "off" && unit.troopers.some(({ line }) => line.character),
    pinTests: perVariant((variant, trooper) => {
      const own = defence(variant, trooper);
      return tables.of(`pin ${own.implacable} ${own.pin}`, settle(SAVED, own, reading), "A-SUP-01");
    }),
    unpinning,
    care: caring,
  };
}

function sceneOf(profile: EngagementProfile, squads: readonly Squad[], turn: number, tables: Tables): Scene {
  const orders = squads.map(({ unit }) => atTurn(unit.orders, turn));
  const charges = squads.map(({ unit }) => atTurn(unit.does, turn) === "charge");
  const byDistance = (squad: Squad) =>
    squads
      .filter((other) => other.side !== squad.side)
      .map((other) => ({ other, gap: gapOf(profile, turn, squad, other) }))
      .sort((a, b) => a.gap - b.gap);
  const aims = squads.map((squad) => {
    const order = orders[squad.index]!;
    if (order === "run" || order === "none") return [];
    return byDistance(squad).flatMap(
      ({ other, gap }) => aimOf(profile, squad, order, other, orders[other.index]!, gap, tables) ?? [],
    );
  });
  const moving = (unit: number) => orders[unit] === "move" || orders[unit] === "run";
  return {
    orders: orders.map(orderCode),
    charges,
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
    ...firingOf(squads, orders, charges),
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
    firingOrder(units, alpha).flatMap(({ units: own }) => own.map(({ index }) => index));
  const order = [under("first"), under("second")] as const;
  const isMixed = firing.some(({ initiative }) => new Set(initiative).size > 1);
  return {
    firing: firingOrder(units, "first").map(({ units: own }) => own.map(({ index }) => index).sort((a, b) => a - b)),
    order: isMixed ? undefined : order,
    alphaMatters: isMixed || order[0].some((unit, i) => unit !== order[1][i]),
  };
}

/** The columns of a unit at another; undefined when no gun reaches or nobody can be seen. */
function aimOf(
  profile: EngagementProfile,
  squad: Squad,
  order: OrderOrNone,
  other: Squad,
  targetOrder: OrderOrNone,
  gap: number,
  tables: Tables,
): Aim | undefined {
  const { options } = profile;
  const reach = squad.guns.map((gun) => inReach(gun, gap));
  if (!reach.includes(true) || other.hidden.every(Boolean)) return undefined;
  const reading: FireReading = { pinTests: options.pinTests, volley: options.volley };
  const variants = other.bonuses.length * 2;
  const troopers = other.unit.troopers;
  const length = variants * squad.guns.length * troopers.length * CELLS;
  const columns = new Int32Array(length).fill(-1);
  const hurts = new Int32Array(length).fill(-1);
  const hits = new Int32Array(length).fill(-1);
  let at = 0;
  for (let variant = 0; variant < variants; variant++) {
    const isUsed = variant % 2 === (other.treatment === "always" ? 1 : 0) || other.treatment === "whileReady";
    for (const [g, gun] of squad.guns.entries())
      for (const trooper of troopers) {
        const defence = defended(trooper, other.bonuses[variant >> 1]!, variant % 2 === 1, options);
        for (let cell = 0; cell < CELLS; cell++, at++) {
          if (!reach[g] || !isUsed) continue;
          const state = cell === TESTED_CELL ? SAVED : Math.min(cell, DOWN_CELL);
          if (state === SAVED && (reading.volley === "grouped" || reading.pinTests === "perSavedHit")) continue;
          const had = cell >= DOWN_CELL && cell < TESTED_CELL && options.downCamouflage === "asOrder";
          const seenOrder = had ? orderOfCode(cell - DOWN_CELL) : targetOrder;
          const ready = exposureOf(profile, gun, order, trooper, targetOrder, gap, defence);
          const down = exposureOf(profile, gun, order, trooper, seenOrder, gap, defence);
          const exposures = (own: number) => (own === DOWN_CELL ? down(own) : ready(own));
          columns[at] = tables.column(exposures, state, reading);
          if (!other.protects) continue;
          hurts[at] = tables.column((own) => ({ ...exposures(own), toHit: 1 }), state, reading);
          const { toHit } = exposures(state);
          hits[at] = tables.of(`hit ${toHit}`, (dice) => Number(dice.atLeast(10, toHit, "A-SHOOT-17")), "A-SHOOT-17");
        }
      }
  }
  return {
    target: other.index,
    gap,
    reach,
    columns,
    hurts,
    hits,
    meet: exposureOf(
      profile,
      squad.guns[0]!,
      order,
      troopers[0]!,
      targetOrder,
      gap,
      defended(troopers[0]!, 0, other.treatment === "always", options),
    ),
    shelter: Int32Array.from(
      troopers.flatMap((trooper) =>
        Array.from({ length: CELLS }, (_, cell) =>
          shelter(
            profile,
            trooper,
            cell >= DOWN_CELL && cell < TESTED_CELL && options.downCamouflage === "asOrder"
              ? orderOfCode(cell - DOWN_CELL)
              : targetOrder,
            cell === TESTED_CELL ? READY : Math.min(cell, DOWN_CELL),
          ),
        ),
      ),
    ),
  };
}
