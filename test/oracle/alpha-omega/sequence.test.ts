/** A whole side's turn against full enumeration: every face of every die of the naive volley, unit after unit. */
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import type { Program } from "../../../src/rule/program.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { bestOrderFor, programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { type Answer, enumerated, everyFirst, everyWay, orders, type Table } from "../turns.ts";
import { type Options, type Order, playVolley, type Setup, type State } from "./shooting.ts";

interface Shooter {
  readonly models: number;
  readonly ballisticSkill: number;
  readonly saveModifier: number;
  readonly order: Order;
  readonly at: readonly number[];
}
interface Target {
  readonly models: number;
  readonly save: number;
  readonly command: number;
  readonly skills: string[];
  readonly order: Order;
  readonly points: number;
}
interface Fight {
  readonly shooters: readonly Shooter[];
  readonly targets: readonly Target[];
  readonly options?: Options;
}

const unit = (kind: string, number: number) => `${kind}${number}`;
const weaponsOf = ({ shooters }: Fight) =>
  Object.fromEntries(
    shooters.map(({ saveModifier }, s) => [unit("gun", s), { range: { 24: 0 }, saveModifier, shots: 1 }]),
  );

function scenarioOf(fight: Fight, order?: readonly number[]) {
  const { shooters, targets, options = {} } = fight;
  return {
    version: 1,
    ruleset: "alpha-omega",
    options,
    weapons: weaponsOf(fight),
    units: {
      ...Object.fromEntries(
        shooters.map(({ models, ballisticSkill }, s) => [
          unit("shooter", s),
          { models, initiative: 4, ballisticSkill, weapon: unit("gun", s), points: 10 },
        ]),
      ),
      ...Object.fromEntries(
        targets.map(({ order: _, ...data }, t) => [unit("target", t), { ...data, ballisticSkill: 4 }]),
      ),
    },
    experiments: {
      e: {
        kind: "sequence",
        sides: [
          {
            units: shooters.map(({ order: own, at }, s) => ({
              unit: unit("shooter", s),
              order: own,
              at: at.map((place) => unit("target", place)),
            })),
          },
          { units: targets.map(({ order: own }, t) => ({ unit: unit("target", t), order: own })) },
        ],
        situation: { distance: 12, ...(order ? { order: order.map((s) => unit("shooter", s)) } : {}) },
      },
    },
  };
}

const fallen = (states: readonly State[]) => states.filter((state) => state === "down" || state === "out").length;
const GRAVITY: State[] = ["ready", "pinned", "down", "out"];

/** The same as a table of naive volleys; like soldiers stand in a row, so that their places tell no ways apart. */
function tableOf(fight: Fight): Table<State[]> {
  const { shooters, targets, options = {} } = fight;
  return {
    targets: targets.map(({ models }) => new Array<State>(models).fill("ready")),
    left: (states) =>
      states.some((own) => own === "ready" || own === "pinned") ? "stands" : states.includes("down") ? "lies" : "gone",
    lost: fallen,
    wishes: shooters.map(({ at }) => at),
    points: targets.map(({ points }) => points),
    fire(shooter, place, states) {
      const { models, ballisticSkill, order } = shooters[shooter]!;
      const { order: targetOrder, points: _, ...data } = targets[place]!;
      const setup: Setup = {
        weapons: weaponsOf(fight),
        attacker: { models, ballisticSkill, weapon: unit("gun", shooter) },
        defender: data,
        situation: { attackerOrder: order, defenderOrder: targetOrder, distance: 12, defenderState: states },
        options,
      };
      return everyWay((random) => {
        const after = playVolley(setup, random).states;
        return JSON.stringify(after.sort((a, b) => GRAVITY.indexOf(a) - GRAVITY.indexOf(b)));
      });
    },
  };
}

const KIND = ruleset.kinds.sequence!;
async function profileOf(scenario: object): Promise<unknown> {
  const { outcome } = (await studyOfData(scenario)).cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.profile;
}
function solved(program: Program) {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  return (name: string, target?: string, section?: string) => {
    const m = program.metrics.findIndex((own) => own.name === name && own.target === target && own.section === section);
    return [...probabilitiesOf(answers[m]!)];
  };
}

/** The greatest difference between what the library says and what the enumeration found. */
async function greatestGap(fight: Fight, order: readonly number[], answer: Answer): Promise<number> {
  const distribution = solved(programFor(KIND, await profileOf(scenarioOf(fight, order))));
  const gaps = [Math.abs(distribution("allDestroyed")[1]! - answer.all)];
  const compare = (chances: readonly number[], found: ReadonlyMap<number, number>) => {
    gaps.push(...chances.map((chance, value) => Math.abs(chance - (found.get(value) ?? 0))));
  };
  order.forEach((shooter, step) => {
    const own = answer.steps[step]!;
    const section = unit("shooter", shooter);
    gaps.push(Math.abs(distribution("fired", undefined, section)[1]! - own.fired));
    fight.targets.forEach((_, t) => {
      gaps.push(Math.abs(distribution("destroyedAfter", unit("target", t), section)[1]! - own.destroyed[t]!));
      compare(distribution("casualtiesBy", unit("target", t), section), own.lost[t]!);
    });
  });
  fight.targets.forEach((_, t) => {
    for (const state of GRAVITY) {
      const found = new Map<number, number>();
      for (const [text, chance] of answer.ends) {
        const many = (JSON.parse(text) as State[][])[t]!.filter((own) => own === state).length;
        found.set(many, (found.get(many) ?? 0) + chance);
      }
      compare(distribution(state, unit("target", t)), found);
    }
  });
  return Math.max(...gaps);
}

const shooter = (more: Partial<Shooter> = {}): Shooter => ({
  models: 1,
  ballisticSkill: 4,
  saveModifier: -1,
  order: "aimed",
  at: [0, 1],
  ...more,
});
const target = (more: Partial<Target> = {}): Target => ({
  models: 2,
  save: 5,
  command: 4,
  skills: [],
  order: "run",
  points: 12,
  ...more,
});

const FIGHTS: readonly Fight[] = [
  {
    shooters: [
      shooter({ saveModifier: -4 }),
      shooter({ saveModifier: -2, at: [1, 0] }),
      shooter({ ballisticSkill: 2 }),
    ],
    targets: [target({ models: 1 }), target({ order: "aimed", skills: ["drone"], points: 30 })],
  },
  {
    shooters: [shooter({ saveModifier: -5 }), shooter({ saveModifier: -3 }), shooter({ at: [1] })],
    targets: [target({ models: 1, skills: ["camouflage"], command: 8 }), target({ models: 1, save: 9 })],
    options: { downSaves: false, naturalRolls: "both" },
  },
  {
    shooters: [shooter({ saveModifier: -9, at: [0] }), shooter({ at: [0] }), shooter({ ballisticSkill: 2, at: [0] })],
    targets: [target({ skills: ["endurance"] })],
    options: { volley: "sequential", pinTests: "perVolley" },
  },
];

describe("a whole side's fire against every face of every die", () => {
  it.each(FIGHTS.map((fight, i) => [i, fight] as const))("fight %i, every law", async (i, fight) => {
    const order = orders(3)[(2 * i + 1) % 6]!;
    const answer = enumerated(tableOf(fight), order);
    expect(answer.steps.at(-1)!.fired).toBeLessThan(1 + 1e-12);
    expect(await greatestGap(fight, order, answer)).toBeLessThan(1e-12);
  });

  it("the best way is the best of all orders and all preferred targets, for both aims", async () => {
    const [, fight] = FIGHTS;
    const all = everyFirst(fight!.shooters.map(({ at }) => at)).flatMap((wishes) => {
      const table = tableOf({ ...fight!, shooters: fight!.shooters.map((own, s) => ({ ...own, at: wishes[s]! })) });
      return orders(3).map((order) => ({
        order,
        first: order.map((s) => wishes[s]![0]!),
        ...enumerated(table, order),
      }));
    });
    // Six orders, and two shooters who have two targets each.
    expect(all).toHaveLength(24);
    const found = bestOrderFor(KIND, await profileOf(scenarioOf(fight!)))!;
    expect(found).toMatchObject({ ways: 24, tried: 24 });
    const gains = found.best.map(({ aim, value, worst, written, order, first }) => {
      const of = (answer: Answer) => (aim === "allDestroyed" ? answer.all : answer.points);
      expect(value).toBeCloseTo(Math.max(...all.map(of)), 10);
      expect(worst).toBeCloseTo(Math.min(...all.map(of)), 10);
      expect(written).toBeCloseTo(of(enumerated(tableOf(fight!), [0, 1, 2])), 10);
      const named = all.find(
        (one) =>
          one.order.map((s) => unit("shooter", s)).join() === order.join() &&
          one.first.map((t) => unit("target", t)).join() === first!.join(),
      )!;
      expect(of(named)).toBeCloseTo(value, 10);
      return value - worst;
    });
    expect(found.best.map(({ aim }) => aim)).toEqual(["allDestroyed", "points"]);
    expect(Math.max(...gains)).toBeGreaterThan(0.01);
    // The control: orders alone reach less than orders with targets.
    const alone = all.filter(({ order, first }) => order.every((s, i) => fight!.shooters[s]!.at[0] === first[i]));
    const most = (answers: readonly Answer[]) => Math.max(...answers.map(({ points }) => points));
    expect(most(all)).toBeGreaterThan(most(alone) + 1e-4);
  });

  it("the enumeration would see a rule broken: fresh targets, a malus forgotten, a target that is not left", async () => {
    const fight = FIGHTS[1]!;
    const order = [0, 1, 2];
    const said = (changed: Fight) => enumerated(tableOf(changed), order);
    expect(await greatestGap(fight, order, said(fight))).toBeLessThan(1e-12);
    const { shooters, targets } = fight;
    const apart = shooters.map((own) => ({ ...own, at: own.at.slice(0, 1) }));
    expect(await greatestGap(fight, order, said({ ...fight, shooters: apart }))).toBeGreaterThan(0.001);
    const still = targets.map((own) => ({ ...own, order: "move" as const }));
    expect(await greatestGap(fight, order, said({ ...fight, targets: still }))).toBeGreaterThan(0.001);
    const seen = targets.map((own) => ({ ...own, skills: [] }));
    expect(await greatestGap(fight, order, said({ ...fight, targets: seen }))).toBeGreaterThan(0.001);
  });

  it("where targets cannot fall, it is the sum of single volleys", async () => {
    // Whoever is pinned is harder to hit: two volleys at one target are no sum, so that each has one of its own.
    const guns = [shooter({ models: 3, at: [0] }), shooter({ models: 2, saveModifier: -3, at: [1], order: "move" })];
    const targets = [target({ models: 12, save: 3 }), target({ models: 10, skills: ["drone"] })];
    const scenario = scenarioOf({ shooters: guns, targets });
    const singles = Object.fromEntries(
      guns.map((own, s) => [
        unit("single", s),
        {
          kind: "volley",
          attacker: unit("shooter", s),
          defender: unit("target", s),
          situation: { distance: 12, attackerOrder: own.order, defenderOrder: "run" },
        },
      ]),
    );
    const { cells } = await run(
      await studyOfData({ ...scenario, experiments: { ...scenario.experiments, ...singles } }),
      { method: "exact" },
    );
    const mean = (cell: number, name: string, of?: string) =>
      cells[cell]!.metrics!.find((own) => own.name === name && own.target === of)!.mean!;
    for (const name of ["casualties", "pinned", "out"])
      for (const s of [0, 1]) {
        expect(mean(0, name, unit("target", s))).toBeCloseTo(mean(1 + s, name), 11);
        expect(mean(1 + s, name)).toBeGreaterThan(0.1);
      }
    expect(mean(0, "casualtiesInAll")).toBeCloseTo(mean(1, "casualties") + mean(2, "casualties"), 11);
  });
});
