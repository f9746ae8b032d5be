import { type Stream, StreamDice } from "../dice/index.ts";
import { distributionOf } from "./distribution.ts";
import { holds } from "./joint.ts";
import {
  type BlockPlace,
  type JointAnswer,
  type Kernel,
  type Metric,
  type Program,
  type TrialCondition,
  tallyOffsets,
} from "./program.ts";
import type { Rule } from "./rule.ts";
import { workOfDice } from "./work.ts";

/** A trial played die by die: for what has too many states to be compiled. */
export interface DirectPlay {
  readonly id: string;
  readonly metrics: readonly Metric[];
  /** Plays one trial; gives the bin of each metric in turn. May reuse the array it returns. */
  readonly rule: Rule<ArrayLike<number>>;
  readonly blockSize: number;
  /** Dice that a trial rolls, about. */
  readonly dice?: number;
  /** Why there is no exact answer; with a number instead, enumeration is tried and may take up to that many paths. */
  readonly exact: number | string;
}

/** Dice that a stream rolls. */
export const DICE = { begin: (stream: Stream) => new StreamDice(stream) };

export function directProgramOf(play: DirectPlay): Program {
  const { metrics, blockSize } = play;
  return {
    metrics,
    blockSize,
    ...(play.dice === undefined ? {} : { work: workOfDice(play.dice) }),
    exact:
      typeof play.exact === "string"
        ? { impossible: play.exact }
        : { operations: play.exact, solve: () => solve(play) },
    ...(typeof play.exact === "string" ? {} : { joint: (question: TrialCondition) => jointOf(play, question) }),
    kernel: () => new TrialKernel(metrics, play.rule, DICE),
  };
}

/** The bins of all metrics together. */
const playedDistribution = (play: DirectPlay) =>
  distributionOf<readonly number[]>(
    (dice) => Array.from(play.rule(dice)),
    play.id,
    (bins) => bins.join(),
    { paths: Number(play.exact) },
  );

function jointOf(play: DirectPlay, question: TrialCondition): JointAnswer {
  const solve = () => {
    const { outcomes, weights, total } = playedDistribution(play);
    const found = [0n, 0n];
    outcomes.forEach((bins, i) => {
      found[holds(question, bins) ? 1 : 0]! += weights[i]!;
    });
    return { weights: found, total };
  };
  return { operations: Number(play.exact), solve };
}

function solve(play: DirectPlay) {
  const joint = playedDistribution(play);
  return play.metrics.map((metric, m) => {
    const weights = new Array<bigint>(metric.values.length).fill(0n);
    joint.outcomes.forEach((bins, i) => {
      weights[bins[m]!]! += joint.weights[i]!;
    });
    return { weights, total: joint.total };
  });
}

/** What takes a stream over, to play trials with, and gives it back where they have left it. */
interface StreamTaker<C> {
  begin(stream: Stream): C;
  end?(stream: Stream): void;
}

/** Plays trials one by one on a chance of its own, which is made ready for each call. */
export class TrialKernel<C> implements Kernel {
  readonly #trial: (chance: C) => ArrayLike<number>;
  readonly #taker: StreamTaker<C>;
  readonly #offsets: readonly number[];

  /** @param trial plays one; gives the bin of each metric in turn, and may reuse the array it returns */
  constructor(metrics: readonly Metric[], trial: (chance: C) => ArrayLike<number>, taker: StreamTaker<C>) {
    this.#trial = trial;
    this.#taker = taker;
    this.#offsets = tallyOffsets(metrics);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const chance = this.#taker.begin(stream);
    const offsets = this.#offsets;
    for (let trial = 0; trial < trials; trial++) {
      const bins = this.#trial(chance);
      for (let m = 0; m < offsets.length - 1; m++) {
        const bin = offsets[m]! + bins[m]!;
        tally[bin] = tally[bin]! + 1;
      }
    }
    this.#taker.end?.(stream);
  }

  /** The chance that a trial is played with. */
  at({ stream, trial }: BlockPlace): C {
    const chance = this.#taker.begin(stream);
    for (let before = 0; before < trial; before++) this.#trial(chance);
    return chance;
  }
}
