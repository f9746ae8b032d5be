import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/scenario/located.ts";
import { formatProblems, ScenarioError } from "../../../src/scenario/problem.ts";
import { studyOf } from "../../../src/scenario/study.ts";

const TEXT = `version: 1
ruleset: wh40k-10e
weapons:
  bolter: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: -1, damage: 1, abilities: [Assault, Heavy] }
  blade:  { range: melee, attacks: 3, skill: 3+, strength: 4, ap: 0, damage: 1 }
  fist:   { range: melee, attacks: 2, skill: 4+, strength: 8, ap: -2, damage: 2 }
units:
  marines: { models: 5, toughness: 4, save: 3+, wounds: 2, keywords: [Infantry], weapons: [bolter, blade] }
  boyz:    { models: 10, toughness: 5, save: 5+, wounds: 1 }
modifierSets:
  lethal: { attacker: { addAbilities: [Lethal Hits] } }
experiments:
  e: { kind: shooting, attacker: marines, defender: boyz, situation: { distance: 12 }, with: [base, lethal] }
`;

/** What is said about the text with one thing changed, place first. */
async function saidOf(from: string, to: string): Promise<string> {
  if (!TEXT.includes(from)) throw new Error(`the text has no ${from}`);
  const parsed = parseText(TEXT.replace(from, to), "bad.yaml");
  try {
    if (parsed.problems.length > 0) throw new ScenarioError(parsed.problems);
    await studyOf(parsed.root!, "bad.yaml");
  } catch (error) {
    if (error instanceof ScenarioError) return formatProblems(error.problems);
    throw error;
  }
  return "";
}

describe("bad input is placed, and says what to write", () => {
  it("the text itself is good", async () => {
    expect(await saidOf("version", "version")).toBe("");
  });
  it.each<[string, string, string, RegExp[]]>([
    [
      "a Command Re-roll of Damage that is not rolled for",
      "distance: 12 }",
      "distance: 12, commandReroll: damage }",
      [/bad\.yaml:13:\d+/, /there is no damage roll to make again: nobody uses a weapon whose Damage is rolled for/],
    ],
    [
      "a Command Re-roll of the Attacks of a weapon that has a fixed number",
      "distance: 12 }",
      "distance: 12, commandReroll: { roll: attacks, weapon: bolter } }",
      [/bad\.yaml:13:\d+/, /"bolter" is not a weapon whose Attacks are rolled for/],
    ],
    [
      "a Command Re-roll of a Hazardous test without such a weapon",
      "distance: 12 }",
      "distance: 12, commandReroll: hazardous }",
      [/bad\.yaml:13:\d+/, /nobody uses a Hazardous weapon \(C-AB-COMMAND-REROLL\)/],
    ],
    [
      "an unknown ability",
      "[Assault, Heavy]",
      "[Assault, Havy]",
      [/bad\.yaml:4:/, /"Havy"/, /did you mean "Heavy"\?/, /C-AB/],
    ],
    [
      "an unknown ability in a modifier set",
      "[Lethal Hits]",
      "[Leathal Hits]",
      [/:11:/, /did you mean "Lethal Hits"\?/],
    ],
    ["an ability without its number", "[Assault, Heavy]", "[Rapid Fire]", [/:4:/, /did you mean "Rapid Fire 1"\?/]],
    ["malformed dice", "attacks: 2,", "attacks: D0,", [/:4:/, /"attacks" must be a number or dice/, /C-SH-07/]],
    ["dice of other sides", "damage: 1, abilities", "damage: D8, abilities", [/:4:/, /"damage" must be/, /C-DMG-01/]],
    ["exploding dice", "attacks: 2,", "attacks: 1d6!,", [/"attacks" must be/]],
    ["too many dice", "attacks: 2,", "attacks: 999999d999999,", [/"attacks" must be/]],
    [
      "no dice",
      "attacks: 2,",
      "attacks: 0D6,",
      [/:4:/, /"attacks" must be .* up to 200 or 99D6\+200 \(C-SH-07\), found "0D6"/],
    ],
    [
      "no dice of damage",
      "damage: 1, abilities",
      "damage: 0D3, abilities",
      [/"damage" must be .* up to 50 or 20D6\+50/],
    ],
    ["more dice of damage than are read", "damage: 1, abilities", "damage: 21D6, abilities", [/20D6\+50 \(C-DMG-01\)/]],
    ["too much added", "attacks: 2,", "attacks: D6+201,", [/up to 200 or 99D6\+200/]],
    ["a number in quotes that is too large", "attacks: 2,", 'attacks: "201",', [/up to 200/]],
    [
      "an ability of units on a weapon",
      "[Assault, Heavy]",
      "[Assault, Stealth]",
      [/:4:/, /"Stealth" is an ability of units, not of weapons/],
    ],
    ["an ability with no dice", "[Assault, Heavy]", "[Rapid Fire 0D6]", [/:4:/, /"Rapid Fire 0D6"/]],
    [
      "a re-roll of a word that is none",
      "ap: -1,",
      "ap: -1, rerollHits: { what: failure, against: [Vehicle] },",
      [/:4:/, /"what" must be one of none, ones, failures, nonCritical/, /did you mean "failures"\?/],
    ],
    [
      "attacks of nobody",
      "wounds: 2, ",
      "wounds: 2, hitModifier: { by: 1, of: attacker }, ",
      [/:8:/, /"of" must be one of own, attackers/, /did you mean "attackers"\?/],
    ],
    ["attacks at a weapon", "ap: -1,", "ap: -1, hitModifier: { by: 1, of: attackers },", [/:4:/, /unknown key "of"/]],
    [
      "attacks of a weapon in a phase",
      "ap: -1,",
      "ap: -1, rerollHits: [{ what: ones, in: fight }],",
      [/:4:/, /unknown key "in"/],
    ],
    [
      "re-rolls of attackers",
      "wounds: 2, ",
      "wounds: 2, rerollHits: { what: ones, of: attackers }, ",
      [/:8:/, /unknown key "of"/],
    ],
    [
      "a melee weapon as the other rulesets write it",
      "wounds: 2, ",
      "wounds: 2, meleeWeapon: blade, ",
      [/:8:/, /unknown key "meleeWeapon"/, /among the weapons here, with range: melee/],
    ],
    [
      "a weapon that says melee as alpha-omega does",
      "ap: -1,",
      "ap: -1, melee: true,",
      [/:4:/, /unknown key "melee" \(a melee weapon has range: melee here\)/],
    ],
    ["a save of 1+", "save: 3+", "save: 1+", [/:8:/, /"save" must be 2\+ to 7\+ \(C-SAV-01\), found "1\+"/]],
    ["an AP without its sign", "ap: -1", "ap: 1", [/:4:/, /"ap" must be a whole number from -10 to 0/]],
    ["a weapon that is not there", "[bolter, blade]", "[bolters, blade]", [/:8:/, /no weapon "bolters"/, /"bolter"/]],
    [
      "a weapon that no model carries",
      "distance: 12",
      "distance: 12, weapons: [fist]",
      [/:13:/, /"marines" carries no weapon "fist" that shoots/],
    ],
    [
      "a target for a weapon that no model carries",
      "distance: 12",
      "distance: 12, targets: { fist: boyz }",
      [/carries no weapon "fist" that shoots/],
    ],
    [
      "a target that is no defender",
      "distance: 12",
      "distance: 12, targets: { bolter: boys }",
      [/"boys" is no defender/, /did you mean "boyz"\?/],
    ],
    [
      "more weapons aimed than there are",
      "distance: 12",
      "distance: 12, targets: { bolter: { boyz: 6 } }",
      [/targets aims 6 of "bolter", the unit has 5 \(C-SH-06\)/],
    ],
    [
      "weapon beside weapons",
      "weapons: [bolter, blade]",
      "weapon: fist, weapons: [bolter, blade]",
      [/:8:/, /both weapon and weapons/],
    ],
    [
      "weapons of a unit whose members all have their own",
      "wounds: 2, keywords: [Infantry]",
      "wounds: 2, members: [{ models: 2, weapons: [bolter] }], keywords: [Infantry]",
      [/:8:/, /nobody carries them/],
    ],
    ["no distance", "distance: 12", "cover: true", [/:13:/, /distance is missing/, /C-SH-05/]],
    ["no toughness", "toughness: 5, ", "", [/:9:/, /"boyz" has no toughness/, /C-WND-01/]],
    ["no wounds", "save: 5+, wounds: 1", "save: 5+", [/"boyz" has no wounds/, /C-DMG-01/]],
    ["no skill", "skill: 3+, strength: 4, ap: -1", "strength: 4, ap: -1", [/:4:/, /"bolter" has no skill/, /C-HIT-01/]],
    ["nobody who shoots", "[bolter, blade]", "[blade]", [/:8:/, /carries no weapon that shoots/]],
    [
      "stationary and advanced",
      "distance: 12",
      "distance: 12, stationary: true, advanced: true",
      [/cannot Remain Stationary and Advance/],
    ],
    [
      "two weapons in one fight",
      "kind: shooting, attacker: marines, defender: boyz, situation: { distance: 12 }",
      "kind: fight, attacker: { unit: marines, weapons: [blade, fist] }, defender: boyz, situation: {}",
      [/would fight with 10 weapons/, /C-AB-EXTRA-ATTACKS/],
    ],
    ["more lent than the deck holds", "wounds: 2, ", "wounds: 2, embarked: [bolter], ", [/Firing Deck lets 0/]],
    ["a leader that is none", "wounds: 2, ", "wounds: 2, leader: boyz, ", [/"boyz" cannot lead a unit/]],
    ["a leader that is not there", "wounds: 2, ", "wounds: 2, leader: boys, ", [/no unit "boys" to lead/, /"boyz"/]],
    ["too many wounds lost", "wounds: 2, ", "wounds: 2, woundsLost: 2, ", [/woundsLost is 2/]],
    ["an unknown key", "wounds: 2, ", "wouns: 2, ", [/unknown key "wouns"/, /"wounds"/]],
  ])("%s", async (_, from, to, wanted) => {
    const said = await saidOf(from, to);
    for (const part of wanted) expect(said).toMatch(part);
  });
  it("ten megabytes of dice are refused at once", async () => {
    const said = await saidOf("attacks: 2,", `attacks: ${"9".repeat(1_000_000)}D6,`);
    expect(said).toMatch(/"attacks" must be/);
  });
});
