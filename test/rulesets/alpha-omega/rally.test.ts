import { describe, expect, it } from "vitest";
import { isFraction } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import type { Program } from "../../../src/rule/program.ts";
import { dodgeProcess } from "../../../src/rulesets/alpha-omega/dodge.ts";
import { gladiatorProcess } from "../../../src/rulesets/alpha-omega/gladiator.ts";
import { cloudKind } from "../../../src/rulesets/alpha-omega/kinds/cloud.ts";
import { dodgeKind } from "../../../src/rulesets/alpha-omega/kinds/dodge.ts";
import { gladiatorKind } from "../../../src/rulesets/alpha-omega/kinds/gladiator.ts";
import { STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { defence, possible, vectors } from "./combat.ts";

const account = { title: "", steps: [] };

/** A metric's chances as reduced fractions, by value. */
function metric(program: Program, name: string): Record<string, string> {
  if (!("solve" in program.exact)) throw new Error("no exact answer");
  const m = program.metrics.findIndex((one) => one.name === name);
  const answer = program.exact.solve()[m]!;
  if (!isFraction(answer)) throw new Error("too long for fractions");
  return possible(
    Object.fromEntries(
      program.metrics[m]!.values.map((value, i) => [value, fractionText(answer.weights[i]!, answer.total)]),
    ),
  );
}

describe("dodges (A-RAL-03, A-RAL-04)", () => {
  const dodge = (initiative: number, foes: readonly number[]) => ({
    dodger: { ...defence(), initiative },
    opponents: foes.map((foe) => ({ initiative: foe, toSave: 4 })),
    pinTests: "perSavedHit" as const,
  });
  it.each(vectors("A-DODGE"))("$id", ({ inputs, expect: expected }) => {
    const program = programFor(dodgeKind, { ...dodge(inputs.ini, inputs.foe_inis), account });
    expect(metric(program, "hits")).toEqual(expected.touches_suffered);
    expect(metric(program, "escaped").yes).toBe(expected.p_success);
  });

  const play = (script: string, pinTests: "perSavedHit" | "perVolley" = "perSavedHit") => {
    const dice = new ScriptedDice(script);
    const { start, steps } = dodgeProcess({ ...dodge(5, [5, 6]), pinTests });
    const end = steps.reduce((state, step) => step(state)(dice), start);
    dice.assertUsedUp();
    return `${end.hitBy.length} ${STATES[end.state]}`;
  };
  it.each([
    ["strictly above both", "7 / 6 5", "0 ready"],
    ["a tie is a hit", "7 / 7 5 / 4 3", "1 ready"],
    ["hits are saved and tested like any other (QA-41)", "7 / 7 6 / 4 4 / 3 2", "2 pinned"],
    ["a failed save is a wound roll", "7 / 7 6 / 3 4 / 5", "2 down"],
  ])("%s", (_, script, expected) => {
    expect(play(script)).toBe(expected);
  });
  it("one pin test for both under pinTests: perVolley (QA-04)", () => {
    expect(play("7 / 7 6 / 4 4 / 3", "perVolley")).toBe("2 ready");
  });
});

describe("gladiators (A-RAL-07)", () => {
  const among = (enemies: number, rolls: "perEnemy" | "once" = "perEnemy", medikits: number | null = 0) => ({
    enemy: defence(),
    enemies,
    toSave: 5,
    rolls,
    medikits,
  });
  it.each(vectors("A-GLADIATOR"))("$id", ({ inputs, expect: expected }) => {
    const program = programFor(gladiatorKind, { ...among(1), toSave: inputs.save - inputs.wmod, account });
    expect(metric(program, "state")).toEqual(expected);
  });
  const play = (given: ReturnType<typeof among>, script: string) => {
    const dice = new ScriptedDice(script);
    const { start, steps } = gladiatorProcess(given);
    const { states } = steps.reduce((state, step) => step(state)(dice), start);
    dice.assertUsedUp();
    return states.map((state) => STATES[state]).join(" ");
  };
  it("a pinned enemy saves and makes no pin test; 5 misses", () => {
    expect(play(among(3), "6 5 / 5 / 6 4 3")).toBe("pinned pinned down");
  });
  it("QA-42: one die in all", () => {
    expect(play(among(3, "once"), "6 4 6")).toBe("out pinned pinned");
  });
  it("QA-20: a medikit keeps the first of them pinned", () => {
    expect(play(among(2, "perEnemy", 1), "6 4 6 / 6 4 6")).toBe("pinned out");
    expect(play(among(2, "perEnemy", null), "6 4 6 / 6 4 6")).toBe("pinned pinned");
  });
});

describe("clouds (A-RAL-09, QA-52)", () => {
  it.each(vectors("A-CLOUD"))("$id", ({ expect: expected }) => {
    const lifetime = metric(programFor(cloudKind, { turns: 6 }), "lifetime");
    expect(Object.values(lifetime)).toEqual(expected.p_vanish_at_phase_1_to_6);
  });
  it("watched for fewer turns, some are still there", () => {
    expect(metric(programFor(cloudKind, { turns: 2 }), "lifetime")).toEqual({
      1: "1/6",
      2: "5/18",
      "after 2": "5/9",
    });
  });
  it("drifts 0 paces when it is gone at once, 15 at most", () => {
    const drift = metric(programFor(cloudKind, { turns: 6 }), "drift");
    expect(drift[0]).toBe("1/6");
    // 5, 4, 3, 2 and 1 in turn, gone on anything in the sixth phase.
    expect(drift[15]).toBe("1/7776");
  });
});
