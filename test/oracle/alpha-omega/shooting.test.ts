import { describe, expect, it } from "vitest";
import { generator, randomShooting } from "./random-shooting.ts";
import {
  type Options,
  playShot,
  playVolley,
  type Random,
  type Setup,
  type Situation,
  setupOf,
  type Unit,
} from "./shooting.ts";

/** Plays given faces in order and knows whether all were used. */
function script(text: string): { random: Random; left: () => number } {
  const faces = text.match(/\d+/g)!.map(Number);
  return {
    random: () => {
      const face = faces.shift();
      if (face === undefined) throw new Error("no die left");
      return (face - 0.5) / 10;
    },
    left: () => faces.length,
  };
}

/** Shares of the outcomes of many plays, compared within six standard deviations. */
function expectShares(play: (random: Random) => string, expected: Record<string, number>, seed: number): void {
  const n = 60_000;
  const random = generator(seed);
  const counts = new Map<string, number>();
  for (let i = 0; i < n; i++) {
    const outcome = play(random);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  for (const outcome of counts.keys()) expect(Object.keys(expected)).toContain(outcome);
  for (const [outcome, p] of Object.entries(expected)) {
    const share = (counts.get(outcome) ?? 0) / n;
    expect(Math.abs(share - p), `${outcome}: ${share} instead of ${p}`).toBeLessThanOrEqual(
      6 * Math.sqrt((p * (1 - p)) / n),
    );
  }
}

const weapons = {
  laser: { range: { 12: 0, 20: -2, 28: -4, 40: -6 }, saveModifier: -1 },
  sure: { range: { 50: 20 }, saveModifier: 0 },
  piercing: { range: { 50: 20 }, saveModifier: -20 },
  double: { range: { 50: 20 }, saveModifier: -20, shots: 2 },
};
const rangers: Unit = { models: 7, ballisticSkill: "4+", save: "7+", command: "4+", weapon: "laser" };
const marines: Unit = { models: 4, ballisticSkill: "4+", save: "4+", command: "3+" };

function setup(attacker: Unit, defender: Unit, situation: Partial<Situation> = {}, options: Options = {}): Setup {
  return {
    weapons,
    attacker,
    defender,
    situation: { attackerOrder: "manoeuvre", defenderOrder: "move", distance: 10, ...situation },
    options,
  };
}

describe("the worked example of the rule text", () => {
  const dice = "8 9 / 4 8 / 4 — 5 7 / 1 1 / 8 7 — 2 4 — 5 / 8 / 2";
  const situation: Situation = { attackerOrder: "aimed", defenderOrder: "run", distance: 28, targets: [2, 2, 2, 1] };

  it("A-SHOOT-18: seven rangers intercept four marines", () => {
    const table = script(dice);
    const result = playVolley(setup(rangers, marines, situation, { camouflageRun: 2 }), table.random);
    expect(result).toEqual({ hits: 5, states: ["down", "out", "ready", "pinned"] });
    expect(table.left()).toBe(0);
  });

  it("E-05: `even` deals seven shots over four soldiers as 2, 2, 2, 1", () => {
    const table = script(dice);
    const even: Situation = { attackerOrder: "aimed", defenderOrder: "run", distance: 28 };
    const result = playVolley(setup(rangers, marines, even, { camouflageRun: 2 }), table.random);
    expect(result).toEqual({ hits: 5, states: ["down", "out", "ready", "pinned"] });
    expect(table.left()).toBe(0);
  });

  it("QA-01: by the table (+1) a 5 does not hit", () => {
    const hit = (face: number): string => {
      const table = script(`${face} 10 10`);
      return playShot(setup(rangers, marines, situation), table.random);
    };
    expect(hit(5)).toBe("miss");
    expect(hit(6)).toBe("unharmed");
  });
});

describe("one shot", () => {
  // CT 4, m = -1 (move), save 4 with -1, command 3.
  const plain = { miss: 0.4, unharmed: 0.6 * 0.6 * 0.8, pinned: 0.6 * (0.6 * 0.2 + 0.4 * 0.2), down: 0.6 * 0.4 * 0.3 };

  it("A-SHOOT-17, A-SAVE-01, A-SUP-01, A-WOUND-01: the product of the chances", () => {
    const one = setup(rangers, marines, { attackerOrder: "move" });
    expectShares((random) => playShot(one, random), { ...plain, out: 0.6 * 0.4 * 0.5 }, 101);
  });

  it("A-WOUND-04: endurance and drone, best boundaries", () => {
    const one = setup(rangers, { ...marines, skills: ["endurance", "drone"] }, { attackerOrder: "move" });
    const expected = {
      miss: 0.4,
      unharmed: 0.6 * 0.6 * 0.8,
      pinned: 0.6 * (0.6 * 0.2 + 0.4 * 0.3),
      down: 0.6 * 0.4 * 0.4,
      out: 0.6 * 0.4 * 0.3,
    };
    expectShares((random) => playShot(one, random), expected, 102);
  });

  it("A-SUP-03: implacable never fails the pin test", () => {
    const one = setup(rangers, { ...marines, skills: ["implacable"] }, { attackerOrder: "move" });
    const expected = { miss: 0.4, unharmed: 0.36, pinned: 0.6 * 0.4 * 0.2, down: 0.6 * 0.4 * 0.3, out: 0.12 };
    expectShares((random) => playShot(one, random), expected, 103);
  });

  it("A-SHOOT-16, A-WOUND-05: a down soldier is -2 to hit and never gets better", () => {
    const one = setup(rangers, marines, { attackerOrder: "move", defenderState: "down" });
    const expected = { miss: 0.6, unharmed: 0.4 * 0.6, down: 0.4 * 0.4 * 0.5, out: 0.4 * 0.4 * 0.5 };
    expectShares((random) => playShot(one, random), expected, 104);
  });

  it("QA-02, QA-03, QA-07b change what they say", () => {
    const literal = setup(rangers, marines, {}, { saveModifierSign: "toTarget" });
    expect(playShot(literal, script("10 3 10").random)).toBe("unharmed");
    expect(playShot(literal, script("10 2 10").random)).toBe("out");

    const easy = setup({ ...rangers, weapon: "sure" }, marines, {}, { naturalRolls: "both" });
    expect(playShot(easy, script("1").random)).toBe("miss");
    expect(playShot(setup({ ...rangers, weapon: "sure" }, marines), script("1 10 10").random)).toBe("unharmed");

    const noSave = setup(rangers, marines, { defenderState: "down" }, { downSaves: false });
    expect(playShot(noSave, script("10 1").random)).toBe("down");
  });

  it("A-SHOOT-09, A-SHOOT-04, A-SHOOT-20: what is forbidden is refused", () => {
    const never: Random = () => 0;
    expect(() => playShot(setup(rangers, marines, { visible: 9 }), never)).toThrow("A-SHOOT-09");
    expect(() => playShot(setup(rangers, marines, { visible: 10 }, { coverBoundaries: "target" }), never)).toThrow(
      "A-SHOOT-09",
    );
    expect(() => playShot(setup(rangers, marines, { distance: 41 }), never)).toThrow("A-SHOOT-07");
    expect(() => playShot(setup(rangers, marines, { attackerOrder: "run" }), never)).toThrow("A-SHOOT-04");
    expect(() => playShot(setup(rangers, marines, { defenderInContact: true }), never)).toThrow("A-SHOOT-20");
  });
});

describe("needed die to hit: CT 4 on manoeuvre at 10 paces", () => {
  /** The lowest face that hits. */
  function neededDie(situation: Partial<Situation>, skills: string[] = [], options: Options = {}): number {
    for (let face = 1; face <= 10; face++) {
      const outcome = playShot(
        setup(rangers, { ...marines, skills }, situation, options),
        (() => {
          let first = true;
          return () => {
            const value = first ? (face - 0.5) / 10 : 0.95;
            first = false;
            return value;
          };
        })(),
      );
      if (outcome !== "miss") return face;
    }
    return 11;
  }

  it.each([
    ["run", [3, 3, 5, 5]],
    ["move", [4, 4, 6, 6]],
    ["aimed", [5, 7, 5, 7]],
    ["manoeuvre", [6, 7, 6, 7]],
    ["none", [4, 4, 6, 6]],
  ] as const)("A-SHOOT-13 to A-SHOOT-15, QA-09: target on %s", (defenderOrder, expected) => {
    expect([
      neededDie({ defenderOrder }),
      neededDie({ defenderOrder }, ["camouflage"]),
      neededDie({ defenderOrder }, ["minus"]),
      neededDie({ defenderOrder }, ["camouflage", "minus"]),
    ]).toEqual(expected);
  });

  it.each([
    [10, 6, 6],
    [49, 6, 6],
    [50, 5, 6],
    [51, 5, 5],
    [90, 5, 5],
    [91, 4, 4],
  ])("A-SHOOT-10, QA-12: visible %i", (visible, shooter, target) => {
    expect(neededDie({ visible })).toBe(shooter);
    if (visible > 10) expect(neededDie({ visible }, [], { coverBoundaries: "target" })).toBe(target);
  });

  it("A-SHOOT-11, QA-13: contact with scenery", () => {
    expect(neededDie({ contactCover: true })).toBe(5);
    expect(neededDie({ contactCover: true }, [], { contactCover: "whenHidden" })).toBe(4);
    expect(neededDie({ contactCover: true, visible: 40 }, [], { contactCover: "whenHidden" })).toBe(7);
  });

  it("A-SHOOT-16, QA-06, QA-07, QA-11, QA-15: pinned and down", () => {
    const pinned = { defenderState: "pinned", defenderOrder: "run" } as const;
    const down = { defenderState: "down", defenderOrder: "run" } as const;
    expect(neededDie(pinned)).toBe(6);
    expect(neededDie(pinned, ["camouflage"])).toBe(7);
    expect(neededDie(pinned, ["camouflage"], { passiveSkillsWhenPinned: false })).toBe(6);
    expect(neededDie(pinned, ["minus"], { minusPinned: -4 })).toBe(8);
    expect(neededDie(pinned, ["camouflage", "minus"], { camouflageWithMinus: "sum" })).toBe(9);
    expect(neededDie(pinned, ["camouflage"], { pinnedCamouflage: 0 })).toBe(5);
    expect(neededDie(down)).toBe(6);
    expect(neededDie(down, [], { downCamouflage: "zero" })).toBe(4);
    expect(neededDie(down, [], { downCamouflage: "asOrder" })).toBe(3);
  });
});

describe("one volley", () => {
  const two: Unit = { models: 2, ballisticSkill: 4, weapon: "sure" };
  const one: Unit = { models: 1, save: 6, command: 6 };
  const state = (s: Setup) => (random: Random) => playVolley(s, random).states.join(" ");

  it("A-SUP-04, QA-04: two sure hits on one soldier, a test for each saved one", () => {
    // Save 1/2, test 1/2, wound 0.2 / 0.3 / 0.5.
    const both = 0.25;
    const single = 0.5;
    const expected = {
      ready: both * 0.25,
      pinned: both * 0.75 + single * 0.2 + both * 0.04,
      down: single * 0.3 + both * (0.25 - 0.04),
      out: single * 0.5 + both * 0.75,
    };
    expectShares(state(setup(two, one)), expected, 201);
    expectShares(
      state(setup(two, one, {}, { pinTests: "perVolley" })),
      { ...expected, ready: both * 0.5, pinned: both * 0.5 + single * 0.2 + both * 0.04 },
      202,
    );
  });

  it("QA-05 sequential: the second shot is at a pinned soldier", () => {
    // Hit on 4+ while ready (0.7), on 6+ once pinned (0.5), never saved, never better than pinned after the first hit.
    const plain: Unit = { models: 2, ballisticSkill: 4, weapon: "flat" };
    const armed: Setup = {
      ...setup(plain, { models: 1, save: 1, command: 20 }, {}, { volley: "sequential" }),
      weapons: { flat: { range: { 50: 0 }, saveModifier: 0 } },
    };
    expectShares(
      (random) => String(playVolley(armed, random).hits),
      { 0: 0.09, 1: 0.7 * 0.5 + 0.3 * 0.7, 2: 0.35 },
      203,
    );
    expectShares(
      (random) => String(playVolley({ ...armed, options: {} }, random).hits),
      { 0: 0.09, 1: 0.42, 2: 0.49 },
      204,
    );
  });

  it("QA-05b: surplus shots are lost or go to the next soldier", () => {
    const fire = (options: Options, dice: string): string => {
      const table = script(dice);
      const shooters: Unit = { models: 3, ballisticSkill: 4, weapon: "piercing" };
      const surplus = setup(shooters, { models: 3, save: 6, command: 6 }, { targets: [3] }, options);
      const result = playVolley(surplus, table.random);
      expect(table.left()).toBe(0);
      return `${result.hits} ${result.states.join(" ")}`;
    };
    expect(fire({ volley: "sequential" }, "5 1 10")).toBe("1 out ready ready");
    // The second shot pins the next soldier, so the third goes to the last one, who is still ready.
    expect(fire({ volley: "sequential", surplusShots: "retarget" }, "5 1 10 / 5 1 1 / 5 1 4")).toBe(
      "3 out pinned down",
    );
  });

  it("E-05: who is shot at", () => {
    const aim = (situation: Partial<Situation>): string => {
      const shooters: Unit = { models: 2, ballisticSkill: 4, weapon: "double" };
      const soldiers: Unit = { models: 4, save: 10, command: 10 };
      return playVolley(setup(shooters, soldiers, situation), () => 0.95).states.join(" ");
    };
    const mixed = { defenderState: ["down", "pinned", "ready", "ready"] } as const;
    const states = { defenderState: [...mixed.defenderState] };
    expect(aim(states)).toBe("down out out out");
    expect(aim({ ...states, targeting: "focus" })).toBe("down pinned out ready");
    expect(aim({ ...states, targeting: { focus: 2 } })).toBe("down pinned out out");
    expect(aim({ ...states, targets: [1, 0, 1] })).toBe("out pinned out ready");
    expect(aim({ defenderState: "down" })).toBe("out out out out");
  });

  it("E-11: a hit on a character goes to the soldier with the fewest hits and no better cover", () => {
    const squad = (visible: number): Unit => ({
      members: [
        { models: 1, save: 6, command: 6, character: true },
        { models: 1, save: 6, command: 6, visible },
        { models: 1, save: 6, command: 6 },
      ],
    });
    const shooters: Unit = { models: 2, ballisticSkill: 4, weapon: "piercing" };
    const fire = (visible: number, targets: number[], options: Options): string =>
      playVolley(setup(shooters, squad(visible), { targets }, options), () => 0.95).states.join(" ");
    expect(fire(100, [2], {})).toBe("out ready ready");
    expect(fire(100, [1], { hitTransfer: "protectCharacters" })).toBe("ready out ready");
    expect(fire(100, [2], { hitTransfer: "protectCharacters" })).toBe("ready out out");
    expect(fire(40, [2], { hitTransfer: "protectCharacters" })).toBe("ready ready out");
    expect(fire(40, [2], { hitTransfer: "protectCharacters", volley: "sequential" })).toBe("out ready out");
  });

  it("E-12: the bonus of a ready character is added to the pin tests", () => {
    const squad: Unit = {
      members: [
        { models: 1, save: 2, command: 6, character: true, commandBonus: 3 },
        { models: 1, save: 2, command: 6 },
      ],
    };
    const shooter: Unit = { models: 1, ballisticSkill: 4, weapon: "sure" };
    const fire = (defenderState: ("ready" | "pinned")[]): string =>
      playVolley(setup(shooter, squad, { targets: [0, 1], defenderState }), script("5 5 3").random).states.join(" ");
    expect(fire(["ready", "ready"])).toBe("ready ready");
    expect(fire(["pinned", "ready"])).toBe("pinned pinned");
  });
});

describe("random scenarios", () => {
  const scenarios = Array.from({ length: 3000 }, (_, i) => randomShooting(i + 1));

  it("are the same for the same seed", () => {
    expect(randomShooting(77)).toEqual(randomShooting(77));
    expect(randomShooting(77)).not.toEqual(randomShooting(78));
  });

  it("are all legal: they can be played", () => {
    const random = generator(5);
    for (const scenario of scenarios) {
      const played = setupOf(scenario);
      for (let i = 0; i < 3; i++) {
        if (scenario.experiments.e.kind === "shot") playShot(played, random);
        else expect(playVolley(played, random).states.length).toBeGreaterThan(0);
      }
    }
  });

  it("are plain data in the form of the contract", () => {
    for (const scenario of scenarios.slice(0, 200)) expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });

  it("cover every option, both kinds, and mostly stay near the defaults", () => {
    const seen = new Map<string, number>();
    let near = 0;
    for (const { options, experiments } of scenarios) {
      const names = Object.keys(options);
      if (names.length <= 3) near += 1;
      for (const name of [...names, `kind ${experiments.e.kind}`]) seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    expect(near / scenarios.length).toBeGreaterThan(0.8);
    expect(seen.size).toBe(19 + 2);
    for (const [name, count] of seen) expect(count, name).toBeGreaterThan(30);
  });
});
