/** A volley's sums against the same volley followed as one chain of dice, and the large kernel against both. */
import { describe, expect, it } from "vitest";
import { Stream } from "../../../src/dice/index.ts";
import { chainOf } from "../../../src/rule/chain.ts";
import { probabilitiesOf, readOff } from "../../../src/rule/exact.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { solveChain } from "../../../src/rule/solve.ts";
import { type VolleyProfile, volleyProcess, volleySums } from "../../../src/rulesets/metropolis/volley.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { type Change, profileOf, programAt } from "./cell.ts";

/** The distribution of what is read off the end of the chain. */
function byChain(profile: VolleyProfile, of: (state: { hits: number; wounds: number; left: number }) => number) {
  const chain = chainOf(volleyProcess(profile));
  const [end] = solveChain(chain, [chain.steps.length]);
  const bins = Int32Array.from(chain.states, ({ hits, wounds, ranks }) => of({ hits, wounds, left: ranks.standing }));
  return probabilitiesOf(readOff(end!, bins, Math.max(...bins) + 1));
}

const GUNS = { weapons: ["gun", "heavy"] };
const heavy = { damage: { contact: 6, short: 6, medium: 6, long: 6, extreme: 6 }, shots: 2 };
const CASES: readonly (readonly [string, Change])[] = [
  ["wounded first", { attacker: { models: 6 }, defender: { models: 4, wounds: 2 } }],
  [
    "wounded first, two weapons",
    { attacker: { models: 3, ...GUNS }, defender: { models: 4, wounds: 2 }, weapons: { heavy } },
  ],
  [
    "concentrated, two weapons on a wounded unit",
    {
      attacker: { models: 3, ...GUNS },
      defender: { models: 4, wounds: 3 },
      weapons: { heavy },
      situation: { defenderWoundsLeft: 1 },
      options: { hitAllocation: "concentrate" },
    },
  ],
  [
    "concentrated, two weapons on a single model: once it has fallen the second wounds nobody",
    {
      attacker: { models: 3, ...GUNS },
      defender: { models: 1, wounds: 2 },
      weapons: { heavy },
      options: { hitAllocation: "concentrate" },
    },
  ],
  [
    "spread, more hits than models, the first one wounded",
    {
      attacker: { models: 9 },
      defender: { models: 4, wounds: 2 },
      situation: { defenderWoundsLeft: 1 },
      options: { hitAllocation: "spread" },
    },
  ],
];

describe("a volley summed number by number", () => {
  it.each(CASES)("%s", (_, change) => {
    const profile = profileOf<VolleyProfile>("volley", change);
    const { removed, hits, wounds } = volleySums(profile)!.solve();
    const { standing } = profile;
    for (const [own, distribution] of [
      [removed, byChain(profile, ({ left }) => standing - left)],
      [hits, byChain(profile, (state) => state.hits)],
      [wounds, byChain(profile, (state) => state.wounds)],
    ] as const)
      distribution.forEach((chance, value) => void expect(probabilitiesOf(own)[value]).toBeCloseTo(chance, 12));
  });

  it("several weapons that spread their hits are not summed", () => {
    const change: Change = {
      attacker: { models: 3, ...GUNS },
      weapons: { heavy },
      options: { hitAllocation: "spread" },
    };
    expect(volleySums(profileOf("volley", change))).toBeUndefined();
  });

  it("what is too large for a chain is exact all the same, and its trials agree (wrongly refused once in 1e6)", () => {
    const change: Change = {
      attacker: { models: 100, ...GUNS, shooting: 6 },
      defender: { models: 100, wounds: 2 },
      weapons: { heavy },
    };
    const program = programAt("volley", change);
    if (!("solve" in program.exact)) throw new Error("it is exact");
    const answers = program.exact.solve();
    const offsets = tallyOffsets(program.metrics);
    const play = (kernel: ReturnType<typeof program.kernel>) => {
      const tally = new Float64Array(offsets.at(-1)!);
      kernel.play(new Stream(1, 2, 3, 4), 20_000, tally);
      return tally;
    };
    const verdicts = (tally: Float64Array, shift = 0) =>
      program.metrics.map(({ values }, m) => {
        const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
        const weights = [...probabilitiesOf(answers[m]!)];
        const moved = shift === 0 ? weights : weights.map((_, i) => weights[(i + 1) % weights.length]!);
        return agreement({ values, counts }, { values, weights: moved }, 1e-6).verdict;
      });
    for (const kernel of [program.kernel(), program.pairedKernel!()]) {
      const tally = play(kernel);
      expect(verdicts(tally)).toEqual(["agree", "agree", "agree"]);
      expect(verdicts(tally, 1)).toEqual(["disagree", "disagree", "disagree"]); // a control that must fail
    }
  });
});
