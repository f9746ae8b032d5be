import { chainOf, courseAlong, type Play, type Process, programOf, retrace } from "../../../rule/index.ts";
import type { Sentence } from "../../../rule/message.ts";
import type { Explanation, Kind, Needed, Step } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import type { Defence } from "../damage.ts";
import { type Fire, shot } from "../shooting.ts";
import { tellThrow } from "../telling/soldier.ts";
import { D10, SHOT_OUTCOMES } from "../words.ts";

/** One shot of one soldier at one soldier. */
export interface ShotProfile {
  readonly fire: Fire;
  readonly defence: Defence;
  /** The target's state before the shot: ready, pinned or down. */
  readonly state: number;
  readonly account: Account;
}

/** How the needed dice came about, for `explain`. */
export interface Account {
  readonly title: Sentence;
  readonly steps: readonly Step[];
}

/** The dice a soldier in `state` and whoever fires at him have to meet. */
export function neededDice(fire: Fire, defence: Defence, state: number): Needed[] {
  const [pinned, down] = defence.bands[state]!;
  const die = (rule: string, text: string, needed: number): Needed => ({ rule, text, sides: D10, needed });
  return [
    die("A-SHOOT-17", "to hit", fire.toHit[state]!),
    ...(state < 2 || defence.downSaves ? [die("A-SAVE-01", "to save", fire.toSave)] : []),
    ...(state === 0 && !defence.implacable ? [die("A-SUP-01", "to stay ready after a save", defence.pin)] : []),
    die("A-WOUND-01", "wound roll: down from", pinned + 1),
    die("A-WOUND-01", "wound roll: out from", down + 1),
  ];
}

export const shotKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["down", "out"],
    text: "of shots put the target down or out",
    also: { metric: "outcome", values: ["out"], text: "out for good" },
  },

  program: (profile: ShotProfile) => programOf(playOf(profile)),

  tell(profile: ShotProfile, { place, chance, attacker, defender }: ToTell): Telling {
    const { bins, paths } = retrace(playOf(profile), place(), chance);
    const teller = new Teller();
    const victim = { name: defender, defence: profile.defence, state: profile.state };
    for (const { throws } of courseAlong(processOf(profile), paths[0]!, chance))
      for (const roll of throws) tellThrow(teller, roll, attacker, victim);
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain({ fire, defence, state, account }: ShotProfile): Explanation[] {
    return [
      {
        title: account.title,
        steps: account.steps,
        needed: neededDice(fire, defence, state),
        tree: (dice) => SHOT_OUTCOMES[shot(fire, defence, state)(dice)]!,
      },
    ];
  },
};

/** The shot as a process of one step. */
const processOf = ({ fire, defence, state }: ShotProfile): Process<number> => ({
  id: "A-SHOOT-17",
  start: -1,
  key: (outcome) => outcome,
  steps: [() => shot(fire, defence, state)],
});

const playOf = (profile: ShotProfile): Play<number> => ({
  parts: [chainOf(processOf(profile))],
  readings: [{ metric: { name: "outcome", values: SHOT_OUTCOMES }, bin: (outcome) => Math.max(0, outcome) }],
  blockSize: 65_536,
});
