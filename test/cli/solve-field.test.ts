import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crible } from "./crible.ts";

const fights = (units: string) => `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
experiments:
  f:
    kind: engagement
    sides:
      - { units: [{ unit: [${units}], models: 2, order: aimed }] }
      - { units: [{ unit: [${units}], models: 2, order: aimed }] }
    situation: { distance: 12, turns: 2 }
`;

it("solve --points of a field says what it takes and what prices it together; of two units it says nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crible-field-"));
  const said = async (units: string) => {
    const file = join(folder, "f.yaml");
    writeFileSync(file, fights(units));
    return (await crible(["solve", file, "--points"])).stderr.replaceAll(/\s+/g, " ");
  };
  expect(await said("rangers, marines, guardians")).toMatch(
    /f: an even price of each of 9 fights by itself takes about \d+ s of one core; .* crible rank \S+ --only f --even/,
  );
  expect(await said("rangers, marines")).not.toMatch(/crible rank/);
});
