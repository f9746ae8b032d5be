/** Modifiers and readings of shooting. Expected numbers are the rule text's and, where it is silent, the rule sheet's. */
import { describe, expect, it } from "vitest";
import { shotKind } from "../../../src/rulesets/alpha-omega/kinds/shot.ts";
import { playVolley, volleyKind } from "../../../src/rulesets/alpha-omega/kinds/volley.ts";
import { DOWN, ORDERS, PINNED, READY, STATES, type StateName } from "../../../src/rulesets/alpha-omega/words.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { type Change, type Data, forbiddenBy, fractionsOf, problemsOf, shotAt, volleyAt } from "./cell.ts";

/** The whole modifier of a shot at a target in `state`: CT 4+ less the needed die. */
const modifier = (change: Change, state: StateName = "ready") =>
  4 -
  shotAt({ ...change, situation: { ...change.situation, defenderState: state } }).fire.toHit[STATES.indexOf(state)]!;
const target = (order: string, skills: readonly string[] = [], options = {}): Change => ({
  defender: { skills },
  situation: { defenderOrder: order },
  options,
});
const shotOutcomes = (change: Change) => fractionsOf(programFor(shotKind, shotAt(change)), "outcome");
const volleyState = (change: Change) => fractionsOf(programFor(volleyKind, volleyAt(change)), "state");
/** States of the target unit after a volley with these dice, all of them used. */
const played = (script: string, change: Change) => {
  const dice = new ScriptedDice(script);
  const units = playVolley(volleyAt(change), dice);
  dice.assertUsedUp();
  return units.flatMap((unit) => unit.states.map((state) => STATES[state]!)).join(" ");
};

const BOTH = ["camouflage", "minus"];
/** Every shot hits, no save helps: what is left is the wound roll. */
const SURE_HIT = { attacker: { ballisticSkill: 1 }, rifle: { range: { 100: 5 } } };
const NO_SAVE = { ...SURE_HIT, defender: { save: 20 } };

describe("the worked example, one modifier after another (4+, 3+, 7+, 5+)", () => {
  it.each([
    ["CT 4+", {}, {}, 4],
    ["aimed +1", { attackerOrder: "aimed" }, {}, 3],
    ["−4 at 28 paces", { attackerOrder: "aimed", distance: 28 }, {}, 7],
    ["in the open", { attackerOrder: "aimed", distance: 28, visible: 100 }, {}, 7],
    [
      "on run, the example's +2",
      { attackerOrder: "aimed", distance: 28, defenderOrder: "run" },
      { camouflageRun: 2 },
      5,
    ],
    ["on run, the tables' +1", { attackerOrder: "aimed", distance: 28, defenderOrder: "run" }, {}, 6],
  ])("%s", (_, situation, options, needed) => {
    const { fire } = shotAt({ rifle: { range: { 20: 0, 28: -4, 40: -6 } }, situation, options });
    expect(fire.toHit[READY]).toBe(needed);
  });
});

describe("A-SHOOT-05: the shooter's order", () => {
  it.each([
    ["aimed", +1],
    ["manoeuvre", 0],
    ["move", -1],
  ])("%s %i", (order, value) => {
    expect(modifier({ situation: { attackerOrder: order } })).toBe(value);
  });

  it("A-SHOOT-04: nobody shoots on run, A-GEN-06: nor without an order", () => {
    expect(forbiddenBy({ situation: { attackerOrder: "run" } })).toBe("A-SHOOT-04");
    expect(forbiddenBy({ situation: { attackerOrder: "none" } })).toBe("A-GEN-06");
  });

  it("A-SUP-05, A-RAL-02, A-SHOOT-20: nor pinned, down or engaged, nor through a melee", () => {
    expect(forbiddenBy({ situation: { attackerState: "pinned" } })).toBe("A-SUP-05");
    expect(forbiddenBy({ situation: { attackerState: "down" } })).toBe("A-SUP-05");
    expect(forbiddenBy({ situation: { attackerEngaged: true } })).toBe("A-RAL-02");
    expect(forbiddenBy({ situation: { throughMelee: true } })).toBe("A-SHOOT-20");
  });
});

describe("A-SHOOT-07: range, up to and including each distance", () => {
  const rifle = { range: { 12: 0, 20: -2, 28: -4, 40: -6 } };
  it.each([
    [0, 0],
    [12, 0],
    [12.5, -2],
    [20, -2],
    [21, -4],
    [28, -4],
    [40, -6],
  ])("%d paces: %i", (distance, value) => {
    expect(modifier({ rifle, situation: { distance } })).toBe(value);
  });

  it("beyond the last distance nobody shoots", () => {
    expect(forbiddenBy({ rifle, situation: { distance: 40.5 } })).toBe("A-SHOOT-07");
  });
});

describe("A-SHOOT-13 to A-SHOOT-15: the target's order", () => {
  //           run move aimed manoeuvre
  const rows: [string, readonly string[], object, readonly [number, number, number, number]][] = [
    ["no skill", [], {}, [+1, 0, -1, -2]],
    ["camouflage", ["camouflage"], {}, [+1, 0, -3, -3]],
    ["minus", ["minus"], {}, [-1, -2, -1, -2]],
    ["both, the best of each (QA-09)", BOTH, {}, [-1, -2, -3, -3]],
    ["both, added up", BOTH, { camouflageWithMinus: "sum" }, [0, -2, -4, -5]],
    ["both, camouflage only", BOTH, { camouflageWithMinus: "camouflage" }, [+1, 0, -3, -3]],
    ["both, minus only", BOTH, { camouflageWithMinus: "minus" }, [-1, -2, -1, -2]],
    ["no skill, the example's run (QA-01)", [], { camouflageRun: 2 }, [+2, 0, -1, -2]],
    ["camouflage, the example's run", ["camouflage"], { camouflageRun: 2 }, [+2, 0, -3, -3]],
    ["minus, the example's run", ["minus"], { camouflageRun: 2 }, [-1, -2, -1, -2]],
    ["minus, two below the base (QA-10)", ["minus"], { minusTable: "baseMinusTwo" }, [-1, -2, -3, -4]],
    ["both, minus two below the base", BOTH, { minusTable: "baseMinusTwo" }, [-1, -2, -3, -4]],
    ["other skills change nothing", ["implacable", "endurance", "drone", "fear"], {}, [+1, 0, -1, -2]],
  ];
  const IN_ORDER = ["run", "move", "aimed", "manoeuvre"];

  it.each(rows)("%s", (_, skills, options, expected) => {
    expect(IN_ORDER.map((order) => modifier(target(order, skills, options)))).toEqual(expected);
  });

  it.each([
    ["no skill", [], 0, -1],
    ["camouflage", ["camouflage"], 0, -1],
    ["minus", ["minus"], -2, -3],
    ["both", BOTH, -2, -3],
  ])("QA-08: without an order, %s: as on move, or one less", (_, skills, asMove, oneLess) => {
    expect(modifier(target("none", skills))).toBe(asMove);
    expect(modifier(target("none", skills, { noOrderCamouflage: -1 }))).toBe(oneLess);
  });
});

describe("A-SHOOT-16: a pinned target has lost its order", () => {
  const rows: [string, readonly string[], object, number][] = [
    ["no skill", [], {}, -2],
    ["camouflage", ["camouflage"], {}, -3],
    ["minus (QA-11)", ["minus"], {}, -2],
    ["both (QA-09)", BOTH, {}, -3],
    ["both, added up", BOTH, { camouflageWithMinus: "sum" }, -5],
    ["both, camouflage only", BOTH, { camouflageWithMinus: "camouflage" }, -3],
    ["both, minus only", BOTH, { camouflageWithMinus: "minus" }, -2],
    ["no skill, an easy target (QA-06)", [], { pinnedCamouflage: 1 }, +1],
    ["camouflage, an easy target: one less", ["camouflage"], { pinnedCamouflage: 1 }, 0],
    ["no skill, a small target", [], { pinnedCamouflage: -4 }, -4],
    ["minus at −4 (QA-11)", ["minus"], { minusPinned: -4 }, -4],
    ["both, minus at −4", BOTH, { minusPinned: -4 }, -4],
    ["minus −4 is nothing to others", [], { minusPinned: -4 }, -2],
    ["camouflage that does not work (QA-15)", ["camouflage"], { passiveSkillsWhenPinned: false }, -2],
    ["minus that does not work", ["minus"], { passiveSkillsWhenPinned: false, minusPinned: -4 }, -2],
  ];

  it.each(rows)("%s, whatever order it had", (_, skills, options, expected) => {
    for (const order of [...ORDERS, "none"]) expect(modifier(target(order, skills, options), "pinned")).toBe(expected);
  });

  it.each(rows)("QA-07: %s: down is as pinned", (_, skills, options, expected) => {
    for (const order of [...ORDERS, "none"]) expect(modifier(target(order, skills, options), "down")).toBe(expected);
  });

  it.each([
    ["no skill", [], "zero", [0, 0, 0, 0]],
    ["camouflage", ["camouflage"], "zero", [0, 0, 0, 0]],
    ["no skill", [], "asOrder", [+1, 0, -1, -2]],
    ["camouflage", ["camouflage"], "asOrder", [+1, 0, -3, -3]],
    ["minus", ["minus"], "asOrder", [-1, -2, -1, -2]],
  ])("QA-07: down, %s, %s %s", (...[, skills, downCamouflage, expected]) => {
    const found = ["run", "move", "aimed", "manoeuvre"].map((order) =>
      modifier(target(order, skills, { downCamouflage }), "down"),
    );
    expect(found).toEqual(expected);
    // A pinned target is none of its business.
    expect(modifier(target("run", skills, { downCamouflage }), "pinned")).toBe(skills.includes("camouflage") ? -3 : -2);
  });

  it("QA-07: the order a soldier who is down had is used without the skills that do not work (QA-15)", () => {
    const options = { downCamouflage: "asOrder", passiveSkillsWhenPinned: false };
    expect(modifier(target("aimed", ["camouflage"], options), "down")).toBe(-1);
  });
});

describe("A-SHOOT-09 to A-SHOOT-11: cover", () => {
  // seen, its modifier where 50 % is the shooter's, the target's; undefined: cannot be targeted (QA-12)
  it.each([
    [0, undefined, undefined],
    [9.9, undefined, undefined],
    [10, -2, undefined],
    [10.1, -2, -2],
    [49.9, -2, -2],
    [50, -1, -2],
    [50.1, -1, -1],
    [90, -1, -1],
    [90.1, 0, 0],
    [100, 0, 0],
  ])("%d %% seen", (visible, shooter, theTargets) => {
    for (const [coverBoundaries, expected] of [
      ["shooter", shooter],
      ["target", theTargets],
    ] as const) {
      const change: Change = { situation: { visible }, options: { coverBoundaries } };
      if (expected === undefined) expect(forbiddenBy(change)).toBe("A-SHOOT-09");
      else expect(modifier(change)).toBe(expected);
    }
  });

  it.each([
    [100, -1, 0],
    [91, -1, 0],
    [90, -2, -2],
    [40, -3, -3],
  ])(
    "QA-13: in contact with scenery, %i %% seen: %i, or %i when it only counts for the hidden",
    (visible, always, whenHidden) => {
      const situation = { visible, contactCover: true };
      expect(modifier({ situation })).toBe(always);
      expect(modifier({ situation, options: { contactCover: "whenHidden" } })).toBe(whenHidden);
    },
  );

  it("a soldier's own line goes before the situation's", () => {
    const situation = { visible: 100, contactCover: true };
    expect(modifier({ defender: { visible: 40, contactCover: false }, situation })).toBe(-2);
    expect(forbiddenBy({ defender: { visible: 5 }, situation })).toBe("A-SHOOT-09");
    const second = { members: [{}, { visible: 5 }] };
    expect(forbiddenBy({ defender: second, situation: { ...situation, targets: [0, 1] } }, "volley")).toBe(
      "A-SHOOT-09",
    );
    expect(forbiddenBy({ defender: second, situation: { ...situation, targets: [1] } }, "volley")).toBeUndefined();
  });
});

describe("A-SHOOT-12: the total", () => {
  it("adds the shooter's order, range, cover and camouflage", () => {
    const change: Change = {
      rifle: { range: { 30: -2 } },
      defender: { skills: ["camouflage"] },
      situation: { attackerOrder: "move", defenderOrder: "manoeuvre", distance: 30, visible: 40, contactCover: true },
    };
    expect(modifier(change)).toBe(-1 - 2 - 2 - 1 - 3);
  });

  it("the book's numbers can be retuned, the rest stays", () => {
    const rules = {
      shooterOrder: { aimed: 2 },
      targetOrder: { standard: { manoeuvre: -4 } },
      cover: { mostlyHidden: -5 },
    };
    const situation = { attackerOrder: "aimed", defenderOrder: "manoeuvre", visible: 20, contactCover: true };
    expect(modifier({ rules, situation })).toBe(2 - 4 - 5 - 1);
  });
});

describe("QA-02: the save modifier", () => {
  it.each([
    [4, -1, 5, 3],
    [4, 0, 4, 4],
    [7, -4, 11, 3],
    [4, 2, 2, 6],
  ])(
    "save %i+, modifier %i: %i+ (added to the die), %i+ (added to the needed number)",
    (save, mod, toDie, toTarget) => {
      const change: Change = { defender: { save }, rifle: { saveModifier: mod } };
      expect(shotAt(change).fire.toSave).toBe(toDie);
      expect(shotAt({ ...change, options: { saveModifierSign: "toTarget" } }).fire.toSave).toBe(toTarget);
    },
  );
});

describe("QA-03: a natural 1, a natural 10", () => {
  // chance of what is needed 1 or less, and 11 or more
  it.each([
    ["none", "1/1", "0/1"],
    ["oneFails", "9/10", "0/1"],
    ["tenSucceeds", "1/1", "1/10"],
    ["both", "9/10", "1/10"],
  ])("%s: %s of the easiest, %s of the hardest hits, saves and pin tests", (naturalRolls, easy, hard) => {
    const options = { naturalRolls };
    const without = (fraction: string) => ({ "1/1": "0/1", "9/10": "1/10", "1/10": "9/10", "0/1": "1/1" })[fraction];
    expect(shotOutcomes({ rifle: { range: { 100: 8 } }, options }).miss).toBe(without(easy));
    expect(shotOutcomes({ rifle: { range: { 100: -8 } }, options }).miss).toBe(without(hard));

    // Saves and pin tests: how many of the ten faces meet what is needed.
    const { fire: easySave } = shotAt({ defender: { save: 1 }, rifle: { saveModifier: 0 }, options });
    const { fire: hardSave } = shotAt({ defender: { save: 10 }, rifle: { saveModifier: -1 }, options });
    const chance = (needed: number) => {
      const successes = Array.from({ length: 10 }, (_, i) => i + 1).filter((face) => face >= needed).length;
      return { 10: "1/1", 9: "9/10", 1: "1/10", 0: "0/1" }[successes];
    };
    expect(chance(easySave.toSave)).toBe(easy);
    expect(chance(hardSave.toSave)).toBe(hard);
    expect(chance(shotAt({ defender: { command: 1 }, options }).defence.pin)).toBe(easy);
    expect(chance(shotAt({ defender: { command: 11 }, options }).defence.pin)).toBe(hard);
  });

  it("does not touch what is needed in between, nor wound rolls", () => {
    for (const naturalRolls of ["none", "both"]) {
      const { fire, defence } = shotAt({ options: { naturalRolls } });
      expect([fire.toHit[READY], fire.toSave, defence.pin]).toEqual([4, 5, 3]);
      expect(defence.bands[READY]).toEqual([2, 5]);
    }
  });
});

describe("QA-04: pin tests for several saved hits", () => {
  // Three sure hits, all saved on 1 or more; command 3+ holds 8 times in 10.
  const change: Change = {
    attacker: { ballisticSkill: 1, models: 3 },
    defender: { save: 1 },
    rifle: { range: { 100: 5 }, saveModifier: 0 },
  };

  it("one for each: 0.8³; one for the volley: 0.8", () => {
    expect(volleyState(change)).toEqual({ ready: "64/125", pinned: "61/125", down: "0/1", out: "0/1" });
    expect(volleyState({ ...change, options: { pinTests: "perVolley" } }).ready).toBe("4/5");
  });

  it("none after the first that fails; only one where one is read", () => {
    expect(played("3 2", change)).toBe("pinned");
    expect(played("3 3 3", change)).toBe("ready");
    expect(played("3", { ...change, options: { pinTests: "perVolley" } })).toBe("ready");
  });

  it("shot by shot as well", () => {
    const sequential = { ...change, situation: { defenderOrder: "run" } };
    const each = volleyState({ ...sequential, options: { volley: "sequential" } });
    expect(each.ready).toBe("64/125");
    const once = volleyState({ ...sequential, options: { volley: "sequential", pinTests: "perVolley" } });
    expect(once.ready).toBe("4/5");
  });

  it("A-SUP-03: implacable makes none, but a wound roll pins him all the same", () => {
    expect(volleyState({ ...change, defender: { save: 1, skills: ["implacable"] } }).ready).toBe("1/1");
    expect(played("2", { ...NO_SAVE, defender: { save: 20, skills: ["implacable"] } })).toBe("pinned");
  });
});

describe("QA-05: modifiers within a volley", () => {
  // Two shots at a ready soldier on move: 4+, and 6+ once he is pinned or down (−2). A hit on him, save 5+, command 3+:
  // ready 0.48, pinned 0.2, down 0.12, out 0.2; on one who is not ready: out 0.4 · 0.5 = 0.2.
  const change: Change = { attacker: { models: 2 }, situation: { defenderOrder: "move" } };

  it("grouped: frozen at 4+. Out: 0.14 · (1 + 0.636 + 0.14 + 0.084)", () => {
    expect(volleyState(change).out).toBe("651/2500"); // 0.2604
  });

  it("sequential: read again. Out: 0.14 · (1 + 0.636) + 0.1 · (0.14 + 0.084)", () => {
    expect(volleyState({ ...change, options: { volley: "sequential" } }).out).toBe("3143/12500"); // 0.25144
  });

  it("the same dice: a second 5 hits a soldier who was pinned by the first shot only where he is not read again", () => {
    // hits 5 5, saves 5 5, pin tests 2: pinned. Grouped, both land; shot by shot, the second misses.
    expect(played("5 5 / 5 5 / 2", change)).toBe("pinned");
    expect(played("5 5 2 / 5", { ...change, options: { volley: "sequential" } })).toBe("pinned");
    expect(played("5 5 2 / 6 1 9", { ...change, options: { volley: "sequential" } })).toBe("out");
  });
});

describe("QA-05b: shots left over on a soldier who is out", () => {
  // Two sure hits without a save, declared on the first of two soldiers; out on 6 to 10.
  const change: Change = {
    ...NO_SAVE,
    attacker: { ballisticSkill: 1, models: 2 },
    defender: { save: 20, models: 2 },
    situation: { targets: [2] },
  };
  const outs = (options: Data) => fractionsOf(programFor(volleyKind, volleyAt({ ...change, options })), "out");

  it("lost: the second soldier is never hurt. First out: 1 − 0.5²", () => {
    expect(outs({ volley: "sequential" })).toEqual({ 0: "1/4", 1: "3/4", 2: "0/1" });
    expect(played("9", { ...change, options: { volley: "sequential" } })).toBe("out ready");
  });

  it("retarget: both are out with 0.5²", () => {
    const options = { volley: "sequential", surplusShots: "retarget" };
    expect(outs(options)).toEqual({ 0: "1/4", 1: "1/2", 2: "1/4" });
    expect(played("9 4", { ...change, options })).toBe("out down");
    expect(played("4 9", { ...change, options })).toBe("out ready");
  });

  it("retarget: ready soldiers before pinned before down ones", () => {
    const three = (states: string[]): Change => ({
      ...change,
      defender: { save: 20, models: 4 },
      situation: { targets: [2], defenderState: states },
      options: { volley: "sequential", surplusShots: "retarget" },
    });
    expect(played("9 9", three(["ready", "down", "pinned", "ready"]))).toBe("out down pinned out");
    expect(played("9 9", three(["ready", "down", "pinned", "pinned"]))).toBe("out down out pinned");
  });

  it("retarget: nobody under 10 % visible (A-SHOOT-09)", () => {
    const hidden: Change = {
      ...change,
      defender: { save: 20, members: [{}, { visible: 5 }, {}] },
      situation: { targets: [2] },
      options: { volley: "sequential", surplusShots: "retarget" },
    };
    expect(played("9 9", hidden)).toBe("out ready out");
    const alone = { ...hidden, defender: { save: 20, members: [{}, { visible: 5 }] } };
    expect(played("9", alone)).toBe("out ready");
  });

  it("retarget without sequential is an error", () => {
    expect(problemsOf({ ...change, options: { surplusShots: "retarget" } }, "volley").join()).toMatch(/QA-05b/);
  });
});

describe("QA-07b: does a soldier who is down save", () => {
  const change: Change = { ...SURE_HIT, situation: { defenderState: "down" } };

  it("yes: save 5+, then out on 6 to 10: 0.4 · 0.5; no: 0.5", () => {
    expect(shotOutcomes(change)).toEqual({ miss: "0/1", unharmed: "3/5", pinned: "0/1", down: "1/5", out: "1/5" });
    const not = shotOutcomes({ ...change, options: { downSaves: false } });
    expect(not).toEqual({ miss: "0/1", unharmed: "0/1", pinned: "0/1", down: "1/2", out: "1/2" });
  });

  it("explain names the die he saves with, and none where he has none", () => {
    const saves = (situation: Data, options: Data = {}) =>
      shotKind
        .explain(shotAt({ ...SURE_HIT, situation, options }) as never)[0]!
        .needed.filter(({ rule }) => rule === "A-SAVE-01")
        .map(({ needed }) => needed);
    expect(saves({ defenderState: "down" })).toEqual([5]);
    expect(saves({ defenderState: "down" }, { downSaves: false })).toEqual([]);
    expect(saves({ defenderState: "pinned" }, { downSaves: false })).toEqual([5]);
    expect(saves({}, { downSaves: false })).toEqual([5]);
  });

  it("in a volley as well, and only for him", () => {
    const options = { downSaves: false };
    expect(volleyState({ ...change, options }).out).toBe("1/2");
    expect(volleyState({ ...SURE_HIT, options }).out).toBe("1/5");
    expect(volleyState({ ...SURE_HIT, situation: { defenderState: "pinned" }, options }).out).toBe("1/5");
  });
});

describe("A-WOUND-01 to A-WOUND-05: the wound roll", () => {
  const wound = (skills: string[], change: Change = {}) => {
    const { pinned, down, out } = shotOutcomes({ ...change, ...NO_SAVE, defender: { save: 20, skills } });
    return [pinned, down, out];
  };

  it.each([
    ["1–2 / 3–5 / 6–10", [], {}, ["1/5", "3/10", "1/2"]],
    ["endurance 1–3 / 4–6 / 7–10", ["endurance"], {}, ["3/10", "3/10", "2/5"]],
    ["drone 1–2 / 3–7 / 8–10", ["drone"], {}, ["1/5", "1/2", "3/10"]],
    ["both 1–3 / 4–7 / 8–10 (QA-18)", ["endurance", "drone"], {}, ["3/10", "2/5", "3/10"]],
    ["both, endurance", ["endurance", "drone"], { enduranceWithDrone: "endurance" }, ["3/10", "3/10", "2/5"]],
    ["both, drone", ["endurance", "drone"], { enduranceWithDrone: "drone" }, ["1/5", "1/2", "3/10"]],
    ["forbidding both is nothing to one", ["drone"], { enduranceWithDrone: "forbid" }, ["1/5", "1/2", "3/10"]],
  ])("%s", (_, skills, options, expected) => {
    expect(wound(skills, { options })).toEqual(expected);
  });

  it("QA-18: both together can be forbidden", () => {
    const change: Change = { defender: { skills: ["endurance", "drone"] }, options: { enduranceWithDrone: "forbid" } };
    expect(problemsOf(change).join()).toMatch(/QA-18/);
    expect(problemsOf(change, "volley").join()).toMatch(/QA-18/);
  });

  it("bands can be retuned; they must be in order", () => {
    expect(wound([], { rules: { woundBands: { standard: [1, 9] } } })).toEqual(["1/10", "4/5", "1/10"]);
    expect(problemsOf({ rules: { woundBands: { drone: [7, 2] } } }).join()).toMatch(/A-WOUND-01/);
  });

  it.each([
    ["pinned", true, ["3/10", "3/10", "2/5"]],
    ["pinned", false, ["1/5", "3/10", "1/2"]],
    // A soldier who is down stays at least down.
    ["down", true, ["0/1", "3/5", "2/5"]],
    ["down", false, ["0/1", "1/2", "1/2"]],
    ["ready", false, ["3/10", "3/10", "2/5"]],
  ])("QA-15: endurance of a soldier who is %s works: %s", (defenderState, passiveSkillsWhenPinned, expected) => {
    expect(wound(["endurance"], { situation: { defenderState }, options: { passiveSkillsWhenPinned } })).toEqual(
      expected,
    );
  });

  it("the gravest result counts, and nobody gets better", () => {
    const three: Change = { ...NO_SAVE, attacker: { ballisticSkill: 1, models: 3 } };
    expect(played("1 6 3", three)).toBe("out");
    expect(played("2 1 3", three)).toBe("down");
    expect(played("1 2 1", three)).toBe("pinned");
    expect(played("1 2 1", { ...three, situation: { defenderState: "down" } })).toBe("down");
    expect(played("5 1 1", { ...three, situation: { defenderState: "pinned" } })).toBe("down");
  });
});

describe("QA-14: hits on a character are moved", () => {
  /** Sure hits without a save, all declared on the character, who is first of three. */
  const unit = (shots: number, character: Data, second: Data, third: Data, options: Data, situation = {}): Change => ({
    ...NO_SAVE,
    attacker: { ballisticSkill: 1, models: shots },
    rifle: { range: { 100: 12 } },
    defender: { save: 20, members: [{ character: true, ...character }, second, third] },
    situation: { targets: [shots], ...situation },
    options,
  });
  const PROTECT = { hitTransfer: "protectCharacters" };

  it("off: he takes them", () => {
    expect(played("4 9", unit(2, {}, {}, {}, {}))).toBe("out ready ready");
  });

  it("protectCharacters: each to the soldier with the fewest hits, in list order", () => {
    expect(played("9", unit(1, {}, {}, {}, PROTECT))).toBe("ready out ready");
    expect(played("9 4", unit(2, {}, {}, {}, PROTECT))).toBe("ready out down");
    expect(played("9 2 / 4", unit(3, {}, {}, {}, PROTECT))).toBe("ready out down");
    const exact = fractionsOf(programFor(volleyKind, volleyAt(unit(1, {}, {}, {}, PROTECT))), "casualties");
    expect(exact).toEqual({ 0: "1/5", 1: "4/5", 2: "0/1", 3: "0/1" });
  });

  it("not to another character, nor to one who is down, out of sight or better covered", () => {
    expect(
      played("4 9", unit(2, {}, { character: true }, {}, PROTECT, { defenderState: ["ready", "ready", "down"] })),
    ).toBe("out ready down");
    expect(played("4 9", unit(2, { visible: 20 }, { visible: 5 }, { visible: 5 }, PROTECT))).toBe("out ready ready");
    expect(played("9 9", unit(2, {}, { visible: 40 }, {}, PROTECT))).toBe("ready ready out");
    expect(played("9 9", unit(2, {}, { contactCover: true }, {}, PROTECT))).toBe("ready ready out");
    const states = { defenderState: ["ready", "down", "pinned"] };
    expect(played("9 9", unit(2, {}, {}, {}, PROTECT, states))).toBe("ready down out");
    expect(played("9 9", unit(2, { visible: 40 }, {}, { visible: 40 }, PROTECT))).toBe("ready out out");
  });

  it("hits on others stay where they are", () => {
    expect(played("9 9", unit(2, {}, {}, {}, PROTECT, { targets: [0, 2] }))).toBe("ready out ready");
  });

  it("transferWhen: notEasier counts camouflage too: on aimed −3 is harder to hit than −1", () => {
    const hiding = { skills: ["camouflage"] };
    const aimed = { defenderOrder: "aimed" };
    expect(played("9 9", unit(2, {}, hiding, hiding, PROTECT, aimed))).toBe("ready out out");
    const strict = { ...PROTECT, transferWhen: "notEasier" };
    expect(played("9 9", unit(2, {}, hiding, hiding, strict, aimed))).toBe("out ready ready");
    expect(played("9 9", unit(2, hiding, {}, hiding, strict, aimed))).toBe("ready out out");
  });

  /**
   * Two shots each at a character and two soldiers, every shot hits with 1/2, nobody saves, a hit puts out with 1/2.
   * All hit dice fall first: a and b hits on the soldiers, then the c of the character go one by one to whoever has
   * fewer. Of a soldier with n hits 1 - 2^-n is out. By hand: the hits of two shots are 0, 1, 2 in 1, 2, 1 of 4 cases.
   */
  it("in a grouped volley wherever he is listed: all hit dice fall before a hit is passed on (E-11)", () => {
    let both = 0;
    for (const [a, casesA] of [1, 2, 1].entries())
      for (const [b, casesB] of [1, 2, 1].entries())
        for (const [c, casesC] of [1, 2, 1].entries()) {
          const hits = [a, b];
          for (let passed = 0; passed < c; passed++) hits[hits[0]! <= hits[1]! ? 0 : 1]!++;
          both += (casesA * casesB * casesC * (1 - 0.5 ** hits[0]!) * (1 - 0.5 ** hits[1]!)) / 64;
        }
    expect(both).toBeCloseTo(0.373, 3);
    const soldier = { models: 1 };
    const leader = { character: true };
    for (const members of [
      [leader, soldier, soldier],
      [soldier, leader, soldier],
      [soldier, soldier, leader],
    ]) {
      const change = { attacker: { ballisticSkill: 6, models: 6 }, defender: { save: 20, members }, options: PROTECT };
      const { 2: out } = fractionsOf(programFor(volleyKind, volleyAt(change)), "out");
      const [top, bottom] = out!.split("/").map(Number);
      expect(top! / bottom!).toBeCloseTo(both, 12);
    }
  });

  it("shot by shot: whoever has fallen by then receives no more", () => {
    const sequential = { ...PROTECT, volley: "sequential" };
    expect(played("9 9 9", unit(3, {}, {}, {}, sequential))).toBe("out out out");
    expect(played("9 9 9", unit(3, {}, {}, {}, PROTECT))).toBe("ready out out");
  });
});

it("a medikit that is used on whoever was down leaves him down (QA-20, A-WOUND-05)", () => {
  const treated = (defenderState: string, medikitUses: Data) =>
    played("9", {
      ...NO_SAVE,
      defender: { save: 20, aptitudes: ["medikit"] },
      rifle: { range: { 100: 12 } },
      situation: { defenderState },
      options: { medikitOnDamage: true, medikitUses },
    });
  for (const uses of [{ perGame: 1 }, { perTurn: 1 }]) {
    expect(treated("ready", uses)).toBe("pinned");
    expect(treated("down", uses)).toBe("down");
  }
});

describe("medikits on wound rolls, shot by shot (QA-05, QA-20)", () => {
  /** A sure hit on each of two soldiers, never saved. */
  const struck = (members: Data[], options: Data): Change => ({
    ...NO_SAVE,
    attacker: { ballisticSkill: 1, models: 2 },
    defender: { save: 20, members },
    options: { medikitOnDamage: true, ...options },
  });
  const medic = { aptitudes: ["medikit"] };

  it("a limited one is used on the first who needs it, not on the worst of the volley (E-09)", () => {
    const limited = (volley: string) => struck([medic, medic], { volley, medikitUses: { perGame: 1 } });
    expect(played("4 9", limited("sequential"))).toBe("pinned out");
    expect(played("1 9", limited("sequential"))).toBe("pinned pinned");
    expect(played("4 9", limited("grouped"))).toBe("down pinned");
  });

  it("a bearer's works while he is ready (E-09)", () => {
    for (const medikitUses of ["unlimited", { perTurn: 2 }]) {
      const options = { volley: "sequential", medikitUses };
      // He treats himself, and is pinned: the next is on his own.
      expect(played("9 9", struck([medic, {}], options))).toBe("pinned out");
      expect(played("9 4", struck([medic, {}], options))).toBe("pinned down");
      expect(played("9 9", struck([{}, medic], options))).toBe("pinned pinned");
    }
  });
});

describe("QA-55: shooting at a soldier in base contact", () => {
  it.each([
    ["none", undefined, undefined],
    ["ready", "A-SHOOT-20", "A-SHOOT-20"],
    ["pinned", "A-SHOOT-20", undefined],
    ["down", "A-SHOOT-20", undefined],
  ])("with an enemy who is %s: %s, or where only ready ones count: %s", (defenderContact, any, ready) => {
    for (const kind of ["shot", "volley"] as const) {
      const situation = { defenderContact };
      expect(forbiddenBy({ situation }, kind)).toBe(any);
      expect(forbiddenBy({ situation, options: { shootIntoMelee: "readyContact" } }, kind)).toBe(ready);
    }
  });
});

describe("A-SUP-02: a character's command", () => {
  const unit = (states: string[]) =>
    volleyAt({
      defender: { command: 5, members: [{ models: 2 }, { character: true, commandBonus: 2 }] },
      situation: { defenderState: states },
    }).soldiers.map(({ pin }) => pin);

  it("is added to the pin tests of his unit while he is ready", () => {
    expect(unit(["ready", "ready", "ready"])).toEqual([3, 3, 3]);
    expect(unit(["ready", "ready", "pinned"])).toEqual([5, 5, 5]);
  });

  /** A sure hit on each, saved on 5+; command 5+, a bonus of 2; the bearer is shot at first. */
  const squad = (volley: string): Change => ({
    ...SURE_HIT,
    attacker: { ballisticSkill: 1, models: 2 },
    defender: { save: 4, command: 5, members: [{ character: true, commandBonus: 2 }, {}] },
    options: { volley },
  });

  it("shot by shot it counts while its bearer is ready at the test (E-12)", () => {
    // He saves on a 5 and passes with 3 + 2; so does the other.
    expect(played("5 3 / 5 3", squad("sequential"))).toBe("ready ready");
    // He fails his test, or falls: the other has 3 and 4 alone.
    expect(played("5 2 / 5 4", squad("sequential"))).toBe("pinned pinned");
    expect(played("4 3 / 5 4", squad("sequential"))).toBe("down pinned");
    expect(played("4 3 / 5 5", squad("sequential"))).toBe("down ready");
  });

  it("a grouped volley is frozen at its declaration (E-12)", () => {
    expect(played("4 3 / 5 3", squad("grouped"))).toBe("down ready");
  });
});

it("A-SHOOT-17: the needed dice of every state are those of the modifiers", () => {
  const { fire } = shotAt(target("aimed", ["camouflage"]));
  expect([fire.toHit[READY], fire.toHit[PINNED], fire.toHit[DOWN]]).toEqual([7, 7, 7]);
  expect(shotAt(target("run")).fire.toHit).toEqual([3, 6, 6]);
});
