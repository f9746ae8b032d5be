/** A word that a cut runs through comes up once in 2^31: these fights begin with one, and are still the written battle's. */
import { describe, expect, it, vi } from "vitest";
import { Stream } from "../../../src/dice/index.ts";
import type { Ladder } from "../../../src/rule/cuts.ts";
import { Draws } from "../../../src/rule/draws.ts";
import { type Kernel, tallyOffsets } from "../../../src/rule/program.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { isPlayedByDeals, MeleeKernel } from "../../../src/rulesets/alpha-omega/engagement/melee-kernel.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { metricsOf } from "../../../src/rulesets/alpha-omega/engagement/score.ts";
import { cellOf, type Fight } from "./fights.ts";

const FIGHTS: Readonly<Record<string, Fight>> = {
  "a volley": {
    first: [{ unit: "squad", order: "aimed" }],
    second: [{ unit: "swords", order: "move", does: "charge" }],
    situation: { distance: 6, alpha: "first" },
  },
  "a duel": {
    first: [{ unit: "swords", order: "move", does: "charge" }],
    second: [{ unit: "squad", order: "run" }],
    situation: { distance: 3, alpha: "first" },
  },
};

/** The ladder that a fight climbs first. */
function firstLadder(kernel: Kernel, tally: Float64Array): Ladder {
  const climb = vi.spyOn(Draws.prototype, "climb");
  kernel.play(new Stream(1, 2, 3, 4), 1, tally);
  const [ladder] = climb.mock.calls[0]!;
  climb.mockRestore();
  return ladder;
}

/** A stream whose next word is this one, the others are anything. */
const streamOf = (word: number, more: number): Stream =>
  new Stream(0, Math.imul(more, 0x9e37_79b1), Math.imul(more, 0x85eb_ca6b), (word >>> 7) | (word << 25));

function playedBy(kernel: Kernel, metrics: number, stream: Stream): number[] {
  const tally = new Float64Array(metrics);
  kernel.play(stream, 1, tally);
  return [...tally, stream.a, stream.b, stream.c, stream.d];
}

describe("a word that a cut runs through", () => {
  it.each(Object.keys(FIGHTS))("as %s begins", async (name) => {
    const { profile } = await cellOf(FIGHTS[name]);
    const plan = planOf(profile);
    expect(isPlayedByDeals(plan)).toBe(true);
    const metrics = tallyOffsets(metricsOf(profile)).at(-1)!;
    const written = new BattleKernel(plan);
    const fast = new MeleeKernel(planOf(profile));
    const { cuts } = firstLadder(written, new Float64Array(metrics));
    expect(cuts.length).toBeGreaterThan(0);
    let fights = 0;
    let otherwise = 0;
    for (const cut of cuts)
      for (let more = 1; more <= 40; more++) {
        const word = 2 * cut + (more & 1);
        const asWritten = playedBy(written, metrics, streamOf(word, more));
        expect(playedBy(fast, metrics, streamOf(word, more)), `${cut} ${more}`).toEqual(asWritten);
        fights++;
        if (playedBy(fast, metrics, streamOf(word - 2, more)).join() !== asWritten.join()) otherwise++;
      }
    // Control: the words just below begin other fights, on a word less.
    expect(otherwise).toBe(fights);
  });
});
