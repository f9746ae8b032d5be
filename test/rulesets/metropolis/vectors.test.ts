import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chance, mean, number } from "./cell.ts";

/** What vectors.json expects, which ../vectors/metropolis.ts makes. */
interface Vector {
  readonly id: string;
  readonly inputs: { readonly [name: string]: number | readonly number[] | string };
  readonly expect: Readonly<Record<string, string>>;
}
const { vectors } = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const of = (prefix: string) => vectors.filter(({ id }) => id.startsWith(prefix));

/** A size class, mover and cover that give a modifier to the roll to hit. */
const SHOT_MODIFIERS: Readonly<Record<number, { sizeClass: number; targetMoved: boolean }>> = {
  [-2]: { sizeClass: 1, targetMoved: true },
  [-1]: { sizeClass: 2, targetMoved: true },
  0: { sizeClass: 2, targetMoved: false },
  1: { sizeClass: 4, targetMoved: false },
  2: { sizeClass: 6, targetMoved: false },
  3: { sizeClass: 8, targetMoved: false },
};

const hitCell = (shooting: number, modifier: number, damage = 4, toughness = 4, models = 1) => {
  const { sizeClass, targetMoved } = SHOT_MODIFIERS[modifier]!;
  return {
    attacker: { shooting, models },
    defender: { sizeClass, toughness, models: 8 },
    weapon: { damage: { short: damage } },
    situation: { targetMoved },
  };
};

describe("B-HIT: to hit by SH and modifier", () => {
  it.each(of("B-HIT"))("$id", ({ inputs, expect: expected }) => {
    for (const [modifier, answer] of Object.entries(expected))
      expect(chance("volley", hitCell(Number(inputs.sh), Number(modifier)), "hits", 1), modifier).toBe(answer);
  });
});

describe("B-TEST: a stat against every difficulty", () => {
  it.each(of("B-TEST"))("$id", ({ inputs, expect: expected }) => {
    for (const [difficulty, answer] of Object.entries(expected)) {
      const cell = {
        attacker: { command: inputs.active },
        situation: { stat: "command", difficulty: Number(difficulty) },
      };
      expect(chance("test", cell, "outcome", "pass"), difficulty).toBe(answer);
    }
  });
});

describe("B-SHOT: one shot and eight", () => {
  it.each(of("B-SHOT"))("$id", ({ inputs, expect: expected }) => {
    const cell = (models: number) =>
      hitCell(Number(inputs.sh), Number(inputs.mod), Number(inputs.damage), Number(inputs.t), models);
    expect(chance("volley", cell(1), "hits", 1)).toBe(expected.p_hit);
    expect(chance("shot", cell(1), "outcome", "wound")).toBe(expected.p_wound_per_shot);
    const given = number(expected.p_wound_per_shot!) / number(expected.p_hit!);
    expect(given).toBeCloseTo(number(expected.p_wound_given_hit!), 12);
    expect(mean("volley", cell(8), "wounds")).toBe(expected.expected_wounds_8_shots);
  });
});

describe("B-MORALE: morale and rally", () => {
  it.each(of("B-MORALE"))("$id", ({ inputs, expect: expected }) => {
    const held = (situation: object) =>
      chance("morale", { defender: { command: inputs.cd }, situation: { ...situation } }, "outcome", "held");
    expect(held({})).toBe(expected.plain);
    expect(held({ state: "panicked" })).toBe(expected.plain);
    expect(held({ state: "panicked", rallyEnemies: "medium" })).toBe(expected["rally_enemy_medium(-1)"]);
    expect(held({ state: "panicked", rallyEnemies: "short" })).toBe(expected["rally_enemy_short(-2)"]);
  });
});

describe("B-MELEE: to hit in melee, in both readings of QB-02", () => {
  it.each(of("B-MELEE"))("$id", ({ inputs, expect: expected }) => {
    // Damage 10 against toughness 1 is 2+: nine in ten hits wound, so hits are read off the chance of a casualty.
    const removed = (modifierStage: string) =>
      chance(
        "assault",
        {
          attacker: { assault: inputs.as_att },
          defender: { assault: inputs.as_def, toughness: 1 },
          weapon: { damage: { contact: 10 } },
          situation: { charged: inputs.mod === 1 },
          options: { modifierStage },
        },
        "defenderRemoved",
        1,
      );
    expect(number(removed("afterTable"))).toBeCloseTo(number(expected["after_table(default)"]!) * 0.9, 14);
    expect(number(removed("beforeTable"))).toBeCloseTo(number(expected.before_table!) * 0.9, 14);
  });
});

it("every vector is used", () => {
  const used = ["B-HIT", "B-TEST", "B-SHOT", "B-MORALE", "B-MELEE", "B-CHECK"];
  expect(vectors.filter(({ id }) => !used.some((prefix) => id.startsWith(prefix)))).toEqual([]);
  expect(vectors).toHaveLength(19);
});
