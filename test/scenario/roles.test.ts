/** What an experiment or a modifier set says of a unit on a side where it cannot act is refused at its line. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadReader } from "../../src/rulesets/index.ts";
import { parseText } from "../../src/scenario/located.ts";
import { answerIn, baseOf, type Data } from "../rulesets/fields/walk.ts";

const reader = await loadReader("wh40k-10e");
const WORLD: Data = {
  version: 1,
  ruleset: "wh40k-10e",
  weapons: {
    gun: { range: 24, attacks: 2, skill: 4, strength: 4, ap: -1, damage: 1 },
    sword: { range: "melee", attacks: 2, skill: 4, strength: 4, ap: -1, damage: 1 },
  },
  units: {
    a: { models: 3, toughness: 4, save: 4, wounds: 2, weapons: ["gun", "sword"] },
    d: { models: 6, toughness: 4, save: 4, wounds: 2, rerollHits: "ones" },
  },
};
const shooting = (more: Data = {}): Data => ({
  kind: "shooting",
  attacker: "a",
  defender: "d",
  situation: { distance: 12 },
  ...more,
});
const fight = (more: Data = {}): Data => ({ kind: "fight", attacker: "a", defender: "d", ...more });
const problemsOf = (experiment: Data, more: Data = {}, experiments: Data = {}) => {
  const { data } = baseOf("base", { ...WORLD, ...more }, experiment);
  const whole = { ...data, experiments: { ...(data.experiments as Data), ...experiments } };
  const answer = answerIn(reader, parseText(stringify(whole), "roles.yaml").root!);
  return "refused" in answer ? answer.refused : [];
};
const bySet = (set: Data): Data => ({ modifierSets: { s: set } });

describe("a field on the side where it cannot act", () => {
  it.each([
    [
      "attacker",
      { toughness: 5 },
      "toughness of the attacker changes nothing in kind shooting: it belongs to the defender",
    ],
    ["attacker", { save: 3 }, "belongs to the defender, who is attacked"],
    ["attacker", { distance: 3 }, "belongs to the defender"],
    ["attacker", { addAbilities: ["Stealth"] }, '"Stealth" of the attacker'],
    ["defender", { rerollHits: "ones" }, "it belongs to the attacker, who attacks"],
    ["defender", { weapons: ["gun"] }, "belongs to the attacker"],
    ["defender", { addAbilities: ["Lethal Hits"] }, '"Lethal Hits" of the defender'],
    ["attacker", { addAbilities: ["Lance"] }, "it acts in kind fight"],
  ])("of %s: %j", (role, patch, message) => {
    const used = problemsOf(shooting({ [role]: { unit: role === "attacker" ? "a" : "d", ...patch } }));
    const set = problemsOf(shooting({ with: ["s"] }), bySet({ [role]: patch }));
    for (const found of [used, set]) {
      expect(found.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
      expect(found[0]!.place!.line).toBeGreaterThan(1);
    }
  });

  it("where it acts is taken: a unit of the file has both sides' fields", () => {
    expect(problemsOf(shooting())).toEqual([]);
    expect(problemsOf(shooting({ with: ["s"] }), bySet({ defender: { toughness: 5, hitModifier: -1 } }))).toEqual([]);
    expect(problemsOf(shooting({ attacker: { unit: "a", rerollHits: "ones", keywords: ["Vehicle"] } }))).toEqual([]);
  });

  it("a set that serves two kinds may say what only one of them knows", () => {
    const set = bySet({ attacker: { addAbilities: ["Lance"] } });
    expect(problemsOf(shooting({ with: ["s"] }), set)).toHaveLength(1);
    expect(problemsOf(shooting({ with: ["s"] }), set, { f: fight({ with: ["s"] }) })).toEqual([]);
  });
});

describe("removing what is not there", () => {
  const able = {
    units: { ...(WORLD.units as Data), a: { ...((WORLD.units as Data).a as Data), abilities: ["Lethal Hits"] } },
  };
  const removing = (item: string) => ({ removeAbilities: [item] });

  it("is refused where the experiment says it, with the nearest that is there", () => {
    const [problem, ...others] = problemsOf(shooting({ attacker: { unit: "a", ...removing("Lethal Hit") } }), able);
    expect(others).toEqual([]);
    expect(problem!.message).toMatch(/./u);
    const absent = problemsOf(shooting({ attacker: { unit: "a", ...removing("Heavy") } }), able);
    expect(absent.map(({ message }) => message)).toEqual([
      '"Heavy" is not among the abilities of "a": there is nothing to remove',
    ]);
    expect(problemsOf(shooting({ attacker: { unit: "a", ...removing("Lethal Hits") } }), able)).toEqual([]);
  });
});

describe("an ability of a weapon of the other range", () => {
  const armedWith = (weapon: string, ability: string): Data => {
    const weapons = WORLD.weapons as Readonly<Record<string, Data>>;
    return { weapons: { ...weapons, [weapon]: { ...weapons[weapon], abilities: [ability] } } };
  };
  it.each(["Rapid Fire 1", "Assault", "Heavy", "Melta 2", "Blast", "Pistol", "One Shot", "Ignores Cover"])(
    "%s",
    (ability) => {
      expect(
        problemsOf(fight(), armedWith("sword", ability))
          .map(({ message }) => message)
          .join(),
      ).toMatch(/is an ability of ranged weapons; this one is a melee weapon/u);
      expect(problemsOf(shooting(), armedWith("gun", ability))).toEqual([]);
    },
  );
  it.each(["Lance", "Extra Attacks"])("%s", (ability) => {
    expect(
      problemsOf(shooting(), armedWith("gun", ability))
        .map(({ message }) => message)
        .join(),
    ).toMatch(/is an ability of melee weapons; this one is a ranged weapon/u);
  });
});
