/** A whole side's turn against full enumeration: every face of every die, as the sheet has them, unit after unit. */
import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import type { Program } from "../../../src/rule/program.ts";
import { ruleset } from "../../../src/rulesets/metropolis/index.ts";
import { bestOrderFor, programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { type Answer, enumerated, everyFirst, orders, type Table } from "../turns.ts";

interface Shooter {
  readonly models: number;
  readonly shooting: number;
  readonly damage: number;
  /** Targets in its sight; the nearest first, as they are listed where they are as near. */
  readonly at: readonly number[];
}
interface Target {
  readonly models: number;
  readonly wounds: number;
  readonly toughness: number;
  readonly command: number;
  readonly sizeClass: number;
  readonly moved: boolean;
  readonly points: number;
  /** Where it is not at the ten inches of the others. */
  readonly distance?: number;
}
interface Fight {
  readonly shooters: readonly Shooter[];
  readonly targets: readonly Target[];
}
/** Wounds left of every model, and how many a rout has removed. */
interface Standing {
  readonly left: readonly number[];
  readonly routed: number;
}

const unit = (kind: string, number: number) => `${kind}${number}`;

function scenarioOf({ shooters, targets }: Fight, order?: readonly number[]) {
  return {
    version: 1,
    ruleset: "metropolis",
    weapons: Object.fromEntries(shooters.map(({ damage }, s) => [unit("gun", s), { damage: { short: damage } }])),
    units: {
      ...Object.fromEntries(
        shooters.map(({ models, shooting }, s) => [
          unit("shooter", s),
          { models, shooting, weapon: unit("gun", s), points: 10 },
        ]),
      ),
      ...Object.fromEntries(targets.map(({ moved: _, ...data }, t) => [unit("target", t), data])),
    },
    experiments: {
      e: {
        kind: "sequence",
        sides: [
          {
            units: shooters.map(({ at }, s) => ({
              unit: unit("shooter", s),
              at: at.map((place) => unit("target", place)),
            })),
          },
          { units: targets.map(({ moved }, t) => ({ unit: unit("target", t), moved })) },
        ],
        situation: { distance: 10, ...(order ? { order: order.map((s) => unit("shooter", s)) } : {}) },
      },
    },
  };
}

const FACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** B-SHOOT-05: the size of the target. */
const SIZES = [-1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 3];
const onTable = (active: number, difficulty: number) => Math.min(10, Math.max(2, 6 + difficulty - active));

/** One shot: whether it wounds, by every face of both dice. */
function woundsOf({ shooting, damage }: Shooter, { toughness, sizeClass, moved }: Target): number {
  let chance = 0;
  for (const hit of FACES)
    for (const wound of FACES) {
      const modified = hit + SIZES[sizeClass]! - (moved ? 1 : 0);
      const hits = hit === 10 || (hit !== 1 && modified >= 10 - shooting);
      const counts = wound === 10 || (wound !== 1 && wound >= onTable(damage, toughness));
      if (hits && counts) chance += 1 / 100;
    }
  return chance;
}

/** Nobody else but whoever is wounded already takes the next wound (QB-11). */
function wounded(left: readonly number[], full: number): number[] {
  const now = [...left];
  const bearer = now.findIndex((own) => own > 0 && own < full);
  const taker = bearer >= 0 ? bearer : now.findIndex((own) => own > 0);
  if (taker >= 0) now[taker]!--;
  return now;
}
const alive = ({ left }: Standing) => left.filter((own) => own > 0).length;
const textOf = ({ left, routed }: Standing) => JSON.stringify({ left: [...left].sort((a, b) => a - b), routed });

function tableOf({ shooters, targets }: Fight): Table<Standing> {
  return {
    targets: targets.map(({ models, wounds }) => ({ left: new Array<number>(models).fill(wounds), routed: 0 })),
    left: (standing) => (alive(standing) > 0 ? "stands" : "gone"),
    lost: (standing, place) => targets[place]!.models - alive(standing),
    wishes: shooters.map(({ at }) => at),
    points: targets.map(({ points }) => points),
    fire(shooter, place, standing) {
      const target = targets[place]!;
      const chance = woundsOf(shooters[shooter]!, target);
      let ways = new Map([[textOf(standing), 1]]);
      for (let shot = 0; shot < shooters[shooter]!.models; shot++) {
        const next = new Map<string, number>();
        const put = (text: string, own: number) => next.set(text, (next.get(text) ?? 0) + own);
        for (const [text, own] of ways) {
          const now = JSON.parse(text) as Standing;
          put(text, own * (1 - chance));
          put(textOf({ ...now, left: wounded(now.left, target.wounds) }), own * chance);
        }
        ways = next;
      }
      const ends = new Map<string, number>();
      for (const [text, own] of ways) {
        const after = JSON.parse(text) as Standing;
        const put = (end: Standing, share: number) => {
          if (share > 0) ends.set(textOf(end), (ends.get(textOf(end)) ?? 0) + own * share);
        };
        // B-MOR-02: a loss, and less than half of what there was; B-MOR-04: who fails is gone.
        const tests = alive(after) > 0 && alive(after) < alive(standing) && 2 * alive(after) < target.models;
        const held = tests
          ? FACES.filter((die) => die === 10 || (die !== 1 && die >= onTable(target.command, 4))).length / 10
          : 1;
        put(after, held);
        put({ left: after.left.map(() => 0), routed: alive(after) }, 1 - held);
      }
      return ends;
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
    const routed = new Map<number, number>();
    for (const [text, chance] of answer.ends) {
      const own = (JSON.parse(text) as Standing[])[t]!.routed;
      routed.set(own, (routed.get(own) ?? 0) + chance);
    }
    compare(distribution("routed", unit("target", t)), routed);
  });
  return Math.max(...gaps);
}

const shooter = (more: Partial<Shooter> = {}): Shooter => ({ models: 3, shooting: 5, damage: 6, at: [0, 1], ...more });
const target = (more: Partial<Target> = {}): Target => ({
  models: 3,
  wounds: 1,
  toughness: 4,
  command: 4,
  sizeClass: 2,
  moved: false,
  points: 12,
  ...more,
});

const FIGHTS: readonly Fight[] = [
  {
    shooters: [shooter(), shooter({ models: 2, damage: 9, at: [1, 0] }), shooter({ shooting: 8, models: 4 })],
    targets: [target({ moved: true }), target({ models: 2, wounds: 2, sizeClass: 5, points: 40 })],
  },
  {
    shooters: [shooter({ models: 5, damage: 8 }), shooter({ models: 2, shooting: 9, at: [1] }), shooter()],
    targets: [target({ models: 5, command: 2 }), target({ models: 1, wounds: 3, toughness: 6, sizeClass: 0 })],
  },
];

describe("a whole side's fire against every face of every die", () => {
  it.each(FIGHTS.map((fight, i) => [i, fight] as const))("fight %i, every law", async (i, fight) => {
    for (const order of [orders(3)[i]!, orders(3)[5 - i]!])
      expect(await greatestGap(fight, order, enumerated(tableOf(fight), order))).toBeLessThan(1e-12);
  });

  it("the best way is the best of all orders and all preferred targets, for both aims", async () => {
    const gains: number[] = [];
    for (const fight of FIGHTS) {
      const all = everyFirst(tableOf(fight).wishes).flatMap((wishes) => {
        const table = { ...tableOf(fight), wishes };
        return orders(3).map((order) => ({ order, wishes, ...enumerated(table, order) }));
      });
      const found = bestOrderFor(KIND, await profileOf(scenarioOf(fight)))!;
      expect(found.tried).toBe(all.length);
      for (const { aim, value, worst, written, order } of found.best) {
        const of = (answer: Answer) => (aim === "allDestroyed" ? answer.all : answer.points);
        expect(value).toBeCloseTo(Math.max(...all.map(of)), 9);
        expect(worst).toBeCloseTo(Math.min(...all.map(of)), 9);
        expect(written).toBeCloseTo(of(enumerated(tableOf(fight), [0, 1, 2])), 9);
        const named = order.map((name) => Number(name.slice(-1))).join();
        const likewise = all.filter((one) => one.order.join() === named);
        expect(Math.max(...likewise.map(of))).toBeCloseTo(value, 9);
        gains.push(value - worst);
      }
    }
    expect(Math.max(...gains)).toBeGreaterThan(0.01);
  });

  it("B-SHOOT-02: no way sends a unit at a farther target in its sight, though that would do better", async () => {
    const [fight] = FIGHTS as [Fight];
    // The second target stands behind the first, in the same band: who sees both fires at the first while it stands.
    const behind = { ...fight, targets: fight.targets.map((own, t) => (t === 1 ? { ...own, distance: 12 } : own)) };
    const near = { ...tableOf(behind), wishes: behind.shooters.map(() => [0, 1]) };
    const lawful = orders(3).map((order) => enumerated(near, order));
    const free = everyFirst(near.wishes).flatMap((wishes) =>
      orders(3).map((order) => enumerated({ ...near, wishes }, order)),
    );
    const found = bestOrderFor(KIND, await profileOf(scenarioOf(behind)))!;
    expect(found.tried).toBe(lawful.length);
    const gains: number[] = [];
    for (const { aim, value, worst, first } of found.best) {
      const of = (answer: Answer) => (aim === "allDestroyed" ? answer.all : answer.points);
      expect(value).toBeCloseTo(Math.max(...lawful.map(of)), 9);
      expect(worst).toBeCloseTo(Math.min(...lawful.map(of)), 9);
      expect(first).toBeUndefined();
      gains.push(Math.max(...free.map(of)) - value);
    }
    expect(Math.max(...gains)).toBeGreaterThan(0.01);
  });

  it("the enumeration would see a rule broken: no rout, a target that stands still, fresh targets", async () => {
    const order = [0, 1, 2];
    const said = (changed: Fight) => enumerated(tableOf(changed), order);
    const [first, second] = FIGHTS as [Fight, Fight];
    const brave = { ...second, targets: second.targets.map((own) => ({ ...own, command: 10 })) };
    expect(await greatestGap(second, order, said(brave))).toBeGreaterThan(0.001);
    const still = { ...first, targets: first.targets.map((own) => ({ ...own, moved: false })) };
    expect(await greatestGap(first, order, said(still))).toBeGreaterThan(0.001);
    const apart = { ...first, shooters: first.shooters.map((own) => ({ ...own, at: own.at.slice(0, 1) })) };
    expect(await greatestGap(first, order, said(apart))).toBeGreaterThan(0.001);
  });

  it("where nobody can fall to it, it is the sum of single volleys", async () => {
    const shooters = [shooter(), shooter({ models: 2, damage: 9 }), shooter({ at: [1] })];
    const targets = [target({ models: 40 }), target({ models: 30 })];
    const scenario = scenarioOf({ shooters, targets });
    const singles = Object.fromEntries(
      shooters.map(({ at }, s) => [
        unit("single", s),
        {
          kind: "volley",
          attacker: unit("shooter", s),
          defender: unit("target", at[0]!),
          situation: { distance: 10 },
        },
      ]),
    );
    const { cells } = await run(
      await studyOfData({ ...scenario, experiments: { ...scenario.experiments, ...singles } }),
      { method: "exact" },
    );
    const mean = (cell: number, name: string, of?: string) =>
      cells[cell]!.metrics!.find((own) => own.name === name && own.target === of)!.mean!;
    const removed = [1, 2, 3].map((cell) => mean(cell, "removed"));
    expect(mean(0, "casualties", "target0")).toBeCloseTo(removed[0]! + removed[1]!, 10);
    expect(mean(0, "casualties", "target1")).toBeCloseTo(removed[2]!, 10);
    expect(Math.min(...removed)).toBeGreaterThan(0.3);
  });
});
