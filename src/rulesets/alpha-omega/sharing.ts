/** Like things of a cell, known once. */
import { keptIn } from "../../rule/once.ts";

/** Numbers things in the order in which they are met; the same thing, the same number. */
export function numbering(): (thing: object) => number {
  const numbers = new Map<object, number>();
  return (thing) => keptIn(numbers, thing, () => numbers.size);
}

/** What is made of each place; places of like keys share it. */
export function sharing<T>(keys: readonly string[], of: (i: number) => T): T[] {
  const known = new Map<string, T>();
  return keys.map((key, i) => keptIn(known, key, () => of(i)));
}
