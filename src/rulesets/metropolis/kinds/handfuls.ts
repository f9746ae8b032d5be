import {
  chainOf,
  type Metric,
  type Play,
  type Process,
  type Reading,
  TrialKernel,
  unlessRefused,
} from "../../../rule/index.ts";
import type { Drawn } from "../draws.ts";

/** A process as one chain; undefined where it has too many states. */
export const playOfProcess = <S>(
  process: Process<S>,
  readings: readonly Reading<S>[],
  blockSize: number,
): Play<S> | undefined => unlessRefused(() => ({ parts: [chainOf(process)], readings, blockSize }));

/**
 * Plays trials on draws of whole handfuls of dice: for what has too many states to be followed as one chain.
 * @param trial plays one; gives the bin of each metric in turn
 */
export const handfulKernel = (
  chance: Drawn,
  metrics: readonly Metric[],
  trial: (chance: Drawn) => ArrayLike<number>,
): TrialKernel<Drawn> =>
  new TrialKernel(
    metrics,
    trial,
    (stream) => {
      chance.begin(stream);
      return chance;
    },
    (stream) => {
      chance.end(stream);
    },
  );
