/**
 * Exact answers for the default readings, made by ../vectors/alpha-omega.ts, which shares no code with this one.
 * The keys are the French of the rule text.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { takeHit } from "../../../src/rulesets/alpha-omega/damage.ts";
import {
  type FiringUnit,
  firingOrder,
  phaseDuel,
  type SideName,
} from "../../../src/rulesets/alpha-omega/firing-order.ts";
import { shotKind } from "../../../src/rulesets/alpha-omega/kinds/shot.ts";
import { playVolley, volleyKind } from "../../../src/rulesets/alpha-omega/kinds/volley.ts";
import { MISS, shot } from "../../../src/rulesets/alpha-omega/shooting.ts";
import { D10, type Order, OUT, PINNED, STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { type Change, chanceOf, fractionsOf, shotAt, volleyAt } from "./cell.ts";

interface Vector<I, E> {
  readonly id: string;
  readonly inputs: I;
  readonly expect: E;
}
const { vectors } = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector<unknown, unknown>[];
};
const of = <I, E>(prefix: string) => vectors.filter(({ id }) => id.startsWith(prefix)) as Vector<I, E>[];
const one = <I, E>(id: string) => of<I, E>(id)[0]!;

/** Our words for the rule text's. */
const WORDS = {
  rate: "miss",
  indemne: "unharmed",
  valide: "ready",
  bloque: "pinned",
  au_tapis: "down",
  hors_combat: "out",
} as const;
const inOurWords = (expected: Record<string, string>) =>
  Object.fromEntries(Object.entries(expected).map(([key, value]) => [WORDS[key as keyof typeof WORDS], value]));

/** The target that several vectors share. */
interface Soldier {
  readonly save: number;
  readonly wmod: number;
  readonly cmd: number;
  readonly implacable?: boolean;
  readonly skill?: string;
}
interface Shot extends Soldier {
  readonly ct: number;
  readonly m: number;
}
const skillsOf = ({ implacable, skill = "" }: Soldier) => [
  ...(implacable ? ["implacable"] : []),
  ...skill.replace("(best_of)", "").split("+").filter(Boolean),
];
/** The whole modifier comes from the range table; every other one is 0. */
const cellOf = (input: Shot): Change => ({
  attacker: { ballisticSkill: input.ct },
  defender: { save: input.save, command: input.cmd, skills: skillsOf(input) },
  rifle: { range: { 100: input.m }, saveModifier: input.wmod },
});

describe("one shot", () => {
  it.each(of<Shot, Record<string, string>>("A-SHOT-"))("$id", ({ inputs, expect: expected }) => {
    const program = programFor(shotKind, shotAt(cellOf(inputs)));
    expect(fractionsOf(program, "outcome")).toEqual(inOurWords(expected));
  });

  it.each(of<{ ct: number; modifiers: number[] }, Record<string, string>>("A-T-HIT"))(
    "$id",
    ({ inputs, expect: expected }) => {
      const found = inputs.modifiers.map((m) => {
        const { fire, defence } = shotAt({ attacker: { ballisticSkill: inputs.ct }, rifle: { range: { 100: m } } });
        return [m, chanceOf((dice) => shot(fire, defence, 0)(dice) !== MISS)];
      });
      expect(Object.fromEntries(found)).toEqual(expected);
    },
  );

  it("A-SCRIPT-EX-chances: 7 chances in 10, 8, 4", () => {
    const { inputs, expect: expected } = one<{ needed: number[] }, { out_of_10: number[] }>("A-SCRIPT-EX-chances");
    inputs.needed.forEach((needed, i) => {
      const outOfTen = Array.from({ length: 10 }, (_, face) => new ScriptedDice(`${face + 1}`).atLeast(D10, needed));
      expect(outOfTen.filter(Boolean)).toHaveLength(expected.out_of_10[i]!);
      expect(chanceOf((dice) => dice.atLeast(D10, needed))).toBe(["7/10", "4/5", "2/5"][i]);
    });
  });
});

describe("one hit, by the state before and after", () => {
  it.each(of<Soldier, string[][]>("A-HITMATRIX"))("$id", ({ inputs, expect: expected }) => {
    expected.forEach((row, state) => {
      const sure: Change = cellOf({ ...inputs, ct: 1, m: 10 });
      const { fire, defence } = shotAt({ ...sure, situation: state < OUT ? { defenderState: STATES[state] } : {} });
      const after = STATES.map((_, to) =>
        chanceOf((dice) => (state === OUT ? OUT : takeHit(defence, fire.toSave, state)(dice).state) === to),
      );
      expect(after).toEqual(row);
      // The same, read off the outcomes of a shot: unharmed (or missed) is to stay as he was.
      const kept = chanceOf((dice) => [MISS, 1, 1 + state].includes(shot(fire, defence, state)(dice)));
      expect(kept).toBe(row[state]);
    });
  });

  it("A-SCRIPT-BLOCKED-SAVES: a pinned soldier who saves makes no pin test", () => {
    const script = one<{ "one touche": { save: number[]; save_needed: number } }, { dice_used: number }>(
      "A-SCRIPT-BLOCKED-SAVES",
    );
    const { save, save_needed } = script.inputs["one touche"];
    const dice = new ScriptedDice(save.join(" "));
    const { defence } = shotAt();
    expect(takeHit(defence, save_needed, PINNED)(dice)).toEqual({ saved: true, state: PINNED });
    expect(dice.rolled).toHaveLength(script.expect.dice_used);
  });
});

describe("a volley at one soldier", () => {
  it.each(of<Shot & { n: number; mode: string }, Record<string, string>>("A-VOLLEY-"))(
    "$id",
    ({ inputs, expect: expected }) => {
      const change = cellOf(inputs);
      const cell = volleyAt({
        ...change,
        attacker: { ...change.attacker, models: inputs.n },
        options: { pinTests: inputs.mode === "per_volley" ? "perVolley" : "perSavedHit" },
      });
      expect(fractionsOf(programFor(volleyKind, cell), "state")).toEqual(inOurWords(expected));
    },
  );

  it.each(of<{ shots_on_one_marine: number } & Shot, Record<string, string>>("A-SEED-INTERCEPT"))(
    "$id",
    ({ inputs, expect: expected }) => {
      // The interception of the rule text: aimed +1, laser rifle −4 at 28 paces, target on run +1.
      const cell = volleyAt({
        attacker: { models: inputs.shots_on_one_marine, ballisticSkill: inputs.ct },
        defender: { save: inputs.save, command: inputs.cmd },
        rifle: { range: { 28: -4 }, saveModifier: inputs.wmod },
        situation: { distance: 28, attackerOrder: "aimed", defenderOrder: "run" },
      });
      expect(cell.salvos[0]!.fire[0]!.toHit[0]).toBe(inputs.ct - inputs.m);
      expect(fractionsOf(programFor(volleyKind, cell), "state")).toEqual(inOurWords(expected));
    },
  );
});

describe("the worked examples of the rule text, with their own dice", () => {
  interface NamedUnit extends FiringUnit {
    readonly id: string;
  }

  it("A-SCRIPT-EX1-initiative: Marc 8, Luc 3", () => {
    const { inputs, expect: expected } = one<
      {
        dice: number[];
        units: { id: string; player: string; ini: number; order: string; fired_interception?: true }[];
      },
      { alpha: string; firing_order: string[]; skipped: string[] }
    >("A-SCRIPT-EX1");
    const orders: Record<string, Order> = { tir_appuye: "aimed", manoeuvre: "manoeuvre", mouvement: "move" };
    const sides: Record<string, SideName> = { Marc: "first", Luc: "second" };
    const units: NamedUnit[] = inputs.units.map(({ id, player, ini, order, fired_interception = false }) => ({
      id,
      side: sides[player]!,
      initiative: ini,
      order: orders[order]!,
      firedInInterception: fired_interception,
    }));
    const dice = new ScriptedDice(inputs.dice.join(" "));
    const alpha = phaseDuel()(dice);
    dice.assertUsedUp();
    expect(alpha).toBe(sides[expected.alpha]);
    const fired = firingOrder(units, alpha).flatMap((phase) => phase.units.map(({ id }) => id));
    expect(fired).toEqual(expected.firing_order);
    expect(units.filter(({ id }) => !fired.includes(id)).map(({ id }) => id)).toEqual(expected.skipped);
  });

  const interception = (camouflageRun: number) =>
    volleyAt({
      attacker: { models: 7, ballisticSkill: 4 },
      defender: { models: 4, save: 4, command: 3 },
      rifle: { range: { 28: -4 }, saveModifier: -1 },
      situation: { distance: 28, attackerOrder: "aimed", defenderOrder: "run", targets: [2, 2, 2, 1] },
      options: { camouflageRun },
    });

  it("A-SCRIPT-EX2-interception: seven rangers, four marines, the target's +2", () => {
    const { inputs, expect: expected } = one<{ flat_dice: number[] }, { states: Record<string, string> }>(
      "A-SCRIPT-EX2",
    );
    const told = "8 9 / 4 8 / 4 — 5 7 / 1 1 / 8 7 — 2 4 — 5 / 8 / 2";
    expect(told.match(/\d+/g)!.map(Number)).toEqual(inputs.flat_dice);
    const dice = new ScriptedDice(told);
    const units = playVolley(interception(2), dice);
    dice.assertUsedUp();
    const states = units.flatMap((unit) => unit.states.map((state) => STATES[state]));
    expect(states).toEqual(["down", "out", "ready", "pinned"]);
    expect(states).toEqual(Object.values(expected.states).map((word) => WORDS[word as keyof typeof WORDS]));
    expect(units.map((unit) => unit.hits[0])).toEqual([2, 2, 0, 1]);
    // Marine 1 makes no pin test: one of his saves failed (A-SUP-04).
    expect(dice.rolled.map(({ rule }) => rule)).toEqual([
      ...["A-SHOOT-17", "A-SHOOT-17", "A-SAVE-01", "A-SAVE-01", "A-WOUND-01"],
      ...["A-SHOOT-17", "A-SHOOT-17", "A-SAVE-01", "A-SAVE-01", "A-WOUND-01", "A-WOUND-01"],
      ...["A-SHOOT-17", "A-SHOOT-17"],
      ...["A-SHOOT-17", "A-SAVE-01", "A-SUP-01"],
    ]);
  });

  it("the same hit dice with the tables' +1: 6 or more is needed, 2 / 1 / 0 / 0 hits", () => {
    // Save dice of 10 and pin dice of 10 keep the rest out of the way.
    const dice = new ScriptedDice("8 9 / 10 10 / 10 10 — 5 7 / 10 / 10 — 2 4 — 5");
    const units = playVolley(interception(1), dice);
    dice.assertUsedUp();
    expect(units.map((unit) => unit.hits[0])).toEqual([2, 1, 0, 0]);
  });
});

it("every vector of the file is held by a test above", () => {
  const held = ["A-SHOT-", "A-T-HIT", "A-HITMATRIX", "A-VOLLEY-", "A-SEED-INTERCEPT", "A-SCRIPT-"];
  expect(vectors.filter(({ id }) => !held.some((prefix) => id.startsWith(prefix)))).toEqual([]);
  expect(of("A-SCRIPT-").map(({ id }) => id)).toEqual([
    "A-SCRIPT-EX1-initiative",
    "A-SCRIPT-EX2-interception",
    "A-SCRIPT-EX-chances",
    "A-SCRIPT-BLOCKED-SAVES",
  ]);
});
