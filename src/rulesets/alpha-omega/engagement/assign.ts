import type { Stream } from "../../../dice/index.ts";
import { chainBy, type DistributionStep } from "../../../rule/chain.ts";
import { certain, joined } from "../../../rule/distribution.ts";
import { keptIn } from "../../../rule/once.ts";
import { pathGiven } from "../../../rule/path.ts";
import type { CodedDistribution } from "./roll.ts";

/**
 * Who of a unit ended in which state, of which only the counts are known: each way is as likely as it is among those
 * that give the counts.
 * @param soldiers of each, the distribution of his state
 * @param counts how many ended ready, pinned, down and out
 */
export function assigned(
  soldiers: readonly CodedDistribution[],
  counts: readonly number[],
  chance: Stream,
): readonly number[] {
  const known = new Map<CodedDistribution, DistributionStep<readonly number[]>>();
  const key = (left: readonly number[]) => left.join();
  // What is left of the counts, soldier by soldier.
  const stepOf =
    ({ codes, weights, total }: CodedDistribution): DistributionStep<readonly number[]> =>
    (left) => {
      if (left.some((count) => count < 0)) return certain(left);
      const states = [...codes.keys()].sort((a, b) => codes[a]! - codes[b]!);
      const fallen = states.map((i) => ({ outcome: less(left, codes[i]!), weight: weights[i]!, total }));
      return joined(fallen, key);
    };
  const steps = soldiers.map((roll) => keptIn(known, roll, stepOf));
  const chain = chainBy({ id: "E-05", start: counts, key, steps, most: Number.POSITIVE_INFINITY });
  const path = pathGiven(chain, (_, state) => chain.states[state]!.every((count) => count >= 0), chance);
  return soldiers.map((_, i) =>
    chain.states[path[i]!]!.findIndex((count, state) => count > chain.states[path[i + 1]!]![state]!),
  );
}

const less = (counts: readonly number[], state: number): number[] =>
  counts.map((count, i) => (i === state ? count - 1 : count));
