/** What many attacks add up to, counted by hand: binomials and trinomials, and numbers of attacks with chances of their own. */
import { expect, it } from "vitest";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { INTEGERS } from "../../../src/rule/exact.ts";
import { type CountDistribution, countOf, flat } from "../../../src/rulesets/wh40k-10e/counts.ts";

/** One attack: so many ways of each x and y, none of which uses a re-roll. */
const attack = (...ways: readonly (readonly [x: number, y: number, weight: bigint])[]): CountDistribution => ({
  terms: ways.map(([x, y, weight]) => ({ from: 0, to: 0, x, y, weight })),
  total: ways.reduce((sum, [, , weight]) => sum + weight, 0n),
});
/** So many attacks, one as likely as another. */
const attacks = (...numbers: readonly number[]) =>
  distributionOf((dice) => numbers[dice.face(numbers.length, "C-MOD-03") - 1]!, "C-MOD-03");

const HITS_OR_NOT = attack([0, 0, 1n], [1, 0, 1n]);
const THREE_WAYS = attack([0, 0, 1n], [1, 0, 1n], [0, 1, 1n]);
const TWO_HITS_ON_A_SIX = attack([0, 0, 3n], [1, 0, 2n], [2, 0, 1n]);

it.each([
  ["no attack", HITS_OR_NOT, attacks(0), [[1n]], 1n],
  ["one", HITS_OR_NOT, attacks(1), [[1n, 1n]], 2n],
  ["three", HITS_OR_NOT, attacks(3), [[1n, 3n, 3n, 1n]], 8n],
  // Of 2 and 4 attacks, each in one of two: 4 (1 2 1) and 1 4 6 4 1 of 32.
  ["two or four", HITS_OR_NOT, attacks(2, 4), [[5n, 12n, 10n, 4n, 1n]], 32n],
  // 2 (1) and 1 1 of 4.
  ["none or one", HITS_OR_NOT, attacks(0, 1), [[3n, 1n]], 4n],
  // (3 + 2 x + x²)² = 9 + 12 x + 10 x² + 4 x³ + x⁴.
  ["two, of which a six hits twice", TWO_HITS_ON_A_SIX, attacks(2), [[9n, 12n, 10n, 4n, 1n]], 36n],
  // (1 + x + y)² = 1 + 2 x + x² + 2 y + 2 x y + y².
  [
    "two, each of which is one thing or the other",
    THREE_WAYS,
    attacks(2),
    [
      [1n, 2n, 1n],
      [2n, 2n, 0n],
      [1n, 0n, 0n],
    ],
    9n,
  ],
])("%s", (_, own, number, rows, total) => {
  const count = countOf(INTEGERS, own, number);
  expect(count).toEqual({ rows, total });
  const weights = rows[0]!.map((_, x) => rows.reduce((sum, row) => sum + row[x]!, 0n));
  expect(flat(INTEGERS, count)).toEqual({ weights, total });
});

it("the chance that an attack uses a re-roll up is carried on, and forgotten at the end", () => {
  // With the re-roll a miss is rolled again, once: it hits in 3 of 4; without, in 1 of 2 (2 of 4).
  const own: CountDistribution = {
    terms: [
      { from: 1, to: 1, x: 1, y: 0, weight: 2n },
      { from: 1, to: 0, x: 1, y: 0, weight: 1n },
      { from: 1, to: 0, x: 0, y: 0, weight: 1n },
      { from: 0, to: 0, x: 1, y: 0, weight: 2n },
      { from: 0, to: 0, x: 0, y: 0, weight: 2n },
    ],
    total: 4n,
  };
  // Two hits: 2/4 (3/4) + 1/4 (2/4) = 8/16. None: 1/4 (2/4) = 2/16.
  expect(countOf(INTEGERS, own, attacks(2))).toEqual({ rows: [[2n, 6n, 8n]], total: 16n });
});
