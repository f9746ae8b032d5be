/** One turn of a whole side in alpha-omega and metropolis: what it refuses, tells and plays. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { run } from "../../src/analysis/run.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { orderLines } from "../../src/report/shares.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { bestOrderFor, explanationsOf, programFor } from "../../src/rulesets/ruleset.ts";
import { bestOrdersOf, MOST_WAYS } from "../../src/rulesets/sequence/order.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { parseText } from "../../src/scenario/located.ts";
import { formatProblems, ScenarioError } from "../../src/scenario/problem.ts";
import { studyOf } from "../../src/scenario/study.ts";
import { tell } from "./told.ts";

const ALPHA = `version: 1
ruleset: alpha-omega
weapons:
  rifle: { range: { 12: 0, 24: -1 } }
units:
  quick:   { models: 2, initiative: 6, ballisticSkill: 4, weapon: rifle, points: 20 }
  slow:    { models: 3, initiative: 3, ballisticSkill: 4, weapon: rifle, points: 10 }
  squad:   { models: 2, save: 7, command: 5, points: 15 }
  others:  { models: 1, save: 5, command: 4, points: 30 }
experiments:
  e:
    kind: sequence
    sides:
      - units: [{ unit: quick, order: aimed, at: [squad, others] }, { unit: slow, order: aimed }]
      - units: [{ unit: squad, order: run }, others]
    situation: { distance: 10, order: [quick, slow] }
`;
const METROPOLIS = `version: 1
ruleset: metropolis
weapons:
  rifle: { damage: { short: 6, medium: 5 } }
units:
  quick:   { models: 4, shooting: 6, weapon: rifle, points: 20 }
  slow:    { models: 3, shooting: 4, weapon: rifle, points: 10 }
  squad:   { models: 3, toughness: 4, command: 3, points: 15 }
  others:  { models: 2, toughness: 5, command: 4, points: 30 }
experiments:
  e:
    kind: sequence
    sides:
      - units: [{ unit: quick, at: [squad, others] }, { unit: slow, moved: true }]
      - units: [{ unit: squad, moved: true }, others]
    situation: { distance: 10, order: [quick, slow] }
`;

async function saidOf(text: string, lang: "en" | "fr"): Promise<string> {
  const parsed = parseText(text, "bad.yaml");
  try {
    if (parsed.problems.length > 0) throw new ScenarioError(parsed.problems);
    await studyOf(parsed.root!, "bad.yaml");
  } catch (error) {
    if (error instanceof ScenarioError) return formatProblems(error.problems, { lang });
    throw error;
  }
  return "";
}
const changed = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`the text has no ${from}`);
  return text.replace(from, to);
};

/** In either game: what is changed into what, and what is said of it. */
const COMMON: readonly [string, string, string, RegExp, RegExp][] = [
  ["a target that is none", "[squad, others] }", "[sqad, others] }", /is no unit of the second side/, /second camp/],
  ["a target named twice", "[squad, others] }", "[squad, squad] }", /named twice/, /nommée deux fois/],
  ["an order of others", "[quick, slow]", "[quik, slow]", /did you mean "quick"/, /« ?quick|"quick"/],
  ["an order that leaves one out", "[quick, slow]", "[quick]", /leaves out "slow"/, /oublie "slow"/],
  ["an order that has one twice", "[quick, slow]", "[quick, quick, slow]", /shoots once \(E-26\)/, /tire une fois/],
  ["two units of one name", "unit: slow,", "unit: quick,", /stands twice on this side/, /deux fois dans ce camp/],
  ["no distance", "distance: 10, ", "", /distance is missing/, /manque distance/],
  [
    "a target that fires",
    "others]\n    sit",
    "{ unit: others, at: quick }]\n    sit",
    /at of the defender/,
    /at du défenseur/,
  ],
  ["an empty side", "- units: [{ unit: squad", "- units: []\n      # [{ unit: squad", /at least 1|empty|length/i, /./],
];

describe.each([
  ["alpha-omega", ALPHA],
  ["metropolis", METROPOLIS],
])("%s", (name, text) => {
  const of = async () => {
    const { kinds } = await loadRuleset(name);
    const study = await studyOfData(parse(text));
    const { outcome } = study.cells[0]!;
    if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
    return { kind: kinds.sequence!, profile: outcome.profile, study };
  };

  it("the text itself is good", async () => {
    expect(await saidOf(text, "en")).toBe("");
  });

  it.each(COMMON)("%s is placed, in both languages", async (_, from, to, english, french) => {
    const bad = changed(text, from, to);
    const said = await saidOf(bad, "en");
    expect(said).toMatch(english);
    expect(said).toMatch(/bad\.yaml:1[0-9]:\d+/);
    expect(await saidOf(bad, "fr")).toMatch(french);
  });

  it("simulated and exact agree, die by die", async () => {
    const { study } = await of();
    const { cells } = await run(study, { verify: true, trials: 4_000 });
    expect(cells[0]).toMatchObject({ method: "exact", verification: { verdict: "agree" } });
    expect(cells[0]!.shares!.map(({ unit, counts }) => [unit, counts])).toEqual([
      ["quick", "casualties"],
      ["slow", "casualties"],
    ]);
    // What the units cost is what is lost.
    const mean = (metric: string) => cells[0]!.metrics!.find((own) => own.name === metric)!.mean!;
    const sum = cells[0]!.shares!.reduce((all, { killed }) => all + killed.value, 0);
    expect(sum).toBeCloseTo(mean("casualtiesInAll"), 10);
  });

  it("tells a trial as it is counted, and where the dice come from", async () => {
    const { kind, profile } = await of();
    const { metrics } = programFor(kind, profile);
    let losses = 0;
    for (let trial = 0; trial < 12; trial++) {
      const { bins, entries } = tell(kind, profile, trial, 12);
      const all = bins[metrics.findIndex((own) => own.name === "casualtiesInAll")]!;
      const of = (own: string) => metrics.reduce((sum, metric, m) => sum + (metric.name === own ? bins[m]! : 0), 0);
      expect(of("casualties")).toBe(all);
      expect(of("casualtiesBy")).toBe(all);
      expect(entries.length).toBe(2);
      if (all > 0) losses++;
    }
    expect(losses).toBeGreaterThan(3);
    expect(explanationsOf(kind, profile).length).toBeGreaterThanOrEqual(2);
  });
});

it("a side fields as many whole models as its points buy", async () => {
  const bought = changed(ALPHA, "- units: [{ unit: quick,", "- points: 70\n        units: [{ unit: quick,");
  const spent = changed(bought, "{ unit: slow,", "{ unit: slow, models: 3,");
  const { cells } = await run(await studyOfData(parse(spent)), { method: "exact" });
  // Three slow ones cost 30; 40 are left for two of the quick.
  expect(cells[0]!.shares!.map(({ points }) => points)).toEqual([40, 30]);
});

describe("the order of a side's fire", () => {
  it("in alpha-omega sub-phase and initiative come first: an order against them is refused at its place", async () => {
    const said = await saidOf(changed(ALPHA, "[quick, slow]", "[slow, quick]"), "en");
    expect(said).toMatch(/bad\.yaml:16:\d+/);
    expect(said).toMatch(/"quick" fires before "slow": first the units on aimed.*A-GEN-03/s);
    expect(await saidOf(changed(ALPHA, "[quick, slow]", "[slow, quick]"), "fr")).toMatch(/tire avant "slow"/);
    // On manoeuvre the quick ones fire after the slow.
    const late = changed(
      changed(ALPHA, "unit: quick, order: aimed", "unit: quick, order: manoeuvre"),
      "[quick, slow]",
      "[slow, quick]",
    );
    expect(await saidOf(late, "en")).toBe("");
  });

  it("only like ones change places; in metropolis all do", async () => {
    const best = async (text: string, ruleset: string) => {
      const { outcome } = (await studyOfData(parse(text))).cells[0]!;
      return bestOrderFor(
        (await loadRuleset(ruleset)).kinds.sequence!,
        "profile" in outcome ? outcome.profile : undefined,
      );
    };
    for (const { order } of (await best(ALPHA, "alpha-omega"))!.best) expect(order).toEqual(["quick", "slow"]);
    // Nothing to choose: one order, one target.
    const alone = changed(ALPHA, "{ unit: slow, order: aimed }", "{ unit: slow, order: aimed, at: squad }");
    expect((await best(alone, "alpha-omega"))?.ways ?? 1).toBeLessThan(3);
    const alike = changed(ALPHA, "initiative: 3", "initiative: 6");
    expect((await best(alike, "alpha-omega"))!.best.map(({ aim }) => aim)).toEqual(["allDestroyed", "points"]);
    expect((await best(METROPOLIS, "metropolis"))!.best).toHaveLength(2);
  });

  it("whoever fires in a later sub-phase stays behind, though all would do better if he began", async () => {
    // The late ones may only fire at the squad, which the others leave to nobody.
    const late = changed(
      changed(
        ALPHA,
        "{ unit: slow, order: aimed }",
        "{ unit: quick, as: too, order: aimed }, { unit: slow, at: squad }",
      ),
      ", order: [quick, slow]",
      "",
    );
    const { outcome } = (await studyOfData(parse(late))).cells[0]!;
    const profile = "profile" in outcome ? (outcome.profile as { ranks: readonly number[] }) : undefined;
    const kind = (await loadRuleset("alpha-omega")).kinds.sequence!;
    const legal = bestOrderFor(kind, profile)!.best;
    const free = bestOrderFor(kind, { ...profile, ranks: [0, 0, 0] })!.best;
    for (const [i, { order, value }] of legal.entries()) {
      expect(order.at(-1)).toBe("slow");
      expect(free[i]!.value).toBeGreaterThanOrEqual(value - 1e-12);
    }
    expect(free.some(({ order, value }, i) => order.at(-1) !== "slow" && value > legal[i]!.value + 1e-4)).toBe(true);
  });

  it("in metropolis a shooter who has moved hits as a volley does that says so", async () => {
    const moved = changed(
      changed(METROPOLIS, "experiments:", "options: { movedModifier: shooter }\nexperiments:"),
      "at: [squad, others] }",
      "at: [squad, others], moved: true }",
    );
    const data = parse(moved) as { experiments: Record<string, unknown> };
    data.experiments.v = {
      kind: "volley",
      attacker: "quick",
      defender: { unit: "squad", models: 30 },
      situation: { distance: 10, shooterMoved: true },
    };
    data.experiments.e = JSON.parse(
      JSON.stringify(data.experiments.e).replace('"unit":"squad"', '"unit":"squad","models":30'),
    );
    const { cells } = await run(await studyOfData(data), { method: "exact" });
    const [turn, volley] = cells;
    const removed = volley!.metrics!.find(({ name }) => name === "removed")!.mean!;
    expect(turn!.shares![0]!.killed.value).toBeCloseTo(removed, 10);
    expect(removed).toBeGreaterThan(0.1);
  });

  it("a target of unlike soldiers is simulated, and says why", async () => {
    const unlike = changed(ALPHA, "squad:   { models: 2,", "squad:   { members: [{}, { save: 2 }],");
    const { cells } = await run(await studyOfData(parse(unlike)), { trials: 500 });
    expect(cells[0]!.method).toBe("monte-carlo");
  });
});

describe("how many ways are tried", () => {
  /** Everybody takes one from what he prefers: 0 or 1, as many as there are units. Worth: what is left of 1. */
  const search = (units: number, choices: number, work = 1) =>
    bestOrdersOf({
      names: Array.from({ length: units }, (_, i) => `u${i}`),
      order: Array.from({ length: units }, (_, i) => i),
      work,
      start: Float64Array.of(1, 0),
      firsts: Array.from({ length: units }, () => Array.from({ length: choices }, (_, i) => i)),
      targets: ["a", "b", "c", "d", "e", "f"],
      after: (_, [kept, gone], first) =>
        first === 1 ? Float64Array.of(kept! / 2, gone! + kept! / 2) : Float64Array.of(kept!, gone!),
      aims: [{ aim: "allDestroyed", worth: (state) => state }],
    });

  it("all of them, orders times choices, where they are few", () => {
    const found = search(3, 2)!;
    expect(found).toMatchObject({ ways: 48, tried: 48, most: MOST_WAYS });
    expect(found.best).toEqual([
      { aim: "allDestroyed", order: ["u0", "u1", "u2"], first: ["b", "b", "b"], value: 0.875, written: 0, worst: 0 },
    ]);
  });

  it("orders alone where they are many, and that is said in both languages", () => {
    const { best, ...ordersTried } = search(4, 6)!;
    expect(ordersTried).toEqual({ ways: 24 * 6 ** 4, tried: 24, most: MOST_WAYS });
    expect(best[0]).not.toHaveProperty("first");
    const lines = (tag: "en" | "fr") => orderLines({ bestOrders: best, ordersTried }, languageOf(tag, "alpha-omega"));
    expect(lines("en").join("\n")).toContain(
      "tried: 24 orders, each unit keeping to its targets as written; with other targets there are 31,104 ways, too many (20,000 are tried at most",
    );
    expect(lines("fr").join("\n")).toMatch(/essayé\s: 24 ordres, .* il y a 31\s104 façons, trop/u);
  });

  it("none where even the orders are too many, or each takes too long, and that is said", () => {
    const { best, ...ordersTried } = search(7, 1)!;
    expect([best, ordersTried.tried, ordersTried.ways]).toEqual([[], 0, 5_040]);
    expect(search(3, 2, 1e9)).toMatchObject({ tried: 0, ways: 48, best: [] });
    expect(orderLines({ bestOrders: best, ordersTried }, languageOf("en", "alpha-omega")).join()).toContain(
      "nothing was tried: there are 5,040 ways",
    );
  });

  it("nothing is said where there is nothing to choose", () => {
    expect(search(1, 1)).toBeUndefined();
    expect(search(1, 2)).toMatchObject({ ways: 2, tried: 2 });
  });
});
