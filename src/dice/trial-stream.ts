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
  protected trial0 = 0;
  protected trial1 = 0;

  constructor(key: WordPair) {
    super(1, 0, 0, 0);
    this.#key = key;
    this.begin(0);
  }

  /** Sets the stream to the start of a trial, 0 to 2^53 - 1, which is its substream 0. */
  begin(trial: number): void {
    const words = this.#words;
    threefryInto(words, this.#key[0], this.#key[1], Math.floor(trial / 2 ** 32), trial | 0);
    this.trial0 = words[0]!;
    this.trial1 = words[1]!;
    this.substream(0, 0);
  }

  /** Sets it to the start of a seat of a substream; both are 32-bit integers, the seat below 2^31. */
  substream(substream: number, seat: number): void {
    const words = this.#words;
    threefryInto(words, this.trial0, this.trial1, substream, seat << 1);
    this.a = words[0]!;
    this.b = words[1]!;
    threefryInto(words, this.trial0, this.trial1, substream, (seat << 1) | 1);
    this.c = words[0]!;
    this.d = words[1]!;
    // All zero is the generator's one fixed point; no address is known to lead there.
    if ((this.a | this.b | this.c | this.d) === 0) this.a = 1;
  }
}

/** Bits of a substream's number that tell places of one turn apart. */
export const PLACE_BITS = 13;

/**
 * A trial whose turns have luck of their own: from any turn on it may go on with other luck, all before it staying as it was.
 * So a trial is split without its state being kept: it is played again up to there.
 */
export class SplitStream extends TrialStream {
  readonly #own: WordPair;
  /** By turn, the key of its luck. */
  readonly #keys: Int32Array;

  constructor(key: WordPair, turns: number) {
    super(key);
    this.#own = key;
    this.#keys = new Int32Array(2 * turns);
  }

  /** Sets it to the start of the trial, with new luck from a turn on; which it is, two 32-bit integers say. */
  branch(turn: number, root: number, copy: number): void {
    const keys = this.#keys;
    threefryInto(keys.subarray(2 * turn), this.#own[0], this.#own[1], root, copy);
    for (let at = 2 * turn + 2; at < keys.length; at += 2) keys.copyWithin(at, 2 * turn, 2 * turn + 2);
    this.substream(0, 0);
  }

  override substream(substream: number, seat: number): void {
    if (!(#keys in this)) return; // not yet: the constructor of all trials sets it to its start
    const at = Math.min(this.#keys.length - 2, 2 * (substream >>> PLACE_BITS));
    this.trial0 = this.#keys[at]!;
    this.trial1 = this.#keys[at + 1]!;
    super.substream(substream, seat);
  }
}
