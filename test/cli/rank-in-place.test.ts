/** A field whose third unit is a variant written in place is the field that has it under `units:`. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crible } from "./crible.ts";

const ONES = "ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle";
const file = (listed: string, third: string) => `version: 1
ruleset: alpha-omega
seed: 5
weapons:
  rifle: { range: { 40: 0 }, saveModifier: -1 }
units:
  ones: { label: Ones, points: 10, ${ONES} }
  twos: { label: Twos, points: 10, ${ONES} }
${listed}
experiments:
  sale:
    kind: engagement
    sides:
      - { points: 40, units: [{ unit: [ones, twos, ${third}], order: aimed }] }
      - { points: 40, units: [{ unit: [ones, twos, ${third}], order: aimed }] }
    situation: { distance: 12, turns: 1 }
  free:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, ${third}], models: 4, order: aimed }] }
      - { units: [{ unit: [ones, twos, ${third}], models: 4, order: aimed }] }
    situation: { distance: 12, turns: 1 }
`;
const UNDER_UNITS = file(`  threes: { label: Threes, points: 8, ${ONES} }`, "threes");
const IN_PLACE = file("", "{ unit: ones, as: threes, label: Threes, points: 8 }");

async function told(text: string, ...args: string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "crible-rank-"));
  writeFileSync(join(cwd, "sale.yaml"), text);
  const { code, stdout, stderr } = await crible(["rank", "sale.yaml", ...args], { cwd });
  expect(code, stderr).toBe(0);
  return stdout.replace(/^Again: .*$/m, "");
}

it.each([
  ["prices that make it even", ["--only", "sale", "--even"], / at another price: Threes 9 instead of 8\./],
  ["equal points of sides that say their models", ["--only", "free", "--points", "40"], /5 Threes/],
])("%s", async (_, args, expected) => {
  const inPlace = await told(IN_PLACE, ...args);
  expect(inPlace).toMatch(expected);
  expect(inPlace).toBe(await told(UNDER_UNITS, ...args));
});

it("equal points of a variant that says its models: they are bought like those of the others", async () => {
  const own = IN_PLACE.replaceAll("models: 4, ", "").replaceAll("label: Threes,", "label: Threes, models: 7,");
  expect(await told(own, "--only", "free", "--points", "40")).toMatch(/They bring 4 Ones, 4 Twos and 5 Threes\./);
});

it("what characteristics are changed into is the variant's, and not the unit's that it is of", async () => {
  const plain = (text: string) => text.replaceAll("models: 4, ", "");
  const models = (name: string, count: number) => ["--set", `units.${name}.models=${count}`];
  const args = ["--only", "free", "--even", "--change", "models,save", ...models("ones", 4), ...models("twos", 4)];
  const inPlace = await told(plain(IN_PLACE).replaceAll("label: Threes,", "label: Threes, models: 5,"), ...args);
  expect(inPlace).toMatch(/Even with changes: Threes models 5 → 4\. /);
  expect(inPlace).toMatch(/Change in all: 1 step; no smaller change/);
  expect(inPlace).toBe(await told(plain(UNDER_UNITS), ...args, ...models("threes", 5)));
});
