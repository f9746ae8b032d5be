/** Fights by counts as acts: their distribution is the exact one, a key says all that its distribution goes by, and all fight as written. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey, type Stream } from "../../../src/dice/index.ts";
import type { Act, ActedBattle, ActReading } from "../../../src/rule/acts.ts";
import { solveActs } from "../../../src/rule/acts-solve.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { keyAt, type LaneAct, type LaneRead, NEVER } from "../../../src/rule/lanes.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { downOf, pinnedOf, readyOf } from "../../../src/rulesets/alpha-omega/engagement/counts.ts";
import { solveEngagement, whyNotExact } from "../../../src/rulesets/alpha-omega/engagement/exact.ts";
import { FireActs } from "../../../src/rulesets/alpha-omega/engagement/fire-acts.ts";
import { isPlayedByCounts } from "../../../src/rulesets/alpha-omega/engagement/fire-keys.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { ReplayChance } from "../../../src/rulesets/alpha-omega/engagement/replay.ts";
import { RunFields } from "../../../src/rulesets/alpha-omega/engagement/run-fields.ts";
import { COUNTED, metricsOf } from "../../../src/rulesets/alpha-omega/engagement/score.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { reached } from "../../keys.ts";
import { half, LONG } from "../../long.ts";
import { leastPValue } from "../two-samples.ts";
import { cellOf, type Fight, programOf, tallyOf } from "./fights.ts";

const squad = (models: number) => ({ units: { squad: { models }, other: { models: models - 1, save: 4 } } });
const moving = { unit: "other", order: ["aimed", "move"] };
const watching = { unit: "squad", order: "aimed", intercept: true };

/** Fights of one unit a side, which are solved. */
const SOLVED: Record<string, Fight> = {
  "equally quick": { ...squad(3) },
  interception: { ...squad(3), first: [watching], second: [moving] },
  "Alpha kept": { ...squad(2), options: { phaseDuelTie: "keepAlpha" } },
  objectives: { ...squad(2), objectives: { enemyOut: 2, survivor: 1, lastTurn: 3 } },
  "down soldiers at a distance": { ...squad(3), situation: { distance: [24, 12], turns: 3 } },
};

/** Fights of several, at several targets. */
const SEVERAL: Record<string, Fight> = {
  "two targets": { ...squad(2), second: [moving, { unit: "squad", order: "manoeuvre" }], situation: { turns: 2 } },
  "two to intercept": { ...squad(2), first: [watching], second: [moving, moving], situation: { turns: 2 } },
  "Alpha kept, several": {
    ...squad(2),
    options: { phaseDuelTie: "keepAlpha" },
    first: [watching, { unit: "other", order: "aimed" }],
    second: [moving],
    situation: { turns: 2 },
  },
};

/** Positions at acts of random fights: of many fields there are too many to go through. */
function played(acts: FireActs, all: readonly LaneAct[]) {
  const numbers = acts.steps.flatMap((step) => ("act" in step ? [all.indexOf(step.act)] : []));
  const kernel = acts.kernel();
  return Array.from({ length: 500 }, (_, round) =>
    kernel
      .taken(blockStream(cellKey(5n, "keys"), round), 0)
      .map(({ number, before }) => ({ act: numbers[number]!, position: before })),
  ).flat();
}

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
const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });

/** Fights of unlike soldiers. */
const UNLIKE: Record<string, Fight> = {
  "two guns": { units: unlike() },
  "two guns, one pin test a volley": { units: unlike(), options: { pinTests: "perVolley" } },
  "two guns, shot by shot": { units: unlike(), options: { volley: "sequential" } },
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
  "a medic": { units: unlike([{ aptitudes: ["medikit"] }]) },
  "a medic who treats wounds": {
    units: unlike([{}, {}, {}, { aptitudes: ["medikit"] }]),
    options: { medikitOnDamage: true },
  },
  "a hidden medic": {
    units: unlike([{ aptitudes: ["medikit"], visible: 5 }]),
    options: { medikitOnDamage: true },
  },
  "medics all": { units: { squad: { members: [{ models: 4, aptitudes: ["medikit"] }] } } },
  "unlike initiative": {
    units: unlike([{ initiative: 6 }, { initiative: 3 }]),
    second: [aimed("squad"), aimed("squad", { as: "others" })],
    options: { phaseDuelTie: "keepAlpha" },
  },
  "unlike initiative, who is Alpha given": {
    units: unlike([{ initiative: 6 }, { initiative: 3 }]),
    situation: { alpha: ["second", "first"] },
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

/** Fights whose keys are gone through: of a unit in one field, and in two; with a medic. */
const KEYED: Record<string, Fight> = {
  "unlike, one field": {
    units: { squad: { members: [{ save: 3 }, { models: 2, weapon: "cannon" }] }, other: { models: 2 } },
    second: [aimed("other")],
    situation: { turns: 2 },
  },
  "unlike, two fields": {
    weapons: { gatling: { range: { 24: -1 }, shots: 3 } },
    units: {
      squad: { members: [{ models: 2, save: 3 }, { models: 2 }, { models: 2, save: 7 }] },
      other: { models: 3, save: 2, weapon: "gatling" },
    },
    second: [aimed("other")],
    situation: { turns: 4 },
  },
  "a medic": {
    units: {
      squad: { members: [{ save: 3 }, { models: 1, aptitudes: ["medikit"] }, { models: 1 }] },
      other: { models: 2, weapon: "cannon" },
    },
    second: [aimed("other")],
    options: { medikitOnDamage: true },
    situation: { turns: 2 },
  },
};

const actsOf = async (fight: Fight) => {
  const plan = planOf((await cellOf(fight)).profile);
  expect(isPlayedByCounts(plan)).toBe(true);
  return { plan, acts: new FireActs(plan) };
};

const isCondition = ({ adds }: LaneRead) => adds.every((own) => own === 0 || own >= NEVER);
const isDue = ({ reads, keys }: LaneAct, position: ArrayLike<number>) => keyAt(reads, position) < keys;

/**
 * The same battle as acts that go by whole fields; turn by turn, the last field being the step that comes next. An outcome is
 * what it adds to every field that an act may change.
 */
function acted({ start, steps }: FireActs): ActedBattle {
  const all = [...new Set(steps.flatMap((step) => ("act" in step ? [step.act] : [])))];
  const step = start.length;
  const fields = Array.from(start, (_, field) => field);
  const acts = all.map(
    (own): Act => ({
      reads: fields,
      sets: fields,
      adds: [],
      distribution: (position) => {
        let ways = [{ after: [...position.subarray(0, step)], chance: 1 }];
        for (const { field, change, part = { outcomes: [0], chances: [1] } } of own.distribution(position) ?? [])
          ways = ways.flatMap(({ after, chance }) =>
            Array.from(part.outcomes, (outcome, i) => ({
              after: after.with(field, after[field]! + change + outcome),
              chance: chance * part.chances[i]!,
            })),
          );
        return { outcomes: ways.map(({ after }) => after), chances: ways.map(({ chance }) => chance) };
      },
    }),
  );
  return {
    start: [...start, 0],
    acts,
    stages: steps.filter((own) => "count" in own).length >> 2,
    next(position) {
      for (;;) {
        const own = steps[position[step]!];
        if (own === undefined) return -1;
        position[step]!++;
        if ("count" in own) {
          // Those of the two sides, two each, and at the end that of who wins.
          while (position[step]! < steps.length && "count" in steps[position[step]!]!) position[step]!++;
          return -1;
        }
        if ("reckon" in own) {
          const { reads, values, sets } = own.reckon;
          position[sets] = values[keyAt(reads, position)] ?? 0;
        } else if (isDue(own.act, position)) return all.indexOf(own.act);
      }
    },
    places: fields.length + 1,
    read(position, into) {
      into.set(position.subarray(0, step));
      const winner = steps.at(-1)!;
      if ("count" in winner) into[step] = winner.count.bins[keyAt(winner.count.reads, position)] ?? 0;
    },
  };
}

describe("fights by counts as acts", () => {
  it.each(Object.entries(SOLVED))("%s: as solved", async (_, fight) => {
    const { plan, acts } = await actsOf(fight);
    expect(whyNotExact(plan.profile)).toBeUndefined();
    const battle = acted(acts);
    const fields = new RunFields(plan);
    const packed = Array.from({ length: 2 ** 18 }, (_, own) => own);
    const readings = Array.from({ length: 2 * plan.profile.turns }, (_, i): ActReading => {
      const metric = { name: "counts", values: packed };
      return { metric, stage: i >> 1, place: i & 1 };
    });
    const [winner, ...metrics] = metricsOf(plan.profile);
    const last = { metric: winner!, stage: plan.profile.turns - 1, place: battle.places - 1 };
    const [wins, ...distributions] = solveActs(battle, [last, ...readings]).map(probabilitiesOf);
    const [exactWins, ...exact] = solveEngagement(plan.profile).map(probabilitiesOf);
    wins!.forEach((chance, bin) => {
      expect(Math.abs(chance - exactWins![bin]!)).toBeLessThan(1e-12);
    });
    let compared = 0;
    distributions.forEach((distribution, i) => {
      const { size, runs } = plan.squads[i & 1]!;
      COUNTED.forEach((name, c) => {
        const m = i * COUNTED.length + c;
        expect(metrics[m]).toMatchObject({ name, turn: 1 + (i >> 1), side: i & 1 ? "second" : "first" });
        const found = new Float64Array(size + 1);
        distribution.forEach((chance, own) => {
          if (chance === 0) return;
          const counts = fields.counts(runs[0]!, [own, own]);
          const [ready, pinned, down] = [readyOf(counts), pinnedOf(counts), downOf(counts)];
          const out = size - ready - pinned - down;
          found[[ready, pinned, down, out, down + out][c]!]! += chance;
        });
        found.forEach((chance, bin) => {
          expect(Math.abs(chance - exact[m]![bin]!)).toBeLessThan(1e-12);
          compared++;
        });
      });
    });
    expect(compared).toBeGreaterThan(60);
  });

  it("keys say what distributions go by: without any part of one, two distributions would have the same", async () => {
    const parts = new Set<string>();
    const needed = new Set<string>();
    for (const [name, fight] of Object.entries({ ...SOLVED, ...SEVERAL, ...KEYED })) {
      const { plan, acts } = await actsOf(fight);
      const battle = acted(acts);
      const all = [...new Set(acts.steps.flatMap((step) => ("act" in step ? [step.act] : [])))];
      const positions = name in KEYED ? played(acts, all) : reached(battle, 6_000);
      const { start } = new RunFields(plan);
      all.forEach((act, number) => {
        const own = positions.filter((one) => one.act === number).map(({ position }) => position);
        const texts = own.map((position) =>
          JSON.stringify(act.distribution(position), (_, one) =>
            ArrayBuffer.isView(one) ? [...(one as Float64Array)] : one,
          ),
        );
        const clashes = (without: number): boolean => {
          const found = new Map<number, string | undefined>();
          const reads = act.reads.toSpliced(without, without < 0 ? 0 : 1);
          return own.some((position, i) => {
            const key = keyAt(reads, position);
            if (key >= act.keys) expect(key, "a key").toBeLessThan(act.keys);
            const known = found.has(key) ? found.get(key) : texts[i];
            found.set(key, known);
            return known !== texts[i];
          });
        };
        expect(clashes(-1), `${name}, act ${number}`).toBe(false);
        // Fire, rally, duels, interceptions: positions that are reached do not show every one all there is.
        const isAtSeveral = act.reads[0]!.field === battle.start.length - 2;
        const kind =
          act.sets < start.length ? (isAtSeveral ? "line" : "unit") : act.sets === start.length ? "alpha" : "aim";
        act.reads.forEach((read, r) => {
          if (isCondition(read)) return;
          const all = act.reads.filter((one) => !isCondition(one)).length;
          // Of an interception: whether there was one, all targets alike, who fires.
          const place =
            kind === "aim" ? ["before", "targets", "unit"][r === all - 1 ? 2 : Math.min(r, 1)] : `${all}: ${r}`;
          const part = `${kind} ${place}`;
          parts.add(part);
          if (clashes(r)) needed.add(part);
        });
      });
    }
    expect([...needed].toSorted()).toEqual([...parts].toSorted());
    expect(parts.size).toBe(15);
  });
});

const ALIKE = LONG ? 20_000 : 5_000;

/** The least p-value of a fight by counts and as it is written. */
const alike = async (fight: Fight, other: Fight = fight, trials = ALIKE) => {
  const { acts } = await actsOf(fight);
  const program = await programOf(fight);
  const written = planOf((await cellOf(other)).profile);
  const counts = tallyOf({ ...program, kernel: () => acts.kernel() }, trials);
  const kernel = () => new BattleKernel(written);
  return leastPValue(program, counts, tallyOf({ ...program, kernel }, trials, "written"));
};

/** 5,000 fights each find a shift of 0.1 of one chance (20,000 of the long test, 0.05) with power 1 - 1e-6 at 1e-9, for each of some 400 metrics. */
describe("whom to fire at, and who is unlike whom", () => {
  const turns = { situation: { turns: 4 } };
  const FIGHTS: Record<string, Fight> = {
    ...Object.fromEntries(Object.entries(SEVERAL).map(([name, fight]) => [name, { ...fight, ...turns }])),
    ...UNLIKE,
    "who intercepts is as quick": {
      ...squad(3),
      ...turns,
      first: [{ unit: "other", order: "aimed", intercept: true }],
      second: [
        { unit: "other", order: ["move", "aimed"], intercept: true },
        { unit: "squad", order: "aimed", intercept: true },
      ],
    },
  };
  it.each(half(Object.entries(FIGHTS)))("%s: as written", async (_, fight) => {
    expect(await alike(fight)).toBeGreaterThan(1e-9);
  });
  it("control: nobody intercepts", async () => {
    const { first = [], ...fight } = FIGHTS["two to intercept"]!;
    const never = first.map((unit) => ({ ...unit, intercept: false }));
    expect(await alike({ ...fight, first }, { ...fight, first: never }, 20_000)).toBeLessThan(1e-9);
  });
  it("control: another save of one soldier", async () => {
    expect(await alike({ units: unlike() }, { units: unlike([{ save: 6 }]) })).toBeLessThan(1e-9);
  });
});

describe("trials of fights by counts", () => {
  it.each(Object.entries({ alike: {}, unlike: UNLIKE["two guns"]! }))(
    "%s: the first ones of a stream are the same however many follow",
    async (_, fight) => {
      const program = await programOf(fight);
      const kernel = (await actsOf(fight)).acts.kernel();
      const tallied = (trials: number) => tallyOf({ ...program, kernel: () => kernel }, trials);
      for (const trials of [1, 32]) {
        const before = tallied(trials);
        const more = tallied(trials + 1).map((count, bin) => count - before[bin]!);
        expect(more.every((count) => count === 0 || count === 1)).toBe(true);
        expect(more.reduce((sum, count) => sum + count, 0)).toBe(program.metrics.length);
      }
    },
  );

  it.each(half(Object.entries(UNLIKE)))("%s: told as it was counted", async (_, fight) => {
    const program = await programOf(fight);
    const { plan, acts } = await actsOf(fight);
    const kernel = acts.kernel();
    const offsets = tallyOffsets(program.metrics);
    const seen = new Set<string>();
    for (const trial of [0, 1, 17, 31, 32, 100]) {
      const tallied = (trials: number) => tallyOf({ ...program, kernel: () => kernel }, trials);
      const before = tallied(trial);
      const own = tallied(trial + 1).map((count, bin) => count - before[bin]!);
      const bins = program.metrics.map((_, m) => own.slice(offsets[m], offsets[m + 1]).indexOf(1));
      const follow = {
        play(stream: Stream) {
          const trace = acts.follow(stream, trial);
          const battle = new Battle(plan);
          const left: number[] = [];
          const chance = new ReplayChance(battle, trace, blockStream(cellKey(3n, "who"), trial));
          battle.play(chance, () => {
            for (const side of [0, 1]) {
              const units = plan.squads.filter((squad) => squad.side === side);
              const states = [0, 1, 2, 3].map((state) =>
                units.reduce((sum, { first, size }) => {
                  const soldiers = [...battle.field.state.subarray(first, first + size)];
                  return sum + soldiers.filter((one) => one === state).length;
                }, 0),
              );
              left.push(...states, states[2]! + states[3]!);
            }
          });
          expect(left).toEqual(bins.slice(1));
        },
      };
      tallyOf({ ...program, kernel: () => follow }, 1);
      seen.add(bins.join());
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});

/** 16 duels of each of 300 fights find a chance of 0.45 where 0.55 is meant with power 1 - 1e-12; the control has it. */
it("whoever was Alpha stays it in 55 of 100 duels where a tie changes nothing (QA-24), on both sides", async () => {
  const { acts } = await actsOf({ ...UNLIKE["unlike initiative"]!, situation: { turns: 6 } });
  const counts = [0, 1].map(() => [0, 0]);
  for (let round = 0; round < 300; round++) {
    const trace = acts.follow(blockStream(cellKey(8n, "duels"), round), round % 32);
    trace.alphas.slice(1).forEach((side, i) => {
      counts[trace.alphas[i]!]![Number(side !== trace.alphas[i])]! += 1;
    });
    expect(trace.alphas.length).toBe(18);
  }
  // Of two ten-sided dice 45 pairs in 100 are higher on one side, 10 are ties.
  const verdict = (own: readonly number[], weights: readonly bigint[]) =>
    agreement({ values: [0, 1], counts: own }, { values: [0, 1], weights }, 1e-9).verdict;
  for (const own of counts) {
    expect(verdict(own, [55n, 45n])).toBe("agree");
    expect(verdict(own, [45n, 55n])).toBe("disagree");
  }
});

/**
 * Of 20 soldiers rows are drawn several together; 63 are the most that a field has room for. 5,000 fights each find a shift of 0.1 (10,000 of the long test, 0.07) of one chance with power 1 - 1e-6 at
 * 1e-9, for each of some 30 metrics.
 */
it.each([20, 63])("squads of %i fight as written; control: with another save they do not", async (models) => {
  const fight = (save: number) => ({ units: { squad: { models, save } }, situation: { turns: 2 } });
  const TRIALS = LONG ? 10_000 : 5_000;
  const program = await programOf(fight(5));
  const { acts } = await actsOf(fight(5));
  const fast = tallyOf({ ...program, kernel: () => acts.kernel() }, TRIALS);
  const played = async (save: number) => {
    const own = planOf((await cellOf(fight(save))).profile);
    return tallyOf({ ...program, kernel: () => new BattleKernel(own) }, TRIALS, "written");
  };
  expect(leastPValue(program, fast, await played(5))).toBeGreaterThan(1e-9);
  expect(leastPValue(program, fast, await played(6))).toBeLessThan(1e-9);
});

it("squads of 64 have no room in a field, and are played as written; two of 63 a side have", async () => {
  const planOfSquads = async (models: number, units: number) => {
    const side = Array.from({ length: units }, (_, as) => aimed("squad", { as: `s${as}` }));
    return planOf((await cellOf({ units: { squad: { models } }, first: side, second: [aimed("squad")] })).profile);
  };
  expect(isPlayedByCounts(await planOfSquads(64, 1))).toBe(false);
  expect(isPlayedByCounts(await planOfSquads(63, 1))).toBe(true);
  expect(isPlayedByCounts(await planOfSquads(63, 2))).toBe(true);
});
