import { jointOfPlay } from "./joint-distribution.ts";
import type { Play } from "./play.ts";
import { kernelOf } from "./play-kernel.ts";
import { solvePlay } from "./play-solve.ts";
import type { Program } from "./program.ts";
import { playingWorkOf, workOf } from "./work.ts";

/** Turns a play into a program: the exact answer by summing the chains, the kernel by drawing from their tables. */
export function programOf<S>(play: Play<S>): Program {
  const metrics = play.readings.map((reading) => reading.metric);
  const { operations, inFractions } = workOf(play);
  return {
    metrics,
    blockSize: play.blockSize,
    work: playingWorkOf(play, operations),
    exact: { operations, solve: () => solvePlay(play, inFractions) },
    joint: (question) => jointOfPlay(play, question),
    kernel: () => kernelOf(play),
  };
}
