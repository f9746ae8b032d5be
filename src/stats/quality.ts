/**
 * Health checks of a simulated cell. They look for a faulty stream or a kernel that leaks, not for bad luck: where
 * nothing is wrong, `halves` and `dispersion` each fail in one cell of a million, however many outcomes they look at
 * (Bonferroni over those that came up often enough for their normal and chi-square distributions).
 */
import { chiSquareLower, chiSquareUpper } from "./chi-square.ts";
import { normalUpper } from "./normal.ts";
import { FEW_EVENTS } from "./proportion.ts";

/**
 * - `precision`: the half-width of the requirement that binds, over its target; at most 1.
 * - `events`: how often the rarer side of the headlined number was seen; at least 10.
 * - `halves`: the p-value that the first and the second half differ by chance; at least 1e-6.
 * - `dispersion`: the p-value that blocks scatter as they do by chance; at least 1e-6.
 * - `exact`: the p-value of the simulation against the exact answer; at least 1e-6.
 * - `streams`: 1 where a block drew the numbers of an earlier one; 0.
 * - `repeated`: the share of the repeated blocks that counted the same; 1.
 */
export const QUALITY_CHECKS = ["precision", "events", "halves", "dispersion", "streams", "exact", "repeated"] as const;

/** One health check of a cell. */
export interface QualityCheck {
  readonly name: (typeof QUALITY_CHECKS)[number];
  readonly passed: boolean;
  /** See `QUALITY_CHECKS`. */
  readonly value: number;
  /** The metric that it speaks of. */
  readonly metric?: string;
  /**
   * A number besides. `precision`: the trials that it takes. `dispersion`: chi-square over its degrees of freedom, 1 in
   * health. `streams`: the blocks that were compared, or the one that drew the numbers of another. `repeated`: the
   * first block that counted otherwise.
   */
  readonly statistic?: number;
  /** What to do about it, as a sentence; empty when it passed. */
  readonly advice: string;
}

/** The chance that a sound cell fails a check of chance. */
export const FALSE_ALARM = 1e-6;
/** Events, and non-events, expected at least in each half or block. */
const ENOUGH = 25;

export const checkOf = (
  name: QualityCheck["name"],
  passed: boolean,
  value: number,
  advice: string,
  more: Pick<QualityCheck, "metric" | "statistic"> = {},
): QualityCheck => ({ name, passed, value, ...more, advice: passed ? "" : advice });

/** How often the rarer side of what is headlined was seen. */
export const eventsCheck = (events: number, what: string): QualityCheck =>
  checkOf(
    "events",
    events >= FEW_EVENTS,
    events,
    `${what} rests on ${events} ${events === 1 ? "event" : "events"}: play more trials, or ask for --exact.`,
    { metric: what },
  );

/** Do the two parts of a run give the same chances? Counts outcome by outcome; undefined when too little was seen. */
export function halvesCheck(
  first: { readonly counts: ArrayLike<number>; readonly trials: number },
  all: { readonly counts: ArrayLike<number>; readonly trials: number },
): QualityCheck | undefined {
  const [n1, n2] = [first.trials, all.trials - first.trials];
  let [seen, farthest] = [0, 0];
  for (let i = 0; i < all.counts.length; i++) {
    const k = all.counts[i]!;
    if (!(Math.min(k, all.trials - k) * Math.min(n1, n2) >= ENOUGH * all.trials)) continue;
    const p = k / all.trials;
    const k1 = first.counts[i]!;
    const z = Math.abs(k1 / n1 - (k - k1) / n2) / Math.sqrt(p * (1 - p) * (1 / n1 + 1 / n2));
    seen++;
    farthest = Math.max(farthest, z);
  }
  return ofMany(
    "halves",
    seen,
    2 * normalUpper(farthest),
    "The first and the second half of the run differ by more than chance allows: look for state that leaks from one " +
      "trial to the next, then run again with another seed.",
  );
}

/**
 * Do blocks scatter as independent trials must, neither more (drift, state that leaks) nor less (numbers that several
 * blocks share)? `squares` are the squares of the counts of each block, summed; undefined when too little was seen.
 */
export function dispersionCheck(blocks: {
  readonly count: number;
  readonly blockSize: number;
  readonly tally: ArrayLike<number>;
  readonly squares: ArrayLike<number>;
}): QualityCheck | undefined {
  const { count, blockSize, tally, squares } = blocks;
  const n = count * blockSize;
  let [seen, least, most] = [0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < tally.length && count > 1; i++) {
    const k = tally[i]!;
    if (!(Math.min(k, n - k) >= ENOUGH * count)) continue;
    const p = k / n;
    const chiSquare = (squares[i]! / blockSize - k * p) / (p * (1 - p));
    seen++;
    least = Math.min(least, chiSquare);
    most = Math.max(most, chiSquare);
  }
  const [wide, narrow] = seen === 0 ? [1, 1] : [chiSquareUpper(most, count - 1), chiSquareLower(least, count - 1)];
  const statistic = (wide <= narrow ? most : least) / (count - 1);
  const advice =
    statistic > 1
      ? "Blocks differ more than independent trials can: look for state kept between trials of a block."
      : "Blocks are more alike than independent trials can be: look for random numbers used by several blocks.";
  return ofMany("dispersion", seen, 2 * Math.min(wide, narrow), advice, { statistic });
}

/** The smallest of several p-values, raised to what it means among so many. */
function ofMany(
  name: QualityCheck["name"],
  many: number,
  smallest: number,
  advice: string,
  more: Pick<QualityCheck, "statistic"> = {},
): QualityCheck | undefined {
  if (many === 0) return undefined;
  const worst = Math.min(1, many * Math.min(1, smallest));
  return checkOf(name, worst >= FALSE_ALARM, worst, advice, more);
}
