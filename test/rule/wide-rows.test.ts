import { describe, expect, it } from "vitest";
import { WideRows } from "../../src/rule/wide-rows.ts";

const normal = (weights: readonly number[]): number[] => {
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
};

const DISTRIBUTIONS: Record<string, readonly number[]> = {
  "one outcome": [1],
  halves: [0.5, 0.5],
  thirds: [1 / 3, 1 / 3, 1 / 3],
  "far apart": normal([1, 2 ** -20, 2 ** -40, 3]),
  "one and a half thousand": normal(Array.from({ length: 1_500 }, (_, i) => 1 + (i % 11) ** 3)),
};

/** Outcomes of all sizes, the sign among them. */
const outcomeOf = (i: number): number => (i % 2 === 0 ? 2 ** 30 - i : -i);

/** The distribution that a row draws, word by word: of each column the least word that chooses otherwise, found by halving. */
function distributionOf(rows: WideRows, row: number): Map<number, number> {
  const found = new Map<number, number>();
  const bits = 32 - (row & 31);
  const size = 2 ** (32 - bits);
  const draw = (first: number, second: number) => {
    const words = [first, second];
    return rows.draw(row, () => words.shift()! | 0);
  };
  const add = (outcome: number, chance: number) => found.set(outcome, (found.get(outcome) ?? 0) + chance);
  for (let column = 0; column < 2 ** bits; column++) {
    const at = column * size;
    const own = draw(at, 0);
    const other = draw(at + size - 1, 2 ** 32 - 1);
    let [low, high] = [0, size * 2 ** 21];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (draw(at + Math.floor(middle / 2 ** 21), (middle % 2 ** 21) * 2 ** 11) === own) low = middle;
      else high = middle;
    }
    const share = own === other ? 1 : high / (size * 2 ** 21);
    add(own, share / 2 ** bits);
    add(other, (1 - share) / 2 ** bits);
  }
  return found;
}

describe("wide rows", () => {
  const rows = new WideRows();
  const added = Object.entries(DISTRIBUTIONS).map(([name, chances]) => {
    const outcomes = chances.map((_, i) => outcomeOf(i));
    return { name, chances, outcomes, row: rows.add(outcomes, chances) };
  });
  for (const { name, chances, outcomes, row } of added)
    it(`${name}: every chance to within 2^-50`, () => {
      const found = distributionOf(rows, row);
      expect([...found.keys()].every((outcome) => outcomes.includes(outcome))).toBe(true);
      outcomes.forEach((outcome, i) => {
        expect(Math.abs((found.get(outcome) ?? 0) - chances[i]!)).toBeLessThan(2 ** -50);
      });
    });
});
