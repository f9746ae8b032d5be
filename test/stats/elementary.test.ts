import fc from "fast-check";
import { expect, it } from "vitest";
import { exp, expm1, ln, tenDigits } from "../../src/stats/elementary.ts";
import { relativeError } from "./frozen.ts";

const seeded = { seed: 3, numRuns: 3000 };

it("ln, exp and expm1 are those of Math to about the last bit", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
      fc.double({ min: -700, max: 700, noNaN: true }),
      (x, y) => {
        expect(relativeError(ln(x), Math.log(x))).toBeLessThan(2e-15);
        expect(relativeError(exp(y), Math.exp(y))).toBeLessThan(2e-15);
        expect(relativeError(expm1(y), Math.expm1(y))).toBeLessThan(2e-15);
        expect(relativeError(expm1(y / 1e4), Math.expm1(y / 1e4))).toBeLessThan(2e-15);
      },
    ),
    seeded,
  );
});

it("the ends", () => {
  expect([ln(0), ln(1), exp(0), exp(-1e9), exp(1e9), expm1(0)]).toEqual([-Infinity, 0, 1, 0, Infinity, 0]);
});

it("rounds to ten significant decimals", () => {
  expect([tenDigits(1 / 3), tenDigits(1 / 3 + 1e-16), tenDigits(2.34567890123e-30)]).toEqual([
    0.3333333333, 0.3333333333, 2.345678901e-30,
  ]);
});

it("ln answers outside its domain as Math.log does, and ends", () => {
  for (const x of [-1, -Number.MIN_VALUE, -Infinity, Number.NaN, Infinity, -0]) expect(ln(x)).toBe(Math.log(x));
});
