import { describe, expect, it } from "vitest";
import type { Estimate } from "../../src/analysis/form.ts";
import { type FieldRebalance, type Mendable, type RebalancedUnit, rebalanceOf } from "../../src/analysis/rebalance.ts";
import { chanceUnder } from "../../src/stats/guarantee.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";

/** Changes that make match-ups even, of fights by a distribution of their own: the logarithm of the odds is a difference of strengths. */

const WITHIN = 0.05;
/** What one step of each characteristic adds to the strength. */
const STEP = { save: 0.35, models: 0.9 } as const;
type Name = keyof typeof STEP;
const NAMES: readonly Name[] = ["save", "models"];

interface Distribution {
  readonly strength: readonly number[];
  /** What the first of a pair has besides, whatever its characteristics. */
  readonly besides?: (i: number, j: number) => number;
  readonly names?: readonly Name[];
  readonly reach?: number;
}

const chance = (
  { strength, besides = () => 0, names = NAMES }: Distribution,
  values: readonly (readonly number[])[],
  i: number,
  j: number,
) => {
  const of = (k: number) => strength[k]! + names.reduce((sum, name, c) => sum + STEP[name] * values[k]![c]!, 0);
  return 1 / (1 + Math.exp(of(j) - of(i) - besides(i, j)));
};

const valuesOf = (chosen: readonly RebalancedUnit[]) => chosen.map(({ values }) => values);

function rebalanced(distribution: Distribution, trials = 0, seed = 0): Promise<FieldRebalance> {
  const { strength, names = NAMES, reach = 3 } = distribution;
  const random = generator(seed);
  const limits = chanceUnder("fixed");
  const played = (win: number): Estimate => {
    if (trials === 0) return { value: win, trials };
    let won = 0;
    for (let trial = 0; trial < trials; trial++) if (random() < win) won++;
    return { value: won / trials, lower: limits(won, trials).lower, upper: limits(won, trials).upper, trials };
  };
  const units = strength.map((_, i): Mendable => {
    const characteristics = names.map((name) => ({ name, value: 0, least: -reach, most: reach }));
    return { unit: `u${i}`, characteristics };
  });
  const own = strength.map(() => names.map(() => 0));
  const wins = own.map((_, i) =>
    own.map((__, j): Estimate => (i === j ? { value: 0.5, trials: 0 } : played(chance(distribution, own, i, j)))),
  );
  return rebalanceOf(
    units,
    wins,
    async (chosen, pairs) => pairs.map(([i, j]) => played(chance(distribution, valuesOf(chosen), i, j))),
    WITHIN,
  );
}

/** The fewest steps after which every match-up is even, by trying all; undefined where none are. */
function fewest(distribution: Distribution): number | undefined {
  const { strength, names = NAMES, reach = 3 } = distribution;
  const steps = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach);
  const ways = names.reduce<number[][]>((all, _) => all.flatMap((own) => steps.map((step) => [...own, step])), [[]]);
  let least: number | undefined;
  const walk = (at: number[][], change: number): void => {
    if (least !== undefined && change >= least) return;
    const last = at.length - 1;
    for (let i = 0; i < last; i++) if (Math.abs(chance(distribution, at, i, last) - 0.5) > WITHIN) return;
    if (at.length === strength.length) least = change;
    else for (const way of ways) walk([...at, way], change + way.reduce((sum, step) => sum + Math.abs(step), 0));
  };
  walk([], 0);
  return least;
}

describe("changes that make every match-up even", () => {
  it("are the smallest there are, known by trying every one, and hold", async () => {
    const random = generator(11);
    let [found, smallest, none] = [0, 0, 0];
    for (let round = 0; round < 30; round++) {
      const distribution: Distribution = { strength: [0, 1, 2].map(() => Math.round(30 * random()) / 10) };
      const least = fewest(distribution);
      const { verdict, change, wins, changes } = await rebalanced(distribution);
      if (least === undefined) {
        none++;
        expect(verdict).toBe("nearest");
        continue;
      }
      found++;
      expect(verdict).toBe(least === 0 ? "even" : "mended");
      expect(change).toBe(changes.reduce((sum, { from, to }) => sum + Math.abs(to - from), 0));
      expect(change).toBeGreaterThanOrEqual(least);
      if (change === least) smallest++;
      for (const { value } of wins.flat()) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(WITHIN + 1e-9);
    }
    expect(found + none).toBe(30);
    expect(found).toBeGreaterThan(10);
    expect(smallest / found).toBeGreaterThanOrEqual(0.9);
  });

  it("give a unit that was made stronger by two steps its own back, and leave an even field as it is", async () => {
    const planted = await rebalanced({ strength: [0, 0, 0, 0.7, 0], names: ["save"] });
    expect(planted.changes).toEqual([{ unit: "u3", characteristic: "save", from: 0, to: -2 }]);
    expect(planted.verdict).toBe("mended");
    expect((await rebalanced({ strength: [1, 1, 1, 1] })).verdict).toBe("even");
  });

  it("are the fewest of two that are as even, though the more were played first", async () => {
    // By steps of either unit, the odds: the third step adds little, so that the fight is even after two and after three.
    const odds: Readonly<Record<number, number>> = { 0: -1.5, 1: -1.1, 2: 0, 3: 0.3 };
    const played: number[] = [];
    const win = (values: readonly (readonly number[])[]): Estimate => {
      const steps = values[0]![0]! - values[1]![0]!;
      played.push(steps);
      return { value: 1 / (1 + Math.exp(-(odds[steps] ?? 3 * Math.sign(steps)))), trials: 0 };
    };
    const units = ["u0", "u1"].map((unit) => ({
      unit,
      characteristics: [{ name: "save", value: 0, least: -3, most: 3 }],
    }));
    const { value } = win([[0], [0]]);
    const wins = [value, 1 - value].map((own, i) =>
      [0, 1].map((j): Estimate => ({ value: i === j ? 0.5 : own, trials: 0 })),
    );
    const found = await rebalanceOf(units, wins, async (chosen, pairs) => pairs.map(() => win(valuesOf(chosen))), 0.1);
    // The premise: what changes more was tried before what changes less, and both are even.
    expect(played.indexOf(3)).toBeGreaterThan(0);
    expect(played.indexOf(3)).toBeLessThan(played.indexOf(2));
    expect([found.verdict, found.change]).toEqual(["mended", 2]);
  });

  it("name the pair that no change of its own mends, and how near it comes", async () => {
    const { verdict, unmended } = await rebalanced({ strength: [0, 0, 4], names: ["save"] });
    expect(verdict).toBe("nearest");
    // Six steps of 0.35 between them are 2.1 of the 4 that they are apart.
    const nearest = 1 / (1 + Math.exp(4 - 6 * STEP.save));
    expect(unmended.map(({ units, why }) => [...units, why])).toEqual([
      ["u0", "u2", "alone"],
      ["u1", "u2", "alone"],
    ]);
    for (const { alone } of unmended) expect(alone.win.value).toBeCloseTo(nearest, 12);
  });

  it("name a circle, each pair of which could be mended on its own", async () => {
    const circle = (i: number, j: number) => ((j - i + 3) % 3 === 1 ? 1.4 : -1.4);
    const { verdict, unmended } = await rebalanced({ strength: [0, 0, 0], besides: circle });
    expect(verdict).toBe("nearest");
    expect(unmended.length).toBeGreaterThan(0);
    for (const { why, alone } of unmended) {
      expect(why).toBe("together");
      expect(Math.abs(alone.win.value - 0.5)).toBeLessThanOrEqual(WITHIN);
    }
  });

  it("hold of simulated fights too: a planted mismatch is mended by steps that truly are, in 19 of 20 seeds", async () => {
    const distribution: Distribution = { strength: [0, 0, 0, 1.4], names: ["save"] };
    let well = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { verdict, changes } = await rebalanced(distribution, 4_000, seed);
      const values = distribution.strength.map((_, i) => [
        changes.filter(({ unit }) => unit === `u${i}`).reduce((sum, { to }) => sum + to, 0),
      ]);
      const off = Math.max(...[0, 1, 2].map((i) => Math.abs(chance(distribution, values, i, 3) - 0.5)));
      if (verdict === "mended" && off <= WITHIN + 0.02) well++;
    }
    expect(well).toBeGreaterThanOrEqual(19);
  });
});
