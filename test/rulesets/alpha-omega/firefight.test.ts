import { describe, expect, it } from "vitest";
import { blockStream, cellKey, Stream } from "../../../src/dice/index.ts";
import { tallyOffsets } from "../../../src/rule/index.ts";
import { defended, exposureOf } from "../../../src/rulesets/alpha-omega/engagement/aim.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { FireActs } from "../../../src/rulesets/alpha-omega/engagement/fire-acts.ts";
import { afterVolley, type CodeLaw, oneShotLaw } from "../../../src/rulesets/alpha-omega/engagement/fire-law.ts";
import { FirefightKernel } from "../../../src/rulesets/alpha-omega/engagement/firefight.ts";
import { isFirefight } from "../../../src/rulesets/alpha-omega/engagement/firefight-plan.ts";
import { type Plan, planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { FightCourse } from "../../../src/rulesets/alpha-omega/engagement/recalled.ts";
import { agreement } from "../../../src/stats/index.ts";
import { LONG } from "../../long.ts";
import { cellOf, type Fight, programOf, tallyOf } from "./fights.ts";

const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });

/** Nobody like his comrades: skills, saves, commands, and two guns. */
const unlike = (more: readonly object[] = []) => ({
  squad: {
    members: [
      { save: 3, command: 2, ...more[0] },
      { models: 2, weapon: "cannon", ...more[1] },
      { skills: ["endurance"], ballisticSkill: 3, ...more[2] },
      { models: 2, skills: ["implacable", "camouflage"], save: 7, ...more[3] },
    ],
  },
});

/** Fights that only soldiers, each with a place of his own, can fight. */
const FIGHTS: Record<string, Fight> = {
  "two guns": { units: unlike() },
  "two guns, one pin test a volley": { units: unlike(), options: { pinTests: "perVolley" } },
  "focused fire": {
    units: unlike(),
    first: [aimed("squad", { targeting: { focus: 2 } })],
    second: [aimed("squad", { targeting: "focus" })],
  },
  "a gun out of reach": {
    units: unlike(),
    weapons: { cannon: { range: { 36: 0 }, saveModifier: -3 } },
    situation: { distance: 30 },
  },
  "thirteen, two of them with six shots": {
    weapons: { gatling: { range: { 24: -1 }, shots: 6 } },
    units: {
      squad: { members: [{ save: 3 }, { models: 2, weapon: "gatling" }, { models: 10, save: 7 }] },
      rear: { members: [{ save: 3 }, { models: 10, save: 7 }, { models: 2, weapon: "gatling" }] },
    },
    second: [aimed("rear")],
  },
  "somebody hidden": { units: unlike([{ visible: 5 }, {}, { visible: 40 }]) },
  "a medic": { units: unlike([{ aptitudes: ["medikit"] }]), options: { medikitOnDamage: true } },
  "unlike initiative": {
    units: unlike([{ initiative: 6 }, { initiative: 3 }]),
    second: [aimed("squad"), aimed("squad", { as: "others" })],
    options: { phaseDuelTie: "keepAlpha" },
  },
  "interception and targets to choose from": {
    units: unlike(),
    first: [aimed("squad", { intercept: true }), { unit: "squad", as: "others", order: "manoeuvre", distance: 20 }],
    second: [
      { unit: "squad", order: ["move", "run"] },
      { unit: "squad", as: "others", order: ["run", "aimed"], distance: 18 },
    ],
  },
};

const TRIALS = LONG ? 20_000 : 10_000;

/** The worst p-value of two kernels' tallies, metric by metric; 0 where they disagree. */
async function worst(fight: Fight, other: Fight = fight): Promise<number> {
  const program = await programOf(fight);
  const plan = planOf((await cellOf(fight)).profile);
  expect(isFirefight(plan)).toBe(true);
  const twin = planOf((await cellOf(other)).profile);
  const fast = tallyOf({ ...program, kernel: () => new FirefightKernel(plan) }, TRIALS);
  const slow = tallyOf({ ...program, kernel: () => new BattleKernel(twin) }, 4 * TRIALS, "slow twin");
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const own = (tally: Float64Array) => [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      const weights = own(slow).map((count) => BigInt(Math.max(1, count)));
      const { pValue, verdict } = agreement({ values, counts: own(fast) }, { values, weights }, 1e-9);
      return verdict === "agree" ? pValue : 0;
    }),
  );
}

/**
 * The two kernels share their laws, not their play: who is ready, who is shot at, who is next. Threshold 1e-9 for each of
 * some 350 metrics; the slow twin's own scatter adds a quarter to the variance, which leaves a false alarm less likely
 * than 1e-5. 10,000 fights find a shift of 0.05 of one chance with power 1 - 1e-6, 20,000 one of 0.035; the control shifts
 * one save of six.
 */
describe("a firefight soldier by soldier is the written one", () => {
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      expect(await worst(fight)).toBeGreaterThan(0);
    });

  it("control: another save of one soldier does not pass", async () => {
    expect(await worst({ units: unlike() }, { units: unlike([{ save: 6 }]) })).toBe(0);
  });
});

describe("kernels that play many fights side by side", () => {
  for (const [name, kernelOf, fight] of [
    ["by counts", (plan: ReturnType<typeof planOf>) => new FireActs(plan).kernel(), {}],
    ["soldier by soldier", (plan: ReturnType<typeof planOf>) => new FirefightKernel(plan), { units: unlike() }],
  ] as const)
    it(`${name}: the first trials of a stream are the same however many follow`, async () => {
      const program = await programOf(fight);
      const plan = planOf((await cellOf(fight)).profile);
      const kernel = kernelOf(plan);
      const tallied = (trials: number) => tallyOf({ ...program, kernel: () => kernel }, trials);
      for (const trials of [1, 32]) {
        const before = tallied(trials);
        const more = tallied(trials + 1).map((count, bin) => count - before[bin]!);
        expect(more.every((count) => count === 0 || count === 1)).toBe(true);
        expect(more.reduce((sum, count) => sum + count, 0)).toBe(program.metrics.length);
      }
    });
});

/** The bins of a trial as what is told of it has them: who is left of each side after each turn, and who has won (E-13). */
function binsTold({ profile, squads }: Plan, course: FightCourse): number[] {
  const fit = [0, 0];
  const bins: number[] = [];
  for (let turn = 0; turn < profile.turns; turn++)
    for (const side of [0, 1]) {
      const units = squads.filter((squad) => squad.side === side);
      const states = units.flatMap(({ index }) => course.rally(turn, index) as readonly number[]);
      const counts = [0, 1, 2, 3].map((state) => states.filter((own) => own === state).length);
      bins.push(...counts, counts[2]! + counts[3]!);
      fit[side] = (counts[0]! + counts[1]!) / states.length;
    }
  return [fit[0]! > fit[1]! ? 0 : fit[0]! < fit[1]! ? 1 : 2, ...bins];
}

/** What is told is played lane by lane; what is counted, many lanes at once where they all do the same. */
describe("a trial that is told is the one that is counted", () => {
  for (const [name, fight] of Object.entries(FIGHTS))
    it(name, async () => {
      const program = await programOf(fight);
      const plan = planOf((await cellOf(fight)).profile);
      const kernel = new FirefightKernel(plan);
      const offsets = tallyOffsets(program.metrics);
      const seen = new Set<string>();
      // Ends are read 1,024 fights at a time.
      for (const trial of [0, 1, 17, 31, 32, 100, 1_023, 1_024, 1_061]) {
        const tallied = (trials: number) => tallyOf({ ...program, kernel: () => kernel }, trials);
        const before = tallied(trial);
        const own = tallied(trial + 1).map((count, bin) => count - before[bin]!);
        const course = new FightCourse();
        const follow = { play: (stream: Stream) => kernel.follow(stream, trial, course) };
        tallyOf({ ...program, kernel: () => follow }, 1);
        const bins = binsTold(plan, course);
        expect(program.metrics.map((_, m) => own.slice(offsets[m], offsets[m + 1]).indexOf(1))).toEqual(bins);
        seen.add(bins.join());
      }
      expect(seen.size).toBeGreaterThan(5);
    });
});

/** The outcome of a law for a number of 31 bits and as many words more as it takes to tell. */
function outcomeOf({ weights, total }: CodeLaw, stream: Stream): { code: number; words: number } {
  let digits = BigInt(stream.next() >>> 1);
  const cuts = [0, 1, 2].map((cut) => weights.slice(0, cut + 1).reduce((sum, weight) => sum + weight, 0n));
  for (let bits = 31n, words = 1; ; words++) {
    const isSplit = cuts.some((cut) => cut << bits > digits * total && cut << bits < (digits + 1n) * total);
    if (!isSplit) return { code: cuts.filter((cut) => cut << bits <= digits * total).length, words };
    digits = (digits << 32n) | BigInt(stream.next());
    bits += 32n;
  }
}

it("a word that a cut runs through is told apart by the next ones, and the soldiers after it draw on from there", async () => {
  const { profile } = await cellOf({ second: [{ unit: "squad", order: "manoeuvre" }] });
  const plan = planOf(profile);
  const [{ gap, order, targetOrder }] = plan.scenes[0]!.aims[0]! as [Plan["scenes"][0]["aims"][0][0]];
  const [trooper] = plan.squads[1]!.unit.troopers;
  const defence = defended(trooper!, 0, false, profile.options);
  const exposure = exposureOf(profile, plan.squads[0]!.guns[0]!, order, trooper!, targetOrder, gap, defence)(0);
  const law = afterVolley([[oneShotLaw(exposure, plan.reading), 1]], exposure);
  const kernel = new FirefightKernel(plan);
  const codes = new Set<number>();
  for (let round = 0; round < 300; round++) {
    const below = law.weights.slice(0, 1 + (round % 3)).reduce((sum, weight) => sum + weight, 0n);
    const word = Number((below << 31n) / law.total) * 2 + (round & 1);
    // The first word is rotl(0 + d, 7) + 0.
    const state = [0, round * 0x9e37_79b1, ~round * 0x85eb_ca6b, (word >>> 7) | (word << 25)] as const;
    const stream = new Stream(...state);
    const drawn = [0, 1, 2, 3].map(() => outcomeOf(law, stream));
    expect(drawn[0]!.words).toBeGreaterThan(1);
    const course = new FightCourse();
    kernel.follow(new Stream(...state), 0, course);
    expect(course.volleys[0]).toEqual(drawn.map(({ code }) => code));
    codes.add(drawn[0]!.code);
  }
  expect([...codes].toSorted()).toEqual([0, 1, 2, 3]);
});

/** 16 duels of each of 1,000 fights find a chance of 0.45 where 0.55 is meant with power 1 - 1e-12; the control has it. */
it("whoever was Alpha stays it in 55 of 100 duels where a tie changes nothing (QA-24), on both sides", async () => {
  const fight = { ...FIGHTS["unlike initiative"]!, situation: { turns: 6 } };
  const kernel = new FirefightKernel(planOf((await cellOf(fight)).profile));
  const counts = [0, 1].map(() => [0, 0]);
  for (let round = 0; round < 1_000; round++) {
    const course = new FightCourse();
    kernel.follow(blockStream(cellKey(8n, "duels"), round), round % 32, course);
    course.alphas.slice(1).forEach((side, i) => {
      counts[course.alphas[i]!]![Number(side !== course.alphas[i])]! += 1;
    });
    expect(course.alphas.length).toBe(18);
  }
  // Of two ten-sided dice 45 pairs in 100 are higher on one side, 10 are ties.
  const verdict = (own: readonly number[], weights: readonly bigint[]) =>
    agreement({ values: [0, 1], counts: own }, { values: [0, 1], weights }, 1e-9).verdict;
  for (const own of counts) {
    expect(verdict(own, [55n, 45n])).toBe("agree");
    expect(verdict(own, [45n, 55n])).toBe("disagree");
  }
});
