/** Fights on what turns are known to come to are the fights of the written battle, one by one. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { type Kernel, tallyOffsets } from "../../../src/rule/index.ts";
import { CoursesKernel } from "../../../src/rulesets/metropolis/engagement/courses-kernel.ts";
import type { EngagementProfile } from "../../../src/rulesets/metropolis/engagement/profile.ts";
import { EngagementKernel } from "../../../src/rulesets/metropolis/engagement/written-kernel.ts";
import { engagementKind } from "../../../src/rulesets/metropolis/kinds/engagement.ts";
import { profileOf } from "../../oracle/metropolis/program.ts";
import { randomScenario } from "../../oracle/metropolis/random.ts";

const SEEDS = Array.from({ length: 48 }, (_, i) => i + 1);

/** Every third fight has the first side start the last turn (E-24). */
function fight(seed: number): EngagementProfile {
  const profile = profileOf(randomScenario("engagement", seed)) as EngagementProfile;
  const initiative = Array.from({ length: profile.turns }, (_, turn) =>
    turn === profile.turns - 1 ? ("first" as const) : "fair",
  );
  return seed % 3 === 0 ? { ...profile, initiative } : profile;
}

/** The tally of some fights, played at two goes, and the words of the stream that are left. */
function playedBy(kernel: Kernel, profile: EngagementProfile, trials = 60): number[] {
  const { metrics } = engagementKind.program({ ...profile, accounts: [] } as never);
  const tally = new Float64Array(tallyOffsets(metrics).at(-1)!);
  const stream = blockStream(cellKey(12n, "courses"), 0);
  kernel.play(stream, trials / 2, tally);
  kernel.play(stream, trials, tally);
  return [...tally, stream.a, stream.b, stream.c, stream.d];
}

describe("known courses of turns", () => {
  it("give the same random fights, draw by draw", () => {
    for (const seed of SEEDS) {
      const profile = fight(seed);
      const written = playedBy(new EngagementKernel(profile), profile);
      expect(playedBy(new CoursesKernel(profile), profile), `seed ${seed}`).toEqual(written);
      // Whatever has been forgotten meanwhile.
      expect(playedBy(new CoursesKernel(profile, undefined, 400), profile), `seed ${seed}, forgetful`).toEqual(written);
    }
  });

  it("are given up where turns seldom come again, in the middle of a block, and kept where they do", () => {
    const found = new Set<boolean>();
    for (const seed of SEEDS.slice(0, 24)) {
      const profile = fight(seed);
      const kernel = new CoursesKernel(profile);
      const known = playedBy(kernel, profile, 600);
      found.add(kernel.isWorthwhile);
      if (!kernel.isWorthwhile) expect(known).toEqual(playedBy(new EngagementKernel(profile), profile, 600));
    }
    expect([...found].toSorted()).toEqual([false, true]);
  });

  it("are told apart by all that bears on what comes next", () => {
    const other = (change: (profile: EngagementProfile) => EngagementProfile) =>
      SEEDS.slice(0, 16).filter((seed) => {
        const profile = fight(seed);
        const kernel = playedBy(new CoursesKernel(profile), profile);
        return kernel.join() !== playedBy(new EngagementKernel(change(profile)), profile).join();
      }).length;
    // Controls: a fight read otherwise is another one.
    expect(
      other((profile) => ({ ...profile, movedModifier: profile.movedModifier === "target" ? "shooter" : "target" })),
    ).toBeGreaterThan(1);
    expect(other((profile) => ({ ...profile, lineOfSight: [true, false] }))).toBeGreaterThan(4);
  });
});
