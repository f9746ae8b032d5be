import type { Stream } from "../dice/index.ts";
import type { Chain } from "./chain.ts";
import { happens } from "./fall.ts";
import { ratio } from "./fraction.ts";

/**
 * A way through a chain of which something is known: each way that fits comes with its own chance among those that fit.
 * Works backwards first, from what is known at the end to the chance of getting there from every state before.
 * @param fits whether a state is possible after so many steps; 0 is the start
 * @returns the state at the start and after each step
 */
export function pathGiven<S>(
  chain: Chain<S>,
  fits: (step: number, state: number) => boolean,
  chance: Stream,
): Int32Array {
  const { steps, transitions, states, start } = chain;
  const shares = transitions.map(({ runs, total }) => runs.map(({ weight }) => ratio(weight, total)));
  const layers = [new Set([start])];
  steps.forEach((row, step) => {
    const next = new Set<number>();
    for (const state of layers[step]!) {
      const transition = transitions[row[state]!];
      for (const to of transition === undefined ? [state] : transition.runs.map(({ outcome }) => outcome))
        if (fits(step + 1, to)) next.add(to);
    }
    layers.push(next);
  });
  const ahead: Float64Array[] = []; // the chance of what is known from here on, up to a factor
  for (let step = steps.length; step >= 0; step--) {
    const chances = new Float64Array(states.length);
    const next = ahead[step + 1];
    let most = 0;
    for (const state of layers[step]!) {
      if (next === undefined) chances[state] = 1;
      else {
        const number = steps[step]![state]!;
        if (number < 0) chances[state] = next[state]!;
        else
          transitions[number]!.runs.forEach(({ outcome }, i) => {
            chances[state]! += shares[number]![i]! * next[outcome]!;
          });
      }
      most = Math.max(most, chances[state]!);
    }
    // Scaled, so that long chains do not run out of numbers.
    if (most > 0) for (const state of layers[step]!) chances[state]! /= most;
    ahead[step] = chances;
  }
  if (!(ahead[0]![start]! > 0)) throw new RangeError("no way through the chain fits what is known");
  const path = Int32Array.of(start, ...steps.map(() => -1));
  steps.forEach((row, step) => {
    const state = path[step]!;
    const number = row[state]!;
    path[step + 1] = number < 0 ? state : chosen(transitions[number]!.runs, shares[number]!, ahead[step + 1]!, chance);
  });
  return path;
}

function chosen(
  runs: readonly { readonly outcome: number }[],
  shares: readonly number[],
  ahead: Float64Array,
  chance: Stream,
): number {
  let found = -1;
  let sum = 0;
  runs.forEach(({ outcome }, i) => {
    const share = shares[i]! * ahead[outcome]!;
    if (share === 0) return;
    sum += share;
    if (found < 0 || happens(chance, share / sum)) found = outcome;
  });
  return found;
}
