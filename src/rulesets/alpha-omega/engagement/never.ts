/** What a fight is told that cannot happen in it, whatever the dice say: by distances, orders and readings alone. */
import { message, type Sentence } from "../../../rule/message.ts";
import type { CellPath } from "../../data.ts";
import { type Never, neverPossible } from "../../never.ts";
import type { NeverKind } from "../words.ts";
import { type Gun, gunsOf, hidden, inReach, piercingOf } from "./aim.ts";
import { chargeMove, isReached, reachesContact } from "./contact.ts";
import {
  commandsAt,
  type EngagementProfile,
  gapOf,
  isArmoured,
  type Seat,
  seatsOf,
  type UnitProfile,
} from "./profile.ts";

export const SIDES = ["first", "second"] as const;
const placeOf = ({ side, place }: Seat): CellPath => ["sides", side, "units", place];

export const neverOf = (
  what: NeverKind,
  seat: Seat,
  path: CellPath,
  rule: string,
  text: Sentence,
  decides = false,
): Never => ({
  what,
  path: [...placeOf(seat), ...path],
  unit: seat.unit.name,
  side: SIDES[seat.side],
  rule,
  text,
  ...(decides ? { decides: true } : {}),
});

/** What of a unit has nothing to do: where that is told, by which rule, and why. */
const IDLE = {
  intercept: [
    "intercept",
    "A-SHOOT-08, E-04",
    "nobody to intercept: no enemy is on move or run on a turn on which it is on aimed",
  ],
  dodge: ["dodge", "A-RAL-03", "nobody to dodge: no charge reaches anybody on any turn"],
  gladiator: ["skills", "A-RAL-07", "nothing for the skill gladiator to do: no charge reaches anybody on any turn"],
  medikit: ["skills", "A-RAL-17, E-09", "its medikit is never used: no enemy ever fires at it"],
  sacrifice: ["skills", "A-RAL-18, E-10", "its call to sacrifice is never made: no enemy ever fires at it"],
  grenade: ["weapons", "A-RAL-08a, E-17", "its grenades are never applied to a vehicle: it is never told to charge"],
} as const satisfies Partial<Record<NeverKind, readonly [field: string, rule: string, Sentence]>>;

function idle(what: keyof typeof IDLE, seat: Seat): Never {
  const [field, rule, text] = IDLE[what];
  return neverOf(what, seat, [field], rule, text);
}

/** Where a unit is told what it does: by its side's policy, or by itself. */
export const toldIn = ({ policies }: EngagementProfile, seat: Seat, field: string): CellPath =>
  policies?.[seat.side] === undefined || field === "weapon"
    ? [...placeOf(seat), field]
    : ["sides", seat.side, "policy"];

const isMoving = (order: string): boolean => order === "move" || order === "manoeuvre";

/** Who may do what on which turn, by orders and distances alone. */
export function fightGround(profile: EngagementProfile) {
  const seats = seatsOf(profile);
  const turns = Array.from({ length: profile.turns }, (_, turn) => turn);
  const enemies = ({ side }: Seat): Seat[] => seats.filter((other) => other.side !== side);
  /** Whether somebody of a unit is not hidden from all fire (A-SHOOT-09). */
  const isSeen = ({ unit }: Seat) =>
    unit.vehicle !== undefined || unit.troopers.some((trooper) => !hidden(profile, trooper));
  /** The enemies that a gun may harm. */
  const targets = (seat: Seat, gun: Gun): Seat[] =>
    enemies(seat).filter(
      (enemy) => isSeen(enemy) && (!enemy.unit.vehicle || piercingOf(gun, profile.options) !== undefined),
    );
  const gap = (turn: number, seat: Seat, others: readonly Seat[]): number =>
    Math.min(...others.map((enemy) => gapOf(profile, turn, seat, enemy)));
  /** Whom it may charge: vehicles, if it carries grenades and is told to (E-17). */
  const chargeable = (seat: Seat): Seat[] => {
    const grenades = seat.unit.troopers.some(({ line }) => line.weapons.some(({ grenade }) => grenade));
    return enemies(seat).filter(({ unit }) => unit.vehicle === undefined || grenades);
  };
  /** Paces of the longest charge move of anybody of it. */
  const move = ({ troopers }: UnitProfile): number =>
    Math.max(...troopers.map(({ line }) => chargeMove(line.skills.includes("leap"))));
  const on = (seat: Seat, isOne: (command: ReturnType<typeof commandsAt>[number]) => boolean): number[] =>
    turns.filter((turn) => commandsAt(profile, seat, turn).some(isOne));
  return {
    ...{ profile, seats, turns, enemies, targets, chargeable, move },
    /** Turns on which a unit may be to fire. */
    firing: (seat: Seat) => on(seat, ({ order, does }) => order === "aimed" || (isMoving(order) && does === "fire")),
    /** Turns on which it is told to charge, and may. */
    charging: (seat: Seat) => on(seat, ({ order, does }) => isMoving(order) && does === "charge"),
    nearest: (some: readonly number[], seat: Seat, others: readonly Seat[]): number =>
      Math.min(...some.map((turn) => gap(turn, seat, others))),
    reaches(turn: number, seat: Seat): boolean {
      const others = chargeable(seat);
      return others.length > 0 && isReached(gap(turn, seat, others), move(seat.unit), profile.options.chargePasses);
    },
    fires: (turn: number, seat: Seat): boolean =>
      gunsOf(seat.unit).some((gun) =>
        targets(seat, gun).some((enemy) => inReach(gun, gapOf(profile, turn, seat, enemy))),
      ),
  };
}
export type FightGround = ReturnType<typeof fightGround>;

const NOBODY_ORDERED = "no unit has an order on any turn, so nobody acts: give each unit one, as order: aimed";

/** What of a fight cannot happen. */
export function neverInFight(profile: EngagementProfile, written: Written): Never[] {
  const sight = fightGround(profile);
  const meets = reachesContact(profile);
  const inapplicable = [0, 1].map((side) => isInapplicableSide(sight, side));
  const [first] = sight.seats;
  const isOrdered = sight.seats.some((seat) =>
    sight.turns.some((turn) => commandsAt(profile, seat, turn).some(({ order }) => order !== "none")),
  );
  if (first !== undefined && !isOrdered) {
    const { unit: _, ...told } = neverOf("order", first, [], "E-02", NOBODY_ORDERED, true);
    return [{ ...told, path: ["sides"] }];
  }
  const ofSeats = sight.seats.flatMap((seat): Never[] => {
    const decides = inapplicable[seat.side]!;
    return [
      ...charges(sight, seat, decides),
      ...fires(sight, seat, decides),
      ...interceptions(sight, seat),
      ...(meets ? [] : contacts(seat)),
      ...(meets || isArmoured(profile) ? [] : unharmed(sight, seat)),
      ...grenades(sight, seat),
      ...beyond(profile, seat, written),
    ];
  });
  const units = profile.sides.map((side) => side.map(({ soldiers, vehicle }) => (vehicle ? 1 : soldiers.length)));
  const rules = (profile.policies ?? []).map((policy) => policy?.rules);
  return [...ofSeats, ...neverPossible(rules, profile.turns, units, "E-19")];
}

/** Lists by turn as they are written, by the name of their field. */
export type Written = (seat: Seat) => Readonly<Record<string, unknown>>;

/** Whether a side can harm nobody on half of the turns or more. */
function isInapplicableSide(sight: FightGround, side: number): boolean {
  const { turns, seats, profile } = sight;
  // Once somebody may be in contact, both sides may fight.
  const met = turns.findIndex((turn) =>
    seats.some((seat) => {
      const mayCharge = commandsAt(profile, seat, turn).some(
        ({ order, does }) => isMoving(order) && (does === "charge" || profile.options.chargeMandatory),
      );
      return seat.unit.vehicle === undefined && mayCharge && sight.reaches(turn, seat);
    }),
  );
  const inapplicable = turns.filter(
    (turn) =>
      (met < 0 || turn < met) &&
      seats.every((seat) => seat.side !== side || !sight.firing(seat).includes(turn) || !sight.fires(turn, seat)),
  );
  return 2 * inapplicable.length >= turns.length;
}

function charges(sight: FightGround, seat: Seat, decides: boolean): Never[] {
  const { profile } = sight;
  const { chargePasses } = profile.options;
  const { unit } = seat;
  const turns = sight.charging(seat);
  const enemies = sight.chargeable(seat);
  if (unit.vehicle || turns.length === 0 || enemies.length === 0) return [];
  if (turns.some((turn) => sight.reaches(turn, seat))) return [];
  const gap = sight.nearest(turns, seat, enemies);
  const move = sight.move(unit);
  const rule = chargePasses === 1 ? "QA-27, E-06" : "A-CC-03, E-06";
  const text =
    chargePasses === 1
      ? message`told to charge, and never can: the nearest enemy is ${gap} {pace|paces} away, and a charge reaches up to ${move}`
      : message`told to charge, and never can: the nearest enemy is ${gap} {pace|paces} away, and a charge reaches an enemy closer than ${2 * move}`;
  const told = neverOf("charge", seat, ["does"], rule, text, decides);
  return [{ ...told, path: toldIn(profile, seat, "does") }];
}

/** Guns that reach nobody on any turn on which their unit may fire. */
function fires(sight: FightGround, seat: Seat, decides: boolean): Never[] {
  const { profile } = sight;
  const guns = gunsOf(seat.unit);
  const turns = sight.firing(seat);
  if (turns.length === 0 || guns.length === 0) return [];
  const mute = guns.filter((gun) => {
    const targets = sight.targets(seat, gun);
    return !turns.some((turn) => targets.some((enemy) => inReach(gun, gapOf(profile, turn, seat, enemy))));
  });
  if (mute.length === 0) return [];
  const isAll = mute.length === guns.length;
  const names = [...new Set(mute.map(({ weapon }) => weapon.name))];
  return names.flatMap((name): Never[] => {
    const gun = mute.find(({ weapon }) => weapon.name === name)!;
    // Of several like ones in other hands some may reach.
    if (guns.some((other) => other.weapon.name === name && !mute.includes(other))) return [];
    const { label, range } = gun.weapon;
    const targets = sight.targets(seat, gun);
    const armoured = sight.enemies(seat).every(({ unit }) => unit.vehicle !== undefined);
    const written = guns.length === 1 && seat.unit.vehicle === undefined ? "weapon" : "weapons";
    if (targets.length > 0) {
      const gap = sight.nearest(turns, seat, targets);
      const most = range!.at(-1)![0];
      const text = message`${label} never fires: the nearest enemy is ${gap} {pace|paces} away, and it reaches up to ${most}`;
      return [neverOf("fire", seat, [written], "A-SHOOT-07", text, isAll && decides)];
    }
    const [rule, text] = armoured
      ? ([
          "A-VEH-05, E-17",
          message`${label} never fires: there are only vehicles, and it has neither piercing nor charge`,
        ] as const)
      : (["A-SHOOT-09", message`${label} never fires: less than 10 % of every enemy is visible`] as const);
    return [neverOf("fire", seat, [written], rule, text, isAll && decides)];
  });
}

/** A-SHOOT-08, E-04. */
function interceptions(sight: FightGround, seat: Seat): Never[] {
  const { profile } = sight;
  const { unit } = seat;
  if (!unit.intercept) return [];
  const aimed = sight.turns.filter((turn) => commandsAt(profile, seat, turn).some(({ order }) => order === "aimed"));
  const passes = (enemy: Seat, turn: number) =>
    commandsAt(profile, enemy, turn).some(({ order }) => order === "move" || order === "run");
  const met = aimed.flatMap((turn) =>
    sight.enemies(seat).flatMap((enemy) => (passes(enemy, turn) ? [{ enemy, turn }] : [])),
  );
  if (met.length === 0) return [idle("intercept", seat)];
  const reached = gunsOf(unit).some((gun) => {
    const targets = sight.targets(seat, gun);
    return met.some(({ enemy, turn }) => targets.includes(enemy) && inReach(gun, gapOf(profile, turn, seat, enemy)));
  });
  if (reached) return [];
  const gap = Math.min(...met.map(({ enemy, turn }) => gapOf(profile, turn, seat, enemy)));
  const text = message`nobody to intercept: the nearest enemy on move or run is ${gap} {pace|paces} away, beyond its weapons or out of sight`;
  return [neverOf("intercept", seat, ["intercept"], "A-SHOOT-07, A-SHOOT-08", text)];
}

/** What asks for an enemy in contact, where nobody ever is. */
function contacts(seat: Seat): Never[] {
  const { unit } = seat;
  const skilled = unit.troopers.some(({ line }) => line.skills.includes("gladiator"));
  return [...(unit.dodge ? [idle("dodge", seat)] : []), ...(skilled ? [idle("gladiator", seat)] : [])];
}

/**
 * What asks for somebody who was struck, where nobody ever is: no enemy may fire at it, and there is neither contact
 * nor wreck.
 */
function unharmed(sight: FightGround, seat: Seat): Never[] {
  const { profile } = sight;
  const isShot = sight
    .enemies(seat)
    .some((enemy) =>
      gunsOf(enemy.unit).some(
        (gun) =>
          sight.targets(enemy, gun).includes(seat) &&
          sight.firing(enemy).some((turn) => inReach(gun, gapOf(profile, turn, enemy, seat))),
      ),
    );
  if (isShot) return [];
  const { medikit, sacrifice } = seat.unit;
  return [
    ...(medikit === "none" ? [] : [idle("medikit", seat)]),
    ...(sacrifice === "none" ? [] : [idle("sacrifice", seat)]),
  ];
}

/** E-17: grenades for vehicles in the hands of who is never told to charge. */
function grenades(sight: FightGround, seat: Seat): Never[] {
  const { unit } = seat;
  const carries = unit.troopers.some(({ line }) => line.weapons.some(({ grenade }) => grenade));
  const armour = sight.enemies(seat).some((enemy) => enemy.unit.vehicle !== undefined);
  if (!carries || !armour || sight.charging(seat).length > 0) return [];
  return [idle("grenade", seat)];
}

/** E-02: what is written for turns that are not played. */
function beyond({ turns }: EngagementProfile, seat: Seat, written: Written): Never[] {
  return Object.entries(written(seat)).flatMap(([field, list]): Never[] => {
    if (!Array.isArray(list) || list.length <= turns) return [];
    const text = message`${field} has ${list.length} turns, and the fight ends after ${turns}`;
    return [neverOf("order", seat, [field, turns], "E-02", text)];
  });
}
