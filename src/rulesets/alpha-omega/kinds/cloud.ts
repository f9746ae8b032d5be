import { chainOf, courseAlong, type Play, programOf, retrace } from "../../../rule/index.ts";
import { message } from "../../../rule/message.ts";
import type { Explanation, Kind } from "../../ruleset.ts";
import { Teller, type Telling, type ToTell } from "../../telling.ts";
import { type Cloud, cloudProcess, FARTHEST_DRIFT, goneFrom, LONGEST_LIFE } from "../cloud.ts";

export interface CloudProfile {
  readonly turns: number;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function playOf({ turns }: CloudProfile): Play<Cloud> {
  const phases = upTo(1, Math.min(turns, LONGEST_LIFE));
  const later = turns < LONGEST_LIFE ? [`after ${turns}`] : [];
  return {
    parts: [chainOf(cloudProcess(phases.length))],
    readings: [
      {
        metric: { name: "lifetime", values: [...phases, ...later] },
        bin: ({ age, gone }) => (gone ? age - 1 : phases.length),
      },
      { metric: { name: "drift", values: upTo(0, FARTHEST_DRIFT) }, bin: ({ drift }) => drift },
    ],
    blockSize: 65_536,
  };
}

export const cloudKind: Kind = {
  headline: { metric: "lifetime", text: "rally phases until the cloud is gone, on average" },

  program: (profile: CloudProfile) => programOf(playOf(profile)),

  tell(profile: CloudProfile, { place, chance }: ToTell): Telling {
    const play = playOf(profile);
    const { bins, paths } = retrace(play, place(), chance);
    const teller = new Teller();
    for (const { before, after, throws } of courseAlong(cloudProcess(paths[0]!.length - 1), paths[0]!, chance))
      for (const roll of throws) {
        const fate = after.gone ? "gone" : message`stays, and moves ${after.drift - before.drift} pace{s}`;
        teller.roll(roll, message`rally phase ${after.age} (gone from ${goneFrom(before.age)})`, fate);
      }
    return { bins, entries: teller.entries, oneOfMany: true };
  },

  explain({ turns }: CloudProfile): Explanation[] {
    const phases = upTo(0, Math.min(turns, LONGEST_LIFE) - 1);
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
          return cloud.gone ? "gone" : message`moves ${cloud.drift} paces`;
        },
      },
    ];
  },
};
