import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse } from "../../src/rule/fuse.ts";
import {
  type Chain,
  chainOf,
  type Exact,
  fractionText,
  isFraction,
  type Step,
  solveChain,
} from "../../src/rule/index.ts";

const walk =
  (sides: number): Step<number> =>
  (at) =>
  (dice) =>
    (at + dice.face(sides)) % 7;
const settle: Step<number> = (at) => (dice) => (at < 3 ? at : dice.atLeast(10, at) ? 0 : at);
const rest: Step<number> = (at) => () => at;
const STEPS: readonly Step<number>[] = [walk(2), walk(6), settle, rest];

const chainWith = (steps: readonly Step<number>[]): Chain<number> =>
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
    const chain = chainWith(new Array<Step<number>>(30).fill(walk(6)));
    const { chain: fused } = fuse(chain, new Set([30]));
    for (const { total } of fused.transitions) expect(total <= 2n ** 32n).toBe(true);
    expect(fused.steps.length).toBeLessThan(30);
    expect(texts(solveChain(fused, [fused.steps.length])[0]!)).toEqual(texts(solveChain(chain, [30])[0]!));
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
