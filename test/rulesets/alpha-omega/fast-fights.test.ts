/** What the fast kernels and the solver say of random fights is what the written battle says (RULES.md, Whole fights). */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Kernel, tallyOffsets } from "../../../src/rule/program.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { isPlayedByDeals, MeleeKernel } from "../../../src/rulesets/alpha-omega/engagement/melee-kernel.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { metricsOf } from "../../../src/rulesets/alpha-omega/engagement/score.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { LONG } from "../../long.ts";
import type { Line, Options, Scenario } from "../../oracle/alpha-omega/engagement.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";

/**
 * 3,000 fights of each find a shift of 0.1 of one chance with power 1 - 1e-4, over 40 fights one of 0.03. Threshold 1e-9
 * for each of some 2,000 metrics: a false alarm after a change of streams has a chance of 2e-6.
 */
const TRIALS = 3_000;
const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);
/** Few random fights are small and alike enough to be solved: of 300 these are. */
const SOLVED = [110, 117, 129, 131, 150, 162, 181, 223, 237, 264, 282];
const SEEDS = LONG ? upTo(300) : [...upTo(10), ...SOLVED];
const THRESHOLD = 1e-9;

const profileOf = (seed: number): Promise<EngagementProfile> => profileOfData(randomEngagement(seed, false));

async function profileOfData(data: Scenario): Promise<EngagementProfile> {
  const { cells } = await studyOfData(data);
  return (cells[0]!.outcome as { profile: EngagementProfile }).profile;
}

const listOf = <T>(given: T | readonly T[]): readonly T[] => (Array.isArray(given) ? given : [given as T]);

/** A random fight with close combat between two units of like soldiers. */
function likeSquads(seed: number): Scenario {
  const data = randomEngagement(seed, true);
  const { sacrificeUses: _, sacrificeScope: __, medikitUses: ___, ...options } = data.options ?? {};
  // They seldom come up by themselves.
  if (seed % 3 === 0) options.phaseDuelTie = "keepAlpha";
  if (seed % 4 === 0) options.shootIntoMelee = "readyContact";
  if (seed % 5 === 0) Object.assign(options, { volley: "sequential", surplusShots: "retarget" });
  if (seed % 10 === 0) options.pinTests = "perVolley";
  const { sides, situation, ...experiment } = data.experiments.e!;
  const units = sides.map(({ units: [use] }, side) => {
    const { members, ...unit } = data.units[use!.unit]! as { members?: readonly Line[] } & Line;
    const { character, commandBonus, visible, ...line } = { ...unit, ...members?.[0] };
    const { dodge, sacrificeAt, ...own } = use!;
    const like = {
      ...line,
      // Some of them as many as a word has bits.
      models: (seed % 9 === 0 ? 26 : 2) + ((seed * (3 + 4 * side)) % 7),
      skills: line.skills?.filter((skill) => skill !== "gladiator") ?? [],
      aptitudes: line.aptitudes?.filter((aptitude) => aptitude !== "sacrifice") ?? [],
    };
    return {
      like,
      own: { ...own, ...(side === seed % 2 ? { order: ["move", ...listOf(own.order)], does: "charge" } : {}) },
    };
  });
  return {
    ...data,
    options,
    units: Object.fromEntries(units.map(({ like, own }) => [own.unit, like])),
    experiments: { e: { ...experiment, sides: units.map(({ own }) => ({ units: [own] })), situation } },
  } as Scenario;
}

/** Readings of close combat other than the default ones. */
const OTHERWISE: Partial<Options> = {
  chargePasses: 1,
  executeDown: "never",
  pinnedInMelee: "standUp",
  lonePinned: "stops",
  hitCap: "none",
  aimedCloseCombat: "whenFired",
  pinnedMeleeMalus: "sum",
  uncertainPinTest: true,
  surplus: "holds",
  surplusShots: "lost",
  phaseDuelTie: "keepAlpha",
  shootIntoMelee: "readyContact",
};

/** The tally of some fights, played at two goes, and the words of the stream that are left. */
function playedBy(kernel: Kernel, profile: EngagementProfile): number[] {
  const tally = new Float64Array(tallyOffsets(metricsOf(profile)).at(-1)!);
  const stream = blockStream(cellKey(12n, "close"), 0);
  kernel.play(stream, 30, tally);
  kernel.play(stream, 1_000, tally);
  return [...tally, stream.a, stream.b, stream.c, stream.d];
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
  it("on random fights of fire and rally", async () => {
    const found = new Map<string, number>();
    for (const seed of SEEDS) {
      const { worst, forms } = await compared(await profileOf(seed));
      expect(worst, `seed ${seed}`).toBeGreaterThan(THRESHOLD);
      for (const form of forms) found.set(form, (found.get(form) ?? 0) + 1);
    }
    // Each of them was really there.
    expect([...found.keys()].toSorted()).toEqual(["LaneKernel", "exact"]);
    expect(found.get("exact")).toBe(SOLVED.length);
  });

  it("control: a fight at another distance is caught", async () => {
    let caught = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const profile = await profileOf(seed);
      const nearer = { ...profile, gaps: profile.gaps.map((row) => row.map((own) => own.map(() => 12))) };
      if ((await compared(profile, nearer)).worst < THRESHOLD) caught++;
    }
    expect(caught).toBeGreaterThan(0);
  });

  /** The same draws from the same distributions in the same order: not as often, but every single fight. */
  it("on random fights with close combat, and on those of which shots find new targets, fight by fight", async () => {
    const found = { meet: 0, retarget: 0, apart: 0 };
    for (let seed = 1; seed <= 70; seed++) {
      const met = await profileOfData(likeSquads(seed));
      const isRetargeting = met.options.surplusShots === "retarget";
      // The same out of each other's reach.
      const gaps = met.gaps.map((row) => row.map((own) => own.map(() => 12)));
      for (const profile of isRetargeting ? [met, { ...met, gaps }] : [met]) {
        const plan = planOf(profile);
        const kernel = programFor(ruleset.kinds.engagement!, profile).kernel();
        if (!(kernel instanceof MeleeKernel)) continue;
        found[!plan.meets ? "apart" : isRetargeting ? "retarget" : "meet"]++;
        expect(playedBy(kernel, profile), `seed ${seed}`).toEqual(playedBy(new BattleKernel(plan), profile));
      }
    }
    expect(found.meet).toBeGreaterThan(20);
    expect(found.retarget).toBeGreaterThan(5);
    expect(found.apart).toBeGreaterThan(5);
  });

  it("control: whatever is read otherwise is another fight", async () => {
    const found = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const profile = await profileOfData(likeSquads(seed));
      if (!isPlayedByDeals(planOf(profile))) continue;
      const written = playedBy(new BattleKernel(planOf(profile)), profile);
      for (const [option, reading] of Object.entries(OTHERWISE)) {
        if (found.has(option)) continue;
        const other = { ...profile, options: { ...profile.options, [option]: reading } };
        const same = playedBy(new MeleeKernel(planOf(other)), profile).join() === written.join();
        if (!same) found.add(option);
      }
    }
    expect([...found].toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
  });
});
