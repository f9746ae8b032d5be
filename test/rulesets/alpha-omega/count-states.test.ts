/** States of a side of like soldiers have numbers, one each: how many there are is a binomial, and a number says its state. */
import { expect, it } from "vitest";
import { CountStates } from "../../../src/rulesets/alpha-omega/engagement/count-states.ts";
import { downOf, pinnedOf, readyOf } from "../../../src/rulesets/alpha-omega/engagement/counts.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { cellOf, type Fight } from "./fights.ts";

const medics = (models: number, medikitUses: unknown, more = {}): Fight => ({
  units: { squad: { models, aptitudes: ["medikit"] } },
  options: { medikitUses, ...more },
  situation: { turns: 2 },
});

/** By name: the fight, its soldiers, and how many numbers of medikits and of calls to sacrifice there may be left. */
const SIDES: Record<string, readonly [fight: Fight, models: number, medikits: number, sacrifices: number]> = {
  "one soldier": [{ units: { squad: { models: 1 } } }, 1, 1, 1],
  "five soldiers": [{ units: { squad: { models: 5 } } }, 5, 1, 1],
  "medikits without end": [medics(3, "unlimited"), 3, 1, 1],
  "two medikits a game": [medics(3, { perGame: 2 }), 3, 3, 1],
  "more than three soldiers can use in two turns": [medics(3, { perGame: 40 }), 3, 13, 1],
  "two a turn, none kept for later": [medics(3, { perTurn: 2 }), 3, 1, 1],
  "two a turn, for wounds as well": [medics(3, { perTurn: 2 }, { medikitOnDamage: true }), 3, 3, 1],
  "medikits and a call to sacrifice": [
    {
      units: { squad: { models: 2, aptitudes: ["medikit", "sacrifice"] } },
      options: { medikitUses: { perGame: 1 }, sacrificeUses: 2 },
      situation: { turns: 3 },
    },
    2,
    2,
    3,
  ],
};

it.each(Object.entries(SIDES))("%s", async (_, [fight, models, medikits, sacrifices]) => {
  const { profile } = await cellOf(fight);
  const states = new CountStates(profile, planOf(profile).squads[0]!);
  // So many in four states: as many ways as three bars have among them.
  const ways = ((models + 1) * (models + 2) * (models + 3)) / 6;
  expect(states.size).toBe(ways * medikits * sacrifices);
  const seen = new Set<string>();
  for (let state = 0; state < states.size; state++) {
    const counts = states.counts[state]!;
    const [ready, pinned, down] = [readyOf(counts), pinnedOf(counts), downOf(counts)];
    const uses = [states.medikitsIn(state), states.sacrificesIn(state)];
    seen.add([ready, pinned, down, ...uses].join());
    expect(ready + pinned + down).toBeLessThanOrEqual(models);
    expect(uses[0]).toBeLessThan(medikits);
    expect(uses[1]).toBeLessThan(sacrifices);
    expect(states.state(states.muster(state))).toBe(state);
    expect(states.isStanding(state)).toBe(ready + pinned > 0);
    // States of so many ready are in one stretch, everybody first.
    expect(state).toBeGreaterThanOrEqual(states.byReady[models - ready]!);
    expect(state).toBeLessThan(states.byReady[models - ready + 1]!);
    // Only whoever is ready has anything to choose.
    expect(states.told.chooses[state]).toBe(ready > 0 ? 1 : 0);
    const standing = states.standing(state);
    expect(states.counts[standing]).toBe(counts - (down << 16));
    expect([states.medikitsIn(standing), states.sacrificesIn(standing)]).toEqual(uses);
  }
  expect(seen.size).toBe(states.size);
  expect(states.byReady).toHaveLength(models + 2);
  const { start } = states;
  expect(readyOf(states.counts[start]!)).toBe(models);
  expect([states.medikitsIn(start), states.sacrificesIn(start)]).toEqual([medikits - 1, sacrifices - 1]);
});
