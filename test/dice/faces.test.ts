import { describe, expect, it } from "vitest";
import { blockStream, cellKey, facesFor, StreamDice } from "../../src/dice/index.ts";
import { uniform16, uniform32 } from "../../src/dice/uniform.ts";
import { ScriptError, ScriptedDice } from "./scripted.ts";

/** How often each result comes over every one of the 2^16 inputs. */
const countsOverAllWords = (map: (word: number) => number, n: number): number[] => {
  const counts = new Array<number>(n).fill(0);
  for (let word = 0; word < 65_536; word++) {
    const index = map(word);
    if (index >= 0) counts[index]!++;
  }
  return counts;
};
const isFair = (counts: number[]) => counts.every((count) => count === counts[0]);

describe("faces are unbiased by exact count over all 2^16 words", () => {
  it.each([1, 2, 3, 4, 6, 8, 10, 12, 20, 100, 600, 1_000, 3_600, 10_000, 60_000, 65_535, 65_536])("n = %i", (n) => {
    const counts = countsOverAllWords((word) => uniform16(word, n), n);
    expect(isFair(counts)).toBe(true);
    expect(counts[0]).toBe(Math.floor(65_536 / n));
  });

  it("controls: the plain modulo, and a threshold off by two (every product is even), are caught", () => {
    expect(isFair(countsOverAllWords((word) => word % 10, 10))).toBe(false);
    const offByTwo = (word: number) =>
      (word * 10) % 65_536 < (65_536 % 10) - 2 ? -1 : Math.floor((word * 10) / 65_536);
    expect(isFair(countsOverAllWords(offByTwo, 10))).toBe(false);
  });

  it("uniform32 splits 2^32 words into n equal runs and refuses the rest", () => {
    for (const n of [3, 10, 1_000_000, 1_000_000_000, 4_294_967_295]) {
      const share = Math.floor(2 ** 32 / n);
      expect(uniform32(0, n)).toBe(0);
      expect(uniform32(share - 1, n)).toBe(0);
      expect(uniform32(share, n)).toBe(n === 1 ? 0 : 1);
      expect(uniform32(share * n - 1, n)).toBe(n - 1);
      expect(uniform32(share * n, n)).toBe(share * n > 2 ** 32 - 1 ? n : -1);
    }
  });
});

/** Pearson's statistic of observed counts against equal shares. */
const chiSquare = (counts: readonly number[]) => {
  const expected = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
};

// Threshold: upper 1e-9 quantile of chi-square with 9 and 99 degrees of freedom (SciPy chi2.isf).
const LIMIT_9 = 60.7;
const LIMIT_99 = 207.9;
const ROLLS = 1_000_000;

describe("stream dice (fixed seed; power > 1 - 1e-6 against one face at 1/10 + 0.005)", () => {
  const rolls = (next: () => number, count = ROLLS) => {
    const faces = new Array<number>(10).fill(0);
    const pairs = new Array<number>(100).fill(0);
    let previous = 1;
    for (let i = 0; i < count; i++) {
      const face = next();
      faces[face - 1]!++;
      pairs[(previous - 1) * 10 + face - 1]!++;
      previous = face;
    }
    return { faces: chiSquare(faces), pairs: chiSquare(pairs) };
  };

  it("faces and successive pairs are even", () => {
    const dice = new StreamDice(blockStream(cellKey(20261121n, "faces"), 0));
    const result = rolls(() => dice.face(10));
    expect(result.faces).toBeLessThan(LIMIT_9);
    expect(result.pairs).toBeLessThan(LIMIT_99);
  });

  it("the first dice of neighbouring blocks are even and unrelated", () => {
    const key = cellKey(20261121n, "neighbours");
    let block = 0;
    const result = rolls(() => new StreamDice(blockStream(key, block++)).face(10));
    expect(result.faces).toBeLessThan(LIMIT_9);
    expect(result.pairs).toBeLessThan(LIMIT_99);
  });

  it("controls: a biased die, a swapped state word and a shared lane are caught", () => {
    const dice = new StreamDice(blockStream(cellKey(1n, "control"), 0));
    const biased = rolls(() => (dice.face(200) === 1 ? 6 : dice.face(10)));
    expect(biased.faces).toBeGreaterThan(LIMIT_9);
    // A substream that forgets the block: every block rolls the same first die.
    const substream = cellKey(1n, "lane");
    const shared = rolls(() => new StreamDice(blockStream(substream, 0)).face(10), 1_000);
    expect(shared.faces).toBeGreaterThan(LIMIT_9);
    // A word order swapped so that the block counter lands where the low word does not move.
    const swap = cellKey(1n, "swap");
    let block = 0;
    const swapped = rolls(() => {
      const stream = blockStream(swap, 0);
      stream.d = block++;
      return new StreamDice(stream).face(10);
    });
    expect(swapped.pairs).toBeGreaterThan(LIMIT_99);
  });
});

describe("scripted dice", () => {
  it("fall as written, and say which rule asked for each", () => {
    const dice = new ScriptedDice("8 9 / 4 8 — 4");
    expect(dice.count(10, 2, 5, "hit")).toBe(2);
    expect(dice.count(10, 2, 5, "save")).toBe(1);
    expect(dice.best(10, 1, "wound")).toBe(4);
    dice.assertUsedUp();
    expect(dice.rolled.map((die) => die.rule)).toEqual(["hit", "hit", "save", "save", "wound"]);
  });

  it("roll nothing where the answer is certain", () => {
    const dice = new ScriptedDice("");
    expect(dice.atLeast(10, 1)).toBe(true);
    expect(dice.atLeast(10, 11)).toBe(false);
    expect(dice.count(10, 3, 0)).toBe(3);
    expect(dice.count(10, 3, 11)).toBe(0);
  });

  it("refuse a script that is too short, too long, or shows impossible faces", () => {
    expect(() => new ScriptedDice("8").count(10, 2, 5, "A-SHOOT-17")).toThrow(/A-SHOOT-17 asks for one more/);
    expect(() => new ScriptedDice("8 eight")).toThrow(ScriptError);
    expect(() => new ScriptedDice("7").face(6)).toThrow(/not a D6/);
    const dice = new ScriptedDice("1 2");
    dice.face(6);
    expect(() => dice.assertUsedUp()).toThrow(/1 dice of the script were not rolled/);
  });
});

describe("dice whose sum is known", () => {
  /** Three D6 that add up to 10: 27 falls, each as likely; 27,000 tellings, wrongly refused once in 1e9. */
  it("fall in every way that gives it, each as likely", () => {
    const chance = blockStream(cellKey(20261121n, "sums"), 0);
    const counts = new Map<string, number>();
    for (let i = 0; i < 27_000; i++) {
      const faces = facesFor([10], chance).sum(6, 3);
      expect(faces.reduce((a, b) => a + b, 0)).toBe(10);
      counts.set(faces.join(), (counts.get(faces.join()) ?? 0) + 1);
    }
    expect(counts.size).toBe(27);
    // Upper 1e-9 quantile of chi-square with 26 degrees of freedom (SciPy chi2.isf).
    expect(chiSquare([...counts.values()])).toBeLessThan(95.5);
  });

  it("are the dice of the script, and of the stream one after another", () => {
    const dice = new ScriptedDice("3 1 6");
    expect(dice.sum(6, 3, "damage")).toBe(10);
    expect(dice.sum(6, 0)).toBe(0);
    dice.assertUsedUp();
  });
});
