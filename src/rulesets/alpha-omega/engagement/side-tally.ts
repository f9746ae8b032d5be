import { COUNTED } from "./score.ts";

/** Soldiers of a side up to which its states are tallied whole. */
export const MOST_TALLIED = 40;

/** Bits of each count, where those of ready, pinned and down of a side are one number. */
export const COUNT_BITS = 6;
const COUNT = (1 << COUNT_BITS) - 1;
export const readyIn = (counts: number): number => counts & COUNT;
export const pinnedIn = (counts: number): number => (counts >>> COUNT_BITS) & COUNT;
export const downIn = (counts: number): number => counts >>> (2 * COUNT_BITS);
/** Who stands, that is who is ready or pinned. */
export const standingIn = (counts: number): number => counts & ((1 << (2 * COUNT_BITS)) - 1);

/**
 * Tallies one side by turn: one counter for each way its soldiers can be ready, pinned, down and out, poured out into
 * the counts of each state when many fights have been played.
 */
export class SideTally {
  readonly #models: number;
  /** By turn: where its counts begin in the tally of all metrics. */
  readonly #offsets: readonly number[];
  /** By counts: their place among all ways. */
  readonly #places: Int16Array;
  readonly #ways: number;
  readonly #counts: Int32Array;

  constructor(models: number, offsets: readonly number[]) {
    this.#models = models;
    this.#offsets = offsets;
    this.#places = new Int16Array((models + 1) << (2 * COUNT_BITS));
    let ways = 0;
    for (let ready = 0; ready <= models; ready++)
      for (let pinned = 0; ready + pinned <= models; pinned++)
        for (let down = 0; ready + pinned + down <= models; down++)
          this.#places[ready | (pinned << COUNT_BITS) | (down << (2 * COUNT_BITS))] = ways++;
    this.#ways = ways;
    this.#counts = new Int32Array(ways * offsets.length);
  }

  /** Counts how many are ready, pinned and down after a turn. */
  count(turn: number, counts: number): void {
    const at = Math.imul(turn, this.#ways) + this.#places[counts]!;
    this.#counts[at] = this.#counts[at]! + 1;
  }

  /** The same of several fights, one after another in a list. */
  countAll(turn: number, counts: Int32Array, first: number, fights: number): void {
    const tallied = this.#counts;
    const places = this.#places;
    const base = Math.imul(turn, this.#ways);
    for (let i = first; i < first + fights; i++) {
      const at = base + places[counts[i]!]!;
      tallied[at] = tallied[at]! + 1;
    }
  }

  /** Adds everything to the tally of all metrics and begins anew. */
  pour(tally: Float64Array): void {
    const counts = this.#counts;
    const models = this.#models;
    const bins = models + 1;
    let at = 0;
    for (let turn = 0; turn < this.#offsets.length; turn++) {
      const base = this.#offsets[turn]!;
      for (let ready = 0; ready <= models; ready++)
        for (let pinned = 0; ready + pinned <= models; pinned++)
          for (let down = 0; ready + pinned + down <= models; down++) {
            const count = counts[at]!;
            counts[at++] = 0;
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
