import { describe, expect, it } from "vitest";
import { lawsOf } from "./cell.ts";

/**
 * Numbers that others have published, and wrong ones that calculators show. The wrong ones stay here by name, so that
 * nobody takes them for right again.
 */
describe("published numbers", () => {
  it("two models with two attacks each, BS3+ S4 AP-1 D1, at two T4 Sv3+ W2: the wounds lost", async () => {
    const laws = await lawsOf({ attacker: { models: 2 }, defender: { models: 2 } });
    expect(laws.damage!.fractions).toEqual({ 0: "625/1296", 1: "125/324", 2: "25/216", 3: "5/324", 4: "1/1296" });
  });

  it("2D6 shots, BS4+ S8 AP-2, damage D3, at many T4 Sv3+ W2: 1.4002 killed on average, sd 1.1347", async () => {
    const laws = await lawsOf({
      gun: { attacks: "2D6", skill: "4+", strength: 8, ap: -2, damage: "D3" },
      attacker: { models: 1 },
      defender: { models: 12 },
    });
    expect(laws.killed!.mean).toBeCloseTo(1.4002, 4);
    expect(laws.killed!.sd).toBeCloseTo(1.1347, 4);
  });

  it("6 attacks, BS3+ S4 T4, Lethal Hits and Sustained Hits 1: 3 wounds", async () => {
    const laws = await lawsOf({
      gun: { attacks: 6, abilities: ["Lethal Hits", "Sustained Hits 1"] },
      attacker: { models: 1 },
    });
    // One in six wounds by itself and adds an ordinary hit; half of three and of the added one wound: 1 + 1.5 + 0.5.
    expect(laws.wounds!.meanFraction).toBe("3/1");
    // A calculator that multiplies by the ratio of hits lets the added hits wound by themselves too.
    expect(laws.wounds!.mean).not.toBeCloseTo(3.125, 3);
  });

  it("5 attacks, WS2+ S6 T4, Lethal Hits: 55/18 wounds", async () => {
    const laws = await lawsOf({
      kind: "fight",
      gun: { attacks: 5, skill: "2+", strength: 6, abilities: ["Lethal Hits"] },
      attacker: { models: 1 },
    });
    // 5 x (1/6 + 4/6 x 2/3).
    expect(laws.wounds!.meanFraction).toBe("55/18");
    expect(laws.wounds!.mean).toBeCloseTo(3.0556, 4);
    // A calculator that forgets the automatic wounds of critical hits.
    expect(laws.wounds!.mean).not.toBeCloseTo(2.7778, 3);
  });

  it("10 attacks, BS3+ S4 T5 Sv6+: 1.852 unsaved; 2.778 with Lethal Hits; 2.315 with Sustained Hits 1", async () => {
    const unsaved = async (...abilities: string[]) =>
      (
        await lawsOf({
          gun: { attacks: 10, ap: 0, abilities },
          attacker: { models: 1 },
          defender: { toughness: 5, save: "6+", models: 20 },
        })
      ).unsaved!.mean;
    expect(await unsaved()).toBeCloseTo(1.852, 3);
    expect(await unsaved("Lethal Hits")).toBeCloseTo(2.778, 3);
    expect(await unsaved("Sustained Hits 1")).toBeCloseTo(2.315, 3);
  });
});
