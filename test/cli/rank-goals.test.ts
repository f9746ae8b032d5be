import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../src/analysis/check.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { crible } from "./crible.ts";

/** Goals that hold a ranking: two units alike, and one that never hits. */

const SCENARIO = `version: 1
ruleset: alpha-omega
weapons:
  rifle: { range: { 40: 0 }, saveModifier: -1 }
units:
  ones: { label: Ones, models: 1, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  twos: { label: Twos, models: 1, ballisticSkill: 4+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
  lame: { label: Lame, models: 1, ballisticSkill: 9+, initiative: 6, save: 5+, command: 4+, weapon: rifle }
experiments:
  field:
    kind: engagement
    sides:
      - { units: [{ unit: [ones, twos, lame], order: aimed }] }
      - { units: [{ unit: [ones, twos, lame], order: aimed }] }
    situation: { distance: 12, turns: 1 }
  duel: { kind: engagement, sides: [{ units: [{ unit: ones, order: aimed }] }, { units: [{ unit: twos, order: aimed }] }], situation: { distance: 12, turns: 1 } }
goals:
`;

function place(goals: string): string {
  const cwd = mkdtempSync(join(tmpdir(), "crible-rank-goals-"));
  writeFileSync(join(cwd, "field.yaml"), SCENARIO + goals);
  return cwd;
}

describe("goals of a ranking", () => {
  it("pass and fail, unit by unit and as counts, in every report of a check", async () => {
    const cwd = place(`  - { experiment: field, rank: mean, atMost: 52% }
  - { experiment: field, rank: neverWorthTaking, atMost: 0 }
  - { experiment: field, rank: circles, atMost: 0, level: warn }
`);
    const { code, stdout } = await crible(
      [
        "check",
        "field.yaml",
        "--no-baseline",
        "--markdown",
        "check.md",
        "--junit",
        "check.xml",
        "--html",
        "check.html",
      ],
      { cwd },
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ fail {2}Field, Ones against the field: 54\.6 %.*, wanted at most 52 %/);
    expect(stdout).toMatch(/✗ fail {2}Field, units never worth taking: 1 exactly, wanted at most 0/);
    expect(stdout).toMatch(/✓ pass {2}Field, Lame against the field/);
    expect(stdout).toMatch(/✓ pass {2}Field, circles: 0 exactly, wanted at most 0/);
    const read = (name: string) => readFileSync(join(cwd, name), "utf8");
    expect(read("check.md")).toMatch(/\*\*fail\*\* \| Field, Ones against the field/);
    expect(read("check.xml")).toMatch(/name="field~base\/rank\.mean=ones \(line 18\)"/);
    expect(read("check.xml")).toMatch(/name="field~base\/rank\.neverWorthTaking \(line 19\)"/);
    expect(read("check.html")).toContain("Ones against the field");
    const { goals } = JSON.parse((await crible(["check", "field.yaml", "--no-baseline", "--json"], { cwd })).stdout);
    expect(goals.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["fail", "fail", "pass", "fail", "pass"]);
    const french = await crible(["run", "field.yaml", "--only", "field", "--lang", "fr"], { cwd });
    expect(french.stdout).toMatch(/Ones contre les autres/);
    expect(french.stdout).toMatch(/unités jamais à prendre/);
  });

  it("stay inconclusive where noise could turn them, and are decided where it could not", async () => {
    const unit = { models: 1, ballisticSkill: 4, initiative: 6, save: 5, command: 4, weapon: "rifle" };
    const side = { units: [{ unit: ["ones", "twos", "lame"], order: "aimed" }] };
    const study = await studyOfData({
      version: 1,
      ruleset: "alpha-omega",
      weapons: { rifle: { range: { 40: 0 }, saveModifier: -1 } },
      units: { ones: unit, twos: unit, lame: { ...unit, ballisticSkill: 9 } },
      experiments: { field: { kind: "engagement", sides: [side, side], situation: { distance: 12, turns: 1 } } },
      goals: [
        { rank: "mean", atMost: "90%" },
        { rank: "mean", atLeast: "45%" },
        { rank: "autoIncludes", atMost: 0 },
        { rank: "neverWorthTaking", atMost: 0 },
      ],
    });
    const { goals } = await check(study, { method: "simulate", trials: 8_000 });
    const of = (key: string) => goals.filter((goal) => goal.key.includes(key)).map(({ verdict }) => verdict);
    expect(of("rank.mean")).toEqual(["pass", "pass", "pass", "pass", "pass", "fail"]);
    // Ones and Twos are alike: no number of trials shows that neither dominates the other.
    expect(of("autoIncludes")).toEqual(["inconclusive"]);
    expect(of("neverWorthTaking")).toEqual(["fail"]);
    const never = goals.find(({ key }) => key.includes("neverWorthTaking"))!;
    expect(never).toMatchObject({ estimate: 1, lower: 1, upper: 3 });
  });

  it("are refused at their place where they mean nothing, all at once", async () => {
    const cwd = place(`  - { experiment: field, rank: mean, atMost: 60 }
  - { experiment: field, rank: circles, atMost: 5% }
  - { experiment: field, rank: mean, metric: winner, value: first, atMost: 60% }
  - { experiment: field, atMost: 60% }
  - { experiment: field, rank: mean }
`);
    const { code, stderr } = await crible(["check", "field.yaml", "--no-baseline"], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/a share of wins cannot be 60 \(write 60% for per cent\)\n.*field\.yaml:18:/);
    expect(stderr).toMatch(/circles is a number, not a share.*\n.*field\.yaml:19:/);
    expect(stderr).toMatch(/metric means nothing beside rank: mean.*\n.*field\.yaml:20:/);
    expect(stderr).toMatch(/value means nothing beside rank: mean/);
    expect(stderr).toMatch(/a goal needs a metric or a rank.*\n.*field\.yaml:21:/);
    expect(stderr).toMatch(/a goal needs a bound.*\n.*field\.yaml:22:/);
    const told = async (goal: string) => (await crible(["run", "field.yaml"], { cwd: place(`  - ${goal}\n`) })).stderr;
    expect(await told("{ experiment: duel, rank: mean, atMost: 60% }")).toMatch(
      /duel is not ranked: two units cannot be ranked.*\n.*field\.yaml:18:/,
    );
    expect(await told("{ experiment: field, rank: maen, atMost: 60% }")).toMatch(/mean/);
  });
});
