import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../../src/rulesets/metropolis/options.ts";
import { LONG } from "../../long.ts";
import { type Counts, Pool, played, simulated, THRESHOLD, type Trial } from "../pool.ts";
import { FORCED } from "./forced.ts";
import { play, type Scenario } from "./naive.ts";
import { programOf } from "./program.ts";
import { generator, randomScenario } from "./random.ts";

/** Whole fights against the naive simulator, which shares no code with the library: many small ones, pooled (pool.ts). */
const FIGHTS = LONG ? 240 : 120;
const NAIVE = 150;
const OURS = 1_024;
/** A fight that is made for one reading is played so often; a quarter of it where that tells the readings apart. */
const FORCED_NAIVE = 2_000;
const FORCED_OURS = 8_192;

/** An order that is never refused may go without a metric that counts it. */
const mayBeMissing = (key: string) => key.startsWith("skipped.");

/** What the library says of a random fight, kept for the control. */
const kept = new Map<number, Counts>();
const oursOf = (seed: number): Counts => {
  const counts = kept.get(seed) ?? simulated(programOf(randomScenario("engagement", seed)), OURS, `fight ${seed}`);
  kept.set(seed, counts);
  return counts;
};

/** All random fights; of the naive ones a share is played with something changed. */
function pooled(share: number, change: (scenario: Scenario) => Scenario): Pool {
  const pool = new Pool();
  for (let seed = 1; seed <= FIGHTS; seed++) {
    const scenario = randomScenario("engagement", seed);
    const changed = change(scenario);
    const random = generator(seed + 1_000_000);
    const naive = played(NAIVE, () => play(random() < share ? changed : scenario, random) as Trial);
    pool.add(`seed ${seed}`, naive, oursOf(seed), mayBeMissing);
  }
  return pool;
}

/** One fight of a given reading; the least p-value of its metrics, and what is wrong. */
function forced(own: Scenario, against: Scenario, share: number): { p: number; faults: string[] } {
  const random = generator(7);
  const pool = new Pool();
  const naive = played(FORCED_NAIVE * share, () => play(against, random) as Trial);
  const p = pool.add("forced", naive, simulated(programOf(own), FORCED_OURS * share, "forced"), mayBeMissing);
  return { p, faults: pool.faults };
}

describe("whole fights agree with the naive simulator", () => {
  it(`${FIGHTS} random fights, each by itself and all together`, () => {
    const pool = pooled(0, (scenario) => scenario);
    expect(pool.faults).toEqual([]);
    expect(pool.drifts()).toEqual([]);
    // Each metric of the first two turns that is off by so much of its range on average is found with a chance of 99 %.
    for (const [key, power] of pool.powerFor(LONG ? 0.02 : 0.03))
      if (/@[12]|^winner/.test(key)) expect(power, key).toBeGreaterThan(0.99);
  });

  for (const { option, readings, scenario } of FORCED)
    it(`${option}: ${readings.map((reading) => JSON.stringify(reading)).join(", ")}`, () => {
      readings.forEach((reading, i) => {
        const own = { ...scenario, options: { [option]: reading } };
        // Control: the naive simulator with another reading disagrees.
        const other = { ...scenario, options: { [option]: readings[i === 0 ? 1 : i - 1] } };
        const isTold = !LONG && forced(own, other, 1 / 4).p < THRESHOLD;
        if (!isTold) expect(forced(own, other, 1).p).toBeLessThan(THRESHOLD);
        expect(forced(own, own, isTold ? 1 / 4 : 1).faults).toEqual([]);
      });
    });

  it("every reading of every option has its fight", () => {
    expect(FORCED.map(({ option }) => option).sort()).toEqual(OPTIONS.map(({ name }) => name).sort());
    for (const { name, readings } of OPTIONS) {
      const forced = FORCED.find(({ option }) => option === name)!;
      expect(forced.readings).toEqual(expect.arrayContaining(readings.map(({ value }) => value)));
      expect(forced.readings[0]).toEqual(readings[0]!.value);
    }
  });
});

describe("controls: what the comparison must find", () => {
  it("one point of toughness in half of the fights: no fight shows it, all together do", () => {
    const tougher = (scenario: Scenario): Scenario => ({
      ...scenario,
      sides: scenario.sides!.map((side) =>
        side.map((data) => ({ ...data, toughness: Math.min(10, data.toughness + 1) })),
      ),
    });
    const pool = pooled(1 / 2, tougher);
    expect(pool.faults).toEqual([]);
    expect(pool.drifts().join("\n")).toMatch(/^casualties@[12]/m);
  });

  it("a metric that the library has lost", () => {
    const scenario = randomScenario("engagement", 1);
    const ours = simulated(programOf(scenario), OURS, "lost");
    const random = generator(1);
    const naive = played(NAIVE, () => play(scenario, random) as Trial);
    ours.delete("out@1.second");
    const pool = new Pool();
    expect(pool.add("lost", naive, ours, mayBeMissing)).toBe(0);
    expect(pool.faults.join()).toMatch(/missing: out@1.second/);
  });
});
