import { describe, expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { jointDrawOf } from "../../src/rule/joint-draw-chances.ts";
import { agreement } from "../../src/stats/agreement.ts";

const TRIALS = 2_000_000;

/** One metric with a bin for each outcome. */
const kernelOf = (chances: readonly number[]) =>
  jointDrawOf(
    chances,
    Int32Array.from(chances, (_, outcome) => outcome),
    [0],
  )!;

function tallied(chances: readonly number[], trials = TRIALS): number[] {
  const tally = new Float64Array(chances.length);
  kernelOf(chances).play(new Stream(1, 2, 3, 4), trials, tally);
  return [...tally];
}

const agree = (counts: readonly number[], weights: readonly number[]) =>
  agreement({ values: weights.map((_, i) => i), counts }, { values: weights.map((_, i) => i), weights }, 1e-9).verdict;

/**
 * By hand: a chance of a quarter is a quarter of all words; a third ends within a word, as do thousandths, of which there
 * are many; a thousand that share a few words; the last of all words; one outcome alone.
 */
const DISTRIBUTIONS: readonly [string, readonly number[]][] = [
  ["that words tell apart", [1 / 2, 1 / 4, 1 / 4]],
  ["of thirds", [1 / 3, 1 / 3, 1 / 3]],
  ["of a thousand", Array.from({ length: 1_000 }, (_, i) => (2 * (i + 1)) / (1_000 * 1_001))],
  ["of a thousand in a few words", [...new Array<number>(1_000).fill(1e-7), 0.5, 0.4999]],
  ["whose last is rare", [1 - 1e-5, 1e-5]],
  ["whose first is rare", [1e-5, 1 - 1e-5]],
  ["whose weights sum to four", [2, 1, 1]],
];

/** Two million draws, wrongly refused once in 1e9; a chance that is off by 0.003 is found with power 1 - 1e-6. */
describe("a law in doubles, drawn as a whole", () => {
  it.each(DISTRIBUTIONS)("follows a law %s", (_, chances) => {
    const counts = tallied(chances);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(TRIALS);
    expect(agree(counts, chances)).toBe("agree");
  });

  it("and not another one", () => {
    expect(agree(tallied([1 / 3, 1 / 3, 1 / 3]), [0.33, 0.34, 0.33])).toBe("disagree");
  });

  /** Each of 65,536 words once, none refused: a chance of so many of them comes up just so often. */
  it("deals words to outcomes in order, and what they share by the word after", () => {
    const chances = [3 / 65_536, 1.5 / 65_536, 1.5 / 65_536, 1 - 6 / 65_536];
    const kernel = kernelOf(chances);
    const halves = [0, 1, 2, 3, 4, 5, 6, 65_535];
    const next = [0x7fff_ffff, 0x8000_0000]; // for the two draws that fall on the word that is shared
    const words = halves.map((half) => half * 65_536);
    const scripted = (own: readonly number[]) => {
      const left = [...own];
      return Object.assign(new Stream(1, 2, 3, 4), { next: () => left.shift()! });
    };
    const outcomes = words.map((word, i) =>
      [...kernel.trace(scripted([word, i === 4 ? next[0]! : next[1]!]), 1)].join(),
    );
    expect(outcomes).toEqual(["0", "0", "0", "1", "1", "2", "3", "3"]);
    expect([...kernel.trace(scripted([words[4]!, next[1]!]), 1)]).toEqual([2]);
  });

  it("one outcome alone, and one that cannot be", () => {
    expect(tallied([1], 1_000)).toEqual([1_000]);
    expect(tallied([0, 1, 0], 1_000)).toEqual([0, 1_000, 0]);
  });

  it("trials one by one are those of the tally", () => {
    const chances = DISTRIBUTIONS[2]![1];
    const counts = new Array<number>(chances.length).fill(0);
    for (const outcome of kernelOf(chances).trace(new Stream(1, 2, 3, 4), 10_001)) counts[outcome]! += 1;
    expect(counts).toEqual(tallied(chances, 10_001));
  });

  it("not where words do not tell as many outcomes apart", () => {
    const many = new Array<number>(40_000).fill(1 / 40_000);
    expect(jointDrawOf(many, new Int32Array(40_000), [0])).toBeUndefined();
  });
});
