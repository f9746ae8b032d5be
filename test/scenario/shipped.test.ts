import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isBuilt, loadReader, RULESETS } from "../../src/rulesets/index.ts";
import { jsonSchemaFor } from "../../src/scenario/schema.ts";
import { loadStudy } from "../../src/scenario/study.ts";

/** Everything under scenarios/ is what it says: valid, runnable, and known to editors. */
const built = RULESETS.filter(isBuilt);
const files = built.flatMap((ruleset) =>
  readdirSync(join("scenarios", ruleset))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => join("scenarios", ruleset, file)),
);
const schemaFile = (ruleset: string) => join("scenarios", `${ruleset}.schema.json`);
/** Of each ruleset, made once: a schema of some thousand lines is dear. */
const validators = new Map<string, ReturnType<Ajv["compile"]>>(
  built.map((ruleset) => [
    ruleset,
    new Ajv({ strict: false, allErrors: true }).compile(
      JSON.parse(readFileSync(schemaFile(ruleset), "utf8")) as object,
    ),
  ]),
);

describe("JSON Schema", () => {
  it.each(built)(
    "scenarios/%s.schema.json is what crible schema prints (npm run schemas makes it)",
    async (ruleset) => {
      const current = JSON.stringify(jsonSchemaFor(await loadReader(ruleset)), undefined, 2);
      expect(readFileSync(schemaFile(ruleset), "utf8").trim()).toBe(current);
    },
  );

  it.each(files)("%s is valid by it, and says where it is", (file) => {
    const text = readFileSync(file, "utf8");
    const ruleset = dirname(file).split("/").at(-1)!;
    const validate = validators.get(ruleset)!;
    const scenario = parse(text) as Record<string, unknown>;
    expect(validate(scenario), JSON.stringify(validate.errors)).toBe(true);
    if (file.endsWith("contract.yaml")) return; // kept as it was given
    expect(text.split("\n")[0]).toBe(`# yaml-language-server: $schema=${relative(dirname(file), schemaFile(ruleset))}`);
  });

  it("control: a misspelt key is invalid", async () => {
    const validate = new Ajv({ strict: false }).compile(jsonSchemaFor(await loadReader("alpha-omega")));
    expect(validate({ version: 1, ruleset: "alpha-omega", wepons: {} })).toBe(false);
  });
});

describe("scenarios", () => {
  const scenarios = files.filter((file) => !file.endsWith("catalogue.yaml"));
  it.each(scenarios)("%s has cells, each with an answer", async (file) => {
    const { cells } = await loadStudy(file);
    expect(cells.length).toBeGreaterThan(0);
    for (const cell of cells) expect("profile" in cell.outcome || "statement" in cell.outcome, cell.id).toBe(true);
  });
});
