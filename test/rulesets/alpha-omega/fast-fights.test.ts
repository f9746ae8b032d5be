/** What the fast kernels and the solver say of random fights is what the written battle says (RULES.md, Whole fights). */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf, tallyOffsets } from "../../../src/rule/index.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/index.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";

/**
 * 3,000 fights of each find a shift of 0.1 of one chance with power 1 - 1e-4, over 40 fights one of 0.03. Threshold 1e-9
 * for each of some 2,000 metrics: a false alarm after a change of streams has a chance of 2e-6.
 */
const TRIALS = 3_000;
const THRESHOLD = 1e-9;

async function profileOf(seed: number): Promise<EngagementProfile> {
  const { cells } = await studyOfData(randomEngagement(seed, false));
  return (cells[0]!.outcome as { profile: EngagementProfile }).profile;
}

/** How the battle of a fight agrees with the fast forms of another: the worst p-value, and which forms there are. */
async function compared(profile: EngagementProfile, written = profile): Promise<{ worst: number; forms: string[] }> {
  const program = programFor(ruleset.kinds.engagement!, profile);
  const { metrics } = program;
  const offsets = tallyOffsets(metrics);
  const playedBy = (kernel: { play: BattleKernel["play"] }, name: string) => {
    const tally = new Float64Array(offsets.at(-1)!);
    kernel.play(blockStream(cellKey(11n, name), 0), TRIALS, tally);
    return metrics.map((_, m) => [...tally.subarray(offsets[m]!, offsets[m + 1]!)]);
  };
  const counts = playedBy(new BattleKernel(planOf(written)), "battle");
  const fast = program.kernel();
  const forms: [string, readonly (readonly number[] | readonly bigint[])[]][] = [];
  if (!(fast instanceof BattleKernel))
    forms.push([
      fast.constructor.name,
      playedBy(fast, "fast").map((own) => own.map((count) => BigInt(Math.max(1, count)))),
    ]);
  if ("solve" in program.exact) forms.push(["exact", program.exact.solve().map((own) => [...probabilitiesOf(own)])]);
  const values = forms.flatMap(([, weights]) =>
    metrics.map((metric, m) => {
      const own = { values: metric.values, weights: weights[m]! };
      const { verdict, pValue } = agreement({ values: metric.values, counts: counts[m]! }, own, THRESHOLD);
      return verdict === "agree" ? pValue : 0;
    }),
  );
  return { worst: Math.min(1, ...values), forms: forms.map(([form]) => form) };
}

describe("the fast forms of a fight are the written battle", () => {
  it("on random fights of fire and rally", { timeout: 240_000 }, async () => {
    const found = new Map<string, number>();
    for (let seed = 1; seed <= 120; seed++) {
      const { worst, forms } = await compared(await profileOf(seed));
      expect(worst, `seed ${seed}`).toBeGreaterThan(THRESHOLD);
      for (const form of forms) found.set(form, (found.get(form) ?? 0) + 1);
    }
    // Each of them was really there.
    expect([...found.keys()].toSorted()).toEqual(["CountsKernel", "FirefightKernel", "exact"]);
  });

  it("control: a fight at another distance is caught", { timeout: 60_000 }, async () => {
    let caught = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const profile = await profileOf(seed);
      const nearer = { ...profile, gaps: profile.gaps.map((row) => row.map((own) => own.map(() => 12))) };
      if ((await compared(profile, nearer)).worst < THRESHOLD) caught++;
    }
    expect(caught).toBeGreaterThan(0);
  });
});
