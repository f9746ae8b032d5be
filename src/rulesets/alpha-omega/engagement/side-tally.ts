import { COUNTED } from "./score.ts";

/** Soldiers of a side up to which its states are tallied whole. */
export const MOST_TALLIED = 40;

/**
 * Tallies one side by turn: one counter for each way its soldiers can be ready, pinned, down and out, poured out into
 * the counts of each state when many fights have been played.
 */
export class SideTally {
  ready = 0;
  pinned = 0;
  down = 0;
  readonly #models: number;
  /** By turn: where its counts begin in the tally of all metrics. */
  readonly #offsets: readonly number[];
  /** `[(ready * side + pinned) * side + down]`: the place among all ways. */
  readonly #places: Int16Array;
  readonly #side: number;
  readonly #ways: number;
  readonly #counts: Int32Array;

  constructor(models: number, offsets: readonly number[]) {
    const side = models + 1;
    this.#models = models;
    this.#offsets = offsets;
    this.#side = side;
    this.#places = new Int16Array(side ** 3);
    let ways = 0;
    for (let ready = 0; ready <= models; ready++)
      for (let pinned = 0; ready + pinned <= models; pinned++)
        for (let down = 0; ready + pinned + down <= models; down++)
          this.#places[(ready * side + pinned) * side + down] = ways++;
    this.#ways = ways;
    this.#counts = new Int32Array(ways * offsets.length);
  }

  /** The same for a side of one unit, its counts packed as in `Field.counts`. */
  countPacked(turn: number, packed: number): void {
    const side = this.#side;
    const way = Math.imul(Math.imul(packed & 0xff, side) + ((packed >>> 8) & 0xff), side) + ((packed >>> 16) & 0xff);
    const at = Math.imul(turn, this.#ways) + this.#places[way]!;
    this.#counts[at] = this.#counts[at]! + 1;
  }

  get out(): number {
    return this.#models - this.ready - this.pinned - this.down;
  }

  /** Counts how many are ready, pinned and down after a turn. */
  count(turn: number): void {
    const side = this.#side;
    const way = Math.imul(Math.imul(this.ready, side) + this.pinned, side) + this.down;
    const at = Math.imul(turn, this.#ways) + this.#places[way]!;
    this.#counts[at] = this.#counts[at]! + 1;
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
