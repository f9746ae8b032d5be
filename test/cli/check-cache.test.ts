import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiskCache } from "../../src/cli/cache.ts";
import { crible, workplace } from "./crible.ts";
import { poisoned } from "./kept.ts";

/** A volley that is solved, a fight that is solved and one that is played, of a file that extends another. */
const FIGHTS = `version: 1
ruleset: alpha-omega
title: { en: Checked, fr: Vérifié }
extends: units.yaml
trials: 40000
experiments:
  whole: { kind: volley, attacker: rangers, defender: marines, situation: { distance: 12 } }
  fight: &fight
    kind: engagement
    sides: [{ units: [{ unit: rangers, order: aimed }] }, { units: [{ unit: marines, order: aimed }] }]
    situation: { distance: 12, turns: 4 }
  long:
    kind: engagement
    sides: [{ units: [{ unit: rangers, models: 3, order: aimed }, { unit: scouts, models: 2, order: manoeuvre }] }, { units: [{ unit: marines, models: 4, order: move }, { unit: scouts, models: 3, order: aimed }] }]
    situation: { distance: 12, turns: 5 }
goals: [{ experiment: whole, metric: casualties, between: [0, 4] }]
`.replace("&fight\n", "\n");
const UNITS = `weapons:
  rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 }
units:
  rangers: { ballisticSkill: 4+, save: 4+, command: 3+, weapon: rifle, models: 4, initiative: 6, closeCombat: 3 }
  marines: { ballisticSkill: 4+, save: 5+, command: 3+, weapon: rifle, models: 4, initiative: 5, closeCombat: 4 }
  scouts: { ballisticSkill: 3+, save: 6+, command: 4+, weapon: rifle, models: 3, initiative: 7, closeCombat: 3, skills: [camouflage] }
`;

async function checked() {
  const cwd = workplace(() => FIGHTS);
  writeFileSync(join(cwd, "units.yaml"), UNITS);
  const env = { CRIBLE_CACHE: join(cwd, "cache") };
  const check = (...words: string[]) => crible(["check", "study.yaml", "--workers", "0", ...words], { cwd, env });
  const updated = await check("--update", "--no-cache", "--quiet");
  expect({ code: updated.code, stderr: updated.stderr }).toEqual({ code: 0, stderr: "" });
  return { cwd, env, check };
}

/** The files of one sort, each as it may be written again. */
function entries(cache: string, sort: string) {
  const disk = new DiskCache(cache);
  return readdirSync(join(cache, "cells"), { recursive: true, encoding: "utf8" }).flatMap((name) => {
    if (!/^[0-9a-f]{2}.[0-9a-f]{30}$/.test(name)) return [];
    const whole = readFileSync(join(cache, "cells", name), "utf8");
    const end = whole.indexOf("\n") + 1;
    if (!whole.startsWith(`crible 1 ${sort} `)) return [];
    return [
      { text: whole.slice(end), write: (text: string) => disk.write(sort as "check", name.replace(/[\\/]/, ""), text) },
    ];
  });
}

describe("a check of which nothing has changed", async () => {
  const { cwd, env, check } = await checked();
  const expected = await check("--json", "--no-cache");
  expect(expected.code).toBe(0);

  it("prints what it printed, from what was kept", async () => {
    expect(await check("--json")).toEqual(expected);
    expect(entries(env.CRIBLE_CACHE, "check").length).toBe(1);
    expect(await check("--json")).toEqual(expected);
    expect((await check("--json", "--recheck", "100%")).stdout).toBe(expected.stdout);
    expect((await check()).stdout).toBe((await check("--no-cache")).stdout);
    expect((await check("--lang", "fr")).stdout).toBe((await check("--lang", "fr", "--no-cache")).stdout);
  });

  it("is found out where it is not what comes out, and everything computed anew", async () => {
    for (const { text, write } of entries(env.CRIBLE_CACHE, "check")) {
      const data = JSON.parse(text);
      // The entry of somebody who lets a cell pass: the digest is of other numbers than it comes to.
      const forged = { ...data, result: { ...data.result, verdict: "fail" }, cells: forgedCells(data.cells) };
      await write(JSON.stringify(forged));
    }
    // Control: it is taken as it is where nothing is computed again.
    expect((await check("--json", "--recheck", "0%")).code).toBe(1);
    const found = await check("--json", "--recheck", "100%");
    expect(found.stdout).toBe(expected.stdout);
    expect(found.code).toBe(0);
    expect(found.stderr).toContain("does not come to: it is emptied, and everything is computed anew");
    expect(entries(env.CRIBLE_CACHE, "check").length).toBe(0);
  });

  const forgedCells = (cells: Record<string, [number, string]>) =>
    Object.fromEntries(Object.entries(cells).map(([id, [look]]) => [id, [look, "0123456789abcdef"]]));

  it("is made again where it is no such thing", async () => {
    for (const forged of ["", "{}", "[]", '{"result":{"verdict":"pass"},"warnings":"","cells":{}}']) {
      await check("--json");
      for (const { write } of entries(env.CRIBLE_CACHE, "check")) await write(forged);
      expect((await check("--json")).stdout).toBe(expected.stdout);
    }
  });

  it("of another file, baseline, word or number is another", async () => {
    await check("--quiet");
    const many = () => entries(env.CRIBLE_CACHE, "check").length;
    const before = many();
    await check("--quiet", "--strict");
    await check("--quiet", "--set", "units.scouts.save=5+");
    await check("--quiet", "--margin", "2pp");
    await check("--quiet", "--trials", "20000");
    expect(many()).toBeGreaterThanOrEqual(before + 2); // those in pairs are kept block by block
    // What it extends, and the numbers it is held against.
    const stdout = async () => (await check()).stdout;
    const was = await stdout();
    const baseline = join(cwd, "balance.baseline.yaml");
    const text = readFileSync(baseline, "utf8");
    writeFileSync(join(cwd, "units.yaml"), UNITS.replace("save: 5+", "save: 3+"));
    const edited = await check("--workers", "0");
    expect(edited.code).toBe(1);
    expect(edited.stdout).not.toBe(was);
    expect(edited.stdout).toBe((await check("--no-cache")).stdout);
    writeFileSync(join(cwd, "units.yaml"), UNITS);
    writeFileSync(baseline, text.replace(/(fight.*exact: )(\d)/, "$19"));
    expect((await check()).stdout).toBe((await check("--no-cache")).stdout);
    writeFileSync(baseline, text);
    expect(await stdout()).toBe(was);
  });
});

it("a check whose exact numbers moved is kept as well, with what its cells were and are", async () => {
  const cwd = workplace(() => FIGHTS.replace(/ {2}long:(.|\n)*(?=goals:)/, ""));
  writeFileSync(join(cwd, "units.yaml"), UNITS);
  const env = { CRIBLE_CACHE: join(cwd, "cache") };
  const check = (...words: string[]) => crible(["check", "study.yaml", "--workers", "0", ...words], { cwd, env });
  await check("--update", "--no-cache", "--quiet");
  writeFileSync(join(cwd, "units.yaml"), UNITS.replace("save: 5+", "save: 3+"));
  const first = await check("--json", "--html", "first.html");
  expect(first.code).toBe(1);
  expect(JSON.parse(first.stdout).moved.length).toBeGreaterThan(0);
  expect(entries(env.CRIBLE_CACHE, "check").length).toBe(1);
  expect(await check("--json", "--html", "again.html")).toEqual({ ...first, stderr: "" });
  expect(readFileSync(join(cwd, "again.html"), "utf8")).toBe(readFileSync(join(cwd, "first.html"), "utf8"));
});

it("a check finds an answer in the cache that is not the right one", async () => {
  const { env, check } = await checked();
  const edit = ["--set", "units.scouts.save=5+", "--json"];
  const expected = (await check(...edit, "--no-cache")).stdout;
  expect((await check(...edit)).stdout).toBe(expected);
  expect((await check(...edit)).stdout).toBe(expected);
  const answers = entries(env.CRIBLE_CACHE, "answer");
  expect(answers.length).toBeGreaterThan(0);
  for (const { text, write } of answers) await write(poisoned(text));
  for (const { write } of entries(env.CRIBLE_CACHE, "check")) await write("{}");
  const found = await check(...edit, "--recheck", "100%");
  expect(found.stdout).toBe(expected);
  expect(found.stderr).toContain("is emptied");
});

it("super-blocks of a check in pairs are kept, and those that count otherwise are found", async () => {
  const { env, check } = await checked();
  const edit = ["--set", "units.scouts.save=5+", "--json"];
  const expected = (await check(...edit, "--no-cache")).stdout;
  expect(JSON.parse(expected).paired).toBe(1);
  expect((await check(...edit)).stdout).toBe(expected);
  const blocks = entries(env.CRIBLE_CACHE, "blocks");
  expect(blocks.length).toBe(1);
  expect((await check(...edit)).stdout).toBe(expected);
  expect((await check(...edit, "--recheck", "100%")).stdout).toBe(expected);
  expect(entries(env.CRIBLE_CACHE, "blocks").map(({ text }) => text)).toEqual(blocks.map(({ text }) => text));
});

it("a share is asked for as one", async () => {
  const { check } = await checked();
  expect((await check("--recheck", "half")).code).toBe(2);
});
