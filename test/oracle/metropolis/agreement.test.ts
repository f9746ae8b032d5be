import { describe, expect, it } from "vitest";
import { isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { LONG } from "../../long.ts";
import { keyOf } from "../pool.ts";
import { play, type Scenario, type Trial } from "./naive.ts";
import { programOf } from "./program.ts";
import { generator, randomScenario } from "./random.ts";

/*
 * The ruleset against the naive simulator on random scenarios, every metric. The simulator plays 4,000 trials of each;
 * exact answers are compared with its shares. A bin is off when its share is further from the expected one than 6.5
 * standard deviations and three trials, which a correct bin is with a chance below 1e-9. A bin of 20 % that is wrong by
 * 5 points is found for certain (7.9 deviations). Whole fights, which have no exact answer: engagement.test.ts.
 */
const TRIALS = 4_000;

/** Bins that are off, in words. */
function differences(scenario: Scenario, against: Scenario, seed: number): string[] {
  const program = programOf(scenario);
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const chances = program.exact.solve().map(probabilitiesOf);
  const random = generator(seed + 1_000_000);
  const counts = program.metrics.map((metric) => new Map(metric.values.map((value) => [value, 0])));
  for (let i = 0; i < TRIALS; i++) {
    const trial: Trial = play(against, random);
    if (i === 0) expect(program.metrics.map(keyOf).sort()).toEqual(Object.keys(trial).sort());
    program.metrics.forEach((metric, m) => {
      const value = trial[keyOf(metric)]!;
      counts[m]!.set(value, (counts[m]!.get(value) ?? 0) + 1);
    });
  }
  return program.metrics.flatMap((metric, m) => {
    const impossible = [...counts[m]!.keys()].filter((value) => !metric.values.includes(value));
    if (impossible.length > 0) return [`${keyOf(metric)}: ${impossible.join()} is not a value of ours`];
    return metric.values.flatMap((value, bin) => {
      const share = counts[m]!.get(value)! / TRIALS;
      const chance = chances[m]![bin]!;
      const p = (chance * TRIALS + share * TRIALS) / (2 * TRIALS);
      const deviation = Math.sqrt((p * (1 - p)) / TRIALS);
      const off = Math.abs(share - chance) - 3 / TRIALS;
      return off > 6.5 * deviation ? [`${keyOf(metric)} = ${value}: ${chance} of ours, ${share} of the naive`] : [];
    });
  });
}

const PART = LONG ? 1 : 4;
const KINDS: readonly [kind: string, from: number, to: number][] = [
  ["shot", 1, 26 / PART],
  ["volley", 1, 46 / PART],
  ["assault", 1, 56 / PART],
  ["test", 1, 26 / PART],
  ["morale", 1, 26 / PART],
];

describe("the ruleset agrees with the naive simulator", () => {
  it.each(KINDS)("kind %s on random scenarios %i to %i", (kind, from, to) => {
    for (let seed = from; seed <= to; seed++) {
      const scenario = randomScenario(kind, seed);
      expect(differences(scenario, scenario, seed), JSON.stringify(scenario)).toEqual([]);
    }
  });

  it("exact answers of the default reading are fractions that add up to one", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const program = programOf({ ...randomScenario("assault", seed), options: {} });
      if (!("solve" in program.exact)) continue;
      for (const exact of program.exact.solve()) {
        if (!isFraction(exact)) continue;
        expect(exact.weights.reduce((a, b) => a + b, 0n)).toBe(exact.total);
      }
    }
  });
});

describe("control: what the comparison must find", () => {
  const changed = (scenario: Scenario, change: Partial<Scenario>): Scenario => ({ ...scenario, ...change });

  it.each(["volley", "assault"])("kind %s: one point of toughness", (kind) => {
    let found = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const scenario = randomScenario(kind, seed);
      const tougher = (data: Scenario["attacker"]) => ({ ...data, toughness: Math.min(10, data!.toughness + 1) });
      const other = changed(scenario, { defender: tougher(scenario.defender) });
      if (differences(scenario, other, seed).length > 0) found++;
    }
    expect(found).toBeGreaterThanOrEqual(5);
  });
});
