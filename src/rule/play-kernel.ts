import type { Chain } from "./chain.ts";
import { TrialKernel } from "./direct.ts";
import { Draws } from "./draws.ts";
import { keptIn } from "./once.ts";
import { jointDrawer } from "./one-draw.ts";
import { type Play, stepsRead } from "./play.ts";
import { type Kernel, tallyOffsets } from "./program.ts";
import { TableBuilder } from "./table.ts";

/** Hears the number of each state that a part of a trial is in, its start first. */
type Hear = (part: number, state: number) => void;

/** Plays a trial step by step, a draw for each, as any of its parts may have too many states to be drawn as a whole. */
export function steppedOf<S>(play: Play<S>) {
  const builder = new TableBuilder();
  const rows = new Map<Chain<S>, readonly Int32Array[]>();
  /** By step of a chain, the table that is drawn from in each state; -1 where nothing changes. */
  const rowsOf = (part: Chain<S>) => {
    const ids = part.transitions.map(({ runs, total }) => builder.add(runs, total));
    return part.steps.map((row) => row.map((transition) => ids[transition] ?? -1));
  };
  const parts = play.parts.map((part, p) => {
    // To which metric a reading of the part adds, and how much by state.
    const readings: { readonly metric: number; readonly bins: Int32Array }[][] = Array.from(
      { length: part.steps.length + 1 },
      () => [],
    );
    play.readings.forEach((reading, metric) => {
      readings[stepsRead(reading, part)]!.push({
        metric,
        bins: Int32Array.from(part.states, (state) => reading.bin(state, p)),
      });
    });
    return { start: part.start, rows: keptIn(rows, part, rowsOf), readings };
  });
  const sums = new Int32Array(play.readings.length);
  const trial = (draws: Draws, hear?: Hear): Int32Array => {
    sums.fill(0);
    for (let p = 0; p < parts.length; p++) {
      const { start, rows: tables, readings } = parts[p]!;
      let state = start;
      for (let step = 0; step < readings.length; step++) {
        if (step > 0) {
          const table = tables[step - 1]![state]!;
          if (table >= 0) state = draws.draw(table);
        }
        hear?.(p, state);
        for (const { metric, bins } of readings[step]!) sums[metric] = sums[metric]! + bins[state]!;
      }
    }
    return sums;
  };
  const metrics = play.readings.map(({ metric }) => metric);
  const kernel = new TrialKernel(metrics, trial, new Draws(builder.build()));
  return { trial, kernel };
}

export const kernelOf = <S>(play: Play<S>): Kernel =>
  jointDrawer(play, tallyOffsets(play.readings.map((reading) => reading.metric))) ?? steppedOf(play).kernel;
