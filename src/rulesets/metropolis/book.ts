import type { Band } from "./words.ts";

/** Ten rows of ten: row A - 1, column D - 1. */
export type TenByTen = readonly (readonly number[])[];

/** Every number of the reference sheet; those of `Retunable` may be changed under `rules:`. */
export interface Book {
  /** B-SHOOT-03: the needed die by SH, SH 1 first. */
  readonly hitTable: readonly number[];
  /** B-CC-02: the needed die to hit in melee, attacker's AS down, defender's AS across. */
  readonly meleeTable: TenByTen;
  /** B-TAB-01: damage, reactions and every other test, active stat down, difficulty across. */
  readonly testTable: TenByTen;
  /** B-SHOOT-05: added to the die when the target unit (QB-08: the shooter) has moved. */
  readonly moved: number;
  /** B-SHOOT-05, QB-09: added to the die by the target's size class, class 0 first. */
  readonly size: readonly number[];
  /** B-RANGE-01: how far each band reaches, in inches, the limit included (QB-04). Contact is 0. */
  readonly bands: Readonly<Record<Exclude<Band, "contact">, number>>;
  /** B-CC-03: added to the die to hit in melee. */
  readonly melee: Readonly<Record<"panicked" | "charged" | "cover" | "opponentPanicked", number>>;
  /** B-MOR-06: added to the die when rallying with enemies in sight. */
  readonly rally: Readonly<Record<"medium" | "short", number>>;
  /** B-TAB-02: the difficulty of a test that names none. */
  readonly difficulty: number;
  /** E-22: how far a charge reaches, in inches: three moves of 4. */
  readonly chargeReach: number;
}

/** Printed twice in the sheet, for melee and for tests; a designer may change either. */
const TABLE: TenByTen = [
  [6, 7, 8, 9, 10, 10, 10, 10, 10, 10],
  [5, 6, 7, 8, 9, 10, 10, 10, 10, 10],
  [4, 5, 6, 7, 8, 9, 10, 10, 10, 10],
  [3, 4, 5, 6, 7, 8, 9, 10, 10, 10],
  [2, 3, 4, 5, 6, 7, 8, 9, 10, 10],
  [2, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  [2, 2, 2, 3, 4, 5, 6, 7, 8, 9],
  [2, 2, 2, 2, 3, 4, 5, 6, 7, 8],
  [2, 2, 2, 2, 2, 3, 4, 5, 6, 7],
  [2, 2, 2, 2, 2, 2, 3, 4, 5, 6],
];

/** The numbers as the sheet prints them. */
export const BOOK: Book = {
  hitTable: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  meleeTable: TABLE,
  testTable: TABLE,
  moved: -1,
  size: [-1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 3],
  bands: { short: 12, medium: 24, long: 36, extreme: 48 },
  melee: { panicked: -2, charged: 1, cover: 1, opponentPanicked: 2 },
  rally: { medium: -1, short: -2 },
  difficulty: 4,
  chargeReach: 12,
};

/** What `rules:` gives: any part of the book. */
export type BookChanges = {
  readonly [K in keyof Book]?: Book[K] extends Readonly<Record<string, number>> ? Partial<Book[K]> : Book[K];
};

/** The book with a designer's numbers over it. */
export const bookOf = (changes: BookChanges): Book => ({
  ...BOOK,
  ...changes,
  bands: { ...BOOK.bands, ...changes.bands },
  melee: { ...BOOK.melee, ...changes.melee },
  rally: { ...BOOK.rally, ...changes.rally },
});
