import { describe, expect, it } from "vitest";
import type { CellResult, MetricResult } from "../../src/analysis/result.ts";
import { run } from "../../src/analysis/run.ts";
import { runPaired } from "../../src/analysis/run-paired.ts";
import { englishIn } from "../../src/rule/message.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { proportion } from "../../src/stats/proportion.ts";

const soldier = { ballisticSkill: 4, save: 5, command: 4, closeCombat: 4, initiative: 4, weapon: "rifle" };
const FIGHT = {
  version: 1,
  ruleset: "alpha-omega",
  seed: 3,
  weapons: { rifle: { range: { 24: 0 } } },
  units: { few: { ...soldier, models: 4 }, many: { ...soldier, models: 6, save: 6 } },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "few", order: "aimed" }] }, { units: [{ unit: "many", order: "aimed" }] }],
      situation: { distance: 12, turns: 3 },
    },
  },
};
const HORDE = {
  version: 1,
  ruleset: "wh40k-10e",
  seed: 4,
  weapons: {
    plasma: { range: 24, attacks: 2, skill: "3+", strength: 8, ap: -3, damage: 2, abilities: ["Hazardous"] },
    bolter: { range: 24, attacks: 3, skill: "3+", strength: 4, ap: 0, damage: "D3" },
  },
  units: {
    squad: { models: 4, toughness: 4, save: "3+", wounds: 2, weapons: ["plasma", "bolter"] },
    boyz: { models: 8, toughness: 5, save: "5+", wounds: 2 },
    gretchin: { models: 6, toughness: 2, save: 7, wounds: 1 },
  },
  experiments: {
    one: { kind: "shooting", attacker: "squad", defender: "boyz", situation: { distance: 10 } },
    split: {
      kind: "shooting",
      attacker: "squad",
      defender: ["boyz", "gretchin"],
      situation: { distance: 10, targets: { plasma: "boyz", bolter: "gretchin" } },
    },
  },
};
const soldiers = {
  shooting: 5,
  assault: 4,
  strength: 4,
  toughness: 4,
  wounds: 1,
  command: 5,
  sizeClass: 2,
  weapon: "rifle",
};
const SQUADS = {
  version: 1,
  ruleset: "metropolis",
  weapons: { rifle: { damage: { contact: 4, short: 5, medium: 5 } } },
  units: { a: { ...soldiers, models: 6 }, b: { ...soldiers, models: 6 } },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "a", order: "fire" }] }, { units: [{ unit: "b", order: "fire" }] }],
      situation: { distance: 20, turns: 2 },
    },
  },
};

const cellsOf = async (data: unknown, joint: string[], settings: Parameters<typeof run>[1] = {}) =>
  (await run(await studyOfData(data, { joint }), settings)).cells;
const joints = (cell: CellResult): MetricResult[] => cell.metrics!.filter(({ name }) => name === "joint");
const yes = (cell: CellResult): number[] => joints(cell).map(({ outcomes }) => outcomes[1]!.probability);
/** Chance of the values of a metric that pass a test. */
const chance = (cell: CellResult, is: (metric: MetricResult) => boolean, fits: (value: number) => boolean): number =>
  cell
    .metrics!.findLast(is)!
    .outcomes.reduce((sum, { value, probability }) => (fits(Number(value)) ? sum + probability : sum), 0);

/** Exact answers held against trials: outside of these limits once in a thousand million. */
function expectAgreement(exact: CellResult, simulated: CellResult): void {
  expect([exact.method, simulated.method]).toEqual(["exact", "monte-carlo"]);
  joints(simulated).forEach(({ outcomes }, i) => {
    const { lower, upper } = proportion(outcomes[1]!.count!, simulated.trials!, 1 - 1e-9);
    expect(yes(exact)[i], `question ${i}`).toBeGreaterThan(lower);
    expect(yes(exact)[i]).toBeLessThan(upper);
  });
}

describe("joint questions of a whole fight", () => {
  const BOTH = "first.out<=1 and second.out>=2";
  const QUESTIONS = [
    BOTH,
    "first.out<=1 and not second.out>=2",
    "winner=first and first.casualties>=2",
    "first.out@1=0 and second.ready@1<=4",
  ];

  it("are exact from the counts of both sides together, and agree with fights played soldier by soldier", async () => {
    const [exact] = (await cellsOf(FIGHT, QUESTIONS)) as [CellResult];
    const [simulated] = (await cellsOf(FIGHT, QUESTIONS, { method: "simulate", trials: 15_000 })) as [CellResult];
    expectAgreement(exact, simulated);
    const [both, rather] = yes(exact) as [number, number];
    const few = (metric: MetricResult) => metric.name === "out" && metric.side === "first";
    const many = (metric: MetricResult) => metric.name === "out" && metric.side === "second";
    expect(Math.abs(both + rather - chance(exact, few, (out) => out <= 1))).toBeLessThan(1e-12);
    // Control: losses of the two sides are not independent.
    const apart = chance(exact, few, (out) => out <= 1) * chance(exact, many, (out) => out >= 2);
    expect(Math.abs(both - apart)).toBeGreaterThan(0.01);
    // Nothing else of an exact cell moves.
    const [plain] = (await cellsOf(FIGHT, [])) as [CellResult];
    expect(exact.metrics!.slice(0, plain.metrics!.length)).toEqual(plain.metrics);
  });

  it("of several turns are simulated, the same for any number of workers, and said to be", async () => {
    const question = ["first.out@1=0 and second.out@3>=2"];
    const [here] = (await cellsOf(FIGHT, question, { trials: 15_000 })) as [CellResult];
    const [pooled] = (await cellsOf(FIGHT, question, { trials: 15_000, workers: 2 })) as [CellResult];
    expect(here.method).toBe("monte-carlo");
    expect(englishIn(here.note!)).toContain("it asks of several turns");
    expect(pooled).toEqual(here);
    const [, , ...rest] = yes(here);
    expect(rest).toEqual([]);
    expect(yes(here)[0]).toBeLessThanOrEqual(
      chance(
        here,
        ({ name, side, turn }) => name === "out" && side === "first" && turn === 1,
        (out) => out === 0,
      ),
    );
  });

  it("metropolis: no trial is in a part and outside of the whole", async () => {
    const [cell] = (await cellsOf(
      SQUADS,
      [
        "first.casualties>=2 and second.casualties>=2",
        "first.casualties>=2 and second.casualties<2",
        "winner=first or winner!=first",
      ],
      { trials: 20_000 },
    )) as [CellResult];
    const [both, rather, always] = joints(cell).map(({ outcomes }) => outcomes[1]!.count!);
    const alone = cell.metrics!.findLast(({ name, side }) => name === "casualties" && side === "first")!;
    expect(both! + rather!).toBe(
      alone.outcomes.reduce((sum, { value, count }) => (Number(value) >= 2 ? sum + count! : sum), 0),
    );
    expect(always).toBe(20_000);
    expect(both).toBeGreaterThan(0);
  });
});

describe("joint questions of 40k", () => {
  it("of what a target's state tells and of the attackers' own losses are exact", async () => {
    const questions = [
      "killed>=3 and selfKilled=0",
      "killed>=3 and damage>=8",
      "killed<=2 and damage=5",
      "hits>=9 and selfKilled>=1",
    ];
    const only = { ...HORDE, experiments: { one: HORDE.experiments.one } };
    const [exact] = (await cellsOf(only, questions)) as [CellResult];
    const [simulated] = (await cellsOf(only, questions, { method: "simulate", trials: 200_000 })) as [CellResult];
    expectAgreement(exact, simulated);
    expect(joints(exact).every(({ outcomes }) => outcomes[1]!.fraction !== undefined)).toBe(true);
    // Five wounds lost on two-wound models leave two dead and one hurt: the distribution of damage alone says as much.
    expect(yes(exact)[2]).toBeCloseTo(
      chance(
        exact,
        ({ name }) => name === "damage",
        (value) => value === 5,
      ),
      12,
    );
  });

  it("of several targets name them", async () => {
    const split = { ...HORDE, experiments: { split: HORDE.experiments.split } };
    const questions = ["boyz.killed>=2 and gretchin.killed>=3"];
    const [exact] = (await cellsOf(split, questions)) as [CellResult];
    const [simulated] = (await cellsOf(split, questions, { method: "simulate", trials: 200_000 })) as [CellResult];
    expectAgreement(exact, simulated);
  });

  it("of hits and kills together are simulated", async () => {
    const only = { ...HORDE, experiments: { one: HORDE.experiments.one } };
    const [cell] = (await cellsOf(only, ["hits>=9 and killed>=3"], { trials: 10_000 })) as [CellResult];
    expect(cell!.method).toBe("monte-carlo");
    expect(englishIn(cell!.note!)).toContain("summed apart");
  });
});

describe("where they are asked", () => {
  const mixed = {
    ...FIGHT,
    experiments: {
      fight: { ...FIGHT.experiments.fight, joint: "first.out<=1 and second.out>=2" },
      shot: {
        kind: "volley",
        attacker: "few",
        defender: "many",
        situation: { distance: 12 },
        joint: ["hits>=2 and out=0", "casualties>=1 and pinned>=1"],
      },
    },
    goals: [{ experiment: "fight", metric: "joint", value: "yes", atLeast: "10%" }],
  };

  it("in an experiment, where goals find them; on the command line, of the cells they fit", async () => {
    const study = await studyOfData(mixed, { joint: ["casualties>=1 and hits>=3"] });
    const result = await run(study);
    expect(result.cells.map((cell) => joints(cell).map(({ section }) => section))).toEqual([
      ["first.out<=1 and second.out>=2"],
      ["hits>=2 and out=0", "casualties>=1 and pinned>=1", "casualties>=1 and hits>=3"],
    ]);
    expect(result.goals).toHaveLength(1);
    expect(result.goals![0]).toMatchObject({
      metric: "joint",
      section: "first.out<=1 and second.out>=2",
      estimate: yes(result.cells[0]!)[0],
    });
    expect(result.cells.every(({ method }) => method === "exact")).toBe(true);
  });

  it("a question that fits nowhere, or not its own experiment, points at what is wrong", async () => {
    const nowhere = await studyOfData(FIGHT, { joint: ["first.otu<=1 and second.out>=2"] });
    await expect(run(nowhere)).rejects.toThrow('no metric "otu" here (did you mean "out"?)\n  --> --joint:1:7');
    const own = await studyOfData({
      ...mixed,
      experiments: { ...mixed.experiments, shot: { ...mixed.experiments.shot, joint: "first.out<=1 and hits>=2" } },
    });
    await expect(run(own)).rejects.toThrow('out has no "first" (write out alone)');
    await expect(
      studyOfData({
        ...mixed,
        experiments: { ...mixed.experiments, shot: { ...mixed.experiments.shot, joint: "hits>=" } },
      }),
    ).rejects.toThrow("a value is missing");
  });
});

it("a joint question leaves what cells in pairs count as it is, and is answered in them", async () => {
  const sets = { brave: { attacker: { ballisticSkill: 3 } } };
  const fight = { ...FIGHT.experiments.fight, with: ["base", "brave"] };
  const paired = async (joint: object) => {
    const study = studyOfData({ ...FIGHT, modifierSets: sets, experiments: { fight: { ...fight, ...joint } } });
    const { results } = await runPaired([await study], { apart: "modifiers", method: "simulate", trials: 600 });
    return results[0]!.cells.map(({ metrics }) => metrics!);
  };
  const plain = await paired({});
  const asked = await paired({ joint: "first.out>=1 and second.out>=1" });
  expect(asked).toHaveLength(2);
  asked.forEach((metrics, i) => {
    expect(metrics.filter(({ name }) => name !== "joint")).toEqual(plain[i]);
    const out = (side: string) => plain[i]!.findLast((metric) => metric.name === "out" && metric.side === side)!;
    const some = (side: string) => 1 - out(side).outcomes.find(({ value }) => value === 0)!.probability;
    const yes = metrics.at(-1)!.outcomes.find(({ value }) => value === "yes")!.probability;
    expect(yes).toBeGreaterThan(0);
    expect(yes).toBeLessThanOrEqual(Math.min(some("first"), some("second")));
    expect(yes).toBeGreaterThanOrEqual(some("first") + some("second") - 1);
  });
});
