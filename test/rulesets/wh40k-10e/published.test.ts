import { describe, expect, it } from "vitest";
import { type Data, distributionsOf } from "./cell.ts";

const numberOf = (fraction: string): number => {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
};

/**
 * Numbers that others have published, and wrong ones that calculators show. The wrong ones stay here by name, so that
 * nobody takes them for right again.
 */
describe("published numbers", () => {
  it("2D6 shots, BS4+ S8 AP-2, damage D3, at many T4 Sv3+ W2: 1.4002 killed on average, sd 1.1347", async () => {
    const distributions = await distributionsOf({
      gun: { attacks: "2D6", skill: "4+", strength: 8, ap: -2, damage: "D3" },
      attacker: { models: 1 },
      defender: { models: 12 },
    });
    expect(distributions.killed!.mean).toBeCloseTo(1.4002, 4);
    expect(distributions.killed!.sd).toBeCloseTo(1.1347, 4);
  });

  it("6 attacks, BS3+ S4 T4, Lethal Hits and Sustained Hits 1: 3 wounds", async () => {
    const distributions = await distributionsOf({
      gun: { attacks: 6, abilities: ["Lethal Hits", "Sustained Hits 1"] },
      attacker: { models: 1 },
    });
    // One in six wounds by itself and adds an ordinary hit; half of three and of the added one wound: 1 + 1.5 + 0.5.
    expect(distributions.wounds!.meanFraction).toBe("3/1");
    // A calculator that multiplies by the ratio of hits lets the added hits wound by themselves too.
    expect(distributions.wounds!.mean).not.toBeCloseTo(3.125, 3);
  });

  it("5 attacks, WS2+ S6 T4, Lethal Hits: 55/18 wounds", async () => {
    const distributions = await distributionsOf({
      kind: "fight",
      gun: { attacks: 5, skill: "2+", strength: 6, abilities: ["Lethal Hits"] },
      attacker: { models: 1 },
    });
    // 5 x (1/6 + 4/6 x 2/3).
    expect(distributions.wounds!.meanFraction).toBe("55/18");
    expect(distributions.wounds!.mean).toBeCloseTo(3.0556, 4);
    // A calculator that forgets the automatic wounds of critical hits.
    expect(distributions.wounds!.mean).not.toBeCloseTo(2.7778, 3);
  });

  it("10 attacks, BS3+ S4 T5 Sv6+: 1.852 unsaved; 2.778 with Lethal Hits; 2.315 with Sustained Hits 1", async () => {
    const unsaved = async (...abilities: string[]) =>
      (
        await distributionsOf({
          gun: { attacks: 10, ap: 0, abilities },
          attacker: { models: 1 },
          defender: { toughness: 5, save: "6+", models: 20 },
        })
      ).unsaved!.mean;
    expect(await unsaved()).toBeCloseTo(1.852, 3);
    expect(await unsaved("Lethal Hits")).toBeCloseTo(2.778, 3);
    expect(await unsaved("Sustained Hits 1")).toBeCloseTo(2.315, 3);
  });

  /** Manbeardo/mathhammer, `pkg/core/attack/Profile_test.go`, as fractions; at models of T4 Sv3+ W2. */
  it.each<[string, Data, number, number, string, Readonly<Record<number, string>>]>([
    ["3, BS4+: hits", { attacks: 1, skill: "4+" }, 3, 10, "hits", { 0: "1/8", 1: "3/8", 2: "3/8", 3: "1/8" }],
    [
      "3 hits, S3 at T4: wounds",
      { attacks: 1, strength: 3, abilities: ["Torrent"] },
      3,
      10,
      "wounds",
      { 0: "8/27", 1: "4/9", 2: "2/9", 3: "1/27" },
    ],
    // Beside it stands what UnitCrunch simulates: 49, 38.2, 11.3, 1.5 % and less than 0.5 %.
    [
      "2 × 2, BS3+ S4 AP-1 at two models: wounds lost",
      { attacks: 2, ap: -1 },
      2,
      2,
      "damage",
      { 0: "625/1296", 1: "125/324", 2: "25/216", 3: "5/324", 4: "1/1296" },
    ],
  ])("%s", async (_, gun, models, targets, metric, fractions) => {
    const distributions = await distributionsOf({ gun, attacker: { models }, defender: { models: targets } });
    expect(distributions[metric]!.fractions).toEqual(fractions);
  });

  /**
   * loganmj/WarhammerCombatMathLibrary, `CombatMath_Test.cs`, to four digits: `n` attacks, what they need, whom they are at.
   * Not taken: its numbers of Lethal Hits, Sustained Hits and re-rolls of wounds, which leave out what those add, and of D6
   * attacks, which it takes for 4.
   */
  const at = (toughness: number, more: Data = {}): Data => ({ models: 40, toughness, ...more });
  const eight = { attacks: 8, skill: "2+", strength: 6, ap: -2, damage: 3 };
  const twenty = { attacks: 20, ap: -1 };
  const fifteen = { attacks: 15, strength: 6, ap: -2, damage: 3 };
  const one = { attacks: 1 };
  type Numbers = Readonly<Record<string, readonly [mean: number, sd?: number]>>;
  it.each<[string, Data, Data, Numbers]>([
    ["8, WS2+ S6 at T4 Sv3+", eight, at(4), { hits: [6.6667, 1.0541], wounds: [4.4444, 1.4055], unsaved: [2.963] }],
    ["the same, a point of damage less", eight, at(4, { damageReduction: "minusOne" }), { killed: [2.963] }],
    ["20, WS3+ S4 at T4", twenty, at(4), { hits: [13.3333, 2.1082], wounds: [6.6667, 2.1082] }],
    ["20, WS3+ S4 at T5", twenty, at(5), { wounds: [4.4444, 1.8592] }],
    ["3D3, WS3+", { attacks: "3D3" }, at(4), { hits: [4] }],
    ["15, WS3+, hits again", { ...fifteen, rerollHits: "failures" }, at(4), { hits: [13.3333, 1.2172] }],
    ["15, WS3+, hits of 1 again", { ...fifteen, rerollHits: "ones" }, at(4), { hits: [11.6667, 1.6102] }],
    ["15, WS4+ S9 AP-3", { attacks: 15, skill: "4+", strength: 9, ap: -3 }, at(4), { unsaved: [5.2083, 1.8439] }],
    [
      "5, WS3+ S6 AP-2, Devastating Wounds",
      { attacks: 5, strength: 6, ap: -2, damage: 3, abilities: ["Devastating Wounds"] },
      at(4),
      { unsaved: [1.6667, 1.0541], killed: [1.6667, 1.0541] },
    ],
    ["1, WS4+, target -1", { ...one, skill: "4+" }, at(4, { hitModifier: -1 }), { hits: [0.3333] }],
    ["1, WS5+, +2 and +1", { ...one, skill: "5+", hitModifier: 2 }, at(4, { hitModifier: 1 }), { hits: [0.5] }],
    ["1, WS3+, -2", { ...one, hitModifier: -2 }, at(4), { hits: [0.5] }],
    ["1, WS6+, -1", { ...one, skill: "6+", hitModifier: -1 }, at(4), { hits: [0.1667] }],
    ["1, WS2+, +1", { ...one, skill: "2+", hitModifier: 1 }, at(4), { hits: [0.8333] }],
    ["1, WS3+, +2", { ...one, hitModifier: 2 }, at(4), { hits: [0.8333] }],
    ["1, S6 at T4, +2 to wound", { ...one, strength: 6, woundModifier: 2 }, at(4), { wounds: [0.5556] }],
    ["1, S6 at T4, -2 to wound", { ...one, strength: 6, woundModifier: -2 }, at(4), { wounds: [0.3333] }],
    ["1, S4 at T4, +1 to wound", { ...one, woundModifier: 1 }, at(4), { wounds: [0.4444] }],
    ["1, S4 at T4, target -1 to wound", one, at(4, { woundModifier: -1 }), { wounds: [0.2222] }],
    ["1, S4 at T8, -1 to wound", { ...one, woundModifier: -1 }, at(8), { wounds: [0.1111] }],
    ["1, S8 at T4, +1 to wound", { ...one, strength: 8, woundModifier: 1 }, at(4), { wounds: [0.5556] }],
    [
      "1, S4 at T5, -1 to wound, critical on 3+",
      { ...one, woundModifier: -1, criticalWounds: 3 },
      at(5),
      { wounds: [0.4444] },
    ],
    [
      "1, S4 at T5, +1 to wound, critical on 3+",
      { ...one, woundModifier: 1, criticalWounds: 3 },
      at(5),
      { wounds: [0.4444] },
    ],
  ])("%s", async (_, gun, defender, numbers) => {
    const distributions = await distributionsOf({ kind: "fight", gun, attacker: { models: 1 }, defender });
    for (const [metric, [mean, sd]] of Object.entries(numbers)) {
      expect(distributions[metric]!.mean, metric).toBeCloseTo(mean, 4);
      if (sd !== undefined) expect(distributions[metric]!.sd, metric).toBeCloseTo(sd, 4);
    }
  });

  it.each<[string, Data, number, "hits" | "wounds", Readonly<Record<number, number>>]>([
    ["8, WS2+", eight, 4, "hits", { 3: 0.0042, 4: 0.026, 5: 0.1042, 6: 0.2605, 7: 0.3721, 8: 0.2326 }],
    ["8, WS2+ S6", eight, 4, "wounds", { 0: 0.0015, 2: 0.0666, 4: 0.2602, 5: 0.2602, 6: 0.1626, 8: 0.0091 }],
    ["20, WS3+", twenty, 4, "hits", { 8: 0.0092, 10: 0.0543, 12: 0.148, 13: 0.1821, 14: 0.1821, 20: 0.0003 }],
    ["20, WS3+ S4", twenty, 4, "wounds", { 0: 0.0003, 4: 0.0911, 6: 0.1821, 7: 0.1821, 10: 0.0543 }],
    ["20, WS3+ S4 at T5", twenty, 5, "wounds", { 0: 0.0066, 1: 0.0375, 4: 0.2119, 6: 0.1384, 12: 0.0002 }],
    ["15, WS4+", { attacks: 15, skill: "4+" }, 4, "hits", { 2: 0.0032, 5: 0.0916, 7: 0.1964, 8: 0.1964, 14: 0.0005 }],
  ])("the same source, %s: the chances of each number", async (_, gun, toughness, metric, chances) => {
    const distributions = await distributionsOf({
      kind: "fight",
      gun,
      attacker: { models: 1 },
      defender: at(toughness),
    });
    for (const [value, chance] of Object.entries(chances))
      expect(numberOf(distributions[metric]!.fractions[value]!), value).toBeCloseTo(chance, 4);
  });
});
