import type { Stream } from "../dice/index.ts";
import { sharedOut } from "./one-draw.ts";
import { pathGiven } from "./path.ts";
import { type Play, stepsRead } from "./play.ts";
import { kernelOf, steppedOf } from "./play-kernel.ts";
import { type BlockPlace, type Kernel, type Metric, tallyOffsets } from "./program.ts";

/**
 * What trial `trial` of a block drew. Where one draw stood for several steps, the states between are chosen by `chance`
 * among those that fit, each way as likely as it is among them.
 */
export function retrace<S>(play: Play<S>, { stream, trial, trials }: BlockPlace, chance: Stream) {
  const kernel = kernelOf(play);
  const statesOf = (part: number, path: Iterable<number>) =>
    Array.from(path, (state) => play.parts[part]!.states[state]!);
  if (kernel.trace) {
    const metrics = play.readings.length;
    const bins = [...kernel.trace(stream, trials).subarray(trial * metrics, (trial + 1) * metrics)];
    const paths = sharedOut(play, bins, chance).map((bins, p) => {
      const part = play.parts[p]!;
      const moments = play.readings.map((reading) => stepsRead(reading, part));
      const fits = (step: number, state: number) =>
        play.readings.every((reading, r) => moments[r] !== step || reading.bin(part.states[state]!, p) === bins[r]);
      return statesOf(p, pathGiven(part, fits, chance));
    });
    return { bins, paths };
  }
  const { trial: played, kernel: stepped } = steppedOf(play);
  const states = play.parts.map((): number[] => []);
  const bins = [...played(stepped.at({ stream, trial, trials }), (part, state) => void states[part]!.push(state))];
  return { bins, paths: states.map((path, part) => statesOf(part, path)) };
}

/** The bin of each metric in one trial, of any kernel; every call of `place` begins the block's stream anew. */
export function binsOfTrial(kernel: Kernel, metrics: readonly Metric[], place: () => BlockPlace): number[] {
  const { stream, trial, trials } = place();
  if (kernel.trace)
    return [...kernel.trace(stream, trials).subarray(trial * metrics.length, (trial + 1) * metrics.length)];
  const offsets = tallyOffsets(metrics);
  // What one trial more adds to those before it.
  const [without, withIt] = [trial, trial + 1].map((some) => {
    const tally = new Float64Array(offsets.at(-1)!);
    kernel.play(place().stream, some, tally);
    return tally;
  });
  return metrics.map(({ values }, m) =>
    values.findIndex((_, bin) => withIt![offsets[m]! + bin]! > without![offsets[m]! + bin]!),
  );
}
