/** Every analysis says what its cells are told and never do, as a run does: last, or first where it decides the answer. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANALYSIS_NAMES } from "../../src/report/analyses.ts";
import { half } from "../long.ts";
import { crible, workplace } from "./crible.ts";

// Orks who run never hurt anybody, so that no medikit is used; at 20 paces no charge reaches anybody.
const STUDY = `
version: 1
ruleset: alpha-omega
trials: 500
weapons: { rifle: { range: { 12: 0, 24: -1 } } }
units:
  marines: { models: 3, ballisticSkill: 4, closeCombat: 6, initiative: 5, save: 4, command: 4, weapon: rifle, points: 20 }
  orks: { models: 4, ballisticSkill: 5, closeCombat: 4, initiative: 4, save: 5, command: 5, weapon: rifle, points: 9 }
  grots: { models: 4, ballisticSkill: 6, closeCombat: 4, initiative: 3, save: 6, command: 6, weapon: rifle, points: 5 }
modifierSets:
  hard: { factor: true, defender: { save: 3 } }
experiments:
  medics:
    kind: engagement
    sides: [{ units: [{ unit: marines, order: aimed, addAptitudes: [medikit] }] }, { units: [{ unit: orks, order: run }] }]
    situation: { distance: 20, turns: 2 }
    with: [base, hard]
  charge:
    kind: engagement
    sides: [{ units: [{ unit: marines, order: move, does: [charge] }] }, { units: [{ unit: orks, order: run }] }]
    situation: { distance: 20, turns: 2 }
    with: [base, hard]
  field:
    kind: engagement
    sides: &all [{ units: [{ unit: [marines, orks, grots], order: run, addAptitudes: [medikit] }] }, { units: [{ unit: [marines, orks, grots], order: run, addAptitudes: [medikit] }] }]
    situation: { distance: 20, turns: 1 }
`;
const only = (experiment: string, ...more: string[]) => ["--only", experiment, ...more];
const cell = (experiment: string, ...more: string[]) => ["--cell", `${experiment}~marines~orks~base`, ...more];
/** What a value of the path reaches: else the command fails. */
const target: Readonly<Record<string, string>> = { medics: "winner.first=50%", charge: "winner.first=0%" };
const ASKED: Readonly<Record<string, (experiment: string) => readonly string[]>> = {
  compare: (experiment) => ["compare", "never.yaml", ...only(experiment, "--sets", "base,hard", "--no-prices")],
  effects: (experiment) => ["effects", "never.yaml", ...only(experiment, "--no-prices")],
  sweep: (experiment) => ["sweep", "never.yaml", ...cell(experiment, "--sweep", "second.models=3,4")],
  sensitivity: (experiment) => ["sensitivity", "never.yaml", ...cell(experiment, "--metric", "winner.first")],
  solve: (experiment) => [
    "solve",
    "never.yaml",
    ...cell(experiment, "--path", "first.models=1..4", "--target", target[experiment]!),
  ],
  points: (experiment) => ["solve", "never.yaml", ...cell(experiment, "--points")],
  play: (experiment) => ["play", "never.yaml", ...cell(experiment, "--orders", "aimed,run")],
};

const place = () => {
  const cwd = workplace();
  writeFileSync(join(cwd, "never.yaml"), STUDY);
  return { cwd };
};
/** The lines of a document, its title left out. */
const linesOf = (text: string) => text.split("\n").slice(1);
const MEDIKIT = /^- .*marines: its medikit is never used: no enemy ever fires at it \(A-RAL-17, E-09\), in .+\.$/;

describe.concurrent("what is told and never happens", () => {
  it("is asked of every analysis of fights", () => {
    expect([...Object.keys(ASKED), "rank", "odds", "army"].toSorted()).toEqual([...ANALYSIS_NAMES].toSorted());
  });

  it.each(Object.keys(ASKED))("is said by %s, last", async (name) => {
    const { code, stdout, stderr } = await crible([...ASKED[name]!("medics"), "--markdown"], place());
    expect(code, stderr).toBe(0);
    const said = linesOf(stdout).filter((line) => line.startsWith("- "));
    expect(said.at(-1)).toMatch(MEDIKIT);
    expect(said.filter((line) => line.includes("medikit is never used"))).toHaveLength(1);
  });

  it.each(half(Object.keys(ASKED)))("is said by %s first where it decides the answer", async (name) => {
    const { code, stdout, stderr } = await crible([...ASKED[name]!("charge"), "--markdown"], place());
    expect(code, stderr).toBe(0);
    const said = linesOf(stdout).filter((line) => line.startsWith("- "));
    expect(said[0]).toContain("told to charge, and never can: the nearest enemy is 20 paces away");
    expect(said.filter((line) => line.includes("told to charge"))).toHaveLength(1);
  });

  it("is silenced by its name in every one of them", async () => {
    const muted = await Promise.all(
      Object.values(ASKED).map((args) => crible([...args("medics"), "--markdown", "--set", "mute=[medikit]"], place())),
    );
    for (const { code, stdout } of muted) {
      expect(code).toBe(0);
      expect(stdout).not.toContain("never used");
    }
  });

  it("nobody has an order: said first, but of best play, which gives them and is held against none", async () => {
    const { cwd } = place();
    writeFileSync(
      join(cwd, "never.yaml"),
      STUDY.replace("order: aimed, addAptitudes: [medikit]", "").replace("unit: orks, order: run", "unit: orks"),
    );
    const [ran, checked, played] = await Promise.all([
      crible(["run", "never.yaml", ...only("medics")], { cwd }),
      crible(["validate", "never.yaml"], { cwd }),
      crible([...ASKED.play!("medics")], { cwd }),
    ]);
    expect(ran.stdout.split("\n")[4]).toContain("no unit has an order on any turn, so nobody acts");
    expect(checked.stderr).toMatch(/warning: no unit has an order.*\n +--> never\.yaml:/);
    expect(played.stdout).toContain("win");
    expect(played.stdout).not.toMatch(/no unit has an order|orders as written/);
  });

  it("is said of a field, however many units it is true of, in few lines, and in French", async () => {
    const { stdout, stderr } = await crible(["rank", "never.yaml", "--only", "field", "--lang", "fr"], place());
    expect(stdout.replace(/\s+/g, " "), stderr).toContain(
      "son medikit ne sert jamais : aucun ennemi ne tire jamais sur elle",
    );
    expect(stdout.match(/medikit/g)!.length).toBeLessThanOrEqual(7);
  });
});
