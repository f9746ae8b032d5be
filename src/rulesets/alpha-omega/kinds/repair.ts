import { chainOf, programOf, type Step } from "../../../rule/index.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
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

export const repairKind: Kind = {
  headline: { metric: "points", text: "points at the end, on average" },

  program({ points, most, attempts, die }: RepairProfile) {
    const attempt: Step<number> = (own) => (dice) => (own < most && repairs(dice, die) ? own + 1 : own);
    return programOf({
      parts: [
        chainOf<number>({
          id: "A-RAL-11",
          start: points,
          key: (own) => own,
          steps: new Array<Step<number>>(attempts).fill(attempt),
        }),
      ],
      readings: [
        { metric: { name: "points", values: Array.from({ length: most + 1 }, (_, i) => i) }, bin: (own) => own },
      ],
      blockSize: 65_536,
    });
  },

  explain({ section, points, most, attempts, die }: RepairProfile): Explanation[] {
    return [
      {
        title: `Repair of ${section}, ${points} of ${most} points left, ${attempts} attempts`,
        steps: [{ rule: "QA-50", text: `repair succeeds on a D${die}` }],
        needed: [{ rule: "A-RAL-11", text: "one point more from", sides: die, needed: REPAIRED_FROM }],
        tree: (dice) => (repairs(dice, die) ? "one point" : "nothing"),
      },
    ];
  },
};
