import { describe, expect, it } from "vitest";
import { accept } from "../../src/analysis/accept.ts";
import type { Baseline } from "../../src/analysis/baseline.ts";
import { type CheckSettings, check } from "../../src/analysis/check.ts";
import { contrast, decideAt } from "../../src/analysis/gate.ts";
import { parseMargins } from "../../src/analysis/margins.ts";
import { SettingError } from "../../src/analysis/run.ts";
import { checkView } from "../../src/report/check.ts";
import { checkMarkdown } from "../../src/report/check-markdown.ts";
import { languageOf } from "../../src/report/index.ts";
import { faultText } from "../../src/report/name-faults.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { EXPERIMENTS, HEAD, studyOfText } from "./fights.ts";

const SHOTS = `${HEAD}${EXPERIMENTS}`;
const DICE: CheckSettings = { method: "simulate" };

const baselineOf = async (text: string, settings: CheckSettings = {}): Promise<Baseline> =>
  (await accept(await studyOfText(text), settings))!.baseline;
const checked = async (text: string, baseline: Baseline | undefined, settings: CheckSettings = {}) =>
  check(await studyOfText(text), { ...(baseline ? { baseline } : {}), ...settings });
const verdicts = ({ metrics }: Awaited<ReturnType<typeof check>>) =>
  Object.fromEntries(
    metrics.map(({ key, verdict, against }) => [against === "anchor" ? `${key} (anchor)` : key, verdict]),
  );

describe("level 0: the same scenario gives the same numbers", () => {
  it.each([
    ["exact", {}],
    ["simulated", { ...DICE, trials: 20_000 }],
  ] as const)("%s", async (_, settings) => {
    const baseline = await baselineOf(SHOTS, settings);
    const result = await checked(SHOTS, baseline, settings);
    expect(result).toMatchObject({ verdict: "pass", identical: true, differs: [], names: [] });
    expect(result.metrics.length).toBeGreaterThan(0);
    expect(new Set(Object.values(verdicts(result)))).toEqual(new Set(["same"]));
  });

  it("comments, titles and the order of keys change nothing", async () => {
    const baseline = await baselineOf(SHOTS);
    const other = `# a remark\n${SHOTS.replace("title: A test", "title: Another").replace("{ models: 3, ballisticSkill: 4+,", "{ ballisticSkill: 4+, models: 3,")}`;
    expect(await checked(other, baseline)).toMatchObject({ identical: true });
  });

  it("an edited count that could be one is found: the same origin gave another number", async () => {
    const settings = { ...DICE, trials: 20_000 };
    const baseline = await baselineOf(SHOTS, settings);
    const [key, sample] = [...baseline.metrics].find(([, one]) => one.kind === "count")! as [
      string,
      { k: number; n: number },
    ];
    const metrics = new Map([...baseline.metrics, [key, { kind: "count" as const, k: sample.k + 1, n: sample.n }]]);
    const result = await checked(SHOTS, { ...baseline, metrics }, settings);
    expect(result).toMatchObject({ verdict: "fail", identical: false });
    expect(verdicts(result)[key]).toBe("changed");
  });
});

describe("level 1, exact: compared as fractions", () => {
  it("a change beyond the margin is drift, one within it is equivalent, none is the same", async () => {
    const baseline = await baselineOf(SHOTS);
    // One face of the scouts' save: the mean and the chances move by several points; the marines' cells do not.
    const result = await checked(SHOTS.replace("save: 8+", "save: 9+"), baseline);
    expect(result).toMatchObject({ verdict: "fail", identical: false, differs: ["scenario"] });
    const found = verdicts(result);
    expect(found["once~marines~marines~base/outcome=down"]).toBe("same");
    expect(found["once~marines~scouts~base/outcome=down"]).toBe("drift");
    // Scouts hit on 4+ and save on 8+: 7/10 × 7/10 × 3/10 = 14.7 % down; on 9+: 7/10 × 8/10 × 3/10 = 16.8 %.
    const metric = result.metrics.find(({ key }) => key === "once~marines~scouts~base/outcome=down")!;
    expect(metric).toMatchObject({ before: { fraction: "147/1000" }, now: { fraction: "21/125" } });
    expect(metric.difference).toBeCloseTo(0.021, 12);
    expect(metric).not.toHaveProperty("lower");
    expect(metric.place?.line).toBe(13);
  });

  it("the margin decides, to the last digit", async () => {
    const baseline = await baselineOf(SHOTS);
    const softer = SHOTS.replace("save: 8+", "save: 9+");
    const key = "once~marines~scouts~base/outcome=down";
    const at = async (margin: string) =>
      verdicts(await checked(softer, baseline, { margins: parseMargins([margin]) }))[key];
    expect(await at("2.1pp")).toBe("equivalent");
    expect(await at("2.0999999999pp")).toBe("drift");
    expect(await at("once~*scouts~base/outcome=down:2.1pp")).toBe("equivalent");
    expect(await at("once~*scouts~base/outcome=out:2.1pp")).toBe("drift");
  });

  it("a margin for a name that nothing has is refused", async () => {
    await expect(checked(SHOTS, await baselineOf(SHOTS), { margins: parseMargins(["nothing*:1pp"]) })).rejects.toThrow(
      SettingError,
    );
  });
});

describe("level 1, simulated", () => {
  const settings = { ...DICE, trials: 256_000 };
  const { trials } = settings;

  it("another seed is equivalent, and stops before all trials are played", async () => {
    const baseline = await baselineOf(SHOTS, settings);
    const result = await checked(SHOTS.replace("seed: 7", "seed: 8"), baseline, settings);
    expect(result).toMatchObject({ verdict: "pass", identical: false, differs: ["seed"] });
    expect(result.metrics.every(({ now }) => now.trials < trials)).toBe(true);
    expect(result.looks).toBeLessThan(5);
  });

  it("a drift is found, with its interval", async () => {
    const baseline = await baselineOf(SHOTS, settings);
    const result = await checked(SHOTS.replace("save: 8+", "save: 10+"), baseline, settings);
    expect(result.verdict).toBe("fail");
    const drifted = result.metrics.filter(({ verdict }) => verdict === "drift");
    expect(drifted.length).toBeGreaterThan(0);
    for (const { lower = 0, upper = 0, margin } of drifted) expect(Math.max(lower, -upper)).toBeGreaterThan(margin);
  });

  it("too few trials are inconclusive, never a verdict", async () => {
    const baseline = await baselineOf(SHOTS, { ...DICE, trials: 2_000 });
    const result = await checked(SHOTS.replace("seed: 7", "seed: 8"), baseline, { ...DICE, trials: 2_000 });
    expect(result.verdict).toBe("inconclusive");
  });

  it("does not depend on workers", async () => {
    const baseline = await baselineOf(SHOTS, settings);
    const other = SHOTS.replace("seed: 7", "seed: 9");
    const alone = await checked(other, baseline, { ...settings, workers: 0 });
    expect(await checked(other, baseline, { ...settings, workers: 2 })).toEqual(alone);
  });

  it("an interrupted check passes nothing", async () => {
    const baseline = await baselineOf(SHOTS, settings);
    const result = await checked(SHOTS, baseline, { ...settings, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ verdict: "inconclusive", partial: true, identical: false, metrics: [] });
    expect([result.names, result.goals]).toEqual([[], []]); // what was not planned is not missing
  });
});

describe("the same numbers", () => {
  const settings = { ...DICE, trials: 20_000 };
  /** Few trials in which nothing was seen: they prove nothing within a point. */
  const FEW = { ...DICE, trials: 30 };
  const of = (result: Awaited<ReturnType<typeof check>>, key: string) =>
    result.metrics.find((metric) => metric.key === key && metric.against === "baseline")!;

  it("are the same of the same dice and engine, though another cell of the file was edited", async () => {
    const baseline = await baselineOf(SHOTS, settings);
    const result = await checked(SHOTS.replace("save: 8+", "save: 10+"), baseline, { ...settings });
    const { verdict, difference, lower } = of(result, "once~marines~marines~base/outcome=down");
    expect([verdict, difference, lower]).toEqual(["same", 0, undefined]);
  });

  it.each([
    ["seed", "8"],
    ["stream", "another/v1"],
    ["engine", "0000000000000000"],
  ] as const)(
    "of another %s equal numbers are tested like others, and 30 trials do not pass them",
    async (part, value) => {
      const baseline = await baselineOf(SHOTS, FEW);
      expect(new Set(Object.values(verdicts(await checked(SHOTS, baseline, FEW))))).toEqual(new Set(["same"]));
      const result = await checked(SHOTS, { ...baseline, [part]: value }, FEW);
      expect(result).toMatchObject({ differs: [part], verdict: "inconclusive" });
      for (const { before, now, verdict } of result.metrics) {
        expect(now.value).toBe(before.value);
        expect(verdict).toBe("inconclusive");
      }
    },
  );

  it("0 of 30 against 0 of 30 is open where the margin needs more, and the same where the dice were", () => {
    const none = { kind: "count" as const, k: 0, n: 30 };
    const answer = (margin: number, isRepeated: boolean) => {
      const { question, isSame } = contrast(none, none, margin, isRepeated);
      return [decideAt(4, [question], 1)[0], isSame];
    };
    expect(answer(0.01, false)).toEqual(["open", false]);
    expect(answer(0.01, true)).toEqual(["pass", true]);
    expect(answer(0.3, false)).toEqual(["pass", false]);
  });
});

describe("what changed", () => {
  it("is told by value, with its line and the cells it may have moved; no cell that is as it was is blamed on it", async () => {
    const baseline = await baselineOf(SHOTS);
    const { changes } = await checked(SHOTS.replace("save: 8+", "save: 9+"), baseline);
    expect(changes).toEqual([
      {
        path: "units.scouts.save",
        before: "8+",
        now: "9+",
        place: { file: "test.yaml", line: 9, column: expect.any(Number) },
        cells: expect.arrayContaining(["once~marines~scouts~base", "fire~marines~scouts~base"]),
      },
    ]);
    for (const cell of changes[0]!.cells) expect(cell).toContain("scouts");
  });

  it("options, weapons, modifier sets and experiments too; what came, what went, and defaults that were written", async () => {
    const baseline = await baselineOf(SHOTS);
    const other = SHOTS.replace("saveModifier: 0", "saveModifier: -1")
      .replace("[endurance] } }", "[endurance, drone] } }")
      .replaceAll("distance: 12", "distance: 11")
      .replace("experiments:", "options: { camouflageRun: 2 }\nexperiments:");
    const { changes } = await checked(other, baseline);
    expect(changes.map(({ path, before, now }) => [path, before, now])).toEqual([
      ["weapons.rifle.saveModifier", "0", "-1"],
      ["modifierSets.endurance.defender.addSkills", "[endurance]", "[endurance, drone]"],
      ["options.camouflageRun", "1", "2"],
      ["experiments.once.situation.distance", "12", "11"],
      ["experiments.fire.situation.distance", "12", "11"],
    ]);
    const renamed = await checked(SHOTS.replaceAll("scouts", "spies"), baseline);
    expect(renamed.changes.filter(({ whole }) => whole).map(({ path, whole }) => [path, whole])).toEqual([
      ["units.spies", "new"],
      ["units.scouts", "gone"],
    ]);
  });

  it("nothing is told where only titles, labels, seeds or comments are others", async () => {
    const baseline = await baselineOf(SHOTS);
    const other = SHOTS.replace("title: A test", "title: Another # words").replace("seed: 7", "seed: 8");
    expect((await checked(other, baseline)).changes).toEqual([]);
  });
});

it("of an assault the losses are compared too: who has won does not show nerve, which decides who is left", async () => {
  const squad = "models: 10, assault: 4, toughness: 4, weapon: blade";
  const charge = (command: number) => `version: 1
ruleset: metropolis
weapons: { blade: { damage: { contact: 5 } } }
units: { troopers: { ${squad}, command: 5 }, marines: { ${squad}, command: ${command} } }
experiments: { charge: { kind: assault, attacker: troopers, defender: marines, situation: { charged: true } } }
`;
  const result = await checked(charge(2), await baselineOf(charge(8)));
  expect(result).toMatchObject({ verdict: "fail" });
  const moved = Object.entries(verdicts(result)).filter(([, verdict]) => verdict === "drift");
  expect(moved.map(([key]) => key)).toEqual(["charge~troopers~marines~base/defenderRemoved"]);
});

describe("names", () => {
  it("new, missing and obsolete numbers fail by name, with the nearest", async () => {
    const baseline = await baselineOf(SHOTS);
    const renamed = await checked(SHOTS.replace("  fire:", "  fires:"), baseline);
    expect(renamed.verdict).toBe("fail");
    const same = { of: "experiments", was: "fire", is: "fires" };
    expect(renamed.names).toEqual([
      {
        fault: "new",
        key: "fires~marines~scouts~base/casualties",
        nearest: "fire~marines~scouts~base/casualties",
        same,
      },
      {
        fault: "obsolete",
        key: "fire~marines~scouts~base/casualties",
        nearest: "fires~marines~scouts~base/casualties",
        same,
      },
    ]);
    const tracked = await checked(`${SHOTS}track: ["fire~*/out"]\n`, baseline);
    expect(tracked.names).toMatchObject([{ fault: "missing", key: "fire~marines~scouts~base/out" }]);
    expect(tracked).toMatchObject({ verdict: "fail", identical: false });
  });

  it("a unit under another name is told by both where it is made of the same, and only then", async () => {
    const baseline = await baselineOf(SHOTS);
    const { names } = await checked(SHOTS.replaceAll("scouts", "outriders"), baseline);
    const same = { of: "units", was: "scouts", is: "outriders" };
    const [old, now] = ["scouts", "outriders"].map((unit) => `fire~marines~${unit}~base/casualties`);
    expect(names).toContainEqual({ fault: "new", key: now, nearest: old, same });
    expect(names).toContainEqual({ fault: "obsolete", key: old, nearest: now, same });
    const text = faultText(names.find(({ key }) => key === old)!, languageOf("en", "alpha-omega"));
    expect(text).toContain("(was unit scouts renamed outriders?)");
    const other = SHOTS.replaceAll("scouts", "outriders").replace(/(outriders: \{.*?)save: (\d)/u, "$1save: 1$2");
    expect(other).not.toBe(SHOTS.replaceAll("scouts", "outriders"));
    expect((await checked(other, baseline)).names.filter((name) => name.same)).toEqual([]);
  });

  it("an experiment that went is told as gone, once, whether another number moved or not", async () => {
    const baseline = await baselineOf(SHOTS);
    const less = SHOTS.replace(/^ {2}once:.*\n/mu, "");
    const gone = await checked(less, baseline);
    const cells = [...new Set(gone.names.map(({ key }) => key.slice(0, key.lastIndexOf("/"))))];
    expect(gone.changes).toEqual([{ path: "experiments.once", whole: "gone", cells }]);
    const moved = await checked(less.replace("saveModifier: 0", "saveModifier: -2"), baseline);
    expect(moved.metrics.some(({ verdict }) => verdict === "drift" || verdict === "changed")).toBe(true);
    for (const result of [gone, moved]) {
      const told = checkView(result, { colour: false, width: 200 });
      expect(told.match(/experiment .*once.*: gone/giu)).toHaveLength(1);
      expect(checkMarkdown(result).match(/experiment .*once.*: gone/giu)).toHaveLength(1);
    }
  });

  it("a count where a mean is measured is said, not compared", async () => {
    const baseline = await baselineOf(SHOTS);
    const metrics = new Map([
      ...baseline.metrics,
      ["fire~marines~scouts~base/casualties", { kind: "count" as const, k: 1, n: 2 }],
    ]);
    const result = await checked(SHOTS, { ...baseline, metrics });
    expect(result.names).toEqual([{ fault: "unlike", key: "fire~marines~scouts~base/casualties" }]);
    expect(result.verdict).toBe("fail");
  });
});

it("the anchor stops a drift in small steps", async () => {
  // A point on the margin each time: within it every time, beyond three margins in the end.
  const step = (name: string) => SHOTS.replace("save: 8+", `save: ${name}`);
  const margins = parseMargins(["2.5pp", "20%"]);
  let baseline = await baselineOf(step("4+"));
  const seen: string[] = [];
  for (const save of ["5+", "6+", "7+", "8+"]) {
    const result = await checked(step(save), baseline, { margins });
    const key = "once~marines~scouts~base/outcome=down";
    seen.push(verdicts(result)[`${key} (anchor)`] ?? "none", verdicts(result)[key]!);
    baseline = (await accept(await studyOfText(step(save)), { old: baseline, margins }))!.baseline;
  }
  // Each step moves 2.1 points; the fourth is 8.4 from the anchor, beyond 3 × 2.5.
  expect(seen).toEqual([
    "none",
    "equivalent",
    "equivalent",
    "equivalent",
    "equivalent",
    "equivalent",
    "drift",
    "equivalent",
  ]);
});

it.each([
  ["exact", {}],
  ["simulated", { ...DICE, trials: 64_000 }],
] as const)("an accepted step beyond the margin moves its anchor, and no other: %s", async (_, settings) => {
  const margins = parseMargins(["2.5pp", "20%"]);
  const step = (name: string) => studyOfText(SHOTS.replace("save: 8+", `save: ${name}`));
  const start = await baselineOf(SHOTS.replace("save: 8+", "save: 4+"), settings);
  const key = "once~marines~scouts~base/outcome=down";
  // 2.1 points, then 6.3 at once: both are 8.4 from the anchor, beyond 3 × 2.5.
  const first = (await accept(await step("5+"), { ...settings, old: start, margins }))!;
  expect(first.baseline.anchor.get(key)).toEqual(start.metrics.get(key));
  expect(first.changed.find((one) => one.key === key)).not.toHaveProperty("anchored");
  const study = await step("8+");
  const failed = verdicts(await check(study, { ...settings, baseline: first.baseline, margins }));
  expect([failed[key], failed[`${key} (anchor)`]]).toEqual(["drift", "drift"]);
  const second = (await accept(study, { ...settings, old: first.baseline, margins }))!;
  expect(second.changed.find((one) => one.key === key)).toMatchObject({ anchored: true });
  expect(second.baseline.anchor.has(key)).toBe(false);
  const passed = await check(study, { ...settings, baseline: second.baseline, margins });
  expect(passed.metrics.filter((one) => one.key === key).map(({ verdict }) => verdict)).toEqual(["same"]);
  // What did not move beyond its margin keeps its anchor, unless it stands there again.
  const isAnchored = (name: string) => second.changed.some((one) => one.key === name && one.anchored);
  const { anchor, metrics } = second.baseline;
  for (const [name, sample] of first.baseline.anchor)
    if (!isAnchored(name)) expect([anchor.get(name), metrics.get(name)]).toContainEqual(sample);
  for (const name of anchor.keys()) expect(isAnchored(name), name).toBe(false);
});

describe("goals in the gate", () => {
  const goal = (text: string) => `${SHOTS}goals:\n  - ${text}\n`;
  const dice = { ...DICE, trials: 64_000 };
  const down = "cell: once~marines~marines~base, metric: outcome, value: down";

  it("alone, without a baseline", async () => {
    const passed = await checked(goal(`{ ${down}, between: [1%, 99%] }`), undefined, dice);
    expect(passed).toMatchObject({ verdict: "pass", metrics: [], goals: [{ verdict: "pass" }] });
    expect(passed.baseline).toBeUndefined();
    // A wide goal is decided at the first look.
    expect(passed.looks).toBe(1);
    expect((await checked(goal(`{ ${down}, atLeast: 99% }`), undefined, dice)).verdict).toBe("fail");
  });

  it("warn does not fail, off is not looked at", async () => {
    const warned = await checked(goal(`{ ${down}, atLeast: 99%, level: warn }`), undefined, dice);
    expect(warned).toMatchObject({ verdict: "pass", goals: [{ verdict: "fail", level: "warn" }] });
    const off = await checked(goal(`{ ${down}, atLeast: 99%, level: off }`), undefined, dice);
    expect(off).toMatchObject({ verdict: "pass", goals: [] });
  });

  it("a bound on the truth itself stays inconclusive to the end of the budget; exact goals never do", async () => {
    const result = await checked(`seed: 3\n${goal(`{ ${down}, atLeast: 10.5% }`)}`, undefined, dice);
    expect(result).toMatchObject({ verdict: "inconclusive", looks: 5 });
    const exact = await checked(
      `${SHOTS}goals:\n  - { cell: once~marines~marines~base, metric: outcome, value: down, atLeast: 10.5% }\n  - { cell: once~marines~marines~base, metric: outcome, value: down, atLeast: 10.6% }\n`,
      undefined,
    );
    expect(exact.goals.map(({ verdict }) => verdict)).toEqual(["pass", "fail"]);
  });

  it("the mean of a simulated metric", async () => {
    const of = async (bounds: string) =>
      (await checked(goal(`{ metric: casualties, ${bounds} }`), undefined, dice)).goals[0]!;
    const wide = await of("between: [0, 3]");
    expect(wide).toMatchObject({ key: "fire~marines~scouts~base/casualties", verdict: "pass" });
    expect((await of("atMost: 0.1")).verdict).toBe("fail");
  });
});

it("a shipped scenario passes against its own baseline", async () => {
  const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml");
  const { baseline } = (await accept(study))!;
  expect(await check(study, { baseline })).toMatchObject({ verdict: "pass", identical: true });
});
