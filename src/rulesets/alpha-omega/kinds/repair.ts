import type { Process, ProcessStep } from "../../../rule/chain.ts";
import { message } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import { type Explanation, type Kind, upTo } from "../../ruleset.ts";
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
  const attempt: ProcessStep<number> = (left) => (dice) => (left < most && repairs(dice, die) ? left + 1 : left);
  return {
    id: "A-RAL-11",
    start: points,
    key: (left) => left,
    steps: new Array<ProcessStep<number>>(attempts).fill(attempt),
  };
}

export const repairKind: Kind = {
  headline: { metric: "points", text: "points at the end, on average" },

  ...ofOneProcess({
    process: processOf,
    readings: ({ most }) => [{ metric: { name: "points", values: upTo(most) }, bin: (left) => left }],
    tell(teller, { section, most }, trace) {
      trace.forEach(({ after, throws }, attempt) => {
        if (throws.length === 0) teller.change(message`attempt ${attempt + 1}: ${{ word: section }} is whole`);
        for (const roll of throws)
          teller.roll(
            roll,
            message`attempt ${attempt + 1} on ${{ word: section }}`,
            roll.answer ? message`one point more: ${after} of ${most}` : "nothing gained",
          );
      });
    },
  }),

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
