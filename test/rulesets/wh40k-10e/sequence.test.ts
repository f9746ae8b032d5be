import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { inEnglish } from "../../../src/rule/message.ts";
import type { Program } from "../../../src/rule/program.ts";
import { explanationsOf, programFor } from "../../../src/rulesets/ruleset.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import type { SequenceCell } from "../../../src/rulesets/wh40k-10e/sequence/profile.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { parseText } from "../../../src/scenario/located.ts";
import { formatProblems, ScenarioError } from "../../../src/scenario/problem.ts";
import { studyOf } from "../../../src/scenario/study.ts";
import { tell } from "../told.ts";
import type { Data } from "./cell.ts";

const GUN = { range: 24, attacks: 2, skill: "3+", strength: 4, ap: -1, damage: 1 };
const BODY = { toughness: 4, save: "3+", wounds: 2 };

interface Change {
  readonly weapons?: Readonly<Record<string, Data>>;
  readonly units?: Readonly<Record<string, Data>>;
  readonly first?: readonly unknown[];
  readonly second?: readonly unknown[];
  readonly situation?: Data;
  readonly sets?: Readonly<Record<string, Data>>;
}

const scenarioOf = ({ weapons, units, first, second, situation, sets }: Change) => ({
  version: 1,
  ruleset: "wh40k-10e",
  weapons: { gun: GUN, ...weapons },
  units: {
    one: { models: 5, ...BODY, weapon: "gun" },
    two: { models: 3, ...BODY, weapon: "gun" },
    knight: { toughness: 9, save: "3+", wounds: 12, keywords: ["Vehicle"] },
    boyz: { models: 10, toughness: 5, save: "5+", wounds: 1 },
    ...units,
  },
  ...(sets ? { modifierSets: sets } : {}),
  experiments: {
    e: {
      kind: "sequence",
      sides: [{ units: first ?? ["one", "two"] }, { units: second ?? ["knight", "boyz"] }],
      situation: { distance: 12, ...situation },
      ...(sets ? { with: ["base", ...Object.keys(sets)] } : {}),
    },
  },
});

async function cellsOf(change: Change): Promise<SequenceCell[]> {
  const { cells } = await studyOfData(scenarioOf(change));
  return cells.map(({ outcome }) => {
    if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.profile as SequenceCell;
  });
}
const KIND = ruleset.kinds.sequence!;
const programOf = (cell: SequenceCell): Program => programFor(KIND, cell);

/** The mean, or the chance of yes, of a metric. */
function means(program: Program) {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  return (name: string, target?: string, section?: string): number => {
    const m = program.metrics.findIndex((own) => own.name === name && own.target === target && own.section === section);
    const { values } = program.metrics[m]!;
    return probabilitiesOf(answers[m]!).reduce(
      (sum, chance, i) => sum + chance * (typeof values[i] === "number" ? values[i] : i),
      0,
    );
  };
}
const meansOf = async (change: Change) => means(programOf((await cellsOf(change))[0]!));

describe("kind sequence (E-32)", () => {
  it("one shooter at one target is the single volley, whatever the weapon can do", async () => {
    const abilities = ["Lethal Hits", "Sustained Hits 1", "Devastating Wounds", "Blast", "Precision", "Hazardous"];
    const gun = { ...GUN, damage: "D3", abilities };
    const units = {
      boss: { ...BODY, wounds: 4, save: "2+", keywords: ["Character"] },
      led: { models: 6, ...BODY, leader: "boss", woundsLost: 1, abilities: ["Feel No Pain 5+"] },
    };
    const scenario = scenarioOf({ weapons: { gun }, units, first: [{ unit: "one", models: 3 }], second: ["led"] });
    const single = {
      kind: "shooting",
      attacker: { unit: "one", models: 3 },
      defender: "led",
      situation: { distance: 12 },
    };
    const study = await studyOfData({ ...scenario, experiments: { ...scenario.experiments, single } });
    const [all, alone] = (await run(study, { method: "exact" })).cells;
    for (const name of ["killed", "damage", "destroyed", "selfKilled"]) {
      const [own, other] = [all!, alone!].map(({ metrics }) => metrics!.find((metric) => metric.name === name)!);
      own!.outcomes.forEach(({ probability }, i) => {
        expect(probability, name).toBeCloseTo(other!.outcomes[i]!.probability, 12);
      });
    }
  });

  it("exact and simulated agree, with everything that a shooter leaves behind", async () => {
    const weapons = {
      gun: { ...GUN, attacks: 3, abilities: ["Blast"] },
      melta: { ...GUN, strength: 9, ap: -4, damage: "D6", abilities: ["Hazardous", "Devastating Wounds", "Melta 2"] },
    };
    const units = {
      burners: { models: 3, ...BODY, weapon: "melta" },
      tank: { toughness: 6, save: "4+", wounds: 4, abilities: ["Deadly Demise D3", "0 Damage (first failed save)"] },
    };
    const change: Change = {
      weapons,
      units,
      first: [{ unit: "burners", at: ["tank", "boyz"] }, "one", { unit: "burners", as: "more", at: { melta: "tank" } }],
      second: ["tank", { unit: "boyz", cover: true }],
      situation: { distance: 5 },
    };
    const study = await studyOfData(scenarioOf(change));
    const { cells } = await run(study, { verify: true, trials: 20_000 });
    expect(cells[0]).toMatchObject({ method: "exact", verification: { verdict: "agree" } });
    const { pValue } = cells[0]!.verification!;
    expect(pValue).toBeGreaterThan(1e-6);
    const mean = means(programOf((await cellsOf(change))[0]!));
    expect(mean("selfKilled", undefined, "burners")).toBeGreaterThan(0.1);
    expect(mean("fired", undefined, "more")).toBeLessThan(0.9);
    expect(mean("fired", undefined, "one")).toBeGreaterThan(0.999);
  });

  it("each weapon takes the first of its targets that stands and that it may shoot at", async () => {
    const weapons = { short: { ...GUN, range: 9, strength: 20, ap: -6, damage: 20, attacks: 1, skill: "2+" } };
    const units = { sure: { ...BODY, weapons: ["gun", "short"] } };
    const second = [{ unit: "knight", distance: 8 }, "boyz"];
    const at = { gun: "boyz", short: ["boyz", "knight"] };
    const mean = await meansOf({ weapons, units, first: [{ unit: "sure", at }], second });
    // The boyz stand at 12: out of the short gun's range.
    expect(mean("damageBy", "knight", "sure")).toBeCloseTo((5 / 6) * (5 / 6) * 12, 12);
    expect(mean("killedBy", "boyz", "sure")).toBeCloseTo(2 * (2 / 3) * (1 / 3) * (5 / 6), 12);
    const far = await studyOfData(scenarioOf({ situation: { distance: 30 } }));
    expect(far.cells[0]!.outcome).toMatchObject({ statement: { rule: "C-SH-05" } });
    const one = await studyOfData(scenarioOf({ first: ["one", { unit: "two", fellBack: true }] }));
    expect(inEnglish(one.cells[0]!.outcome)).toMatchObject({
      note: expect.stringContaining("two, gun not used: a unit that Fell"),
    });
  });

  it("what a side says of a unit counts for that unit, the order is given by name", async () => {
    const weapons = { gun: { ...GUN, abilities: ["Heavy"] } };
    const mean = await meansOf({
      weapons,
      first: [
        { unit: "one", at: "boyz", stationary: true },
        { unit: "one", as: "moved", at: "boyz" },
      ],
      second: [{ unit: "boyz", models: 40 }],
      situation: { order: ["moved", "one"] },
    });
    expect(mean("killedBy", "boyz", "one") / mean("killedBy", "boyz", "moved")).toBeCloseTo(5 / 4, 9);
    const [listed, turned] = await cellsOf({ sets: { turned: { situation: { order: ["two", "one"] } } } });
    expect([listed!.order, turned!.order]).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const [plain, covered] = await cellsOf({
      first: [{ unit: "one", at: "boyz" }],
      sets: { covered: { second: { units: { 1: { cover: true } } } } },
    });
    const kills = (cell: SequenceCell) => means(programOf(cell))("killed", "boyz");
    expect(kills(covered!)).toBeLessThan(kills(plain!));
  });

  it("tells a trial as it is counted", async () => {
    const [cell] = await cellsOf({
      weapons: { gun: { ...GUN, attacks: 8, damage: 2 } },
      second: [{ unit: "boyz", models: 2 }],
    });
    const { metrics } = programOf(cell!);
    let silent = 0;
    for (let trial = 0; trial < 20; trial++) {
      const { bins, entries } = tell(KIND, cell, trial, 20);
      const fired = bins[metrics.findIndex(({ name, section }) => name === "fired" && section === "two")];
      const text = JSON.stringify(entries);
      expect(text.includes("nobody is left to shoot at")).toBe(fired === 0);
      expect(text.includes("the unit is destroyed")).toBe(bins[0] === 1);
      if (fired === 0) silent++;
    }
    expect(silent).toBeGreaterThan(5);
    const titles = explanationsOf(KIND, cell).map(({ title }) => title);
    expect(inEnglish(titles)).toEqual(["5 × gun of one at boyz", "3 × gun of two at boyz"]);
  });

  it("answers questions of both targets together from their joint states, of one shooter by playing", async () => {
    const change = { weapons: { gun: { ...GUN, attacks: 3, strength: 9, damage: 3 } } };
    const { experiments, ...rest } = scenarioOf(change);
    const asked = async (joint: string) =>
      (await run(await studyOfData({ ...rest, experiments: { e: { ...experiments.e, joint } } }), { trials: 1_000 }))
        .cells[0]!;
    const both = await asked("knight.destroyed=yes and boyz.killed>=1");
    expect(both.method).toBe("exact");
    // Nobody shoots at the boyz while the knight stands.
    const chance = (name: string) => both.metrics!.find((metric) => metric.name === name)!.outcomes.at(-1)!.probability;
    expect(chance("joint")).toBeLessThan(chance("destroyed"));
    expect(chance("joint")).toBeGreaterThan(chance("allDestroyed"));
    expect((await asked("knight.destroyed=yes and two.fired=yes")).method).toBe("monte-carlo");
  });
});

const TEXT = `version: 1
ruleset: wh40k-10e
weapons:
  bolter: { range: 24, attacks: 2, skill: 3+, strength: 4, ap: -1, damage: 1 }
  blade:  { range: melee, attacks: 3, skill: 3+, strength: 4, ap: 0, damage: 1 }
units:
  marines: { models: 5, toughness: 4, save: 3+, wounds: 2, weapons: [bolter, blade] }
  scouts:  { models: 5, toughness: 4, save: 4+, wounds: 2, weapons: [bolter] }
  boyz:    { models: 10, toughness: 5, save: 5+, wounds: 1 }
  knight:  { toughness: 10, save: 3+, wounds: 12 }
experiments:
  e:
    kind: sequence
    sides:
      - units: [{ unit: marines, at: [knight, boyz] }, { unit: scouts, at: { bolter: boyz } }]
      - units: [knight, boyz]
    situation: { distance: 12, order: [scouts, marines] }
`;

async function saidOf(from: string, to: string): Promise<string> {
  if (!TEXT.includes(from)) throw new Error(`the text has no ${from}`);
  const parsed = parseText(TEXT.replace(from, to), "bad.yaml");
  try {
    if (parsed.problems.length > 0) throw new ScenarioError(parsed.problems);
    await studyOf(parsed.root!, "bad.yaml");
  } catch (error) {
    if (error instanceof ScenarioError) return formatProblems(error.problems);
    throw error;
  }
  return "";
}

describe("bad input of a sequence is placed", () => {
  it("the text itself is good", async () => {
    expect(await saidOf("version", "version")).toBe("");
  });
  it.each<[string, string, string, RegExp[]]>([
    [
      "a target that is none",
      "[knight, boyz] }, {",
      "[knigt, boyz] }, {",
      [/bad\.yaml:15:/, /"knigt"/, /did you mean "knight"/],
    ],
    ["a target named twice", "[knight, boyz] }, {", "[boyz, boyz] }, {", [/bad\.yaml:15:/, /named twice/]],
    ["a target of a weapon", "bolter: boyz", "bolter: boys", [/bad\.yaml:15:/, /did you mean "boyz"/]],
    ["a weapon that it has not", "bolter: boyz", "boltr: boyz", [/bad\.yaml:15:/, /carries no weapon "boltr"/]],
    [
      "a melee weapon",
      "{ bolter: boyz }",
      "{ blade: boyz }",
      [/bad\.yaml:15:/, /carries no weapon "blade" that shoots/],
    ],
    ["an order of others", "[scouts, marines]", "[scots, marines]", [/bad\.yaml:17:/, /did you mean "scouts"/]],
    ["an order that leaves one out", "[scouts, marines]", "[scouts]", [/bad\.yaml:17:/, /leaves out "marines"/]],
    [
      "an order that has one twice",
      "[scouts, marines]",
      "[scouts, scouts, marines]",
      [/bad\.yaml:17:/, /shoots once \(C-SH-01\)/],
    ],
    ["two units of one name", "unit: scouts,", "unit: marines,", [/bad\.yaml:15:/, /stands twice on this side/]],
    ["no distance", "distance: 12, ", "", [/bad\.yaml:1[1-7]:/, /distance is missing/]],
    [
      "a target that shoots",
      "- units: [knight, boyz]",
      "- units: [{ unit: knight, at: marines }, boyz]",
      [/bad\.yaml:16:/, /at of the defender changes nothing/],
    ],
    [
      "a target that rolls its own attacks again",
      "- units: [knight, boyz]",
      "- units: [{ unit: knight, rerollHits: ones }, boyz]",
      [/bad\.yaml:16:/, /rerollHits of the defender changes nothing/],
    ],
    [
      "a shooter that goes to ground",
      "at: { bolter: boyz }",
      "goToGround: true",
      [/bad\.yaml:15:/, /goToGround of the attacker changes nothing/],
    ],
    [
      "two Command Re-rolls",
      "at: [knight, boyz] }, { unit: scouts,",
      "commandReroll: hit }, { unit: scouts, commandReroll: hit,",
      [/bad\.yaml:15:/, /once in a phase/],
    ],
    ["an empty side", "- units: [knight, boyz]", "- units: []", [/bad\.yaml:16:/]],
    ["one side alone", "      - units: [knight, boyz]\n", "", [/bad\.yaml:1[45]:/]],
  ])("%s", async (_, from, to, expected) => {
    const said = await saidOf(from, to);
    for (const pattern of expected) expect(said).toMatch(pattern);
  });
});
