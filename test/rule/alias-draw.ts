import type { AliasRows } from "../../src/rule/alias-rows.ts";

/** One outcome of a row, as its columns are described; `next` gives words. */
export function drawFrom({ data }: AliasRows, row: number, next: () => number): number {
  const word = next();
  const column = word >>> row;
  const first = row >>> 5;
  const low = data[first + 2 * column]!;
  const high = data[first + 2 * column + 1]!;
  const within = (word << -row) >>> 9;
  const threshold = high >>> 9;
  const isOwn = within === threshold ? next() >>> 0 < data[first + (2 << -row) + column]! >>> 0 : within < threshold;
  return ((isOwn ? low : (low >>> 20) | (high << 12)) << 12) >> 12;
}
