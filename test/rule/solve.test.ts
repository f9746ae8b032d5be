import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainOf, type ProcessStep } from "../../src/rule/chain.ts";
import { convolve, type Exact, isFraction, probabilitiesOf, readOff } from "../../src/rule/exact.ts";
import { fractionText } from "../../src/rule/fraction.ts";
import { solveChain } from "../../src/rule/solve.ts";

const fractions = (exact: Exact): string[] => {
  if (!isFraction(exact)) throw new Error("doubles where fractions were expected");
  return exact.weights.map((weight) => fractionText(weight, exact.total));
};

/** A soldier is wounded and healed: three states, three D10s a step. */
const turn: ProcessStep<number> = (state) => (dice) => {
  if (state === 0) return dice.atLeast(10, 8) ? (dice.atLeast(10, 6) ? 2 : 1) : 0;
  if (state === 1) return dice.count(10, 3, 7) >= 2 ? 0 : 1;
  return dice.atLeast(10, 9) ? 1 : 2;
};
const chain = (turns: number) =>
  chainOf({ id: "T-1", start: 0, key: (state) => state, steps: new Array<ProcessStep<number>>(turns).fill(turn) });

describe("solveChain", () => {
  it("is the matrix applied by hand", () => {
    const small = chain(2);
    // states in the order found: 0, 1, 2. P(2 or more of three at 7+) = 3 · 0.16 · 0.6 + 0.064 = 0.352
    const [start, once, twice] = solveChain(small, [0, 1, 2]);
    const at = (exact: Exact, state: number) => fractions(exact)[small.states.indexOf(state)];
    expect([0, 1, 2].map((state) => at(start!, state))).toEqual(["1/1", "0/1", "0/1"]);
    expect([0, 1, 2].map((state) => at(once!, state))).toEqual(["7/10", "3/20", "3/20"]);
    // 0.7 · 0.7 + 0.15 · 0.352; 0.7 · 0.15 + 0.15 · 0.648 + 0.15 · 0.2; 0.7 · 0.15 + 0.15 · 0.8
    expect([0, 1, 2].map((state) => at(twice!, state))).toEqual(["1357/2500", "1161/5000", "9/40"]);
  });

  it("the start is asked for like any other step, in doubles too", () => {
    const long = chain(3_000);
    const [start, last] = solveChain(long, [0, 3_000]);
    expect(isFraction(start!) || isFraction(last!)).toBe(false);
    expect([...probabilitiesOf(start!)]).toEqual(long.states.map((state) => (state === 0 ? 1 : 0)));
    const [again] = solveChain(long, [0]);
    expect([...probabilitiesOf(again!)]).toEqual([...probabilitiesOf(start!)]);
  });

  it("every layer adds up to one", () => {
    for (const exact of solveChain(chain(40), [0, 1, 17, 40])) {
      expect(isFraction(exact) && exact.weights.reduce((a, b) => a + b, 0n) === exact.total).toBe(true);
    }
  });

  /** Shot at until out: the last state keeps what it has and gets more. */
  const untilOut: ProcessStep<number> = (state) => (dice) =>
    state === 2 ? 2 : Math.max(state, dice.atLeast(1_000, 999) ? 2 : dice.atLeast(10, 10) ? 1 : 0);
  it.each([
    ["wounds that heal", turn],
    ["nobody comes back", untilOut],
  ])("in fractions equals in doubles to 1e-12: %s", (_, step) => {
    const long = (turns: number) =>
      chainOf({ id: "T-1", start: 0, key: (state) => state, steps: new Array<ProcessStep<number>>(turns).fill(step) });
    const wanted = [1, 2, 10, 500, 800];
    const exact = solveChain(long(800), wanted);
    const doubles = solveChain(long(3_000), wanted);
    expect(exact.every(isFraction)).toBe(true);
    expect(doubles.some(isFraction)).toBe(false);
    exact.forEach((layer, i) => {
      const other = probabilitiesOf(doubles[i]!);
      probabilitiesOf(layer).forEach((p, state) => {
        expect(Math.abs(p - other[state]!)).toBeLessThan(1e-12);
      });
      expect(Math.abs(other.reduce((a, b) => a + b, 0) - 1)).toBeLessThan(1e-12);
    });
  });
});

describe("readOff", () => {
  it("adds up the states that mean the same", () => {
    const exact: Exact = { weights: [1n, 2n, 3n, 4n], total: 10n };
    expect(readOff(exact, Int32Array.of(2, 0, 2, 0), 4)).toEqual({ weights: [6n, 0n, 4n, 0n], total: 10n });
    // A state that is not reached may have a value beyond the bins.
    expect(readOff({ weights: [1n, 0n], total: 1n }, Int32Array.of(0, 5), 2)).toEqual({ weights: [1n, 0n], total: 1n });
    const doubles: Exact = { probabilities: Float64Array.of(0.25, 0.25, 0.5) };
    expect(readOff(doubles, Int32Array.of(1, 0, 1), 2)).toEqual({ probabilities: Float64Array.of(0.25, 0.75) });
  });
});

describe("convolve", () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 8 });
  const exactOf = (list: bigint[]): Exact => ({ weights: list, total: list.reduce((a, b) => a + b, 0n) });

  it("counts every pair of falls", () => {
    fc.assert(
      fc.property(weights, weights, (a, b) => {
        const sums = new Map<number, bigint>();
        for (let i = 0; i < a.length; i++)
          for (let j = 0; j < b.length; j++) sums.set(i + j, (sums.get(i + j) ?? 0n) + a[i]! * b[j]!);
        const found = convolve(exactOf(a), exactOf(b));
        expect(isFraction(found) && found.weights).toEqual([...sums.values()]);
      }),
      { seed: 20261121 },
    );
  });

  it("two dice are two dice", () => {
    const die: Exact = { weights: [0n, 1n, 1n, 1n, 1n, 1n, 1n], total: 6n };
    expect(fractions(convolve(die, die)).slice(2)).toEqual([
      "1/36",
      "1/18",
      "1/12",
      "1/9",
      "5/36",
      "1/6",
      "5/36",
      "1/9",
      "1/12",
      "1/18",
      "1/36",
    ]);
  });

  it("in doubles where one of the two is", () => {
    const half: Exact = { probabilities: Float64Array.of(0.5, 0.5) };
    const third: Exact = { weights: [1n, 2n], total: 3n };
    const found = probabilitiesOf(convolve(half, third));
    [1 / 6, 1 / 2, 1 / 3].forEach((p, i) => {
      expect(Math.abs(found[i]! - p)).toBeLessThan(1e-15);
    });
    expect(isFraction(convolve(half, third))).toBe(false);
  });
});
