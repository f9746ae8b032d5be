import { describe, expect, it } from "vitest";
import type { Program } from "../../../src/rule/program.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { OPTIONS } from "../../../src/rulesets/alpha-omega/options.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { LONG } from "../../long.ts";
import { type Counts, Pool, played, simulated, THRESHOLD } from "../pool.ts";
import { type Options, playEngagement, type Scenario } from "./engagement.ts";
import { CONTACT_FIGHTS, FORCED, type Forced, VEHICLE_FIGHTS } from "./forced-fights.ts";
import { randomEngagement } from "./random-engagement.ts";
import { generator } from "./random-shooting.ts";
import { randomVehicles } from "./random-vehicles.ts";

/** Whole fights against the naive simulator, which shares no code with the library: many small ones, pooled (pool.ts). */
const FIGHTS = LONG ? 120 : 12;
const NAIVE = 250;
const OURS = 800;
const ARMOURED = LONG ? 36 : 8;
const ARMOURED_NAIVE = 200;
const ARMOURED_OURS = 500;
/** So many of them show a fault that is planted. */
const PLANTED = LONG ? 30 : 12;
/** A fight that is made for one reading is played so often; the least share of it that tells the readings apart, of three. */
const FORCED_NAIVE = 1_000;
const FORCED_OURS = 3_072;

async function programOf(scenario: Scenario): Promise<Program> {
  const { cells } = await studyOfData(scenario);
  const { outcome, kind } = cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify({ outcome, scenario }));
  return programFor(ruleset.kinds[kind]!, outcome.profile);
}

/** What the library says of a random fight, kept for the control. */
const kept = new Map<string, Counts>();
async function oursOf(seed: number, close: boolean): Promise<Counts> {
  const name = `${close ? "close" : "far"} ${seed}`;
  const counts = kept.get(name) ?? simulated(await programOf(randomEngagement(seed, close)), OURS, name);
  kept.set(name, counts);
  return counts;
}

/** Random fights, the naive ones with something changed. */
async function play(
  pool: Pool,
  fights: number,
  close: boolean,
  change = (scenario: Scenario) => scenario,
): Promise<void> {
  for (let seed = 1; seed <= fights; seed++) {
    const scenario = change(randomEngagement(seed, close));
    const random = generator(seed);
    const naive = played(NAIVE, () => playEngagement(scenario, random));
    pool.add(`${close ? "close" : "far"} ${seed}`, naive, await oursOf(seed, close));
  }
}

describe("random whole fights", () => {
  const pool = new Pool();
  for (const close of [false, true])
    it(`${FIGHTS} ${close ? "hand to hand" : "at a distance"}, each by itself`, async () => {
      await play(pool, FIGHTS, close);
      expect(pool.faults).toEqual([]);
    });

  it("all together", () => {
    expect(pool.drifts()).toEqual([]);
    // Each metric of the first two turns that is off by 0.055 of its range on average (0.02 of the long test) is found with a
    // chance of 95 %.
    for (const [key, power] of pool.powerFor(LONG ? 0.02 : 0.055))
      if (/@[12]|^winner/.test(key)) expect(power, key).toBeGreaterThan(0.95);
  });

  it(`control: a save one worse is seen in ${PLANTED} of them together`, async () => {
    const planted = new Pool();
    await play(planted, PLANTED, true, (scenario) => {
      const changed = structuredClone(scenario);
      for (const unit of Object.values(changed.units))
        for (const line of unit.members ?? [unit]) line.save = (line.save ?? 5) + 1;
      return changed;
    });
    expect(planted.drifts().join("\n")).toMatch(/^casualties@[12]/m);
  });
});

describe("random fights with vehicles (E-17)", () => {
  it(`${ARMOURED}, each by itself and together`, async () => {
    const pool = new Pool();
    for (let seed = 1; seed <= ARMOURED; seed++) {
      const scenario = randomVehicles(seed);
      const random = generator(seed);
      const naive = played(ARMOURED_NAIVE, () => playEngagement(scenario, random));
      pool.add(`armoured ${seed}`, naive, simulated(await programOf(scenario), ARMOURED_OURS, "armoured"));
    }
    expect(pool.faults).toEqual([]);
    expect(pool.drifts()).toEqual([]);
    // As above, of what befalls vehicles, for 0.09 (0.05).
    for (const [key, power] of pool.powerFor(LONG ? 0.05 : 0.09))
      if (/^(immobilised|pointsLost)@[12]/.test(key)) expect(power, key).toBeGreaterThan(0.95);
  });

  it.each(Object.entries({ ...VEHICLE_FIGHTS, ...CONTACT_FIGHTS }))("%s", async (name, scenario) => {
    const pool = new Pool();
    const random = generator(11);
    const naive = played(2 * FORCED_NAIVE, () => playEngagement(scenario, random));
    pool.add(name, naive, simulated(await programOf(scenario), 2 * FORCED_OURS, name));
    expect(pool.faults).toEqual([]);
  });
});

describe("a fight for every reading", () => {
  for (const { option, readings, scenario, times = 1 } of FORCED)
    it(`${option}: ${readings.map((reading) => JSON.stringify(reading)).join(", ")}`, async () => {
      const fights = readings.map(
        (reading): Scenario => ({
          ...scenario,
          options: { ...scenario.options, [option]: reading } as Options,
        }),
      );
      /** Every reading against itself; the greatest p-value of the control, the naive simulator with the neighbouring one. */
      const compared = async (share: number): Promise<number> => {
        const naive = fights.map((fight, i) => {
          const random = generator(7 + i);
          return played(FORCED_NAIVE * times * share, () => playEngagement(fight, random));
        });
        let control = 0;
        for (const [i, fight] of fights.entries()) {
          const pool = new Pool();
          const ours = simulated(await programOf(fight), FORCED_OURS * times * share, "forced");
          pool.add(JSON.stringify(readings[i]), naive[i]!, ours);
          expect(pool.faults).toEqual([]);
          control = Math.max(control, new Pool().add("control", naive[i === 0 ? 1 : i - 1]!, ours));
        }
        return control;
      };
      let isTold = false;
      for (const share of LONG ? [1] : [1 / 30, 1 / 8, 1 / 3, 1]) isTold ||= (await compared(share)) < THRESHOLD;
      expect(isTold).toBe(true);
    });

  it("no reading is left out", () => {
    for (const { name, readings } of OPTIONS) {
      const listed = FORCED.filter(({ option }) => option === name).flatMap((fight) => fight.readings);
      // What is refused (below) is no fight.
      const wanted = readings.map(({ value }) => value).filter((value) => value !== "forbid");
      expect(listed, name).toEqual(expect.arrayContaining(wanted));
    }
  });
});

it("enduranceWithDrone: forbid refuses a soldier who has both, and changes nothing for others (QA-18)", async () => {
  const [{ scenario }] = FORCED.filter(({ option }) => option === "enduranceWithDrone") as [Forced];
  const fight = (skills: string[], enduranceWithDrone: "best" | "forbid") => {
    const changed = structuredClone(scenario);
    changed.units.squad!.skills = skills;
    return { ...changed, options: { ...changed.options, enduranceWithDrone } } as Scenario;
  };
  await expect(programOf(fight(["endurance", "drone"], "forbid"))).rejects.toThrow(/both endurance and drone/);
  const counts = async (reading: "best" | "forbid") =>
    simulated(await programOf(fight(["drone"], reading)), 500, "forbidden");
  expect(await counts("forbid")).toEqual(await counts("best"));
});

it("control: a metric that the library has lost", async () => {
  const scenario = randomEngagement(1, true);
  const random = generator(1);
  const naive = played(NAIVE, () => playEngagement(scenario, random));
  const ours = new Map(await oursOf(1, true));
  ours.delete("out@1.second");
  const pool = new Pool();
  expect(pool.add("lost", naive, ours)).toBe(0);
  expect(pool.faults.join()).toMatch(/missing: out@1.second/);
});

it("shot out beside a pinned enemy: what the text gives, by hand", async () => {
  // The hero pins the victim for good; the gun cannot miss him, nor he save: pinned 2, down 3 and out 5 in ten. While he is
  // there his mate reaches the victim, three wounds that nobody saves: pinned by all of them, or down and pinned by care.
  const pinnedAgain = 0.2 ** 3 + (0.5 ** 3 - 0.2 ** 3) * 0.2;
  const nobody = 0.5 * (1 - pinnedAgain);
  const TRIALS = 40_000;
  const counts = simulated(await programOf(CONTACT_FIGHTS["shot out beside a pinned enemy"]!), TRIALS, "by hand");
  // Six standard deviations; 0.969 where whoever is out still counts as contact.
  expect(Math.abs(counts.get("pinned@2.second")!.get(0)! / TRIALS - nobody)).toBeLessThan(3 / Math.sqrt(TRIALS));
});
