/** What has to hold of shooting whatever the numbers are. Seeds are fixed; everything is compared in whole numbers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamDice } from "../../../src/dice/index.ts";
import { chainOf } from "../../../src/rule/chain.ts";
import { type Exact, isFraction, readOff } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import { programOf } from "../../../src/rule/play-program.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { solveChain } from "../../../src/rule/solve.ts";
import type { WoundBands } from "../../../src/rulesets/alpha-omega/book.ts";
import { playVolley, volleyKind } from "../../../src/rulesets/alpha-omega/kinds/volley.ts";
import {
  isIndependent,
  type Salvo,
  type Soldier,
  type UnitUnderFire,
  unitProcess,
  type VolleyProfile,
} from "../../../src/rulesets/alpha-omega/volley.ts";
import { DOWN, OUT, PINNED, READY, SKILLS, STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { streamOf } from "../../rule/fit.ts";
import { type Change, exactOf, volleyAt } from "./cell.ts";

const SEED = { seed: 20261121 };

const needed = fc.integer({ min: 0, max: 12 });
const state = fc.constantFrom(READY, PINNED, DOWN);
const bands: fc.Arbitrary<WoundBands> = fc
  .tuple(fc.nat({ max: 10 }), fc.nat({ max: 10 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
/** A soldier whose wound bands do not depend on his state, as in the default reading. */
const soldier: fc.Arbitrary<Soldier> = fc
  .record({ pin: needed, implacable: fc.boolean(), bands, state })
  .map(({ bands: own, ...rest }) => ({
    ...rest,
    bands: [own, own, own],
    downSaves: true,
    character: false,
    cover: 0,
    camouflage: [0, 0, 0],
    hidden: false,
  }));
const READING: VolleyProfile["reading"] = {
  pinTests: "perSavedHit",
  volley: "grouped",
  surplusShots: "lost",
  hitTransfer: "off",
  transferWhen: "lessOrEqualCover",
  naturalRolls: "none",
};
const reading: fc.Arbitrary<VolleyProfile["reading"]> = fc.record({
  pinTests: fc.constantFrom("perSavedHit", "perVolley"),
  volley: fc.constantFrom("grouped", "sequential"),
  surplusShots: fc.constant("lost"),
  hitTransfer: fc.constant("off"),
  transferWhen: fc.constant("lessOrEqualCover"),
  naturalRolls: fc.constant("none"),
});

/** A volley of at most `most` salvos of one to three shots at `soldiers`. */
const salvosAt = (soldiers: number, most: number): fc.Arbitrary<Salvo[]> => {
  const fire = fc.record({ toHit: fc.tuple(needed, needed, needed), toSave: needed, shots: fc.constant(1) });
  return fc.array(
    fc.record({
      target: fc.nat({ max: soldiers - 1 }),
      fire: fc.array(fire, { minLength: soldiers, maxLength: soldiers }),
      shots: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: most },
  );
};
const volleyOf = (most: number, how: fc.Arbitrary<VolleyProfile["reading"]>): fc.Arbitrary<VolleyProfile> =>
  fc.integer({ min: 1, max: most }).chain((count) =>
    fc.record({
      soldiers: fc.array(soldier, { minLength: count, maxLength: count }),
      salvos: salvosAt(count, most),
      reading: how,
    }),
  );

const fractions = (exact: Exact): string[] => {
  if (!isFraction(exact)) throw new Error("solved in doubles");
  return exact.weights.map((weight) => fractionText(weight, exact.total));
};
/** The distribution of the only soldier's state after a volley. */
function stateOf(profile: VolleyProfile): Extract<Exact, { total: bigint }> {
  const chain = chainOf(unitProcess(profile));
  const [end] = solveChain(chain, [chain.steps.length]);
  const exact = readOff(
    end!,
    Int32Array.from(chain.states, ({ states }) => states[0]!),
    4,
  );
  if (!isFraction(exact)) throw new Error("solved in doubles");
  return exact;
}
/** Weight of that state or worse, over the common total of both: no less in `worse` for any state. */
function isNoBetter(worse: Exact, better: Exact): boolean {
  if (!isFraction(worse) || !isFraction(better)) throw new Error("solved in doubles");
  const tail = (exact: typeof worse, from: number) =>
    exact.weights.reduce((sum, weight, value) => (value >= from ? sum + weight : sum), 0n);
  return [1, 2, 3].every((from) => tail(worse, from) * better.total >= tail(better, from) * worse.total);
}

/** One hit by the book, every fall of the save die and of the die after it: [state before][state after] of 100. */
function hitMatrix({ pin, implacable, bands: [[pinned, down]] }: Soldier, toSave: number): number[][] {
  return STATES.map((_, from) => {
    const row = [0, 0, 0, 0];
    for (let save = 1; save <= 10; save++)
      for (let after = 1; after <= 10; after++) {
        let to: number;
        if (save >= toSave) to = from === READY && !implacable && after < pin ? PINNED : from;
        else to = Math.max(from, after <= pinned ? PINNED : after <= down ? DOWN : OUT);
        row[to]!++;
      }
    return row;
  });
}

describe("a grouped volley is one hit after another", () => {
  /** Rolls of 10 hit dice per 1,000 falls: a miss changes nothing, a hit goes through the matrix. */
  function power(profile: VolleyProfile): { weights: bigint[]; total: bigint } {
    const own = profile.soldiers[0]!;
    let weights = [0n, 0n, 0n, 0n];
    weights[own.state] = 1n;
    let total = 1n;
    for (const { fire, shots } of profile.salvos) {
      const { toHit, toSave } = fire[0]!;
      const hits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((face) => face >= toHit[own.state]!).length;
      const matrix = hitMatrix(own, toSave);
      for (let shot = 0; shot < shots; shot++) {
        const next = [0n, 0n, 0n, 0n];
        weights.forEach((weight, from) => {
          next[from]! += weight * BigInt((10 - hits) * 100);
          matrix[from]!.forEach((ways, to) => {
            next[to]! += weight * BigInt(hits * ways);
          });
        });
        weights = next;
        total *= 1_000n;
      }
    }
    return { weights, total };
  }
  const atOne = volleyOf(1, fc.constant(READING)).chain((profile) =>
    salvosAt(1, 3).map((salvos) => ({ ...profile, salvos })),
  );

  it("A-HITMATRIX to the power of the hits, for any numbers, one pin test per saved hit", () => {
    fc.assert(
      fc.property(atOne, (profile) => {
        expect(fractions(stateOf(profile))).toEqual(fractions(power(profile)));
      }),
      { ...SEED, numRuns: 300 },
    );
  });

  it("shot by shot too, where needed dice do not depend on the state", () => {
    fc.assert(
      fc.property(atOne, (profile) => {
        const salvos = profile.salvos.map((salvo) => {
          const own = salvo.fire[0];
          const toHit = own!.toHit[profile.soldiers[0]!.state]!;
          return { ...salvo, fire: [{ ...own!, toHit: [toHit, toHit, toHit] as const }] };
        });
        const same = { ...profile, salvos };
        const sequential = { ...same, reading: { ...READING, volley: "sequential" as const } };
        expect(fractions(stateOf(sequential))).toEqual(fractions(power(same)));
      }),
      { ...SEED, numRuns: 300 },
    );
  });

  it("control: one pin test for the volley is another law", () => {
    const two = volleyAt({ attacker: { models: 2 } });
    expect(fractions(stateOf(two))).toEqual(fractions(power(two)));
    const perVolley = { ...two, reading: { ...two.reading, pinTests: "perVolley" as const } };
    expect(fractions(stateOf(perVolley))).not.toEqual(fractions(power(two)));
  });
});

describe("what helps never hurts", () => {
  const at = (change: Change) => exactOf(programFor(volleyKind, volleyAt(change)), "state");
  const change = fc.record({
    save: fc.integer({ min: 2, max: 12 }),
    command: fc.integer({ min: 1, max: 12 }),
    skills: fc.subarray([...SKILLS]),
    models: fc.integer({ min: 1, max: 4 }),
    saveModifier: fc.integer({ min: -4, max: 2 }),
    order: fc.constantFrom("aimed", "manoeuvre", "move", "run", "none"),
    state: fc.constantFrom("ready", "pinned", "down"),
    pinTests: fc.constantFrom("perSavedHit", "perVolley"),
    volley: fc.constantFrom("grouped", "sequential"),
    passiveSkillsWhenPinned: fc.boolean(),
    naturalRolls: fc.constantFrom("none", "oneFails", "tenSucceeds", "both"),
  });
  type Numbers = typeof change extends fc.Arbitrary<infer N> ? N : never;
  const cell = (numbers: Numbers): Change => ({
    attacker: { models: numbers.models },
    defender: { save: numbers.save, command: numbers.command, skills: numbers.skills },
    rifle: { saveModifier: numbers.saveModifier },
    situation: { defenderOrder: numbers.order, defenderState: numbers.state },
    options: {
      pinTests: numbers.pinTests,
      volley: numbers.volley,
      passiveSkillsWhenPinned: numbers.passiveSkillsWhenPinned,
      naturalRolls: numbers.naturalRolls,
    },
  });
  /** Shot by shot, a soldier who falls is harder to hit, so a gift may come to be shot at more: that is no distribution there. */
  const grouped = (numbers: Numbers) => cell({ ...numbers, volley: "grouped" });

  it("a save one better", () => {
    fc.assert(
      fc.property(change, (numbers) => {
        expect(isNoBetter(at(grouped(numbers)), at(grouped({ ...numbers, save: numbers.save - 1 })))).toBe(true);
      }),
      { ...SEED, numRuns: 150 },
    );
  });

  it("a command one better", () => {
    fc.assert(
      fc.property(change, (numbers) => {
        fc.pre(numbers.command > 1);
        expect(isNoBetter(at(grouped(numbers)), at(grouped({ ...numbers, command: numbers.command - 1 })))).toBe(true);
      }),
      { ...SEED, numRuns: 150 },
    );
  });

  it.each(["implacable", "endurance", "drone", "camouflage"] as const)("%s", (skill) => {
    fc.assert(
      fc.property(change, (numbers) => {
        const skills = numbers.skills.filter((own) => own !== skill);
        expect(
          isNoBetter(at(grouped({ ...numbers, skills })), at(grouped({ ...numbers, skills: [...skills, skill] }))),
        ).toBe(true);
      }),
      { ...SEED, numRuns: 150 },
    );
  });

  it("one shooter fewer", () => {
    fc.assert(
      fc.property(change, (numbers) => {
        expect(isNoBetter(at(grouped({ ...numbers, models: numbers.models + 1 })), at(grouped(numbers)))).toBe(true);
      }),
      { ...SEED, numRuns: 150 },
    );
  });

  it("nobody gets better by being shot at, grouped or shot by shot", () => {
    fc.assert(
      fc.property(change, (numbers) => {
        const exact = at(cell(numbers));
        if (!isFraction(exact)) throw new Error("solved in doubles");
        const before = STATES.indexOf(numbers.state);
        exact.weights.forEach((weight, after) => {
          if (after < before) expect(weight).toBe(0n);
        });
      }),
      { ...SEED, numRuns: 150 },
    );
  });

  it("control: a save one worse is seen", () => {
    expect(isNoBetter(at({ defender: { save: 4 } }), at({ defender: { save: 5 } }))).toBe(false);
  });
});

const inState = (wanted: number) => (unit: UnitUnderFire) => unit.states.filter((own) => own === wanted).length;

describe("every soldier is in one state", () => {
  const names = ["ready", "pinned", "down", "out"] as const;
  const any = volleyOf(3, reading);

  it("means of ready, pinned, down and out add up to the models, of down and out to the casualties", () => {
    fc.assert(
      fc.property(any, (profile) => {
        const program = programFor(volleyKind, profile);
        const mean = (name: string) => {
          const exact = exactOf(program, name);
          if (!isFraction(exact)) throw new Error("solved in doubles");
          return { sum: exact.weights.reduce((sum, weight, n) => sum + weight * BigInt(n), 0n), total: exact.total };
        };
        const over = (list: readonly string[]) => {
          const means = list.map(mean);
          const total = means.reduce((product, one) => product * one.total, 1n);
          return { sum: means.reduce((sum, one) => sum + one.sum * (total / one.total), 0n), total };
        };
        const all = over(names);
        expect(all.sum).toBe(BigInt(profile.soldiers.length) * all.total);
        const [lost, casualties] = [over(["down", "out"]), mean("casualties")];
        expect(lost.sum * casualties.total).toBe(casualties.sum * lost.total);
      }),
      { ...SEED, numRuns: 60 },
    );
  });

  it("in every trial that is played, also where hits change hands and shots are aimed anew", () => {
    const wild = fc.record({
      pinTests: fc.constantFrom("perSavedHit", "perVolley"),
      volley: fc.constant("sequential"),
      surplusShots: fc.constantFrom("lost", "retarget"),
      hitTransfer: fc.constantFrom("off", "protectCharacters"),
      transferWhen: fc.constantFrom("lessOrEqualCover", "notEasier"),
    }) as fc.Arbitrary<VolleyProfile["reading"]>;
    const dice = new StreamDice(streamOf("law"));
    fc.assert(
      fc.property(volleyOf(3, wild), fc.boolean(), (profile, character) => {
        const soldiers = profile.soldiers.map((own, i) => ({ ...own, character: character && i === 0 }));
        const shots = profile.salvos.reduce((sum, salvo) => sum + salvo.shots, 0);
        for (let trial = 0; trial < 20; trial++) {
          const units = playVolley({ ...profile, soldiers }, dice);
          const states = units.flatMap((unit) => unit.states);
          expect(states).toHaveLength(soldiers.length);
          states.forEach((after, i) => {
            expect(after).toBeGreaterThanOrEqual(soldiers[i]!.state);
          });
          expect(units.flatMap((unit) => unit.hits).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(shots);
        }
      }),
      { ...SEED, numRuns: 60 },
    );
  });

  it("in every count of the kernel", () => {
    const profile = volleyAt({
      attacker: { models: 7 },
      defender: { models: 4 },
      situation: { targets: [2, 2, 2, 1] },
    });
    const program = programFor(volleyKind, profile);
    const offsets = tallyOffsets(program.metrics);
    const tally = new Float64Array(offsets.at(-1)!);
    program.kernel().play(streamOf("kernel"), 1_000, tally);
    const sum = (name: string) => {
      const m = program.metrics.findIndex((metric) => metric.name === name);
      return tally.slice(offsets[m], offsets[m + 1]).reduce((total, count, n) => total + count * n, 0);
    };
    expect(names.map(sum).reduce((a, b) => a + b, 0)).toBe(4_000);
    expect(sum("down") + sum("out")).toBe(sum("casualties"));
    expect(sum("hits")).toBeLessThanOrEqual(7_000);
  });
});

describe("soldiers under fire are independent where nothing passes between them", () => {
  const counts: [string, (unit: UnitUnderFire) => number][] = [
    ["ready", inState(READY)],
    ["pinned", inState(PINNED)],
    ["down", inState(DOWN)],
    ["out", inState(OUT)],
    ["casualties", (unit) => inState(DOWN)(unit) + inState(OUT)(unit)],
    ["hits", (unit) => unit.hits.reduce((a, b) => a + b, 0)],
  ];
  /** The whole unit as one process, whatever could be taken apart. */
  const joint = (profile: VolleyProfile, lengthOf: (metric: string) => number) =>
    programOf({
      parts: [chainOf({ ...unitProcess(profile), most: 100_000 })],
      readings: counts.map(([name, bin]) => ({
        metric: { name, values: Array.from({ length: lengthOf(name) }, (_, i) => i) },
        bin,
      })),
      blockSize: 1,
    });

  it("one process each gives what the joint process gives", () => {
    fc.assert(
      fc.property(volleyOf(3, reading), (profile) => {
        expect(isIndependent(profile)).toBe(true);
        const apart = programFor(volleyKind, profile);
        const lengthOf = (name: string) => apart.metrics.find((metric) => metric.name === name)!.values.length;
        const together = joint(profile, lengthOf);
        for (const [name] of counts)
          expect(fractions(exactOf(together, name)), name).toEqual(fractions(exactOf(apart, name)));
      }),
      { ...SEED, numRuns: 60 },
    );
  });

  it("seven rangers at four marines", () => {
    const profile = volleyAt({
      attacker: { models: 7 },
      defender: { models: 4 },
      situation: { targets: [2, 2, 2, 1] },
    });
    const apart = programFor(volleyKind, profile);
    const lengthOf = (name: string) => apart.metrics.find((metric) => metric.name === name)!.values.length;
    const together = joint(profile, lengthOf);
    for (const [name] of counts)
      expect(fractions(exactOf(together, name)), name).toEqual(fractions(exactOf(apart, name)));
  });

  it("control: a hit that changes hands is not independent", () => {
    const change: Change = {
      attacker: { models: 2 },
      defender: { members: [{ character: true }, {}] },
      situation: { targets: [2] },
    };
    const off = volleyAt(change);
    const protect = volleyAt({ ...change, options: { hitTransfer: "protectCharacters" } });
    expect([isIndependent(off), isIndependent(protect)]).toEqual([true, false]);
    const casualties = (profile: typeof off) => fractions(exactOf(programFor(volleyKind, profile), "casualties"));
    // Two hits on two soldiers never add up to one hit each on one.
    expect(casualties(off)[2]).toBe("0/1");
    expect(casualties(protect)).toEqual(casualties(off));
  });
});
