import { describe, expect, it } from "vitest";
import { englishIn } from "../../../src/rule/message.ts";
import {
  ABILITIES,
  ABILITY_PATTERN,
  ABILITY_SPELLINGS,
  parseAbility,
} from "../../../src/rulesets/wh40k-10e/abilities.ts";
import { amountText, parseAmount } from "../../../src/rulesets/wh40k-10e/amount.ts";
import { type Change, type Data, distributionsOf, profileOf, volleyOf } from "./cell.ts";

/** One model with six sure attacks (Torrent, wounds on 2+, no save) unless a test says otherwise. */
const sure = (change: Change = {}): Change => ({
  ...change,
  gun: { attacks: 6, abilities: ["Torrent"], strength: 8, ap: -3, ...change.gun },
  attacker: { models: 1, ...change.attacker },
  defender: { save: "6+", wounds: 1, models: 20, ...change.defender },
});
const mean = async (change: Change, metric = "killed") => (await distributionsOf(change))[metric]!.mean;
const volley = volleyOf;

describe("words", () => {
  it("every ability is read in any case, and its pattern agrees with its parser", () => {
    for (const text of ABILITY_SPELLINGS)
      for (const spelling of [text, text.toUpperCase(), text.toLowerCase()]) {
        expect(parseAbility(spelling), spelling).toBeDefined();
        expect(ABILITY_PATTERN.test(spelling), spelling).toBe(true);
      }
    expect(new Set(ABILITY_SPELLINGS.map((text) => parseAbility(text)!.name)).size).toBe(ABILITIES.length);
  });
  it.each([
    ["Sustained Hits D3", { name: "Sustained Hits", amount: { d6: 0, d3: 1, plus: 0 } }],
    ["anti-vehicle 4+", { name: "Anti-", keyword: "vehicle", from: 4 }],
    ["Rapid Fire D6+3", { name: "Rapid Fire", amount: { d6: 1, d3: 0, plus: 3 } }],
    ["Twin linked", { name: "Twin-linked" }],
    ["Feel No Pain 4+ (Psychic Attacks)", { name: "Feel No Pain", from: 4, against: "psychic attacks" }],
    ["Damaged: 1-5 Wounds Remaining", { name: "Damaged", amount: { d6: 0, d3: 0, plus: 5 } }],
  ])("%s", (text, wanted) => {
    expect(parseAbility(text)).toMatchObject(wanted);
  });
  it.each(["Lethal Hit", "Sustained Hits", "Sustained Hits D4", "Anti-Vehicle 7+", "Rapid Fire 0", "", "x".repeat(90)])(
    "%j is none",
    (text) => {
      expect(parseAbility(text)).toBeUndefined();
      expect(ABILITY_PATTERN.test(text)).toBe(false);
    },
  );
  it.each(["3", "D6", "D3", "2D6", "D6+3", "2D3+1"])("amount %s", (text) => {
    expect(amountText(parseAmount(text)!)).toBe(text);
  });
  it.each([
    "D0",
    "0D6",
    "d-6",
    "999999d999999",
    "1d6!",
    "D6+",
    "+3",
    "-1",
    "D4",
    "D",
    "1.5",
    "D6*2",
    `D6${"+1".repeat(2e5)}`,
  ])("amount %.20s is none", (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });
});

describe("weapon abilities", () => {
  it("C-AB-HEAVY: +1 to hit when stationary", async () => {
    const heavy = { gun: { abilities: ["Heavy"] } };
    expect((await volley(heavy)).hit!.success).toBe(3);
    expect((await volley({ ...heavy, situation: { stationary: true } })).hit!.success).toBe(2);
    expect((await volley({ situation: { stationary: true } })).hit!.success).toBe(3);
  });
  it("C-AB-HEAVY and C-SH-12: Heavy and Stealth cancel", async () => {
    const change = { gun: { abilities: ["Heavy"] }, defender: { abilities: ["Stealth"] } };
    expect((await volley(change)).hit!.success).toBe(4);
    expect((await volley({ ...change, situation: { stationary: true } })).hit!.success).toBe(3);
  });
  it("C-AB-RAPID-FIRE: X more within half range, X may be dice", async () => {
    const rapid = (abilities: string[], distance: number) => volley({ gun: { abilities }, situation: { distance } });
    expect((await rapid(["Rapid Fire 2"], 12)).attacks).toEqual({ d6: 0, d3: 0, plus: 4, least: 1 });
    expect((await rapid(["Rapid Fire 2"], 12.1)).attacks).toEqual({ d6: 0, d3: 0, plus: 2, least: 1 });
    expect((await rapid(["Rapid Fire D3"], 4)).attacks).toEqual({ d6: 0, d3: 1, plus: 2, least: 1 });
    // Several instances do not add up: the best one.
    expect((await rapid(["Rapid Fire 1", "Rapid Fire D6"], 4)).attacks).toEqual({ d6: 1, d3: 0, plus: 2, least: 1 });
  });
  it("C-AB-TORRENT: no hit roll, so no critical hit whatever else the weapon has", async () => {
    expect((await volley(sure())).hit).toBeUndefined();
    expect(await mean(sure(), "hits")).toBe(6);
    const more = sure({ gun: { abilities: ["Torrent", "Lethal Hits", "Sustained Hits 2"], criticalHits: "5+" } });
    expect(await mean(more, "hits")).toBe(6);
    expect(await mean(more, "wounds")).toBe(5);
    // Fire Overwatch and Stealth do not touch it either.
    expect(await mean(sure({ situation: { overwatch: true } }), "hits")).toBe(6);
  });
  it("C-AB-LETHAL-HITS and C-AB-SUSTAINED-HITS", async () => {
    const gun = (...abilities: string[]): Change => ({ gun: { attacks: 6, abilities }, attacker: { models: 1 } });
    expect(await mean(gun("Lethal Hits"), "wounds")).toBeCloseTo(1 + 3 / 2, 12);
    expect(await mean(gun("Sustained Hits 2"), "hits")).toBeCloseTo(4 + 2, 12);
    expect(await mean(gun("Sustained Hits D3"), "hits")).toBeCloseTo(4 + 2, 12);
    // The added hits are ordinary: Lethal Hits is for the original only.
    expect(await mean(gun("Lethal Hits", "Sustained Hits 1"), "wounds")).toBeCloseTo(1 + (3 + 1) / 2, 12);
  });
  it("C-AB-DEVASTATING-WOUNDS: no save of any kind; a Lethal Hit is no critical wound", async () => {
    const saved = { save: "2+", invulnerable: "2+" };
    const gun = (...abilities: string[]): Change => ({
      gun: { attacks: 6, ap: 0, abilities },
      attacker: { models: 1 },
      defender: { ...saved, models: 20 },
    });
    const unsaved = async (...abilities: string[]) => mean(gun(...abilities), "unsaved");
    expect(await unsaved("Devastating Wounds")).toBeCloseTo(4 * (1 / 6 + (2 / 6) * (1 / 6)), 12);
    expect(await unsaved("Devastating Wounds", "Lethal Hits")).toBeCloseTo(
      3 * (1 / 6 + (2 / 6) * (1 / 6)) + 1 * (1 / 6),
      12,
    );
  });
  it("C-AB-ANTI: a wound roll of X+ is critical against the keyword, so with Devastating Wounds it has no save", async () => {
    const anti = (keyword: string, ...more: string[]): Change => ({
      gun: { attacks: 6, strength: 2, ap: 0, abilities: [`Anti-${keyword} 3+`, ...more] },
      attacker: { models: 1 },
      defender: { keywords: ["VEHICLE"], save: "2+", models: 20 },
    });
    expect(await mean(anti("Vehicle"), "wounds")).toBeCloseTo(4 * (4 / 6), 12);
    expect(await mean(anti("Monster"), "wounds")).toBeCloseTo(4 / 6, 12);
    expect(await mean(anti("Vehicle", "Devastating Wounds"), "unsaved")).toBeCloseTo(4 * (4 / 6), 12);
  });
  it("C-AB-TWIN-LINKED: failed wound rolls again; everything but criticals where the policy says so", async () => {
    const gun = (abilities: string[], more = {}): Change => ({
      gun: { attacks: 6, strength: 4, abilities, ...more },
      attacker: { models: 1 },
    });
    expect(await mean(gun(["Twin-linked"]), "wounds")).toBeCloseTo(4 * (3 / 4), 12);
    const fishing = gun(["Twin-linked", "Devastating Wounds"], { rerollWounds: "nonCritical" });
    // Critical 1/6, or not (5/6) and then critical: 11/36 in all; ordinary wounds 5/6 x 2/6.
    const { unsaved, wounds } = await distributionsOf({ ...fishing, defender: { save: "7+", models: 20 } });
    expect(wounds!.mean).toBeCloseTo(4 * (11 / 36 + 10 / 36), 12);
    expect(unsaved!.mean).toBeCloseTo(wounds!.mean, 12);
    expect(
      await mean({ ...fishing, defender: { save: "2+", models: 20 }, gun: { ...fishing.gun, ap: 0 } }, "unsaved"),
    ).toBeCloseTo(4 * (11 / 36 + 10 / 216), 12);
  });
  it("C-AB-MELTA: X more damage within half range, after halving (C-MOD-02)", async () => {
    const gun = { attacks: 1, damage: 6, strength: 16, ap: -6, abilities: ["Torrent", "Melta 2"] };
    const tank = { models: 1, wounds: 20, toughness: 8, save: "7+" };
    const damage = async (distance: number, more = {}) =>
      mean({ gun, attacker: { models: 1 }, defender: { ...tank, ...more }, situation: { distance } }, "damage");
    expect(await damage(12)).toBeCloseTo((5 / 6) * 8, 12);
    expect(await damage(13)).toBeCloseTo((5 / 6) * 6, 12);
    expect(await damage(12, { damageReduction: "halve" })).toBeCloseTo((5 / 6) * 5, 12); // 3 + 2, not (6 + 2) / 2
    expect(await damage(12, { damageReduction: ["halve", "minusOne"] })).toBeCloseTo((5 / 6) * 4, 12);
    expect(await damage(12, { damageReduction: "zero" })).toBeCloseTo((5 / 6) * 2, 12);
  });
  it("C-AB-BLAST: one more attack per five models, the leader counted, fractions down", async () => {
    const blast = async (models: number) =>
      (await volley({ gun: { abilities: ["Blast"] }, defender: { models } })).attacks.plus - 2;
    expect(await Promise.all([1, 4, 5, 9, 10, 14].map(blast))).toEqual([0, 0, 1, 1, 2, 2]);
    const led = await volley({
      gun: { abilities: ["Blast"] },
      defender: { models: 9, leader: "captain" },
      others: { captain: { models: 1, toughness: 4, save: "3+", wounds: 5, keywords: ["Character"] } },
    });
    expect(led.attacks.plus).toBe(4);
  });
  it("C-AB-IGNORES-COVER", async () => {
    const save = async (...abilities: string[]) =>
      (await volley({ gun: { abilities }, situation: { cover: true } })).against[0]!.save.success;
    expect(await save()).toBe(3);
    expect(await save("Ignores Cover")).toBe(4);
  });
  it("C-AB-INDIRECT-FIRE: unseen, -1 to hit, 1 to 3 always miss, cover; seen, nothing", async () => {
    const gun = { abilities: ["Indirect Fire"], skill: "2+" };
    const unseen = await volley({ gun, situation: { visible: false } });
    expect(unseen.hit!.success).toBe(4);
    expect(unseen.against[0]!.save.success).toBe(3);
    const seen = await volley({ gun });
    expect(seen.hit!.success).toBe(2);
    expect(seen.against[0]!.save.success).toBe(4);
  });
  it("C-AB-LANCE: +1 to wound after a charge", async () => {
    const lance: Change = { kind: "fight", gun: { abilities: ["Lance"] } };
    expect((await volley(lance)).wound.success).toBe(4);
    expect((await volley({ ...lance, situation: { charged: true } })).wound.success).toBe(3);
  });
  it("C-AB-EXTRA-ATTACKS: used beside the chosen weapon, its Attacks not changed by auras", async () => {
    const { targets } = await profileOf({
      kind: "fight",
      gun: {},
      weapons: {
        tail: { range: "melee", attacks: 1, skill: "4+", strength: 4, ap: 0, damage: 1, abilities: ["Extra Attacks"] },
      },
      attacker: { weapon: undefined, weapons: ["gun", "tail"], attacksModifier: 1 },
    } as Change);
    expect(targets[0]!.volleys.map(({ weapon, attacks }) => [weapon, attacks.plus])).toEqual([
      ["gun", 3],
      ["tail", 1],
    ]);
  });
  it("C-AB-PSYCHIC: a Feel No Pain against psychic attacks is for these", async () => {
    const pain = async (...abilities: string[]) =>
      (await volley({ gun: { abilities }, defender: { abilities: ["Feel No Pain 4+ (psychic attacks)"] } })).against[0];
    expect((await pain("Psychic"))!.feelNoPain).toBe(4);
    expect((await pain())!.feelNoPain).toBe(7);
  });
  it("C-AB-PISTOL: a model fires its Pistol or its other gun", async () => {
    const pistol = { range: 12, attacks: 1, skill: "3+", strength: 4, ap: 0, damage: 1, abilities: ["Pistol"] };
    const fired = async (attacker: Data, situation: Data = {}) =>
      (
        await profileOf({
          weapons: { pistol },
          attacker: { weapon: undefined, ...attacker } as never,
          situation: { distance: 6, ...situation },
        })
      ).targets[0]!.volleys.map(({ weapon, weapons }) => `${weapons} ${weapon}`);
    expect(await fired({ weapons: ["gun", "pistol"] })).toEqual(["5 gun"]);
    expect(await fired({ weapons: [{ weapon: "gun", count: 3 }, "pistol"] })).toEqual(["3 gun", "2 pistol"]);
    expect(await fired({ weapons: ["gun", "pistol"], keywords: ["Monster"] })).toEqual(["5 gun", "5 pistol"]);
    expect(await fired({ weapons: ["gun", "pistol"] }, { attackerEngaged: "target" })).toEqual(["5 pistol"]);
    expect(await fired({ weapons: ["gun", "pistol"] }, { weapons: ["pistol"] })).toEqual(["5 pistol"]);
    // No penalty for a Pistol of an engaged Monster (C-BGNT-03).
    const { targets } = await profileOf({
      weapons: { pistol },
      attacker: { weapon: undefined, weapons: ["gun", "pistol"], keywords: ["Monster"] } as never,
      situation: { distance: 6, attackerEngaged: "target" },
    });
    expect(targets[0]!.volleys.map(({ hit }) => hit!.success)).toEqual([4, 3]);
  });
  it("C-AB-HAZARDOUS: three mortal wounds on a bearer, one bearer after the other", async () => {
    const lost = async (wounds: number, keywords: string[] = [], options = {}, more = {}) =>
      (
        await distributionsOf({
          gun: { abilities: ["Hazardous"] },
          attacker: { models: 2, wounds, keywords, ...more },
          options,
        })
      ).selfKilled!;
    expect((await lost(2)).fractions).toEqual({ 0: "25/36", 1: "5/18", 2: "1/36" });
    // Four wounds: two failed tests kill one, no more.
    expect((await lost(4)).fractions).toEqual({ 0: "35/36", 1: "1/36" });
    // At launch the bearer is destroyed whatever its wounds, but for the mighty; mortal wounds carry over then.
    expect((await lost(4, [], { hazardous: "launch" })).fractions).toEqual({ 0: "25/36", 1: "5/18", 2: "1/36" });
    expect((await lost(1, ["Character"], { hazardous: "launch" })).fractions).toEqual({ 0: "25/36", 2: "11/36" });
    // Feel No Pain 4+: two of three have to be lost to kill a model of two wounds.
    expect((await lost(2, [], {}, { models: 1, feelNoPain: "4+" })).fractions).toEqual({ 0: "11/12", 1: "1/12" });
  });
  it("C-AB-HAZARDOUS: only those who bear such a weapon", async () => {
    const plasma = { range: 24, attacks: 1, skill: "3+", strength: 7, ap: -2, damage: 1, abilities: ["Hazardous"] };
    const distributions = await distributionsOf({
      weapons: { plasma },
      attacker: { models: 10, weapon: undefined, weapons: ["gun", { weapon: "plasma", count: 1 }] } as never,
    });
    expect(distributions.selfKilled!.fractions).toEqual({ 0: "5/6", 1: "1/6" });
  });
});

describe("unit abilities", () => {
  it("C-SH-12: Stealth counts when every model has it, and not in a fight", async () => {
    const success = async (defender: Data, kind: "shooting" | "fight" = "shooting") =>
      (await volley({ kind, defender })).hit!.success;
    expect(await success({ abilities: ["STEALTH"] })).toBe(4);
    expect(await success({ abilities: ["Stealth"] }, "fight")).toBe(3);
    const mixed = { models: undefined, members: [{ models: 2, abilities: ["Stealth"] }, { models: 2 }] };
    expect(await success(mixed)).toBe(3);
  });
  it("C-DMG-02: Feel No Pain for every wound that would be lost, mortal ones too", async () => {
    const gun = { attacks: 1, damage: 1, strength: 8, ap: -6, abilities: ["Torrent"] };
    const damage = async (defender: Data, more: Data = {}) =>
      mean({ gun: { ...gun, ...more }, attacker: { models: 1 }, defender: { save: "7+", ...defender } }, "damage");
    expect(await damage({ feelNoPain: "5+" })).toBeCloseTo((5 / 6) * (2 / 3), 12);
    expect(await damage({ abilities: ["feel no pain 5+"] })).toBeCloseTo((5 / 6) * (2 / 3), 12);
    const mortal = { abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] };
    const infantry = { keywords: ["Infantry"], abilities: ["Feel No Pain 4+ (mortal wounds)"] };
    expect(await damage(infantry, mortal)).toBeCloseTo((5 / 6) * (1 / 2), 12);
    expect(await damage(infantry)).toBeCloseTo(5 / 6, 12);
  });
  it("C-SAV-03: an invulnerable save as a field, as an ability, or against shooting only", async () => {
    const save = async (defender: Data, kind: "shooting" | "fight" = "shooting") =>
      (await volley({ kind, gun: { ap: -4 }, defender })).against[0]!.save.success;
    expect(await save({})).toBe(7);
    expect(await save({ invulnerable: 4 })).toBe(4);
    expect(await save({ abilities: ["Invulnerable Save 5+"] })).toBe(5);
    expect(await save({ invulnerable: { ranged: "5+" } })).toBe(5);
    expect(await save({ invulnerable: { ranged: "5+" } }, "fight")).toBe(7);
  });
  it("C-AB-DEADLY-DEMISE: what explodes nearby hurts the attacker, the wounds carry over", async () => {
    const lost = async (distance: number, demise = "Deadly Demise 3") =>
      (
        await distributionsOf({
          gun: { attacks: 1, damage: 10, strength: 16, ap: -6, abilities: ["Torrent"] },
          attacker: { models: 5, wounds: 1, weapon: undefined, weapons: [{ weapon: "gun", count: 1 }] } as never,
          defender: { models: 1, wounds: 2, save: "7+", abilities: [demise] },
          situation: { distance },
        })
      ).selfKilled!.fractions;
    // Wounded on 2+, destroyed, then a 6.
    expect(await lost(6)).toEqual({ 0: "31/36", 3: "5/36" });
    expect(await lost(7)).toEqual({ 0: "1/1" });
    expect(await lost(6, "Deadly Demise D3")).toEqual({ 0: "31/36", 1: "5/108", 2: "5/108", 3: "5/108" });
  });
  it("C-AB-FIRING-DECK: weapons that embarked models lend", async () => {
    const { targets } = await profileOf({
      weapons: { melta: { range: 12, attacks: 1, skill: "3+", strength: 9, ap: -4, damage: "D6" } },
      attacker: { models: 1, abilities: ["Firing Deck 2"], embarked: [{ weapon: "melta", count: 2 }] },
      situation: { distance: 10 },
    });
    expect(targets[0]!.volleys.map(({ weapon, weapons }) => `${weapons} ${weapon}`)).toEqual(["1 gun", "2 melta"]);
  });
  it("C-AB-DAMAGED: -1 to hit when few wounds are left", async () => {
    const success = async (woundsLost: number) =>
      (
        await volley({
          attacker: { models: 1, wounds: 12, abilities: ["Damaged: 1-4 wounds"], woundsLost },
        })
      ).hit!.success;
    expect(await success(7)).toBe(3);
    expect(await success(8)).toBe(4);
  });
});

describe("abilities at work", () => {
  /** What stands in brackets behind the weapon and behind who is attacked. */
  const named = async (change: Change) => {
    const title = englishIn((await profileOf(change)).accounts[0]!.title);
    const [weapon, target] = title.split(" at ");
    return [weapon, target].map((text) => /\[(.*)\]/u.exec(text!)?.[1] ?? "");
  };
  const all = ["Rapid Fire 1", "Heavy", "Anti-Vehicle 4+", "Lethal Hits", "Assault", "Melta 2", "Hazardous"];
  const gun = { range: 24, attacks: 2, skill: 3, strength: 4, ap: -1, damage: 1, abilities: all };
  const tough = ["Stealth", "Feel No Pain 5+", "Feel No Pain 4+ (psychic attacks)", "-1 Damage", "Leader"];
  const asked = (situation: Data, own: Data = {}, defender: Data = {}): Change => ({
    gun: { ...gun, ...own },
    defender: { toughness: 4, save: 4, wounds: 2, models: 5, abilities: tough, keywords: ["Infantry"], ...defender },
    situation,
  });

  it.each([
    ["too far for some, of Damage 1", asked({ distance: 18 }), "Lethal Hits, Hazardous", "Stealth, Feel No Pain 5+"],
    [
      "near, and stationary",
      asked({ distance: 12, stationary: true }),
      "Rapid Fire 1, Heavy, Lethal Hits, Melta 2, Hazardous",
      "Stealth, Feel No Pain 5+, -1 Damage",
    ],
    [
      "a vehicle that is hard to wound",
      asked({ distance: 18 }, {}, { keywords: ["Vehicle"], toughness: 8 }),
      "Anti-Vehicle 4+, Lethal Hits, Hazardous",
      "Stealth, Feel No Pain 5+",
    ],
    [
      "Damage 2",
      asked({ distance: 18 }, { damage: 2 }),
      "Lethal Hits, Hazardous",
      "Stealth, Feel No Pain 5+, -1 Damage",
    ],
    [
      "hits of themselves",
      asked({ distance: 18 }, { abilities: ["Torrent", "Lethal Hits"] }),
      "Torrent",
      "Feel No Pain 5+",
    ],
    [
      "psychic",
      asked({ distance: 18 }, { abilities: ["Psychic"] }),
      "Psychic",
      "Stealth, Feel No Pain 4+ (psychic attacks)",
    ],
  ])("are named on both sides, and no others: %s", async (_, change, own, theirs) => {
    expect(await named(change)).toEqual([own, theirs]);
  });

  it("C-AB-PRECISION: which way an option has it used is said; without a character, or without it, nothing is", async () => {
    const led: Change = {
      gun: { attacks: 2, skill: 3, strength: 4, ap: 0, damage: 1, abilities: ["Precision"] },
      defender: { models: 3, wounds: 2, save: 4, leader: "captain" },
      others: { captain: { models: 1, save: 4, wounds: 4, keywords: ["Character"] } },
    };
    const said = async (change: Change) =>
      (await profileOf(change)).accounts[0]!.steps.flatMap(({ rule, text }) =>
        rule === "C-AB-PRECISION" ? englishIn(text) : [],
      );
    expect(await said(led)).toEqual([]); // as ever
    expect(await said({ ...led, options: { precision: "whenItKills" } })).toEqual(["Precision is used where it kills"]);
    expect(await said({ ...led, options: { precision: "never" } })).toEqual(["Precision is not used"]);
    expect(await said({ ...led, gun: { ...led.gun, abilities: [] }, options: { precision: "never" } })).toEqual([]);
    expect(await said({ gun: led.gun!, options: { precision: "never" } })).toEqual([]);
  });
});
