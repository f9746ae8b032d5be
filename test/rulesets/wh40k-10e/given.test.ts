/** What weapons, units, leaders and targets may give: by the values that follow from the book, in both directions. */
import { describe, expect, it } from "vitest";
import type { AttackCell } from "../../../src/rulesets/wh40k-10e/kinds/attack.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { generator } from "../../oracle/wh40k-10e/random-setup.ts";
import { type Change, cellOf, type Data, distributionsOf, profileOf, volleyOf } from "./cell.ts";

const mean = async (change: Change, metric: string) => (await distributionsOf(change))[metric]!.mean;
/** One sure attack: hits by itself, wounds on 2+ (5/6), no save. */
const SURE = { attacks: 1, strength: 16, ap: -6, abilities: ["Torrent"] };
const VEHICLE = { keywords: ["Vehicle"] };

describe("a weapon's own changes", () => {
  // Five guns, two attacks each, BS 3+ (2/3), S4 at T4 (1/2), AP -1 at 3+ (fails on 3 of 6): 10/3 unsaved of 20/3 hits.
  it.each<[string, Data, string, number]>([
    ["none", {}, "unsaved", 10 * (2 / 3) * (1 / 2) * (3 / 6)],
    ["one more attack", { attacksModifier: 1 }, "hits", 15 * (2 / 3)],
    ["one attack less", { attacksModifier: -1 }, "hits", 5 * (2 / 3)],
    ["one more to hit", { hitModifier: 1 }, "hits", 10 * (5 / 6)],
    ["one less to hit", { hitModifier: -1 }, "hits", 10 * (3 / 6)],
    ["Strength 5", { strengthModifier: 1 }, "wounds", 10 * (2 / 3) * (4 / 6)],
    ["Strength 8", { strengthModifier: 4 }, "wounds", 10 * (2 / 3) * (5 / 6)],
    ["Strength 3", { strengthModifier: -1 }, "wounds", 10 * (2 / 3) * (2 / 6)],
    ["Strength 2", { strengthModifier: -2 }, "wounds", 10 * (2 / 3) * (1 / 6)],
    ["one more to wound", { woundModifier: 1 }, "wounds", 10 * (2 / 3) * (4 / 6)],
    ["one less to wound", { woundModifier: -1 }, "wounds", 10 * (2 / 3) * (2 / 6)],
    ["AP -2", { apModifier: -1 }, "unsaved", 10 * (2 / 3) * (1 / 2) * (4 / 6)],
    ["AP 0", { apModifier: 1 }, "unsaved", 10 * (2 / 3) * (1 / 2) * (2 / 6)],
    ["AP is never above 0", { apModifier: 3 }, "unsaved", 10 * (2 / 3) * (1 / 2) * (2 / 6)],
  ])("%s", async (_, gun, metric, wanted) => {
    expect(await mean({ gun }, metric)).toBeCloseTo(wanted, 12);
    // The same from the unit that carries it.
    expect(await mean({ attacker: gun }, metric)).toBeCloseTo(wanted, 12);
    // And from both: modifiers add up, but of the die no more than one.
    const both = await volleyOf({ gun: { strengthModifier: 1 }, attacker: { strengthModifier: -1 } });
    expect(both.wound.success).toBe(4);
  });
  it("modifiers leave a weapon one attack, where it has any", async () => {
    const hits = async (gun: Data, situation: Data = {}) => (await mean({ gun, situation }, "hits"))! / (2 / 3);
    expect(await hits({ attacks: 1, attacksModifier: -3 })).toBeCloseTo(5, 12);
    // D3 less one, not below one: 1, 1 or 2.
    expect(await hits({ attacks: "D3", attacksModifier: -1 })).toBeCloseTo(5 * (4 / 3), 12);
    expect(await hits({ attacks: 0, attacksModifier: -1 })).toBe(0);
    expect(await hits({ attacks: 0 })).toBe(0);
    // Rapid Fire is added to them before anything is taken away (C-MOD-02).
    const rapid = { attacks: 1, attacksModifier: -1, abilities: ["Rapid Fire 1"] };
    expect(await hits(rapid, { distance: 12 })).toBeCloseTo(5, 12);
  });
  it("what the target has is for attacks against it", async () => {
    const against = (defender: Data, metric: string) => mean({ defender }, metric);
    expect(await against({ attacksModifier: -1 }, "hits")).toBeCloseTo(5 * (2 / 3), 12);
    expect(await against({ strengthModifier: -1 }, "wounds")).toBeCloseTo(10 * (2 / 3) * (2 / 6), 12);
    expect(await against({ apModifier: 1 }, "unsaved")).toBeCloseTo(10 * (2 / 3) * (1 / 2) * (2 / 6), 12);
    expect(await against({ hitModifier: -1 }, "hits")).toBeCloseTo(10 * (3 / 6), 12);
    expect(await against({ woundModifier: -1 }, "wounds")).toBeCloseTo(10 * (2 / 3) * (2 / 6), 12);
  });
  it("of ranged or of melee attacks, of its own or of those at it, of those that are stronger than it is tough", async () => {
    const hits = (change: Change) => mean(change, "hits");
    const [PLAIN, MORE] = [10 * (2 / 3), 10 * (5 / 6)];
    expect(await hits({ attacker: { hitModifier: { by: 1, in: "shooting" } } })).toBeCloseTo(MORE, 12);
    expect(await hits({ attacker: { hitModifier: { by: 1, in: "fight" } } })).toBeCloseTo(PLAIN, 12);
    expect(await hits({ attacker: { hitModifier: { by: 1, of: "own" } } })).toBeCloseTo(MORE, 12);
    expect(await hits({ attacker: { hitModifier: { by: 1, of: "attackers" } } })).toBeCloseTo(PLAIN, 12);
    expect(await hits({ defender: { hitModifier: { by: 1, of: "attackers" } } })).toBeCloseTo(MORE, 12);
    expect(await hits({ defender: { hitModifier: { by: 1, of: "own" } } })).toBeCloseTo(PLAIN, 12);
    expect(await hits({ attacker: { rerollHits: { what: "failures", in: "fight" } } })).toBeCloseTo(PLAIN, 12);
    expect(await hits({ attacker: { rerollHits: { what: "failures", in: "shooting" } } })).toBeCloseTo(
      10 * (8 / 9),
      12,
    );
    // Strength 5 and 4 at Toughness 4, Strength 4 that is made 5: 4+ and 3+ to wound, one less where it is stronger.
    const stronger = { defender: { woundModifier: { by: -1, stronger: true } } } as const;
    expect(await mean({ ...stronger, gun: { strength: 5 } }, "wounds")).toBeCloseTo(PLAIN * (3 / 6), 12);
    expect(await mean(stronger, "wounds")).toBeCloseTo(PLAIN * (3 / 6), 12);
    expect(await mean({ ...stronger, gun: { strengthModifier: 1 } }, "wounds")).toBeCloseTo(PLAIN * (3 / 6), 12);
    expect(await mean({ gun: { strength: 5 } }, "wounds")).toBeCloseTo(PLAIN * (4 / 6), 12);
    // What changes the Strength goes by the weapon's own: it asks nothing of itself.
    const own = { strengthModifier: { by: 4, stronger: true } } as const;
    expect(await mean({ gun: own }, "wounds")).toBeCloseTo(PLAIN * (3 / 6), 12);
    expect(await mean({ gun: { ...own, strength: 5 } }, "wounds")).toBeCloseTo(PLAIN * (5 / 6), 12);
  });
  it("Damage", async () => {
    const lost = (gun: Data, defender: Data = {}) =>
      mean(
        {
          gun: { ...SURE, damage: 3, ...gun },
          attacker: { models: 1 },
          defender: { wounds: 20, save: "7+", ...defender },
        },
        "damage",
      );
    expect(await lost({})).toBeCloseTo((5 / 6) * 3, 12);
    expect(await lost({ damageModifier: 1 })).toBeCloseTo((5 / 6) * 4, 12);
    expect(await lost({ damageModifier: -1 })).toBeCloseTo((5 / 6) * 2, 12);
    expect(await lost({}, { damageModifier: -1 })).toBeCloseTo((5 / 6) * 2, 12);
    expect(await lost({}, { damageModifier: -5 })).toBeCloseTo(5 / 6, 12);
    expect(await lost({ damageModifier: 2 }, { damageModifier: -1 })).toBeCloseTo((5 / 6) * 4, 12);
  });
});

describe("abilities that lower Damage (C-MOD-02: replaced, halved, added to, taken away)", () => {
  const lost = async (damage: number | string, abilities: string[], more: Change = {}) =>
    (await mean(
      {
        ...more,
        gun: { ...SURE, damage, ...more.gun },
        attacker: { models: 1, ...more.attacker },
        defender: { models: 1, wounds: 50, save: "7+", abilities, ...more.defender },
      },
      "damage",
    )) /
    (5 / 6);
  it("one by one", async () => {
    expect(await lost(3, ["-1 Damage"])).toBeCloseTo(2, 12);
    expect(await lost(3, ["−2 damage"])).toBeCloseTo(1, 12);
    expect(await lost(1, ["-1 Damage"])).toBeCloseTo(1, 12);
    expect(await lost(1, ["-1 Damage"], { options: { minimumDamage: 0 } })).toBeCloseTo(0, 12);
    expect(await lost(5, ["HALF DAMAGE"])).toBeCloseTo(3, 12);
    expect(await lost(5, ["Halve Damage"])).toBeCloseTo(3, 12);
    expect(await lost("D6", ["-1 Damage"])).toBeCloseTo((1 + 1 + 2 + 3 + 4 + 5) / 6, 12);
    expect(await lost(7, ["0 Damage"])).toBe(0);
  });
  it("halved first, then what is added, then what is taken away", async () => {
    // 4: half is 2, less one is 1; the other way round it would be 3 / 2, up: 2.
    expect(await lost(4, ["Half Damage", "-1 Damage"])).toBeCloseTo(1, 12);
    // 5 and Melta 2: 3 + 2, less one; not (5 + 2) / 2.
    const near = { gun: { abilities: ["Torrent", "Melta 2"] }, situation: { distance: 6 } };
    expect(await lost(5, ["Half Damage", "-1 Damage"], near)).toBeCloseTo(4, 12);
    expect(await lost(5, ["0 Damage"], near)).toBeCloseTo(2, 12);
    expect(await lost(4, ["Half Damage"], { attacker: { damageModifier: 1 } })).toBeCloseTo(3, 12);
    // Modifiers cumulate (C-MOD-01): the datasheet's and a stratagem's.
    expect(await lost(4, ["-1 Damage"], { defender: { damageReduction: "minusOne" } })).toBeCloseTo(2, 12);
  });
  it("belong to the models that have them: a leader's are the leader's", async () => {
    const led: Change = {
      gun: { ...SURE, damage: 4, abilities: ["Torrent", "Precision"] },
      attacker: { models: 1 },
      defender: { models: 3, wounds: 10, save: "7+", leader: "captain" },
      others: { captain: { models: 1, save: "7+", wounds: 10, keywords: ["Character"], abilities: ["Half Damage"] } },
    };
    expect(await mean(led, "damage")).toBeCloseTo((5 / 6) * 2, 12);
    expect(await mean({ ...led, options: { precision: "never" } }, "damage")).toBeCloseTo((5 / 6) * 4, 12);
    // C-MOD-01: what the unit gives its leader and what he has of his own add up, written as fields or as abilities.
    for (const own of [{ damageReduction: "minusOne" }, { abilities: ["-1 Damage"] }]) {
      const captain = { ...led.others!.captain, abilities: [], ...own };
      const both = { ...led, defender: { ...led.defender, damageReduction: "minusOne" }, others: { captain } };
      expect(await mean(both, "damage")).toBeCloseTo((5 / 6) * 2, 12);
      expect(await mean({ ...both, options: { precision: "never" } }, "damage")).toBeCloseTo((5 / 6) * 3, 12);
    }
    const field = { captain: { ...led.others!.captain, abilities: [], damageReduction: "halve" } };
    expect(await mean({ ...led, others: field }, "damage")).toBeCloseTo((5 / 6) * 2, 12);
    expect(await mean({ ...led, others: field, options: { precision: "never" } }, "damage")).toBeCloseTo(
      (5 / 6) * 4,
      12,
    );
  });
});

describe("0 Damage (first failed save)", () => {
  const p = 35 / 36; // wounds on 2+, failures again
  const guarded = (more: Change = {}): Change => ({
    ...more,
    gun: { ...SURE, attacks: 2, damage: 1, rerollWounds: "failures", ...more.gun },
    attacker: { models: 1, ...more.attacker },
    defender: { models: 2, wounds: 5, save: "7+", abilities: ["0 Damage (first failed save)"], ...more.defender },
  });
  it("costs the first attack that gets through, and no other", async () => {
    expect(await mean(guarded(), "damage")).toBeCloseTo(p ** 2, 12);
    expect(await mean(guarded(), "unsaved")).toBeCloseTo(2 * p, 12);
    const field = { abilities: [], damageReduction: "firstFailedSave" };
    expect(await mean(guarded({ defender: field }), "damage")).toBeCloseTo(p ** 2, 12);
  });
  it("once for all weapons of the volley", async () => {
    const two = guarded({
      gun: { attacks: 1 },
      weapons: { other: { ...SURE, range: 24, damage: 3, rerollWounds: "failures" } },
      attacker: { weapon: undefined, weapons: ["gun", "other"] } as never,
    });
    // Both: the first costs nothing, the other 3; alone: nothing.
    expect(await mean(two, "damage")).toBeCloseTo(p ** 2 * 3, 12);
  });
  it("not devastating wounds, which ask for no save; Melta is added after the 0", async () => {
    const mortal = guarded({
      gun: { abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] },
      defender: { keywords: ["Infantry"] },
    });
    expect(await mean(mortal, "damage")).toBeCloseTo(2 * p, 12);
    const near = guarded({ gun: { abilities: ["Torrent", "Melta 2"], damage: 3 }, situation: { distance: 6 } });
    // 2 for the first, then 3 + 2: the first model has 3 left of its 5.
    expect(await mean(near, "damage")).toBeCloseTo(2 * 2 * p * (1 - p) + (2 + 3) * p ** 2, 12);
  });
  it("a member's is for saves of that member", async () => {
    const squad = {
      models: undefined,
      abilities: [],
      members: [
        { label: "plain", models: 1, wounds: 1 },
        { label: "blessed", models: 2, wounds: 1, abilities: ["0 Damage (first failed save)"] },
      ],
    };
    // The plain one falls to the first attack, the second is the first failed save of a blessed one.
    expect(await mean(guarded({ defender: squad }), "killed")).toBeCloseTo(1 - (1 - p) ** 2, 12);
  });
});

describe("fields that count against some enemies only", () => {
  const hits = async (gun: Data, defender: Data = {}, attacker: Data = {}) =>
    mean({ gun: { attacks: 1, ...gun }, attacker: { models: 1, ...attacker }, defender }, "hits");
  it("re-rolls", async () => {
    const gun = { rerollHits: { what: "failures", against: ["Vehicle"] } };
    expect(await hits(gun, VEHICLE)).toBeCloseTo(8 / 9, 12);
    expect(await hits(gun, { keywords: ["Infantry"] })).toBeCloseTo(4 / 6, 12);
    expect(await hits(gun)).toBeCloseTo(4 / 6, 12);
    expect(await hits({ rerollHits: { what: "failures", against: "VEHICLE" } }, VEHICLE)).toBeCloseTo(8 / 9, 12);
    const any = { rerollHits: { what: "failures", against: ["monster", "vehicle"] } };
    expect(await hits(any, { keywords: ["Monster"] })).toBeCloseTo(8 / 9, 12);
    // Of a unit, and of a member's keyword.
    expect(await hits({}, VEHICLE, gun)).toBeCloseTo(8 / 9, 12);
    const mixed = { models: undefined, members: [{ models: 2 }, { models: 1, keywords: ["Vehicle"] }] };
    expect(await hits(gun, mixed)).toBeCloseTo(8 / 9, 12);
  });
  it("several in one field: the strongest that counts", async () => {
    const gun = { rerollHits: ["ones", { what: "failures", against: ["Vehicle"] }] };
    expect(await hits(gun)).toBeCloseTo(4 / 6 + 1 / 9, 12);
    expect(await hits(gun, VEHICLE)).toBeCloseTo(8 / 9, 12);
  });
  it("wound and damage rolls, criticals", async () => {
    const sure = async (gun: Data, defender: Data, metric: string) =>
      mean(
        { gun: { ...SURE, ...gun }, attacker: { models: 1 }, defender: { wounds: 20, save: "7+", ...defender } },
        metric,
      );
    const wounds = { rerollWounds: { what: "failures", against: ["Vehicle"] } };
    expect(await sure(wounds, VEHICLE, "wounds")).toBeCloseTo(35 / 36, 12);
    expect(await sure(wounds, {}, "wounds")).toBeCloseTo(5 / 6, 12);
    const damage = { damage: "D6", rerollDamage: { what: "failures", against: ["Vehicle"] } };
    expect(await sure(damage, VEHICLE, "damage")).toBeCloseTo((5 / 6) * 4.25, 12);
    expect(await sure(damage, {}, "damage")).toBeCloseTo((5 / 6) * 3.5, 12);
    const critical = { criticalHits: { from: "5+", against: ["Vehicle"] }, abilities: ["Sustained Hits 1"] };
    expect(await hits(critical, VEHICLE)).toBeCloseTo(4 / 6 + 2 / 6, 12);
    expect(await hits(critical)).toBeCloseTo(4 / 6 + 1 / 6, 12);
    const anti = { strength: 1, criticalWounds: { from: "4+", against: ["Vehicle"] } };
    expect(await sure(anti, VEHICLE, "wounds")).toBeCloseTo(3 / 6, 12);
    expect(await sure(anti, {}, "wounds")).toBeCloseTo(1 / 6, 12);
  });
  it("modifiers; of a target, against the keywords of its attacker", async () => {
    const bonus = { hitModifier: { by: 1, against: ["Vehicle"] } };
    expect(await hits(bonus, VEHICLE)).toBeCloseTo(5 / 6, 12);
    expect(await hits(bonus)).toBeCloseTo(4 / 6, 12);
    const shy = { hitModifier: { by: -1, against: ["Vehicle"] } };
    expect(await hits({}, shy, VEHICLE)).toBeCloseTo(3 / 6, 12);
    expect(await hits({}, shy)).toBeCloseTo(4 / 6, 12);
    for (const [field, by, metric, plain, changed] of [
      ["attacksModifier", 1, "hits", 2 / 3, 4 / 3],
      ["strengthModifier", 1, "wounds", 1 / 3, 4 / 9],
      ["woundModifier", 1, "wounds", 1 / 3, 4 / 9],
      ["apModifier", -1, "unsaved", 1 / 6, 2 / 9],
    ] as const) {
      const change = { gun: { attacks: 1, [field]: { by, against: ["Vehicle"] } }, attacker: { models: 1 } };
      expect(await mean(change, metric), field).toBeCloseTo(plain, 12);
      expect(await mean({ ...change, defender: VEHICLE }, metric), field).toBeCloseTo(changed, 12);
    }
  });
});

describe("a leader's own fields are for its own weapons and saves", () => {
  const led: Change = {
    weapons: { pistol: { range: 24, attacks: 1, skill: "3+", strength: 4, ap: 0, damage: 1 } },
    gun: { attacks: 1 },
    attacker: { models: 1, leader: "captain" },
    others: { captain: { models: 1, save: "3+", wounds: 4, keywords: ["Character"], weapon: "pistol" } },
  };
  const captain = (more: Data): Change => ({ ...led, others: { captain: { ...led.others!.captain, ...more } } });
  it("attacks", async () => {
    expect(await mean(led, "hits")).toBeCloseTo(4 / 3, 12);
    expect(await mean(captain({ rerollHits: "failures" }), "hits")).toBeCloseTo(4 / 6 + 8 / 9, 12);
    expect(await mean(captain({ hitModifier: 1 }), "hits")).toBeCloseTo(4 / 6 + 5 / 6, 12);
    expect(await mean({ ...led, attacker: { ...led.attacker, hitModifier: 1 } }, "hits")).toBeCloseTo(10 / 6, 12);
  });
  it("saves, and the wounds it has lost", async () => {
    const target = (more: Data) => ({
      ...captain(more),
      attacker: { models: 1 },
      gun: { ...SURE, attacks: 1, ap: 0, damage: 9, abilities: ["Torrent", "Precision"] },
      defender: { models: 2, save: "7+", leader: "captain" },
    });
    const at = async (more: Data) => {
      const distributions = await distributionsOf(target(more));
      return [distributions.unsaved!.mean, distributions.damage!.mean / distributions.unsaved!.mean];
    };
    const check = async (more: Data, [failed, lost]: [number, number]) => {
      const [unsaved, each] = await at(more);
      expect(unsaved).toBeCloseTo((5 / 6) * failed, 12);
      expect(each).toBeCloseTo(lost, 12);
    };
    await check({}, [2 / 6, 4]);
    await check({ saveModifier: -1 }, [3 / 6, 4]);
    await check({ rerollSaves: "failures" }, [1 / 9, 4]);
    await check({ woundsLost: 3 }, [2 / 6, 1]);
    await check({ keywords: [], abilities: ["Leader"] }, [2 / 6, 4]); // none but a CHARACTER is a Leader
  });
});

describe("weapons with profiles", () => {
  const standard = { range: 24, attacks: 1, skill: "3+", strength: 7, ap: -2, damage: 1 };
  const plasma = {
    profiles: { standard, supercharge: { ...standard, strength: 8, damage: 2, abilities: ["Hazardous"] } },
  };
  const change = (weapons: unknown, situation: Data = {}): Change => ({
    weapons: { plasma },
    attacker: { models: 5, weapon: undefined, weapons } as never,
    situation,
  });
  const fired = async (weapons: unknown, situation?: Data) => {
    const { targets, own } = await profileOf(change(weapons, situation));
    return [...targets[0]!.volleys.map(({ weapons, label }) => `${weapons} ${label}`), own.tests];
  };
  it("the situation or the unit chooses", async () => {
    expect(await fired(["plasma"], { profiles: { plasma: "standard" } })).toEqual(["5 plasma (standard)", 0]);
    expect(await fired(["plasma"], { profiles: { plasma: "supercharge" } })).toEqual(["5 plasma (supercharge)", 5]);
    const hot = [{ weapon: "plasma", profile: "supercharge" }];
    expect(await fired(hot)).toEqual(["5 plasma (supercharge)", 5]);
    expect(await fired(hot, { profiles: { plasma: "standard" } })).toEqual(["5 plasma (standard)", 0]);
    const both = [
      { weapon: "plasma", profile: "supercharge", count: 2 },
      { weapon: "plasma", profile: "standard", count: 3 },
    ];
    expect(await fired(both)).toEqual(["3 plasma (standard)", "2 plasma (supercharge)", 2]);
    const shares = { profiles: { plasma: { supercharge: 1, standard: 4 } } };
    expect(await fired(["plasma"], shares)).toEqual(["1 plasma (supercharge)", "4 plasma (standard)", 1]);
  });
  it("where nobody does, none takes a fiftieth more from many like models by its exact mean", async () => {
    const next = generator(7);
    const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
    let firstIsBest = 0;
    for (let i = 0; i < 24; i++) {
      const profile = () => ({
        ...{ range: 48, attacks: one([1, 2, 4, "D6"]), skill: one(["3+", "4+"]), strength: one([3, 5, 8, 12]) },
        ...{ ap: one([0, -1, -3]), damage: one([1, 2, 3, "D6"]) },
        abilities: one([[], ["Lethal Hits"], ["Devastating Wounds"], ["Sustained Hits 1"], ["Twin-linked"]]),
      });
      const tube = { profiles: { a: profile(), b: profile() } };
      const defender = {
        ...{ models: 12, toughness: one([3, 5, 9]), save: one(["2+", "4+", "6+"]), wounds: one([1, 2, 3, 5]) },
        ...one([{}, { feelNoPain: "5+" }, { invulnerable: "4+" }]),
      };
      const taken = (situation: Data) =>
        mean({ weapons: { tube }, attacker: { weapon: "tube" }, defender, situation }, "damage");
      const [a, b, used] = [
        await taken({ profiles: { tube: "a" } }),
        await taken({ profiles: { tube: "b" } }),
        await taken({}),
      ];
      if (a > b) firstIsBest++;
      expect(used, JSON.stringify([tube, defender])).toBeGreaterThan(0.98 * Math.max(a, b));
    }
    // Always the first, or always the second, would not do.
    expect(firstIsBest).toBeGreaterThan(6);
    expect(firstIsBest).toBeLessThan(18);
  });

  it("where nobody does, the one that takes most from the target, of those that reach it", async () => {
    const flak = { range: 48, attacks: 6, skill: "4+", strength: 4, ap: 0, damage: 1 };
    const bore = { range: 24, attacks: 1, skill: "4+", strength: 9, ap: -2, damage: 6 };
    const used = async (defender: Data, distance = 12) => {
      const tube = {
        weapons: { tube: { profiles: { flak, bore } } },
        attacker: { models: 5, weapon: undefined, weapons: ["tube"] },
      };
      const { targets } = await profileOf({ ...tube, defender, situation: { distance } } as never);
      return targets[0]!.volleys.map(({ label }) => label);
    };
    // On average flak takes 6 × 1/2 × 1/2 × 2/3 = 1, bore 1/2 × 5/6 × 1: models of one wound lose no more.
    const many = { models: 20, toughness: 4, save: "5+", wounds: 1 };
    expect(await used(many)).toEqual(["tube (flak)"]);
    // Here flak takes 6 × 1/2 × 1/6 × 1/3 = 1/6, bore 1/2 × 1/2 × 2/3 × 6 = 1.
    const hulk = { models: 1, toughness: 9, save: "3+", wounds: 12 };
    expect(await used(hulk)).toEqual(["tube (bore)"]);
    expect(await used(hulk, 30)).toEqual(["tube (flak)"]);
    // What a model does not have is not lost: of four wounds two hits of 3 take all, a third wound is wasted.
    expect(await used({ models: 5, toughness: 4, save: "3+", wounds: 3, feelNoPain: "6+" })).toEqual(["tube (bore)"]);
  });
  it("is as the profile by itself", async () => {
    const own = await distributionsOf({ gun: plasma.profiles.supercharge });
    const chosen = await distributionsOf(change(["plasma"], { profiles: { plasma: "supercharge" } }));
    expect(chosen).toEqual(own);
  });
  it.each<[string, unknown, Data, RegExp]>([
    ["one that is not there", ["plasma"], { profiles: { plasma: "hot" } }, /no profile "hot"/],
    ["one that is not there, in the unit", [{ weapon: "plasma", profile: "hot" }], {}, /no profile "hot"/],
    ["of a weapon that has none", ["gun"], { profiles: { gun: "hot" } }, /"gun" has no profiles/],
    ["of a weapon that nobody carries", ["gun"], { profiles: { plasma: "standard" } }, /carries no weapon "plasma"/],
    [
      "more than there are",
      ["plasma"],
      { profiles: { plasma: { standard: 6 } } },
      /uses 6 of "plasma", the unit has 5/,
    ],
  ])("%s is refused", async (_, weapons, situation, wanted) => {
    await expect(cellOf(change(weapons, situation))).rejects.toThrow(wanted);
  });
  it("only what fits is asked for: in a fight nobody asks for the profile of a gun", async () => {
    const { targets } = await profileOf({
      ...change(["gun", "plasma"]),
      kind: "fight",
    });
    expect(targets[0]!.volleys.map(({ label }) => label)).toEqual(["gun"]);
  });
});

it("a weapon that a modifier set or an experiment gives takes the place of the weapons that a unit had", async () => {
  const club = { range: 24, attacks: 1, skill: "3+", strength: 4, ap: 0, damage: 1 };
  const fired = async (unit: Data, given: Data) => {
    const study = await studyOfData({
      version: 1,
      ruleset: "wh40k-10e",
      weapons: { club, gun: club, other: club },
      units: { attacker: { models: 2, ...unit }, defender: { models: 5, toughness: 4, save: "3+", wounds: 2 } },
      modifierSets: { armed: { attacker: given } },
      experiments: {
        e: {
          kind: "shooting",
          attacker: "attacker",
          defender: "defender",
          situation: { distance: 9 },
          with: ["armed"],
        },
      },
    });
    const { outcome } = study.cells[0]!;
    if (!("profile" in outcome)) throw new Error("no profile");
    return (outcome.profile as AttackCell).targets[0]!.volleys.map(({ weapons, weapon }) => `${weapons} ${weapon}`);
  };
  expect(await fired({ weapons: ["gun", "other"] }, { weapon: "club" })).toEqual(["2 club"]);
  expect(await fired({ weapon: "gun" }, { weapons: ["club", "other"] })).toEqual(["2 club", "2 other"]);
  const members = [{ models: 1, weapons: ["gun"] }, { models: 1 }];
  expect(await fired({ models: undefined, members, weapon: "other" }, { weapon: "club" })).toEqual([
    "1 club",
    "1 club",
  ]);
});
