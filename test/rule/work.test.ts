import { describe, expect, it } from "vitest";
import { chainOf } from "../../src/rule/chain.ts";
import { type Exact, isFraction, probabilitiesOf } from "../../src/rule/exact.ts";
import type { Play } from "../../src/rule/play.ts";
import { programOf } from "../../src/rule/play-program.ts";
import { FRACTION_OPERATIONS, workOf } from "../../src/rule/work.ts";

/** So many soldiers, each lost on 8+ of a D10: how many are lost is binomial, three in ten. */
const lost = chainOf<number>({
  id: "T-1",
  start: 0,
  key: (s) => s,
  steps: [() => (dice) => Number(dice.atLeast(10, 8))],
});
const unit = (soldiers: number): Play<number> => ({
  parts: new Array(soldiers).fill(lost),
  readings: [{ metric: { name: "lost", values: Array.from({ length: soldiers + 1 }, (_, i) => i) }, bin: (s) => s }],
  blockSize: 1,
});
const answerOf = (soldiers: number): Exact => {
  const { exact } = programOf(unit(soldiers));
  return "solve" in exact ? exact.solve()[0]! : expect.unreachable();
};

/** The binomial distribution of 3/10 as whole numbers over 10^n. */
function binomial(n: number): bigint[] {
  const weights: bigint[] = [];
  let choose = 1n;
  for (let k = 0; k <= n; k++) {
    weights.push(choose * 3n ** BigInt(k) * 7n ** BigInt(n - k));
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  return weights;
}

describe("the work of an exact answer", () => {
  it("grows with the size of the whole numbers, not with their count alone", () => {
    const [small, large] = [workOf(unit(50)), workOf(unit(200))];
    expect([small.inFractions, large.inFractions]).toEqual([true, true]);
    expect(large.operations / small.operations).toBeGreaterThan(20); // 16 times as many, four times as long
  });

  it("fractions are kept where that is cheap, doubles taken where it is not", () => {
    const exact = answerOf(200);
    expect(isFraction(exact) && exact.weights.map((weight) => (weight * 10n ** 200n) / exact.total)).toEqual(
      binomial(200),
    );
    expect(workOf(unit(3_000)).inFractions).toBe(false);
    const doubles = answerOf(3_000);
    expect(isFraction(doubles)).toBe(false);
    const truth = binomial(3_000);
    // Twenty digits of each chance, as a double.
    probabilitiesOf(doubles).forEach((chance, k) => {
      const expected = Number((truth[k]! * 10n ** 40n) / 10n ** 3_000n) / 1e40;
      expect(Math.abs(chance - expected)).toBeLessThan(1e-12);
    });
    // Control: another distribution is far away.
    expect(
      Math.abs(probabilitiesOf(doubles)[900]! - Number((truth[899]! * 10n ** 40n) / 10n ** 3_000n) / 1e40),
    ).toBeGreaterThan(1e-6);
  });

  it("whatever is solved in fractions stays within its limit", () => {
    for (const soldiers of [1, 10, 100, 300, 400, 500, 700, 1_000, 3_000]) {
      const { operations, inFractions } = workOf(unit(soldiers));
      if (inFractions) expect(operations).toBeLessThanOrEqual(FRACTION_OPERATIONS);
    }
  });
});
