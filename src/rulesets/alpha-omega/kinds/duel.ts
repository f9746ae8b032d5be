import type { ProcessStep } from "../../../rule/chain.ts";
import { message, part } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import {
  afterDuel,
  blows,
  type CloseCombatReading,
  clash,
  entering,
  type Fighter,
  greedy,
  type Pair,
  wholeCap,
} from "../close-combat.ts";
import { takeHits } from "../damage.ts";
import { tellBlows, tellScores } from "../telling/combat.ts";
import { READY, STATES } from "../words.ts";
import { type Account, die, woundDice } from "./shot.ts";

/** One against one. `first` is the attacker. */
export interface DuelProfile extends Pair {
  readonly reading: CloseCombatReading;
  readonly accounts: readonly [Account, Account];
}

/** From the attacker's three hits down to the defender's. */
export const DUEL_RESULTS = [
  "attacker3",
  "attacker2",
  "attacker1",
  "uncertain",
  "defender1",
  "defender2",
  "defender3",
] as const;
const UNCERTAIN = 3;

/** A duel in its trace and how it ended. */
export interface DuelOutcome {
  /** Index into DUEL_RESULTS. */
  readonly result: number;
  readonly attacker: number;
  readonly defender: number;
}

/** A duel as a process of two steps: scores, then hits (A-CC-05 to A-CC-12). */
export function duelProcess({ reading, first, second }: Pick<DuelProfile, "first" | "second" | "reading">) {
  const pair = { first, second };
  const plights = [entering(first), entering(second)] as const;
  const spend = greedy(reading.hitCap, wholeCap(reading.hitCap));
  const steps: ProcessStep<DuelOutcome>[] = [
    (state) => (dice) => ({ ...state, result: UNCERTAIN - clash(pair, 1, plights, reading.hitBands)(dice) }),
    (state) => (dice) => {
      const end = blows(pair, UNCERTAIN - state.result, plights, spend, reading)(dice);
      const [attacker, defender] = [afterDuel(end.first, reading).state, afterDuel(end.second, reading).state];
      return { ...state, attacker, defender };
    },
  ];
  return {
    id: "A-CC-05",
    start: { result: UNCERTAIN, attacker: READY, defender: READY },
    steps,
    key: ({ result, attacker, defender }: DuelOutcome) =>
      (result * STATES.length + attacker) * STATES.length + defender,
  };
}

export const duelKind: Kind = {
  headline: {
    metric: "defenderState",
    values: ["down", "out"],
    text: "of duels put the defender down or out",
    also: { metric: "attackerState", values: ["down", "out"], text: "the attacker" },
  },

  ...ofOneProcess({
    process: (profile: DuelProfile) => duelProcess(profile),
    readings: () => [
      { metric: { name: "result", values: DUEL_RESULTS }, bin: ({ result }) => result },
      { metric: { name: "attackerState", values: STATES }, bin: ({ attacker }) => attacker },
      { metric: { name: "defenderState", values: STATES }, bin: ({ defender }) => defender },
    ],
    tell(teller, profile, [scores, blows], { attacker, defender }) {
      const plights = [entering(profile.first), entering(profile.second)] as const;
      const clash = { pair: profile, count: 1, plights, names: [attacker, defender] } as const;
      teller.part("Scores", () => tellScores(teller, clash, scores!.throws, UNCERTAIN - scores!.after.result));
      const { attacker: first, defender: second } = blows!.after;
      teller.part("Hits", () => tellBlows(teller, clash, blows!.throws, [first, second]));
    },
  }),

  explain(profile: DuelProfile): Explanation[] {
    const { first, second, accounts, reading } = profile;
    const plights = [entering(first), entering(second)] as const;
    return [
      defeat(accounts[0], first),
      defeat(accounts[1], second),
      {
        title: "The scores",
        steps: [{ rule: "A-CC-05", text: "kept die and CC of the attacker against those of the defender" }],
        needed: [],
        tree: (dice) => DUEL_RESULTS[UNCERTAIN - clash(profile, 1, plights, reading.hitBands)(dice)]!,
      },
    ];
  },
};

/** What went into a soldier's CC, and what one hit does to him when he has lost his duel (A-CC-12). */
export const defeat = (account: Account, fighter: Fighter): Explanation => ({
  title: message`${part(account.title)}; beaten by one hit`,
  steps: account.steps,
  needed: [
    die("A-SAVE-01", "to save", fighter.toSave),
    ...(fighter.implacable ? [] : [die("A-SUP-01", "to stay ready after a defeat", fighter.pin)]),
    ...woundDice(fighter, READY),
  ],
  tree: (dice) => STATES[takeHits(dice, fighter, READY, [[1, fighter.toSave]], 1).state]!,
});
