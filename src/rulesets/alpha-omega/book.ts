import type { ByOrder } from "./words.ts";

/** Highest die that pins and highest die that puts down; anything above is out (A-WOUND-01 to A-WOUND-03). */
export type WoundBands = readonly [pinned: number, down: number];

/** Every number of the book that a designer may retune under `rules:`. */
export interface Book {
  readonly woundBands: Readonly<Record<"standard" | "endurance" | "drone", WoundBands>>;
  /** A-SHOOT-05. An order that is not here does not shoot (A-SHOOT-04). */
  readonly shooterOrder: Readonly<Record<"aimed" | "manoeuvre" | "move", number>>;
  /** A-SHOOT-06: the same for vehicles. */
  readonly vehicleOrder: Readonly<Record<"aimed" | "manoeuvre" | "move", number>>;
  /** Modifiers by the target's order (A-SHOOT-13 to A-SHOOT-15). */
  readonly targetOrder: Readonly<Record<"standard" | "camouflage" | "minus", ByOrder<number>>>;
  /** A-SHOOT-10 and A-SHOOT-11: 10 to 50 % visible, 50 to 90 % visible, contact with scenery. */
  readonly cover: Readonly<Record<"mostlyHidden" | "partlyHidden" | "contact", number>>;
  /** A-CC-10 and A-CC-11: differences of score from which one, two and three hits are inflicted. */
  readonly hitBands: HitBands;
}

export type HitBands = readonly [one: number, two: number, three: number];

/** The numbers as the rule texts print them. */
export const BOOK: Book = {
  woundBands: { standard: [2, 5], endurance: [3, 6], drone: [2, 7] },
  shooterOrder: { aimed: 1, manoeuvre: 0, move: -1 },
  vehicleOrder: { aimed: 1, manoeuvre: 0, move: -2 },
  targetOrder: {
    standard: { aimed: -1, manoeuvre: -2, move: 0, run: 1 },
    camouflage: { aimed: -3, manoeuvre: -3, move: 0, run: 1 },
    minus: { aimed: -1, manoeuvre: -2, move: -2, run: -1 },
  },
  cover: { mostlyHidden: -2, partlyHidden: -1, contact: -1 },
  hitBands: [2, 4, 7],
};

/** A-CC-20: what an order costs in close combat; manoeuvre and move only if the soldier fired. */
export const MELEE_ORDER: ByOrder<number> = { aimed: -4, manoeuvre: -2, move: -2, run: 0 };
/** A-SUP-05, A-CC-20: a pinned soldier stands up and fights at this. */
export const MELEE_PINNED = -2;
/** A-CC-04: no more than these fight one soldier. */
export const MOST_AGAINST_ONE = 5;
/** A-CC-13 to A-CC-16, by how many there are against one: their D10s without a weapon, and what is added to their CC. */
export const NUMBERS: readonly { readonly dice: number; readonly bonus: number }[] = [
  { dice: 1, bonus: 0 },
  { dice: 1, bonus: 0 },
  { dice: 2, bonus: 0 },
  { dice: 3, bonus: 0 },
  { dice: 3, bonus: 1 },
  { dice: 3, bonus: 2 },
];

/** A-VEH-01: CT of anyone who shoots at a vehicle. */
export const ARMOUR_SKILL = 3;
/** A-RAL-11: the die from which a repair succeeds. */
export const REPAIRED_FROM = 6;
/** A-RAL-08b: points that a damaged tank costs each of these sections, at mark X and at mark Y. */
export const DETERIORATION = { sections: ["propulsion", "engine", "cargo"], markX: 1, markY: 2 } as const;
