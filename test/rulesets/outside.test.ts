/** A ruleset from outside: a package of its own in a project that allows it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { engineHash } from "../../src/analysis/engine-hash.ts";
import { run } from "../../src/analysis/run.ts";
import { conformance, deadFields, forgottenFields, tellTrial, throwsOf } from "../../src/conformance.ts";
import { englishIn } from "../../src/rule/message.ts";
import { loadReader } from "../../src/rulesets/index.ts";
import { useRulesets } from "../../src/scenario/outside.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { loadStudy } from "../../src/scenario/study.ts";

const FIXTURE = "examples/skirmish";

/** A project that has installed crible and the ruleset, which has a realm of its own: not a link into crible. */
function projectWith(lists: unknown, edit = (path: string, text: string) => (path === "" ? "" : text)): string {
  const root = mkdtempSync(join(tmpdir(), "crible-outside-"));
  made.push(root);
  mkdirSync(join(root, "node_modules"));
  symlinkSync(process.cwd(), join(root, "node_modules/crible"), "dir");
  cpSync(FIXTURE, join(root, "node_modules/crible-skirmish"), { recursive: true });
  for (const name of ["index.js", "reader.js", "package.json"]) {
    const path = join(root, "node_modules/crible-skirmish", name);
    writeFileSync(path, edit(name, readFileSync(path, "utf8")));
  }
  const text = JSON.stringify({ name: "project", private: true, crible: { rulesets: lists } }, undefined, 2);
  writeFileSync(join(root, "package.json"), `${text}\n`);
  cpSync(join(FIXTURE, "border.yaml"), join(root, "border.yaml"));
  return root;
}
const made: string[] = [];
afterAll(() => made.forEach((root) => void rmSync(root, { recursive: true })));
beforeAll(() => expect(existsSync("dist/ruleset.js"), "run npm run build first").toBe(true));

const faultOf = async (lists: unknown, edit?: (path: string, text: string) => string): Promise<string> =>
  useRulesets(projectWith(lists, edit)).then(
    () => "no fault",
    (error: unknown) => (error instanceof ScenarioError ? error.message : Promise.reject(error)),
  );

it("is unknown until a project's package.json lists the package: a scenario alone chooses no code", async () => {
  await expect(loadStudy(join(FIXTURE, "border.yaml"))).rejects.toThrow(/there is no ruleset "skirmish"/);
});

describe("what a project lists wrongly is a placed error", () => {
  it.each([
    ["a text", "crible-skirmish", /is a list of packages[\s\S]*package\.json:5:/],
    ["a number", [7], /a package is named by a text[\s\S]*package\.json:6:/],
    ["what is not installed", ["crible-skirmsh"], /is not installed: there is no node_modules\/crible-skirmsh/],
    ["an address", ["https://example.org/x.js"], /neither a package's name nor a folder/],
    ["a way out of the project", ["../elsewhere"], /neither a package's name nor a folder/],
    ["a package that brings none", ["crible"], /has no "crible": \{ name, ruleset, reader \}/],
  ])("%s", async (_, lists, message) => {
    expect(await faultOf(lists)).toMatch(message);
  });
  it("a module outside the package, a missing half, a name that ships", async () => {
    const said = (from: string, to: string) => (path: string, text: string) =>
      path === "package.json" ? text.replace(from, to) : text;
    expect(await faultOf(["crible-skirmish"], said("./reader.js", "../crible/dist/index.js"))).toMatch(/no file/);
    expect(await faultOf(["crible-skirmish"], said('"ruleset": "./index.js",', ""))).toMatch(/says no ruleset/);
    expect(await faultOf(["crible-skirmish"], said('"skirmish"', '"metropolis"'))).toMatch(/which ships with crible/);
  });
});

describe("once it is listed", () => {
  const project = projectWith(["crible-skirmish"]);
  conformance("skirmish", { scenarios: [join(project, "border.yaml")], project });

  it("is computed exactly: a bow with two shots at an orc", async () => {
    await useRulesets(project);
    const { cells } = await run(await loadStudy(join(project, "border.yaml"), { only: ["shot"] }));
    const out = cells.map(({ metrics }) => metrics![0]!.outcomes.find(({ value }) => value === "out")!.fraction);
    // Hit on 3+, in cover on 5+; pierce 1 leaves a save of 5+, and luck saves on 6: 4/6 or 2/6, times 4/6, times 5/6.
    expect(out).toEqual(["10/27", "5/27"]);
  });

  it("is part of the engine that baselines are of", async () => {
    const hash = engineHash();
    await useRulesets(projectWith(["crible-skirmish"], (_, text) => `${text}\n`));
    expect(engineHash()).not.toBe(hash);
    await useRulesets(project);
    expect(engineHash()).toBe(hash);
  });

  it("control: a field that is read and ignored is found", async () => {
    const reader = await loadReader("skirmish");
    const unit = (reader.parts.unit as z.ZodObject).extend({ morale: z.int().optional() });
    const planted = { ...reader, parts: { ...reader.parts, unit } };
    expect(await deadFields(planted, [join(project, "border.yaml")])).toEqual(["units.morale"]);
  });

  it('control: a field that acts and that "used" leaves out is found', async () => {
    const reader = await loadReader("skirmish");
    const used = () => ({ attacker: ["skill", "weapon"], defender: ["save"] });
    const planted = { ...reader, plain: { ...reader.plain, used } };
    const forgotten = await forgottenFields(planted, [join(project, "border.yaml")]);
    expect(forgotten).toEqual(["shot: defender.luck", "volley: defender.luck"]);
    expect(await forgottenFields(reader, [join(project, "border.yaml")])).toEqual([]);
  });

  it("reads a needed die as 4 and as 4+, and tells whose dice they are", async () => {
    const cell = async (save: string) => {
      const study = await loadStudy(join(project, "border.yaml"), { set: [`units.orcs.save=${save}`] });
      return JSON.stringify((await run(study, { workers: 0 })).cells);
    };
    expect(await cell("4")).toBe(await cell("4+"));
    expect(await cell("5+")).not.toBe(await cell("4+"));
    await expect(cell("9+")).rejects.toThrow(/save[\s\S]*2\+ to 6\+/u);
    const study = await loadStudy(join(project, "border.yaml"));
    const { kinds } = (await loadReader("skirmish")).ruleset;
    const volley = study.cells.find(({ kind }) => kind === "volley")!;
    const { entries } = tellTrial(kinds.volley!, (volley.outcome as { profile: unknown }).profile, 0, 6);
    const acts = throwsOf(entries).map(({ act, rule }) => `${rule} ${englishIn(act)}`);
    expect(acts.filter((act) => act.startsWith("S-HIT")).every((act) => act.includes("Elves"))).toBe(true);
    expect(acts.filter((act) => act.startsWith("S-SAVE")).every((act) => act.includes("Orcs"))).toBe(true);
    expect(acts.some((act) => act.startsWith("S-SAVE"))).toBe(true);
  });

  it("does not come up where its module says another name", async () => {
    const other = projectWith(["crible-skirmish"], (path, text) =>
      path === "index.js" ? text.replace('name: "skirmish"', 'name: "brawl"') : text,
    );
    await useRulesets(other);
    await expect(loadStudy(join(other, "border.yaml"))).rejects.toThrow(
      /border\.yaml:2:[\s\S]*brings brawl, not skirmish|brings brawl, not skirmish[\s\S]*border\.yaml:2:/,
    );
    await useRulesets(project);
  });
});
