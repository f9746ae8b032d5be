/** Conditions of policies that may hold: held to every state there is. */
import { expect, it } from "vitest";
import { type Condition, conditionOf, holdsOf, mayHold } from "../../src/rulesets/condition.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";

const NAMES = ["turn", "ready", "out"];
const RANGES = [
  [1, 3],
  [0, 2],
  [0, 4],
] as const;

function randomText(random: () => number, depth: number): string {
  const integer = (most: number) => Math.floor(random() * (most + 1));
  const term = () => (random() < 0.4 ? `${integer(6)}` : `${random() < 0.3 ? "2 * " : ""}${NAMES[integer(2)]}`);
  const sum = () => (random() < 0.3 ? `${term()} ${random() < 0.5 ? "+" : "-"} ${term()}` : term());
  if (depth === 0 || random() < 0.4) return `${sum()} ${["<", ">", "<=", ">=", "=", "!="][integer(5)]} ${sum()}`;
  if (random() < 0.3) return `not (${randomText(random, depth - 1)})`;
  return `(${randomText(random, depth - 1)}) ${random() < 0.5 ? "and" : "or"} (${randomText(random, depth - 1)})`;
}

it("what may not hold (or fail) never does; a comparison of one name that may, does somewhere", () => {
  const random = generator(20261128);
  const seen = { never: 0, always: 0 };
  for (let i = 0; i < 3_000; i++) {
    const text = randomText(random, 2);
    const condition = conditionOf(text, NAMES) as Condition;
    const found = new Set<boolean>();
    for (let turn = 1; turn <= 3; turn++)
      for (let ready = 0; ready <= 2; ready++)
        for (let out = 0; out <= 4; out++) found.add(holdsOf(condition, [turn, ready, out]));
    if (!mayHold(condition, RANGES)) seen.never++;
    if (!mayHold(condition, RANGES, false)) seen.always++;
    expect([text, found.has(true) && !mayHold(condition, RANGES)]).toEqual([text, false]);
    expect([text, found.has(false) && !mayHold(condition, RANGES, false)]).toEqual([text, false]);
  }
  // The control: there are such conditions among them.
  expect(Math.min(seen.never, seen.always)).toBeGreaterThan(100);
  for (const [text, holds, fails] of [
    ["turn >= 4", false, true],
    ["turn >= 3", true, true],
    ["turn <= 3", true, false],
    ["turn != 0", true, false],
    ["2 * ready = 3 + out", true, true],
    ["ready = 3", false, true],
    ["not (ready < 3)", false, true],
    ["turn > 3 or out > 4", false, true],
    ["turn < 4 and out < 5", true, false],
  ] as const) {
    const condition = conditionOf(text, NAMES) as Condition;
    expect([text, mayHold(condition, RANGES), mayHold(condition, RANGES, false)]).toEqual([text, holds, fails]);
  }
});

it.each([
  ["alpha-omega", { ballisticSkill: 4, save: 5, command: 5, initiative: 4 }, { range: { 24: 0 } }, ["aimed", "run"]],
  [
    "metropolis",
    { shooting: 5, assault: 5, toughness: 4, command: 4 },
    { damage: { contact: 5, short: 6 } },
    ["fire", "move"],
  ],
] as const)(
  "%s: a rule whose turn never comes, or that comes after one for every state, is known before anything is played",
  async (ruleset, unit, gun, [order, other]) => {
    const told = async (...when: (string | undefined)[]) => {
      const policy = when.map((own) => ({
        ...(own === undefined ? {} : { when: own }),
        order: own === undefined ? order : other,
      }));
      const side = { units: [{ unit: "a", models: 3 }] };
      const study = await studyOfData({
        version: 1,
        ruleset,
        weapons: { gun },
        units: { a: { ...unit, weapon: "gun" } },
        experiments: {
          fight: {
            kind: "engagement",
            sides: [{ ...side, policy }, { units: [{ unit: "a", models: 3, order }] }],
            situation: { distance: 8, turns: 3 },
          },
        },
      });
      const { outcome } = study.cells[0]!;
      return "profile" in outcome ? (outcome.never ?? []).map(({ path }) => path.join(".")) : [JSON.stringify(outcome)];
    };
    expect(await told("turn >= 4", undefined)).toEqual(["sides.0.policy.0"]);
    expect(await told("turn >= 3", undefined)).toEqual([]);
    expect(await told("ready > 3", "enemy.out >= 4", undefined)).toEqual(["sides.0.policy.0", "sides.0.policy.1"]);
    expect(await told("unit.models = 3", undefined)).toEqual(["sides.0.policy.1"]);
    expect(await told("unit.ready = 3", undefined)).toEqual([]);
  },
);
