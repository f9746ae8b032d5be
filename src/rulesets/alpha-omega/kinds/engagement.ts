import type { Stream } from "../../../dice/index.ts";
import type { Kernel, Program } from "../../../rule/program.ts";
import { binsOfTrial } from "../../../rule/retrace.ts";
import { FIGHT } from "../../define.ts";
import type { Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { explanationsOf } from "../engagement/account.ts";
import { Battle } from "../engagement/battle.ts";
import { BattleKernel } from "../engagement/battle-kernel.ts";
import { reachesContact } from "../engagement/contact.ts";
import { exactOperations, jointOfEngagement, solveEngagement, whyNotExact } from "../engagement/exact.ts";
import { FireActs } from "../engagement/fire-acts.ts";
import { gameOf } from "../engagement/game.ts";
import { MeleeKernel } from "../engagement/melee-kernel.ts";
import { type Plan, planOf } from "../engagement/plan.ts";
import { evaluatePolicies, policyGame, policyOperations } from "../engagement/policy-evaluation.ts";
import { probe } from "../engagement/probe.ts";
import type { EngagementProfile } from "../engagement/profile.ts";
import { type FightTrace, ReplayChance } from "../engagement/replay.ts";
import { metricsOf } from "../engagement/score.ts";
import { playOf, workOfFight } from "../engagement/work.ts";
import { battleTeller } from "../telling/battle.ts";

const BLOCK = 4_096;

export const engagementKind: Kind = {
  ...FIGHT,

  program(profile: EngagementProfile) {
    const impossible = whyNotExact(profile);
    return {
      metrics: metricsOf(profile),
      blockSize: BLOCK,
      work: workOfFight(profile),
      exact:
        profile.policies !== undefined
          ? policyEvaluation(profile)
          : impossible === undefined
            ? { operations: exactOperations(profile), solve: () => solveEngagement(profile) }
            : { impossible },
      joint: (question) => (impossible === undefined ? jointOfEngagement(profile, question) : { impossible }),
      kernel: () => kernelOf(planOf(profile)),
      pairedKernel: () => new BattleKernel(planOf(profile)),
    };
  },

  game: gameOf,

  goingFirst(profile: EngagementProfile) {
    const { scenes, meets, squads } = planOf(profile);
    const dodges = meets && squads.some(({ unit }) => unit.dodge);
    const matters = scenes.some((scene) => scene.alphaMatters || (meets && scene.alphaMattersInMelee)) || dodges;
    if (profile.alpha !== undefined || !matters) return undefined;
    return [
      { ...profile, alpha: ["first"] },
      { ...profile, alpha: ["second"] },
    ];
  },

  exchanged(profile: EngagementProfile): EngagementProfile | undefined {
    const { alpha, gaps, policies } = profile;
    const [first, second] = profile.sides;
    return alpha === undefined
      ? {
          ...profile,
          sides: [second, first],
          gaps: gaps.map((rows) => second.map((_, place) => rows.map((row) => row[place]!))),
          ...(policies ? { policies: [policies[1], policies[0]] } : {}),
        }
      : undefined;
  },

  tell(profile: EngagementProfile, { place, chance, label }: ToTell): Telling {
    const plan = planOf(profile);
    const teller = new Teller();
    const { stream, trial } = place();
    const trace = traceOf(plan, stream, trial);
    if (trace === undefined) {
      const written = new BattleKernel(plan);
      written.tell(stream, trial, battleTeller(written.battle, teller, chance, label));
    } else {
      // Played by one of the fast kernels: the battle is fought again as it went.
      const battle = new Battle(plan);
      const replayed = new ReplayChance(battle, trace, chance);
      battle.play(replayed, () => {}, battleTeller(battle, teller, chance, label));
    }
    const bins = binsOfTrial(kernelOf(planOf(profile)), metricsOf(profile), place);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  probe,

  explain: (profile: EngagementProfile) => explanationsOf(profile, reachesContact(profile)),
};

/** The exact answer of a fight in which a side follows a policy. */
function policyEvaluation(profile: EngagementProfile): Program["exact"] {
  const game = policyGame(profile);
  if ("impossible" in game) return game;
  return { operations: policyOperations(profile, game), solve: () => evaluatePolicies(profile, game) };
}

/** What plays a fight, as soon as may be. */
function kernelOf(plan: Plan): Kernel {
  const play = playOf(plan);
  if (play === "deals") return new MeleeKernel(plan);
  return play === "counts" ? new FireActs(plan).kernel() : new BattleKernel(plan);
}

/** How a trial went that was not played as it is written, draw by draw; undefined where it was. */
const traceOf = (plan: Plan, stream: Stream, trial: number): FightTrace | undefined =>
  playOf(plan) === "counts" ? new FireActs(plan).follow(stream, trial) : undefined;
