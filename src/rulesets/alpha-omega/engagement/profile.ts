import type { Vehicle } from "../armour.ts";
import type { Book } from "../book.ts";
import type { Defence } from "../damage.ts";
import type { Line, Weapon } from "../lines.ts";
import type { Options } from "../options.ts";
import type { VehicleCard } from "../vehicles.ts";
import type { Alpha, OrderOrNone } from "../words.ts";
import type { Command, Policy } from "./policy.ts";

/** A whole fight, everything looked up and checked: plain data, posted to worker threads. */
export interface EngagementProfile {
  readonly turns: number;
  readonly sides: readonly [readonly UnitProfile[], readonly UnitProfile[]];
  /** Paces between each unit of the first side and each of the second, by turn; the last turn repeats (E-01). */
  readonly gaps: readonly (readonly (readonly number[])[])[];
  /** Per cent of a soldier seen by his enemies, where his line does not say otherwise. */
  readonly visible: number;
  readonly contactCover: boolean;
  /** Who is Alpha in every phase, by turn; the last repeats. Left out, the duels say who (A-GEN-02). */
  readonly alpha?: readonly Alpha[];
  readonly book: Book;
  readonly options: Options;
  /** By side, what it orders as the fight goes, instead of orders by turn (E-19). */
  readonly policies?: readonly [Policy | undefined, Policy | undefined];
  /** A-RAL-10, E-13: victory points instead of shares of ready and pinned soldiers. */
  readonly objectives?: Objectives;
}

/** E-18: the side that is Alpha in every phase of a turn counted from 0; undefined where duels decide. */
export function alphaAt({ alpha = ["fair"] }: Pick<EngagementProfile, "alpha">, turn: number): 0 | 1 | undefined {
  const given = atTurn(alpha, turn);
  return given === "fair" ? undefined : given === "first" ? 0 : 1;
}

/** Victory points (E-13). */
export interface Objectives {
  /** For each enemy out. */
  readonly enemyOut: number;
  /** For each own soldier who is not out at the end. */
  readonly survivor: number;
  /** For having more ready soldiers than the enemy at the end. */
  readonly lastTurn: number;
}

/** One kind of soldier. */
export interface Trooper {
  readonly line: Line;
  readonly initiative: number;
  readonly save: number;
  readonly command: number;
  /** Without the bonus of a character. */
  readonly defence: Defence;
}

/** Whose an aptitude is: the unit's, whatever becomes of its soldiers, or that of some soldiers while they are ready. */
export type Bearer = "none" | "unit" | "soldiers";

/** A vehicle that stands in a fight (E-17). */
export interface FightVehicle extends Vehicle, Pick<VehicleCard, "label" | "hitModifier" | "ballisticSkill"> {
  readonly weapons: readonly Weapon[];
  /** The section that its crew repairs, or WORST; undefined: it repairs nothing. */
  readonly mended: number | undefined;
}

/** Soldiers, or one vehicle and no soldiers. */
export interface UnitProfile {
  readonly name: string;
  readonly vehicle?: FightVehicle;
  readonly troopers: readonly Trooper[];
  /** Each soldier's kind (index into `troopers`), in list order. */
  readonly soldiers: readonly number[];
  /** By turn; the last repeats (E-02). */
  readonly orders: readonly OrderOrNone[];
  readonly does: readonly ("fire" | "charge")[];
  /** E-04. */
  readonly intercept: boolean;
  /** E-08. */
  readonly dodge: boolean;
  /** E-05: shots on one soldier before the next gets any; null puts all on the first. */
  readonly each: number | null;
  /** E-09. */
  readonly medikit: Bearer;
  /** E-10. */
  readonly sacrifice: Bearer;
  readonly sacrificeAt: number;
}

/** The entry of a list by turn, counted from 0: the last one repeats. */
export const atTurn = <T>(list: readonly T[], turn: number): T => list[Math.min(turn, list.length - 1)]!;

/** Sides and units in one row: the first side's units, then the second's. */
export interface Seat {
  readonly unit: UnitProfile;
  readonly side: 0 | 1;
  /** Place within its side. */
  readonly place: number;
}

export const seatsOf = ({ sides }: EngagementProfile): Seat[] =>
  ([0, 1] as const).flatMap((side) => sides[side].map((unit, place) => ({ unit, side, place })));

/** Whether any side fields a vehicle (E-17). */
export const isArmoured = ({ sides }: Pick<EngagementProfile, "sides">): boolean =>
  sides.flat().some(({ vehicle }) => vehicle !== undefined);

/** E-01: the gap between two units of opposite sides in a turn counted from 0. */
export const gapOf = ({ gaps }: EngagementProfile, turn: number, a: Seat, b: Seat): number => {
  const [first, second] = a.side === 0 ? [a, b] : [b, a];
  return atTurn(gaps, turn)[first.place]![second.place]!;
};

/** What a unit may be told in a turn. */
export const commandsAt = ({ policies }: EngagementProfile, { unit, side }: Seat, turn: number) =>
  (policies?.[side]?.commands ?? [{ order: atTurn(unit.orders, turn) }]).map(
    ({ order, does = atTurn(unit.does, turn) }: { readonly order: OrderOrNone; readonly does?: Command["does"] }) => ({
      order,
      does,
    }),
  );

/** QA-07 `asOrder`: whether it counts which order a soldier had when he went down. */
export const remembersOrders = ({ options, sides }: EngagementProfile): boolean =>
  options.downCamouflage === "asOrder" && sides.flat().some(({ orders }) => new Set(orders).size > 1);

/** Turns after which nothing new is ordered: the last one of every list by turn repeats. */
export const distinctTurns = (profile: EngagementProfile): number =>
  Math.min(
    profile.turns,
    Math.max(
      profile.gaps.length,
      profile.alpha?.length ?? 1,
      ...seatsOf(profile).map(({ unit }) => Math.max(unit.orders.length, unit.does.length)),
    ),
  );
