import highs from "highs";
import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/analysis/form.ts";
import { type Ranking, rankingOf, rankPlayed } from "../../src/analysis/rank.ts";
import { run } from "../../src/analysis/run.ts";
import { hangingPairs, statementsOf } from "../../src/analysis/statements.ts";
import { documentText } from "../../src/report/index.ts";
import { rankDocument } from "../../src/report/rank.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { expectedWin, ratingsOf } from "../../src/stats/bradley-terry.ts";
import { chanceUnder } from "../../src/stats/guarantee.ts";
import { mostEvenEquilibrium } from "../../src/stats/max-entropy.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";
import { counted, resultOf, simulated } from "../report/results.ts";

/** Who is too good: planted fields, even ones, and the equilibrium against a linear program. */

const NAMES = ["a", "b", "c", "d", "e"];
const exactly = (wins: readonly (readonly number[])[]): Estimate[][] =>
  wins.map((row) => row.map((value) => ({ value, trials: 0 })));

/** The same field played, every pair so often. */
function played(wins: readonly (readonly number[])[], trials: number, seed: number): Estimate[][] {
  const random = generator(seed);
  const limits = chanceUnder("fixed");
  const found = wins.map((row) => row.map((): Estimate => ({ value: 0.5, trials: 0 })));
  wins.forEach((row, i) => {
    row.forEach((chance, j) => {
      if (j <= i) return;
      let won = 0;
      for (let trial = 0; trial < trials; trial++) if (random() < chance) won++;
      const { lower, upper } = limits(won, trials);
      found[i]![j] = { value: won / trials, lower, upper, trials };
      found[j]![i] = { value: 1 - won / trials, lower: 1 - upper, upper: 1 - lower, trials };
    });
  });
  return found;
}

/** A whole matrix from what stands above its diagonal. */
const field = (...above: readonly (readonly number[])[]): number[][] =>
  Array.from({ length: above.length + 1 }, (_, i) =>
    Array.from({ length: above.length + 1 }, (__, j) =>
      i === j ? 0.5 : i < j ? above[i]![j - i - 1]! : 1 - above[j]![i - j - 1]!,
    ),
  );
const EVEN = field([0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5], [0.5]);
/** a beats b beats c beats a; d loses to all of them by 2 in 3. */
const CIRCLE = field([0.7, 0.3, 0.66], [0.7, 0.66], [0.66]);
/** a beats everybody better than anybody does, d does worse than c against all. */
const PLANTED = field([0.6, 0.7, 0.8], [0.55, 0.7], [0.6]);

/** Two units alike, and one that never hits. */
const LIKE = { models: 1, ballisticSkill: 4, initiative: 6, save: 5, command: 4, weapon: "rifle" };
const SIDE = { units: [{ unit: ["ones", "twos", "lame"], order: "aimed" }] };
const FIELD = {
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 40: 0 }, saveModifier: -1 } },
  units: { ones: LIKE, twos: LIKE, lame: { ...LIKE, ballisticSkill: 9 } },
  experiments: { field: { kind: "engagement", sides: [SIDE, SIDE], situation: { distance: 12, turns: 2 } } },
};

describe("a ranking", () => {
  it("finds who dominates, who is always and who is never worth taking", async () => {
    const found = await rankingOf(NAMES.slice(0, 4), exactly(PLANTED));
    expect(found.units.map(({ unit }) => unit)).toEqual(["a", "b", "c", "d"]);
    expect(found.autoIncludes).toEqual(["a"]);
    expect(found.neverWorthTaking).toEqual(["b", "c", "d"]);
    expect(found.dominates).toContainEqual(["c", "d"]);
    expect(found.circles).toEqual([]);
    expect(found.isExact).toBe(true);
    expect(found.units.map(({ equilibrium }) => equilibrium)).toEqual([1, 0, 0, 0]);
    expect(found.units[0]!.worst).toMatchObject({ against: "b" });
  });

  it("says why one that is too good on average is never worth taking, and that the ranking alone is exact", async () => {
    // b wins 70 % on average, and a does better against everybody.
    const found = await rankingOf(NAMES.slice(0, 4), exactly(field([0.6, 0.9, 0.9], [0.85, 0.85], [0.5])));
    expect(found.tooGood).toContain("b");
    expect(found.neverWorthTaking).toContain("b");
    const told = (tag: "en" | "fr", ranking: typeof found) => {
      const one = { ...ranking, experiment: "field", modifiers: ["base"] };
      const data = { rankings: [one], unranked: [] };
      const document = rankDocument(data as never, { ...resultOf([]), labels: tag });
      return documentText(document, { colour: false, width: 2_000 }).replace(/[\u00a0\u202f]/g, " ");
    };
    expect(told("en", found)).toMatch(
      /Never worth taking: b \(70\.0 % of fights won\), c \(\d+\.\d %\) and d \(\d.*\)\. Against every enemy there is another unit that does better\.\n/,
    );
    // Who is never worth taking is not called too good; of what the shares are is said once in a sentence.
    expect(told("en", found)).toMatch(
      /^Too good: a \(80\.0 % of fights won\); too weak: c \(25\.0 %\) and d \(25\.0 %\)\.$/m,
    );
    expect(told("en", { ...found, tooGood: [] })).toMatch(
      /; too weak: c \(25\.0 % of fights won\) and d \(25\.0 %\)\.$/m,
    );
    // A headline has room for three who are too weak; more of them stand below.
    expect(told("en", { ...found, tooWeak: NAMES.slice(0, 4) })).toMatch(
      /^Too good: a \(80\.0 % of fights won\)\.\n(?:.*\n)*?Too weak: a \(80\.0 % of fights won\), b .*, c .* and d .*\.\n(?:Auto-include.*\n)?Never worth taking/m,
    );
    // What to do comes before who beats whom; what is too good is said once, in a sentence of its own.
    const found2 = { ...found, autoIncludes: [], dominates: [["b", "c"] as const] } as typeof found;
    expect(told("en", found2)).toMatch(/Never worth taking.+ dominate /su);
    // What it is to dominate is said once.
    const found3 = { ...found2, dominates: [...found2.dominates, ["c", "d"] as const] };
    expect(told("en", found3)).toMatch(
      /b dominate c: at least as good against everybody, [^\n]+\n {2}c dominate d\.\n/u,
    );
    expect(told("en", found)).toMatch(/Too good: .+\.\n.*more than 55\.0 % of fights against the others/su);
    expect(told("en", found)).toContain("Every number of this ranking is exact.");
    expect(told("fr", found)).toMatch(
      /Jamais à prendre : b \(70,0 % de victoires\), c \(\d+,\d %\) et d \(\d.*\)\. Contre chaque ennemi/,
    );
    // The table has it in each row, in place of how often it is brought.
    expect(told("en", found)).toMatch(/\n +a .* 100 %\n(?: +[bcd] .* never\n){3}/u);
    expect(told("en", { ...found, neverWorthTaking: [] })).not.toMatch(/never$/mu);
  });

  it("finds a circle, and the dead unit beside it, which no rating explains", async () => {
    const { circles, neverWorthTaking, autoIncludes, unexplained, units } = await rankingOf(
      NAMES.slice(0, 4),
      exactly(CIRCLE),
    );
    expect(circles).toHaveLength(1);
    const [a, b, c] = circles[0]!;
    expect([`${a}${b}`, `${b}${c}`, `${c}${a}`].toSorted()).toEqual(["ab", "bc", "ca"]);
    expect(neverWorthTaking).toEqual(["d"]);
    expect(autoIncludes).toEqual([]);
    expect(unexplained).toBeGreaterThan(0.5);
    for (const { unit, equilibrium } of units) expect(equilibrium).toBeCloseTo(unit === "d" ? 0 : 1 / 3, 3);
  });

  it("says the same of the planted fields played often enough, in 19 of 20 seeds", () => {
    let right = 0;
    for (let seed = 0; seed < 20; seed++) {
      const one = statementsOf(played(PLANTED, 4_000, seed));
      const other = statementsOf(played(CIRCLE, 4_000, seed));
      const isFound = one.autoIncludes.sure.join() === "0" && other.neverWorthTaking.sure.join() === "3";
      if (isFound && other.circles.sure.length === 1) right++;
    }
    expect(right).toBeGreaterThanOrEqual(19);
  });

  it("plays both seats of a pair where they are not alike, and nobody against himself where they are", async () => {
    const fights = async (situation: object) => {
      const { field } = FIELD.experiments;
      const study = await studyOfData({
        ...FIELD,
        experiments: { field: { ...field, situation: { ...field.situation, ...situation } } },
      });
      const looks: number[] = [];
      const { result } = await rankPlayed(study, async (own) => {
        looks.push(own.trials!);
        return run({ ...own, trials: 500 }, { mostOperations: 0 });
      });
      return { cells: result.cells.length, first: looks[0] };
    };
    expect(await fights({})).toEqual({ cells: 3, first: 40_960 });
    expect(await fights({ alpha: "first" })).toEqual({ cells: 9, first: 20_480 });
  });

  it("calls an even field even in 95 % of 400 seeds", () => {
    let even = 0;
    let careless = 0;
    for (let seed = 0; seed < 400; seed++) {
      const wins = played(EVEN, 200, seed);
      const { dominates, neverWorthTaking, autoIncludes, circles, ties } = statementsOf(wins);
      const said = [dominates, neverWorthTaking, autoIncludes, circles].flatMap(({ sure }): readonly unknown[] => sure);
      if (said.length === 0 && ties.length === 10) even++;
      // Control: the limits of each pair alone would say of many such fields that somebody beats somebody.
      if (wins.some((row) => row.some(({ lower = 0.5 }) => lower > 0.5))) careless++;
    }
    expect(even).toBeGreaterThanOrEqual(380);
    expect(careless).toBeGreaterThan(60);
  });

  it("has limits that hold what the ratings would be, and says what is open", async () => {
    const strengths = [200, 100, 0, -100, -200];
    const wins = strengths.map((own) => strengths.map((other) => expectedWin(own, other)));
    let held = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { units } = await rankingOf(NAMES, played(wins, 1_000, seed));
      for (const { unit, rating } of units) {
        const truth = strengths[NAMES.indexOf(unit)]!;
        if (rating.lower! <= truth && truth <= rating.upper!) held++;
      }
    }
    expect(held / 100).toBeGreaterThan(0.9);
    const exact = await rankingOf(NAMES, exactly(wins));
    expect(exact.units.map(({ rating }) => Math.round(rating.value))).toEqual(strengths);
    expect(exact.unexplained).toBeLessThan(1e-9);
    expect((await rankingOf(NAMES, played(EVEN, 200, 1))).open).toBe(10);
    expect((await rankingOf(NAMES, exactly(EVEN))).open).toBe(0);
  });

  it("has limits wherever noise could move what is said, and says nothing it could turn", async () => {
    const found = await rankingOf(NAMES, played(EVEN, 400, 3));
    expect([found.tooGood, found.tooWeak]).toEqual([[], []]);
    expect(found.unordered).toHaveLength(4);
    expect(found.unexplainedUpper).toBeGreaterThan(found.unexplainedLower!);
    for (const { equilibriumLower, equilibriumUpper, worst, best } of found.units) {
      expect(equilibriumLower).toBeLessThanOrEqual(0.2);
      expect(equilibriumUpper).toBeGreaterThanOrEqual(0.2);
      expect([...(worst.or ?? []), ...(best.or ?? [])]).not.toEqual([]);
    }
    const exact = await rankingOf(NAMES.slice(0, 4), exactly(PLANTED));
    expect([exact.tooGood, exact.tooWeak, exact.unordered]).toEqual([["a"], ["d"], []]);
    expect(exact.units[0]).not.toHaveProperty("equilibriumLower");
    expect(exact.units[0]!.worst).not.toHaveProperty("or");
  });

  it("asks for more trials where something hangs on them, and nowhere else", () => {
    // The first two are even: everything else was told apart at once.
    const wins = field([0.5, 0.95], [0.75]);
    expect(hangingPairs(played(wins, 400, 2))).toEqual([[0, 1]]);
    expect(hangingPairs(played(wins, 400_000, 2))).toEqual([]); // even to half a point
    expect(hangingPairs(exactly(wins))).toEqual([]);
    // Neither does better than the other against the third: both chances hang.
    const close = field([0.7, 0.8], [0.8]);
    expect(hangingPairs(played(close, 2_000, 1))).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("plays a field until it is told apart or even to half a point", async () => {
    const trials: number[] = [];
    const study = await studyOfData(FIELD);
    const { result, ranks } = await rankPlayed(study, async (own) => {
      trials.push(own.trials!);
      return run({ ...own, trials: own.trials! / 40 }, { mostOperations: 0 }); // so that it is cheap
    });
    expect(trials).toEqual([40_960, 163_840, 655_360]);
    const cells = ["field~ones~twos~base", "field~ones~lame~base", "field~twos~lame~base"];
    expect(result.cells.map(({ id }) => id)).toEqual(cells); // each pair once
    expect(result.cells[0]!.trials).toBe(16_384);
    expect(ranks.rankings[0]!.tooWeak).toEqual(["lame"]);
    expect(
      (await rankPlayed({ ...study, trials: 500 }, (own) => run(own, { mostOperations: 0 }))).result.cells[1]!.trials,
    ).toBe(500);
  });

  it("calls an even field even in 95 % of 200 seeds also where it is looked at again and again", async () => {
    const study = await studyOfData(FIELD);
    let wrong = 0;
    let careless = 0;
    let longest = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = generator(seed);
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const before = new Map<string, { trials: number; won: number }>();
      const { result, ranks } = await rankPlayed(study, async (own) => {
        const cells = own.cells.map(({ id, experiment, kind, attacker, defender }) => {
          const { trials, won } = before.get(id) ?? { trials: 0, won: 0 };
          const more = own.trials! - trials;
          const first = won + Math.round(more / 2 + (Math.sqrt(more) / 2) * normal());
          before.set(id, { trials: own.trials!, won: first });
          const winner = counted("winner", { first, second: own.trials! - first });
          return simulated(winner, own.trials!, { id, experiment, kind, attacker, defender });
        });
        return resultOf(cells, { ruleset: "alpha-omega" });
      });
      const [{ dominates, neverWorthTaking, autoIncludes, circles, ties, wins }] = ranks.rankings as [Ranking];
      if (ties.length < 3 || [dominates, neverWorthTaking, autoIncludes, circles].some(({ length }) => length > 0))
        wrong++;
      // Control: whoever believes each pair's own limits is wrong of many.
      if (wins.some((row) => row.some(({ lower = 0.5 }) => lower > 0.5))) careless++;
      longest = Math.max(longest, ...result.cells.map(({ trials }) => trials!));
    }
    expect(longest).toBe(163_840);
    expect(wrong).toBeLessThanOrEqual(3); // each look has a third of the 5 %; with all of it for each these would be 5
    expect(careless).toBeGreaterThan(15);
  });

  it("has limits of every rating also where the stronger won every fight that was played", async () => {
    const { units } = await rankingOf(NAMES.slice(0, 3), played(field([1, 1], [1]), 10, 1));
    for (const { rating } of units) expect(rating.upper! - rating.lower!).toBeGreaterThan(10);
  });

  it("gives each unit the rating under which it wins as often as it did", () => {
    const chances = [
      (i: number, j: number) => (j > i ? 0.999 : 0.001), // a ladder: 2,600 points and more from one end to the other
      (i: number, j: number) => 0.5 + 0.45 * Math.sin(1.7 * (j - i)),
      (i: number, j: number) => (Math.min(i, j) > 2 ? 0.5 : j > i ? 0.99 : 0.01),
    ];
    for (const chance of chances)
      for (const size of [2, 3, 8, 20]) {
        const wins = Array.from({ length: size }, (_, i) =>
          Array.from({ length: size }, (__, j) => (i === j ? 0.5 : chance(i, j))),
        );
        const ratings = ratingsOf(wins);
        const excess = wins.map((row, i) =>
          row.reduce(
            (sum, win, j) => sum + (i === j ? 0 : win - 1 / (1 + 10 ** ((ratings[j]! - ratings[i]!) / 400))),
            0,
          ),
        );
        for (const own of excess) expect(own).toBeCloseTo(0, 9);
        expect(ratings.reduce((sum, own) => sum + own)).toBeCloseTo(0, 6);
        const near = ratingsOf(
          wins,
          ratings.map((own, i) => own + 50 * (i % 3)),
        );
        for (const [i, own] of near.entries()) expect(own).toBeCloseTo(ratings[i]!, 6);
      }
  });

  it("gives a finite rating to whoever always wins", () => {
    const ratings = ratingsOf(field([1, 1], [0.5]));
    for (const rating of ratings) expect(Number.isFinite(rating)).toBe(true);
    expect(ratings[0]).toBeGreaterThan(700);
  });
});

const load = highs as unknown as (typeof highs)["default"];

let loaded: ReturnType<typeof load> | undefined;

/** The shares of a symmetric game by a linear program, and the most that each unit may have in any of them. */
async function byProgram(payoffs: readonly (readonly number[])[]) {
  loaded ??= load();
  const solver = await loaded;
  const solve = (goal: string) => {
    const lines = ["Maximize", ` ${goal}`, "Subject To"];
    payoffs.forEach((_, j) => {
      lines.push(
        ` ${payoffs.map((row, i) => `+ ${row[j]!.toFixed(15)} x${i}`).join(" ")} >= -1e-9`.replaceAll("+ -", "- "),
      );
    });
    lines.push(` ${payoffs.map((_, i) => `x${i}`).join(" + ")} = 1`, "End");
    return solver.solve(lines.join("\n"), { output_flag: false });
  };
  return payoffs.map((_, i) => {
    const ends = [`x${i}`, `- x${i}`].map((goal) => solve(goal).ObjectiveValue);
    return { most: ends[0]!, least: -ends[1]! };
  });
}

describe("the most even equilibrium", () => {
  it("is one that no linear program betters, its shares within what any equilibrium gives", async () => {
    const random = generator(11);
    for (let game = 0; game < 6; game++) {
      const size = 3 + (game % 4);
      const payoffs = Array.from({ length: size }, () => new Array<number>(size).fill(0));
      for (let i = 0; i < size; i++)
        for (let j = 0; j < i; j++) {
          payoffs[i]![j] = random() - 0.5;
          payoffs[j]![i] = -payoffs[i]![j]!;
        }
      const shares = mostEvenEquilibrium(payoffs);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      payoffs.forEach((_, j) => {
        expect(shares.reduce((sum, share, i) => sum + share * payoffs[i]![j]!, 0)).toBeGreaterThan(-1e-6);
      });
      const limits = await byProgram(payoffs);
      shares.forEach((share, i) => {
        expect(share).toBeGreaterThan(limits[i]!.least - 1e-4);
        expect(share).toBeLessThan(limits[i]!.most + 1e-4);
      });
    }
  });

  it("shares the weight of copies, where a linear program may take one", () => {
    const stone = [0, 1, -1];
    const paper = [-1, 0, 1];
    const scissors = [1, -1, 0];
    const twice = (row: readonly number[]) => [row[0]!, row[0]!, row[1]!, row[2]!];
    const shares = mostEvenEquilibrium([twice(stone), twice(stone), twice(paper), twice(scissors)]);
    [1 / 6, 1 / 6, 1 / 3, 1 / 3].forEach((share, i) => {
      expect(shares[i]).toBeCloseTo(share, 4);
    });
    mostEvenEquilibrium(EVEN.map((row) => row.map((win) => win - 0.5))).forEach((share) => {
      expect(share).toBeCloseTo(0.2, 6);
    });
  });
});
