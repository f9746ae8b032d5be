import { describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import type { Program } from "../../../src/rule/program.ts";
import { bestOrderFor, programFor } from "../../../src/rulesets/ruleset.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { generator } from "./random-setup.ts";
import { enumerated, type Fight, type Foe, type Gun, orders } from "./sequence.ts";

/** A small fight: every face of its dice can be written out. */
function randomFight(seed: number): Fight {
  const random = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const foes = Array.from(
    { length: pick([1, 2, 2]) },
    (): Foe => ({
      models: pick([1, 2, 5]),
      wounds: pick([1, 2, 3]),
      toughness: pick([3, 4, 8]),
      save: pick([3, 5, 7]),
      points: pick([40, 75]),
    }),
  );
  const everybody = foes.map((_, i) => i);
  const gun = (name: string): Gun => ({
    name,
    attacks: pick([1, 2, 3]),
    skill: pick([2, 3, 4]),
    strength: pick([4, 8, 16]),
    ap: pick([0, -2, -4]),
    damage: pick([1, 2, { die: 3 }]),
    blast: random() < 0.3,
    at: pick([everybody, everybody.toReversed(), [pick(everybody)]]),
  });
  const shooters = Array.from({ length: 3 }, (_, s) =>
    Array.from({ length: pick([1, 1, 2]) }, (_, g) => gun(`gun${s}${g}`)),
  );
  return { shooters, foes };
}

const foeName = (foe: number) => `foe${foe}`;
const shooterName = (shooter: number) => `unit${shooter}`;

function scenarioOf({ shooters, foes }: Fight, order: readonly number[]) {
  const guns = shooters.flat();
  return {
    version: 1,
    ruleset: "wh40k-10e",
    weapons: Object.fromEntries(
      guns.map(({ name, attacks, skill, strength, ap, damage, blast }) => [
        name,
        {
          range: 24,
          attacks,
          skill,
          strength,
          ap,
          damage: typeof damage === "number" ? damage : `D${damage.die}`,
          abilities: blast ? ["Blast"] : [],
        },
      ]),
    ),
    units: {
      ...Object.fromEntries(
        shooters.map((own, s) => [shooterName(s), { toughness: 4, weapons: own.map(({ name }) => name) }]),
      ),
      ...Object.fromEntries(foes.map((foe, f) => [foeName(f), foe])),
    },
    experiments: {
      e: {
        kind: "sequence",
        sides: [
          {
            units: shooters.map((own, s) => ({
              unit: shooterName(s),
              at: Object.fromEntries(own.map(({ name, at }) => [name, at.map(foeName)])),
            })),
          },
          { units: foes.map((_, f) => foeName(f)) },
        ],
        situation: { distance: 12, order: order.map(shooterName) },
      },
    },
  };
}

async function profileOf(scenario: object): Promise<unknown> {
  const { outcome } = (await studyOfData(scenario)).cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.profile;
}

/** As written; then with each foe in turn before all others, of every gun that may shoot at him. Of all shooters together. */
const everyPreference = ({ shooters, foes }: Fight): Gun[][][] =>
  shooters.reduce<Gun[][][]>(
    (all, guns) => {
      const own = foes.flatMap((_, foe) =>
        guns.some(({ at }) => at.includes(foe))
          ? [
              guns.map((gun) => ({
                ...gun,
                at: [...gun.at.filter((f) => f === foe), ...gun.at.filter((f) => f !== foe)],
              })),
            ]
          : [],
      );
      return all.flatMap((before) => [[...guns], ...own].map((one) => [...before, one]));
    },
    [[]],
  );

const KIND = ruleset.kinds.sequence!;
function solved(program: Program) {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  return (name: string, target?: string, section?: string) => {
    const m = program.metrics.findIndex((own) => own.name === name && own.target === target && own.section === section);
    return [...probabilitiesOf(answers[m]!)];
  };
}

/** The greatest difference between what the library says and what the enumeration found. */
async function greatestGap(fight: Fight, order: readonly number[], truth: Fight = fight): Promise<number> {
  const distribution = solved(programFor(KIND, await profileOf(scenarioOf(fight, order))));
  const answer = enumerated(truth, order);
  const gaps = [Math.abs(distribution("allDestroyed")[1]! - answer.all)];
  const compare = (chances: readonly number[], found: ReadonlyMap<number, number>) => {
    gaps.push(...chances.map((chance, value) => Math.abs(chance - (found.get(value) ?? 0))));
    gaps.push(...[...found].map(([value, chance]) => Math.abs(chance - (chances[value] ?? 0))));
  };
  order.forEach((shooter, step) => {
    const own = answer.steps[step]!;
    gaps.push(Math.abs(distribution("fired", undefined, shooterName(shooter))[1]! - own.fired));
    fight.foes.forEach((_, foe) => {
      const of = (name: string) => distribution(name, foeName(foe), shooterName(shooter));
      gaps.push(Math.abs(of("destroyedAfter")[1]! - own.destroyed[foe]!));
      compare(of("killedBy"), own.killed[foe]!);
      compare(of("damageBy"), own.damage[foe]!);
    });
  });
  const last = answer.steps.at(-1)!;
  fight.foes.forEach((_, foe) => {
    gaps.push(Math.abs(distribution("destroyed", foeName(foe))[1]! - last.destroyed[foe]!));
  });
  return Math.max(...gaps);
}

describe("a sequence of shooting against full enumeration", () => {
  it("every law of twelve small fights", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const fight = randomFight(seed);
      const order = orders(3)[seed % 6]!;
      expect(await greatestGap(fight, order), `fight ${seed}`).toBeLessThan(1e-12);
    }
  });

  it("the enumeration would see a rule broken: wounds that do not carry over, Blast by the whole unit", async () => {
    const gun: Gun = { name: "gun", attacks: 2, skill: 3, strength: 4, ap: 0, damage: 1, at: [0] };
    const foes = [{ models: 5, wounds: 2, toughness: 4, save: 5, points: 50 }];
    const fight: Fight = { shooters: [[gun], [{ ...gun, name: "blast", blast: true }]], foes };
    const order = [0, 1];
    expect(await greatestGap(fight, order)).toBeLessThan(1e-12);
    const always = { ...fight, shooters: [[gun], [{ ...gun, name: "blast", attacks: 3 }]] };
    expect(await greatestGap(fight, order, always)).toBeGreaterThan(0.001);
    const fresh = { ...fight, foes: [{ ...foes[0]!, wounds: 1 }] };
    expect(await greatestGap(fight, order, fresh)).toBeGreaterThan(0.001);
  });

  it("the best way is the best of all orders and all preferred targets, for both aims", async () => {
    let isBetter = 0;
    let isByTarget = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const fight = randomFight(seed);
      const found = bestOrderFor(KIND, await profileOf(scenarioOf(fight, [0, 1, 2])))!;
      const written = enumerated(fight, [0, 1, 2]);
      const alone = orders(3).map((order) => ({ order, ...enumerated(fight, order) }));
      const all = everyPreference(fight).flatMap((shooters) =>
        orders(3).map((order) => ({ order, ...enumerated({ ...fight, shooters }, order) })),
      );
      for (const { aim, order, ...value } of found.best) {
        const of = (answer: Omit<(typeof all)[number], "order">) =>
          aim === "allDestroyed" ? answer.all : answer.points;
        const most = Math.max(...all.map(of));
        expect(value.value).toBeCloseTo(most, 8);
        expect(value.worst).toBeCloseTo(Math.min(...all.map(of)), 8);
        expect(value.written).toBeCloseTo(of(written), 9);
        const likewise = all.filter((one) => one.order.map(shooterName).join() === order.join());
        expect(Math.max(...likewise.map(of))).toBeCloseTo(value.value, 8);
        if (value.value > value.written + 0.001) isBetter++;
        if (most > Math.max(...alone.map(of)) + 0.001) isByTarget++;
      }
    }
    expect(isBetter).toBeGreaterThan(2);
    // Orders alone would not have found it.
    expect(isByTarget).toBeGreaterThan(1);
  });

  it("where targets cannot die, it is the sum of single volleys", async () => {
    const guns: Gun[] = [
      { name: "a", attacks: 3, skill: 3, strength: 5, ap: -1, damage: { die: 3 }, at: [0] },
      { name: "b", attacks: 2, skill: 4, strength: 9, ap: -3, damage: 2, at: [1, 0] },
      { name: "c", attacks: 4, skill: 2, strength: 3, ap: 0, damage: 1, at: [0, 1] },
    ];
    const foes = [5, 9].map((toughness) => ({ models: 1, wounds: 100, toughness, save: 4, points: 1 }));
    const scenario = scenarioOf({ shooters: guns.map((gun) => [gun]), foes }, [2, 0, 1]);
    const singles = Object.fromEntries(
      guns.map(({ at }, s) => [
        `single${s}`,
        {
          kind: "shooting",
          attacker: shooterName(s),
          defender: foeName(at[0]!),
          situation: { distance: 12 },
        },
      ]),
    );
    const study = await studyOfData({ ...scenario, experiments: { ...scenario.experiments, ...singles } });
    const result = await run(study);
    const [all, ...each] = result.cells;
    const mean = (cell: typeof all, name: string, target?: string) =>
      cell!.metrics!.find((metric) => metric.name === name && metric.target === target)!.mean!;
    for (const foe of [0, 1]) {
      const sum = guns.reduce((total, { at }, s) => total + (at[0] === foe ? mean(each[s], "damage") : 0), 0);
      expect(mean(all, "damage", foeName(foe))).toBeCloseTo(sum, 10);
      expect(sum).toBeGreaterThan(0.5);
    }
  });
});
