/** Commands that take several files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder, SCENARIO } from "./crible.ts";

const CATALOGUE = SCENARIO.slice(0, SCENARIO.indexOf("modifierSets:"));

function files(given: Readonly<Record<string, string>>): string {
  const cwd = folder();
  for (const [name, text] of Object.entries(given)) writeFileSync(join(cwd, name), text);
  return cwd;
}

describe.concurrent("several files", () => {
  it("validate tells every file's errors and what is right about the others: 3", async () => {
    const bad = (word: string) => SCENARIO.replace("weapons:", `${word}:`);
    const cwd = files({ "a.yaml": bad("wepons"), "b.yaml": SCENARIO, "c.yaml": bad("weapns") });
    const { code, stdout, stderr } = await crible(["validate", "a.yaml", "b.yaml", "c.yaml", "gone.yaml"], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain("--> a.yaml:4:1");
    expect(stderr).toContain("--> c.yaml:4:1");
    expect(stderr).toContain("gone.yaml");
    expect(stdout).toMatch(/^b\.yaml: alpha-omega, 3 cells, no error; a run takes a second or less\n/);
  });

  it("validate tells all faults of a file, where a run tells twenty", async () => {
    const cwd = files({ "many.yaml": `${SCENARIO}${Array.from({ length: 30 }, (_, i) => `wrong${i}: 1\n`).join("")}` });
    const told = async (command: string) => (await crible([command, "many.yaml"], { cwd })).stderr;
    expect((await told("validate")).match(/^error: unknown key/gmu)).toHaveLength(30);
    expect((await told("run")).match(/^error: unknown key/gmu)).toHaveLength(20);
  });

  it("validate passes a catalogue, which run has nothing of to run", async () => {
    const cwd = files({ "units.yaml": CATALOGUE, "wrong.yaml": CATALOGUE.replace("save: 4+", "save: high") });
    expect(await crible(["validate", "units.yaml"], { cwd })).toMatchObject({
      code: 0,
      stdout: "units.yaml: alpha-omega, a catalogue: 2 units, 1 weapon; no experiments, no error\n",
      stderr: "",
    });
    expect((await crible(["validate", "wrong.yaml"], { cwd })).code).toBe(3);
    expect((await crible(["validate", "units.yaml", "--only", "duel"], { cwd })).code).toBe(3);
    const run = await crible(["run", "units.yaml"], { cwd });
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("there is nothing to run")]);
  });

  it("compare refuses files of two rulesets, and names both: 3", async () => {
    const [a, b] = ["scenarios/wh40k-10e/charge.yaml", "scenarios/metropolis/charge.yaml"];
    const { code, stdout, stderr } = await crible(["compare", a!, b!]);
    expect(stdout).toBe("");
    expect([code, stderr]).toEqual([
      3,
      `error: cannot compare games: ${a} is of wh40k-10e, ${b} of metropolis (give two files of one ruleset)\n`,
    ]);
  });
});
