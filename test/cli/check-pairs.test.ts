/** The sums of blocks beside a baseline, as a person meets them. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder } from "./crible.ts";

/** Unlike soldiers, so that it is played and not solved. */
const FIGHT = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
seed: 3
trials: 4096
units:
  squad:
    members:
      - { models: 3, ballisticSkill: 4+, closeCombat: 5, initiative: 5, save: 4+, command: 3+, weapon: bolter }
      - { models: 1, ballisticSkill: 5+, closeCombat: 4, initiative: 5, save: 5+, command: 3+, weapon: bolter }
experiments:
  fight:
    kind: engagement
    sides: [{ units: [{ unit: squad, order: manoeuvre }] }, { units: [{ unit: rangers, order: aimed }] }]
    situation: { distance: 20, turns: 3 }
`;
const SIDECAR = "balance.baseline.blocks.json";
const run = (cwd: string, ...words: string[]) =>
  crible(["check", "fight.yaml", ...words], {
    cwd,
    env: { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined },
  });
const textOf = (cwd: string, name = SIDECAR) => readFileSync(join(cwd, name), "utf8");
async function made(...words: string[]) {
  const cwd = folder();
  writeFileSync(join(cwd, "fight.yaml"), FIGHT);
  const updated = await run(cwd, "--update", "--workers", "0", ...words);
  expect(updated.code).toBe(0);
  return { cwd, updated };
}
/** A folder with the fight and its baseline: a copy of one that is made once. */
let first: ReturnType<typeof made> | undefined;
async function settled() {
  first ??= made();
  const { cwd, updated } = await first;
  const own = folder();
  cpSync(cwd, own, { recursive: true });
  return { cwd: own, updated };
}
const edit = (cwd: string) => writeFileSync(join(cwd, "fight.yaml"), FIGHT.replace("save: 5+", "save: 6+"));

describe.concurrent("crible check in pairs", () => {
  it("--update writes both files; a changed scenario is compared in pairs; the bytes do not depend on workers", async () => {
    const { cwd, updated } = await settled();
    expect(updated.stderr).toBe(`wrote balance.baseline.yaml and ${SIDECAR}\n`);
    const [baseline, sums] = [textOf(cwd, "balance.baseline.yaml"), textOf(cwd)];
    for (const workers of ["2"]) {
      expect((await run(cwd, "--update", "--quiet", "--workers", workers)).code).toBe(0);
      expect([textOf(cwd, "balance.baseline.yaml"), textOf(cwd)]).toEqual([baseline, sums]);
    }
    edit(cwd);
    const [alone, two] = await Promise.all(["0", "2"].map((n) => run(cwd, "--json", "--workers", n)));
    expect(two!.stdout).toBe(alone!.stdout);
    expect(JSON.parse(alone!.stdout)).toMatchObject({ paired: 1, differs: ["scenario"] });
    expect(alone!.stderr).toBe("");
  });

  it("what stays undecided is decided by as many trials as are named, the baseline stored anew with them", async () => {
    const { cwd } = await settled();
    const harder = () => writeFileSync(join(cwd, "fight.yaml"), FIGHT.replaceAll("command: 3+", "command: 4+"));
    harder();
    const first = await run(cwd, "--trials", "1024");
    expect(first.stdout).toContain("Balance check: inconclusive");
    const [, needed = ""] = /--update --trials (\d+)\./.exec(first.stdout) ?? [];
    expect(Number(needed)).toBeGreaterThan(4096);
    writeFileSync(join(cwd, "fight.yaml"), FIGHT);
    expect((await run(cwd, "--update", "--quiet", "--trials", needed)).code).toBe(0);
    harder();
    const again = await run(cwd, "--json", "--trials", needed);
    expect(JSON.parse(again.stdout)).toMatchObject({ paired: 1, verdict: expect.not.stringMatching("inconclusive") });
  });

  it("what mends a slow drift names both files: it writes both", async () => {
    const { cwd } = await settled();
    const sums = textOf(cwd);
    writeFileSync(join(cwd, "fight.yaml"), FIGHT.replace("save: 4+", "save: 9+"));
    // A margin so wide that this step is within it: the anchor stays.
    expect((await run(cwd, "--update", "--quiet", "--margin", "99pp", "--margin", "999")).code).toBe(0);
    const accepted = textOf(cwd);
    expect(accepted).not.toBe(sums);
    const { code, stdout } = await run(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain(`check fight.yaml --update --anchor && git add balance.baseline.yaml ${SIDECAR}\n`);
    expect((await run(cwd, "--update", "--anchor", "--quiet")).code).toBe(0);
    expect(textOf(cwd)).not.toBe(accepted);
    expect((await run(cwd)).code).toBe(0);
  });

  it("without the sums, or with --no-pairs, independent runs are compared; the first is told", async () => {
    const { cwd } = await settled();
    edit(cwd);
    const own = await run(cwd, "--json", "--no-pairs");
    expect([JSON.parse(own.stdout).paired, own.stderr]).toEqual([undefined, ""]);
    const fresh = await made("--no-pairs");
    expect(existsSync(join(fresh.cwd, SIDECAR))).toBe(false);
    expect((await run(fresh.cwd)).stderr).toBe(""); // nothing has changed: nothing is compared
    edit(fresh.cwd);
    const { stderr } = await run(fresh.cwd);
    expect(stderr).toContain("compared without pairs: the baseline has no sums of blocks");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("sums that are no longer made are removed, with a word", async () => {
    const { cwd } = await settled();
    const { stderr } = await run(cwd, "--update", "--no-pairs");
    expect(stderr).toContain(`removed ${SIDECAR}`);
    expect(existsSync(join(cwd, SIDECAR))).toBe(false);
  });

  it.each([
    ["edited", (text: string) => text.replace(/: \[\d+/, ": [3"), "not those that were written"],
    ["of a merge", (text: string) => `<<<<<<< HEAD\n${text}`, "conflict markers"],
  ])("sums that are %s: 3, and --update mends them", async (_, change, message) => {
    const { cwd } = await settled();
    const sound = textOf(cwd);
    writeFileSync(join(cwd, SIDECAR), change(sound));
    const { code, stderr } = await run(cwd);
    expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
    expect(stderr).toContain("crible check fight.yaml --update");
    expect((await run(cwd, "--update", "--quiet")).code).toBe(0);
    expect(textOf(cwd)).toBe(sound);
  });

  it("sums of another baseline: 3", async () => {
    const { cwd } = await settled();
    const sums = textOf(cwd);
    expect((await run(cwd, "--update", "--quiet", "--trials", "8192")).code).toBe(0);
    writeFileSync(join(cwd, SIDECAR), sums);
    const { code, stderr } = await run(cwd);
    expect([code, stderr]).toEqual([3, expect.stringContaining(`not the baseline that ${SIDECAR} was written with`)]);
    expect(stderr).toContain("--> balance.baseline.yaml:1:1");
  });
});
