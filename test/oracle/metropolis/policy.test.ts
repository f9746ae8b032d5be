import { describe, expect, it } from "vitest";
import { Pool, played, simulated, THRESHOLD, type Trial } from "../pool.ts";
import { play, type Scenario, type Seen } from "./naive.ts";
import { programOf } from "./program.ts";
import { generator } from "./random.ts";

/** Fights in which sides follow policies (E-25) against the naive simulator, whose policies are code of its own. */

const LINE = { models: 5, assault: 5, shooting: 5, strength: 4, toughness: 3, command: 4, weapon: "gun" };
const FIGHT: Scenario = {
  kind: "engagement",
  sides: [
    [LINE, { ...LINE, models: 3 }],
    [
      { ...LINE, models: 6, shooting: 4 },
      { ...LINE, models: 4, reaction: "counterCharge" },
    ],
  ],
  situation: { distance: 8, turns: 5 },
  options: {},
  rules: {},
  weapons: { gun: { damage: { contact: 4, short: 5, medium: 4 } } },
};
/** The first side shoots while it is ahead, else charges; the second holds, then does as the state of the unit says. */
const RULES = [
  [
    { when: "unit.engaged = 1", order: "assault" },
    { when: "enemy.routed + enemy.out > out + routed", order: "fire" },
    { when: "2 * unit.ready >= unit.models and turn < turns", order: "charge" },
    { order: "fire" },
  ],
  [
    { when: "turn = 1", order: "hold" },
    { when: "unit.engaged = 1 and ready > enemy.ready", order: "assault" },
    { when: "panicked > 0 or enemy.panicked > 0", order: "move" },
    { order: "fire" },
  ],
];
const first = ({ turn, own, enemy, unit }: Seen): string => {
  if (unit.engaged) return "assault";
  if (enemy.routed + enemy.out > own.out + own.routed) return "fire";
  return 2 * unit.ready >= unit.models && turn < 5 ? "charge" : "fire";
};
const second = ({ turn, own, enemy, unit }: Seen): string => {
  if (turn === 1) return "hold";
  if (unit.engaged && own.ready > enemy.ready) return "assault";
  return own.panicked > 0 || enemy.panicked > 0 ? "move" : "fire";
};

function compared(policies: NonNullable<Scenario["policies"]>, share = 1): { p: number; faults: string[] } {
  const random = generator(3);
  const pool = new Pool();
  const naive = played(3_000 * share, () => play({ ...FIGHT, policies }, random) as Trial);
  const ours = simulated(programOf(FIGHT, RULES), 8_192 * share, "policies");
  return { p: pool.add("policies", naive, ours, (key) => key.startsWith("skipped.")), faults: pool.faults };
}

describe("fights by policies", () => {
  it("agree with the naive simulator", () => {
    expect(compared([first, second]).faults).toEqual([]);
  });

  it("do not where a condition is read otherwise: who is engaged, who is ahead, whose models", () => {
    const controls: NonNullable<Scenario["policies"]>[] = [
      [(seen) => first({ ...seen, unit: { ...seen.unit, engaged: false } }), second],
      [(seen) => first({ ...seen, own: seen.enemy, enemy: seen.own }), second],
      [(seen) => first({ ...seen, unit: { ...seen.own, engaged: seen.unit.engaged } }), second],
      [first, (seen) => second({ ...seen, turn: seen.turn + 1 })],
    ];
    // A quarter shows most of them.
    for (const control of controls)
      expect(compared(control, 1 / 4).p < THRESHOLD || compared(control).p < THRESHOLD).toBe(true);
  });
});
