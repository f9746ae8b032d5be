import { describe, expect, it } from "vitest";
import { chainOf } from "../../../src/rule/chain.ts";
import { type Exact, isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { fractionText, ratio } from "../../../src/rule/fraction.ts";
import type { Program } from "../../../src/rule/program.ts";
import { type RecoveryCell, recoveryKind } from "../../../src/rulesets/alpha-omega/kinds/recovery.ts";
import { medikitUsesOf } from "../../../src/rulesets/alpha-omega/rally.ts";
import { type Patient, recoveryProcess, stepsPerTurn } from "../../../src/rulesets/alpha-omega/recovery.ts";
import { DOWN, OUT, PINNED, READY, STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { expectWholeBlock } from "../told.ts";
import { bandsOf, possible, vectors } from "./combat.ts";

const patient = (skill = "standard", given: Partial<Patient> = {}): Patient => {
  const bands = bandsOf(skill);
  return {
    implacable: false,
    bands: [bands, bands, bands],
    command: 3,
    bonus: 0,
    medic: false,
    bearer: false,
    ...given,
  };
};
const ward = (given: Partial<RecoveryCell> = {}): RecoveryCell => {
  const patients = given.patients ?? [patient()];
  return {
    patients,
    states: patients.map(() => DOWN),
    turns: 6,
    unitMedikit: false,
    unitSacrifice: false,
    medikits: medikitUsesOf("unlimited"),
    sacrifices: 1,
    sacrificeAt: 0.5,
    reading: { pinnedEnds: "test", implacableUnpins: true, naturalRolls: "none" },
    accounts: [],
    ...given,
  };
};
const programOf = (cell: RecoveryCell): Program => programFor(recoveryKind, cell);
const solve = (cell: RecoveryCell): { program: Program; answers: readonly Exact[] } => {
  const program = programOf(cell);
  if (!("solve" in program.exact)) throw new Error("no exact answer");
  return { program, answers: program.exact.solve() };
};
const named = (exact: Exact) => {
  if (!isFraction(exact)) throw new Error("too long for fractions");
  return Object.fromEntries(exact.weights.map((weight, i) => [STATES[i]!, fractionText(weight, exact.total)]));
};

/** The states after the scripted dice of one or more rally phases. */
const play = (cell: Partial<RecoveryCell>, script: string): string => {
  const dice = new ScriptedDice(script);
  const { start, steps } = recoveryProcess(ward({ turns: 1, ...cell }));
  const { states } = steps.reduce((state, step) => step(state)(dice), start);
  dice.assertUsedUp();
  return states.map((state) => STATES[state]).join(" ");
};

describe("the wound/heal cycle (A-RAL-13 to A-RAL-16)", () => {
  it.each(vectors("A-RALLY-SEQ"))("$id", ({ inputs, expect: expected }) => {
    const cell = ward({
      patients: [patient(inputs.skill, { command: inputs.cmd, implacable: inputs.implacable })],
      unitMedikit: inputs.medikit,
    });
    const { answers } = solve(cell);
    expect(answers.map(named)).toEqual(expected.after_rally_1_to_6);
  });

  it.each(vectors("A-HEAL-ABSORB"))("$id: care until it is over", ({ inputs, expect: expected }) => {
    // 200 phases are for ever: 0.4 ** 200 is below 1e-79.
    const turns = 200;
    const cell = ward({
      turns,
      patients: [patient(inputs.skill, { command: 11 })],
      unitMedikit: inputs.medikit,
    });
    const { answers } = solve(cell);
    const last = probabilitiesOf(answers.at(-1)!);
    const value = (fraction: string) => {
      const [numerator, denominator] = fraction.split("/").map(BigInt);
      return ratio(numerator!, denominator!);
    };
    // Command 11 is never met, so that pinned is where recovery ends.
    expect(last[PINNED]!).toBeCloseTo(value(expected.p_recover_to_pinned ?? expected.p_recover_to_bloque), 12);
    expect(last[OUT]!).toBeCloseTo(value(expected.p_hors_combat ?? expected.p_out), 12);
    const rolls = 1 + answers.reduce((sum, answer) => sum + probabilitiesOf(answer)[DOWN]!, 0);
    expect(rolls).toBeCloseTo(value(expected.expected_soins_rolls), 12);
  });

  it("A-SCRIPT-RALLY-ORDER: who is pinned by care may test at the next unpinning only (QA-23)", () => {
    expect(play({ patients: [patient(), patient()], states: [DOWN, PINNED] }, "2 / 1")).toBe("pinned pinned");
  });

  it("A-RALLY-SACRIFICE: pinned and down soldiers are ready", () => {
    const [vector] = vectors("A-RALLY-SACRIFICE");
    for (const state of [PINNED, DOWN]) {
      const { answers } = solve(ward({ states: [state], unitSacrifice: true, turns: 1 }));
      expect(possible(named(answers[0]!))).toEqual(possible(vector!.expect));
    }
  });

  it.each([
    ["QA-16 auto: unpinned without a die", { pinnedEnds: "auto" }, {}, "", "ready"],
    ["QA-16 test", {}, {}, "2", "pinned"],
    ["A-RAL-14: implacable passes", {}, { implacable: true }, "", "ready"],
    ["QA-17 false: implacable rolls", { implacableUnpins: false }, { implacable: true }, "2", "pinned"],
    ["QA-03: a 1 fails against command 1+", { naturalRolls: "oneFails" }, { command: 1 }, "1", "pinned"],
  ] as const)("%s", (_, given, soldier, script, expected) => {
    const reading = { ...ward().reading, ...given };
    expect(play({ patients: [patient("standard", soldier)], states: [PINNED], reading }, script)).toBe(expected);
  });
});

describe("medikits (A-RAL-17, QA-19, E-09)", () => {
  const three = [patient(), patient(), patient()];
  it("of the unit, unlimited: every care roll", () => {
    expect(play({ patients: three, unitMedikit: true }, "6 4 2")).toBe("pinned pinned pinned");
  });
  it("so many a turn: out first, then down, in list order", () => {
    const medikits = medikitUsesOf({ perTurn: 1 });
    expect(play({ patients: three, unitMedikit: true, medikits }, "4 6 7")).toBe("down pinned out");
    expect(play({ patients: three, unitMedikit: true, medikits }, "4 2 5")).toBe("pinned pinned down");
    expect(play({ patients: three, unitMedikit: true, medikits, turns: 2 }, "4 6 7 / 3 / 9")).toBe("pinned ready out");
  });
  it("so many a game", () => {
    const medikits = medikitUsesOf({ perGame: 1 });
    expect(play({ patients: three, unitMedikit: true, medikits, turns: 2 }, "4 6 7 / 3 / 9")).toBe("out ready out");
  });
  it("of a medic: while he is ready", () => {
    const squad = [patient("standard", { medic: true }), patient()];
    expect(play({ patients: squad, states: [READY, DOWN] }, "9")).toBe("ready pinned");
    expect(play({ patients: squad, states: [PINNED, DOWN] }, "2 / 9")).toBe("pinned out");
    expect(play({ patients: squad, states: [PINNED, DOWN] }, "3 / 9")).toBe("ready pinned");
    expect(play({ patients: squad, states: [DOWN, DOWN] }, "4 9")).toBe("down out");
  });
});

describe("the call to sacrifice (A-RAL-18, QA-21, E-10)", () => {
  const three = [patient("standard", { bearer: true }), patient(), patient()];
  it("at the first care phase with half of the remaining pinned or down, instead of care rolls", () => {
    expect(play({ patients: three, states: [READY, DOWN, READY] }, "4")).toBe("ready down ready");
    expect(play({ patients: three, states: [READY, DOWN, OUT] }, "")).toBe("ready ready out");
    expect(play({ patients: three, states: [READY, DOWN, DOWN] }, "")).toBe("ready ready ready");
  });
  it("its bearer has to be ready", () => {
    expect(play({ patients: three, states: [DOWN, DOWN, DOWN] }, "4 4 4")).toBe("down down down");
  });
  it("sacrificeUses: so many a game", () => {
    // Always called: the unit's soldiers are down again only in the start, so uses are told by two units of turns.
    const chain = (sacrifices: number) =>
      chainOf(recoveryProcess(ward({ patients: [patient()], unitSacrifice: true, sacrifices, turns: 1 }))).states;
    expect(chain(0).some(({ states }) => states[0] === READY)).toBe(false);
    expect(chain(1).some(({ states, sacrifices }) => states[0] === READY && sacrifices === 0)).toBe(true);
    expect(chain(2).some(({ states, sacrifices }) => states[0] === READY && sacrifices === 1)).toBe(true);
  });
});

describe("a character's command (E-12)", () => {
  it("is added to the pin tests of his unit while he is ready", () => {
    const squad = [patient("standard", { bonus: 2 }), patient("standard", { command: 5 })];
    expect(play({ patients: squad, states: [READY, PINNED] }, "3")).toBe("ready ready");
    expect(play({ patients: squad, states: [DOWN, PINNED] }, "3 / 4")).toBe("down pinned");
  });
  it("helps those listed before him too: bearers test first", () => {
    const squad = [patient("standard", { command: 5 }), patient("standard", { bonus: 2 })];
    // He stands up on 3+ without his own bonus; then the other passes with 3 + 2.
    expect(play({ patients: squad, states: [PINNED, PINNED] }, "3 / 3")).toBe("ready ready");
    expect(play({ patients: squad, states: [PINNED, PINNED] }, "2 / 4")).toBe("pinned pinned");
    // 8/10 × 8/10 + 2/10 × 6/10 of the first soldier, wherever the bearer is listed.
    for (const patients of [squad, squad.toReversed()]) {
      const { program, answers } = solve(ward({ patients, states: [PINNED, PINNED], turns: 1 }));
      const at = program.metrics.findIndex(({ name }) => name === "ready");
      const ready = probabilitiesOf(answers[at]!).reduce((sum, p, count) => sum + p * count, 0);
      expect(ready).toBeCloseTo(0.8 + 0.8 * 0.8 + 0.2 * 0.6, 12);
    }
  });
});

describe("laws of recovery", () => {
  const ready = (cell: Partial<RecoveryCell>, turn: number) =>
    probabilitiesOf(solve(ward(cell)).answers[turn]!)[READY]!;
  const out = (cell: Partial<RecoveryCell>, turn: number) => probabilitiesOf(solve(ward(cell)).answers[turn]!)[OUT]!;
  it("endurance, drone, both and medikit never lower the chance to be ready nor raise that of being out", () => {
    for (let turn = 0; turn < 6; turn++) {
      const plain = { patients: [patient()] };
      for (const better of [
        { patients: [patient("endurance")] },
        { patients: [patient("drone")] },
        { patients: [patient("endurance+drone(best_of)")] },
        { patients: [patient()], unitMedikit: true },
        { patients: [patient("standard", { implacable: true })] },
        { patients: [patient("standard", { command: 2 })] },
      ]) {
        expect(ready(better, turn)).toBeGreaterThanOrEqual(ready(plain, turn));
        expect(out(better, turn)).toBeLessThanOrEqual(out(plain, turn));
      }
    }
  });
  it("counts of a unit always sum to its models", () => {
    const cell = ward({
      patients: [patient("standard", { medic: true }), patient("drone"), patient()],
      states: [READY, DOWN, PINNED],
      turns: 3,
    });
    const { program, answers } = solve(cell);
    for (let turn = 1; turn <= 3; turn++) {
      let mean = 0;
      program.metrics.forEach((metric, m) => {
        if (metric.turn !== turn || metric.name === "state") return;
        probabilitiesOf(answers[m]!).forEach((p, count) => {
          mean += p * count;
        });
      });
      expect(mean).toBeCloseTo(3, 12);
    }
    expect(stepsPerTurn(cell)).toBe(8);
  });
});

it("a unit that is no chain is told turn by turn as it is played", () => {
  // Each is unlike every other, and all share one medikit.
  const patients = Array.from({ length: 12 }, (_, i) => patient("standard", { command: 2 + (i % 8), medic: i === 0 }));
  const cell = ward({ patients, turns: 3, unitMedikit: true, medikits: medikitUsesOf({ perGame: 1 }) });
  expect(programFor(recoveryKind, cell).exact).toHaveProperty("impossible");
  for (const { oneOfMany } of expectWholeBlock(recoveryKind, cell, 6)) expect(oneOfMany).toBe(false);
});
