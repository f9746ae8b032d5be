/**
 * The unbiased map from a 16-bit word to `0 … n-1` (Lemire, 2019): `floor(word * n / 2^16)`, with the `2^16 mod n` words
 * that would favour some results refused. Increasing in the word, so a table in dice order stays in dice order.
 * @param word 0 to 65,535
 * @param n 1 to 65,536
 * @returns the result, or -1 when the word is refused and another must be drawn
 */
export function uniform16(word: number, n: number): number {
  const product = Math.imul(word, n);
  const low = product & 0xffff;
  return low < n && low < 65_536 % n ? -1 : product >>> 16;
}

/** The same for 32-bit words and `n` up to 2^32: words of the last, incomplete run of n are refused. */
export function uniform32(word: number, n: number): number {
  const share = Math.floor(4_294_967_296 / n);
  return word < share * n ? Math.floor(word / share) : -1;
}
