import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { labelsOf } from "../../../src/rulesets/languages.ts";
import { reader } from "../../../src/rulesets/metropolis/reader.ts";
import { STARTER } from "../../../src/rulesets/metropolis/starter.ts";
import { loadTree } from "../../../src/scenario/extends.ts";
import { parseText } from "../../../src/scenario/located.ts";
import { jsonSchemaFor } from "../../../src/scenario/schema.ts";
import { loadStudy, studyOf } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { someOf } from "../../shipped.ts";

const folder = new URL("../../../scenarios/metropolis/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "catalogue.yaml");
/** So many cells of a file: all of them are in the reports that CI makes anew. */
const MOST = LONG ? 1_000 : 1;
const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");

describe("the shipped scenarios", () => {
  it("are more than six, and begin with the schema and a question", () => {
    const asking = files.filter((file) => file !== "contract.yaml");
    expect(asking.length).toBeGreaterThanOrEqual(6);
    for (const file of [...asking, "catalogue.yaml"])
      expect(textOf(file).split("\n")[0]).toBe("# yaml-language-server: $schema=../metropolis.schema.json");
    for (const file of asking) expect(textOf(file).split("\n")[1]).toMatch(/^# .*\?$/);
  });

  it.each(files)("%s runs, and every cell has metrics", async (file) => {
    const study = await loadStudy(new URL(file, folder).pathname);
    expect(study.warnings).toEqual([]);
    const { cells } = await run({ ...someOf(study, MOST), precision: undefined, trials: 2_000 });
    for (const cell of cells) {
      expect(cell.metrics?.length, cell.id).toBeGreaterThan(0);
      for (const metric of cell.metrics!) {
        const sum = metric.outcomes.reduce((total, outcome) => total + outcome.probability, 0);
        expect(sum, `${cell.id} ${metric.name}`).toBeCloseTo(1, 9);
      }
    }
    const simulated = cells.filter((cell) => cell.method !== "exact");
    expect(simulated.every((cell) => cell.kind === "engagement")).toBe(true);
  });

  it("the JSON schema beside them is the one that the program prints", () => {
    const shipped = JSON.parse(readFileSync(new URL("../metropolis.schema.json", folder), "utf8")) as object;
    expect(shipped).toEqual(JSON.parse(JSON.stringify(jsonSchemaFor(reader))));
  });

  it.each(["en", "fr"])("the starter is a scenario that runs: %s", async (lang) => {
    const text = lang === "en" ? STARTER.en : labelsOf(lang, "metropolis")!.starter!.join("\n");
    const { tree, problems } = await loadTree("-", {
      stdin: (async function* () {
        yield text;
      })(),
    });
    expect(problems).toEqual([]);
    const study = await studyOf(tree!, "starter.yaml");
    expect(study.cells.length).toBe(10);
    for (const { outcome } of study.cells) expect("profile" in outcome).toBe(true);
  });
});

describe("exact within a second", () => {
  const head = `version: 1
ruleset: metropolis
weapons: { gun: { damage: { contact: 5, short: 5 }, shots: 2 } }
units: { squad: { models: 10, assault: 5, shooting: 5, toughness: 4, wounds: 2, command: 5, weapon: gun } }
`;
  it.each([
    [
      "a volley of twenty models, two shots each",
      "{ kind: volley, attacker: { unit: squad, models: 20 }, defender: { unit: squad, models: 20 }, situation: { distance: 5 } }",
    ],
    [
      "an assault of ten a side",
      "{ kind: assault, attacker: squad, defender: { unit: squad, as: others }, situation: { charged: true } }",
    ],
    [
      "three rounds of models of one wound",
      "{ kind: assault, attacker: { unit: squad, wounds: 1 }, defender: { unit: squad, as: others, wounds: 1 }, situation: { rounds: 3 } }",
    ],
  ])("%s", async (_, text) => {
    const { root } = parseText(`${head}experiments: { e: ${text} }\n`, "f.yaml");
    const study = await studyOf(root!, "f.yaml");
    const { cells } = await run(study); // exact without being asked: cheap by the count of operations
    expect(cells[0]!.method).toBe("exact");
    expect(cells[0]!.metrics![0]!.outcomes[0]!.fraction).toMatch(/^\d+\/\d+$/);
  });
});
