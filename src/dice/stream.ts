import { sha256 } from "./sha256.ts";
import { threefry2x32, type WordPair } from "./threefry.ts";

/** Every result carries this number. Any change to how an address becomes dice raises it. See docs/streams.md. */
export const STREAM_VERSION = 3;
export const STREAM_NAME = `threefry2x32-20+xoshiro128++/v${STREAM_VERSION}`;

/**
 * xoshiro128++ (Blackman and Vigna, 2019): the words behind every die. The four state words are plain fields so that a
 * kernel can copy them into locals, run, and write them back once.
 */
export class Stream {
  a: number;
  b: number;
  c: number;
  d: number;

  constructor(a: number, b: number, c: number, d: number) {
    // All zero is the generator's one fixed point; no address is known to lead there.
    const zero = (a | b | c | d) === 0;
    this.a = zero ? 1 : a | 0;
    this.b = b | 0;
    this.c = c | 0;
    this.d = d | 0;
  }

  /** The next word, an unsigned 32-bit integer. */
  next(): number {
    const sum = (this.a + this.d) | 0;
    const word = ((sum << 7) | (sum >>> 25)) + this.a;
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = (this.d << 11) | (this.d >>> 21);
    return word >>> 0;
  }
}

/** First 8 bytes of the SHA-256 of the UTF-8 text, as two big-endian words. */
export function hashText(text: string): WordPair {
  const digest = new DataView(sha256(text).buffer);
  return [digest.getUint32(0), digest.getUint32(4)];
}

/** The 64-bit run seed as key words, high word first. */
export const seedWords = (seed: bigint): WordPair => [
  Number((seed >> 32n) & 0xffff_ffffn),
  Number(seed & 0xffff_ffffn),
];

/** A cell's key comes from the run seed and the cell's id, never from its place in the file. */
export const cellKey = (seed: bigint, cellId: string): WordPair => threefry2x32(seedWords(seed), hashText(cellId));

/** The stream of one block of a cell: two threefry calls fill the four state words. `block` is 0 to 2^32 - 1. */
export function blockStream(key: WordPair, block: number): Stream {
  const [a, b] = threefry2x32(key, [block, 0]);
  const [c, d] = threefry2x32(key, [block, 1]);
  return new Stream(a, b, c, d);
}
