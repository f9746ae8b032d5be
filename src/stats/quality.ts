/** Health checks of a simulated proportion, from its tallies per block. They look for a faulty stream, not for bad luck. */
import { sum } from "simple-statistics";
import { chiSquareLower, chiSquareUpper } from "./chi-square.ts";

/** One block, in the order of the run: k events in n trials. */
export interface BlockTally {
  readonly k: number;
  readonly n: number;
}

export interface HealthCheck {
  readonly name: "halves" | "dispersion";
  readonly status: "ok" | "suspect" | "not-enough-data";
  /** `halves`: the difference in standard errors. `dispersion`: chi-square over its degrees of freedom, 1 when healthy. */
  readonly statistic: number | undefined;
  /** What to do about it, as a sentence; empty when the status is "ok". */
  readonly advice: string;
}

/** Beyond this many standard errors the halves differ: 6 healthy proportions in 100,000 do. */
const HALVES_LIMIT = 4;
/** Nominal false alarm on either side of the dispersion check. */
const DISPERSION_LIMIT = 1e-6;
/** Events, and non-events, expected at least in each half or block. */
const ENOUGH = 25;

/** Both checks. */
export function blockHealth(blocks: readonly BlockTally[]): readonly HealthCheck[] {
  return [halvesCheck(blocks), dispersionCheck(blocks)];
}

/** Do the first and the second half of the blocks give the same probability? */
export function halvesCheck(blocks: readonly BlockTally[]): HealthCheck {
  const name = "halves";
  const middle = Math.floor(blocks.length / 2);
  const first = total(blocks.slice(0, middle));
  const second = total(blocks.slice(middle));
  const all = total(blocks);
  if (!(rarer(all) * Math.min(first.n, second.n) >= ENOUGH * all.n) || all.n === 0) return notEnough(name);
  const p = all.k / all.n;
  const variance = p * (1 - p) * (1 / first.n + 1 / second.n);
  const statistic = (first.k / first.n - second.k / second.n) / Math.sqrt(variance);
  return Math.abs(statistic) < HALVES_LIMIT
    ? { name, status: "ok", statistic, advice: "" }
    : {
        name,
        status: "suspect",
        statistic,
        advice:
          "The first and the second half of the run differ by more than chance allows: look for state that leaks from " +
          "one trial to the next, then run again with another seed.",
      };
}

/** Do the blocks scatter as independent trials must, neither more (drift) nor less (shared or repeated numbers)? */
export function dispersionCheck(blocks: readonly BlockTally[]): HealthCheck {
  const name = "dispersion";
  const all = total(blocks);
  const smallest = blocks.reduce((least, { n }) => Math.min(least, n), Number.MAX_SAFE_INTEGER);
  if (blocks.length < 2 || !(rarer(all) * smallest >= ENOUGH * all.n) || all.n === 0) return notEnough(name);
  const p = all.k / all.n;
  const chiSquare = sum(blocks.map(({ k, n }) => ((k - n * p) * (k - n * p)) / (n * p * (1 - p))));
  const degrees = blocks.length - 1;
  const statistic = chiSquare / degrees;
  if (chiSquareUpper(chiSquare, degrees) < DISPERSION_LIMIT) {
    return {
      name,
      status: "suspect",
      statistic,
      advice: "Blocks differ more than independent trials can: look for state kept between trials of a block.",
    };
  }
  if (chiSquareLower(chiSquare, degrees) < DISPERSION_LIMIT) {
    return {
      name,
      status: "suspect",
      statistic,
      advice: "Blocks are more alike than independent trials can be: look for random numbers used by several blocks.",
    };
  }
  return { name, status: "ok", statistic, advice: "" };
}

const rarer = ({ k, n }: BlockTally): number => Math.min(k, n - k);

function total(blocks: readonly BlockTally[]): BlockTally {
  let k = 0;
  let n = 0;
  for (const block of blocks) {
    k += block.k;
    n += block.n;
  }
  return { k, n };
}

const notEnough = (name: HealthCheck["name"]): HealthCheck => ({
  name,
  status: "not-enough-data",
  statistic: undefined,
  advice: "Too few events to check: run more trials.",
});
