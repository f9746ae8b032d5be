import { describe, expect, it } from "vitest";
import { binomial, combine, convolve, type Exact, mix, power, probabilitiesOf } from "../../src/rule/exact.ts";

const die: Exact = { weights: [0n, 1n, 1n, 1n, 1n, 1n, 1n], total: 6n };
const weightsOf = (distribution: Exact) => ("total" in distribution ? distribution.weights : []);
const inDoubles = (distribution: Exact): Exact => ({ probabilities: probabilitiesOf(distribution) });
describe("the algebra of laws", () => {
  it("powers are repeated sums, in whole numbers and in doubles", () => {
    const sum = Array.from({ length: 7 }, () => die).reduce((a: Exact, b) => convolve(a, b), {
      weights: [1n],
      total: 1n,
    });
    expect(power(die, 7)).toEqual(sum);
    expect(power(die, 0)).toEqual({ weights: [1n], total: 1n });
    const doubles = probabilitiesOf(power(inDoubles(die), 7));
    probabilitiesOf(sum).forEach((chance, value) => void expect(doubles[value]).toBeCloseTo(chance, 14));
  });

  it("two dice: 7 in six of 36 ways", () => {
    expect(convolve(die, die)).toMatchObject({ total: 36n });
    expect(weightsOf(convolve(die, die))[7]).toBe(6n);
    expect(weightsOf(combine(die, die, Math.max, 7))).toEqual([0n, 1n, 3n, 5n, 7n, 9n, 11n]);
  });

  it("a binomial is the sum of its tries, one by one", () => {
    for (const needed of [2, 5, 10]) {
      const one: Exact = { weights: [BigInt(needed - 1), BigInt(11 - needed)], total: 10n };
      expect(binomial(6, BigInt(11 - needed), BigInt(needed - 1))).toEqual(power(one, 6));
      expect(binomial(6, BigInt(11 - needed), BigInt(needed - 1)).total).toBe(10n ** 6n);
    }
  });

  it("a mixture weighs each law by the chance of what it hangs on", () => {
    // Heads: one die; tails: two.
    const coin: Exact = { weights: [1n, 1n], total: 2n };
    const mixed = probabilitiesOf(mix(coin, [die, convolve(die, die)]));
    expect(mixed[1]).toBeCloseTo(1 / 12, 15);
    expect(mixed[2]).toBeCloseTo(1 / 12 + 1 / 72, 15);
    const doubles = probabilitiesOf(mix(inDoubles(coin), [die, convolve(die, die)]));
    mixed.forEach((chance, value) => void expect(doubles[value]).toBeCloseTo(chance, 14));
  });
});
