import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { DOUBLES, INTEGERS, isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { englishIn, type Sentence } from "../../../src/rule/message.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { hitFaces, neededToSave, neededToWound, woundFaces } from "../../../src/rulesets/wh40k-10e/rolls.ts";
import { operationsOf, solvedIn, solveTarget } from "../../../src/rulesets/wh40k-10e/solve.ts";
import {
  type Change,
  cellOf,
  type Data,
  distributionsOf,
  forbiddenBy,
  profileOf,
  programOf,
  volleyOf,
} from "./cell.ts";

const BIG = { keywords: ["Vehicle"] };
const sure = { attacks: 1, strength: 16, ap: -6, abilities: ["Torrent"] };

describe("C-SH and C-BGNT: what is not allowed is said with its rule", () => {
  it.each<[string, Change, string | undefined]>([
    ["C-SH-02 advanced", { situation: { advanced: true } }, "C-SH-02"],
    ["C-AB-ASSAULT", { gun: { abilities: ["Assault"] }, situation: { advanced: true } }, undefined],
    ["C-SH-02 fell back", { gun: { abilities: ["Assault"] }, situation: { fellBack: true } }, "C-SH-02"],
    ["C-SH-05 exactly the range", { situation: { distance: 24 } }, undefined],
    ["C-SH-05 beyond the range", { situation: { distance: 24.1 } }, "C-SH-05"],
    ["C-SH-05 a unit's own distance", { defender: { distance: 30 } }, "C-SH-05"],
    ["C-SH-05 unseen", { situation: { visible: false } }, "C-SH-05"],
    [
      "C-AB-INDIRECT-FIRE with Torrent",
      { gun: { abilities: ["Indirect Fire", "Torrent"] }, situation: { visible: false } },
      "C-AB-INDIRECT-FIRE",
    ],
    ["C-SH-10 engaged", { situation: { attackerEngaged: "target" } }, "C-SH-10"],
    ["C-SH-10 engaged elsewhere", { situation: { attackerEngaged: "other" } }, "C-SH-10"],
    ["C-SH-10 target engaged", { situation: { defenderEngaged: true } }, "C-SH-10"],
    ["C-BGNT-01", { attacker: BIG, situation: { attackerEngaged: "target", defenderEngaged: true } }, undefined],
    ["C-BGNT-01 elsewhere", { attacker: BIG, situation: { attackerEngaged: "other" } }, undefined],
    ["C-BGNT-02", { defender: BIG, situation: { defenderEngaged: true } }, undefined],
    ["C-BGNT-04", { defender: BIG, situation: { attackerEngaged: "target" } }, "C-SH-10"],
    [
      "C-AB-PISTOL engaged",
      { gun: { abilities: ["Pistol"] }, situation: { attackerEngaged: "target", defenderEngaged: true } },
      undefined,
    ],
    [
      "C-AB-PISTOL engaged elsewhere",
      { gun: { abilities: ["Pistol"] }, situation: { attackerEngaged: "other" } },
      "C-AB-PISTOL",
    ],
    [
      "C-AB-BLAST",
      { gun: { abilities: ["Blast"] }, attacker: BIG, situation: { attackerEngaged: "target" } },
      "C-AB-BLAST",
    ],
    [
      "C-AB-BLAST at an engaged vehicle",
      { gun: { abilities: ["Blast"] }, defender: BIG, situation: { defenderEngaged: true } },
      "C-AB-BLAST",
    ],
    ["C-SH-11 far", { defender: { abilities: ["Lone Operative"] } }, "C-SH-11"],
    ["C-SH-11 near", { defender: { abilities: ["Lone Operative"] }, situation: { distance: 12 } }, undefined],
    [
      "C-SH-11 in an Attached unit",
      {
        defender: {
          abilities: ["Lone Operative"],
          members: [{ models: 4 }, { keywords: ["Character"] }],
          models: undefined,
        },
      },
      undefined,
    ],
    ["C-AB-ONE-SHOT", { gun: { abilities: ["One Shot"] }, situation: { oneShotFired: true } }, "C-AB-ONE-SHOT"],
    ["C-AB-ONE-SHOT unused", { gun: { abilities: ["One Shot"] } }, undefined],
    ["C-AB-GO-TO-GROUND", { defender: BIG, situation: { goToGround: true } }, "C-AB-GO-TO-GROUND"],
  ])("%s", async (_, change, rule) => {
    expect(await forbiddenBy(change)).toBe(rule);
  });

  it("C-SH-03: with one weapon in range the unit shoots that one, and the note names the other", async () => {
    const pistol = { range: 6, attacks: 1, skill: "3+", strength: 4, ap: 0, damage: 1 };
    const cell = await cellOf({
      weapons: { pistol },
      attacker: { weapon: undefined, weapons: ["pistol", "gun"] } as never,
    });
    if (!("profile" in cell.outcome)) throw new Error("no profile");
    expect(englishIn(cell.outcome.note as Sentence)).toBe(
      'pistol not used: 13″ is beyond the 6″ of "pistol" (C-SH-05)',
    );
    const profile = cell.outcome.profile as { targets: { volleys: { weapon: string }[] }[] };
    expect(profile.targets[0]!.volleys.map(({ weapon }) => weapon)).toEqual(["gun"]);
  });
});

describe("C-SH-04, C-SH-06, C-SH-08: weapons split over targets", () => {
  const cannon = { range: 48, attacks: 3, skill: "4+", strength: 10, ap: -1, damage: 3 };
  const split: Change = {
    weapons: { cannon },
    attacker: { weapon: undefined, weapons: ["gun", { weapon: "cannon", count: 2 }] } as never,
    others: { other: { models: 3, toughness: 8, save: "2+", wounds: 4 } },
    situation: { targets: { gun: "defender", cannon: { other: 1, defender: 1 } } },
  };
  it("one cell, metrics by target, each as if shot at alone", async () => {
    const distributions = await distributionsOf(split);
    const alone = await distributionsOf({
      gun: cannon,
      attacker: { models: 1 },
      defender: { models: 3, toughness: 8, save: "2+", wounds: 4 },
    });
    expect(distributions["killed of other"]).toEqual(alone.killed);
    expect(distributions["hits of defender"]!.mean).toBeCloseTo(10 * (2 / 3) + 3 / 2, 12);
    expect((await cellOf(split)).id).toBe("e~attacker~defender+other~base");
    expect(Object.keys(distributions)).toHaveLength(13);
  });
  it("C-SH-08: profiles one after another, in the order of QC-09", async () => {
    const order = async (weaponOrder: string) =>
      (await profileOf({ ...split, options: { weaponOrder } })).targets[0]!.volleys.map(({ weapon }) => weapon);
    expect(await order("listed")).toEqual(["gun", "cannon"]);
    expect(await order("highestDamageFirst")).toEqual(["cannon", "gun"]);
    expect(await order("lowestDamageFirst")).toEqual(["gun", "cannon"]);
  });
  it("QC-09: the order changes the result where damage is wasted", async () => {
    const damage = async (weaponOrder: string) =>
      (
        await distributionsOf({
          gun: { ...sure, damage: 1 },
          weapons: { cannon: { ...cannon, ...sure, damage: 2 } },
          attacker: { models: 1, weapon: undefined, weapons: ["gun", "cannon"] } as never,
          defender: { wounds: 2, save: "7+", models: 2 },
          options: { weaponOrder },
        })
      ).damage!.mean;
    // Two points and then one: three in all. One and then two: a point is wasted on a model that has one left.
    expect(await damage("highestDamageFirst")).toBeCloseTo((5 / 6) * 3, 12);
    expect(await damage("listed")).toBeCloseTo((5 / 6) * 3 - 25 / 36, 12);
  });
});

describe("C-HIT, C-WND, C-MOD: the faces that succeed", () => {
  it("C-HIT-02: 1 always fails, 6 always hits", () => {
    expect(hitFaces(2, 1, 6, 1)).toEqual({ success: 2, critical: 6 });
    expect(hitFaces(6, -1, 6, 1)).toEqual({ success: 6, critical: 6 });
    expect(hitFaces(6, 1, 6, 1)).toEqual({ success: 5, critical: 6 });
  });
  it("C-HIT-04, QC-14: a critical on 5+ has to be a hit anyway", () => {
    expect(hitFaces(3, 0, 5, 1)).toEqual({ success: 3, critical: 5 });
    expect(hitFaces(6, 0, 5, 1)).toEqual({ success: 6, critical: 6 });
  });
  it("C-WND-01 at its edges", () => {
    const rows: [number, number, number][] = [
      [8, 4, 2],
      [7, 4, 3],
      [5, 4, 3],
      [4, 4, 4],
      [3, 4, 5],
      [3, 5, 5],
      [2, 4, 6],
      [2, 5, 6],
    ];
    for (const [strength, toughness, needed] of rows) expect(neededToWound(strength, toughness)).toBe(needed);
  });
  it("C-WND-02, C-AB-ANTI: a critical wound is a wound", () => {
    expect(woundFaces(6, 0, 3)).toEqual({ success: 3, critical: 3 });
    expect(woundFaces(2, -1, 6)).toEqual({ success: 3, critical: 6 });
    expect(woundFaces(2, 1, 6)).toEqual({ success: 2, critical: 6 });
  });
  it("C-HIT-03, C-MOD-01: modifiers are summed, then limited to one", async () => {
    const success = async (mine: number, theirs: number) =>
      (await volleyOf({ attacker: { hitModifier: mine }, defender: { hitModifier: theirs } })).hit!.success;
    expect(await success(2, 0)).toBe(2);
    expect(await success(-3, 0)).toBe(4);
    expect(await success(2, -1)).toBe(2);
    expect(await success(1, -3)).toBe(4);
    expect(await success(1, -1)).toBe(3);
  });
  it("C-WND-02: and so are those of the wound roll", async () => {
    const success = async (mine: number, theirs: number) =>
      (await volleyOf({ attacker: { woundModifier: mine }, defender: { woundModifier: theirs } })).wound.success;
    expect(await success(2, 0)).toBe(3);
    expect(await success(0, -2)).toBe(5);
  });
  it("rules: the book's numbers can be retuned", async () => {
    const { hit } = await volleyOf({ attacker: { hitModifier: 2 }, gun: { skill: "5+" }, rules: { modifierCap: 2 } });
    expect(hit!.success).toBe(3);
  });
  it("C-BGNT-03: -1 for a big shooter that is engaged, and at an engaged big target; -1 in all", async () => {
    const success = async (change: Change) => (await volleyOf(change)).hit!.success;
    expect(await success({ attacker: BIG })).toBe(3);
    expect(await success({ attacker: BIG, situation: { attackerEngaged: "other" } })).toBe(4);
    expect(await success({ defender: BIG, situation: { defenderEngaged: true } })).toBe(4);
    expect(
      await success({
        attacker: BIG,
        defender: { ...BIG, abilities: ["Stealth"] },
        situation: { attackerEngaged: "target" },
      }),
    ).toBe(4);
  });
});

describe("C-RR-01, QC-06: re-rolls", () => {
  // One attack hits with 4/6; what policies make of it.
  const hits = async (change: Change) =>
    (
      await distributionsOf({
        ...change,
        gun: { attacks: 1, ...change.gun },
        attacker: { models: 1, ...change.attacker },
      })
    ).hits!.mean;
  it.each<[string, Data, number]>([
    ["none", {}, 4 / 6],
    ["ones", { rerollHits: "ones" }, 4 / 6 + (1 / 6) * (4 / 6)],
    ["failures", { rerollHits: "failures" }, 8 / 9],
    ["nonCritical", { rerollHits: "nonCritical" }, 1 / 6 + (5 / 6) * (4 / 6)],
  ])("%s", async (_, gun, chance) => {
    expect(await hits({ gun })).toBeCloseTo(chance, 12);
    expect(await hits({ attacker: gun })).toBeCloseTo(chance, 12);
  });
  it("one die or all of them", async () => {
    const two = { gun: { attacks: 2, rerollHits: "failures", rerollDice: "one" } };
    // The first failure of two attacks is rolled again: 2 x 2/3, and 2/3 more where there was one.
    expect(await hits(two)).toBeCloseTo(4 / 3 + (5 / 9) * (2 / 3), 12);
    expect(await hits({ gun: { ...two.gun, rerollDice: "all" } })).toBeCloseTo(16 / 9, 12);
  });
  it("the wound roll, the damage roll and the save", async () => {
    const gun = { ...sure, attacks: 1, damage: "D6" };
    const distribution = async (more: Data, defender: Data = {}, metric = "damage") =>
      (
        await distributionsOf({
          gun: { ...gun, ...more },
          attacker: { models: 1 },
          defender: { models: 1, wounds: 12, save: "7+", ...defender },
        })
      )[metric]!.mean;
    expect(await distribution({})).toBeCloseTo((5 / 6) * 3.5, 12);
    expect(await distribution({ rerollDamage: "ones" })).toBeCloseTo((5 / 6) * (20 / 6 + 3.5 / 6), 12);
    expect(await distribution({ rerollDamage: "failures" })).toBeCloseTo((5 / 6) * 4.25, 12);
    expect(await distribution({ rerollDamage: "nonCritical" })).toBeCloseTo((5 / 6) * (1 + (5 / 6) * 3.5), 12);
    expect(await distribution({ rerollWounds: "failures" }, {}, "wounds")).toBeCloseTo(35 / 36, 12);
    expect(await distribution({ ap: 0 }, { save: "4+", rerollSaves: "failures" }, "unsaved")).toBeCloseTo(
      5 / 6 / 4,
      12,
    );
    expect(await distribution({ ap: 0 }, { save: "4+", rerollSaves: "ones" }, "unsaved")).toBeCloseTo(
      (5 / 6) * (5 / 12),
      12,
    );
  });
});

describe("C-AB-COMMAND-REROLL and the other stratagems", () => {
  const mean = async (metric: string, commandReroll: unknown, change: Change = {}) =>
    (await distributionsOf({ ...change, situation: { ...change.situation, commandReroll } }))[metric]!.mean;
  it("hit, wound and save: the first failure", async () => {
    const change = { gun: { attacks: 1, ap: 0 }, attacker: { models: 1 } };
    expect(await mean("hits", "hit", change)).toBeCloseTo(8 / 9, 12);
    expect(await mean("wounds", "wound", change)).toBeCloseTo((4 / 6) * (3 / 4), 12);
    expect(await mean("unsaved", "save", change)).toBeCloseTo((4 / 6) * (3 / 6) * (1 / 9), 12);
  });
  it("attacks and damage: the first below the average", async () => {
    const change = { gun: { ...sure, attacks: "D6", damage: 1 }, attacker: { models: 1 } };
    expect(await mean("hits", "attacks", change)).toBeCloseTo(4.25, 12);
    const two = { ...change, attacker: { models: 2 } };
    // 4.25 from the first that has it, 3.5 from the other; the second rolls again where the first was good.
    expect(await mean("hits", "attacks", two)).toBeCloseTo(4.25 + 3.5 / 2 + 4.25 / 2, 12);
    const damage = {
      gun: { ...sure, attacks: 1, damage: "D6" },
      attacker: { models: 1 },
      defender: { models: 1, wounds: 12, save: "7+" },
    };
    expect(await mean("damage", "damage", damage)).toBeCloseTo((5 / 6) * 4.25, 12);
  });
  it("hazardous: the first failed test", async () => {
    const change = { gun: { abilities: ["Hazardous"] }, attacker: { models: 1 } };
    expect(await mean("selfKilled", "hazardous", change)).toBeCloseTo(1 / 36, 12);
  });
  it("a named weapon", async () => {
    const change: Change = {
      weapons: { cannon: { range: 24, attacks: 1, skill: "4+", strength: 8, ap: 0, damage: 1 } },
      attacker: { models: 1, weapon: undefined, weapons: ["gun", "cannon"] } as never,
    };
    expect(await mean("hits", { roll: "hit", weapon: "cannon" }, change)).toBeCloseTo(4 / 3 + 3 / 4, 12);
  });
  it("C-AB-OVERWATCH: only unmodified 6s hit, and only they are critical (C-HIT-04)", async () => {
    const { hit } = await volleyOf({
      gun: { skill: "2+", criticalHits: "5+", abilities: ["Heavy", "Sustained Hits 1"] },
      situation: { overwatch: true, stationary: true },
    });
    expect(hit).toMatchObject({ success: 6, critical: 6 });
  });
  it("C-AB-GO-TO-GROUND: a 6+ invulnerable save and cover; a better one stays", async () => {
    const save = async (ap: number, invulnerable?: number) =>
      (
        await volleyOf({
          gun: { ap },
          defender: { keywords: ["Infantry"], ...(invulnerable === undefined ? {} : { invulnerable }) },
          situation: { goToGround: true },
        })
      ).against[0]!.save.success;
    expect(await save(-1)).toBe(3);
    expect(await save(-5)).toBe(6);
    expect(await save(-5, 4)).toBe(4);
  });
  it("C-AB-SMOKESCREEN: Stealth and cover", async () => {
    const { hit, against } = await volleyOf({ situation: { smokescreen: true } });
    expect([hit!.success, against[0]!.save.success]).toEqual([4, 3]);
  });
});

describe("C-SAV: saves", () => {
  const facts = { save: 3, invulnerable: 7, ap: 0, cover: 0, bonus: 0, malus: 0 };
  it("C-SAV-02: a 1 fails, a 6 is no automatic success; QC-17 a save of 7+ needs cover", async () => {
    expect(neededToSave({ ...facts, save: 2, cover: 1 }, 1, "net")).toBe(2);
    expect(neededToSave({ ...facts, save: 6, ap: -1 }, 1, "net")).toBe(7);
    const save = async (cover: boolean) =>
      (await volleyOf({ gun: { ap: 0 }, defender: { save: "7+" }, situation: { cover } })).against[0]!.save.success;
    expect([await save(false), await save(true)]).toEqual([7, 6]);
  });
  it("C-SAV-06: no cover for 3+ or better against AP 0", async () => {
    const save = async (own: string, ap: number) =>
      (await volleyOf({ gun: { ap }, defender: { save: own }, situation: { cover: true } })).against[0]!.save.success;
    expect(await save("3+", 0)).toBe(3);
    expect(await save("4+", 0)).toBe(3);
    expect(await save("3+", -1)).toBe(3);
    expect(await save("2+", -2)).toBe(3);
  });
  it("C-SAV-04, QC-04: the cap on the net modifier, or on the bonuses", () => {
    const both = { ...facts, save: 5, cover: 1, bonus: 1, ap: -1 };
    expect(neededToSave(both, 1, "net")).toBe(4);
    expect(neededToSave(both, 1, "bonus")).toBe(5);
    expect(neededToSave({ ...both, ap: 0 }, 1, "net")).toBe(4);
    expect(neededToSave({ ...both, ap: 0 }, 1, "bonus")).toBe(4);
  });
  it("C-SAV-05: no cover in a fight", async () => {
    expect((await volleyOf({ kind: "fight" })).against[0]!.save.success).toBe(4);
  });
});

describe("C-ALL, C-DMG: allocation and damage", () => {
  const one = (damage: number | string, defender: Data, more: Change = {}): Change => ({
    ...more,
    gun: { ...sure, damage, ...more.gun },
    attacker: { models: 1, ...more.attacker },
    defender: { save: "7+", ...defender },
  });
  it("C-DMG-01: what a model does not have is lost, what it has lost stays lost", async () => {
    const { killed, damage } = await distributionsOf(
      one(2, { wounds: 3, models: 2 }, { gun: { attacks: 3, rerollWounds: "failures" } }),
    );
    // Wounds with 35/36 each; two kill one and waste a point.
    const p = 35 / 36;
    expect(killed!.mean).toBeCloseTo(3 * p ** 2 * (1 - p) + p ** 3, 12);
    expect(damage!.mean).toBeCloseTo(2 * 3 * p * (1 - p) ** 2 + 3 * 3 * p ** 2 * (1 - p) + 5 * p ** 3, 12);
  });
  it("woundsLost: the first model was wounded before", async () => {
    const { killed, damage } = await distributionsOf(one(2, { wounds: 3, models: 2, woundsLost: 2 }));
    expect(killed!.fractions).toEqual({ 0: "1/6", 1: "5/6" });
    expect(damage!.fractions).toEqual({ 0: "1/6", 1: "5/6" });
  });
  const squad = {
    models: undefined,
    members: [
      { models: 1, wounds: 3, label: "big" },
      { models: 2, wounds: 1, label: "small" },
      { models: 1, wounds: 5, label: "hero", keywords: ["Character"] },
    ],
  };
  it("C-ALL-02, QC-10: characters last, the others as the option says", async () => {
    const lines = async (allocation: string) =>
      (await profileOf(one(1, squad, { options: { allocation } }))).targets[0]!.lines.map(({ label }) => label);
    expect(await lines("listed")).toEqual(["big", "small", "hero"]);
    expect(await lines("weakestFirst")).toEqual(["small", "big", "hero"]);
    expect(await lines("strongestFirst")).toEqual(["big", "small", "hero"]);
    const { killed } = await distributionsOf(one(1, squad, { options: { allocation: "weakestFirst" } }));
    expect(killed!.fractions).toEqual({ 0: "1/6", 1: "5/6" });
  });
  it("C-AB-PRECISION: picks out the character, excess is not passed on, other attacks still take the bodyguard", async () => {
    const precise = { gun: { abilities: ["Torrent", "Precision"] } };
    const { killed, damage } = await distributionsOf(one(6, squad, precise));
    expect(killed!.fractions).toEqual({ 0: "1/6", 1: "5/6" });
    expect(damage!.fractions).toEqual({ 0: "1/6", 5: "5/6" });
    // Two attacks: the hero, then the big one.
    const twice = await distributionsOf(
      one(6, squad, { gun: { ...precise.gun, attacks: 2, rerollWounds: "failures" } }),
    );
    const p = 35 / 36;
    expect(twice.damage!.mean).toBeCloseTo(5 * 2 * p * (1 - p) + 8 * p ** 2, 12);
    // Not against a unit that is not Attached.
    const { damage: plain } = await distributionsOf(one(6, { wounds: 3, models: 3, keywords: ["Character"] }, precise));
    expect(plain!.fractions).toEqual({ 0: "1/6", 3: "5/6" });
  });
  it("C-WND-03: an Attached unit is wounded against the bodyguard's Toughness, a leader joins last", async () => {
    const change = one(
      1,
      { models: 3, wounds: 2, toughness: 4, leader: "captain" },
      {
        gun: { strength: 4 },
        others: { captain: { models: 1, toughness: 6, save: "2+", wounds: 5, keywords: ["CHARACTER"], points: 80 } },
      },
    );
    const { targets } = await profileOf(change);
    expect(targets[0]!.volleys[0]!.wound.success).toBe(4);
    expect(targets[0]!.lines.map(({ label, models, wounds }) => [label, models, wounds])).toEqual([
      ["defender", 3, 2],
      ["captain", 1, 5],
    ]);
    // Each saves with its own armour.
    const [bodyguard, captain] = (await volleyOf({ ...change, gun: { ...change.gun, ap: -1 } })).against;
    expect([bodyguard!.save.success, captain!.save.success]).toEqual([7, 3]);
  });
  it("C-DMG-03, C-DMG-04, QC-01: devastating wounds stay on one model now, carried over at launch", async () => {
    const mortal = { gun: { damage: 3, abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] } };
    const target = { models: 3, wounds: 2, keywords: ["Infantry"] };
    const killed = async (devastating: string) =>
      (
        await distributionsOf(
          one(3, target, {
            ...mortal,
            gun: { ...mortal.gun, attacks: 2, rerollWounds: "failures" },
            options: { devastating },
          }),
        )
      ).killed!;
    const p = 35 / 36;
    expect((await killed("current")).mean).toBeCloseTo(2 * p * (1 - p) + 2 * p ** 2, 12);
    expect((await killed("launch")).mean).toBeCloseTo(2 * p * (1 - p) + 3 * p ** 2, 12);
  });
  it("QC-15: devastating wounds after all attacks of the unit, or after those of their profile", async () => {
    const killed = async (devastatingWhen: string) =>
      (
        await distributionsOf({
          gun: {
            ...sure,
            damage: 1,
            abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"],
            rerollWounds: "failures",
          },
          weapons: { cannon: { ...sure, range: 24, damage: 2, rerollWounds: "failures", attacks: 2 } },
          attacker: { models: 1, weapon: undefined, weapons: ["gun", "cannon"] } as never,
          defender: { wounds: 3, save: "7+", models: 2, keywords: ["Infantry"] },
          options: { devastatingWhen },
        })
      ).damage!.mean;
    // One point and then 2 + 2: at the end 2, 1 (one wasted), then 1 on the next model; at once 1 + 2, then 2.
    expect(await killed("endOfProfile")).toBeGreaterThan(await killed("endOfUnit"));
  });
  it("C-MOD-02, C-DMG-05, QC-07: damage reduction and its least", async () => {
    const lost = async (damage: number | string, damageReduction: unknown, minimumDamage = 1) =>
      (await distributionsOf(one(damage, { models: 1, wounds: 20, damageReduction }, { options: { minimumDamage } })))
        .damage!.mean /
      (5 / 6);
    expect(await lost(3, "halve")).toBeCloseTo(2, 12);
    expect(await lost(3, "minusOne")).toBeCloseTo(2, 12);
    expect(await lost(1, "minusOne")).toBeCloseTo(1, 12);
    expect(await lost(1, "minusOne", 0)).toBeCloseTo(0, 12);
    expect(await lost(3, ["minusOne", "halve"])).toBeCloseTo(1, 12);
    expect(await lost(3, "zero")).toBeCloseTo(0, 12);
    expect(await lost("D6", "halve")).toBeCloseTo(2, 12);
    // Mortal wounds of Devastating Wounds are what is left after that.
    const devastating = { gun: { damage: 4, abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] } };
    const distribution = await distributionsOf(
      one(4, { models: 1, wounds: 20, damageReduction: "halve", keywords: ["Infantry"] }, devastating),
    );
    expect(distribution.damage!.fractions).toEqual({ 0: "1/6", 2: "5/6" });
  });
  it("the attacker's own changes: Attacks, Strength, AP, Damage", async () => {
    const volley = await volleyOf({
      gun: { damage: 2 },
      attacker: { attacksModifier: 1, strengthModifier: 1, apModifier: -1, damageModifier: 1 },
    });
    expect(volley.attacks.plus).toBe(3);
    expect(volley.wound.success).toBe(3);
    expect(volley.against[0]!.save.success).toBe(5);
    expect(volley.against[0]!.damage.plus).toBe(1);
  });
  it("E-30: unsaved attacks go on where nobody is left, damage does not", async () => {
    const { unsaved, damage } = await distributionsOf(one(1, { models: 1, wounds: 1 }, { gun: { attacks: 6 } }));
    expect(unsaved!.mean).toBeCloseTo(5, 12);
    expect(Object.keys(damage!.fractions)).toEqual(["0", "1"]);
  });
});

describe("QC-05: Lethal Hits as a choice", () => {
  const gun = (more: Data, save: string): Change => ({
    gun: { attacks: 6, ap: 0, abilities: ["Lethal Hits", "Devastating Wounds"], ...more },
    attacker: { models: 1 },
    defender: { save, models: 20, keywords: ["Infantry"] },
    options: { lethalOptional: true },
  });
  it("is taken where rolling gets more past the save", async () => {
    const anti = ["Lethal Hits", "Devastating Wounds", "Anti-Infantry 2+"];
    expect((await volleyOf(gun({ abilities: anti }, "2+"))).lethal).toBe(false);
    expect((await volleyOf({ ...gun({ abilities: anti }, "2+"), options: {} })).lethal).toBe(true);
    expect((await volleyOf(gun({}, "7+"))).lethal).toBe(true);
    expect((await volleyOf(gun({ abilities: ["Lethal Hits"] }, "2+"))).lethal).toBe(true);
  });
});

describe("exactness", () => {
  it.each<[string, Change]>([
    ["rolled damage and Feel No Pain", { gun: { damage: "D6+1" }, defender: { feelNoPain: 5, wounds: 7 } }],
    [
      "devastating wounds carried over",
      {
        gun: { attacks: "D6", damage: "D3", abilities: ["Devastating Wounds", "Sustained Hits D3"] },
        options: { devastating: "launch" },
      },
    ],
    [
      "one die again, unlike saves",
      {
        situation: { commandReroll: "save" },
        defender: { models: undefined, members: [{ models: 2 }, { models: 2, save: "5+" }] },
      },
    ],
  ])("doubles agree with fractions to 1e-12: %s", async (_, change) => {
    const [target] = (await profileOf(change)).targets;
    const fractions = solvedIn(INTEGERS, target!);
    const doubles = solvedIn(DOUBLES, target!);
    for (const name of ["hits", "wounds", "unsaved", "state"] as const) {
      const exact = probabilitiesOf(fractions[name]);
      probabilitiesOf(doubles[name]).forEach((chance, i) => {
        expect(Math.abs(chance - exact[i]!)).toBeLessThan(1e-12);
      });
    }
  });
  it("a long chain is solved in doubles, and is a law", async () => {
    const [target] = (
      await profileOf({
        gun: { attacks: "2D6", damage: "D6", abilities: ["Devastating Wounds", "Sustained Hits D3"] },
        attacker: { models: 10 },
        defender: { models: 20, wounds: 3, feelNoPain: 5 },
      })
    ).targets;
    expect(operationsOf(target!)).toBeGreaterThan(20_000_000);
    const small = { ...target!, volleys: target!.volleys.map((volley) => ({ ...volley, weapons: 3 })) };
    const { state } = solveTarget(small);
    expect(isFraction(state)).toBe(false);
    expect(probabilitiesOf(state).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });
});

describe("many dice", () => {
  const sure = (gun: Data, more: Change = {}): Change => ({
    ...more,
    gun: { ...SURE_GUN, ...gun },
    attacker: { models: 1, ...more.attacker },
    defender: { models: 1, wounds: 100, save: "7+", ...more.defender },
  });
  const SURE_GUN = { attacks: 1, strength: 16, ap: -6, abilities: ["Torrent"] };
  it("99D6 attacks are summed, not listed", async () => {
    const { hits } = await meansOf(sure({ attacks: "99D6", damage: 1 }));
    expect(hits).toBeCloseTo(99 * 3.5, 9);
    // Of 1D6 4.25; of 20D6 70 and the mean excess of the others over it, 0.4 of the standard deviation of 7.6.
    const { hits: again } = await meansOf(
      sure({ attacks: "D6", damage: 1 }, { situation: { commandReroll: "attacks" } }),
    );
    expect(again).toBeCloseTo(4.25, 12);
    const { hits: many } = await meansOf(
      sure({ attacks: "20D6", damage: 1 }, { situation: { commandReroll: "attacks" } }),
    );
    expect(many).toBeGreaterThan(70 + 2.9);
    expect(many).toBeLessThan(70 + 3.1);
  });
  it("20D6 of damage", async () => {
    const { damage } = await meansOf(sure({ damage: "20D6" }));
    expect(damage).toBeCloseTo((5 / 6) * 70, 2); // next to nothing is lost above a hundred
  });
  it("a hundred models of a hundred wounds are played", async () => {
    const program = await programOf(
      sure({ attacks: 2, damage: "20D6" }, { defender: { models: 100, feelNoPain: 5 }, attacker: { models: 10 } }),
    );
    const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
    program.kernel().play(blockStream(cellKey(1n, "many"), 0), 10, tally);
    expect(tally.reduce((a, b) => a + b, 0)).toBe(10 * program.metrics.length);
  });
  it("more hits than can be counted are refused, with the number that works", async () => {
    const many = sure(
      { attacks: 200 },
      { attacker: { weapon: undefined, weapons: [{ weapon: "gun", count: 501 }] } as never },
    );
    await expect(cellOf(many)).rejects.toThrow(
      '"attacker" may score 100200 hits at "defender", more than the 100000 that are counted: up to 500 of "gun" can be',
    );
  });
});

/** Means by metric, in fractions or doubles. */
async function meansOf(change: Change): Promise<Record<string, number>> {
  const program = await programOf(change);
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  return Object.fromEntries(
    program.metrics.map(({ name, values }, m) => {
      const chances = probabilitiesOf(answers[m]!);
      return [name, values.reduce<number>((sum, value, i) => sum + Number(value) * (chances[i] ?? 0), 0)];
    }),
  );
}
