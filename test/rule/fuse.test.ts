import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse } from "../../src/rule/fuse.ts";
import {
  type Chain,
  chainOf,
  type Exact,
  fractionText,
  isFraction,
  type ProcessStep,
  probabilitiesOf,
  programOf,
  solveChain,
} from "../../src/rule/index.ts";
import { misfit, streamOf } from "./fit.ts";

const walk =
  (sides: number): ProcessStep<number> =>
  (at) =>
  (dice) =>
    (at + dice.face(sides)) % 7;
const settle: ProcessStep<number> = (at) => (dice) => (at < 3 ? at : dice.atLeast(10, at) ? 0 : at);
const rest: ProcessStep<number> = (at) => () => at;
const STEPS: readonly ProcessStep<number>[] = [walk(2), walk(6), settle, rest];

const chainWith = (steps: readonly ProcessStep<number>[]): Chain<number> =>
  chainOf({ id: "T-1", start: 0, key: (at) => at, steps });
const texts = (exact: Exact) =>
  isFraction(exact) ? exact.weights.map((weight) => fractionText(weight, exact.total)) : ["doubles"];
const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 });

describe("fuse", () => {
  it("leaves the law of every moment that is read, to the fraction", () => {
    fc.assert(
      fc.property(steps, fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 4 }), (list, wanted) => {
        const chain = chainWith(list);
        const moments = [...wanted.filter((moment) => moment <= list.length), list.length];
        const { chain: fused, at } = fuse(chain, new Set(moments));
        expect(fused.steps.length).toBeLessThanOrEqual(chain.steps.length);
        expect(at(0)).toBe(0);
        expect(at(list.length)).toBe(fused.steps.length);
        const before = solveChain(chain, moments).map(texts);
        expect(solveChain(fused, moments.map(at)).map(texts)).toEqual(before);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it("two steps with nothing read between them are one; a reading keeps them apart", () => {
    const chain = chainWith([walk(6), walk(6)]);
    expect(fuse(chain, new Set([2])).chain.steps).toHaveLength(1);
    expect(fuse(chain, new Set([1, 2])).chain.steps).toHaveLength(2);
  });

  it("a joint draw stays within a word: 6^12 is the last power of six below 2^32", () => {
    const chain = chainWith(new Array<ProcessStep<number>>(30).fill(walk(6)));
    const { chain: fused } = fuse(chain, new Set([30]));
    for (const { total } of fused.transitions) expect(total <= 2n ** 32n).toBe(true);
    expect(fused.steps.length).toBeLessThan(30);
    expect(texts(solveChain(fused, [fused.steps.length])[0]!)).toEqual(texts(solveChain(chain, [30])[0]!));
  });

  describe("what a long chain of many states does not join is drawn step by step, by the same law", () => {
    const shots = (needed: number) => {
      const shot: ProcessStep<number> = (at) => (dice) => (dice.atLeast(10, needed) ? at + dice.face(6) : at);
      return chainWith(new Array<ProcessStep<number>>(60).fill(shot));
    };
    const binOf = (at: number) => Math.max(0, Math.min(15, (at >> 3) - 10));
    const metric = { name: "sum", values: Array.from({ length: 16 }, (_, i) => i) };
    const program = (needed: number) =>
      programOf({ parts: [shots(needed), shots(needed)], readings: [{ metric, bin: half }], blockSize: 1 });
    const half = (at: number, part: number) => (part === 0 ? binOf(at) : 0);
    const chancesOf = (needed: number) => {
      const { exact } = program(needed);
      return "solve" in exact ? probabilitiesOf(exact.solve()[0]!) : [];
    };
    const tally = new Float64Array(16);
    program(4).kernel().play(streamOf("long chain"), 100_000, tally);

    it("to the fraction, its first steps joined and its last ones not", () => {
      const chain = shots(4);
      const { chain: fused, at } = fuse(chain, new Set([60]));
      expect([at(2), at(60) - at(59)]).toEqual([1, 1]);
      expect(texts(solveChain(fused, [fused.steps.length])[0]!)).toEqual(texts(solveChain(chain, [60])[0]!));
    });

    // 100,000 trials find a shift of 0.03 of a bin with power 1 - 1e-6 (see fit.ts).
    it("as it is drawn; control: a die that needs one more is found", () => {
      expect(misfit(tally, chancesOf(4))).toBeLessThan(1);
      expect(misfit(tally, chancesOf(5))).toBeGreaterThan(1);
    });
  });

  it("control: a weight moved within a fused table is seen", () => {
    const chain = chainWith([walk(6), settle]);
    const { chain: fused } = fuse(chain, new Set([2]));
    const [first, second, ...others] = fused.transitions[0]!.runs;
    const moved = [{ ...first!, weight: first!.weight + 1n }, { ...second!, weight: second!.weight - 1n }, ...others];
    const spoilt = { ...fused, transitions: fused.transitions.with(0, { ...fused.transitions[0]!, runs: moved }) };
    expect(texts(solveChain(spoilt, [1])[0]!)).not.toEqual(texts(solveChain(chain, [2])[0]!));
  });
});
