/** The key schedule's parity constant of the Threefish family (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011). */
const PARITY = 0x1bd1_1bda;
const ROTATIONS = [13, 15, 26, 6, 17, 29, 16, 24] as const;

/** Two 32-bit words, each an unsigned integer. */
export type Words = readonly [number, number];

/**
 * threefry2x32 with 20 rounds: a keyed bijection of 64-bit counters. Addresses (seed, cell, block) become streams
 * through it, so that neighbouring addresses share nothing.
 * @example threefry2x32([0, 0], [0, 0]); // [0x6b200159, 0x99ba4efe]
 */
export function threefry2x32(key: Words, counter: Words): Words {
  const schedule = [key[0], key[1], PARITY ^ key[0] ^ key[1]];
  let x = (counter[0] + key[0]) | 0;
  let y = (counter[1] + key[1]) | 0;
  for (let round = 0; round < 20; round++) {
    const turn = ROTATIONS[round % 8]!;
    x = (x + y) | 0;
    y = ((y << turn) | (y >>> (32 - turn))) ^ x;
    if (round % 4 === 3) {
      const injection = (round + 1) / 4;
      x = (x + schedule[injection % 3]!) | 0;
      y = (y + schedule[(injection + 1) % 3]! + injection) | 0;
    }
  }
  return [x >>> 0, y >>> 0];
}
