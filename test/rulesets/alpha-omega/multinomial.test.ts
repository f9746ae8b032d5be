import { describe, expect, it } from "vitest";
import { readyOf, waysOf } from "../../../src/rulesets/alpha-omega/engagement/counts.ts";
import { multinomialOf } from "../../../src/rulesets/alpha-omega/engagement/multinomial.ts";
import { stateRoll } from "../../../src/rulesets/alpha-omega/engagement/roll.ts";
import { D10, OUT, READY } from "../../../src/rulesets/alpha-omega/words.ts";

/** Somebody is out on so much of a die or more, and else ready. */
const rollOf = (needed: number) => stateRoll("A-TEST", undefined, (dice) => (dice.face(D10) >= needed ? OUT : READY));

/** The chance that so many of `size` stay ready, each with a chance `p`, a factor at a time. */
function binomial(size: number, ready: number, p: number): number {
  let chance = (1 - p) ** (size - ready);
  for (let i = 1; i <= ready; i++) chance *= ((size - ready + i) / i) * p;
  return chance;
}

/** How many stay ready of two groups, by summing over both. */
function readyOfBoth(sizes: readonly [number, number], chances: readonly [number, number], ready: number): number {
  let sum = 0;
  for (let first = 0; first <= Math.min(ready, sizes[0]); first++)
    if (ready - first <= sizes[1])
      sum += binomial(sizes[0], first, chances[0]) * binomial(sizes[1], ready - first, chances[1]);
  return sum;
}

describe("what groups of like soldiers come to", () => {
  it("is made once for rolls that come to the same, and apart for those that do not", () => {
    const [one, like, other] = [rollOf(4), rollOf(4), rollOf(7)];
    const spread = multinomialOf([{ roll: one, size: 5 }]);
    expect(multinomialOf([{ roll: like, size: 5 }])).toBe(spread);
    expect(multinomialOf([{ roll: other, size: 5 }])).not.toBe(spread);
    expect(multinomialOf([{ roll: one, size: 6 }])).not.toBe(spread);
  });

  it("stays what it is after so many others that all were let go", () => {
    const [early, late] = [rollOf(4), rollOf(6)];
    const before = multinomialOf([{ roll: early, size: 7 }]);
    // Rolls of four states: 60 soldiers may stand in 39,711 ways, so 2^19 of them are soon there.
    for (let needed = 2; needed <= 6; needed++) {
      const fourWays = stateRoll("A-TEST", undefined, (dice) => Math.min(3, Math.max(0, dice.face(D10) - needed)));
      for (const size of [60, 61, 62])
        expect(multinomialOf([{ roll: fourWays, size }]).packed.length).toBe(waysOf(size));
    }
    expect(multinomialOf([{ roll: early, size: 7 }])).not.toBe(before);
    const { packed, chances } = multinomialOf([
      { roll: early, size: 7 },
      { roll: late, size: 7 },
    ]);
    for (let ready = 0; ready <= 14; ready++) {
      const found = [...packed].reduce((sum, counts, i) => sum + (readyOf(counts) === ready ? chances[i]! : 0), 0);
      expect(found).toBeCloseTo(readyOfBoth([7, 7], [0.3, 0.5], ready), 12);
    }
  });
});
