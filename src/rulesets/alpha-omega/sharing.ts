/** Like things of a cell, known once. */

/** Numbers things in the order in which they are met; the same thing, the same number. */
export function numbering(): (thing: object) => number {
  const numbers = new Map<object, number>();
  return (thing) => {
    const number = numbers.get(thing) ?? numbers.size;
    numbers.set(thing, number);
    return number;
  };
}

/** What is made of each place; places of like keys share it. */
export function sharing<T>(keys: readonly string[], of: (i: number) => T): T[] {
  const known = new Map<string, T>();
  return keys.map((key, i) => {
    const found = known.get(key) ?? of(i);
    known.set(key, found);
    return found;
  });
}
