import { keptIn } from "../rule/once.ts";

/** Whatever is to be told together, by a key, in its order. */
export function groupedBy<T>(all: readonly T[], key: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) keptIn(groups, key(one), (): T[] => []).push(one);
  return [...groups.values()];
}
