import { describe, expect, it } from "vitest";
import { Stream, type Throw } from "../../src/dice/index.ts";
import { chainOf, type Process } from "../../src/rule/chain.ts";
import { distributionOf } from "../../src/rule/distribution.ts";
import { probabilitiesOf } from "../../src/rule/exact.ts";
import { fallTo } from "../../src/rule/fall.ts";
import { pathGiven } from "../../src/rule/path.ts";
import type { Play } from "../../src/rule/play.ts";
import { programOf } from "../../src/rule/play-program.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { binsOfTrial, retrace } from "../../src/rule/retrace.ts";
import { type Rule, RuleError } from "../../src/rule/rule.ts";
import { agreement } from "../../src/stats/agreement.ts";

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);

/** Steps that add the successes of `dice` D10, one after another. */
const adding = (dice: readonly number[]): Process<number> => ({
  id: "T-1",
  start: 0,
  key: (sum) => sum,
  steps: dice.map((k) => (sum: number) => (rolled) => sum + rolled.count(10, k, 6)),
});

const playOf = (processes: readonly Process<number>[], most: number, after?: number): Play<number> => ({
  parts: processes.map((process) => chainOf(process)),
  readings: [
    { metric: { name: "sum", values: upTo(most) }, bin: (sum) => sum },
    ...(after === undefined
      ? []
      : [{ metric: { name: "early", values: upTo(most) }, after, bin: (sum: number) => sum }]),
  ],
  blockSize: 4_096,
});

/** One draw of 16 bits, one from a large distribution, and a script of several parts. */
const PLAYS: readonly [string, Play<number>][] = [
  ["a single draw", playOf([adding([2])], 2)],
  ["one draw from a large law, read twice", playOf([adding([4, 3])], 7, 1)],
  ["one draw from a small law, read twice", playOf([adding([2, 1])], 3, 1)],
  ["several parts", playOf([adding([2, 1]), adding([3])], 6, 1)],
  ["several parts read at the end, one draw", playOf([adding([6, 5]), adding([4, 3]), adding([2])], 20)],
];

/** 100,000 trials find a shift of 0.012 of one chance with power 1 - 1e-6; the control has one die more. */
it("several parts drawn at once follow the law of their sums", () => {
  const { metrics, kernel, exact } = programOf(PLAYS.at(-1)![1]);
  const tally = new Float64Array(tallyOffsets(metrics).at(-1)!);
  kernel().play(new Stream(1, 2, 3, 4), 100_000, tally);
  if (!("solve" in exact)) throw new Error(JSON.stringify(exact.impossible));
  const [distribution] = exact.solve();
  const { values } = metrics[0]!;
  const against = (weights: readonly number[]) => agreement({ values, counts: [...tally] }, { values, weights }, 1e-9);
  expect(against([...probabilitiesOf(distribution!)]).verdict).toBe("agree");
  const other = distributionOf((dice) => dice.count(10, 21, 6), "T-1");
  expect(against(values.map((_, i) => Number(other.weights[other.outcomes.indexOf(i)] ?? 0n))).verdict).toBe(
    "disagree",
  );
});

/** A cloud was played step by step until then, at a quarter of the speed of C. */
it("a small law that is read twice is one draw, and follows its law", () => {
  const { metrics, kernel, exact } = programOf(playOf([adding([2, 1])], 3, 1));
  const [from = 0, second = 0, end = 0] = tallyOffsets(metrics);
  const tally = new Float64Array(end);
  const own = kernel();
  expect(own.trace).toBeDefined();
  own.play(new Stream(1, 2, 3, 4), 100_000, tally);
  if (!("solve" in exact)) throw new Error(JSON.stringify(exact.impossible));
  exact.solve().forEach((distribution, m) => {
    const counts = [...tally.slice(...(m === 0 ? [from, second] : [second, end]))];
    const against = (weights: readonly number[]) =>
      agreement({ values: metrics[m]!.values, counts }, { values: metrics[m]!.values, weights }, 1e-9).verdict;
    expect(against([...probabilitiesOf(distribution)])).toBe("agree");
    expect(against([...probabilitiesOf(distribution)].map((chance, i) => chance * (1 + i / 10)))).toBe("disagree");
  });
});

describe("trials found again", () => {
  it.each(PLAYS)("%s: all trials of a block are its tally, and their paths end in what they count", (_, play) => {
    const { metrics, kernel } = programOf(play);
    const offsets = tallyOffsets(metrics);
    // More than are drawn at a time; of the dearest fewer.
    const trials = play.parts.length > 2 ? 65 : 257;
    const played = new Float64Array(offsets.at(-1)!);
    kernel().play(new Stream(1, 2, 3, 4), trials, played);
    const found = new Float64Array(offsets.at(-1)!);
    for (let trial = 0; trial < trials; trial++) {
      const place = () => ({ stream: new Stream(1, 2, 3, 4), trial, trials });
      const { bins, paths } = retrace(play, place(), new Stream(5, 6, 7, trial + 1));
      expect(binsOfTrial(kernel(), metrics, place)).toEqual(bins);
      bins.forEach((bin, m) => {
        found[offsets[m]! + bin]! += 1;
      });
      const ends = paths.reduce((sum, path) => sum + path.at(-1)!, 0);
      expect(bins[0]).toBe(ends);
      if (bins.length > 1) expect(bins[1]).toBe(paths.reduce((sum, path) => sum + path[1]!, 0));
    }
    expect([...found]).toEqual([...played]);
  });
});

const shot: Rule<string> = (dice) => {
  if (!dice.atLeast(10, 4, "hit")) return "miss";
  if (dice.count(10, 3, 5, "save") === 3) return "saved";
  return dice.best(10, 2, "wound") >= 8 ? "out" : "down";
};

describe("dice that lead to what was drawn", () => {
  it("give it, and are dice", () => {
    const chance = new Stream(9, 8, 7, 6);
    for (const wanted of ["miss", "saved", "out", "down"])
      for (let i = 0; i < 200; i++) {
        const throws: Throw[] = [];
        expect(
          fallTo(
            shot,
            "T-2",
            (own) => own === wanted,
            chance,
            (roll) => throws.push(roll),
          ),
        ).toBe(wanted);
        for (const { faces, sides } of throws)
          for (const face of faces) expect(face >= 1 && face <= sides && Number.isInteger(face)).toBe(true);
      }
  });

  /**
   * The faces of the two wound dice, given "down": every pair with a highest face below 8 is one of 49. 40,000 tellings,
   * wrongly refused once in 1e9; a pair twice as likely as it should be is found with power 1 - 1e-6.
   */
  it("every fall that leads there is as likely as any other", () => {
    const chance = new Stream(3, 1, 4, 1);
    const counts = new Array<number>(49).fill(0);
    for (let i = 0; i < 40_000; i++)
      fallTo(
        shot,
        "T-2",
        (own) => own === "down",
        chance,
        ({ rule, faces }) => {
          if (rule === "wound") counts[(faces[0]! - 1) * 7 + faces[1]! - 1]! += 1;
        },
      );
    const values = upTo(48);
    const even = values.map(() => 1);
    expect(agreement({ values, counts }, { values, weights: even }, 1e-9).verdict).toBe("agree");
    const skewed = values.map((value) => (value === 0 ? 2 : 1));
    expect(agreement({ values, counts }, { values, weights: skewed }, 1e-9).verdict).toBe("disagree");
  });

  it("of a rule with two million ways are rolled until they lead there", () => {
    // Each asks first what is certain, which takes no die.
    const shots: Rule<number> = (dice) => upTo(20).filter(() => dice.atLeast(10, 1) && dice.atLeast(10, 6)).length;
    const chance = new Stream(3, 1, 4, 2);
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const hits: boolean[] = [];
      expect(
        fallTo(
          shots,
          "T-3",
          (own) => own === 10,
          chance,
          ({ faces }) => hits.push(...faces.map((face) => face >= 6)),
        ),
      ).toBe(10);
      expect(hits).toHaveLength(21);
      expect(hits.filter(Boolean)).toHaveLength(10);
      seen.add(hits.join());
    }
    // Two of 20 tellings have their ten hits at the same of 352,716 places once in 1,856 times.
    expect(seen.size).toBeGreaterThan(18);
  });

  it("are refused where none of a million rolls of so many ways does", () => {
    const throws: Rule<number> = (dice) => upTo(15).filter(() => dice.atLeast(10, 6)).length;
    const chance = new Stream(1, 1, 1, 1);
    expect(() =>
      fallTo(
        throws,
        "T-4",
        (own) => own > 16,
        chance,
        () => {},
      ),
    ).toThrow("T-4: no fall of the dice");
  });

  it("are refused where none does", () => {
    expect(() =>
      fallTo(
        shot,
        "T-2",
        (own) => own === "fled",
        new Stream(1, 1, 1, 1),
        () => {},
      ),
    ).toThrow(RuleError);
  });

  /** Two dice of 6+ one after another, one success in all: which of them it was is even. */
  it("go through a chain in every way that fits, with its own chance", () => {
    const process = adding([1, 1]);
    const chain = chainOf(process);
    const chance = new Stream(2, 7, 1, 8);
    const fits = (step: number, state: number) => step < 2 || chain.states[state] === 1;
    const early = Array.from({ length: 20_000 }, () => chain.states[pathGiven(chain, fits, chance)[1]!]!);
    const counts = [0, 1].map((value) => early.filter((own) => own === value).length);
    expect(agreement({ values: [0, 1], counts }, { values: [0, 1], weights: [1, 1] }, 1e-9).verdict).toBe("agree");
    expect(distributionOf(process.steps[0]!(0), "T-1").weights).toEqual([1n, 1n]);
  });
});
