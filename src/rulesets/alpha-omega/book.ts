import type { ByOrder } from "./words.ts";

/** Highest die that pins and highest die that puts down; anything above is out (A-WOUND-01 to A-WOUND-03). */
export type WoundBands = readonly [pinned: number, down: number];

/** Modifiers by the target's order (A-SHOOT-13 to A-SHOOT-15). */
export interface TargetOrder {
  readonly standard: ByOrder<number>;
  readonly camouflage: ByOrder<number>;
  readonly minus: ByOrder<number>;
}

/** Every number of the book that a designer may retune under `rules:`. */
export interface Book {
  readonly woundBands: Readonly<Record<"standard" | "endurance" | "drone", WoundBands>>;
  /** A-SHOOT-05. An order that is not here does not shoot (A-SHOOT-04). */
  readonly shooterOrder: Readonly<Record<"aimed" | "manoeuvre" | "move", number>>;
  readonly targetOrder: TargetOrder;
  /** A-SHOOT-10 and A-SHOOT-11: 10 to 50 % visible, 50 to 90 % visible, contact with scenery. */
  readonly cover: Readonly<Record<"mostlyHidden" | "partlyHidden" | "contact", number>>;
}

/** The numbers as the rule texts print them. */
export const BOOK: Book = {
  woundBands: { standard: [2, 5], endurance: [3, 6], drone: [2, 7] },
  shooterOrder: { aimed: 1, manoeuvre: 0, move: -1 },
  targetOrder: {
    standard: { aimed: -1, manoeuvre: -2, move: 0, run: 1 },
    camouflage: { aimed: -3, manoeuvre: -3, move: 0, run: 1 },
    minus: { aimed: -1, manoeuvre: -2, move: -2, run: -1 },
  },
  cover: { mostlyHidden: -2, partlyHidden: -1, contact: -1 },
};
