import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../../src/rulesets/metropolis/options.ts";
import { type Change, chance, resolved } from "./cell.ts";

/** Each option with a situation in which its readings give different fractions, worked out by hand. */
const CASES: readonly {
  readonly option: string;
  readonly why: string;
  readonly kind: string;
  readonly change: Change;
  readonly of: readonly [metric: string, value: number | string];
  readonly readings: readonly (readonly [value: unknown, answer: string])[];
}[] = [
  {
    option: "naturalRule",
    why: "10 against 1 needs 2+; with +1 a 1 would do",
    kind: "test",
    change: { attacker: { command: 10 }, situation: { stat: "command", difficulty: 1, modifier: 1 } },
    of: ["outcome", "pass"],
    readings: [
      ["all", "9/10"],
      ["shooting", "1/1"],
    ],
  },
  {
    option: "modifierStage",
    why: "1 against 10 needs 10+ off the table; +1 on the die makes it 9+, +1 on the stat leaves it",
    kind: "test",
    change: { attacker: { command: 1 }, situation: { stat: "command", difficulty: 10, modifier: 1 } },
    of: ["outcome", "pass"],
    readings: [
      ["afterTable", "1/5"],
      ["beforeTable", "1/10"],
    ],
  },
  {
    option: "movedModifier",
    why: "SH 4 needs 6+; only the target has moved",
    kind: "volley",
    change: { situation: { targetMoved: true } },
    of: ["hits", 1],
    readings: [
      ["target", "2/5"],
      ["shooter", "1/2"],
    ],
  },
  {
    option: "coverShooting",
    why: "SH 4 needs 6+, in cover 7+ or 8+",
    kind: "volley",
    change: { situation: { defenderInCover: true } },
    of: ["hits", 1],
    readings: [
      [0, "1/2"],
      [-1, "2/5"],
      [-2, "3/10"],
    ],
  },
  {
    option: "hitAllocation",
    why: "two shots, 9/10 to hit and to wound, at two models of one wound: both hit and wound (6561/10000) removes two",
    kind: "volley",
    change: { attacker: { models: 2, shooting: 9 }, weapon: { damage: { short: 9 } }, defender: { models: 2 } },
    of: ["removed", 2],
    readings: [
      ["woundedFirst", "6561/10000"],
      ["spread", "6561/10000"],
      ["concentrate", "0/1"],
    ],
  },
  {
    option: "hitAllocation",
    why: "the same at two models of two wounds: two wounds on one model remove it, one on each none",
    kind: "volley",
    change: {
      attacker: { models: 2, shooting: 9 },
      weapon: { damage: { short: 9 } },
      defender: { models: 2, wounds: 2 },
    },
    of: ["removed", 1],
    readings: [
      ["woundedFirst", "6561/10000"],
      ["spread", "0/1"],
      ["concentrate", "6561/10000"],
    ],
  },
  {
    option: "meleeOrder",
    why: "one against one, 9/10 to hit and to wound: who falls first does not strike back (81/100, of 19/100 left)",
    kind: "assault",
    change: {
      attacker: { assault: 9, toughness: 1 },
      defender: { assault: 4, toughness: 1 },
      weapon: { damage: { contact: 10 } },
      situation: { charged: true },
    },
    of: ["attackerRemoved", 1],
    readings: [
      // The defender needs 10+ to hit: 1/10 · 9/10, whether or not he has fallen, or only if he stands.
      ["simultaneous", "9/100"],
      ["chargerFirst", "171/10000"],
    ],
  },
  {
    option: "meleeWinner",
    why: "a wound that removes nobody wins by wounds and not by models",
    kind: "assault",
    change: {
      attacker: { assault: 10, toughness: 10 },
      defender: { assault: 4, toughness: 1, wounds: 2 },
      weapon: { damage: { contact: 10 } },
      situation: { charged: false },
    },
    of: ["winner", "attacker"],
    readings: [
      // The attacker wounds with 81/100 and is wounded with 1/10 · 1/2: 81/100 · 19/20.
      ["mostWounds", "1539/2000"],
      ["mostRemoved", "0/1"],
    ],
  },
  {
    option: "moraleDifficulty",
    why: "CD 4 against 4 and against 6",
    kind: "morale",
    change: {},
    of: ["outcome", "held"],
    readings: [
      [4, "1/2"],
      [6, "3/10"],
    ],
  },
  {
    option: "rallyModifiersOnMorale",
    why: "CD 4 against 4, enemies at short range",
    kind: "morale",
    change: { situation: { rallyEnemies: "short" } },
    of: ["outcome", "held"],
    readings: [
      [false, "1/2"],
      [true, "3/10"],
    ],
  },
  {
    option: "rallyModifiers",
    why: "CD 4 against 4, enemies at short and medium range: -2 or -3",
    kind: "morale",
    change: { situation: { state: "panicked", rallyEnemies: ["short", "medium"] } },
    of: ["outcome", "held"],
    readings: [
      ["worst", "3/10"],
      ["sum", "1/5"],
    ],
  },
  {
    option: "halfIs",
    why: "four of eight left",
    kind: "morale",
    change: { defender: { models: 8 }, situation: { surviving: 4 } },
    of: ["outcome", "routed"],
    readings: [
      ["panic", "0/1"],
      ["rout", "1/2"],
    ],
  },
  {
    option: "reactionStat",
    why: "CD 4 against 4, SH 6 against 4",
    kind: "test",
    change: { attacker: { shooting: 6 } },
    of: ["outcome", "pass"],
    readings: [
      ["command", "1/2"],
      ["shooting", "7/10"],
    ],
  },
];

describe("every option, reading by reading", () => {
  for (const { option, why, kind, change, of, readings } of CASES)
    it.each(readings.map(([value, answer]) => ({ value, answer })))(
      `${option}: $value gives $answer (${why})`,
      ({ value, answer }) => {
        expect(chance(kind, { ...change, options: { [option]: value } }, ...of)).toBe(answer);
      },
    );

  it("all options are here, and the default comes first", () => {
    expect(new Set(CASES.map(({ option }) => option))).toEqual(new Set(OPTIONS.map(({ name }) => name)));
    for (const { option, readings } of CASES)
      expect(readings[0]![0]).toBe(OPTIONS.find(({ name }) => name === option)!.readings[0]!.value);
  });

  it("QB-16, E-21: enemies in sight do not count in a morale test, and the cell says so", () => {
    const resolution = resolved("morale", { situation: { rallyEnemies: "short" } });
    expect("note" in resolution && resolution.note).toMatch(/QB-16/);
    const other = resolved("morale", {
      situation: { rallyEnemies: "short" },
      options: { rallyModifiersOnMorale: true },
    });
    expect("note" in other).toBe(false);
  });
});
