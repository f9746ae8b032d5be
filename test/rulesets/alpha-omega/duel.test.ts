import { describe, expect, it } from "vitest";
import type { Dice } from "../../../src/dice/index.ts";
import {
  blows,
  clash,
  entering,
  type Fighter,
  greedy,
  hitsFor,
  meleeSteps,
  type Pair,
} from "../../../src/rulesets/alpha-omega/close-combat.ts";
import { DUEL_RESULTS, duelProcess } from "../../../src/rulesets/alpha-omega/kinds/duel.ts";
import { type ORDERS, STATES } from "../../../src/rulesets/alpha-omega/words.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { bandsOf, fighter, fractions, possible, reading, vectors } from "./combat.ts";

interface VectorFighter {
  cc: number;
  ini: number;
  save: number;
  cmd: number;
  weapon: boolean;
  wmod: number;
  skill: string;
  implacable: boolean;
  fear: boolean;
  malus: number;
}
const fromVector = (own: VectorFighter, against: VectorFighter): Fighter => {
  const bands = bandsOf(own.skill);
  return fighter({
    closeCombat: [own.cc - own.malus, own.cc - Math.max(own.malus, 2)],
    initiative: own.ini,
    toSave: own.save - against.wmod,
    pin: own.cmd,
    armed: own.weapon,
    bands: [bands, bands, bands],
    implacable: own.implacable,
    fear: [own.fear, own.fear],
  });
};

describe("scores (A-CC-05 to A-CC-11)", () => {
  it.each(vectors("A-DUEL-BANDS"))("$id", ({ inputs, expect: expected }) => {
    // One die is a soldier alone, two are one with a weapon or one of two; the numbers bonus of four is in the delta.
    const count = Math.max(1, inputs.dice_A - 1);
    const first = fighter({ armed: inputs.dice_A > 1, closeCombat: [inputs.CC_A_minus_CC_B_with_mods, 0] });
    const second = fighter({ armed: inputs.dice_B === 2 });
    const rule = clash({ first, second }, count, [entering(first), entering(second)], [2, 4, 7]);
    const names: Record<string, string> = {
      3: "A_3_touches",
      2: "A_2_touches",
      1: "A_1_touche",
      0: "incertain",
      "-1": "B_1_touche",
      "-2": "B_2_touches",
      "-3": "B_3_touches",
    };
    expect(fractions(rule, (hits) => names[hits]!)).toEqual(possible(expected));
  });

  it.each([
    [0, 0],
    [1, 0],
    [-1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [6, 2],
    [7, 3],
    [19, 3],
    [-2, -1],
    [-4, -2],
    [-7, -3],
  ])("a difference of %i gives %i hits", (difference, hits) => {
    expect(hitsFor(difference, [2, 4, 7])).toBe(hits);
  });

  it("the designer's bands replace the book's (rules.hitBands)", () => {
    expect([1, 2, 4, 5, 9].map((ahead) => hitsFor(ahead, [1, 5, 9]))).toEqual([1, 1, 1, 2, 3]);
  });
});

/** A whole duel with the given dice. */
const playDuel = (profile: Parameters<typeof duelProcess>[0]) => (dice: Dice) => {
  const { start, steps } = duelProcess(profile);
  return steps.reduce((state, step) => step(state)(dice), start);
};

describe("whole duels (A-CC-05 to A-CC-12)", () => {
  it.each(vectors("A-DUEL-").filter(({ id }) => !id.startsWith("A-DUEL-BANDS")))(
    "$id",
    ({ inputs, expect: expected }) => {
      const first = fromVector(inputs.A, inputs.B);
      const second = fromVector(inputs.B, inputs.A);
      const rule = playDuel({ first, second, reading: reading() });
      const name = ({ attacker, defender }: { attacker: number; defender: number }) =>
        `A=${STATES[attacker]},B=${STATES[defender]}`;
      expect(fractions(rule, name)).toEqual(possible(expected));
    },
  );

  /** Dice in the order of the book: scores, saves, wound rolls or pin test. */
  const play = (script: string, pair: Partial<Pair> = {}, given = {}) => {
    const dice = new ScriptedDice(script);
    const outcome = playDuel({ first: fighter(), second: fighter(), ...pair, reading: reading(given) })(dice);
    dice.assertUsedUp();
    return `${DUEL_RESULTS[outcome.result]} ${STATES[outcome.attacker]} ${STATES[outcome.defender]}`;
  };

  it.each([
    ["a loser saves his hit and passes the pin test", "7 5 / 4 / 3", "attacker1 ready ready"],
    ["a loser saves his hit and fails the pin test", "7 5 / 4 / 2", "attacker1 ready pinned"],
    ["two hits, one saved: one wound roll, no pin test", "9 5 / 4 3 / 5", "attacker2 ready down"],
    ["three hits, all saved: one pin test", "1 8 / 4 5 6 / 2", "defender3 pinned ready"],
    ["three hits, none saved: the worst of three wound rolls", "10 1 / 1 2 3 / 2 6 4", "attacker3 ready out"],
    ["equal initiative: both are hit and both may fall", "5 5 / 3 5 / 3 6", "uncertain down out"],
  ])("%s", (_, script, expected) => {
    expect(play(script)).toBe(expected);
  });

  const quick = fighter({ initiative: 6 });
  it("the lower initiative is hit first and strikes back when he saved, without a pin test", () => {
    expect(play("5 6 / 4 / 3 6", { first: quick })).toBe("uncertain out ready");
  });
  it("and does not when he failed", () => {
    expect(play("5 6 / 3 1", { first: quick })).toBe("uncertain ready pinned");
  });
  it("QA-29: only a soldier down or out is wounded", () => {
    expect(play("5 6 / 3 1 / 3 6", { first: quick }, { uncertainWounded: "downOrOut" })).toBe("uncertain out pinned");
  });
  it("QA-30: saved hits of an uncertain result may cost a pin test", () => {
    expect(play("5 6 / 4 2 / 4 2", { first: quick }, { uncertainPinTest: true })).toBe("uncertain pinned pinned");
  });
  it("fear makes the slower one the quicker (A-CC-09), two fears cancel", () => {
    const fearsome = fighter({ initiative: 1, fear: [true, true] });
    expect(play("5 6 / 3 1", { first: fearsome, second: quick })).toBe("uncertain ready pinned");
    expect(play("5 6 / 3 1", { first: fearsome, second: { ...quick, fear: [true, true] } })).toBe(
      "uncertain pinned ready",
    );
  });
  it("QA-31: who stands up at once ends the duel ready", () => {
    expect(play("7 5 / 4 / 2", {}, { pinnedInMelee: "standUp" })).toBe("attacker1 ready ready");
  });
  it("QA-20: a medikit on the wound roll turns out into pinned", () => {
    expect(play("7 5 / 3 / 6", { second: fighter({ medikits: 1 }) })).toBe("attacker1 ready pinned");
    expect(play("7 5 / 3 / 6", { second: fighter({ medikits: null }) })).toBe("attacker1 ready pinned");
    expect(play("7 5 / 3 / 6", { second: fighter({ medikits: 0 }) })).toBe("attacker1 ready out");
  });
  it("an implacable loser needs no pin test (A-SUP-03)", () => {
    expect(play("7 5 / 4", { second: fighter({ implacable: true }) })).toBe("attacker1 ready ready");
  });
  it("QA-37b: touched, saved and without a hit left: a pin test only under test", () => {
    const second = fighter();
    const end = (after: "test" | "noTest", script: string) => {
      const dice = new ScriptedDice(script);
      const plights = [entering(second), entering(second)] as const;
      const rule = blows(
        { first: second, second },
        0,
        plights,
        greedy({ hits: 3 }, 0),
        reading({ uncertainAfterCap: after }),
      );
      const { second: lone } = rule(dice);
      dice.assertUsedUp();
      return STATES[lone.state];
    };
    expect(end("noTest", "4")).toBe("ready");
    expect(end("test", "4 2")).toBe("pinned");
  });
});

describe("the malus of an order (A-CC-20)", () => {
  const malus = (order: (typeof ORDERS)[number] | "none", fired: boolean, pinned: boolean, given = {}) =>
    meleeSteps(order, fired, pinned, { aimedCloseCombat: "always", pinnedMeleeMalus: "worst", ...given }).reduce(
      (sum, step) => sum + step.value!,
      0,
    );
  it.each([
    ["aimed", false, -4],
    ["aimed", true, -4],
    ["manoeuvre", false, 0],
    ["manoeuvre", true, -2],
    ["move", false, 0],
    ["move", true, -2],
    ["run", false, 0],
    ["none", false, 0],
  ] as const)("%s, fired: %s: %i", (order, fired, expected) => {
    expect(malus(order, fired, false)).toBe(expected);
  });
  it("QA-39: aimed costs nothing to who did not fire", () => {
    expect(malus("aimed", false, false, { aimedCloseCombat: "whenFired" })).toBe(0);
    expect(malus("aimed", true, false, { aimedCloseCombat: "whenFired" })).toBe(-4);
  });
  it.each([
    ["worst", "aimed", -4],
    ["worst", "run", -2],
    ["worst", "none", -2],
    ["pinnedOnly", "aimed", -2],
    ["sum", "aimed", -6],
  ] as const)("QA-39b: a pinned soldier, %s, on %s: %i", (pinnedMeleeMalus, order, expected) => {
    expect(malus(order, false, true, { pinnedMeleeMalus })).toBe(expected);
  });
});
