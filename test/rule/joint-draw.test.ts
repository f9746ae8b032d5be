import { describe, expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { distributionOf } from "../../src/rule/distribution.ts";
import { jointDraw } from "../../src/rule/joint-draw.ts";
import type { Rule } from "../../src/rule/rule.ts";
import { agreement } from "../../src/stats/agreement.ts";

/** Ten D10 of 5+, then the successes again: a distribution of denominator 100^10. */
const twice: Rule<number> = (dice) => dice.count(10, dice.count(10, 10, 5), 5);
const distribution = distributionOf(twice, "test", (outcome) => outcome);
const OUTCOMES = distribution.outcomes.length;
const TRIALS = 3_000_000;

/** One metric with a bin per outcome, then a second that only knows odd and even. */
const binsOf = (outcome: number) => [distribution.outcomes[outcome]!, 11 + (distribution.outcomes[outcome]! % 2)];

function play(runs: typeof distribution.runs, seed: number, calls: readonly number[]): Float64Array {
  const kernel = jointDraw(runs, distribution.total, OUTCOMES, binsOf, [0, 11])!;
  const stream = new Stream(seed, 2, 3, 4);
  const tally = new Float64Array(13);
  for (const trials of calls) kernel.play(stream, trials, tally);
  return tally;
}

const verdict = (tally: Float64Array) => {
  const values = [...distribution.outcomes];
  return agreement(
    { values, counts: values.map((value) => tally[value]!) },
    {
      values,
      weights: distribution.weights.map((weight) => Number((weight * 10n ** 15n) / distribution.total) / 1e15),
    },
    1e-9,
  ).verdict;
};

describe("a law of a large denominator, drawn as a whole", () => {
  it("follows the law (three million draws, wrongly refused once in 1e9), and every trial is in every metric", () => {
    const tally = play(distribution.runs, 1, [TRIALS]);
    expect(verdict(tally)).toBe("agree");
    const counts = [...tally];
    expect(counts.slice(0, 11).reduce((a, b) => a + b, 0)).toBe(TRIALS);
    expect(counts.slice(11)).toEqual(
      [0, 1].map((odd) =>
        counts
          .slice(0, 11)
          .filter((_, k) => k % 2 === odd)
          .reduce((a, b) => a + b, 0),
      ),
    );
  });

  it("in calls of any length", () => {
    const calls = Array.from({ length: 60_000 }, (_, i) => i % 23);
    const tally = play(distribution.runs, 2, calls);
    expect([...tally].slice(0, 11).reduce((a, b) => a + b, 0)).toBe(calls.reduce((a, b) => a + b, 0));
    expect(verdict(tally)).toBe("agree");
  });

  it("draws the same whatever it has drawn before, of distributions with and without refused words", () => {
    for (const total of [distribution.total, 4_294_967_291n, 2n ** 40n]) {
      const runs = Array.from({ length: 60 }, (_, outcome) => ({
        outcome,
        weight: (total * BigInt(outcome)) / 1_800n,
      }));
      runs[0]!.weight = total - runs.reduce((sum, { weight }) => sum + weight, 0n);
      const kernelOf = () => jointDraw(runs, total, 60, (outcome) => [outcome], [0])!;
      const begun = kernelOf();
      begun.play(new Stream(1, 1, 2, 1), 100_000, new Float64Array(60));
      const tallies = [kernelOf(), begun].map((kernel) => {
        const tally = new Float64Array(60);
        kernel.play(new Stream(4, 5, 6, 7), 2_003, tally);
        return [...tally];
      });
      expect(tallies[0]).toEqual(tallies[1]);
      expect(tallies[0]!.filter((count) => count > 0).length).toBeGreaterThan(50);
    }
  });

  /**
   * By arithmetic, not by the code: of n places word w means the one of w * n / 2^16, and is refused where it is one of the
   * 2^16 mod n that would give a place one word too many: those whose product leaves less than that. The first place is not that of outcome 0.
   */
  it.each([3, 1_000, 1_024])("means by each of 65,536 words one of %i places, or none", (places) => {
    const runs = [
      { outcome: 1, weight: 1n },
      { outcome: 0, weight: BigInt(places - 1) },
    ];
    const kernel = jointDraw(runs, BigInt(places), 2, (outcome) => [outcome], [0])!;
    const refused: number[] = [];
    const first: number[] = [];
    for (let word = 0; word < 65_536; word++) {
      const words = [word * 65_536, 0xffff_0000]; // what is refused is drawn again: the last word is the last place
      const tally = new Float64Array(2);
      kernel.play(Object.assign(new Stream(1, 2, 3, 4), { next: () => words.shift()! }), 1, tally);
      if (words.length === 0) refused.push(word);
      else if (tally[1] === 1) first.push(word);
    }
    const uneven = 65_536 % places;
    const isRefused = (word: number) => (word * places) % 65_536 < uneven;
    const all = Array.from({ length: 65_536 }, (_, word) => word);
    expect(refused).toEqual(all.filter(isRefused));
    expect(refused).toHaveLength(uneven);
    expect(first).toEqual(all.filter((word) => word * places < 65_536 && !isRefused(word)));
  });

  it("draws the words of its stream: it leaves the stream where the next of them begins", () => {
    const kernel = jointDraw(distribution.runs, distribution.total, OUTCOMES, binsOf, [0, 11])!;
    const played = new Stream(9, 8, 7, 6);
    kernel.play(played, 1_000, new Float64Array(13));
    const read = new Stream(9, 8, 7, 6);
    const place = ({ a, b, c, d }: Stream) => [a, b, c, d].map((word) => word >>> 0).join();
    // A word or a half for each of a thousand trials, and more where digits are asked for.
    let words = 0;
    while (place(read) !== place(played) && words < 3_000) {
      read.next();
      words++;
    }
    expect(words).toBeGreaterThanOrEqual(500);
    expect(words).toBeLessThan(3_000);
  });

  it("is decided by the digits after the first sixteen bits too: a law finer than a word", () => {
    // A chance of one in 10^6, which no word of 16 bits stands for.
    const rare = distributionOf((dice) => dice.count(10, 6, 10) === 6, "rare");
    const kernel = jointDraw(rare.runs, rare.total, 2, (outcome) => [rare.outcomes[outcome] ? 1 : 0], [0])!;
    const tally = new Float64Array(2);
    kernel.play(new Stream(5, 6, 7, 8), 50_000_000, tally);
    expect(tally[0]! + tally[1]!).toBe(50_000_000);
    // 50 expected; outside 10 and 110 less than once in 1e9.
    expect(tally[1]!).toBeGreaterThan(10);
    expect(tally[1]!).toBeLessThan(110);
  });

  it("a denominator without small factors, or of a thousand dice, is drawn all the same", () => {
    for (const total of [4_294_967_291n, 10n ** 1_000n]) {
      const runs = [1n, 3n].map((share, outcome) => ({ outcome, weight: (share * total) / 4n }));
      runs[1]!.weight = total - runs[0]!.weight;
      const tally = new Float64Array(2);
      jointDraw(runs, total, 2, (outcome) => [outcome], [0])!.play(new Stream(7, 6, 5, 4), 1_000_000, tally);
      // A quarter: 250,000 and six times the standard deviation of 433.
      expect(Math.abs(tally[0]! - 250_000)).toBeLessThan(2_600);
    }
  });

  it("control: a weight moved by one part in two hundred is seen", () => {
    const part = distribution.total / 200n;
    const most = distribution.runs.findIndex((run) => distribution.outcomes[run.outcome] === 3);
    const runs = distribution.runs.map((run) => ({ ...run }));
    runs[most]!.weight -= part;
    runs[runs.findIndex((run, i) => i !== most && distribution.outcomes[run.outcome] === 4)]!.weight += part;
    expect(verdict(play(runs, 3, [TRIALS]))).toBe("disagree");
  });
});
