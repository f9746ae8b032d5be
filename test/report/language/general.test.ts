import { expect, it } from "vitest";
import * as z from "zod";
import { fieldLabel, inWords } from "../../../src/report/language/fields.ts";
import { languageOf } from "../../../src/report/language/language.ts";
import { loadReader } from "../../../src/rulesets/index.ts";
import { jsonSchemaOf, keysAt, unitAt } from "../../../src/scenario/fields.ts";
import { NOTHING } from "../../../src/scenario/tree.ts";

it.each([
  [["a"], "a", "a"],
  [["a", "b"], "a and b", "a et b"],
  [["a", "b", "c"], "a, b and c", "a, b et c"],
])("%j are joined as people write a list", (names, english, french) => {
  expect(languageOf("en").list(names)).toBe(english);
  expect(languageOf("fr").list(names)).toBe(french);
});

it.each([
  ["Space Marines", "des Space Marines"],
  ["Rangers sans camouflage", "des Rangers sans camouflage"],
  ["Orks (second camp)", "des Orks (second camp)"],
  ["Escouade des ombres", "d’Escouade des ombres"],
  ["Escouades des ombres", "des Escouades des ombres"],
  ["Garde du palais", "de Garde du palais"],
  ["Boss", "de Boss"],
])("in French %s is one or several by the word that names it", (name, joined) => {
  expect(languageOf("fr").say`wins by ${name}`).toBe(`part de victoires ${joined}`);
});

it("what is less than a number, or about it, is counted by that number", () => {
  const fr = languageOf("fr", "wh40k-10e");
  const told = (text: string) => fr.saying({ say: "models destroyed on average", with: [text] });
  for (const one of ["1", "1,9", "< 0,000001", "<\u00a00,000001", "≈\u202f1,2"])
    expect(told(one)).toMatch(/^figurine détruite /u);
  for (const two of ["2", "< 2,5", "≈\u00a02"]) expect(told(two)).toMatch(/^figurines détruites /u);
});

it("one trial is one trial", () => {
  const said = (trials: number) => languageOf("en").general.trials(trials, "all trials played");
  expect([said(1), said(1_000)]).toEqual(["1 trial, all trials played", "1,000 trials, all trials played"]);
});

it("weapons are called by their labels, units that a question brings along by their sides", () => {
  const titles = { experiments: {}, sets: {}, questions: {}, weapons: { laserRifle: "Fusil laser" } };
  const fr = languageOf("fr", "alpha-omega", {
    titles,
    unitLabels: { defender: "defender", orks: "Orks", boyz: "boyz" },
  });
  expect(fr.path("weapons.laserRifle.saveModifier")).toBe("modificateur de sauvegarde (Fusil laser)");
  expect(fr.path("weapons.heavyBolter.saveModifier")).toBe("modificateur de sauvegarde (heavy bolter)");
  expect(fr.pair({ attacker: "orks", defender: "defender" })).toBe("Orks contre défenseur");
  expect(fr.pair({ attacker: "orks+boyz", defender: "boyz" })).toBe("Orks et boyz contre boyz");
});

it("an experiment that is called as its kind is has the kind's word; what a designer named keeps its name", () => {
  const [en, fr] = [languageOf("en", "alpha-omega"), languageOf("fr", "alpha-omega")];
  expect([en.experiment("volley"), fr.experiment("volley")]).toEqual(["Volley", "Salve"]);
  expect([en.experiment("oneShot"), fr.experiment("oneShot")]).toEqual(["One shot", "One shot"]);
});

it("orders have their words wherever a path takes one", () => {
  const fr = languageOf("fr", "alpha-omega");
  expect(fr.at("first.order", "aimed")).toBe("tir appuyé");
  expect(fr.at("defender.save", 3)).toBe("3+");
  expect(fr.at("options.volley", "sequential")).toBe("sequential");
});

it.each(["alpha-omega", "metropolis", "wh40k-10e"])(
  "numbers of a situation of %s have the unit of its schema",
  async (name) => {
    const { parts } = await loadReader(name);
    const language = languageOf("en", name);
    for (const situation of Object.values(parts.situations)) {
      const json = jsonSchemaOf(situation);
      for (const field of ["distance", "visible"]) {
        const path = `situation.${field}`;
        if (!keysAt(json, NOTHING, [], NOTHING).includes(field)) continue;
        const unit = unitAt(json, NOTHING, [field]);
        const told = language.amount(path, 12).replaceAll("\u00a0", " ");
        expect(told).toBe(unit === undefined ? "12" : unit === "″" ? "12″" : `12 ${unit}`);
        const noun = unit === "%" ? `${field} share` : field;
        expect(language.axis(path)).toBe(unit === undefined ? noun : `${noun} (${unit})`);
      }
    }
    expect(language.axis("defender.save")).toBe(language.path("defender.save"));
  },
);

it("readings of options, and numbers of the rules, are told in words and not as JSON", () => {
  const [en, fr] = [languageOf("en", "alpha-omega"), languageOf("fr", "alpha-omega")];
  const told = (name: string, value: unknown) =>
    [en, fr].map((own) => `${own.option(name)}: ${own.optionValue(name, value)}`);
  expect(told("medikitUses", { perTurn: 1 })).toEqual(["medikit uses: 1 per turn", "usages du medikit: 1 par tour"]);
  expect(told("medikitOnDamage", true)).toEqual(["medikit on damage: yes", "medikit dès la blessure: oui"]);
  expect(en.optionValue("saveModifierSign", "toTarget")).toBe("to target");
  expect(en.rules({ woundBands: { standard: [2, 5], drone: [2, 7] } })).toBe(
    "wound bands: standard 2 and 5, drone 2 and 7",
  );
});

it("every switch of a situation has a French name", async () => {
  const unnamed: string[] = [];
  let switches = 0;
  for (const ruleset of ["alpha-omega", "metropolis", "wh40k-10e"]) {
    const { parts } = await loadReader(ruleset);
    for (const situation of Object.values(parts.situations)) {
      const { properties = {} } = z.toJSONSchema(situation, { io: "input", unrepresentable: "any" });
      for (const [name, field] of Object.entries(properties)) {
        if (typeof field !== "object" || field.type !== "boolean") continue;
        switches++;
        if (fieldLabel(name, "fr") === inWords(name)) unnamed.push(name);
      }
    }
  }
  expect(switches).toBeGreaterThan(30);
  expect([...new Set(unnamed)]).toEqual([]);
});
