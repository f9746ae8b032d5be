import { BOOK, type Book, type TenByTen } from "./book.ts";
import type { Options } from "./options.ts";
import { D10 } from "./words.ts";

/** Needed dice, from the tables and the modifiers. 1 or less always succeeds, 11 or more never. */

/** The formula behind the sheet's two tables of ten by ten (B-TAB-01), without their limits. */
export const tableFormula = (active: number, difficulty: number): number => 6 + difficulty - active;

/** The limits of the tables, and of natural rolls: a 1 always fails, a 10 always succeeds. */
export const limited = (needed: number): number => Math.min(Math.max(needed, 2), D10);

/** B-SHOOT-03 to B-SHOOT-05: to hit when shooting; natural rolls always count here. */
export const neededToHit = (shooting: number, modifier: number, book: Book): number =>
  limited(book.hitTable[shooting - 1]! - modifier);

/**
 * B-TAB-01, QB-01, QB-02: what a stat of `active` needs against `difficulty`, both 1 to 10.
 * Assumes the printed table where modifiers come before it (checked when the scenario is read).
 */
export function neededOnTable(
  table: TenByTen,
  active: number,
  difficulty: number,
  modifier: number,
  reading: Pick<Options, "naturalRule" | "modifierStage">,
): number {
  if (reading.modifierStage === "beforeTable") return limited(tableFormula(active, difficulty) - modifier);
  const needed = table[active - 1]![difficulty - 1]! - modifier;
  return reading.naturalRule === "all" ? limited(needed) : needed;
}

/** QB-02: a table that a designer retuned has no formula to shift. */
export const isPrinted = (book: Book): boolean =>
  book.meleeTable === BOOK.meleeTable && book.testTable === BOOK.testTable;
