/**
 * The key schedule's parity constant of the Threefish family (Salmon et al., "Parallel random numbers: as easy as 1,
 * 2, 3", 2011).
 */
const PARITY = 0x1bd1_1bda;

/** Two 32-bit words, each an unsigned integer. */
export type WordPair = readonly [number, number];

/**
 * threefry2x32 with 20 rounds: a keyed bijection of 64-bit counters. Addresses (seed, cell, block) become streams
 * through it, so that neighbouring addresses share nothing.
 * @example threefry2x32([0, 0], [0, 0]); // [0x6b200159, 0x99ba4efe]
 */
export function threefry2x32(key: WordPair, counter: WordPair): WordPair {
  const words = new Uint32Array(2);
  threefryInto(words, key[0], key[1], counter[0], counter[1]);
  return [words[0]!, words[1]!];
}

/** The same without an allocation, for addresses that are made while a kernel plays: fills `words` with its two words. */
export function threefryInto(
  words: Uint32Array | Int32Array,
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): void {
  // The schedule turns: after each four rounds the next two of three key words are added.
  let now = key0 | 0;
  let next = key1 | 0;
  let last = PARITY ^ key0 ^ key1;
  let x = (counter0 + now) | 0;
  let y = (counter1 + next) | 0;
  for (let injection = 1; injection <= 5; injection++) {
    if ((injection & 1) === 1) {
      x = (x + y) | 0;
      y = ((y << 13) | (y >>> 19)) ^ x;
      x = (x + y) | 0;
      y = ((y << 15) | (y >>> 17)) ^ x;
      x = (x + y) | 0;
      y = ((y << 26) | (y >>> 6)) ^ x;
      x = (x + y) | 0;
      y = ((y << 6) | (y >>> 26)) ^ x;
    } else {
      x = (x + y) | 0;
      y = ((y << 17) | (y >>> 15)) ^ x;
      x = (x + y) | 0;
      y = ((y << 29) | (y >>> 3)) ^ x;
      x = (x + y) | 0;
      y = ((y << 16) | (y >>> 16)) ^ x;
      x = (x + y) | 0;
      y = ((y << 24) | (y >>> 8)) ^ x;
    }
    const first = now;
    now = next;
    next = last;
    last = first;
    x = (x + now) | 0;
    y = (y + next + injection) | 0;
  }
  words[0] = x;
  words[1] = y;
}
