import { COUNTED } from "./score.ts";

/** Bits of each count, where those of ready, pinned and down of a side are one number. */
export const COUNT_BITS = 6;
const COUNT = (1 << COUNT_BITS) - 1;
export const readyIn = (counts: number): number => counts & COUNT;
export const pinnedIn = (counts: number): number => (counts >>> COUNT_BITS) & COUNT;
export const downIn = (counts: number): number => counts >>> (2 * COUNT_BITS);
/**
 * Tallies one side by turn: one counter for each way its soldiers can be ready, pinned, down and out, poured out into
 * the counts of each state when many fights have been played.
 */
export class SideTally {
  /** How many counters there are of a turn; those of the turns follow each other. */
  readonly ways: number;
  /** By counts without the ready ones: the counter of nobody being ready; those of one, two and so on follow. */
  readonly places: Int32Array;
  readonly #models: number;
  /** By turn: where its counts begin in the tally of all metrics. */
  readonly #offsets: readonly number[];

  constructor(models: number, offsets: readonly number[]) {
    this.#models = models;
    this.#offsets = offsets;
    this.places = new Int32Array((models + 1) << COUNT_BITS);
    let ways = 0;
    for (let down = 0; down <= models; down++)
      for (let pinned = 0; pinned + down <= models; pinned++) {
        this.places[pinned | (down << COUNT_BITS)] = ways;
        ways += models - pinned - down + 1;
      }
    this.ways = ways;
  }

  /** Adds what has been counted to the tally of all metrics, and begins anew. */
  pour(tally: Float64Array, counters: Int32Array): void {
    const models = this.#models;
    const bins = models + 1;
    let at = 0;
    for (let turn = 0; turn < this.#offsets.length; turn++) {
      const base = this.#offsets[turn]!;
      for (let down = 0; down <= models; down++)
        for (let pinned = 0; pinned + down <= models; pinned++)
          for (let ready = 0; ready + pinned + down <= models; ready++) {
            const count = counters[at]!;
            counters[at++] = 0;
            if (count === 0) continue;
            const out = models - ready - pinned - down;
            for (let own = 0; own < COUNTED.length; own++) {
              const value = own === 0 ? ready : own === 1 ? pinned : own === 2 ? down : own === 3 ? out : down + out;
              const bin = base + own * bins + value;
              tally[bin] = tally[bin]! + count;
            }
          }
    }
  }
}
