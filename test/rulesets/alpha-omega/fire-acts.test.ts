/** Fights by counts as acts: their law is the exact one, a key says all that its law goes by, and large squads fight as written. */
import { describe, expect, it } from "vitest";
import {
  type Act,
  type ActedBattle,
  type ActReading,
  keyAt,
  type LaneAct,
  type LaneRead,
  NEVER,
  probabilitiesOf,
  solveActs,
} from "../../../src/rule/index.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { solveEngagement, whyNotExact } from "../../../src/rulesets/alpha-omega/engagement/exact.ts";
import { FireActs, isPlain, isPlayedByCounts } from "../../../src/rulesets/alpha-omega/engagement/fire-acts.ts";
import { FirefightKernel } from "../../../src/rulesets/alpha-omega/engagement/firefight.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { COUNTED, metricsOf } from "../../../src/rulesets/alpha-omega/engagement/score.ts";
import { downIn, pinnedIn, readyIn } from "../../../src/rulesets/alpha-omega/engagement/side-tally.ts";
import { reached } from "../../keys.ts";
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

const actsOf = async (fight: Fight) => {
  const plan = planOf((await cellOf(fight)).profile);
  expect(isPlayedByCounts(plan)).toBe(true);
  return { plan, acts: new FireActs(plan) };
};

const isCondition = ({ adds }: LaneRead) => adds.includes(NEVER);
const isDue = ({ reads, keys }: LaneAct, position: ArrayLike<number>) => keyAt(reads, position) < keys;

/** The same battle as acts that go by whole fields; turn by turn, the last field being the step that comes next. */
function acted({ start, steps }: FireActs, units: number): ActedBattle {
  const all = [...new Set(steps.flatMap((step) => ("act" in step ? [step.act] : [])))];
  const acts = all.map(
    (own): Act => ({
      reads: [...new Set(own.reads.map(({ field }) => field))],
      sets: [own.sets],
      adds: [],
      law: (position) => {
        const law = own.law(position);
        let outcomes = [position[own.sets]! + (law?.change ?? 0)];
        let chances = [1];
        for (const part of law?.parts ?? []) {
          chances = chances.flatMap((chance) => Array.from(part.chances, (share) => chance * share));
          outcomes = outcomes.flatMap((one) => part.outcomes.map((two) => one + two));
        }
        return { outcomes: outcomes.map((outcome) => [outcome]), chances };
      },
    }),
  );
  const step = start.length;
  return {
    start: [...start, 0],
    acts,
    stages: steps.filter((own) => "count" in own).length >> 1,
    next(position) {
      for (;;) {
        const own = steps[position[step]!];
        if (own === undefined) return -1;
        position[step]!++;
        if ("count" in own) {
          // Those of the two sides, and at the end that of who wins.
          while (position[step]! < steps.length && "count" in steps[position[step]!]!) position[step]!++;
          return -1;
        }
        if (isDue(own.act, position)) return all.indexOf(own.act);
      }
    },
    places: units + 1,
    read(position, into) {
      into.set(position.subarray(0, units));
      const winner = steps.at(-1)!;
      if ("count" in winner) into[units] = winner.count.bins[keyAt(winner.count.reads, position)] ?? 0;
    },
  };
}

describe("fights by counts as acts", () => {
  it.each(Object.entries(SOLVED))("%s: as solved", async (_, fight) => {
    const { plan, acts } = await actsOf(fight);
    expect(whyNotExact(plan.profile)).toBeUndefined();
    const battle = acted(acts, 2);
    const packed = Array.from({ length: 2 ** 18 }, (_, own) => own);
    const readings = Array.from({ length: 2 * plan.profile.turns }, (_, i): ActReading => {
      const metric = { name: "counts", values: packed };
      return { metric, stage: i >> 1, place: i & 1 };
    });
    const [winner, ...metrics] = metricsOf(plan.profile);
    const last = { metric: winner!, stage: plan.profile.turns - 1, place: 2 };
    const [wins, ...laws] = solveActs(battle, [last, ...readings]).map(probabilitiesOf);
    const [exactWins, ...exact] = solveEngagement(plan.profile).map(probabilitiesOf);
    wins!.forEach((chance, bin) => {
      expect(Math.abs(chance - exactWins![bin]!)).toBeLessThan(1e-12);
    });
    let compared = 0;
    laws.forEach((law, i) => {
      const { size } = plan.squads[i & 1]!;
      COUNTED.forEach((name, c) => {
        const m = i * COUNTED.length + c;
        expect(metrics[m]).toMatchObject({ name, turn: 1 + (i >> 1), side: i & 1 ? "second" : "first" });
        const found = new Float64Array(size + 1);
        law.forEach((chance, own) => {
          if (chance === 0) return;
          const [ready, pinned, down] = [readyIn(own), pinnedIn(own), downIn(own)];
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

  it("keys say what laws go by: without any part of one, two laws would have the same", {
    timeout: 60_000,
  }, async () => {
    const parts = new Set<string>();
    const needed = new Set<string>();
    for (const [name, fight] of Object.entries({ ...SOLVED, ...SEVERAL })) {
      const { plan, acts } = await actsOf(fight);
      const battle = acted(acts, plan.squads.length);
      const all = [...new Set(acts.steps.flatMap((step) => ("act" in step ? [step.act] : [])))];
      const positions = reached(battle, 6_000);
      all.forEach((act, number) => {
        const own = positions.filter((one) => one.act === number).map(({ position }) => position);
        const texts = own.map((position) =>
          JSON.stringify(act.law(position), (_, one) => (ArrayBuffer.isView(one) ? [...(one as Float64Array)] : one)),
        );
        const clashes = (without: number): boolean => {
          const found = new Map<number, string | undefined>();
          return own.some((position, i) => {
            const key = keyAt(act.reads.toSpliced(without, without < 0 ? 0 : 1), position);
            expect(key).toBeLessThan(act.keys);
            const known = found.has(key) ? found.get(key) : texts[i];
            found.set(key, known);
            return known !== texts[i];
          });
        };
        expect(clashes(-1), `${name}, act ${number}`).toBe(false);
        // Fire, rally, duels, interceptions: positions that are reached do not show every one all there is.
        const units = plan.squads.length;
        const kind = act.sets < units ? "unit" : act.sets === units ? "alpha" : "aim";
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
    expect(parts.size).toBe(8);
    expect([...needed].toSorted()).toEqual([...parts].toSorted());
  });
});

/**
 * Fights with a choice of whom to fire at are played soldier by soldier where units are small; both forms have the same law.
 * 20,000 fights each find a shift of 0.05 of one chance with power 1 - 1e-6 at 1e-9, for each of some 400 metrics.
 */
describe("whom to fire at", () => {
  const alike = async (fight: Fight, other: Fight = fight) => {
    const { plan, acts } = await actsOf(fight);
    const program = await programOf(fight);
    const written = planOf((await cellOf(other)).profile);
    expect(isPlain(plan)).toBe(false);
    const counts = tallyOf({ ...program, kernel: () => acts.kernel() }, 20_000);
    return leastPValue(
      program,
      counts,
      tallyOf({ ...program, kernel: () => new FirefightKernel(written) }, 20_000, "written"),
    );
  };
  const turns = { situation: { turns: 4 } };
  const FIGHTS: Record<string, Fight> = {
    ...Object.fromEntries(Object.entries(SEVERAL).map(([name, fight]) => [name, { ...fight, ...turns }])),
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
  it.each(Object.entries(FIGHTS))("%s: as soldier by soldier", async (_, fight) => {
    expect(await alike(fight)).toBeGreaterThan(1e-9);
  });
  it("control: nobody intercepts", async () => {
    const { first = [], ...fight } = FIGHTS["two to intercept"]!;
    const never = first.map((unit) => ({ ...unit, intercept: false }));
    expect(await alike({ ...fight, first }, { ...fight, first: never })).toBeLessThan(1e-9);
  });
});

/**
 * Of 20 soldiers rows are drawn several together. 10,000 fights each find a shift of 0.07 of one chance with power 1 - 1e-6 at
 * 1e-9, for each of some 30 metrics.
 */
it("squads of twenty fight as written; control: with another save they do not", async () => {
  const fight = (save: number) => ({ units: { squad: { models: 20, save } }, situation: { turns: 2 } });
  const TRIALS = 10_000;
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
