/** A vehicle that fires at soldiers (A-SHOOT-06, E-15). Expected numbers are worked out by hand from the rule text. */
import { expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { inEnglish } from "../../../src/rule/message.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { ScenarioError } from "../../../src/scenario/problem.ts";

const CARD = {
  rank: 2,
  resistance: 7,
  armour: 2,
  hitModifier: { aimed: 1, manoeuvre: 0, move: -1, run: -2 },
  sections: { tank: 8, weapon: 4 },
  location: { external: { weapon: "1-6", tank: "7-10" }, internal: { tank: "1-10" } },
};
const scenario = (kind: string, order: string, tank: object = {}, more: object = {}, rules = {}) => ({
  version: 1,
  ruleset: "alpha-omega",
  rules,
  weapons: { gatling: { range: { 40: -1 }, saveModifier: -1, shots: 3 }, flamer: { range: { 10: 0 } } },
  vehicles: { tank: { ...CARD, ballisticSkill: "4+", weapons: ["gatling", "flamer"], ...tank } },
  units: {
    squad: { models: 3, save: "4+", command: "3+" },
    crew: { ballisticSkill: "4+", weapon: "gatling" },
  },
  experiments: {
    e: {
      kind,
      attacker: "tank",
      defender: "squad",
      situation: { attackerOrder: order, defenderOrder: "move", distance: 30, ...more },
    },
  },
});
const fraction = async (data: object, metric: string, value: string | number) => {
  const { cells } = await run(await studyOfData(data), {});
  return cells[0]!.metrics!.find(({ name }) => name === metric)!.outcomes.find((own) => own.value === value)!.fraction;
};

/**
 * CT 4+, -1 for the range, 0 for a target on move: on manoeuvre 5+, on aimed 4+, on move (-2) 7+. A save of 4+ at -1
 * fails on 1 to 4; 6 to 10 of the wound roll are out.
 */
it.each([
  ["aimed", 7],
  ["manoeuvre", 6],
  ["move", 4],
])("shot on %s: %i in 10 hit", async (order, hits) => {
  const out = hits * 4 * 5;
  const reduced = (top: number, bottom: number): string => {
    const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
    return `${top / gcd(top, bottom)}/${bottom / gcd(top, bottom)}`;
  };
  expect(await fraction(scenario("shot", order), "outcome", "out")).toBe(reduced(out, 1_000));
  // Soldiers on move have -1, not -2.
  const soldiers = scenario("shot", order);
  soldiers.experiments.e.attacker = "crew";
  const theirs = (order === "move" ? hits + 1 : hits) * 20;
  expect(await fraction(soldiers, "outcome", "out")).toBe(reduced(theirs, 1_000));
});

it("volley: every weapon that reaches, so many shots each, dealt over the soldiers", async () => {
  // Three shots of the gatling at 30 paces, the flamer reaches 10: each soldier is out with 7 × 4 × 5 / 1000 = 7/50.
  expect(await fraction(scenario("volley", "aimed"), "out", 3)).toBe("343/125000");
  // Within 10 paces the flamer fires too: its shot falls on the first soldier. None of its save modifier: 4+ fails on 3.
  const near = scenario("volley", "aimed", {}, { distance: 10 });
  const flame = (8 / 10) * (3 / 10) * (5 / 10);
  const { cells } = await run(await studyOfData(near), {});
  const three = cells[0]!.metrics!.find(({ name }) => name === "out")!.outcomes[3]!.probability;
  expect(three).toBeCloseTo((1 - (1 - 7 / 50) * (1 - flame)) * (7 / 50) ** 2, 12);
});

it("rules.vehicleOrder is its own, and the telling of the modifier says so", async () => {
  const data = scenario("shot", "move", {}, {}, { vehicleOrder: { move: 0 }, shooterOrder: { move: -5 } });
  expect(await fraction(data, "outcome", "out")).toBe("3/25");
  const { cells } = await studyOfData(scenario("shot", "move"));
  const { outcome } = cells[0]!;
  expect(JSON.stringify(inEnglish(outcome))).toContain('{"rule":"A-SHOOT-06","text":"vehicle on move","value":-2}');
  expect((outcome as unknown as { assumptions: string[] }).assumptions).toContain("E-15");
});

it.each([
  [{ ballisticSkill: undefined }, {}, "no ballisticSkill, which shooting at soldiers needs"],
  [{ weapons: [] }, {}, "the vehicle has no weapon with range bands"],
  [{ weapons: ["gatlin"] }, {}, 'there is no weapon "gatlin"'],
  [{}, { attackerState: "pinned" }, "attackerState is said of soldiers"],
  [{}, { attackerEngaged: true }, "attackerEngaged is said of soldiers"],
])("%j %j: %s", async (tank, situation, message) => {
  const data = JSON.parse(JSON.stringify(scenario("volley", "move", tank, situation)));
  const found = await studyOfData(data).catch((error: unknown) => error);
  expect(found).toBeInstanceOf(ScenarioError);
  expect((found as ScenarioError).problems.map((problem) => problem.message).join()).toContain(message);
});

it("soldiers do not shoot at it in these kinds", async () => {
  const data = scenario("volley", "move");
  Object.assign(data.experiments.e, { attacker: "crew", defender: "tank" });
  await expect(studyOfData(data)).rejects.toThrow(/is a vehicle; kind volley is for soldiers/u);
});
