import {
  chainOf,
  courseAlong,
  type Play,
  type Process,
  type ProcessStep,
  programOf,
  retrace,
} from "../../../rule/index.ts";
import { message } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { repairs } from "../armour.ts";
import { REPAIRED_FROM } from "../book.ts";

/** One section under repair over turns. */
export interface RepairProfile {
  readonly section: string;
  readonly points: number;
  readonly most: number;
  /** Attempts in all: one a turn, two for a vehicle that is aimed and silent (A-RAL-12). */
  readonly attempts: number;
  readonly die: number;
}

function processOf({ points, most, attempts, die }: RepairProfile): Process<number> {
  const attempt: ProcessStep<number> = (own) => (dice) => (own < most && repairs(dice, die) ? own + 1 : own);
  return {
    id: "A-RAL-11",
    start: points,
    key: (own) => own,
    steps: new Array<ProcessStep<number>>(attempts).fill(attempt),
  };
}

const playOf = (profile: RepairProfile): Play<number> => ({
  parts: [chainOf(processOf(profile))],
  readings: [
    { metric: { name: "points", values: Array.from({ length: profile.most + 1 }, (_, i) => i) }, bin: (own) => own },
  ],
  blockSize: 65_536,
});

export const repairKind: Kind = {
  headline: { metric: "points", text: "points at the end, on average" },

  program: (profile: RepairProfile) => programOf(playOf(profile)),

  tell(profile: RepairProfile, { place, chance }: ToTell): Telling {
    const { bins, paths } = retrace(playOf(profile), place(), chance);
    const teller = new Teller();
    courseAlong(processOf(profile), paths[0]!, chance).forEach(({ after, throws }, attempt) => {
      if (throws.length === 0) teller.change(message`attempt ${attempt + 1}: ${{ word: profile.section }} is whole`);
      for (const roll of throws)
        teller.roll(
          roll,
          message`attempt ${attempt + 1} on ${{ word: profile.section }}`,
          roll.answer ? message`one point more: ${after} of ${profile.most}` : "nothing gained",
        );
    });
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain({ section, points, most, attempts, die }: RepairProfile): Explanation[] {
    return [
      {
        title: message`Repair of ${{ word: section }}, ${points} of ${most} points left, ${attempts} attempts`,
        steps: [{ rule: "QA-50", text: message`repair succeeds on a D${die}` }],
        needed: [{ rule: "A-RAL-11", text: "one point more from", sides: die, needed: REPAIRED_FROM }],
        tree: (dice) => (repairs(dice, die) ? "one point" : "nothing"),
      },
    ];
  },
};
