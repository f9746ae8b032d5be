import { chainOf, directProgramOf, type Metric, type Program, programOf, RuleError } from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { shot } from "../shooting.ts";
import { type UnderFire, type VolleyProfile, volleyProcess } from "../volley.ts";
import { SHOT_OUTCOMES } from "../words.ts";
import { type Account, upTo } from "./account.ts";

/** A unit's fire at a unit, with an account for each kind of weapon. */
export interface VolleyCell extends VolleyProfile {
  readonly accounts: readonly Account[];
}

interface Measure {
  readonly metric: Metric;
  readonly of: (unit: UnderFire) => number;
}

const BLOCK = 16_384;
/** Rolls of one weapon beyond which hits and wounds are too many to be put in a table. */
const MOST_ROLLS = 200;

function measures({ fire, standing }: VolleyProfile): Measure[] {
  const rolls = fire.reduce((sum, { models, shots }) => sum + models * shots, 0);
  return [
    { metric: { name: "removed", values: upTo(standing) }, of: (unit) => standing - unit.ranks.standing },
    { metric: { name: "hits", values: upTo(rolls) }, of: (unit) => unit.hits },
    { metric: { name: "wounds", values: upTo(rolls) }, of: (unit) => unit.wounds },
  ];
}

export const volleyKind: Kind = {
  headline: { metric: "removed", text: "models removed on average", also: { metric: "wounds", text: "wounds" } },
  losses: { defender: { metric: "removed" } },

  program(profile: VolleyCell): Program {
    const wanted = measures(profile);
    const small = profile.fire.every(({ models, shots }) => models * shots <= MOST_ROLLS);
    try {
      if (small)
        return programOf({
          parts: [chainOf(volleyProcess(profile))],
          readings: wanted.map(({ metric, of }) => ({ metric, bin: of })),
          blockSize: BLOCK,
        });
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
    }
    return diceByDice(profile, wanted);
  },

  explain: ({ fire, accounts }: VolleyCell): Explanation[] =>
    accounts.map((account, i) => ({ ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire[i]!)(dice)]! })),
};

function diceByDice(profile: VolleyProfile, wanted: readonly Measure[]): Program {
  const { start, steps } = volleyProcess(profile);
  return directProgramOf({
    id: "B-SHOOT-06",
    metrics: wanted.map(({ metric }) => metric),
    rule: (dice) => {
      const end = steps.reduce((unit, step) => step(unit)(dice), start);
      return wanted.map(({ of }) => of(end));
    },
    blockSize: BLOCK,
    exact: "hits can fall on the models of the target in too many ways",
  });
}
