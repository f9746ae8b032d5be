import { chainOf, programOf, type Rule } from "../../../rule/index.ts";
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
import { D10, READY, STATES } from "../words.ts";
import type { Account } from "./shot.ts";

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

/** How a duel ended: index into DUEL_RESULTS, and both states. */
export interface DuelOutcome {
  readonly result: number;
  readonly attacker: number;
  readonly defender: number;
}

/** A whole duel (A-CC-05 to A-CC-12). */
export const playDuel =
  ({ reading, ...pair }: Pick<DuelProfile, "first" | "second" | "reading">): Rule<DuelOutcome> =>
  (dice) => {
    const plights = [entering(pair.first), entering(pair.second)] as const;
    const hits = clash(pair, 1, plights, reading.hitBands)(dice);
    const end = blows(pair, hits, plights, greedy(reading.hitCap, wholeCap(reading.hitCap)), reading)(dice);
    return {
      result: 3 - hits,
      attacker: afterDuel(end.first, reading).state,
      defender: afterDuel(end.second, reading).state,
    };
  };

export const duelKind: Kind = {
  headline: {
    metric: "defenderState",
    values: ["down", "out"],
    text: "of duels put the defender down or out",
    also: { metric: "attackerState", values: ["down", "out"], text: "the attacker" },
  },

  program(profile: DuelProfile) {
    const start: DuelOutcome = { result: 3, attacker: READY, defender: READY };
    const chain = chainOf<DuelOutcome>({
      id: "A-CC-05",
      start,
      key: (state) => (state === start ? "" : [state.result, state.attacker, state.defender].join()),
      steps: [() => playDuel(profile)],
    });
    return programOf({
      parts: [chain],
      readings: [
        { metric: { name: "result", values: DUEL_RESULTS }, bin: ({ result }) => result },
        { metric: { name: "attackerState", values: STATES }, bin: ({ attacker }) => attacker },
        { metric: { name: "defenderState", values: STATES }, bin: ({ defender }) => defender },
      ],
      blockSize: 65_536,
    });
  },

  explain(profile: DuelProfile): Explanation[] {
    const { first, second, accounts } = profile;
    const told = (account: Account, fighter: Fighter): Explanation => ({
      ...account,
      needed: neededInMelee(fighter),
      tree: (dice) => {
        const { result, attacker, defender } = playDuel(profile)(dice);
        return `${DUEL_RESULTS[result]}: attacker ${STATES[attacker]}, defender ${STATES[defender]}`;
      },
    });
    return [told(accounts[0], first), told(accounts[1], second)];
  },
};

/** The dice a soldier in close combat has to meet once he is hit. */
export function neededInMelee(fighter: Fighter) {
  const [pinned, down] = fighter.bands[READY];
  const die = (rule: string, text: string, needed: number) => ({ rule, text, sides: D10, needed });
  return [
    die("A-SAVE-01", "to save", fighter.toSave),
    ...(fighter.implacable ? [] : [die("A-SUP-01", "to stay ready after a defeat", fighter.pin)]),
    die("A-WOUND-01", "wound roll: down from", pinned + 1),
    die("A-WOUND-01", "wound roll: out from", down + 1),
  ];
}
