import type { Stream } from "../dice/index.ts";
import type { Chain } from "./chain.ts";
import { CutKernel, MOST_CUTS } from "./cut-kernel.ts";
import { weighted } from "./distribution.ts";
import { isFraction } from "./exact.ts";
import { happens } from "./fall.ts";
import { ratio } from "./fraction.ts";
import { jointDraw, WORDS } from "./joint-draw.ts";
import { keptIn } from "./once.ts";
import { type Play, stepsRead } from "./play.ts";
import type { Kernel } from "./program.ts";
import { remembering } from "./remember.ts";
import { solveChain } from "./solve.ts";

/** Runs of one step's solving, and states, up to which a chain is worth solving to be drawn from as a whole. */
const WHOLE_OPERATIONS = 2_000_000;
const WHOLE_STATES = 10_000;
/** Outcomes of several chains together, and pairs on the way to them, up to which they are one draw. */
const MOST_TOGETHER = 1_024;
const MOST_PAIRS = 100_000;

/** What is read off a part, or off several together: by metric. */
type Bins = readonly number[];

/** The distribution of that, in whole numbers. */
interface BinDistribution {
  readonly bins: readonly Bins[];
  readonly names: readonly BinsName[];
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/** A trial as one draw from the distribution of everything that is read off it; undefined where that is too much. */
export function jointDrawer<S>(play: Play<S>, offsets: readonly number[]): Kernel | undefined {
  // Of several parts that are read on the way, what they may come to is seldom few.
  if (play.parts.length > 1 && play.readings.some(({ after }) => after !== undefined)) return undefined;
  const distributions = distributionsOf(play);
  const together =
    distributions && (distributions.length === 1 ? distributions[0] : togetherOf(distributions, keyOf(play.readings)));
  if (together === undefined) return undefined;
  const distribution = weighted(together.weights.map((weight, i) => [i, weight] as const));
  if (distribution.total === 1n) return undefined; // nothing is drawn
  const { outcomes, weights } = distribution;
  // One metric of few falls and few outcomes is counted between cuts.
  if (play.readings.length === 1 && distribution.total <= WORDS && outcomes.length <= MOST_CUTS)
    return new CutKernel(
      outcomes
        .map((outcome, i) => ({ bin: together.bins[outcome]![0]!, weight: Number(weights[i]!) }))
        .sort((a, b) => a.bin - b.bin),
    );
  const bins = (outcome: number) => together.bins[outcomes[outcome]!]!.map((bin, m) => offsets[m]! + bin);
  return jointDraw(distribution.runs, distribution.total, outcomes.length, bins, offsets);
}

/** Each part's own distribution; undefined where one is too much. */
function distributionsOf<S>({ parts, readings }: Play<S>): BinDistribution[] | undefined {
  const distributions: BinDistribution[] = [];
  const key = keyOf(readings);
  const solved = new Map<Chain<S>, ReturnType<typeof solvedOf<S>>>();
  for (const [p, part] of parts.entries()) {
    const known = keptIn(solved, part, () => solvedOf(part, readings));
    if (known === undefined) return undefined;
    const { moments, reads, weights, total } = known;
    const binsOf = (read: readonly number[]): Bins =>
      readings.map((reading) => reading.bin(part.states[read[moments.indexOf(stepsRead(reading, part))]!]!, p));
    const distribution = new GatheredBins(total);
    reads.forEach((read, i) => {
      if (weights[i] === 0n) return;
      const bins = binsOf(read);
      distribution.add(key(bins), weights[i]!, () => bins);
    });
    distributions.push(distribution);
  }
  return distributions;
}

/** A part's states at the moments that are read, and their distribution. */
function solvedOf<S>(part: Chain<S>, readings: Play<S>["readings"]) {
  if (part.states.length > WHOLE_STATES) return undefined;
  const runs = part.transitions.reduce((sum, transition) => sum + transition.runs.length, 0);
  if (runs * part.steps.length > WHOLE_OPERATIONS) return undefined;
  // Metrics read at one moment are read off one number, the state.
  const moments = [...new Set(readings.map((reading) => stepsRead(reading, part)))].sort((a, b) => a - b);
  const chain = remembering(part, moments, (state) => state, WHOLE_STATES);
  const [end] = chain === undefined ? [] : solveChain(chain, [chain.steps.length]);
  if (chain === undefined || end === undefined || !isFraction(end)) return undefined;
  return { moments, reads: chain.states.map(({ read }) => read), weights: end.weights, total: end.total };
}

/**
 * A name of bins: digits of one number, which is the sum of those of what they are the sum of; a text where it would
 * be too long.
 */
type BinsName = number | string;
type Key = (bins: Bins) => BinsName;
function keyOf<S>(readings: Play<S>["readings"]): Key {
  const sizes = readings.map(({ metric }) => metric.values.length);
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return (bins) => bins.join();
  return (bins) => bins.reduce((number, bin, m) => number * sizes[m]! + bin, 0);
}

/** Outcomes as they are met: what is read alike is one. */
class GatheredBins implements BinDistribution {
  readonly #found = new Map<BinsName, number>();
  readonly bins: Bins[] = [];
  readonly names: BinsName[] = [];
  readonly weights: bigint[] = [];
  readonly total: bigint;

  constructor(total: bigint) {
    this.total = total;
  }

  /** @param bins are asked for where nothing was read like it yet */
  add(name: BinsName, weight: bigint, bins: () => Bins): void {
    const known = this.#found.get(name);
    if (known === undefined) {
      this.#found.set(name, this.bins.push(bins()) - 1);
      this.names.push(name);
      this.weights.push(weight);
    } else this.weights[known]! += weight;
  }
}

/** The distribution of the sums of independent parts; undefined where it has too many outcomes. */
function togetherOf(distributions: readonly BinDistribution[], key: Key): BinDistribution | undefined {
  let sum = distributions[0];
  for (const distribution of distributions.slice(1)) {
    if (sum === undefined || sum.bins.length * distribution.bins.length > MOST_PAIRS) return undefined;
    sum = summed(sum, distribution, key);
    if (sum.bins.length > MOST_TOGETHER) return undefined;
  }
  return sum;
}

function summed(one: BinDistribution, other: BinDistribution, key: Key): BinDistribution {
  const sums = new GatheredBins(one.total * other.total);
  one.names.forEach((first, i) => {
    other.names.forEach((more, j) => {
      const bins = () => one.bins[i]!.map((bin, m) => bin + other.bins[j]![m]!);
      const name = typeof first === "number" && typeof more === "number" ? first + more : key(bins());
      sums.add(name, one.weights[i]! * other.weights[j]!, bins);
    });
  });
  return sums;
}

/**
 * What each part brought to the bins of a trial that was one draw: each way as likely as it is among those that give them.
 * Assumes that `jointDrawer` made it one.
 */
export function sharedOut<S>(play: Play<S>, bins: Bins, chance: Stream): Bins[] {
  const distributions = distributionsOf(play)!;
  // From each part on, the chances of the sums of what is left.
  const ahead: Map<string, number>[] = [];
  ahead[distributions.length] = new Map([[bins.map(() => 0).join(), 1]]);
  for (let p = distributions.length - 1; p >= 0; p--) {
    const layer = new Map<string, number>();
    for (const [key, share] of ahead[p + 1]!) {
      const rest = key.split(",").map(Number);
      distributions[p]!.bins.forEach((part, i) => {
        const sum = part.map((bin, m) => bin + rest[m]!);
        if (sum.some((bin, m) => bin > bins[m]!)) return;
        const name = sum.join();
        layer.set(name, (layer.get(name) ?? 0) + share * ratio(distributions[p]!.weights[i]!, distributions[p]!.total));
      });
    }
    ahead[p] = layer;
  }
  let left = bins;
  return distributions.map(({ bins: parts, weights, total }, p) => {
    let found: Bins | undefined;
    let sum = 0;
    parts.forEach((part, i) => {
      const rest = left.map((bin, m) => bin - part[m]!);
      const share = ratio(weights[i]!, total) * (ahead[p + 1]!.get(rest.join()) ?? 0);
      if (share === 0) return;
      sum += share;
      if (found === undefined || happens(chance, share / sum)) found = part;
    });
    if (found === undefined) throw new RangeError("no way of falling gives these bins");
    const bins = found;
    left = left.map((bin, m) => bin - bins[m]!);
    return bins;
  });
}
