import { describe, expect, it } from "vitest";
import { chainOf } from "../../../src/rule/chain.ts";
import { isFraction, probabilitiesOf, readOff } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import { solveChain } from "../../../src/rule/solve.ts";
import type { CloseCombatReading, Fighter } from "../../../src/rulesets/alpha-omega/close-combat.ts";
import { lost, type Melee, meleeProcess } from "../../../src/rulesets/alpha-omega/melee.ts";
import { STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { fighter, possible, reading, vectors } from "./combat.ts";

const against = (
  count: number,
  lone: Fighter = fighter(),
  given: Partial<CloseCombatReading> = {},
  attacker: Fighter = fighter(),
): Melee => ({
  pairs: Array.from({ length: count }, () => ({ first: attacker, second: lone })),
  medikits: 0,
  reading: reading(given),
});

function solved(melee: Melee) {
  const chain = chainOf(meleeProcess(melee));
  const [end] = solveChain(chain, [chain.steps.length]);
  const read = (of: (state: (typeof chain.states)[number]) => number, bins: number) =>
    readOff(end!, Int32Array.from(chain.states, of), bins);
  return {
    lone: read((state) => state.lone.state, 4),
    lost: read(lost, melee.pairs.length + 1),
  };
}
const named = (exact: ReturnType<typeof solved>["lone"], names: readonly (string | number)[]) => {
  if (!isFraction(exact)) throw new Error("too long for fractions");
  return possible(Object.fromEntries(exact.weights.map((weight, i) => [names[i]!, fractionText(weight, exact.total)])));
};
const meanLost = (melee: Melee) => probabilitiesOf(solved(melee).lost).reduce((sum, p, count) => sum + p * count, 0);

describe("several against one (A-CC-13 to A-CC-17)", () => {
  it.each(vectors("A-COMPLEX"))("$id", ({ inputs, expect: expected }) => {
    const { lone, lost } = solved(against(inputs.attackers, fighter({ armed: inputs.lone_weapon })));
    expect(named(lone, STATES)).toEqual(possible(expected.lone_state));
    expect(named(lost, [0, 1, 2, 3, 4, 5])).toEqual(possible(expected.attackers_down_or_out));
  });

  /** Per duel: the attacker's dice, the lone soldier's die, saves, wounds. */
  const play = (melee: Melee, script: string) => {
    const dice = new ScriptedDice(script);
    const { start, steps } = meleeProcess(melee);
    const { lone, fought } = steps.reduce((state, step) => step(state)(dice), start);
    dice.assertUsedUp();
    return `${STATES[lone.state]} | ${fought.map((state) => STATES[state]).join(" ")}`;
  };

  it("two dice for two; the second duel is one against one after the first attacker fell", () => {
    expect(play(against(2), "1 2 / 5 / 3 6 --- 5 / 7 / 4 3")).toBe("ready | out ready");
  });
  it("an unhurt attacker still counts (QA-33)", () => {
    expect(play(against(2), "5 5 / 7 / 4 3 --- 5 5 / 7 / 4 3")).toBe("ready | ready ready");
  });
  it("a pinned attacker no longer counts", () => {
    expect(play(against(2), "5 5 / 7 / 4 2 --- 5 / 7 / 4 3")).toBe("ready | pinned ready");
  });
  it("four have three dice and +1, three have three dice and none", () => {
    expect(play(against(4, fighter({ closeCombat: [-9, -9] })), "1 1 1 / 9 / 3 6")).toBe(
      "out | ready ready ready ready",
    );
    expect(play(against(3), "4 4 4 / 6 / 3 6 --- 4 4 / 6 / 3 6 --- 4 / 6 / 3 6")).toBe("ready | out out out");
  });
  it("after three hits a beaten opponent makes no save and no test (A-CC-17, QA-37)", () => {
    expect(play(against(2), "1 1 / 8 / 4 4 4 3 --- 1 1 / 8")).toBe("ready | ready ready");
  });
  it("the fall of the lone soldier ends it (QA-32b)", () => {
    expect(play(against(3), "9 9 9 / 7 / 3 6")).toBe("out | ready ready ready");
  });
  it("QA-32: a pinned lone soldier fights on at −2, at 0 or not at all; pinned, he makes no pin test", () => {
    // Pinned by the first attacker; in the second duel 7 against 7 is 7 against 5 at −2: a loss, saved without a test.
    expect(play(against(2), "7 7 / 5 / 4 2 --- 7 7 / 7 / 4")).toBe("pinned | ready ready");
    const none = fighter({ closeCombat: [0, 0] });
    expect(play(against(2, none, { lonePinned: "none" }), "7 7 / 5 / 4 2 --- 7 7 / 7 / 4 4")).toBe(
      "pinned | ready ready",
    );
    expect(play(against(2, fighter(), { lonePinned: "stops" }), "7 7 / 5 / 4 2")).toBe("pinned | ready ready");
  });
  it("QA-31: standing up at once he tests again, and ends ready", () => {
    expect(play(against(2, fighter(), { pinnedInMelee: "standUp" }), "7 7 / 5 / 4 2 --- 7 7 / 7 / 4 3")).toBe(
      "ready | ready ready",
    );
  });
  it("QA-35: three opponents instead of three hits", () => {
    const script = "1 1 1 / 8 / 4 4 4 3";
    expect(play(against(3, fighter(), { hitCap: { hits: 3 } }), `${script} --- 1 1 1 / 8 --- 1 1 1 / 8`)).toBe(
      "ready | ready ready ready",
    );
    const opponents = { hitCap: { opponents: 3 } };
    expect(play(against(3, fighter(), opponents), `${script} --- ${script} --- ${script}`)).toBe(
      "ready | ready ready ready",
    );
    expect(
      play(against(2, fighter(), { hitCap: { opponents: 1 } }), `${script.replace("1 1 1", "1 1")} --- 1 1 / 8`),
    ).toBe("ready | ready ready");
    expect(play(against(2, fighter(), { hitCap: "none" }), "1 1 / 8 / 4 4 4 3 --- 1 1 / 8 / 4 4 4 3")).toBe(
      "ready | ready ready",
    );
  });
  it("QA-36: one each keeps hits for the opponents to come", () => {
    expect(play(against(2, fighter(), { hitPolicy: "oneEach" }), "1 1 / 8 / 4 4 3 --- 1 1 / 8 / 4 3")).toBe(
      "ready | ready ready",
    );
    expect(
      play(against(3, fighter(), { hitPolicy: "oneEach" }), "1 1 1 / 8 / 4 3 --- 1 1 1 / 8 / 4 3 --- 1 1 1 / 8 / 4 3"),
    ).toBe("ready | ready ready ready");
  });
  it("QA-36: optimal puts down at least as many as the others, and more where it matters", () => {
    const strong = fighter({ closeCombat: [6, 4], armed: true });
    for (const count of [2, 3, 4, 5]) {
      const of = (hitPolicy: CloseCombatReading["hitPolicy"]) => meanLost(against(count, strong, { hitPolicy }));
      expect(of("optimal")).toBeGreaterThanOrEqual(of("greedy") - 1e-12);
      expect(of("optimal")).toBeGreaterThanOrEqual(of("oneEach") - 1e-12);
      expect(of("optimal")).toBeGreaterThan(Math.min(of("greedy"), of("oneEach")) + 1e-3);
    }
  });
  it("QA-20: attackers share the uses of their medikit", () => {
    const melee = { ...against(2, fighter({ closeCombat: [9, 9] })), medikits: 1 };
    expect(play(melee, "1 1 / 1 / 3 3 3 6 1 1 --- 1 / 1 ")).toBe("ready | pinned ready");
  });
  it("a character's bonus counts at each duel while he is ready (E-12)", () => {
    // Command 5+ and a bonus of 2: the die of a pin test is 3 while the character is ready, 5 when he is not.
    const own = fighter({ pin: 3 });
    const led = (order: readonly number[]): Melee => ({
      ...against(2, fighter({ closeCombat: [5, 5] }), {}, own),
      company: { attackers: order.map((bonus) => ({ unit: 0, command: 5, bonus })), apart: [0], naturalRolls: "none" },
    });
    // Both are beaten by one hit, save it on 4 and test: 3 is enough for the character and for the one after him.
    expect(play(led([2, 0]), "3 3 / 1 / 4 3 --- 3 3 / 1 / 4 3")).toBe("ready | ready ready");
    // Pinned or down, he helps no more: 4 fails, 5 passes.
    expect(play(led([2, 0]), "3 3 / 1 / 4 2 --- 3 / 1 / 4 4")).toBe("ready | pinned pinned");
    expect(play(led([2, 0]), "3 3 / 1 / 3 5 --- 3 / 1 / 4 5")).toBe("ready | down ready");
    // Yet to fight, he is ready.
    expect(play(led([0, 2]), "3 3 / 1 / 4 3 --- 3 3 / 1 / 4 3")).toBe("ready | ready ready");
    // Of another unit, he helps nobody but his own.
    const strangers = led([2, 0]);
    const attackers = strangers.company!.attackers.map((comrade, unit) => ({ ...comrade, unit }));
    const apart = { ...strangers, company: { ...strangers.company!, attackers, apart: [0, 0] } };
    expect(play(apart, "3 3 / 1 / 4 3 --- 3 3 / 1 / 4 4")).toBe("ready | ready pinned");
    const backed = { ...apart, company: { ...apart.company, apart: [0, 1] } };
    expect(play(backed, "3 3 / 1 / 4 3 --- 3 3 / 1 / 4 4")).toBe("ready | ready ready");
  });
  it("QA-37b: testing lowers the lone soldier's chance to stay ready a little, by 0.006 at most", () => {
    for (const count of [2, 3, 4, 5]) {
      const ready = (uncertainAfterCap: "test" | "noTest") =>
        probabilitiesOf(solved(against(count, fighter({ armed: true }), { uncertainAfterCap })).lone)[0]!;
      const difference = ready("noTest") - ready("test");
      expect(difference).toBeGreaterThan(0);
      expect(difference).toBeLessThan(0.0065);
    }
  });
});
