import { chainOf } from "../../../rule/chain.ts";
import { TrialKernel } from "../../../rule/direct.ts";
import { message } from "../../../rule/message.ts";
import type { Play, Reading } from "../../../rule/play.ts";
import { programOf } from "../../../rule/play-program.ts";
import type { Program } from "../../../rule/program.ts";
import { retrace } from "../../../rule/retrace.ts";
import { unlessRefused } from "../../../rule/rule.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type Chance, Fused } from "../chance.ts";
import { Drawn } from "../draws.ts";
import { shot } from "../shooting.ts";
import { retold, retoldBy, tellRoll } from "../telling.ts";
import { fireAt, type UnderFire, underFire, type VolleyProfile, volleyProcess, volleySums } from "../volley.ts";
import { SHOT_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";

/** A unit's fire at a unit, with an account for each kind of weapon. */
export interface VolleyCell extends VolleyProfile {
  readonly accounts: readonly Account[];
}

const BLOCK = 16_384;
/** Rolls beyond which the chain of a volley has numbers too long to be worth following. */
const MOST_ROLLS = 200;

function measures({ fire, standing }: VolleyProfile): Reading<UnderFire>[] {
  const rolls = fire.reduce((sum, { models, shots }) => sum + models * shots, 0);
  return [
    { metric: { name: "removed", values: upTo(standing) }, bin: (unit) => standing - unit.ranks.standing },
    { metric: { name: "hits", values: upTo(rolls) }, bin: (unit) => unit.hits },
    { metric: { name: "wounds", values: upTo(rolls) }, bin: (unit) => unit.wounds },
  ];
}

export const volleyKind: Kind = {
  headline: {
    metric: "removed",
    text: "models removed on average",
    also: { metric: "wounds", text: "wounds" },
    whereRare: {
      below: 0.05,
      headline: {
        metric: "wounds",
        text: "wounds on average",
        also: { metric: "removed", text: "models removed on average" },
      },
    },
  },
  losses: { defender: { metric: "removed" } },

  program(profile: VolleyCell): Program {
    const play = playOf(profile);
    return play === undefined ? largeProgram(profile) : programOf(play);
  },

  tell(profile: VolleyCell, { place, chance, attacker, defender }: ToTell): Telling {
    const teller = new Teller();
    const unit = underFire(profile);
    const play = playOf(profile);
    const drawn = play === undefined ? kernelOf(profile).at(place()) : undefined;
    const traced = play === undefined ? undefined : retrace(play, place(), chance);
    const { steps, key } = volleyProcess(profile);
    profile.fire.forEach((fire, i) => {
      teller.section(0, profile.accounts[i]!.title, { always: true });
      const pen = (roll: Parameters<typeof tellRoll>[1]) => tellRoll(teller, roll, attacker, defender);
      const act = (chance: Chance) => fireAt(unit, fire, profile.allocation, chance);
      const before = unit.ranks.standing;
      if (traced === undefined) act(retoldBy(drawn!, chance, pen));
      else {
        const wanted = key(traced.paths[0]![i + 1]!);
        const from = { ...unit, ranks: unit.ranks.copy() };
        retold(
          steps[i]!,
          from,
          (after) => key(after) === wanted,
          act,
          (dice) => new Fused(dice),
          chance,
          pen,
        );
      }
      const { standing } = unit.ranks;
      teller.change(message`${before - standing} model{s} removed, ${standing} left`, "B-SHOOT-07");
    });
    teller.close();
    return { bins: measures(profile).map(({ bin }) => bin(unit, 0)), entries: teller.entries, oneOfMany: true };
  },

  explain: ({ fire, accounts }: VolleyCell): Explanation[] =>
    accounts.map((account, i) => ({ ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire[i]!)(dice)]! })),
};

/** A volley as one chain; undefined where it has too many states. */
function playOf(profile: VolleyProfile): Play<UnderFire> | undefined {
  if (profile.fire.reduce((sum, { models, shots }) => sum + models * shots, 0) > MOST_ROLLS) return undefined;
  return unlessRefused(() => ({
    parts: [chainOf(volleyProcess(profile))],
    readings: measures(profile),
    blockSize: BLOCK,
  }));
}

/** One that is too large for that: each number summed by itself, trials played weapon by weapon. */
function largeProgram(profile: VolleyProfile): Program {
  const sums = volleySums(profile);
  const spread = "several weapons spread their hits on the models of the target in too many ways";
  return {
    metrics: measures(profile).map(({ metric }) => metric),
    blockSize: BLOCK,
    exact:
      sums === undefined
        ? { impossible: spread }
        : {
            operations: sums.operations,
            solve: () => {
              const { removed, hits, wounds } = sums.solve();
              return [removed, hits, wounds];
            },
          },
    kernel: () => kernelOf(profile),
    pairedKernel: () => kernelOf(profile, true),
  };
}

function kernelOf(profile: VolleyProfile, isPaired = false) {
  const { fire, allocation } = profile;
  const most = Math.max(...fire.map(({ models, shots }) => models * shots));
  const wanted = measures(profile);
  return new TrialKernel(
    wanted.map(({ metric }) => metric),
    (chance: Drawn) => {
      const unit = underFire(profile);
      for (const weapon of fire) fireAt(unit, weapon, allocation, chance);
      return wanted.map(({ bin }) => bin(unit, 0));
    },
    new Drawn([], most, true, isPaired),
  );
}
