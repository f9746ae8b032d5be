import { describe, expect, it } from "vitest";
import { blockStream, cellKey, Stream } from "../../src/dice/index.ts";
import { beyondCuts, ladderOf } from "../../src/rule/cuts.ts";
import { Draws } from "../../src/rule/draws.ts";
import { agreement } from "../../src/stats/agreement.ts";

const WORDS = 2n ** 31n;

/** A stream whose next words are the given ones. */
class Words extends Stream {
  readonly #words: number[];
  constructor(words: number[]) {
    super(1, 2, 3, 4);
    this.#words = words;
  }
  override next(): number {
    return this.#words.shift()!;
  }
}

describe("cuts", () => {
  it("stand where the law's shares of all 31-bit words end", () => {
    const { cuts } = ladderOf([700n, 90n, 60n, 150n], 1000n);
    // 700, 790 and 850 of 1000.
    expect([...cuts]).toEqual([700n, 790n, 850n].map((below) => Number((below * WORDS) / 1000n)));
  });

  it("a word that a cut runs through is told apart by the digits after it, exactly", () => {
    // One third: its binary digits are 01 over and over. The first 31 end in 1, so what follows begins with 01.
    const distribution = { below: [1n], total: 3n };
    const leading = Number(WORDS / 3n);
    const third = 0x5555_5555; // 0101…: the next 32 digits of one third, shifted by the odd 31
    const digits = (WORDS << 32n) / 3n - (WORDS / 3n) * 2n ** 32n;
    expect([third, 0xaaaa_aaaa]).toContain(Number(digits));
    const next = (...words: number[]) => {
      const stream = new Words(words);
      return () => stream.next();
    };
    expect(beyondCuts(distribution, leading, next(Number(digits) - 1))).toBe(0);
    expect(beyondCuts(distribution, leading, next(Number(digits) + 1))).toBe(1);
    // Still on the cut: the digits after those decide.
    expect(beyondCuts(distribution, leading, next(Number(digits), 0))).toBe(0);
    expect(beyondCuts(distribution, leading, next(Number(digits), 0xffff_ffff))).toBe(1);
  });

  it("a cut on a whole number of words belongs to what is above it", () => {
    const distribution = { below: [1n, 2n], total: 4n };
    expect(beyondCuts(distribution, 2 ** 29, () => 0)).toBe(1);
    expect(beyondCuts(distribution, 2 ** 29 - 1, () => 0xffff_ffff)).toBe(0);
    expect(beyondCuts(distribution, 2 ** 30, () => 0)).toBe(2);
  });
});

/** A distribution of many outcomes with a denominator of a hundred digits, most of them rare. */
const OUTCOMES = 60;
const weights = Array.from({ length: OUTCOMES }, (_, i) => 3n ** BigInt(200 - 3 * i) + 1n);
const total = weights.reduce((a, b) => a + b, 0n);
/** 200,000 draws find a shift of 0.011 of one chance with power 1 - 1e-6 at this threshold; the control has one of 0.02. */
const TRIALS = 200_000;
const THRESHOLD = 1e-9;

function verdictOf(draw: (draws: Draws) => number, draws: Draws, distribution: readonly bigint[]): string {
  const counts = new Array<number>(OUTCOMES).fill(0);
  draws.begin(blockStream(cellKey(3n, "cuts"), 0));
  for (let i = 0; i < TRIALS; i++) counts[draw(draws)]!++;
  const values = counts.map((_, value) => value);
  return agreement({ values, counts }, { values, weights: distribution }, THRESHOLD).verdict;
}

describe("draws by ladders", () => {
  it("follow their law", () => {
    const draws = new Draws({ rowIndex: new Int32Array(0), data: new Int32Array(0) });
    const ladder = ladderOf(weights, total);
    expect(verdictOf((own) => own.climb(ladder), draws, weights)).toBe("agree");
    const [first, second, ...others] = weights as [bigint, bigint, ...bigint[]];
    const shift = total / 50n;
    expect(verdictOf((own) => own.climb(ladder), draws, [first - shift, second + shift, ...others])).toBe("disagree");
  });
});
