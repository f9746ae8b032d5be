import { hashText, Stream, seedWords } from "./stream.ts";
import { threefry2x32, threefryInto, type WordPair } from "./threefry.ts";

/**
 * The key of cells that share their luck: from the run seed and what their ids have in common, never from what tells
 * them apart. The word before it keeps it off the keys of cells.
 */
export const pairKey = (seed: bigint, common: string): WordPair =>
  threefry2x32(seedWords(seed), hashText(`pair ${common}`));

/**
 * The luck of a paired run, trial by trial: a stream that can be set to the start of any substream, so that what a rule
 * changes in one place leaves the dice of all others where they were. Allocates nothing once it is made.
 */
export class TrialStream extends Stream {
  readonly #key: WordPair;
  /** Key of the trial; state of the substream, half by half. */
  readonly #words = new Int32Array(2);
  #trial0 = 0;
  #trial1 = 0;

  constructor(key: WordPair) {
    super(1, 0, 0, 0);
    this.#key = key;
    this.begin(0);
  }

  /** Sets the stream to the start of a trial, 0 to 2^53 - 1, which is its substream 0. */
  begin(trial: number): void {
    const words = this.#words;
    threefryInto(words, this.#key[0], this.#key[1], Math.floor(trial / 2 ** 32), trial | 0);
    this.#trial0 = words[0]!;
    this.#trial1 = words[1]!;
    this.substream(0, 0);
  }

  /** Sets it to the start of a seat of a substream; both are 32-bit integers, the seat below 2^31. */
  substream(substream: number, seat: number): void {
    const words = this.#words;
    threefryInto(words, this.#trial0, this.#trial1, substream, seat << 1);
    this.a = words[0]!;
    this.b = words[1]!;
    threefryInto(words, this.#trial0, this.#trial1, substream, (seat << 1) | 1);
    this.c = words[0]!;
    this.d = words[1]!;
    // All zero is the generator's one fixed point; no address is known to lead there.
    if ((this.a | this.b | this.c | this.d) === 0) this.a = 1;
  }
}
