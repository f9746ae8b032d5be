import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder, SCENARIO, workplace } from "./crible.ts";

const NO_CI = { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined };
const run = (cwd: string, words: readonly string[], env: Record<string, string | undefined> = {}, input?: string) =>
  crible(["check", ...words], { cwd, env: { ...NO_CI, ...env }, ...(input === undefined ? {} : { input }) });
const BASELINE = "balance.baseline.yaml";
const baselineOf = (cwd: string) => readFileSync(join(cwd, BASELINE), "utf8");
const change = (cwd: string, from: string, to: string, file = "study.yaml") => {
  const text = readFileSync(join(cwd, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(cwd, file), text.replace(from, to));
};
/** A folder with the scenario and its baseline. */
async function settled(): Promise<string> {
  const cwd = workplace();
  expect((await run(cwd, ["study.yaml", "--update", "--quiet"])).code).toBe(0);
  return cwd;
}

/** Five scouts with names of their own, who shoot, and fight so that a worse shot and a better save cancel. */
const GATE = `version: 1
ruleset: alpha-omega
title: Gate
extends: crible:alpha-omega/catalogue
units:
  scouts: { label: Scouts, models: 5, ballisticSkill: 3+, save: 6+, command: 3+, initiative: 6, weapon: laserRifle, points: 15 }
modifierSets:
  inCover: { title: in cover, situation: { visible: 40 } }
experiments:
  ambush: { kind: volley, attacker: scouts, defender: [marines, orkBoyz], situation: { attackerOrder: aimed, defenderOrder: move, distance: 20 }, with: [base, inCover] }
  fight:
    kind: engagement
    sides: [{ units: [{ unit: scouts, models: 5, order: aimed }] }, { units: [{ unit: marines, models: 3, order: aimed }] }]
    situation: { distance: 20, turns: 4 }
`;

/** One that no test writes to. */
const shared = settled();

describe.concurrent("crible check", () => {
  it("--update writes a baseline and says what it accepts; the check then passes in one line: 0", async () => {
    const cwd = workplace();
    const { code, stdout, stderr } = await run(cwd, ["study.yaml", "--update"]);
    expect([code, stderr]).toEqual([0, `wrote ${BASELINE}\n`]);
    expect(stdout).toMatch(/^ {2}\+ oneShot~rangers~marines~base\/outcome=down: \d+\.\d % \(\d+\/\d+\)$/m);
    expect(stdout.trim().split("\n").at(-1)).toBe("11 added");
    const passed = await run(cwd, ["study.yaml"]);
    expect(passed).toMatchObject({ code: 0, stderr: "" });
    expect(passed.stdout).toBe(`Balance check: pass, 11 numbers identical to ${BASELINE}\n`);
  });

  it("a number that moved fails by name: 1; the command it names mends it", async () => {
    const cwd = await settled();
    change(cwd, "save: 5+", "save: 7+");
    const { code, stdout } = await run(cwd, ["study.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Balance check: fail;.*\n\nsave \(.*\) 5\+ → 7\+ \(units\.marines\.save, study\.yaml:\d+\)\n(?: {2}\w.*\n)? {2}✗ drift /,
    );
    expect(stdout).toMatch(/✗ drift {2}Whole: rangers against marines, casualties: /);
    expect(stdout).toContain("crible check study.yaml --update && git add balance.baseline.yaml");
    const before = baselineOf(cwd);
    const accepted = await run(cwd, ["study.yaml", "--update"]);
    expect(accepted.stdout).toMatch(
      /^ {2}~ whole~rangers~marines~base\/casualties: .* → .*; beyond the margin, so anchored here$/m,
    );
    expect(baselineOf(cwd)).not.toBe(before);
    expect(baselineOf(cwd)).not.toContain("casualties: { exact: 96/125"); // neither there nor as an anchor
    expect((await run(cwd, ["study.yaml"])).code).toBe(0);
  });

  it("a slow drift that was accepted step by step fails; its advice alone mends it", async () => {
    const cwd = await settled();
    const wide = ["--margin", "99pp", "--margin", "999"];
    change(cwd, "save: 5+", "save: 7+");
    // A margin so wide that this step is within it: the anchor stays.
    expect((await run(cwd, ["study.yaml", "--update", "--quiet", ...wide])).code).toBe(0);
    expect(baselineOf(cwd)).toContain("anchor:");
    const { code, stdout } = await run(cwd, ["study.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toContain("(since its anchor)");
    expect(stdout).not.toContain("To accept these numbers");
    expect(stdout).toContain(
      `Anchor all numbers where they stand now: crible check study.yaml --update --anchor && git add ${BASELINE}`,
    );
    expect((await run(cwd, ["study.yaml", "--update", "--anchor"])).code).toBe(0);
    expect((await run(cwd, ["study.yaml"])).code).toBe(0);
  });

  it("the update that is named has the margins of the check", async () => {
    const cwd = await settled();
    change(cwd, "save: 5+", "save: 7+");
    const { stdout } = await run(cwd, ["study.yaml", "--margin", "0.5pp"]);
    expect(stdout).toContain("crible check study.yaml --update --margin 0.5pp && git add");
  });

  it("of several edits it says what each alone does to an exact number, as a check of that edit alone does", async () => {
    const cwd = await settled();
    const skill = ["ballisticSkill: 4+, save: 4+", "ballisticSkill: 3+, save: 4+"] as const;
    const save = ["save: 5+", "save: 7+"] as const;
    const movedBy = async (...edits: (readonly [string, string])[]) => {
      for (const [from, to] of edits) change(cwd, from, to);
      const { stdout } = await run(cwd, ["study.yaml", "--json"]);
      for (const [from, to] of edits) change(cwd, to, from);
      const { metrics } = JSON.parse(stdout) as {
        metrics: { key: string; difference: number; alone?: { path: string; difference: number }[] }[];
      };
      return new Map(metrics.map((metric) => [metric.key, metric]));
    };
    const [both, first, second] = [await movedBy(skill, save), await movedBy(skill), await movedBy(save)];
    expect(both.size).toBe(11);
    for (const [key, { alone }] of both) {
      expect(alone?.map(({ path }) => path)).toEqual(["units.rangers.ballisticSkill", "units.marines.save"]);
      expect(alone![0]!.difference).toBeCloseTo(first.get(key)!.difference, 12);
      expect(alone![1]!.difference).toBeCloseTo(second.get(key)!.difference, 12);
    }
    expect([...first.values(), ...second.values()].some(({ alone }) => alone)).toBe(false);
    change(cwd, ...skill);
    change(cwd, ...save);
    const { stdout } = await run(cwd, ["study.yaml", "--markdown", "check.md"]);
    // A tenth more of all shots hits, and saves have no say in that.
    const told = (edit: string, all: string) =>
      new RegExp(`\\n${edit} .*\\n {2}Alone\\s+it\\s+moves\\s+\\d+\\s+of\\s+the\\s+${all}\\s+exact\\s+numbers`, "u");
    expect(stdout).toMatch(told(String.raw`ballistic skill \(rangers\)`, "11"));
    expect(stdout).toMatch(told(String.raw`save \(marines\)`, "11"));
    expect(stdout).toMatch(/, miss: 30\.0 % → 20\.0 %, −10\.0 pp, margin 1 pp$/m);
    expect(readFileSync(join(cwd, "check.md"), "utf8")).toMatch(
      /−10\.0 pp; ballistic skill \(rangers\) alone −10\.0 pp/,
    );
  });

  it("judges each edit by every exact number, moved or not, and says where edits cancel", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "gate.yaml"), GATE);
    expect((await run(cwd, ["gate.yaml", "--update", "--quiet"])).code).toBe(0);
    const wins = async (...values: string[]) => {
      const set = values.flatMap((value) => ["--set", `units.scouts.${value}`]);
      const { stdout } = await run(cwd, ["gate.yaml", "--json", ...set]);
      const { metrics } = JSON.parse(stdout) as { metrics: { key: string; difference: number; verdict: string }[] };
      const drifting = metrics.filter(({ verdict }) => verdict === "drift").length;
      const { difference } = metrics.find(({ key }) => key.endsWith("winner=first"))!;
      return { points: Math.abs(difference * 100).toFixed(1), difference, drifting };
    };
    const [skill, save, both] = [
      await wins("ballisticSkill=4+"),
      await wins("save=4+"),
      await wins("ballisticSkill=4+", "save=4+"),
    ];
    expect([skill.difference < -0.01, save.difference > 0.01, Math.abs(both.difference) < 0.01]).toEqual([
      true,
      true,
      true,
    ]);
    change(cwd, "ballisticSkill: 3+, save: 6+", "ballisticSkill: 4+, save: 4+", "gate.yaml");
    const found = await run(cwd, ["gate.yaml", "--markdown", "c.md", "--html", "c.html"], { COLUMNS: "400" });
    expect(found.stdout).toMatch(
      new RegExp(`^save \\(Scouts\\) .*\\n {2}Alone it moves ${save.drifting} of the 7 exact numbers`, "mu"),
    );
    const cancel = (text: string) =>
      expect(text.replaceAll("\\", "").replaceAll("\u00a0", " ")).toMatch(
        new RegExp(
          `Edits offset each other in [^\\n]*winner[:,] Scouts \\(−${both.points} pp\\): ` +
            `ballistic skill \\(Scouts\\) alone −${skill.points} pp; save \\(Scouts\\) alone \\+${save.points} pp`,
          "u",
        ),
      );
    cancel(found.stdout);
    cancel(readFileSync(join(cwd, "c.md"), "utf8"));
    const page = readFileSync(join(cwd, "c.html"), "utf8");
    cancel(page);
    expect(page.slice(page.indexOf("What each edit does alone"))).toMatch(
      new RegExp(`−${skill.points}\\spp.{0,40}\\+${save.points}\\spp.{0,40}−${both.points}\\spp`, "su"),
    );
    // The names that JUnit gives its testcases are those that terminal and Markdown say.
    const { stdout } = await run(cwd, ["gate.yaml", "--lang", "fr", "--junit", "c.xml"]);
    expect(stdout).toContain("Scouts contre Boyz Orks");
    const xml = readFileSync(join(cwd, "c.xml"), "utf8");
    expect(xml).toContain('name="Ambush: Scouts against Ork Boyz, in cover, casualties"');
    expect(xml).not.toMatch(/scouts against|ork boyz/);
  });

  it("tries no edit alone beside a field that came, which cannot be taken back, nor more than five", async () => {
    const cwd = await settled();
    change(cwd, "save: 5+", "aptitudes: [medikit], save: 7+");
    const came = (await run(cwd, ["study.yaml"])).stdout;
    expect(came).toContain("aptitudes");
    expect(came).not.toMatch(/save \(marines\).*\n {2}Alone/);
    for (const [from, to] of [
      ["aptitudes: [medikit], ", ""],
      ["ballisticSkill: 4+, save: 4+, command: 3+", "ballisticSkill: 3+, save: 5+, command: 4+"],
      ["12: 0, 24: -1", "12: -1, 24: -2"],
      ["saveModifier: -1", "saveModifier: 0"],
    ] as const)
      change(cwd, from, to);
    const many = (await run(cwd, ["study.yaml"])).stdout;
    expect(many).toContain("drift");
    expect(many).not.toMatch(/Alone/);
  });

  it("--set asks whether an edit would pass, and is never written", async () => {
    const cwd = await settled();
    const { code, stdout } = await run(cwd, ["study.yaml", "--set", "defender.save=7+"]);
    expect(code).toBe(1);
    expect(stdout).not.toContain("To accept these numbers:");
    expect(stdout.replace(/\s+/gu, " ")).toContain(
      "To accept these numbers, write defender.save=7+ into study.yaml, then: crible check study.yaml --update",
    );
    expect((await run(cwd, ["study.yaml", "--set", "defender.save=5+"])).code).toBe(0);
    expect(
      (await run(cwd, ["study.yaml", "--set", "defender.save=7+", "--margin", "30pp", "--margin", "60%"])).code,
    ).toBe(0);
    expect((await run(cwd, ["study.yaml", "--set", "seed=9", "--update"])).code).toBe(2);
  });

  it("--only holds some experiments against their part of the baseline: 0 and 1; with --update: 2", async () => {
    const cwd = await settled();
    change(cwd, "situation: { distance: 12 } }\n", "situation: { distance: 20 } }\n"); // of the last, whole
    const [same, moved] = [
      await run(cwd, ["study.yaml", "--only", "oneShot"]),
      await run(cwd, ["study.yaml", "--only", "whole"]),
    ];
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout).toBe(`Balance check: pass, 10 numbers identical to ${BASELINE}\n`);
    expect(moved.code, moved.stderr).toBe(1);
    expect(moved.stdout).toMatch(/^Balance check: fail; 1 drift$/m);
    expect(moved.stdout).toContain("Again: crible check study.yaml --only whole\n");
    expect(`${moved.stdout}${same.stdout}`).not.toMatch(/obsolete|gone|--update/);
    expect((await run(cwd, ["study.yaml", "--update", "--only", "whole"])).code).toBe(2);
  });

  it("never writes without --update, in CI or not, and says so: 3", async () => {
    const cwd = workplace();
    const { code, stderr } = await run(cwd, ["study.yaml"], { CI: "true" });
    expect(code).toBe(3);
    expect(stderr).toContain("there is no baseline; a check never writes one by itself");
    // What is said once the scenario is read is said in its language.
    writeFileSync(join(cwd, "study.yaml"), `labels: fr\n${readFileSync(join(cwd, "study.yaml"), "utf8")}`);
    expect((await run(cwd, ["study.yaml"])).stderr).toMatch(/^erreur\s: il n’y a pas de référence/u);
    expect(stderr).toMatch(/with:\s+crible check study\.yaml[^;\n]* --update\)\n/);
    expect(stderr).toContain("crible check study.yaml --update");
    expect(existsSync(join(cwd, BASELINE))).toBe(false);
  });

  it.each([
    ["conflict markers", /^metrics:$/m, "<<<<<<< HEAD\nmetrics:\n=======\nmetrics:\n>>>>>>> other", "conflict markers"],
    ["an edited exact chance", /exact: \d+\/\d+/, "exact: 7/5", "must be a chance such as 36/125"],
    ["NaN", /outcome=down: \{ exact: \d+\/\d+/, "outcome=down: { exact: .nan", 'found "\\.nan"'],
    ["a future format", /format: 2/, "format: 9", "of a newer crible"],
    ["an older format", /format: 2/, "format: 1", "has format 1, of an older crible"],
    ["an edited input", /save: "5\+"/, 'save: "6+"', "the values of units.marines are not those of its digest"],
  ])("%s: 3, with the line and the command", async (_, from, to, message) => {
    const cwd = await settled();
    writeFileSync(join(cwd, BASELINE), baselineOf(cwd).replace(from, to));
    const { code, stderr } = await run(cwd, ["study.yaml"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(new RegExp(message));
    expect(stderr).toMatch(/--> balance\.baseline\.yaml:\d+:\d+/);
    expect(stderr).toMatch(/crible check study\.yaml --update|npm install/);
  });

  it("--update mends what is damaged and refuses what is newer", async () => {
    const cwd = await settled();
    const sound = baselineOf(cwd);
    writeFileSync(join(cwd, BASELINE), sound.replace("metrics:", "<<<<<<< HEAD\nmetrics:"));
    const rebalanced = await run(cwd, ["study.yaml", "--update"]);
    expect(rebalanced.code).toBe(0);
    expect(rebalanced.stderr).toContain("written anew");
    expect(baselineOf(cwd)).toBe(sound);
    writeFileSync(join(cwd, BASELINE), sound.replace("format: 2", "format: 3"));
    expect((await run(cwd, ["study.yaml", "--update"])).code).toBe(3);
    expect(baselineOf(cwd)).toContain("format: 3");
  });

  it("missing, new and obsolete numbers: 1, by name", async () => {
    const cwd = await settled();
    change(cwd, "  whole:", "  wholes:");
    writeFileSync(join(cwd, BASELINE), baselineOf(cwd).replace(/^.*outcome=miss.*\n/m, ""));
    const { code, stdout } = await run(cwd, ["study.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "✗ missing  One shot: rangers against marines, miss (oneShot~rangers~marines~base/outcome=miss)",
    );
    expect(stdout).toContain(
      "✗ new  Wholes: rangers against marines, casualties (wholes~rangers~marines~base/casualties)",
    );
    expect(stdout).toContain(
      "✗ obsolete  Whole: rangers against marines, casualties (whole~rangers~marines~base/casualties)",
    );
  });

  it("a second scenario of a folder has a baseline of its own; one that was renamed is told so", async () => {
    const cwd = await settled();
    const first = baselineOf(cwd);
    writeFileSync(join(cwd, "other.yaml"), SCENARIO);
    expect((await run(cwd, ["other.yaml"])).stderr).toContain("there is no baseline");
    expect((await run(cwd, ["other.yaml", "--update"])).code).toBe(0);
    expect((await run(cwd, ["other.yaml"])).stdout).toContain("identical to other.baseline.yaml");
    expect(baselineOf(cwd)).toBe(first);
    expect((await run(cwd, ["study.yaml"])).stdout).toContain(`identical to ${BASELINE}`);
    // Whose the shared one is stands at its top: nothing below that is read for it.
    writeFileSync(join(cwd, BASELINE), first.replace("metrics:", "<<<<<<< ours\nmetrics:"));
    writeFileSync(join(cwd, "third.yaml"), SCENARIO);
    expect((await run(cwd, ["third.yaml", "--update"])).stderr).toContain("wrote third.baseline.yaml");
    writeFileSync(join(cwd, BASELINE), first);
    rmSync(join(cwd, "study.yaml"));
    writeFileSync(join(cwd, "renamed.yaml"), SCENARIO);
    for (const words of [["renamed.yaml"], ["renamed.yaml", "--update"]]) {
      const { code, stderr } = await run(cwd, words);
      expect(code).toBe(3);
      expect(stderr).toContain("this is the baseline of study.yaml, not of renamed.yaml");
      expect(stderr).toContain(`--> ${BASELINE}:4:1`);
    }
    expect(baselineOf(cwd)).toBe(first);
    // What it says to do is enough: the numbers and their anchors stay.
    const { stderr } = await run(cwd, ["renamed.yaml"]);
    const [, line] = /write (of: \S+) here/.exec(stderr)!;
    writeFileSync(join(cwd, BASELINE), first.replace("of: study.yaml", line!));
    expect((await run(cwd, ["renamed.yaml"])).code).toBe(0);
  });

  it("- reads standard input, against a baseline that is named", async () => {
    const { code, stdout } = await run(await shared, ["-", "--baseline", BASELINE], {}, SCENARIO);
    expect([code, stdout]).toEqual([0, `Balance check: pass, 11 numbers identical to ${BASELINE}\n`]);
  });

  it("goals: a missed one fails, warn does not, --no-baseline checks them alone", async () => {
    const cwd = await settled();
    const goal = (text: string) =>
      writeFileSync(
        join(cwd, "study.yaml"),
        `${SCENARIO}goals:\n  - { experiment: whole, metric: casualties, ${text} }\n`,
      );
    goal("atLeast: 3.9");
    const { code, stdout } = await run(cwd, ["study.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ fail {2}Whole: rangers against marines, casualties: .* exactly, wanted at least 3\.9/);
    goal("atLeast: 3.9, level: warn");
    expect((await run(cwd, ["study.yaml"])).code).toBe(0);
    expect((await run(cwd, ["study.yaml", "--no-baseline"])).code).toBe(0);
    goal("atMost: 3.9");
    expect((await run(cwd, ["study.yaml"])).stdout).toBe(
      `Balance check: pass, 11 numbers identical to ${BASELINE}; 1 goal met\n`,
    );
    const shown = await crible(["run", "study.yaml"], { cwd });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("Goals\n  ✓ pass  Whole: rangers against marines, casualties: ");
    expect(readFileSync(join(cwd, "reports/study/summary.md"), "utf8")).toContain("## Goals");
  });

  it("inconclusive is 0, and 4 under --strict", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "study.yaml"), SCENARIO);
    await run(cwd, ["study.yaml", "--update", "--quiet"]);
    // A count of 2,000 trials in place of the exact chance proves nothing within a point.
    const baseline = baselineOf(cwd).replace(/(base\/outcome=down: )\{.*\}/, "$1{ k: 400, n: 2000 }");
    const exact = /base\/outcome=down: \{ exact: (\d+)\/(\d+) \}/.exec(baselineOf(cwd))!;
    const k = Math.round((2000 * Number(exact[1])) / Number(exact[2]));
    writeFileSync(
      join(cwd, BASELINE),
      baseline.replace("k: 400", `k: ${k}`).replace(/^scenario: .*$/m, 'scenario: "0"'),
    );
    const { code, stdout } = await run(cwd, ["study.yaml"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("? inconclusive  One shot: rangers against marines, down"),
    ]);
    expect((await run(cwd, ["study.yaml", "--strict"])).code).toBe(4);
  });

  it("--json, --markdown and --junit; on GitHub also annotations and the step summary", async () => {
    const cwd = await settled();
    change(cwd, "save: 5+", "save: 7+");
    const summary = join(cwd, "summary.md");
    writeFileSync(summary, "before\n");
    const words = ["study.yaml", "--json", "--markdown", "c.md", "--junit", "j.xml"];
    const { code, stdout, stderr } = await run(cwd, words, { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ analysis: "check", verdict: "fail", differs: ["scenario"] });
    expect(stderr).toMatch(
      /^::error file=study\.yaml,line=(\d+),col=\d+,title=Balance%3A drift::save \(.*\) 5\+ → 7\+ \(units\.marines\.save, study\.yaml:\1\); /,
    );
    const markdown = readFileSync(join(cwd, "c.md"), "utf8");
    expect(markdown).toMatch(/^<!-- crible-check [0-9a-f]{12} -->\n## Balance check: fail/);
    expect(readFileSync(summary, "utf8")).toBe(`before\n${markdown}\n`);
    expect(readFileSync(join(cwd, "j.xml"), "utf8")).toContain('<failure type="drift"');
    const plain = await run(cwd, ["study.yaml"], { GITHUB_ACTIONS: "true" });
    expect(plain.stdout.match(/^::error /gm)!.length).toBeLessThanOrEqual(10);
  });

  it("nothing in a scenario orders a runner about", async () => {
    const cwd = workplace((text) => text.replace("Two questions", '"::add-mask::pwned ##[error]x"'));
    const { stdout } = await crible(["run", "study.yaml"], { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect(stdout).toContain("pwned");
    expect(stdout).not.toMatch(/^\s*::|##\[/m);
    const json = await crible(["run", "study.yaml", "--json"], { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect(json.stdout).not.toContain("##[");
    expect(JSON.parse(json.stdout).title).toBe("::add-mask::pwned ##[error]x");
  });

  it.each([
    [["study.yaml", "--margin", "much"], 2, "is no margin"],
    [["study.yaml", "--margin", "nothing*:1pp"], 2, 'no chance is called "nothing*"'],
    [["study.yaml", "--anchor"], 2, "--anchor goes with --update"],
    [["study.yaml", "--no-baseline"], 2, "there is nothing to check"],
    [["study.yaml", "--no-baseline", "--update"], 2, "--update needs a baseline to write"],
    [["study.yaml", "--trials", "0"], 2, "a whole number from 1"],
    [["study.yaml", "--strikt"], 2, "--strict"],
    [["-"], 2, "--baseline FILE"],
  ])("check %j: %i", async (words, code, message) => {
    const found = await run(await shared, words, {}, SCENARIO);
    expect([found.code, found.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it("track: that matches nothing is placed: 3", async () => {
    const cwd = workplace((text) => `${text}track: ["whole~*/casualtis"]\n`);
    const { code, stderr } = await run(cwd, ["study.yaml", "--update"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /track: "whole~\*\/casualtis" matches nothing \(did you mean "whole~\*\/casualties"\?\)[\s\S]*--> study\.yaml:14:9/,
    );
  });
});
