/** Fire at vehicles, over random fights: held to the procedure as written (`armour.ts`) and its exact distribution. */
import { expect, it } from "vitest";
import { blockStream, cellKey, pairKey, type Stream, TrialStream } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type BlockPlace, type Kernel, type Program, tallyOffsets } from "../../../src/rule/program.ts";
import { binsOfTrial } from "../../../src/rule/retrace.ts";
import {
  damaged,
  deteriorated,
  freshVehicle,
  type Impact,
  isDestroyed,
  isImmobilised,
  mended,
  mendedSection,
  type Vehicle,
  WORST,
} from "../../../src/rulesets/alpha-omega/armour.ts";
import { armourPlay } from "../../../src/rulesets/alpha-omega/armour-kernel.ts";
import {
  type AntiArmourProfile,
  antiArmourKind,
  blastDistribution,
} from "../../../src/rulesets/alpha-omega/kinds/anti-armour.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { generator } from "../../oracle/alpha-omega/random-shooting.ts";
import { pairedTally } from "../two-samples.ts";

const KEY = cellKey(20261123n, "armour");
const streamOf = (block: number): Stream => blockStream(KEY, block);

/** A fight whose exact distribution is soon found: few points, and few sections where they depend on each other. */
function randomFight(seed: number): AntiArmourProfile {
  const random = generator(seed * 31 + 5);
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const chance = (probability: number) => random() < probability;
  // Every other vehicle has many sections; of every other pair sections depend on each other.
  const isWide = seed % 2 === 1;
  const isEntangled = seed % 4 >= 2;
  const many = isWide ? integer(7, isEntangled ? 8 : 14) : integer(1, isEntangled ? 4 : 6);
  const most = isEntangled ? (isWide ? 1 : 3) : 6;
  const sections = Array.from({ length: many }, (_, i) => ({ name: `s${i}`, points: integer(1, most) }));
  const tank = isWide || chance(0.7) ? integer(0, many - 1) : -1;
  const markX = tank >= 0 && chance(0.8) ? integer(1, sections[tank]!.points) : -1;
  const others = [...sections.keys()].filter((section) => section !== tank);
  const row = (die: number) => Array.from({ length: die }, () => integer(0, many - 1));
  const die = chance(0.5) ? 10 : 6;
  const vehicle: Vehicle = {
    resistance: integer(5, 11),
    armour: integer(0, isEntangled ? 2 : 4),
    sections,
    external: row(die),
    internal: row(die),
    tank,
    markX,
    markY: markX > 0 && chance(0.7) ? integer(0, markX) : -1,
    worn: others.filter(() => chance(0.5)),
    drive: others.filter(() => chance(0.5)).slice(0, 2),
  };
  const arms = Array.from({ length: integer(1, 2) }, () => ({
    piercing: integer(1, 7),
    charge: integer(-3, 2),
    toHit: integer(1, 8),
  }));
  const turns = Array.from({ length: integer(2, 3) }, () => ({
    salvos: arms.filter(() => chance(0.8)).map((arm) => ({ ...arm, shots: integer(1, 3) })),
    grenades: integer(0, 2),
    attempts: isEntangled ? integer(0, 2) : 0,
  }));
  if (turns[0]!.salvos.length === 0) turns[0]!.grenades = 3;
  return {
    vehicle,
    turns,
    grenade: { piercing: integer(1, 8), charge: integer(-2, 1) },
    mended: chance(0.5) ? WORST : integer(0, many - 1),
    reading: {
      sectionOverflow: isEntangled && chance(0.6) ? "tank" : "lost",
      deterioration: chance(0.5) ? "add" : "replace",
      repairDie: chance(0.5) ? 10 : 6,
    },
    blast:
      tank >= 0 && chance(0.5)
        ? { soldiers: Array.from({ length: 3 }, (_, i) => ({ hit: `${i + 3}`, total: "10" })), medikits: integer(0, 1) }
        : undefined,
    accounts: [],
  };
}

/** The bins of a trial whose draws are known, by the procedure as written. */
function written(profile: AntiArmourProfile, { impacts, gains, casualties }: DrawnImpacts): number[] {
  const { vehicle, turns, reading, mended: named, blast } = profile;
  let state = freshVehicle(vehicle);
  let shot = 0;
  let repair = 0;
  const destroyed: boolean[] = [];
  const still: boolean[] = [];
  for (const { salvos, grenades, attempts } of turns) {
    const shots = grenades + salvos.reduce((sum, salvo) => sum + salvo.shots, 0);
    if (!state.exploded) {
      for (let i = 0; i < shots; i++) state = damaged(state, impacts[shot++]!, vehicle, reading);
      state = deteriorated(state, vehicle, reading);
    }
    for (let attempt = 0; attempt < attempts && !state.exploded; attempt++) {
      const section = mendedSection(state, vehicle, named);
      if (section >= 0 && gains[repair++] === 1) state = mended(state, section);
    }
    destroyed.push(isDestroyed(state, vehicle));
    still.push(isImmobilised(state, vehicle));
  }
  expect([shot, repair]).toEqual([impacts.length, gains.length]);
  return [
    ...[...destroyed, ...still].map(Number),
    impacts[0]!.effect,
    ...state.points.map((own, i) => vehicle.sections[i]!.points - own),
    ...(blast ? [state.exploded ? casualties : 0] : []),
  ];
}

/** What a trial drew. */
interface DrawnImpacts {
  readonly impacts: Impact[];
  readonly gains: number[];
  casualties: number;
}

/** The least p-value of all metrics of a tally against the exact chances. */
function leastOf(program: Program, tally: Float64Array, referee = program): number {
  if (!("solve" in referee.exact)) throw new Error(JSON.stringify(referee.exact.impossible));
  const answers = referee.exact.solve();
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      return agreement({ values, counts }, { values, weights: [...probabilitiesOf(answers[m]!)] }).pValue;
    }),
  );
}

const FIGHTS = Array.from({ length: 24 }, (_, seed) => seed);
const TRIALS = 100_000;
const PAIRED = 20_000;
const FOLLOWED = 40;

/**
 * 24 fights of some twelve metrics: below 1e-9 each, one run in three million is red by luck. In 100,000 trials a chance that is
 * off by 0.016 is found with a power of 1 - 1e-6, of 20,000 one that is off by 0.036.
 */
it.each(FIGHTS)("fight %i: each trial follows from its draws, and the draws have their law", (seed) => {
  const profile = randomFight(seed);
  const program = programFor(antiArmourKind, profile);
  const { kernel, trial: play } = armourPlay(
    profile,
    program.metrics,
    profile.blast && blastDistribution(profile.blast),
  );
  const bins = tallyOffsets(program.metrics).at(-1)!;
  for (let trial = 0; trial < FOLLOWED; trial++) {
    const place = (): BlockPlace => ({ stream: streamOf(seed), trial, trials: FOLLOWED });
    const drawn: DrawnImpacts = { impacts: [], gains: [], casualties: 0 };
    const told = play(kernel.at(place()), {
      turn: () => {},
      struck: (_, hit) => void drawn.impacts.push(hit),
      worn: (_, casualties) => {
        drawn.casualties = casualties;
      },
      repaired: (_, gained) => void drawn.gains.push(gained),
      turnEnded: () => {},
    });
    const own = written(profile, drawn);
    expect(own).toEqual([...told]);
    expect(own).toEqual(binsOfTrial(kernel, program.metrics, place));
  }
  const tally = new Float64Array(bins);
  kernel.play(streamOf(seed), TRIALS, tally);
  expect(leastOf(program, tally)).toBeGreaterThan(1e-9);
  expect(leastOf(program, pairedTally(program, PAIRED))).toBeGreaterThan(1e-9);
});

it("control: a point of armour, of charge and of a mark more are told apart, trials in pairs too", () => {
  const profile: AntiArmourProfile = {
    vehicle: {
      resistance: 8,
      armour: 1,
      sections: ["tank", "drive", "crew"].map((name) => ({ name, points: 4 })),
      external: [1, 1, 1, 2, 2, 0],
      internal: [0, 0, 0, 1, 1, 2],
      tank: 0,
      markX: 3,
      markY: 1,
      worn: [1],
      drive: [1],
    },
    turns: [1, 2, 3].map(() => ({
      salvos: [{ piercing: 3, charge: 0, toHit: 4, shots: 2 }],
      grenades: 0,
      attempts: 0,
    })),
    grenade: { piercing: 0, charge: 0 },
    mended: WORST,
    reading: { sectionOverflow: "lost", deterioration: "replace", repairDie: 10 },
    blast: undefined,
    accounts: [],
  };
  const program = programFor(antiArmourKind, profile);
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(streamOf(1), TRIALS, tally);
  const paired = pairedTally(program, PAIRED);
  const { vehicle, turns } = profile;
  const others: Partial<AntiArmourProfile>[] = [
    { vehicle: { ...vehicle, armour: vehicle.armour + 1 } },
    { vehicle: { ...vehicle, markX: vehicle.markX - 1 } },
    {
      turns: turns.map((turn) => ({
        ...turn,
        salvos: turn.salvos.map((salvo) => ({ ...salvo, charge: salvo.charge + 1 })),
      })),
    },
  ];
  for (const other of others) {
    const referee = programFor(antiArmourKind, { ...profile, ...other });
    expect(leastOf(program, tally, referee)).toBeLessThan(1e-9);
    expect(leastOf(program, paired, referee)).toBeLessThan(1e-9);
  }
});

/**
 * 4,000 trials of two fights: a gun hits on 5+ or on 6+, or a crew repairs. Where like rolls of a pair fall alike, the difference of
 * the points lost scatters a seventh as much as unpaired. Of the guns 6.9 was measured here, 1.2 where hits do not stand face by face
 * in their table; of the crew 208, 43 where shots have no address of their own.
 */
it("trials in pairs of guns that hit on 5+ and on 6+, and of a crew that repairs, differ little; control: of other trials", () => {
  const profile = randomFight(0);
  const of = (toHit: number, attempts: number) => {
    const salvos = [{ piercing: 6, charge: 2, toHit, shots: 3 }];
    const turns = [1, 2, 3].map(() => ({ salvos, grenades: 0, attempts }));
    return programFor(antiArmourKind, { ...profile, turns, blast: undefined });
  };
  const gainOf = (worse: Program, shift: number) => {
    const better = of(5, 0);
    const place = better.metrics.findIndex(({ name }) => name === "pointsLost");
    const [from, to] = tallyOffsets(better.metrics).slice(place, place + 2) as [number, number];
    const stream = new TrialStream(pairKey(7n, "armour"));
    const lostIn = (kernel: Kernel, trial: number) => {
      const tally = new Float64Array(tallyOffsets(better.metrics).at(-1)!);
      stream.begin(trial);
      kernel.play(stream, 1, tally);
      return tally.subarray(from, to).indexOf(1);
    };
    const [one, other] = [better.pairedKernel?.() ?? better.kernel(), worse.pairedKernel?.() ?? worse.kernel()];
    const pairs = Array.from(
      { length: 4_000 },
      (_, trial) => [lostIn(one, trial), lostIn(other, trial + shift)] as const,
    );
    const variance = (numbers: readonly number[]) => {
      const mean = numbers.reduce((sum, own) => sum + own, 0) / numbers.length;
      return numbers.reduce((sum, own) => sum + (own - mean) ** 2, 0);
    };
    return (
      (variance(pairs.map(([a]) => a)) + variance(pairs.map(([, b]) => b))) / variance(pairs.map(([a, b]) => a - b))
    );
  };
  expect(gainOf(of(6, 0), 0)).toBeGreaterThan(5.5);
  expect(gainOf(of(5, 1), 0)).toBeGreaterThan(100);
  expect(gainOf(of(6, 0), 10_000)).toBeLessThan(1.3);
  expect(gainOf(of(5, 1), 10_000)).toBeLessThan(1.3);
});
