import { expect, it } from "vitest";
import { decimal, type Fraction, fractionOf, plus, textOf, total, ZERO } from "../../src/analysis/fraction.ts";

it("adds many fractions up to what adding them one by one gives, reduced", () => {
  const shares = ["1/6", "5/36", "0/1", "125/1296", "1/7", "3/14", "1/1000"].map(fractionOf);
  const signed = shares.map(({ top, bottom }, i): Fraction => ({ top: i % 2 === 0 ? top : -top, bottom: 3n * bottom }));
  for (const terms of [[], shares, signed, [...signed, ...shares]])
    expect(textOf(total(terms))).toBe(textOf(terms.reduce((sum, one) => plus(sum, one), ZERO)));
  expect(total(["1/6", "1/3"].map(fractionOf))).toEqual({ top: 1n, bottom: 2n });
});

it("reads whole numbers and decimals as they print", () => {
  expect([0, 7, -3, 2 ** 53 - 1].map(decimal).map(textOf)).toEqual(["0/1", "7/1", "-3/1", "9007199254740991/1"]);
  expect([0.5, -1.25, 1e21].map(decimal).map(textOf)).toEqual(["1/2", "-5/4", "1000000000000000000000/1"]);
});
