import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { isFraction, type Metric, type Program, probabilitiesOf, tallyOffsets } from "../../../src/rule/index.ts";
import { reader } from "../../../src/rulesets/metropolis/reader.ts";
import { defaultsOf } from "../../../src/rulesets/options.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { play, type Scenario, type Trial } from "./naive.ts";
import { generator, randomScenario } from "./random.ts";

/*
 * The ruleset against the naive simulator on random scenarios, every metric. The simulator plays 4,000 trials of each, 2,500 of
 * a whole fight; exact answers are compared with its shares, whole fights are played 40,000 times by the kernel. A bin is
 * off when its share is further from the expected one than 6.5 standard deviations and three trials, which a correct bin
 * is with a chance below 1e-9. A bin of 20 % that is wrong by 5 points is found for certain (7.9 deviations), in a whole
 * fight one that is wrong by 6.
 */
const KERNEL_TRIALS = 40_000;

function programOf(scenario: Scenario): Program {
  const named = (name: string, data: unknown) => ({ name, data: data as Record<string, unknown> });
  const resolution = reader.resolve({
    kind: scenario.kind,
    ...(scenario.attacker ? { attacker: named("attacker", scenario.attacker) } : {}),
    ...(scenario.defender ? { defender: named("defender", scenario.defender) } : {}),
    ...(scenario.sides ? { sides: scenario.sides.map((side) => side.map((unit, i) => named(`unit ${i}`, unit))) } : {}),
    situation: scenario.situation,
    options: { ...defaultsOf(reader.options), ...scenario.options },
    rules: scenario.rules,
    weapons: scenario.weapons,
    experiment: {},
    scenario: {},
  });
  if (!("profile" in resolution)) throw new Error(JSON.stringify({ resolution, scenario }));
  return programFor(reader.ruleset.kinds[scenario.kind]!, resolution.profile);
}

const keyOf = ({ name, turn, side, section }: Metric): string =>
  section !== undefined ? `${name}.${side}.${section}` : turn !== undefined ? `${name}@${turn}.${side}` : name;

/** The chance of every bin of every metric, and how often it was played (Infinity: exact). */
function ours(program: Program, seed: number): { chances: Float64Array[]; trials: number } {
  if ("solve" in program.exact) return { chances: program.exact.solve().map(probabilitiesOf), trials: Infinity };
  const offsets = tallyOffsets(program.metrics);
  const tally = new Float64Array(offsets.at(-1)!);
  const kernel = program.kernel();
  const key = cellKey(BigInt(seed), "oracle");
  const blocks = KERNEL_TRIALS / 2_000;
  for (let block = 0; block < blocks; block++) kernel.play(blockStream(key, block), 2_000, tally);
  const chances = program.metrics.map((_, m) =>
    tally.slice(offsets[m], offsets[m + 1]).map((count) => count / KERNEL_TRIALS),
  );
  return { chances, trials: KERNEL_TRIALS };
}

/** Bins that are off, in words. */
function differences(scenario: Scenario, against: Scenario, seed: number): string[] {
  const naiveTrials = scenario.kind === "engagement" ? 2_500 : 4_000;
  const program = programOf(scenario);
  const { chances, trials } = ours(program, seed);
  const random = generator(seed + 1_000_000);
  const counts = program.metrics.map((metric) => new Map(metric.values.map((value) => [value, 0])));
  for (let i = 0; i < naiveTrials; i++) {
    const trial: Trial = play(against, random);
    program.metrics.forEach((metric, m) => {
      const value = trial[keyOf(metric)] ?? 0;
      counts[m]!.set(value, (counts[m]!.get(value) ?? 0) + 1);
    });
  }
  return program.metrics.flatMap((metric, m) => {
    const impossible = [...counts[m]!.keys()].filter((value) => !metric.values.includes(value));
    if (impossible.length > 0) return [`${keyOf(metric)}: ${impossible.join()} is not a value of ours`];
    return metric.values.flatMap((value, bin) => {
      const share = counts[m]!.get(value)! / naiveTrials;
      const chance = chances[m]![bin]!;
      const p = (chance * naiveTrials + share * naiveTrials) / (2 * naiveTrials);
      const deviation = Math.sqrt(p * (1 - p) * (1 / naiveTrials + 1 / trials));
      const off = Math.abs(share - chance) - 3 / naiveTrials;
      return off > 6.5 * deviation ? [`${keyOf(metric)} = ${value}: ${chance} of ours, ${share} of the naive`] : [];
    });
  });
}

/** Whole fights in three parts, so that none takes long. */
const KINDS: readonly [kind: string, from: number, to: number][] = [
  ["shot", 1, 25],
  ["volley", 1, 45],
  ["assault", 1, 55],
  ["test", 1, 25],
  ["morale", 1, 25],
  ["engagement", 1, 15],
  ["engagement", 16, 30],
  ["engagement", 31, 45],
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

  it.each(["volley", "assault", "engagement"])("kind %s: one point of toughness", (kind) => {
    let found = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const scenario = randomScenario(kind, seed);
      const tougher = (data: Scenario["attacker"]) => ({ ...data, toughness: Math.min(10, data!.toughness + 1) });
      const other = scenario.sides
        ? changed(scenario, { sides: scenario.sides.map((side) => side.map(tougher)) })
        : changed(scenario, { defender: tougher(scenario.defender) });
      if (differences(scenario, other, seed).length > 0) found++;
    }
    expect(found).toBeGreaterThanOrEqual(5);
  });
});
