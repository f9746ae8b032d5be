import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chance, distributionOf, weighted } from "../../src/rule/distribution.ts";
import type { Rule } from "../../src/rule/rule.ts";

const sum = (weights: readonly bigint[]) => weights.reduce((a, b) => a + b, 0n);

describe("distributionOf", () => {
  it("weighs every outcome exactly: hit on 5+, save on 5+, then 3+ or a wound roll", () => {
    // 4/10 miss; 6/10 · 6/10 · 8/10 = 36/125 unharmed, as three D10s: 400, 288, 72 + 48, 72 and 120 falls of 1,000.
    const shot: Rule<string> = (dice) => {
      if (!dice.atLeast(10, 5)) return "miss";
      if (dice.atLeast(10, 5)) return dice.atLeast(10, 3) ? "unharmed" : "pinned";
      const wound = dice.face(10);
      return wound <= 2 ? "pinned" : wound <= 5 ? "down" : "out";
    };
    const found = distributionOf(shot, "A-SHOOT-17");
    const falls = Object.fromEntries(found.outcomes.map((o, i) => [o, (found.weights[i]! * 1_000n) / found.total]));
    expect(falls).toEqual({ miss: 400n, pinned: 120n, down: 72n, out: 120n, unharmed: 288n });
    expect(found.total).toBe(125n); // reduced: every run of the dice is a multiple of 8 falls
  });

  it("keeps the order of the dice in its runs, and joins neighbours", () => {
    const odd = distributionOf((dice) => dice.face(6) % 2 === 1, "T-1");
    expect(odd.outcomes).toEqual([true, false]);
    expect(odd.runs).toEqual([true, false, true, false, true, false].map((o) => ({ outcome: o ? 0 : 1, weight: 1n })));
    const low = distributionOf((dice) => dice.face(10) <= 4, "T-1");
    expect(low).toEqual({
      outcomes: [true, false],
      weights: [2n, 3n],
      total: 5n,
      runs: [
        { outcome: 0, weight: 2n },
        { outcome: 1, weight: 3n },
      ],
    });
  });

  it("paths with different numbers of dice share a denominator", () => {
    const found = distributionOf((dice) => (dice.atLeast(6, 6) ? dice.face(10) : 0), "T-1");
    expect(found.outcomes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(found.weights).toEqual([50n, ...new Array<bigint>(10).fill(1n)]);
    expect(found.total).toBe(60n);
  });

  it("tells outcomes apart by their key", () => {
    const rule: Rule<{ n: number }> = (dice) => ({ n: dice.face(4) % 2 });
    expect(distributionOf(rule, "T-1").outcomes).toHaveLength(4);
    const byValue = distributionOf(rule, "T-1", ({ n }) => n);
    expect(byValue.outcomes).toEqual([{ n: 1 }, { n: 0 }]);
    // Four runs of one fall each leave no factor to strip.
    expect([byValue.weights, byValue.total]).toEqual([[2n, 2n], 4n]);
  });

  it("passes limits on", () => {
    expect(() => distributionOf((dice) => dice.face(10), "T-9", undefined, { paths: 9 })).toThrow(
      /T-9: has more than 9/,
    );
  });
});

describe("weighted", () => {
  it("leaves out what is impossible and strips the common factor", () => {
    expect(
      weighted([
        ["a", 6n],
        ["b", 0n],
        ["c", 9n],
      ]),
    ).toMatchObject({ outcomes: ["a", "c"], weights: [2n, 3n], total: 5n });
  });

  it("runs add up to the weights, weights to the total, and nothing has a factor in common", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 1n << 70n }), { minLength: 1, maxLength: 12 }), (list) => {
        fc.pre(list.some((weight) => weight > 0n));
        const found = weighted(list.map((weight, i) => [i, weight] as const));
        expect(sum(found.weights)).toBe(found.total);
        found.outcomes.forEach((outcome, i) => {
          expect(found.weights[i]! * sum(list)).toBe(list[outcome]! * found.total);
        });
      }),
      { seed: 20261121 },
    );
  });
});

it("chance adds up what holds", () => {
  const die = distributionOf((dice) => dice.face(10), "T-1");
  expect(chance(die, (face) => face >= 4)).toBe(0.7);
  expect(chance(die, () => false)).toBe(0);
  expect(chance(die, () => true)).toBe(1);
});
