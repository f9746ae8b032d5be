/** Labels in several languages: reports take the one of theirs, everything else the English. */

import { expect, it } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { explain } from "../../src/report/explain.ts";
import { languageFor } from "../../src/report/format.ts";
import { summaryMarkdown } from "../../src/report/index.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import type { ScenarioError } from "../../src/scenario/problem.ts";
import { scenarioOf } from "../../src/scenario/study.ts";
import { treeOf } from "./fights.ts";

const text = (gun: string) => `version: 1
ruleset: alpha-omega
weapons:
  long: { label: ${gun}, range: { 40: 0 } }
units:
  scouts: { label: { en: Scouts, fr: Éclaireurs }, models: 2, ballisticSkill: 4+, save: 7+, command: 4+, weapon: long }
  guards: { label: Gardes, models: 2, ballisticSkill: 4+, save: 5+, command: 3+, weapon: long }
experiments:
  volley:
    kind: volley
    attacker: [scouts, { unit: scouts, as: old, label: { en: Veterans, fr: Vétérans } }]
    defender: guards
    situation: { distance: 20 }
`;
const studyOf = async (gun = "{ en: Long rifle, fr: Fusil long }", set: readonly string[] = []) =>
  scenarioOf(await treeOf(text(gun)), "labels.yaml").study({ set });

it("reports name units and weapons in their language, one label in both", async () => {
  const study = await studyOf();
  const result = await run(study, { method: "exact", workers: 0 });
  const said = (labels: "en" | "fr") => {
    const { unit, thing, pair } = languageFor({ ...result, labels });
    return [
      unit("scouts"),
      unit("old"),
      unit("scouts+old"),
      thing("long"),
      pair({ attacker: "old", defender: "guards" }),
    ];
  };
  expect(said("en")).toEqual(["Scouts", "Veterans", "Scouts and Veterans", "Long rifle", "Veterans against Gardes"]);
  expect(said("fr")).toEqual([
    "Éclaireurs",
    "Vétérans",
    "Éclaireurs et Vétérans",
    "Fusil long",
    "Vétérans contre Gardes",
  ]);
  const { kinds } = await loadRuleset("alpha-omega");
  const headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
  const french = summaryMarkdown({ ...result, labels: "fr" }, headlines);
  expect(french).toContain("Éclaireurs contre Gardes");
  expect(french).not.toMatch(/Scouts|Veterans|Long rifle/);
});

it("explanations do, whose sentences a ruleset filled", async () => {
  const study = await studyOf();
  const titles = async (lang: "en" | "fr") => {
    const explained = await explain(study, study.cells[0]!.id, lang);
    return "explanations" in explained ? explained.explanations.map(({ title }) => title)[0] : undefined;
  };
  expect(await titles("en")).toMatch(/Scouts with Long rifle at Gardes \(ready\)/);
  expect(await titles("fr")).toMatch(/Éclaireurs avec Fusil long sur Gardes \(valide\)/);
});

it("a text over one in several languages is that text in all of them", async () => {
  const study = await studyOf(undefined, ["units.scouts.label=Pathfinders"]);
  const result = await run(study, { method: "exact", workers: 0 });
  expect(languageFor({ ...result, labels: "fr" }).unit("scouts")).toBe("Pathfinders");
});

it("a language that is left out is missing, and one that there is not is unknown", async () => {
  const told = (gun: string) =>
    studyOf(gun).then(
      () => [],
      (error: ScenarioError) => error.problems.map(({ message }) => message),
    );
  expect(await told("{ en: Long rifle }")).toEqual(['missing key "fr" in "weapons.long.label"']);
  expect(await told("{ en: Long rifle, fr: Fusil long, de: Langes Gewehr }")).toEqual(['unknown key "de"']);
});
