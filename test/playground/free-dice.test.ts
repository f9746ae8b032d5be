/** A question of dice alone: what players write for short, and its chances against counts of all rolls. */
import { describe, expect, it } from "vitest";
import { asRule, freeDice } from "../../src/playground/free-dice.ts";

/** All rolls of so many dice, and of how many a test holds. */
function counted(n: number, sides: number, test: (dice: readonly number[]) => boolean): string {
  let hits = 0;
  for (let roll = 0; roll < sides ** n; roll++) {
    const dice = Array.from({ length: n }, (_, i) => 1 + (Math.floor(roll / sides ** i) % sides));
    if (test(dice)) hits++;
  }
  let [a, b] = [hits, sides ** n];
  while (b > 0) [a, b] = [b, a % b];
  return `${hits / a}/${sides ** n / a}`;
}
const sum = (dice: readonly number[]) => dice.reduce((all, die) => all + die, 0);

it.each([
  ["3d6 drop lowest >= 12", "(highest 2 of roll 3 d6) >= 12"],
  ["4d6 drop 1", "(highest 3 of roll 4 d6)"],
  ["5d10 keep lowest 2", "(lowest 2 of roll 5 d10)"],
  ["4d6 drop highest 2 ≤ 3", "(lowest 2 of roll 4 d6) <= 3"],
  ["count(5d6 >= 4) = 3", "count(roll 5 d6: it >= 4) == 3"],
  ["highest(2d20) + 5 ≥ 15", "highest(roll 2 d20) + 5 >= 15"],
  ["2d6 != 7", "2d6 != 7"],
])("%s is read as %s", (line, rule) => expect(asRule(line)).toBe(rule));

describe("a line of dice", () => {
  it.each([
    ["3d6 drop lowest >= 12", counted(3, 6, (dice) => sum(dice) - Math.min(...dice) >= 12)],
    ["4d6 drop highest 2 <= 3", counted(4, 6, (dice) => sum(dice.toSorted((a, b) => a - b).slice(0, 2)) <= 3)],
    ["count(5d6 >= 4) = 3", counted(5, 6, (dice) => dice.filter((die) => die >= 4).length === 3)],
    ["highest(2d20) + 5 >= 15", counted(2, 20, (dice) => Math.max(...dice) >= 10)],
    ["3d6 > 2d10", undefined],
  ])("%s has the chance that a count of all rolls gives", async (line, wanted) => {
    const { fraction, metric, method } = await freeDice(line, "en");
    if (wanted !== undefined) expect(fraction).toBe(wanted);
    expect(fraction).toMatch(/^\d+\/\d+$/);
    expect([metric.rows.length, method]).toEqual([2, "exact"]);
  });

  it("is a distribution where it is a number, from the first to the last that can come out", async () => {
    const { text, metric, fraction } = await freeDice("2d6", "en");
    expect([text, fraction]).toEqual(["7", undefined]);
    expect(metric.rows.map(({ label, fraction: own }) => `${label} ${own}`).slice(0, 3)).toEqual([
      "2 1/36",
      "3 1/18",
      "4 1/12",
    ]);
    expect(metric.rows).toHaveLength(11);
  });

  it.each([
    ["3d6 dropp", /"dropp" cannot stand here/],
    ["3d6 * 1000", /^answer would be 3000, beyond its range -500..2000\b/],
    ["attacker.nothing > 1", /nothing/],
    [`1${"+1".repeat(200)}`, /at most 300 characters/],
    ["1\n  x = 2", /one line/],
    ["5000d6", /./],
  ])("%s is refused in a sentence", async (line, wanted) => {
    await expect(freeDice(line, "en")).rejects.toThrow(wanted);
    await expect(freeDice(line, "en")).rejects.not.toThrow(/yaml:|-->/);
  });

  it.each([
    ["3d6 dropp", /"dropp" ne peut pas être ici/],
    ["3d6 +", /la ligne finit trop tôt/],
    [`1${"+1".repeat(200)}`, /au plus 300 caractères/],
  ])("%s is refused in French in French", async (line, wanted) => {
    await expect(freeDice(line, "fr")).rejects.toThrow(wanted);
  });
});
