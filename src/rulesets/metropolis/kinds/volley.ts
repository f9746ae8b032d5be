import {
  chainOf,
  courseAlong,
  courseOf,
  type DirectPlay,
  diceOfTrial,
  directProgramOf,
  type Metric,
  type Play,
  type Program,
  programOf,
  RuleError,
  retrace,
  type StepTaken,
} from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { counted, Teller, type Telling, type ToTell } from "../../telling.ts";
import { shot } from "../shooting.ts";
import { tellRoll } from "../telling.ts";
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
    const play = playOf(profile);
    return play === undefined ? directProgramOf(diceByDice(profile)) : programOf(play);
  },

  tell(profile: VolleyCell, { place, chance, attacker, defender }: ToTell): Telling {
    const teller = new Teller();
    const play = playOf(profile);
    const tell = (course: readonly StepTaken<UnderFire>[]) =>
      course.forEach(({ before, after, throws }, i) => {
        teller.section(0, profile.accounts[i]!.title, { always: true });
        for (const roll of throws) tellRoll(teller, roll, attacker, defender);
        const removed = before.ranks.standing - after.ranks.standing;
        teller.change(`${counted(removed, "model")} removed, ${after.ranks.standing} left`, "B-SHOOT-07");
      });
    if (play === undefined) {
      const course = courseOf(volleyProcess(profile), diceOfTrial(diceByDice(profile).rule, place()));
      tell(course);
      teller.close();
      const bins = measures(profile).map(({ of }) => of(course.at(-1)!.after));
      return { bins, entries: teller.entries, oneOfMany: false };
    }
    const { bins, paths } = retrace(play, place(), chance);
    tell(courseAlong(volleyProcess(profile), paths[0]!, chance));
    teller.close();
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain: ({ fire, accounts }: VolleyCell): Explanation[] =>
    accounts.map((account, i) => ({ ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire[i]!)(dice)]! })),
};

/** A volley as one chain; undefined where it has too many states. */
function playOf(profile: VolleyProfile): Play<UnderFire> | undefined {
  if (profile.fire.some(({ models, shots }) => models * shots > MOST_ROLLS)) return undefined;
  try {
    const parts = [chainOf(volleyProcess(profile))];
    return { parts, readings: measures(profile).map(({ metric, of }) => ({ metric, bin: of })), blockSize: BLOCK };
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
}

function diceByDice(profile: VolleyProfile): DirectPlay {
  const { start, steps } = volleyProcess(profile);
  const wanted = measures(profile);
  return {
    id: "B-SHOOT-06",
    metrics: wanted.map(({ metric }) => metric),
    rule: (dice) => {
      const end = steps.reduce((unit, step) => step(unit)(dice), start);
      return wanted.map(({ of }) => of(end));
    },
    blockSize: BLOCK,
    exact: "hits can fall on the models of the target in too many ways",
  };
}
