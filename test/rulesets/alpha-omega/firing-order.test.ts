import { describe, expect, it } from "vitest";
import { enumerate } from "../../../src/rule/enumerate.ts";
import {
  type FiringUnit,
  firingOrder,
  type PhaseDuelTie,
  phaseDuel,
  phaseDuelOdds,
  type SideName,
} from "../../../src/rulesets/alpha-omega/firing-order.ts";
import { ScriptedDice } from "../../dice/scripted.ts";
import { chanceOf } from "./cell.ts";

interface Named extends FiringUnit {
  readonly name: string;
}
const unit = (name: string, side: SideName, initiative: number, order: FiringUnit["order"], rest = {}): Named => ({
  name,
  side,
  initiative,
  order,
  ...rest,
});
const fired = (units: readonly Named[], alpha: SideName) =>
  firingOrder(units, alpha).map(({ order, units: those }) => `${order}: ${those.map(({ name }) => name).join(" ")}`);

describe("the example of the rule text: Marc rolls 8, Luc 3", () => {
  const units = [
    unit("marines 1", "first", 5, "aimed", { firedInInterception: true }),
    unit("marines 2", "first", 5, "aimed"),
    unit("marines 3", "first", 5, "manoeuvre"),
    unit("guardians", "second", 5, "manoeuvre"),
    unit("rangers", "second", 6, "move"),
  ];

  it("marines 1 have fired in interception; marines 3 before the guardians, for Marc is Alpha", () => {
    const dice = new ScriptedDice("8 3");
    expect(fired(units, phaseDuel()(dice))).toEqual([
      "aimed: marines 2",
      "move: rangers",
      "manoeuvre: marines 3 guardians",
    ]);
    dice.assertUsedUp();
  });

  it("had Luc won the duel, his guardians would fire before marines 3", () => {
    expect(fired(units, phaseDuel()(new ScriptedDice("3 8")))[2]).toBe("manoeuvre: guardians marines 3");
  });

  it("the list's order does not matter between the sides", () => {
    expect(fired([...units].reverse(), "first")).toEqual(fired(units, "first"));
  });
});

describe("who fires when", () => {
  it("A-SHOOT-01 to A-SHOOT-03: aimed, then move, then manoeuvre, whatever the initiative", () => {
    const units = [unit("a", "first", 9, "manoeuvre"), unit("b", "first", 8, "move"), unit("c", "first", 1, "aimed")];
    expect(fired(units, "first")).toEqual(["aimed: c", "move: b", "manoeuvre: a"]);
    expect(firingOrder(units, "first").map(({ rule }) => rule)).toEqual(["A-SHOOT-01", "A-SHOOT-02", "A-SHOOT-03"]);
  });

  it("A-SHOOT-04, A-GEN-06: nobody on run, nobody without an order", () => {
    expect(fired([unit("a", "first", 9, "run"), unit("b", "second", 9, "none")], "first")).toEqual([
      "aimed: ",
      "move: ",
      "manoeuvre: ",
    ]);
  });

  it("A-SHOOT-08: whoever fired in interception does not fire again", () => {
    const spent = { firedInInterception: true };
    const units = [
      unit("a", "first", 5, "aimed", spent),
      unit("b", "first", 4, "aimed", { firedInInterception: false }),
    ];
    expect(fired(units, "first")[0]).toBe("aimed: b");
  });

  it("A-GEN-03: decreasing initiative; where it is equal all of Alpha's, then in list order (QA-25)", () => {
    const units = [
      unit("o5", "second", 5, "aimed"),
      unit("a4", "first", 4, "aimed"),
      unit("a5", "first", 5, "aimed"),
      unit("o6", "second", 6, "aimed"),
      unit("a5 too", "first", 5, "aimed"),
      unit("o5 too", "second", 5, "aimed"),
    ];
    expect(fired(units, "first")[0]).toBe("aimed: o6 a5 a5 too o5 o5 too a4");
    expect(fired(units, "second")[0]).toBe("aimed: o6 o5 o5 too a5 a5 too a4");
  });

  it("leaves the list it was given as it was", () => {
    const units = [unit("a", "first", 1, "aimed"), unit("b", "first", 2, "aimed")];
    firingOrder(units, "first");
    expect(units.map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

describe("the phase duel, A-GEN-02 and QA-24", () => {
  it.each<[string, PhaseDuelTie, SideName | undefined, SideName]>([
    ["8 3", "reroll", undefined, "first"],
    ["3 8", "reroll", undefined, "second"],
    ["4 4 10 10 2 1", "reroll", "second", "first"],
    ["4 4", "keepAlpha", "second", "second"],
    ["4 4", "keepAlpha", "first", "first"],
    ["5 4", "keepAlpha", "second", "first"],
    ["4 4 1 2", "keepAlpha", undefined, "second"], // the first phase of a game: nobody to keep
  ])("%s, ties %s, before: %s → %s", (script, tie, before, winner) => {
    const dice = new ScriptedDice(script);
    expect(phaseDuel(tie, before)(dice)).toBe(winner);
    dice.assertUsedUp();
  });

  it("odds: a fair coin where ties are rolled again, 55 in 100 for who was Alpha where they are not", () => {
    const first = (tie: PhaseDuelTie, before?: SideName) =>
      chanceOf((dice) => phaseDuelOdds(tie, before)(dice) === "first");
    expect(first("reroll")).toBe("1/2");
    expect(first("reroll", "first")).toBe("1/2");
    expect(first("keepAlpha")).toBe("1/2");
    expect(first("keepAlpha", "first")).toBe("11/20"); // 45 wins and 10 ties of 100
    expect(first("keepAlpha", "second")).toBe("9/20");
  });

  it("the coin is what the dice give: 45 of 90 falls without a tie", () => {
    let wins = 0;
    let losses = 0;
    for (let ours = 1; ours <= 10; ours++)
      for (let theirs = 1; theirs <= 10; theirs++) {
        if (ours === theirs) continue;
        if (phaseDuel()(new ScriptedDice(`${ours} ${theirs}`)) === "first") wins++;
        else losses++;
      }
    expect([wins, losses]).toEqual([45, 45]);
    // With real dice it may never end, so it is refused as odds.
    expect(() => [...enumerate(phaseDuel(), "A-GEN-02")]).toThrow(/A-GEN-02: does not end/);
  });
});
