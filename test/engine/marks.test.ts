import { describe, expect, it } from "vitest";
import { joined, MARKS, markOf, notesOf, StreamLedger } from "../../src/engine/marks.ts";
import { uniforms } from "../stats/random.ts";

/** Marks of blocks: where each began and ended. */
const marks = (...blocks: [began: number, ended: number][]) => Float64Array.from(blocks.flat());
const found = (own: Float64Array, first = 0) => {
  const ledger = new StreamLedger();
  ledger.add(own, first);
  return ledger.streams();
};

describe("the streams of blocks", () => {
  it("are told apart by where they begin and where they end", () => {
    expect(found(marks([1, 2], [3, 4], [5, 6]))).toEqual({ blocks: 3 });
    expect(found(marks([1, 2], [3, 4], [1, 7]), 10).shared).toEqual([12, 10]);
    expect(found(marks([1, 2], [3, 4], [5, 4])).shared).toEqual([2, 1]);
    // One that begins where another ended shares nothing with it.
    expect(found(marks([1, 2], [2, 3]))).toEqual({ blocks: 2 });
  });

  it("that are not drawn from are told where others are", () => {
    expect(found(marks([1, 2], [3, 3])).idle).toBe(1);
    expect(found(marks([1, 1], [3, 3]))).not.toHaveProperty("idle"); // nothing is left to chance
  });

  it("a mark keeps 53 bits: any one of them changed makes another", () => {
    const state = { a: 0x12345678, b: -0x789abcdf };
    const own = markOf(state);
    expect(Number.isSafeInteger(own)).toBe(true);
    for (let bit = 0; bit < 32; bit++) expect(markOf({ ...state, a: state.a ^ (1 << bit) })).not.toBe(own);
    for (let bit = 11; bit < 32; bit++) expect(markOf({ ...state, b: state.b ^ (1 << bit) })).not.toBe(own);
  });

  it("up to 16,384 blocks every pair is found; of 100,000 at least half as many are compared, and a pair in that share", () => {
    const uniform = uniforms(1);
    const mark = () => Math.floor(uniform() * 2 ** 21) * 2 ** 32 + Math.floor(uniform() * 2 ** 32);
    const many = Float64Array.from({ length: MARKS * 100_000 }, mark);
    const some = many.slice(0, MARKS * 16_384);
    for (const at of [1, 10_000, 16_383]) {
      const planted = some.slice();
      planted[MARKS * at] = planted[0]!;
      expect(found(planted).shared).toEqual([at, 0]);
    }
    const { blocks } = found(many);
    expect(blocks).toBeGreaterThan(8_000);
    expect(blocks).toBeLessThanOrEqual(16_384);
    // A tenth of all blocks or so is kept: 60 pairs are missed with a chance of 1 in 1,000.
    const planted = many.slice();
    for (let pair = 0; pair < 60; pair++) planted[MARKS * (99_000 + pair)] = planted[MARKS * pair]!;
    expect(found(planted).shared).toBeDefined();
  });

  it("a run that was kept in parts and goes on compares the same blocks as one that was not", () => {
    const uniform = uniforms(2);
    const mark = () => Math.floor(uniform() * 2 ** 21) * 2 ** 32 + Math.floor(uniform() * 2 ** 32);
    const all = Float64Array.from({ length: MARKS * 60_000 }, mark);
    const whole = new StreamLedger();
    whole.add(all, 0);
    const part = (from: number, to: number) => notesOf(all.subarray(MARKS * from, MARKS * to), from);
    const parts = [part(30_000, 45_000), part(0, 30_000), part(45_000, 46_000)]; // as shards come
    const kept = new StreamLedger();
    for (const notes of parts) kept.absorb(notes);
    const resumed = new StreamLedger();
    for (const notes of parts) resumed.absorb(kept.needed(notes));
    expect(resumed.streams()).toEqual(kept.streams());
    resumed.add(all.subarray(MARKS * 46_000), 46_000);
    expect(resumed.streams()).toEqual(whole.streams());
    // A few blocks more must not bring back marks that were left out: their limit is kept too.
    const few = new StreamLedger();
    few.absorb(kept.needed(parts[1]!));
    few.add(Float64Array.of(2 ** 53 - 1, 2 ** 53 - 2), 60_000);
    expect(few.streams().blocks).toBe(kept.needed(parts[1]!).began.length / 2);
  });

  it("messages of blocks are joined: counts added, marks one after the other", () => {
    const parts = [Float64Array.of(1, 2, 3, 71, 72), Float64Array.of(10, 20, 30, 81, 82)];
    expect([...joined(parts)]).toEqual([11, 22, 33, 71, 72, 81, 82]);
  });
});
