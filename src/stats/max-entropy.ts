import { equilibriumOf } from "../rule/matrix-game.ts";
import { ln } from "./elementary.ts";

/** So much less than the best an equilibrium may give, that there is room to look for the most even one. */
const SLACK = 1e-7;
const BARRIERS = 34;
const NEWTON = 60;

/**
 * The most even of all equilibria of a symmetric game (`payoffs[i][j]` is minus `payoffs[j][i]`): the shares of largest
 * entropy among those that nobody gains against (maxent Nash), so that copies of a unit share its weight. By Newton's steps
 * on the entropy and a falling barrier; within some 1e-6.
 */
export function mostEvenEquilibrium(payoffs: readonly (readonly number[])[]): number[] {
  const size = payoffs.length;
  const first = equilibriumOf(payoffs).rows;
  const reach = Math.max(1e-12, ...payoffs.flat().map(Math.abs));
  const mixed = Math.min(0.5, SLACK / (2 * reach));
  let shares = Array.from(first, (share) => (1 - mixed) * share + mixed / size);
  const room = (at: readonly number[]) =>
    payoffs[0]!.map((_, j) => at.reduce((sum, share, i) => sum + share * payoffs[i]![j]!, SLACK));
  const worth = (at: readonly number[], barrier: number) => {
    const left = room(at);
    if (at.some((share) => share <= 0) || left.some((slack) => slack <= 0)) return Number.NEGATIVE_INFINITY;
    return (
      at.reduce((sum, share) => sum - share * ln(share), 0) + barrier * left.reduce((sum, slack) => sum + ln(slack), 0)
    );
  };
  for (let level = 0; level < BARRIERS; level++) {
    const barrier = 0.1 / 2 ** level;
    for (let step = 0; step < NEWTON; step++) {
      const left = room(shares);
      const slope = shares.map(
        (share, i) => -ln(share) - 1 + barrier * left.reduce((sum, slack, j) => sum + payoffs[i]![j]! / slack, 0),
      );
      const bend = shares.map((share, i) =>
        shares.map(
          (_, k) =>
            (i === k ? 1 / share : 0) +
            barrier * left.reduce((sum, slack, j) => sum + (payoffs[i]![j]! * payoffs[k]![j]!) / (slack * slack), 0),
        ),
      );
      const along = solved(bend, [slope, new Array<number>(size).fill(1)]);
      if (along === undefined) return [...first];
      const [by, ones] = along as [number[], number[]];
      const price = total(by) / total(ones);
      const move = by.map((value, i) => value - price * ones[i]!);
      const gain = move.reduce((sum, value, i) => sum + value * slope[i]!, 0);
      if (!(gain > 1e-14)) break;
      const before = worth(shares, barrier);
      let length = 1;
      let next = shares;
      for (; length > 1e-12; length /= 2) {
        next = shares.map((share, i) => share + length * move[i]!);
        if (worth(next, barrier) >= before + 0.1 * length * gain) break;
      }
      if (length <= 1e-12) break;
      shares = next;
    }
  }
  const sum = total(shares);
  return shares.map((share) => share / sum);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Solves a symmetric positive system for several right sides, by Cholesky; undefined where it is none. */
export function solved(
  matrix: readonly (readonly number[])[],
  sides: readonly (readonly number[])[],
): number[][] | undefined {
  const size = matrix.length;
  const lower = matrix.map(() => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      if (i === j && !(sum > 0)) return undefined;
      lower[i]![j] = i === j ? Math.sqrt(sum) : sum / lower[j]![j]!;
    }
  return sides.map((side) => {
    const y = [...side];
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) y[i] = y[i]! - lower[i]![k]! * y[k]!;
      y[i] = y[i]! / lower[i]![i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) y[i] = y[i]! - lower[k]![i]! * y[k]!;
      y[i] = y[i]! / lower[i]![i]!;
    }
    return y;
  });
}
