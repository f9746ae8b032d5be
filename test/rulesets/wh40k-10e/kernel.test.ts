import { describe, expect, it } from "vitest";
import { blockStream, cellKey, Stream } from "../../../src/dice/index.ts";
import type { JointActs } from "../../../src/rule/acts-joint.ts";
import { ActsKernel } from "../../../src/rule/acts-kernel.ts";
import { solveActs } from "../../../src/rule/acts-solve.ts";
import { type Exact, isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Kernel, type Program, tallyOffsets } from "../../../src/rule/program.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { AttackActs } from "../../../src/rulesets/wh40k-10e/attack-acts.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import { type AttackCell, attackKind } from "../../../src/rulesets/wh40k-10e/kinds/attack.ts";
import { actsOf, isPlayedByActs } from "../../../src/rulesets/wh40k-10e/program.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { changedOutside, neededFields, reached } from "../../keys.ts";
import { LONG } from "../../long.ts";
import { randomSetup, scenarioOf } from "../../oracle/wh40k-10e/random-setup.ts";
import { changesOf, expectWholeBlock } from "../told.ts";
import { type Change, profileOf, programOf } from "./cell.ts";

/**
 * The kernels (a trial in one draw, act by act, and die by die) against the exact distributions. Threshold 1e-9 a metric: at most some
 * 1,000 tests, a false alarm with a chance of 1e-6 when streams change. 20,000 trials find a shift of 0.04 of a chance with
 * power 1 - 1e-6.
 */
const TRIALS = 20_000;
const FIGHTS = LONG ? 120 : 10;

function tallied(program: Program, name: string, trials = TRIALS, kernel: Kernel = program.kernel()): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  kernel.play(blockStream(cellKey(20_261_121n, name), 0), trials, tally);
  return tally;
}

/** The worst p-value of all metrics; 0 where a trial is missing. */
function worst(program: Program, answers: readonly Exact[], tally: Float64Array): number {
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      if (counts.reduce((a, b) => a + b, 0) !== TRIALS) return 0;
      const answer = answers[m]!;
      const weights = isFraction(answer) ? answer.weights : [...probabilitiesOf(answer)];
      return agreement({ values, counts }, { values, weights }, 1e-9).pValue;
    }),
  );
}

const solve = (program: Program) => ("solve" in program.exact ? program.exact.solve() : []);

it("like saves are failed as coins fall, however many are rolled for first", async () => {
  // AP-1 at a save of 3+: one in two fails.
  const acts = new AttackActs(await profileOf());
  const act = acts.acts[acts.steps.findIndex(({ what }) => what === "saves")]!;
  const BINOMIALS = { 5: [1, 5, 10, 10, 5, 1], 1: [1, 1], 7: [1, 7, 21, 35, 35, 21, 7, 1], 2: [1, 2, 1] };
  for (const wounds of [5, 1, 7, 2] as const) {
    const position = acts.start.slice();
    position[act.reads[0]!] = wounds;
    const { outcomes, chances } = act.distribution(position);
    // None is left to be saved; so many have failed, and count.
    expect(outcomes).toEqual(BINOMIALS[wounds].map((_, failed) => [0, failed, failed]));
    expect(Array.from(chances)).toEqual(BINOMIALS[wounds].map((ways) => ways / 2 ** wounds));
  }
});

it("who is destroyed suffers no more: wounds that fail then are counted, and cost nothing", async () => {
  const acts = new AttackActs(await profileOf({ attacker: { models: 3 }, defender: { models: 1 } }));
  const into = new Int32Array(acts.places);
  const found = new Map<string, number>();
  for (const { act, position } of reached(acts, 4_000)) {
    acts.read(position, into);
    const name = `${acts.steps[act]!.what} ${into[2] === 1 ? "after" : "before"}`;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  expect([...found.keys()].toSorted()).toEqual(["attacks before", "damage before", "rolls before", "saves before"]);
  // More attacks than are made together: the others are made after the last model may have gone.
  const many = new AttackActs(await profileOf({ attacker: { models: 60 }, defender: { models: 1 } }));
  const names = reached(many, 4_000).map(({ act, position }) => {
    many.read(position, into);
    return `${many.steps[act]!.what} ${into[2] === 1 ? "after" : "before"}`;
  });
  expect(names).toContain("saves after");
  expect(names).not.toContain("damage after");
});

describe("the kernels play what the exact laws say", () => {
  it("on random fights, all of them", async () => {
    const played = { inOne: 0, byActs: 0, byDie: 0 };
    for (let seed = 1_001; seed <= 1_000 + FIGHTS; seed++) {
      const { cells } = await studyOfData(scenarioOf(randomSetup(seed)));
      const { outcome, kind } = cells[0]!;
      if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
      const program = programFor(ruleset.kinds[kind]!, outcome.profile);
      const attack = outcome.profile as AttackCell;
      const kernel = program.kernel();
      const answers = solve(program);
      const name = `seed ${seed}`;
      expect(worst(program, answers, tallied(program, name, TRIALS, kernel)), name).toBeGreaterThan(1e-9);
      if (!isPlayedByActs(attack)) {
        played.byDie++;
        continue;
      }
      const acts = new AttackActs(attack);
      const readings = acts.readings(program.metrics);
      const distributions = solveActs(acts, readings).map((distribution) => [...probabilitiesOf(distribution)]);
      distributions.forEach((distribution, m) => {
        const wanted = probabilitiesOf(answers[m]!);
        distribution.forEach((chance, bin) => {
          expect(Math.abs(chance - (wanted[bin] ?? 0)), `${name}, ${program.metrics[m]!.name}`).toBeLessThan(1e-12);
        });
      });
      played[kernel instanceof ActsKernel ? "byActs" : "inOne"]++;
      if (kernel instanceof ActsKernel) continue;
      const other = tallied(program, name, TRIALS, new ActsKernel(acts, readings));
      expect(worst(program, answers, other), `${name}, act by act`).toBeGreaterThan(1e-9);
      played.byActs++;
    }
    expect(played.inOne).toBeGreaterThan(FIGHTS / 12);
    expect(played.byActs).toBeGreaterThan(FIGHTS / 2);
    expect(played.byDie).toBeGreaterThan(FIGHTS / 8);
  });

  it.each<[string, Change]>([
    ["many attacks", { gun: { attacks: 12 }, attacker: { models: 20 }, defender: { models: 20 } }],
    ["damage of many dice", { gun: { damage: "3D6" }, defender: { wounds: 20, feelNoPain: 5 } }],
    [
      "Precision at a led unit",
      {
        gun: { abilities: ["Precision"] },
        defender: { models: 3, leader: "captain" },
        others: { captain: { models: 1, save: "2+", wounds: 4, keywords: ["Character"] } },
      },
    ],
    [
      "explosions and hazards",
      {
        gun: { attacks: 4, abilities: ["Hazardous"] },
        defender: { wounds: 1, abilities: ["Deadly Demise D3"] },
        situation: { distance: 5 },
      },
    ],
    [
      "two targets",
      {
        others: { other: { models: 3, toughness: 3, save: "5+", wounds: 1, abilities: ["Deadly Demise 1"] } },
        situation: { distance: 5, targets: { gun: { defender: 2, other: 3 } } },
      },
    ],
  ])("%s", async (name, change) => {
    const program = await programOf(change);
    expect(isPlayedByActs(await profileOf(change))).toBe(true);
    expect(worst(program, solve(program), tallied(program, name))).toBeGreaterThan(1e-9);
  });

  it("and a wrong law is found", async () => {
    const program = await programOf();
    const wrong = await programOf({ gun: { skill: "4+" } });
    expect(worst(program, solve(wrong), tallied(program, "control"))).toBeLessThan(1e-9);
  });

  it("trials add up whatever the size of the block", async () => {
    const program = await programOf();
    for (const trials of [1, 255, 256, 257, 1_000])
      expect(tallied(program, "size", trials).reduce((a, b) => a + b, 0)).toBe(trials * program.metrics.length);
  });

  it("the same stream gives the same tally, block after block", async () => {
    const program = await programOf({ gun: { damage: "D6", attacks: "D6" } });
    const kernel = program.kernel();
    const bins = tallyOffsets(program.metrics).at(-1)!;
    const play = (block: number) => {
      const tally = new Float64Array(bins);
      kernel.play(blockStream(cellKey(1n, "again"), block), 5_000, tally);
      return [...tally];
    };
    const first = play(0);
    play(1);
    expect(play(0)).toEqual(first);
  });
});

describe("a trial in one draw", () => {
  /** Hits, wounds and failed saves of ten attacks are multinomial; two damage kill one of two failed saves of three wounds. */
  it("what is read of a trial belongs together: five Hellblasters at five models of three wounds", async () => {
    const change: Change = {
      gun: { strength: 8, ap: -3, damage: 2, abilities: ["Hazardous"] },
      defender: { toughness: 5, save: "2+", invulnerable: "5+", wounds: 3 },
    };
    const { metrics } = await programOf(change);
    const { kernel } = actsOf(await profileOf(change), metrics);
    const rows = (kernel as JointActs).trace(new Stream(1, 2, 3, 4), 200_000);
    const counts = new Map<number, number>();
    for (let at = 0; at < rows.length; at += metrics.length) {
      const [killed, hits, wounds, unsaved] = rows.subarray(at, at + 4) as unknown as [number, number, number, number];
      expect(killed).toBe(Math.min(5, Math.floor(unsaved / 2)));
      const key = 121 * hits + 11 * wounds + unsaved;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
    const values: number[] = [];
    const weights: number[] = [];
    for (let hits = 0; hits <= 10; hits++)
      for (let wounds = 0; wounds <= hits; wounds++)
        for (let unsaved = 0; unsaved <= wounds; unsaved++) {
          const parts = [10 - hits, hits - wounds, wounds - unsaved, unsaved];
          const chances = [1 / 3, 2 / 9, 4 / 27, 8 / 27];
          values.push(121 * hits + 11 * wounds + unsaved);
          weights.push(parts.reduce((all, n, i) => (all * chances[i]! ** n) / factorial(n), factorial(10)));
        }
    const drawn = { values, counts: values.map((value) => counts.get(value) ?? 0) };
    expect(drawn.counts.reduce((a, b) => a + b, 0)).toBe(200_000);
    expect(agreement(drawn, { values, weights }, 1e-9).verdict).toBe("agree");
    const wrong = weights.map((weight, i) => weight * (1 + 0.02 * Math.floor(values[i]! / 121)));
    expect(agreement(drawn, { values, weights: wrong }, 1e-9).verdict).toBe("disagree");
  });

  const ROLLED: Change = {
    gun: { attacks: "D3", damage: "D3", abilities: ["Devastating Wounds"] },
    attacker: { models: 2 },
    defender: { wounds: 3 },
  };

  /** Two weapons of D3 attacks, each of which wounds devastatingly in 2/3 · 1/6: told so over all trials. */
  it("is told by a way that leads there, each as likely as it is", async () => {
    const { metrics } = await programOf(ROLLED);
    const { acts, kernel } = actsOf(await profileOf(ROLLED), metrics);
    const [attacks, mortal] = [new Array<number>(7).fill(0), new Array<number>(7).fill(0)];
    for (let block = 0; block < 150; block++)
      for (let trial = 0; trial < 20; trial++) {
        const stream = blockStream(cellKey(1n, "drawn"), block);
        const chance = blockStream(cellKey(1n, "told"), 20 * block + trial);
        const taken = (kernel as JointActs).taken(stream, trial, 20, chance);
        const [first, rolls] = taken;
        expect(taken.slice(0, 2).map(({ act }) => acts.steps[act]!.what)).toEqual(["attacks", "rolls"]);
        attacks[first!.outcome[0]!]! += 1;
        mortal[rolls!.outcome.at(-1)!]! += 1;
      }
    const values = [0, 1, 2, 3, 4, 5, 6];
    const agrees = (counts: number[], weights: number[]) =>
      agreement({ values, counts }, { values, weights }, 1e-9).verdict;
    const sums = [0, 0, 1, 2, 3, 2, 1];
    expect(agrees(attacks, sums)).toBe("agree");
    expect(agrees(attacks, [0, 0, 2, 2, 2, 2, 1])).toBe("disagree");
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    const of = (p: number) =>
      values.map((k) =>
        sums.reduce((sum, w, n) => sum + (n < k ? 0 : w * choose(n, k) * p ** k * (1 - p) ** (n - k)), 0),
      );
    expect(agrees(mortal, of(1 / 9))).toBe("agree");
    expect(agrees(mortal, of(1 / 6))).toBe("disagree");
  });

  it("the dice told come to what the trial counts for", async () => {
    const profile = await profileOf(ROLLED);
    const { metrics } = await programOf(ROLLED);
    const damage = metrics.findIndex(({ name }) => name === "damage");
    for (const { bins, entries } of expectWholeBlock(attackKind, profile, 40)) {
      const lost = changesOf(entries).flatMap(({ change }) => /: (\d+) wounds? lost/.exec(change)?.[1] ?? []);
      expect(lost.reduce((sum, own) => sum + Number(own), 0)).toBe(bins[damage]);
    }
  });
});

describe("an attack as acts", () => {
  it("has keys that say all that distributions go by, and nothing that could be left out", async () => {
    let seed = 28;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let compared = 0;
    const missing: string[] = [];
    const seen = new Set<string>();
    // So many attacks that they are made by handfuls: what one has put off is there when the next is made.
    const many: Change = { gun: { attacks: 9, abilities: ["Devastating Wounds"] }, defender: { models: 2, wounds: 1 } };
    const attacks = [await profileOf(many)];
    for (let own = 1; own <= 40; own++) {
      const { cells } = await studyOfData(scenarioOf(randomSetup(own)));
      attacks.push((cells[0]!.outcome as { profile: AttackCell }).profile);
    }
    for (const [own, attack] of attacks.entries()) {
      if (!isPlayedByActs(attack)) continue;
      const acts = new AttackActs(attack);
      const all = reached(acts, 600);
      const outside = changedOutside(acts, all, random, 400);
      expect(outside.faults, `attack ${own}`).toEqual([]);
      compared += outside.compared;
      for (const [act, fields] of neededFields(acts, all))
        acts.acts[act]!.reads.forEach((field, place) => {
          const name = `${acts.steps[act]!.what} ${place}`;
          if (fields.has(field)) seen.add(name);
          else missing.push(name);
        });
    }
    expect(compared).toBeGreaterThan(100);
    expect([...new Set(missing)].filter((name) => !seen.has(name))).toEqual([]);
    expect([...seen].sort()).toEqual([
      "damage 0",
      "damage 1",
      "devastation 0",
      "devastation 1",
      "losses 0",
      "rolls 0",
      "rolls 1",
      "saves 0",
    ]);
  });
});
