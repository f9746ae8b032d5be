/** A fight whose sides are in each other's place is the same fight, which is why a ranking plays a pair once. */
import { describe, expect, it } from "vitest";
import { leastPValue } from "../../../src/conformance.ts";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { exchangedFor, programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { LONG } from "../../long.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";

/**
 * 10,000 fights of each find a shift of 0.06 of one chance with power 1 - 1e-4, and over 30 fights one of 0.02. Threshold 1e-9
 * for each of some 2,000 metrics: a false alarm after a change of streams has a chance of 2e-6.
 */
const TRIALS = 10_000;
const THRESHOLD = 1e-9;
const SEEDS = Array.from({ length: LONG ? 300 : 15 }, (_, i) => i + 1);
/** Few random fights are small and alike enough to be solved: these are. */
const SOLVED = [110, 117, 129, 131, 150, 162, 181, 223, 237, 264, 282];

const kind = ruleset.kinds.engagement!;

async function profileOf(seed: number, meets: boolean): Promise<EngagementProfile> {
  const { cells } = await studyOfData(randomEngagement(seed, meets));
  const { alpha: _, ...profile } = (cells[0]!.outcome as { profile: EngagementProfile }).profile;
  return profile;
}

const exchanged = (profile: EngagementProfile) => exchangedFor(kind, profile) as EngagementProfile;

/** Bin by bin of a fight, where the same is counted of the other one. */
function placesIn(own: Program, other: Program): number[] {
  const offsets = tallyOffsets(other.metrics);
  const OTHER: Readonly<Record<string, string>> = { first: "second", second: "first" };
  return own.metrics.flatMap(({ values, side = "", ...metric }) => {
    const at = other.metrics.findIndex(
      (one) => one.name === metric.name && one.turn === metric.turn && one.side === (OTHER[side] ?? one.side),
    );
    return values.map((value) => offsets[at]! + other.metrics[at]!.values.indexOf(OTHER[value] ?? value));
  });
}

function playedBy(program: Program, name: string): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(blockStream(cellKey(17n, name), 0), TRIALS, tally);
  return tally;
}

/** The least p-value of a fight and another one that is looked at from the other side. */
function compared(own: EngagementProfile, other: EngagementProfile): number {
  const [first, second] = [programFor(kind, own), programFor(kind, other)];
  const [here, there] = [playedBy(first, "first"), playedBy(second, "second")];
  return leastPValue(
    first,
    here,
    Float64Array.from(placesIn(first, second), (at) => there[at]!),
  );
}

describe("a fight with its sides exchanged", () => {
  it.each([
    ["fire and rally", false],
    ["close combat", true],
  ])("comes to the same, with %s", async (_, meets) => {
    for (const seed of SEEDS) {
      const profile = await profileOf(seed, meets);
      expect(compared(profile, exchanged(profile)), `seed ${seed}`).toBeGreaterThan(THRESHOLD);
    }
  });

  it("comes to the same chances where it is solved", async () => {
    for (const seed of SOLVED) {
      const profile = await profileOf(seed, false);
      const programs = [programFor(kind, profile), programFor(kind, exchanged(profile))] as const;
      const [own, other] = programs.map(({ exact }) =>
        ("solve" in exact ? exact.solve() : []).flatMap((one) => [...probabilitiesOf(one)]),
      );
      placesIn(...programs).forEach((place, bin) => {
        expect(own![bin]).toBeCloseTo(other![place]!, 12);
      });
      expect(own!.length).toBeGreaterThan(10);
    }
  });

  it("control: it does not where one side goes first, which is not exchanged", async () => {
    let caught = 0;
    for (const seed of SEEDS) {
      const given = { ...(await profileOf(seed, true)), alpha: ["first"] as const };
      expect(exchanged(given)).toBeUndefined();
      const { alpha, ...profile } = given;
      if (compared(given, { ...exchanged(profile), alpha }) < THRESHOLD) caught++;
    }
    expect(caught).toBeGreaterThan(0);
  });
});
