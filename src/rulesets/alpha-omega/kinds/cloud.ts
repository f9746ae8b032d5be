import { message } from "../../../rule/message.ts";
import { ofOneProcess } from "../../define.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { cloudProcess, FARTHEST_DRIFT, goneFrom, LONGEST_LIFE } from "../cloud.ts";

export interface CloudProfile {
  readonly turns: number;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const phasesOf = ({ turns }: CloudProfile): number => Math.min(turns, LONGEST_LIFE);

export const cloudKind: Kind = {
  headline: { metric: "lifetime", text: "rally phases until the cloud is gone, on average" },

  ...ofOneProcess({
    process: (profile: CloudProfile) => cloudProcess(phasesOf(profile)),
    readings(profile) {
      const phases = upTo(1, phasesOf(profile));
      const later = profile.turns < LONGEST_LIFE ? [`after ${profile.turns}`] : [];
      return [
        {
          metric: { name: "lifetime", values: [...phases, ...later] },
          bin: ({ age, gone }) => (gone ? age - 1 : phases.length),
        },
        { metric: { name: "drift", values: upTo(0, FARTHEST_DRIFT) }, bin: ({ drift }) => drift },
      ];
    },
    tell(teller, _, trace) {
      for (const { before, after, throws } of trace)
        for (const roll of throws) {
          const fate = after.gone ? "gone" : message`stays, and moves ${after.drift - before.drift} pace{s}`;
          teller.roll(roll, message`rally phase ${after.age} (gone from ${goneFrom(before.age)})`, fate);
        }
    },
  }),

  explain(profile: CloudProfile): Explanation[] {
    const phases = upTo(0, phasesOf(profile) - 1);
    return [
      {
        title: "A cloud of gas or smoke",
        steps: [{ rule: "QA-52", text: "one D6 a rally phase: its fate, and the paces it moves if it stays" }],
        needed: phases.map((age) => ({
          rule: "A-RAL-09",
          text: message`gone at its rally phase ${age + 1} from`,
          sides: 6,
          needed: goneFrom(age),
        })),
        tree: (dice) => {
          const { start, steps } = cloudProcess(1);
          const cloud = steps[0]!(start)(dice);
          return cloud.gone ? "gone" : message`moves ${cloud.drift} {pace|paces}`;
        },
      },
    ];
  },
};
