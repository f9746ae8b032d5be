import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { OnDice } from "../../../src/rulesets/metropolis/chance.ts";
import { Battle } from "../../../src/rulesets/metropolis/engagement/battle.ts";
import {
  CASUALTIES,
  MEASURES,
  PANICKED_MODELS,
  READY_MODELS,
  ROUTED_MODELS,
} from "../../../src/rulesets/metropolis/engagement/measures.ts";
import { type EngagementProfile, REFUSALS } from "../../../src/rulesets/metropolis/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/metropolis/index.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { tell } from "../told.ts";
import { type Data, profileOf, programAt } from "./cell.ts";

/**
 * A fight played with scripted dice, every die asked for and none left over. Humans have 4 in everything: 6+ to hit and
 * 6+ to wound when shooting and in melee, 6+ to hold, rally and react.
 */
function fight(script: string, sides: readonly (readonly Data[])[], situation: Data = {}, options: Data = {}) {
  const profile = profileOf<EngagementProfile>("engagement", {
    sides,
    situation: { distance: 10, turns: 1, ...situation },
    options,
  });
  const dice = new ScriptedDice(script);
  const battle = new Battle(profile);
  battle.play(new OnDice(dice));
  dice.assertUsedUp();
  const at = (measure: number, side: number, turn = profile.turns) =>
    battle.measures[((turn - 1) * 2 + side) * MEASURES + measure]!;
  return {
    casualties: (side: number, turn?: number) => at(CASUALTIES, side, turn),
    ready: (side: number, turn?: number) => at(READY_MODELS, side, turn),
    panicked: (side: number, turn?: number) => at(PANICKED_MODELS, side, turn),
    routed: (side: number, turn?: number) => at(ROUTED_MODELS, side, turn),
    refused: (side: number, rule: (typeof REFUSALS)[number]) =>
      battle.refused[side * REFUSALS.length + REFUSALS.indexOf(rule)]!,
    winner: battle.winner,
    rules: dice.rolled.map(({ rule }) => rule),
  };
}

describe("B-TURN: initiative and activation", () => {
  it("the highest die starts, a tie is rolled again", () => {
    // 5-5, then 3-7: the second side fires first and kills, so nobody answers.
    const end = fight("5 5 3 7 / 6 6", [[{ order: "fire" }], [{ order: "fire" }]]);
    expect(end.casualties(0)).toBe(1);
    expect(end.winner).toBe(1);
  });

  it("E-24: the start may be given, by turn; no die is rolled for it then", () => {
    const fire = [[{ order: "fire" }], [{ order: "fire" }]];
    const second = fight("6 6", fire, { initiative: "second" });
    expect([second.casualties(0), second.winner]).toEqual([1, 1]);
    const first = fight("6 6", fire, { initiative: "first" });
    expect([first.casualties(1), first.winner]).toEqual([1, 0]);
    // Both miss when the second side starts; then the dice say the first, which kills.
    const turns = fight("1 / 1 / 9 1 / 6 6", fire, { turns: 2, initiative: ["second", "fair"] });
    expect([turns.casualties(1), turns.winner]).toEqual([1, 0]);
    expect(turns.rules).toEqual(["B-SHOOT-03", "B-SHOOT-03", "B-TURN-02", "B-TURN-02", "B-SHOOT-03", "B-DMG-01"]);
  });

  it("players alternate, one unit each; who has none left lets the other go on", () => {
    const one = { order: "fire", models: 4 };
    // First side: one unit; second: two. 4 shots each; a loss to 3 of 4 is no test.
    const end = fight("9 1 / 6 1 1 1 6 / 6 1 1 6 / 1 1 1 1", [[one], [one, one]]);
    expect(end.casualties(0)).toBe(1);
    expect(end.casualties(1)).toBe(1);
  });

  it("E-20: all turns are played, gaps and orders per turn, the last repeats", () => {
    const end = fight("9 1 / 9 1 / 1 / 9 1 / 1", [[{ order: ["move", "fire"] }], [{ order: "move" }]], { turns: 3 });
    expect(end.winner).toBe(2);
  });
});

describe("B-SHOOT in a fight", () => {
  it("B-SHOOT-02: the nearest enemy that is not in melee; ties in list order", () => {
    const end = fight(
      "9 1 / 6 6 / 9 1 / 6 6",
      [
        [{ order: "fire" }],
        [
          { order: "move", distance: 20 },
          { order: "move", distance: 8 },
        ],
      ],
      { turns: 2 },
    );
    expect(end.casualties(1)).toBe(2);
  });

  it("B-SHOOT-05: a target that has moved is harder to hit", () => {
    expect(fight("1 9 / 6", [[{ order: "fire" }], [{ order: "move" }]]).casualties(1)).toBe(0);
    expect(fight("1 9 / 7 6", [[{ order: "fire" }], [{ order: "move" }]]).casualties(1)).toBe(1);
    // It had not moved yet.
    expect(fight("9 1 / 6 6", [[{ order: "fire" }], [{ order: "move" }]]).casualties(1)).toBe(1);
  });

  it("QB-10: cover, where the option gives it a price", () => {
    const sides = [[{ order: "fire" }], [{ order: "move", inCover: true }]];
    expect(fight("9 1 / 7", sides, {}, { coverShooting: -2 }).casualties(1)).toBe(0);
    expect(fight("9 1 / 8 6", sides, {}, { coverShooting: -2 }).casualties(1)).toBe(1);
  });

  it("B-SHOOT-01, B-SHOOT-02, B-RANGE-01: what cannot be fired at", () => {
    const sides = [[{ order: "fire" }], [{ order: "move" }]];
    expect(fight("9 1", sides, { lineOfSight: false }).refused(0, "B-SHOOT-01")).toBe(1);
    expect(fight("9 1", sides, { distance: 0 }).refused(0, "B-SHOOT-02")).toBe(1);
    expect(fight("9 1", sides, { distance: 50 }).refused(0, "B-RANGE-01")).toBe(1);
  });

  it("the first listed fall first: the gunner is kept to the last", () => {
    const squad = { order: "fire", models: undefined, members: [{ models: 1 }, { models: 1, shooting: 9 }] };
    // The second side kills one; who is left needs 2+ (9 on SH 9), and a lone human would need 6+.
    const end = fight("1 9 / 6 1 6 / 2 6", [[squad], [{ order: "fire", models: 2 }]]);
    expect(end.casualties(0)).toBe(1);
    expect(end.casualties(1)).toBe(1);
  });
});

describe("B-MOR in a fight", () => {
  it("B-MOR-02, QB-19: a loss that leaves less than half is a test, and a failure a rout", () => {
    const end = fight("9 1 / 6 6 6 6 / 6 6 6 6 / 5", [
      [{ order: "fire", models: 4 }],
      [{ order: "move", models: 5, wounds: 1 }],
    ]);
    expect(end.routed(1)).toBe(1);
    expect(end.casualties(1)).toBe(5);
  });

  it("exactly half is no test", () => {
    const end = fight("9 1 / 6 6 / 6 6", [[{ order: "fire", models: 2 }], [{ order: "move", models: 4 }]]);
    expect(end.casualties(1)).toBe(2);
  });

  it("QB-20: an individual tests when its wounds are under half", () => {
    const suit = { order: "move", individual: true, wounds: 3 };
    expect(fight("9 1 / 6 6 / 6 6 / 5", [[{ order: "fire", models: 2 }], [suit]]).routed(1)).toBe(1);
    expect(fight("9 1 / 6 1 / 6", [[{ order: "fire", models: 2 }], [suit]]).casualties(1)).toBe(0);
  });

  it("B-MOR-05, QB-21: who is panicked rallies first, and otherwise only moves", () => {
    const side = [[{ order: "fire", state: "panicked" }], [{ order: "move" }]];
    // Enemies at short range: -2, so 8+.
    const failed = fight("9 1 / 7", side);
    expect(failed.refused(0, "B-MOR-05")).toBe(1);
    expect(failed.panicked(0)).toBe(1);
    const rallied = fight("9 1 / 8 / 6 6", side);
    expect(rallied.refused(0, "B-MOR-05")).toBe(0);
    expect(rallied.casualties(1)).toBe(1);
    // At medium range -1, out of sight nothing.
    expect(fight("9 1 / 7 / 6 6", side, { distance: 20 }).casualties(1)).toBe(1);
    expect(fight("9 1 / 6", side, { lineOfSight: false }).ready(0)).toBe(1);
  });

  it("QB-21, E-13: who is panicked rallies also when no enemy is left, and does nothing else", () => {
    const sides = [[{ order: "fire" }, { order: "fire", state: "panicked" }], [{ order: "move" }]];
    // Nobody is in sight: 6+.
    const failed = fight("6 6 / 5", sides, { initiative: "first" });
    expect([failed.ready(0), failed.panicked(0), failed.refused(0, "B-MOR-05")]).toEqual([1, 1, 0]);
    const rallied = fight("6 6 / 5 / 6", sides, { initiative: "first", turns: 3 });
    expect([rallied.panicked(0, 1), rallied.panicked(0, 2), rallied.panicked(0)]).toEqual([1, 0, 0]);
    expect([rallied.ready(0), rallied.refused(0, "B-SHOOT-02")]).toEqual([2, 0]);
  });

  /**
   * The first unit kills with 1/4 (6+, 6+), in each turn anew: in the second turn the enemy moves only after its shot. The
   * panicked one rallies with 1/2 if nobody is left and with 3/10 (-2) if somebody is. First turn: 1/4 * 1/2 + 3/4 * 3/10 =
   * 7/20. Two turns: 1/4 * 3/4 + 3/4 * (3/10 + 7/10 * (1/4 * 1/2 + 3/4 * 3/10)) = 477/800.
   */
  it.each(["fire", "move", "hold"])(
    "QB-21, E-13: so it goes into the chances of both turns, ordered to %s",
    (order) => {
      const program = programAt("engagement", {
        sides: [[{ order: "fire" }, { order, state: "panicked" }], [{ order: "move" }]],
        situation: { turns: 2, initiative: "first" },
      });
      if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
      const solved = program.exact.solve();
      const panicked = program.metrics.flatMap(({ name, side }, m) =>
        name === "panicked" && side === "first" ? [probabilitiesOf(solved[m]!)[1]!] : [],
      );
      expect(panicked).toHaveLength(2);
      expect(panicked[0]).toBeCloseTo(1 - 7 / 20, 12);
      expect(panicked[1]).toBeCloseTo(1 - 477 / 800, 12);
    },
  );
});

describe("charges and melee", () => {
  const charger = { order: ["charge", "assault"] };

  it("B-ORD-01, E-22: a charge of up to 12 inches ends in contact; the assault is the next order", () => {
    // Charger +1: 5+ to hit. Both strike, then nothing, as both wound.
    const end = fight("9 1 / 9 1 / 5 6 / 6 6", [[charger], [{ order: "move" }]], { distance: 12, turns: 2 });
    expect(end.casualties(0, 1)).toBe(0);
    expect(end.casualties(0)).toBe(1);
    expect(end.casualties(1)).toBe(1);
    expect(end.winner).toBe(2);
  });

  it("E-22: at 13 inches it falls short, and has moved", () => {
    const end = fight("9 1 / 6", [[{ order: "charge" }], [{ order: "fire" }]], { distance: 13 });
    expect(end.refused(0, "E-22")).toBe(1);
    expect(end.casualties(0)).toBe(0);
  });

  it("E-22: hold keeps the fire for a charge, if the reaction test passes; the charger has moved", () => {
    const sides = [[{ order: "charge" }], [{ order: "hold" }]];
    expect(fight("1 9 / 6 7 6", sides).casualties(0)).toBe(1);
    expect(fight("1 9 / 5", sides).casualties(0)).toBe(0);
    // The charger acts first: nobody holds yet; then the unit is in melee and may not hold.
    const late = fight("9 1", sides);
    expect(late.refused(1, "B-ORD-02")).toBe(1);
    // reaction: none holds for nothing.
    expect(fight("1 9", [[{ order: "charge" }], [{ order: "hold", reaction: "none" }]]).casualties(0)).toBe(0);
  });

  it("QB-22: the reaction test may be of SH", () => {
    const sides = [[{ order: "charge" }], [{ order: "hold", shooting: 6 }]];
    expect(fight("1 9 / 4 / 5 6", sides, {}, { reactionStat: "shooting" }).casualties(0)).toBe(1);
  });

  it("B-CC-03: a counter-charge gets +1 too, and comes out of its cover", () => {
    const sides = (inCover: boolean) => [[charger], [{ order: "move", reaction: "counterCharge", inCover }]];
    const end = fight("9 1 / 6 / 9 1 / 4 / 5 6", sides(false), { turns: 2 });
    expect(end.casualties(0)).toBe(1);
    // Had it kept the cover, 4 would have been enough.
    expect(fight("9 1 / 6 / 9 1 / 4 / 4", sides(true), { turns: 2 }).casualties(0)).toBe(0);
    // The test failed: no bonus, and cover is defended.
    expect(fight("9 1 / 5 / 9 1 / 4 / 5 6", sides(true), { turns: 2 }).casualties(0)).toBe(1);
  });

  it("B-SHOOT-05: a counter-charge is a move: who is free again by the same turn is shot at with -1", () => {
    const sides = [[{ order: "charge" }, { order: "fire" }], [{ order: "assault", reaction: "counterCharge" }]];
    // It passes its test, kills the charger in its own activation (5+ with its +1), and is free for the second unit.
    expect(fight("9 1 / 6 / 5 6 1 / 6", sides).casualties(1)).toBe(0);
    expect(fight("9 1 / 6 / 5 6 1 / 7 6", sides).casualties(1)).toBe(1);
    // The test failed: it has not moved, so 6+ hits.
    expect(fight("9 1 / 5 / 6 6 1 / 6 6", sides).casualties(1)).toBe(1);
  });

  it("B-CC-05, B-MOR-03: the loser of a melee tests, panics with half or more left, and is at -2, its enemy at +2", () => {
    const two = { order: ["charge", "assault"], models: 2 };
    const other = { order: "move", models: 2 };
    // Turn 2: the charger wounds one; two strike back and miss; the loser fails: half is left, panic.
    // Turn 3: it tries to rally (-2: 8+) and cannot; the enemy hits on 4+ (+2), it strikes back on 8+ (-2).
    const end = fight("9 1 / 9 1 / 5 1 6 / 1 1 / 5 / 7 / 9 1 / 4 1 1 / 7 / 7", [[two], [other]], { turns: 3 });
    expect(end.panicked(1, 2)).toBe(1);
    expect(end.casualties(1)).toBe(1);
    expect(end.refused(1, "B-ORD-04")).toBe(3);
  });

  it("B-MOR-06, QB-17, E-20: who is in contact is at short range, and not at medium range too, whatever the gap", () => {
    const two = { order: ["charge", "assault"], models: 2 };
    const other = { order: "move", models: 2 };
    // As above; then the loser tries to rally, 20 inches being given as the gap: -2, so 8+.
    const rally = (die: number, beside: Data[]) =>
      fight(
        `9 1 / 9 1 / 5 1 6 / 1 1 / 5 / ${die}`,
        [[two, ...beside], [other]],
        { turns: 2, distance: [10, 20] },
        { rallyModifiers: "sum" },
      ).panicked(1);
    expect([rally(7, []), rally(8, [])]).toEqual([1, 0]);
    // Another enemy is at medium range: -1 more, so 9+.
    expect([rally(8, [{ order: "move" }]), rally(9, [{ order: "move" }])]).toEqual([1, 0]);
  });

  it("B-CC-05, QB-16, QB-17: the loser of a melee tests before all enemies in sight, not only before the one in contact", () => {
    const two = { order: ["charge", "assault"], models: 2 };
    // As above, the loser's test being the last die of the assault: -2, so 8+.
    const held = (die: number, beside: Data[], isHeld: boolean) =>
      fight(
        `9 1 / 9 1 / 5 1 6 / 1 1 / ${die}${isHeld ? "" : " / 1"}`,
        [[two, ...beside], [{ order: "move", models: 2 }]],
        { turns: 2, distance: [10, 20] },
        { rallyModifiersOnMorale: true, rallyModifiers: "sum" },
      ).panicked(1);
    expect([held(7, [], false), held(8, [], true)]).toEqual([1, 0]);
    // Another enemy is at medium range: -1 more, so 9+.
    expect([held(8, [{ order: "move" }], false), held(9, [{ order: "move" }], true)]).toEqual([1, 0]);
  });

  it("QB-12: a charger that goes first is not struck by who falls", () => {
    const end = fight(
      "9 1 / 9 1 / 5 6",
      [[charger], [{ order: "move" }]],
      { turns: 2 },
      { meleeOrder: "chargerFirst" },
    );
    expect(end.casualties(0)).toBe(0);
    expect(end.winner).toBe(0);
  });

  it("E-23: an assault of two rounds; the charge counts in the first only", () => {
    const two = { order: ["charge", "assault"], models: 1, wounds: 2 };
    const end = fight("9 1 / 9 1 / 5 6 / 1 / 6 / 5 / 1", [[two], [{ ...two, order: "move" }]], { turns: 2, rounds: 2 });
    expect(end.casualties(1)).toBe(0);
  });

  it("a unit whose enemy is gone turns to the next that fights it", () => {
    const end = fight(
      // Both charge; in turn 2 the first of them is killed by its own assault, then the target fights the other.
      "9 1 / 9 1 / 1 / 6 6 / 1 / 1",
      [[charger, { order: ["charge", "move"], distance: 12 }], [{ order: ["move", "assault"], wounds: 3 }]],
      { turns: 2 },
      { moraleDifficulty: 1 },
    );
    expect(end.casualties(0)).toBe(1);
    expect(end.refused(0, "B-ORD-04")).toBe(1);
  });

  it("B-ORD-04: an assault needs contact; at no distance it makes it", () => {
    expect(fight("9 1", [[{ order: "assault" }], [{ order: "move" }]]).refused(0, "B-ORD-04")).toBe(1);
    const end = fight("9 1 / 6 6 / 1", [[{ order: "assault" }], [{ order: "move" }]], { distance: 0 });
    expect(end.casualties(1)).toBe(1);
  });
});

describe("skipped: how often an order was not carried out, by the rule that forbids it", () => {
  /** The metrics of a fight, and how often each value came up in a hundred. */
  function skippedOf(sides: readonly (readonly Data[])[], situation: Data = {}) {
    const options = { naturalRule: "shooting", moraleDifficulty: 10 };
    const program = programAt("engagement", { sides, options, situation: { distance: 10, turns: 2, ...situation } });
    const offsets = tallyOffsets(program.metrics);
    const tally = new Float64Array(offsets.at(-1)!);
    program.kernel().play(blockStream(cellKey(1n, "skipped"), 0), 100, tally);
    return Object.fromEntries(
      program.metrics.flatMap(({ name, side, section, values }, m) =>
        name === "skipped"
          ? [
              [
                `${side} ${section}`,
                values.map((value, bin) => [value, tally[offsets[m]! + bin]!]).filter(([, n]) => n !== 0),
              ],
            ]
          : [],
      ),
    );
  }
  const move = { order: "move" };

  it.each<[string, Data[][], Data, Record<string, number>]>([
    [
      "nobody fires without sight",
      [[{ order: "fire" }, move], [move]],
      { lineOfSight: false },
      { "first B-SHOOT-01": 2 },
    ],
    ["beyond 48 inches", [[{ order: "fire" }, { order: "fire" }], [move]], { distance: 50 }, { "first B-RANGE-01": 4 }],
    ["at contact", [[move], [{ order: ["move", "fire"] }]], { distance: 0 }, { "second B-SHOOT-02": 1 }],
    ["a charge too far, twice", [[{ order: "charge" }], [move]], { distance: 13 }, { "first E-22": 2 }],
    ["an assault without contact", [[{ order: "assault" }], [move]], {}, { "first B-ORD-04": 2 }],
    [
      "hold in a melee that nobody can win in two turns",
      [[{ order: ["assault", "hold"], wounds: 10 }], [{ order: "assault", wounds: 10 }]],
      { distance: 0 },
      { "first B-ORD-02": 1 },
    ],
    [
      "panicked, and no die rallies",
      [[{ order: ["charge", "hold"], state: "panicked", command: 1 }], [move]],
      {},
      { "first B-MOR-05": 2 },
    ],
  ])("%s", (_, sides, situation, expected) => {
    const skipped = skippedOf(sides, situation);
    for (const [key, times] of Object.entries(expected)) expect(skipped[key]).toEqual([[times, 100]]);
    // Whatever else is listed did not happen.
    for (const [key, bins] of Object.entries(skipped)) if (!(key in expected)) expect(bins).toEqual([[0, 100]]);
  });

  it("lists what can happen and nothing else, up to every order of the side", () => {
    const listed = (sides: readonly (readonly Data[])[], situation?: Data) => Object.keys(skippedOf(sides, situation));
    expect(listed([[move], [move]])).toEqual([]);
    expect(listed([[{ order: "fire" }], [{ order: "fire" }]])).toEqual([]);
    expect(listed([[{ order: "charge" }], [{ order: "hold" }]])).toEqual([
      "first B-MOR-05",
      "first B-ORD-04",
      "second B-MOR-05",
      "second B-ORD-02",
    ]);
    const program = programAt("engagement", {
      sides: [[{ order: "charge" }, { order: "charge" }], [move]],
      situation: { turns: 3 },
    });
    const refused = program.metrics.find(({ section, side }) => section === "B-ORD-04" && side === "first")!;
    expect(refused.values).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

it("tells units of one name apart by their side, and calls by its name alone one that is like no other", () => {
  const fire = { order: "fire", models: 1 };
  const profile = profileOf<EngagementProfile>("engagement", { sides: [[fire], [fire, { ...fire, label: "guards" }]] });
  const kind = ruleset.kinds.engagement!;
  const activations = Array.from({ length: 20 }, (_, trial) => tell(kind, profile as never, trial, 20))
    .flatMap(({ entries }) => entries)
    .flatMap((turn) => ("entries" in turn ? turn.entries : []))
    .flatMap((entry) => ("heading" in entry ? [entry.heading] : []))
    .filter((heading) => heading.endsWith(": fire"));
  expect([...new Set(activations)].toSorted()).toEqual(["guards: fire", "unit0 (first): fire", "unit0 (second): fire"]);
});
