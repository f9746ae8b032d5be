import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { labelsOf } from "../../../src/rulesets/languages.ts";
import { reader } from "../../../src/rulesets/wh40k-10e/reader.ts";
import { STARTER } from "../../../src/rulesets/wh40k-10e/starter.ts";
import { loadTree } from "../../../src/scenario/extends.ts";
import { parseText } from "../../../src/scenario/located.ts";
import { jsonSchemaFor } from "../../../src/scenario/schema.ts";
import { loadStudy, studyOf } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { someOf } from "../../shipped.ts";

const folder = new URL("../../../scenarios/wh40k-10e/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "catalogue.yaml");
/** So many cells of a file: all of them are in the reports that CI makes anew. */
const MOST = LONG ? 1_000 : 1;
const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");

describe("the shipped scenarios", () => {
  it("are at least eight, and begin with the schema and a question", () => {
    const asking = files.filter((file) => file !== "contract.yaml");
    expect(asking.length).toBeGreaterThanOrEqual(8);
    for (const file of [...asking, "catalogue.yaml"])
      expect(textOf(file).split("\n")[0]).toBe("# yaml-language-server: $schema=../wh40k-10e.schema.json");
    for (const file of asking) expect(textOf(file).split("\n")[1], file).toMatch(/^# .*[?.]$/);
  });

  it.each(files)("%s runs exactly, cell by cell", async (file) => {
    const study = await loadStudy(new URL(file, folder).pathname);
    expect(study.warnings).toEqual([]);
    const { cells } = await run(someOf(study, MOST));
    for (const cell of cells) {
      if (cell.statement) continue;
      expect(cell.method, cell.id).toBe("exact");
      for (const metric of cell.metrics!) {
        const sum = metric.outcomes.reduce((total, outcome) => total + outcome.probability, 0);
        expect(sum, `${cell.id} ${metric.name}`).toBeCloseTo(1, 9);
      }
    }
    const forbidden = study.cells.filter(({ outcome }) => !("profile" in outcome)).map(({ id }) => id);
    const expected: Record<string, string[]> = {
      "big-guns.yaml": ["tank~lemanRuss~orkBoyz~friendsEngaged"],
      "snipers.yaml": ["atHimAlone~eliminators~captain~lone"],
    };
    expect(forbidden).toEqual(expected[file] ?? []);
  });

  it("the matrix has four hundred cells", async () => {
    const { cells } = await loadStudy(new URL("matrix.yaml", folder).pathname);
    expect(cells).toHaveLength(400);
  });

  it("the JSON schema beside them is the one that the program prints", () => {
    const shipped = JSON.parse(readFileSync(new URL("../wh40k-10e.schema.json", folder), "utf8")) as object;
    expect(shipped).toEqual(JSON.parse(JSON.stringify(jsonSchemaFor(reader))));
  });

  it.each(["en", "fr"])("the starter is a scenario that runs: %s", async (lang) => {
    const text = lang === "en" ? STARTER.en : labelsOf(lang, "wh40k-10e")!.starter!.join("\n");
    const { tree, problems } = await loadTree("-", {
      stdin: (async function* () {
        yield text;
      })(),
    });
    expect(problems).toEqual([]);
    const { cells } = await studyOf(tree!, "starter");
    expect(cells.every(({ outcome }) => "profile" in outcome)).toBe(true);
    expect(parseText(text, "starter").problems).toEqual([]);
  });
});
