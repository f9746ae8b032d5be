import type { Stream } from "../../dice/index.ts";

/** Fills the buffer of words (xoshiro128++, see the stream's own `next`); returns where reading begins. */
export function fill(words: Int32Array, stream: Stream): number {
  let { a, b, c, d } = stream;
  for (let i = 0; i < words.length; i++) {
    const sum = (a + d) | 0;
    words[i] = ((sum << 7) | (sum >>> 25)) + a;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
  }
  stream.a = a;
  stream.b = b;
  stream.c = c;
  stream.d = d;
  return 0;
}
