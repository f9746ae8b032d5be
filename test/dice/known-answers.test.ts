import { describe, expect, it } from "vitest";
import { blockStream, cellKey, hashText, Stream } from "../../src/dice/index.ts";
import { seedWords } from "../../src/dice/stream.ts";
import { threefry2x32, type WordPair } from "../../src/dice/threefry.ts";

const words = (text: string): WordPair => text.split(" ").map((w) => Number.parseInt(w, 16)) as unknown as WordPair;

describe("threefry2x32-20 gives the published answers (Random123 known-answer file, JAX)", () => {
  it.each([
    ["00000000 00000000", "00000000 00000000", "6b200159 99ba4efe"],
    ["ffffffff ffffffff", "ffffffff ffffffff", "1cb996fc bb002be7"],
    ["13198a2e 03707344", "243f6a88 85a308d3", "c4923a9c 483df7a0"],
    ["499602d2 0000002a", "00000000 00000007", "452cd1a8 b86d78b2"],
    ["499602d2 0000002a", "00000001 00000007", "0e4a9779 654eedd7"],
    ["499602d2 0000002a", "00000002 00000007", "327e0c4a e8c0b0ba"],
    ["499602d2 0000002a", "00000003 00000007", "0c1134de ca15aa95"],
  ])("key %s counter %s", (key, counter, expected) => {
    expect(threefry2x32(words(key), words(counter))).toEqual(words(expected));
  });
});

it("xoshiro128++ gives the ten words of its reference C file", () => {
  const stream = new Stream(1, 2, 3, 4);
  expect(Array.from({ length: 10 }, () => stream.next())).toEqual([
    641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420,
  ]);
});

describe("addresses", () => {
  it("packs the seed high word first, and hashes text with SHA-256 (FIPS 180-4 answer for 'abc')", () => {
    expect(seedWords(0x0123_4567_89ab_cdefn)).toEqual([0x0123_4567, 0x89ab_cdef]);
    expect(hashText("abc")).toEqual([0xba78_16bf, 0x8f01_cfea]);
  });

  it("fills a block's state from counters (block, 0) and (block, 1)", () => {
    const key = words("499602d2 0000002a");
    const stream = blockStream(key, 7);
    const [a, b] = threefry2x32(key, [7, 0]);
    const [c, d] = threefry2x32(key, [7, 1]);
    expect([stream.a >>> 0, stream.b >>> 0, stream.c >>> 0, stream.d >>> 0]).toEqual([a, b, c, d]);
  });

  it("gives other streams to other seeds, cells and blocks, and never the all-zero state", () => {
    const first = (seed: bigint, id: string, block: number) => blockStream(cellKey(seed, id), block).next();
    const seen = new Set([
      first(0n, "a", 0),
      first(1n, "a", 0),
      first(1n << 32n, "a", 0),
      first(0n, "b", 0),
      first(0n, "a", 1),
    ]);
    expect(seen.size).toBe(5);
    expect(new Stream(0, 0, 0, 0).next()).not.toBe(0);
  });
});
