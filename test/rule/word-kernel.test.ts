/** The loop over words has a generator of its own, for speed: it counts what reading the stream word by word finds. */
import { describe, expect, it } from "vitest";
import { WordKernel } from "../../src/rule/word-kernel.ts";
import { streamOf } from "./fit.ts";

/** A D6 from sixteen bits: the last four of 65,536 mean nothing. */
const REFUSED = 6;
const outcomes = Uint8Array.from({ length: 65_536 }, (_, half) => (half < 65_532 ? half % 6 : REFUSED));
/** Where half of all words mean nothing, many are drawn again. */
const wasteful = Uint8Array.from({ length: 65_536 }, (_, half) => (half & 1 ? REFUSED : (half >>> 1) % 6));

describe("words counted four at a time", () => {
  it.each([
    ["few refused", outcomes],
    ["half refused", wasteful],
  ])("%s: are those of the stream, one after another, which stands where they end", (_, table) => {
    for (const trials of [1, 3, 4, 7, 1_024, 5_000, 65_537]) {
      const [played, read] = [streamOf("words"), streamOf("words")];
      const kernel = new WordKernel(table, REFUSED);
      const tally = new Float64Array(REFUSED);
      kernel.play(played, trials, tally);
      const counted = new Float64Array(REFUSED);
      for (const outcome of kernel.trace(read, trials)) counted[outcome] = counted[outcome]! + 1;
      expect(tally).toEqual(counted);
      expect([played.a, played.b, played.c, played.d]).toEqual([read.a, read.b, read.c, read.d]);
    }
  });
});
