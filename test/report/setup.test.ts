/** What cells are of, as reports say it: the numbers of models, the weapons and the place are those of the file. */
import { describe, expect, it } from "vitest";
import { languageFor } from "../../src/report/format.ts";
import { summaryMarkdown } from "../../src/report/index.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { setupTexts, unitTexts } from "../../src/report/setup.ts";
import { ownersOf, type Setup, sharedSetup } from "../../src/scenario/setup.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { cell, headlines, numericMetric, resultOf } from "./results.ts";

const told = async (file: string, only: string, set: readonly string[] = [], tag: "en" | "fr" = "en") => {
  const study = await loadStudy(`scenarios/${file}.yaml`, { only: [only], set });
  const named = { titles: study.titles, unitLabels: Object.fromEntries(study.unitLabels) };
  const language = languageOf(tag, study.ruleset, named);
  return setupTexts(study.cells, language).map((text) => text.replaceAll("\u00a0", " "));
};

/** A weapon of close combat beside a gun, and one pair of a matrix. */
const FIST = "weapons.powerFist={ range: melee, attacks: 3, skill: 3+, strength: 8, ap: -2, damage: 2 }";
const ONE = "experiments.matchups.attacker=intercessors";

describe("what cells are of", () => {
  it("says how many of whom with what, under which order, and where; in both languages", async () => {
    const volley = ["7 × Eldar Rangers, Laser rifle, aimed", "4 × Space Marines, run", "distance 28 paces"];
    expect(await told("alpha-omega/rangers-vs-marines", "interception")).toEqual(volley);
    expect(await told("alpha-omega/rangers-vs-marines", "interception", [], "fr")).toEqual([
      "7 × Rangers Eldars, Fusil laser, tir appuyé",
      "4 × Space Marines, déplacement",
      "distance 28 pas",
    ]);
    const fight = await told("alpha-omega/orders-of-a-fire-fight", "fireFight");
    expect(fight).toEqual([
      "4 × Rangers without camouflage, Laser rifle, aimed",
      "3 × Space Marines, Bolter, aimed",
      "distance 36 paces",
      "6 turns",
    ]);
    expect(await told("alpha-omega/orders-of-a-fire-fight", "fireFight", ["situation.turns=1"])).toContain("1 turn");
  });

  it("says how a unit answers a charge, where it is told to: two plans of the same orders are told apart; in both languages", async () => {
    const plan = async (only: string, tag: "en" | "fr" = "en") =>
      (await told("metropolis/hold-or-fire", only, [], tag))[0];
    expect(await plan("fire")).toBe("8 × Line marines, Rifle, fire → fire → fire → assault");
    expect(await plan("counterCharge")).toBe(`${await plan("fire")}, reaction: counter charge`);
    expect(await plan("counterCharge", "fr")).toMatch(/ assaut, réaction : contre-charge$/u);
  });

  it("says each unit of a matrix once: who attacks with weapons, who only stands there with how many", async () => {
    const only = { only: ["matchups"], set: ["experiments.matchups.with=[base]"] };
    const study = await loadStudy("scenarios/wh40k-10e/matrix.yaml", only);
    const language = languageOf("en", study.ruleset, { unitLabels: Object.fromEntries(study.unitLabels) });
    const cells = study.cells as unknown as Parameters<typeof unitTexts>[0];
    const texts = unitTexts(cells, language);
    expect(new Set(texts).size).toBe(15); // ten and ten, five of them both
    expect(texts).toContain("5 × Intercessor Squad, bolt rifle");
    expect(texts).not.toContain("5 × Intercessor Squad");
    expect(texts).toContain("10 × Cadian Shock Troops");
    expect(
      unitTexts([{ ...cells[0]!, setup: { situation: {}, attacker: [{ unit: "a" }], defender: [] } }], language),
    ).toEqual([]);
  });

  it("says orders of several turns in their order", async () => {
    const orders = ['experiments.skills.sides.0.units.0.order=["move","aimed"]', "experiments.skills.with=[base]"];
    expect((await told("alpha-omega/what-a-fight-is-worth", "skills"))[0]).toBe("4 × Space Marines, Bolter, manoeuvre");
    const edited = await told("alpha-omega/what-a-fight-is-worth", "skills", orders);
    expect(edited[0]).toBe("4 × Space Marines, Bolter, move → aimed");
  });

  it("names the side that a set changes, by its role or its place in a fight; none where it changes both or neither", () => {
    const [save, both] = [{ save: 3 }, { attacker: {}, second: {} }];
    const sets = { tough: { defender: save }, first: { first: save }, second: { second: save }, cover: {}, both };
    expect(ownersOf(sets)).toEqual({ owners: { tough: "defender", first: "attacker", second: "defender" } });
    expect(ownersOf({ both, cover: { situation: {} } })).toEqual({});
  });

  it("stands below what a summary says first, once for an experiment alone", () => {
    const setup: Setup = {
      situation: { distance: 28 },
      attacker: [{ unit: "rangers", models: 7 }],
      defender: [{ unit: "marines", models: 4 }],
    };
    const volley = (shares: readonly number[], mean: number, set: string) => {
      const outcomes = shares.map((probability, value) => ({ value, probability }));
      return cell({ kind: "volley", modifiers: [set], setup, metrics: [{ ...numericMetric, mean, outcomes }] });
    };
    const result = resultOf([volley([0.25, 0.5, 0.25], 1, "base"), volley([0.5, 0.5], 0.5, "cover")]);
    const text = setupTexts(result.cells, languageFor(result)).join(" · ");
    expect(text).toMatch(/^7 × .+ · 4 × .+ · distance/u);
    const summary = summaryMarkdown(result, headlines);
    expect(summary.split("\n").slice(2, 5)).toEqual([expect.stringMatching(/^\*\*Cover halves/u), "", text]);
    expect(summary.split(text)).toHaveLength(2);
  });

  it("follows what the command line changes", async () => {
    const set = ["situation.distance=12", "attacker.models=9", "defender.models=5"];
    const texts = await told("alpha-omega/rangers-vs-marines", "interception", set);
    expect(texts).toEqual(["9 × Eldar Rangers, Laser rifle, aimed", "5 × Space Marines, run", "distance 12 paces"]);
  });

  it("leaves out what cannot act: the number of those of whom one shoots at one, the guns of a duel, blades of a volley", async () => {
    expect((await told("alpha-omega/rangers-vs-marines", "oneShot"))[0]).toBe("Eldar Rangers, Laser rifle, aimed");
    expect((await told("alpha-omega/contract", "duel")).join()).toMatch(/^(?!.*bolter).*chainsword.*, .*chainsword/iu);
    const guns = ["experiments.charge.attacker=riders", "units.riders.weapons=[boltRifle, lance]"];
    expect((await told("wh40k-10e/charge", "charge", guns))[0]).toBe("5 × Riders, Hunting lance");
    const shot = await told("wh40k-10e/matrix", "matchups", [
      "units.intercessors.weapons=[boltRifle, powerFist]",
      FIST,
      ONE,
    ]);
    expect(shot[0]).toBe("5 × Intercessor Squad, bolt rifle");
    // A game that does not tell its weapons apart has each of them fight.
    expect((await told("metropolis/charge", "factors")).join()).toMatch(/blades.*rifle/iu);
  });

  it("of several cells it is what they share", async () => {
    const { cells } = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml");
    // One shot is of one soldier, the volley of seven: who, with what and where is the same.
    expect(sharedSetup(cells)).toEqual({
      situation: { attackerOrder: "aimed", defenderOrder: "run", distance: 28 },
      attacker: [{ unit: "rangers", points: 19, weapons: ["laserRifle"] }],
      defender: [{ unit: "marines", points: 27 }],
    });
    const other = { setup: { situation: { distance: 12 }, attacker: [{ unit: "orks" }], defender: [] } };
    expect(sharedSetup([...cells, other])).toEqual({ situation: {}, attacker: [], defender: [] });
  });
});
