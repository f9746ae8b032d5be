import type { Stream } from "../dice/index.ts";
import type { Kernel } from "./program.ts";

/** Pairs of words in one call of the hot loop. */
const CALL = 256;

/** Trials that are one 16-bit word each: what every word means is looked up, and words that mean nothing are drawn again. */
export class WordKernel implements Kernel {
  readonly #outcomes: Uint8Array;
  readonly #refused: number;
  /** Four interleaved counters: increments of one counter would wait for each other. */
  readonly #counts: readonly [Int32Array, Int32Array, Int32Array, Int32Array];

  constructor(outcomes: Uint8Array, refused: number) {
    this.#outcomes = outcomes;
    this.#refused = refused;
    const bins = () => new Int32Array(refused + 1);
    this.#counts = [bins(), bins(), bins(), bins()];
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const refused = this.#refused;
    const [first, second, third, fourth] = this.#counts;
    let left = trials;
    while (left >= 4) {
      const calls = left >>> 10; // of CALL times four draws
      for (let call = 0; call < calls; call++) this.#words(stream, CALL);
      const rest = (left >>> 2) & (CALL - 1);
      if (rest > 0) this.#words(stream, rest);
      left &= 3;
      for (let bin = 0; bin <= refused; bin++) {
        const count = first[bin]! + second[bin]! + third[bin]! + fourth[bin]!;
        if (bin === refused) left += count;
        else tally[bin] = tally[bin]! + count;
        first[bin] = second[bin] = third[bin] = fourth[bin] = 0;
      }
    }
    while (left > 0) {
      const bin = this.#outcomes[stream.next() >>> 16]!;
      if (bin === refused) continue;
      tally[bin] = tally[bin]! + 1;
      left--;
    }
  }

  /** The words in the order in which `play` reads them, refused ones left out. */
  trace(stream: Stream, trials: number): Int32Array {
    const outcomes = this.#outcomes;
    const found = new Int32Array(trials);
    let done = 0;
    const note = (half: number) => {
      const bin = outcomes[half]!;
      if (bin !== this.#refused) found[done++] = bin;
    };
    for (let left = trials; left >= 4; left = trials - done)
      for (let pairs = 2 * (left >>> 2); pairs > 0; pairs--) {
        const word = stream.next();
        note(word >>> 16);
        note(word & 0xffff);
      }
    while (done < trials) note(stream.next() >>> 16);
    return found;
  }

  /** Two words, four draws, `pairs` times over. */
  #words(stream: Stream, pairs: number): void {
    const outcomes = this.#outcomes;
    const [first, second, third, fourth] = this.#counts;
    let { a, b, c, d } = stream;
    for (let i = 0; i < pairs; i++) {
      let sum = (a + d) | 0;
      let word = (((sum << 7) | (sum >>> 25)) + a) | 0;
      let shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      first[outcomes[word >>> 16]!]!++;
      second[outcomes[word & 0xffff]!]!++;
      sum = (a + d) | 0;
      word = (((sum << 7) | (sum >>> 25)) + a) | 0;
      shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      third[outcomes[word >>> 16]!]!++;
      fourth[outcomes[word & 0xffff]!]!++;
    }
    stream.a = a;
    stream.b = b;
    stream.c = c;
    stream.d = d;
  }
}
