import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { AliasRows } from "../../src/rule/alias-rows.ts";
import { agreement } from "../../src/stats/agreement.ts";
import { drawFrom } from "./alias-draw.ts";

/** Distributions of one outcome, of a few, of most columns empty, of chances that differ by 2^40. */
const DISTRIBUTIONS: Record<string, readonly number[]> = {
  "one outcome": [1],
  halves: [0.5, 0.5],
  thirds: [1 / 3, 1 / 3, 1 / 3],
  "many, most of them rare": normal(Array.from({ length: 300 }, (_, i) => 0.9 ** i)),
  "far apart": normal([1, 2 ** -20, 2 ** -40, 3]),
  "as many as there may be": normal(Array.from({ length: 512 }, (_, i) => 1 + (i % 7))),
};

function normal(weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** The distribution that a row draws, word by word: of each column the least word that chooses otherwise, found by halving. */
function distributionOf(rows: AliasRows, row: number, outcomes: number): number[] {
  const found = new Array<number>(outcomes).fill(0);
  const bits = 32 - (row & 31);
  const draw = (first: number, second: number) => {
    const words = [first, second];
    return drawFrom(rows, row, () => words.shift()! | 0);
  };
  for (let column = 0; column < 2 ** bits; column++) {
    const at = column * 2 ** (32 - bits);
    // Bits of the first word that choose within the column; of those after them nothing depends.
    const step = 2 ** (32 - bits - 23);
    const size = 2 ** 23;
    const own = draw(at, 0);
    const other = draw(at + (size - 1) * step, 2 ** 32 - 1);
    let [low, high] = [0, size * 2 ** 28];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (draw(at + Math.floor(middle / 2 ** 28) * step, (middle % 2 ** 28) * 16) === own) low = middle;
      else high = middle;
    }
    const share = own === other ? 1 : high / (size * 2 ** 28);
    found[own]! += share / 2 ** bits;
    found[other]! += (1 - share) / 2 ** bits;
  }
  return found;
}

describe("alias rows", () => {
  const rows = new AliasRows();
  for (const [name, chances] of Object.entries(DISTRIBUTIONS)) {
    const row = rows.add([...chances.keys()], chances);
    it(`${name}: every chance to within 2^-50`, () => {
      distributionOf(rows, row, chances.length).forEach((chance, outcome) => {
        expect(Math.abs(chance - chances[outcome]!)).toBeLessThan(2 ** -50);
      });
    });
  }

  /** 200,000 draws find a shift of 0.011 of one chance with power 1 - 1e-6 at this threshold; the control has one of 0.02. */
  it("draws follow their law", () => {
    const chances = [0.5, 0.12, 0.08, 0.2, 0.1];
    const own = rows.add([...chances.keys()], chances);
    const stream = blockStream(cellKey(3n, "alias rows"), 0);
    const counts = chances.map(() => 0);
    for (let i = 0; i < 200_000; i++) counts[drawFrom(rows, own, () => stream.next() | 0)]!++;
    const values = [...chances.keys()];
    const verdict = (distribution: readonly number[]) =>
      agreement({ values, counts }, { values, weights: distribution }, 1e-9).verdict;
    expect(verdict(chances)).toBe("agree");
    expect(verdict([0.52, 0.1, 0.08, 0.2, 0.1])).toBe("disagree");
  });

  it("more outcomes than places are refused", () => {
    expect(() => rows.add(new Array<number>(513).fill(0), new Array<number>(513).fill(1 / 513))).toThrow(RangeError);
  });
});
