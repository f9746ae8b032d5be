/** Each reading of each option: which way it goes, and the value that follows from its words. */
import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../../src/rulesets/wh40k-10e/options.ts";
import { type Change, type Data, distributionsOf } from "./cell.ts";

const told = new Map<string, Set<unknown>>();
async function mean(change: Change, metric: string, option: string, value: unknown): Promise<number> {
  told.set(option, (told.get(option) ?? new Set()).add(value));
  return (await distributionsOf({ ...change, options: { [option]: value } }))[metric]!.mean;
}
/** Wounds on 2+, failures again, no save: with 35/36. */
const SURE = { attacks: 1, strength: 16, ap: -6, abilities: ["Torrent"], rerollWounds: "failures" };
const p = 35 / 36;
const one = (gun: Data, defender: Data, more: Change = {}): Change => ({
  ...more,
  gun: { ...SURE, ...gun },
  attacker: { models: 1, ...more.attacker },
  defender: { save: "7+", ...defender },
});

describe("devastating", () => {
  // Two mortal blows of 3 at three models of 2: a model each, or three wounds from one to the next.
  const change = one(
    { attacks: 2, damage: 3, abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] },
    { models: 3, wounds: 2, keywords: ["Infantry"] },
  );
  it("current: the excess is lost; launch: it goes on", async () => {
    expect(await mean(change, "damage", "devastating", "current")).toBeCloseTo(2 * 2 * p, 12);
    expect(await mean(change, "damage", "devastating", "launch")).toBeCloseTo(2 * 3 * p, 12);
  });
});

describe("hazardous", () => {
  const change: Change = { gun: { abilities: ["Hazardous"] }, attacker: { models: 1, wounds: 4 } };
  it("current: three wounds of four; launch: destroyed", async () => {
    expect(await mean(change, "selfKilled", "hazardous", "current")).toBe(0);
    expect(await mean(change, "selfKilled", "hazardous", "launch")).toBeCloseTo(1 / 6, 12);
  });
});

describe("indirectAutoFail", () => {
  const change: Change = { gun: { skill: "2+", abilities: ["Indirect Fire"] }, situation: { visible: false } };
  it("BS 2+, one less: 3 and more hit, or 4 and more", async () => {
    expect(await mean(change, "hits", "indirectAutoFail", 3)).toBeCloseTo(10 * (3 / 6), 12);
    expect(await mean(change, "hits", "indirectAutoFail", 1)).toBeCloseTo(10 * (4 / 6), 12);
  });
});

describe("saveCap", () => {
  // 5+, cover and one more, AP -1: the net is +1, so 4+ (3/6 fail); or +1 at most and then AP: 5+ (4/6 fail).
  const change = one({ ap: -1 }, { save: "5+", saveModifier: 1 }, { situation: { cover: true } });
  it("net is better for the target", async () => {
    expect(await mean(change, "unsaved", "saveCap", "net")).toBeCloseTo(p * (3 / 6), 12);
    expect(await mean(change, "unsaved", "saveCap", "bonus")).toBeCloseTo(p * (4 / 6), 12);
  });
});

describe("lethalOptional", () => {
  // Six attacks: one critical hit, three others; Anti 2+ makes each wound (5/6) devastating; the save fails on a 1.
  const change: Change = {
    gun: { attacks: 6, ap: 0, abilities: ["Lethal Hits", "Devastating Wounds", "Anti-Infantry 2+"] },
    attacker: { models: 1 },
    defender: { save: "2+", models: 20, keywords: ["Infantry"] },
  };
  it("fishing gets more past the save", async () => {
    expect(await mean(change, "unsaved", "lethalOptional", false)).toBeCloseTo(1 / 6 + 3 * (5 / 6), 12);
    expect(await mean(change, "unsaved", "lethalOptional", true)).toBeCloseTo(4 * (5 / 6), 12);
    expect(await mean(change, "wounds", "lethalOptional", false)).toBeCloseTo(1 + 3 * (5 / 6), 12);
  });
  it("where it does not, both are the same", async () => {
    const open = { ...change, defender: { ...change.defender, save: "7+" } };
    for (const value of [false, true])
      expect(await mean(open, "unsaved", "lethalOptional", value)).toBeCloseTo(1 + 3 * (5 / 6), 12);
  });
});

describe("minimumDamage", () => {
  it("Damage 1 less one: 1, or 0", async () => {
    const change = one({ damage: 1 }, { damageReduction: "minusOne" });
    expect(await mean(change, "damage", "minimumDamage", 1)).toBeCloseTo(p, 12);
    expect(await mean(change, "damage", "minimumDamage", 0)).toBe(0);
  });
});

describe("weaponOrder", () => {
  const change = one(
    { damage: 1 },
    { models: 2, wounds: 2 },
    {
      weapons: { cannon: { ...SURE, range: 24, damage: 2 } },
      attacker: { weapon: undefined, weapons: ["gun", "cannon"] } as never,
    },
  );
  it("two points and then one are three; one and then two are two, as a model has but one left", async () => {
    const three = p ** 2 * 3 + p * (1 - p) * 3;
    expect(await mean(change, "damage", "weaponOrder", "highestDamageFirst")).toBeCloseTo(three, 12);
    for (const value of ["listed", "lowestDamageFirst"])
      expect(await mean(change, "damage", "weaponOrder", value)).toBeCloseTo(three - p ** 2, 12);
  });
  it("by the Damage that arrives: a target that halves it leaves Melta whole", async () => {
    // D6 and Melta 2 are 5.5 beside 6, but halved 4 beside 3.
    const near: Change = {
      ...change,
      gun: { ...SURE, damage: 6 },
      weapons: { cannon: { ...SURE, range: 24, damage: "D6", abilities: ["Torrent", "Melta 2"] } },
      defender: { models: 2, wounds: 3, save: "7+", damageReduction: "halve" },
      situation: { distance: 6 },
    };
    // The cannon first: 3 lost (its 3, 4 or 5 on 3 wounds), then 3; the order makes no difference to that, so count kills.
    expect(await mean(near, "killed", "weaponOrder", "highestDamageFirst")).toBeCloseTo(2 * p, 12);
  });
});

const squad = (hero: number) => ({
  models: undefined,
  members: [
    { models: 1, wounds: 3, label: "big" },
    { models: 2, wounds: 1, label: "small" },
    { models: 1, wounds: hero, label: "hero", keywords: ["Character"] },
  ],
});

describe("allocation", () => {
  it("a blow of 2 at the big one kills nobody, at a small one it kills", async () => {
    const change = one({ damage: 2 }, squad(5));
    expect(await mean(change, "killed", "allocation", "listed")).toBe(0);
    expect(await mean(change, "killed", "allocation", "strongestFirst")).toBe(0);
    expect(await mean(change, "killed", "allocation", "weakestFirst")).toBeCloseTo(p, 12);
    expect(await mean(change, "damage", "allocation", "weakestFirst")).toBeCloseTo(p, 12);
  });
  it("a hit that is left when a model falls takes the save of the next one, not of the first or the best", async () => {
    const members = (saves: string[]) => ({
      models: undefined,
      members: saves.map((save, i) => ({ models: 1, wounds: 1, save, label: `m${i}` })),
    });
    // The worst save is met first, by wounds alike; the hit after it meets 3+, and fails with 2 in 6.
    const change = one({ attacks: 2, damage: 1, ap: 0 }, members(["3+", "7+"]));
    expect(await mean(change, "killed", "allocation", "weakestFirst")).toBeCloseTo(
      2 * p * (1 - p) + p * p * (1 + 2 / 6),
      12,
    );
    // The other way round the first has to fail before 7+ is met.
    const q = p * (2 / 6);
    expect(await mean(change, "killed", "allocation", "strongestFirst")).toBeCloseTo(q + (1 - q) * q + q * p, 12);
  });
});

describe("devastatingWhen", () => {
  const change = one(
    { damage: 1, abilities: ["Torrent", "Devastating Wounds", "Anti-Infantry 2+"] },
    { models: 2, wounds: 3, keywords: ["Infantry"] },
    {
      weapons: { cannon: { ...SURE, range: 24, damage: 2, attacks: 2 } },
      attacker: { weapon: undefined, weapons: ["gun", "cannon"] } as never,
    },
  );
  it("2 and 2 and then 1: four of five points arrive; 1 and then 2 and 2: all five", async () => {
    const cannon = 2 * 2 * p * (1 - p) + 3 * p ** 2; // 2, or 3 as the second blow finds one wound left
    expect(await mean(change, "damage", "devastatingWhen", "endOfUnit")).toBeCloseTo(p + cannon, 12);
    expect(await mean(change, "damage", "devastatingWhen", "endOfProfile")).toBeCloseTo(p + cannon + p ** 3, 12);
  });
});

describe("precision", () => {
  const at = (damage: number | string, hero: number, more: Data = {}) =>
    one({ damage, abilities: ["Torrent", "Precision"], ...more }, squad(hero));
  const lost = (change: Change, value: string) => mean(change, "damage", "precision", value);
  it("3 points at a hero of 5 or a big one of 3", async () => {
    expect(await mean(at(3, 5), "killed", "precision", "always")).toBe(0);
    expect(await mean(at(3, 5), "killed", "precision", "never")).toBeCloseTo(p, 12);
    expect(await mean(at(3, 5), "killed", "precision", "whenItKills")).toBeCloseTo(p, 12);
  });
  it("6 points: the hero's 5 or the big one's 3", async () => {
    expect(await lost(at(6, 5), "always")).toBeCloseTo(5 * p, 12);
    expect(await lost(at(6, 5), "whenItKills")).toBeCloseTo(5 * p, 12);
    expect(await lost(at(6, 5), "never")).toBeCloseTo(3 * p, 12);
  });
  it("rolled Damage kills where its least does: D3+3 a hero of 4, not one of 5", async () => {
    expect(await lost(at("D3+3", 4), "whenItKills")).toBeCloseTo(4 * p, 12);
    expect(await lost(at("D3+3", 5), "whenItKills")).toBeCloseTo(3 * p, 12);
    expect(await lost(at("D3+3", 5), "always")).toBeCloseTo(((4 + 5 + 5) / 3) * p, 12);
  });
  it("two blows of 3 at a hero of 5: both at him, or both at the others", async () => {
    expect(await lost(at(3, 5, { attacks: 2 }), "always")).toBeCloseTo(3 * 2 * p * (1 - p) + 5 * p ** 2, 12);
    // The big one, then a small one.
    expect(await lost(at(3, 5, { attacks: 2 }), "whenItKills")).toBeCloseTo(3 * 2 * p * (1 - p) + 4 * p ** 2, 12);
  });
  it("the Damage that counts is what he suffers", async () => {
    const tough = squad(4);
    tough.members[2] = { ...tough.members[2]!, abilities: ["-1 Damage"] } as never;
    const change = one({ damage: 4, abilities: ["Torrent", "Precision"] }, tough);
    expect(await lost(change, "whenItKills")).toBeCloseTo(3 * p, 12); // 3 of his 4: not enough, so the big one's 3
    expect(await mean(change, "killed", "precision", "whenItKills")).toBeCloseTo(p, 12);
    expect(await mean(change, "killed", "precision", "always")).toBe(0);
  });
  it("nobody picks out a character that nobody sees", async () => {
    const unseen: Change = {
      ...at(6, 5, { abilities: ["Indirect Fire", "Precision"], skill: "2+", attacks: 1 }),
      situation: { visible: false },
    };
    expect(await lost(unseen, "always")).toBeCloseTo(p * (3 / 6) * 3, 12);
  });
});

it("no reading is left out", () => {
  for (const { name, readings } of OPTIONS)
    for (const { value } of readings) expect([...(told.get(name) ?? [])], name).toContain(value);
});
