import { type Stream, StreamDice } from "../dice/index.ts";
import { distributionOf } from "./distribution.ts";
import { readOff } from "./exact.ts";
import { answerOf, type Factor } from "./joint-distribution.ts";
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
    ...(typeof play.exact === "string"
      ? {}
      : {
          joint: (question: TrialCondition): JointAnswer => ({
            operations: Number(play.exact),
            solve: () => answerOf(question, [playedDistribution(play)]),
          }),
        }),
    kernel: () => new TrialKernel(metrics, play.rule, DICE),
  };
}

/** The bins of all metrics together. */
function playedDistribution(play: DirectPlay): Factor {
  const { outcomes, weights, total } = distributionOf<readonly number[]>(
    (dice) => Array.from(play.rule(dice)),
    play.id,
    (bins) => bins.join(),
    { paths: Number(play.exact) },
  );
  return { metrics: play.metrics.map((_, m) => m), bins: outcomes, distribution: { weights, total } };
}

function solve(play: DirectPlay) {
  const { bins, distribution } = playedDistribution(play);
  return play.metrics.map(({ values }, m) =>
    readOff(
      distribution,
      Int32Array.from(bins, (all) => all[m]!),
      values.length,
    ),
  );
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
