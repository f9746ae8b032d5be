/** Makes the vectors of metropolis (../metropolis/vectors.json) from the default readings of its rules, one die at a time. */
import { atLeast, chanceOf, type Fraction, fraction, type Makers, times, written } from "./law.ts";

/** A 1 always fails and a 10 always succeeds, on whatever die is asked for. */
const passes = (needed: number): Fraction => chanceOf(atLeast(10, Math.min(10, Math.max(2, needed))), Boolean);
const either = (values: readonly number[], needed: (value: number) => number): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, written(passes(needed(value)))]));

/** B-TAB-01: what is needed against so much. */
const table = (active: number, against: number): number => Math.min(10, Math.max(2, 6 + against - active));

export const METROPOLIS: Makers = {
  "B-HIT": ({ sh, mods }) => either(mods, (mod) => 10 - sh - mod),
  "B-TEST": ({ active, diff }) => either(diff, (difficulty) => table(active, difficulty)),
  "B-SHOT": ({ sh, damage, t, mod }) => {
    const hit = passes(10 - sh - mod);
    const wound = passes(table(damage, t));
    const both = times(hit, wound);
    return {
      p_hit: written(hit),
      p_wound_given_hit: written(wound),
      p_wound_per_shot: written(both),
      expected_wounds_8_shots: written(times(fraction(8n), both)),
    };
  },
  "B-MORALE": ({ cd, diff }) => ({
    plain: written(passes(table(cd, diff))),
    "rally_enemy_medium(-1)": written(passes(table(cd, diff) + 1)),
    "rally_enemy_short(-2)": written(passes(table(cd, diff) + 2)),
  }),
  "B-MELEE": ({ as_att, as_def, mod }) => ({
    "after_table(default)": written(passes(table(as_att, as_def) - mod)),
    before_table: written(passes(table(as_att + mod, as_def))),
  }),
};
