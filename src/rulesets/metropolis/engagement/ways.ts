import type { Stream } from "../../../dice/index.ts";
import { Enumeration } from "../../../rule/enumeration.ts";
import { happens } from "../../../rule/fall.ts";
import { keptIn } from "../../../rule/once.ts";
import { faces } from "../chance.ts";
import { ByRows, NEEDS, type TableRows } from "../draws.ts";
import { D10 } from "../words.ts";

/** A row is the number of ways, of a hundred, in which one roll succeeds. */
const ALL = D10 * D10;
const needs = Array.from({ length: NEEDS }, (_, needed) => faces(needed));
const ROWS: TableRows = {
  counts: Int32Array.from(needs, (met) => met * D10),
  pairs: Int32Array.from({ length: NEEDS * NEEDS }, (_, i) => needs[Math.floor(i / NEEDS)]! * needs[i % NEEDS]!),
};

/** Distributions of how many of so many rolls succeed, in doubles: dice have a hundred rows at the most. */
const known = new Map<number, Float64Array>();

function distributionOf(k: number, row: number): Float64Array {
  return keptIn(known, k * (ALL + 1) + row, () => {
    const distribution = new Float64Array(k + 1);
    distribution[0] = 1;
    for (let rolls = 1; rolls <= k; rolls++)
      for (let met = rolls; met >= 0; met--)
        distribution[met] = (distribution[met]! * (ALL - row) + (met > 0 ? distribution[met - 1]! * row : 0)) / ALL;
    return distribution;
  });
}

/**
 * Chance that goes every way there is, one after another: in the order of the answers, the last one changing first. At the
 * beginning, and after each `next` that is true, something is to be played with it.
 */
export class AllWays extends ByRows {
  readonly #enumeration = new Enumeration<Float64Array>((distribution) => distribution.length);
  /** What is asked. */
  #k = 0;
  #row = 0;
  readonly #asked = () => distributionOf(this.#k, this.#row);

  constructor() {
    super(ROWS);
  }

  /** What has been answered, in order: how many rolls succeeded, wherever that was not sure. */
  get answers(): readonly number[] {
    return this.#enumeration.path.map(({ taken }) => taken);
  }

  /** How likely this way is, when it has been played. */
  get chance(): number {
    return this.#enumeration.path.reduce((chance, { question, taken }) => chance * question[taken]!, 1);
  }

  /** @returns false when there is no other way; then the first one is next again */
  next(): boolean {
    return this.#enumeration.goOn();
  }

  sum(k: number, row: number): number {
    if (k === 0 || row === 0) return 0;
    if (row === ALL) return k;
    this.#k = k;
    this.#row = row;
    return this.#enumeration.ask(this.#asked).taken;
  }

  /** After ties it is a fair coin. */
  initiative(): boolean {
    return this.sum(1, ALL / 2) === 1;
  }
}

/** Chance that goes one way, whose answers are known as far as they matter; who starts after that, a coin says. */
export class OneWay extends ByRows {
  readonly #answers: readonly number[];
  readonly #coin: Stream;
  #asked = 0;

  constructor(answers: readonly number[], coin: Stream) {
    super(ROWS);
    this.#answers = answers;
    this.#coin = coin;
  }

  sum(k: number, row: number): number {
    if (k === 0 || row === 0) return 0;
    return row === ALL ? k : this.#answers[this.#asked++]!;
  }

  initiative(): boolean {
    return this.#asked < this.#answers.length ? this.sum(1, ALL / 2) === 1 : happens(this.#coin, 1 / 2);
  }
}
