import type { Stream } from "../../../dice/index.ts";
import { happens } from "../../../rule/index.ts";

/** The chances of a soldier's four states. */
export type StateChances = readonly number[];

/**
 * Who of a unit ended in which state, of which only the counts are known: each way is as likely as it is among those
 * that give the counts.
 * @param soldiers the chances of each, by state
 * @param counts how many ended ready, pinned, down and out
 */
export function assigned(soldiers: readonly StateChances[], counts: readonly number[], chance: Stream): number[] {
  const sizes = counts.map((count) => count + 1);
  const at = (left: readonly number[]) => left.reduce((index, count, state) => index * sizes[state]! + count, 0);
  const room = sizes.reduce((product, size) => product * size, 1);
  /** After so many soldiers: the chance that the others come out as what is left of the counts. */
  const ahead: Float64Array[] = [];
  ahead[soldiers.length] = new Float64Array(room);
  ahead[soldiers.length]![0] = 1;
  const every = combinations(sizes);
  for (let i = soldiers.length - 1; i >= 0; i--) {
    const chances = new Float64Array(room);
    for (const left of every) {
      if (left.reduce((a, b) => a + b, 0) !== soldiers.length - i) continue;
      soldiers[i]!.forEach((share, state) => {
        if (share > 0 && left[state]! > 0) chances[at(left)]! += share * ahead[i + 1]![at(less(left, state))]!;
      });
    }
    ahead[i] = chances;
  }
  let left: readonly number[] = counts;
  return soldiers.map((shares, i) => {
    let found = -1;
    let sum = 0;
    shares.forEach((share, state) => {
      const weight = share > 0 && left[state]! > 0 ? share * ahead[i + 1]![at(less(left, state))]! : 0;
      if (weight === 0) return;
      sum += weight;
      if (found < 0 || happens(chance, weight / sum)) found = state;
    });
    if (found < 0) throw new RangeError("no way of falling gives these counts");
    left = less(left, found);
    return found;
  });
}

const less = (counts: readonly number[], state: number): number[] =>
  counts.map((count, i) => (i === state ? count - 1 : count));

function combinations([first, ...others]: readonly number[]): number[][] {
  if (first === undefined) return [[]];
  const rest = combinations(others);
  return Array.from({ length: first }, (_, count) => rest.map((more) => [count, ...more])).flat();
}
