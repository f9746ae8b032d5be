/** Keys of fire: numbers from 0, one for each number of those with the same weapons who are ready, and no others. */
import { expect, it } from "vitest";
import { firesBy, isPlayedByCounts, waysToFire } from "../../../src/rulesets/alpha-omega/engagement/fire-keys.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { cellOf } from "./fights.ts";

/** Every list of counts, each from 0 to its size. */
const countsUpTo = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>(
    (lists, size) => lists.flatMap((list) => Array.from({ length: size + 1 }, (_, count) => [...list, count])),
    [[]],
  );

const weapons = { gatling: { range: { 30: -1 }, shots: 3 } };
const FIGHTS = {
  "like soldiers": { distance: 12, members: [{ models: 4 }], groups: [[0]], ways: 5 },
  "two runs with one weapon, then one with another": {
    distance: 12,
    members: [{ models: 2 }, { save: 3 }, { models: 2, weapon: "cannon" }],
    groups: [[0, 1], [2]],
    ways: 12,
  },
  "three weapons": {
    distance: 12,
    members: [{ models: 3, weapon: "gatling" }, { models: 2 }, { weapon: "cannon" }],
    groups: [[0], [1], [2]],
    ways: 24,
  },
  "two weapons out of reach": {
    distance: 30,
    members: [{ models: 3, weapon: "gatling" }, { models: 2 }, { weapon: "cannon" }],
    groups: [[0]],
    ways: 4,
  },
};

it.each(Object.entries(FIGHTS))("%s", async (_, { distance, members, groups, ways }) => {
  const plan = planOf((await cellOf({ weapons, units: { squad: { members } }, situation: { distance } })).profile);
  const squad = plan.squads[0]!;
  const aim = plan.scenes[0]!.aims[0]![0]!;
  expect(waysToFire(squad, aim)).toBe(ways);
  const strides = firesBy(squad, aim);
  const byKey = new Map<number, Set<string>>();
  for (const ready of countsUpTo(squad.runs.map(({ size }) => size))) {
    const key = ready.reduce((sum, count, run) => sum + count * strides[run]!, 0);
    const fires = groups.map((group) => group.reduce((sum, run) => sum + ready[run]!, 0)).join();
    byKey.set(key, (byKey.get(key) ?? new Set()).add(fires));
  }
  expect([...byKey.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: ways }, (_, key) => key));
  for (const [key, fires] of byKey) expect([...fires], `key ${key}`).toHaveLength(1);
});

it("sixty-three like soldiers a side are played by counts: 64 numbers who fire, 2,080 ways to be ready and pinned", async () => {
  const plan = planOf((await cellOf({ units: { squad: { models: 63 } } })).profile);
  expect(isPlayedByCounts(plan)).toBe(true);
});
