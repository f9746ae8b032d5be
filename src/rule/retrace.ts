import type { Stream } from "../dice/index.ts";
import { sharedOut } from "./one-draw.ts";
import { pathGiven } from "./path.ts";
import { type Play, stepsRead } from "./play.ts";
import { kernelOf, OPERATION, READ, type Script, START, STEP, scriptOf } from "./play-kernel.ts";
import { type Kernel, type Metric, tallyOffsets } from "./program.ts";
import { TableDraw } from "./table.ts";

/** A trial of a play: the bin of each metric, and the states of each part, the start and after each step. */
export interface Retraced<S> {
  readonly bins: readonly number[];
  readonly paths: readonly (readonly S[])[];
}

/** Where a trial is: in a block that begins with `stream`, so many trials before it of so many in all. */
export interface BlockPlace {
  readonly stream: Stream;
  readonly trial: number;
  readonly trials: number;
}

/**
 * What trial `trial` of a block drew. Where one draw stood for several steps, the states between are chosen by `chance`
 * among those that fit, each way as likely as it is among them.
 */
export function retrace<S>(play: Play<S>, { stream, trial, trials }: BlockPlace, chance: Stream): Retraced<S> {
  const kernel = kernelOf(play);
  const statesOf = (part: number, path: Int32Array) => Array.from(path, (state) => play.parts[part]!.states[state]!);
  if (kernel.trace) {
    const metrics = play.readings.length;
    const bins = [...kernel.trace(stream, trials).subarray(trial * metrics, (trial + 1) * metrics)];
    const paths = sharedOut(play, bins, chance).map((own, p) => {
      const part = play.parts[p]!;
      const moments = play.readings.map((reading) => stepsRead(reading, part));
      const fits = (step: number, state: number) =>
        play.readings.every((reading, r) => moments[r] !== step || reading.bin(part.states[state]!, p) === own[r]);
      return statesOf(p, pathGiven(part, fits, chance));
    });
    return { bins, paths };
  }
  const script = scriptOf(play);
  const draw = new TableDraw(script.tables, stream);
  let drawn: DrawnTrial = playOnce(script, draw);
  for (let before = 0; before < trial; before++) drawn = playOnce(script, draw);
  const { sums, states } = drawn;
  return {
    bins: script.layout.map(({ word, shift, mask }) => (sums[word]! >> shift) & mask),
    paths: play.parts.map((part, p) => {
      const known = new Map(script.marks[p]!.map((moment, i) => [moment, states[p]![i]!]));
      const fits = (step: number, state: number) => (known.get(step) ?? state) === state;
      return statesOf(p, pathGiven(part, fits, chance));
    }),
  };
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

interface DrawnTrial {
  readonly sums: readonly number[];
  /** By part, its states at the marks of the script. */
  readonly states: readonly (readonly number[])[];
}

/** One trial of a script, as the kernel plays it, drawn in the readable way. */
function playOnce({ operations, rows, fields, words }: Script, draw: TableDraw): DrawnTrial {
  const sums = new Array<number>(words).fill(0);
  const states: number[][] = [];
  let state = 0;
  for (let at = 0; at < operations.length; at += OPERATION) {
    const [kind, argument, word] = [operations[at]!, operations[at + 1]!, operations[at + 2]!];
    if (kind === READ) sums[word] = (sums[word]! + fields[argument + state]!) | 0;
    else if (kind === START) {
      state = argument;
      states.push([state]);
    } else if (kind === STEP) {
      const table = rows[argument + state]!;
      if (table >= 0) state = draw.draw(table);
      states.at(-1)!.push(state);
    }
  }
  return { sums, states };
}
