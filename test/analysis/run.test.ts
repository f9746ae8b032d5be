import { describe, expect, it, vi } from "vitest";
import { readingOf } from "../../src/analysis/measure.ts";
import { DEFAULT_TRIALS } from "../../src/analysis/planning.ts";
import type { MetricResult } from "../../src/analysis/result.ts";
import { run, SettingError } from "../../src/analysis/run.ts";
import { comesTo, exactMetric, metricWhenRead } from "../../src/analysis/summarise.ts";
import { winIn } from "../../src/analysis/win.ts";
import { englishIn } from "../../src/rule/message.ts";
import type { Cell } from "../../src/scenario/study.ts";
import { proportion } from "../../src/stats/proportion.ts";
import { cellOf, RULESET, studyOf } from "./double.ts";

vi.mock(import("../../src/rulesets/index.ts"), async (original) => ({
  ...(await original()),
  loadRuleset: async () => RULESET,
}));

/** A signal that comes while the last cell of a study is planned. */
function abortingWhenPlanned(cell: Cell): { signal: AbortSignal; last: Cell } {
  const controller = new AbortController();
  const { profile, ...outcome } = cell.outcome as { profile: unknown; assumptions: readonly string[] };
  const last = {
    ...cell,
    outcome: {
      ...outcome,
      get profile() {
        controller.abort();
        return profile;
      },
    },
  };
  return { signal: controller.signal, last };
}

const one = async (kind: string, settings: Parameters<typeof run>[1] = {}, more = {}) => {
  const result = await run(studyOf([cellOf(kind)], more), settings);
  return { result, cell: result.cells[0]!, metric: result.cells[0]!.metrics?.[0] as MetricResult };
};

/** Every number in there, with its place: none may be NaN or infinite, for JSON has no word for them. */
function notFinite(value: unknown, path = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => notFinite(child, `${path}.${key}`));
}

describe("a metric that is summed up when it is read", () => {
  it.each(["exact", "simulate"] as const)("says the same, field by field in the same order: %s", async (method) => {
    const study = studyOf([cellOf("shot"), cellOf("die")]);
    const [now, later] = [await run(study, { method }), await run(study, { method, whenRead: true })];
    const isOpen = (metric: MetricResult) => !Object.hasOwn(metric, "outcomes");
    const [nows, laters] = [now, later].map(({ cells }) => cells.flatMap(({ metrics = [] }) => metrics));
    expect([nows!.some(isOpen), laters!.every(isOpen)]).toEqual([false, true]);
    for (const [i, metric] of nows!.entries()) expect(laters![i]).toMatchObject(metric);
    expect(JSON.stringify(later)).toBe(JSON.stringify(now));
  });

  it("is not summed up for its name", () => {
    const metric = { name: "lost", values: [0, 1] };
    const made: string[] = [];
    const found = metricWhenRead(metric, () => {
      made.push("once");
      return exactMetric(metric, { weights: [1n, 1n], total: 2n });
    });
    expect([found.name, made]).toEqual(["lost", []]);
    expect([found.mean, found.outcomes.length, made]).toEqual([0.5, 2, ["once"]]);
  });

  it("is not summed up to be asked for a word that it never is; one that may be it has to have a chance of it", () => {
    const asked = (values: readonly (number | string)[], weights: readonly bigint[]) => {
      const metric = { name: "winner", values } as Parameters<typeof exactMetric>[0];
      const made: string[] = [];
      const found = metricWhenRead(metric, () => {
        made.push("once");
        return exactMetric(metric, { weights, total: 2n });
      });
      return [comesTo(found, "draw"), made.length, comesTo(exactMetric(metric, { weights, total: 2n }), "draw")];
    };
    expect(asked([0, 1], [1n, 1n])).toEqual([false, 0, false]);
    expect(asked(["first", "draw"], [1n, 1n])).toEqual([true, 1, true]);
    expect(asked(["first", "draw"], [2n, 0n])).toEqual([false, 1, false]);
  });
});

describe("exact", () => {
  it("is the fraction that the dice give by hand", async () => {
    const { cell, metric } = await one("shot");
    expect(cell).toMatchObject({ method: "exact", trials: 0, stoppedBy: "exact" });
    expect(metric.outcomes).toEqual([
      { value: "missed", probability: 0.3, fraction: "3/10" },
      { value: "saved", probability: 0.28, fraction: "7/25" },
      { value: "lost", probability: 0.42, fraction: "21/50" },
    ]);
  });

  it("gives numbers their mean, sd, quantiles and the chance of at least as much", async () => {
    const { metric } = await one("die");
    expect(metric.mean).toBe(3.5);
    expect(metric.sd).toBeCloseTo(Math.sqrt(35 / 12), 14);
    expect(metric.median).toBe(3);
    expect(metric.quantiles).toEqual({ q05: 1, q25: 2, q75: 5, q95: 6 });
    expect(metric.outcomes.map(({ atLeast }) => atLeast)).toEqual([1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6]);
  });

  it("gives yes and no their chance, and no mean", async () => {
    const { metric } = await one("wonder");
    expect(metric).toEqual({
      name: "wonder",
      outcomes: [
        { value: "no", probability: 0.999, fraction: "999/1000" },
        { value: "yes", probability: 0.001, fraction: "1/1000" },
      ],
    });
  });

  it("calls the impossible 0, exactly", async () => {
    expect((await one("never")).metric.outcomes[1]).toEqual({ value: "yes", probability: 0, fraction: "0/1" });
  });
});

it("a chain that was summed in doubles never says more than certain", () => {
  const metric = { name: "state", values: ["standing", "gone"] };
  const { outcomes } = exactMetric(metric, { probabilities: Float64Array.of(1 + 2 ** -52, 0) });
  expect(outcomes.map(({ probability }) => probability)).toEqual([1, 0]);
});

describe("sums of doubles", () => {
  // Ten tenths come to 1 - 2^-53, and 0.7 + 0.2 + 0.1 to the same.
  const tenths = exactMetric(
    { name: "left", values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    { probabilities: Float64Array.of(0, ...Array<number>(10).fill(0.1), 0) },
  );
  const cell = {
    ...{ id: "a", kind: "shot", experiment: "e", attacker: "a", defender: "d", modifiers: ["base"] },
    ...{ method: "exact" as const, options: [], assumptions: [], metrics: [tenths] },
  };
  const chance = (measure: object) => readingOf(cell, { metric: "left", ...measure })!.value;

  it("control: they miss 1", () =>
    expect(
      Array<number>(10)
        .fill(0.1)
        .reduce((a, b) => a + b),
    ).toBeLessThan(1));

  it("are exactly 1 of what is certain, exactly 0 of what is impossible", () => {
    const { outcomes } = tenths;
    expect(outcomes.slice(0, 2).map(({ atLeast }) => atLeast)).toEqual([1, 1]);
    expect(outcomes.at(-1)).toMatchObject({ probability: 0, atLeast: 0 });
    expect([chance({ atLeast: 1 }), chance({ atMost: 10 }), chance({ values: outcomes.map((o) => o.value) })]).toEqual([
      1, 1, 1,
    ]);
    expect([chance({ atLeast: 11 }), chance({ values: [0] }), chance({ values: [] })]).toEqual([0, 0, 0]);
  });

  it("add up to 1 with their opposite", () => {
    for (let k = 1; k <= 11; k++) expect(chance({ atLeast: k }) + chance({ atMost: k - 1 })).toBe(1);
  });

  it("of a certain outcome, what rounding left of it is not told", () => {
    const { outcomes } = exactMetric(
      { name: "x", values: ["a", "b"] },
      { probabilities: Float64Array.of(1 - 1e-15, 0) },
    );
    expect(outcomes.map(({ probability }) => probability)).toEqual([1, 0]);
    const both = {
      metrics: [
        {
          name: "winner",
          outcomes: [0.7, 0.1, 0.2 - 1e-16].map((p, i) => ({ value: ["first", "second", "draw"][i]!, probability: p })),
        },
      ],
      method: "exact" as const,
    };
    expect(winIn(both, "winner", "first")!.value + winIn(both, "winner", "second")!.value).toBe(1);
  });
});

describe("exact or simulated", () => {
  it.each([
    ["shot", {}, "exact"],
    ["dear", {}, "monte-carlo"],
    ["dear", { method: "exact" }, "exact"],
    ["shot", { method: "simulate", trials: 10 }, "monte-carlo"],
    ["battle", { trials: 10 }, "monte-carlo"],
    ["battle", { method: "exact", trials: 10 }, "monte-carlo"],
  ] as const)("%s, told %j: %s", async (kind, settings, method) => {
    expect((await one(kind, settings, { trials: 10 })).cell.method).toBe(method);
  });

  it("names a cell that cannot be exact when exact was asked for", async () => {
    expect(englishIn((await one("battle", { method: "exact", trials: 10 })).cell.note!)).toBe(
      "no exact answer: too many states",
    );
    expect((await one("battle", { trials: 10 })).cell.note).toBeUndefined();
  });

  it("takes trials from the command, else from the scenario, else a million", async () => {
    expect((await one("battle", { trials: 1_234 }, { trials: 99 })).cell.trials).toBe(1_234);
    expect((await one("battle", {}, { trials: 99 })).cell.trials).toBe(99);
    expect((await one("battle")).cell.trials).toBe(DEFAULT_TRIALS);
  });
});

describe("simulated", () => {
  it("lies within bounds that hold the truth but once in a thousand million", async () => {
    const n = 1_000_000;
    const { metric } = await one("battle", { trials: n });
    for (const [value, probability] of [
      ["missed", 0.3],
      ["saved", 0.28],
      ["lost", 0.42],
    ] as const) {
      const { count } = metric.outcomes.find((outcome) => outcome.value === value)!;
      const { lower, upper } = proportion(count!, n, 1 - 1e-9);
      expect(lower).toBeLessThan(probability);
      expect(upper).toBeGreaterThan(probability);
      // Power: a chance off by 0.005 (ten standard errors) would be outside.
      expect(upper - lower).toBeLessThan(0.007);
    }
    expect(metric.outcomes.reduce((sum, { count }) => sum + count!, 0)).toBe(n);
  });

  it("control: a crooked kernel is outside of those bounds", async () => {
    const { metric } = await one("crooked", { method: "simulate", trials: 1_000_000 });
    const { lower } = proportion(metric.outcomes[0]!.count!, 1_000_000, 1 - 1e-9);
    expect(lower).toBeGreaterThan(0.3);
  });

  it("says at most, not never, of what was not seen: about 3 in n", async () => {
    const { metric } = await one("never", { method: "simulate", trials: 10_000 });
    const [no, yes] = metric.outcomes;
    expect(yes).toMatchObject({ count: 0, probability: 0, lower: 0 });
    expect(yes!.upper).toBeCloseTo(1 - 0.05 ** (1 / 10_000), 10);
    expect(no).toMatchObject({ count: 10_000, probability: 1, upper: 1 });
    expect(no!.lower).toBeCloseTo(0.05 ** (1 / 10_000), 10);
  });

  it("one trial has no sd, and limits that leave the mean nearly anything", async () => {
    const { result, metric } = await one("die", { method: "simulate", trials: 1 });
    expect(metric).not.toHaveProperty("sd");
    expect(metric.meanUpper! - metric.meanLower!).toBeGreaterThan(2.5);
    expect(notFinite(result)).toEqual([]);
  });

  it.each(["shot", "die", "wonder", "never", "battle", "dear", "crooked"])(
    "%s: no number is NaN, after 1, 2 or 1,000 trials",
    async (kind) => {
      for (const trials of [1, 2, 1_000])
        expect(notFinite((await one(kind, { method: "simulate", trials })).result)).toEqual([]);
    },
  );
});

describe("--verify", () => {
  it("lets the exact answer referee the simulation", async () => {
    const { cell } = await one("shot", { verify: true, trials: 100_000 });
    expect(cell.method).toBe("exact");
    expect(cell.verification).toMatchObject({ trials: 100_000, verdict: "agree", metric: "outcome" });
    expect(cell.verification!.pValue).toBeGreaterThan(1e-6);
  });

  it("shows the p-value of the whole cell: of nineteen metrics below 5 % in 5 % of seeds at most", async () => {
    let low = 0;
    for (let seed = 0n; seed < 100n; seed++) {
      const study = studyOf([cellOf("nineteen")], { seed: { seed, text: String(seed) } });
      const { verification, metrics } = (await run(study, { verify: true, trials: 400 })).cells[0]!;
      expect(metrics).toHaveLength(19);
      low += Number(verification!.pValue < 0.05);
    }
    // 14 of 100 or more have a chance of 5 in 10,000; the smallest p alone is below 5 % in 46.
    expect(low).toBeLessThan(14);
  });

  it("control: a disagreement that was planted is found", async () => {
    const { cell } = await one("crooked", { verify: true, trials: 100_000 });
    expect(cell.verification).toMatchObject({ verdict: "disagree", metric: "outcome" });
  });

  it("has nothing to compare where there is no exact answer", async () => {
    expect((await one("battle", { verify: true, trials: 100 })).cell.verification).toBeUndefined();
  });
});

describe("precision", () => {
  it("stops at the first look that is precise enough, and names what binds", async () => {
    const { cell, metric } = await one("battle", { precision: "1%" });
    expect(cell.stoppedBy).toBe("precision");
    // p = 0.42: n = 0.42 × 0.58 × (1.96 / 0.01)² = 9,358 trials; looks after 9 and 12 blocks of 1,000.
    expect(cell.trials).toBe(12_000);
    expect(cell.binding).toMatchObject({ metric: "outcome", target: 0.01 });
    expect(cell.binding!.halfWidth).toBeLessThanOrEqual(0.01);
    for (const { lower, upper } of metric.outcomes) expect((upper! - lower!) / 2).toBeLessThanOrEqual(0.01);
  });

  it("says how many trials it would have taken when the cap comes first", async () => {
    const { cell } = await one("battle", { precision: "0.1%", trials: 20_000 });
    expect(cell).toMatchObject({ stoppedBy: "trials", trials: 20_000 });
    expect(cell.binding!.halfWidth).toBeGreaterThan(0.001);
    expect(cell.binding!.trialsNeeded).toBeGreaterThan(0.42 * 0.58 * (1.96 / 0.001) ** 2 * 0.9);
  });

  it("of a scenario bounds what is simulated, and gives way to trials on the command line", async () => {
    expect((await one("battle", {}, { precision: "1%" })).cell.trials).toBe(12_000);
    // The trials of a file are no cap for a precision that is asked for instead of them; beside one of its own they are.
    expect((await one("battle", { precision: "1%" }, { trials: 4_000 })).cell.trials).toBe(12_000);
    expect((await one("battle", {}, { precision: "1%", trials: 4_000 })).cell.trials).toBe(4_000);
    expect((await one("battle", { trials: 500 }, { precision: "1%" })).cell).toMatchObject({
      trials: 500,
      stoppedBy: "trials",
    });
    expect((await one("shot", {}, { precision: "1%" })).cell.method).toBe("exact");
  });

  it.each([
    [{ outcomes: "1pp" }, "precision: no cell measures outcomes; measured are outcome"],
    ["1", 'precision: expected a number followed by % or pp, such as 0.5%; got "1"'],
    ["60%", "must lie between 0 and 50 %"],
    ["0%", "must lie between 0 and 50 %"],
  ])("%j is refused in words", async (precision, words) => {
    const refused = one("battle", { precision });
    await expect(refused).rejects.toBeInstanceOf(SettingError);
    await expect(refused).rejects.toThrow(words);
  });
});

describe("cells that are not computed", () => {
  it("what the rules forbid is a statement, and no zero", async () => {
    const statement = { rule: "T-09", text: "the target cannot be seen" };
    const { cells } = await run(studyOf([cellOf("shot", { outcome: { statement } })]));
    expect(cells[0]).toEqual({
      id: "shot~a~b~base",
      experiment: "shot",
      kind: "shot",
      attacker: "a",
      defender: "b",
      modifiers: ["base"],
      options: [],
      assumptions: [],
      statement,
    });
  });

  it("a kind that is not built is said so, and does not stop the others", async () => {
    const notBuilt = "kind siege is not built yet";
    const { cells } = await run(studyOf([cellOf("siege", { outcome: { notBuilt } }), cellOf("shot")]));
    expect(cells[0]).toMatchObject({ notBuilt });
    expect(cells[0]).not.toHaveProperty("metrics");
    expect(cells[1]!.metrics).toHaveLength(1);
  });
});

describe("an interrupt", () => {
  it("before anything is planned: every cell is named and left out", async () => {
    const result = await run(studyOf([cellOf("battle"), cellOf("shot")]), { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ partial: true, unreached: ["battle~a~b~base", "shot~a~b~base"], cells: [] });
  });

  it("before the first trial: the cell is named and left out, and exact ones are there all the same", async () => {
    const { signal, last } = abortingWhenPlanned(cellOf("die"));
    const result = await run(studyOf([cellOf("battle"), cellOf("shot"), last]), { signal });
    expect(result).toMatchObject({ partial: true, unreached: ["battle~a~b~base"] });
    expect(notFinite(result)).toEqual([]);
    expect(result.cells.map(({ id }) => id)).toEqual(["shot~a~b~base", "die~a~b~base"]);
    expect(result.cells[0]!.metrics![0]!.outcomes[2]!.fraction).toBe("21/50");
  });

  it("half-way keeps what is complete", async () => {
    const controller = new AbortController();
    const whole = await one("battle", { trials: 500_000 });
    const { result, cell } = await one("battle", {
      trials: 100_000_000,
      signal: controller.signal,
      onProgress: ({ trials }) => trials >= 500_000 && controller.abort(),
    });
    expect(result.partial).toBe(true);
    expect(cell.stoppedBy).toBe("interrupt");
    expect(cell.trials! % 1_000).toBe(0);
    expect(cell.trials).toBeGreaterThanOrEqual(500_000);
    // The same prefix, played to its own end, is the same answer.
    const again = await one("battle", { trials: cell.trials! });
    expect(again.cell.metrics).toEqual(cell.metrics);
    expect(whole.result.partial).toBeUndefined();
  });
});

it("an exact answer that a signal cuts off is left out and named, what is there is kept", async () => {
  const { signal, last } = abortingWhenPlanned(cellOf("battle"));
  const study = studyOf([cellOf("shot"), cellOf("dear"), last]);
  const result = await run(study, { method: "exact", trials: 5_000, signal });
  expect(result).toMatchObject({ partial: true, unreached: ["dear~a~b~base", "battle~a~b~base"] });
  expect(result.cells.map(({ id }) => id)).toEqual(["shot~a~b~base"]);
  expect((await run(study, { method: "exact", trials: 5_000 })).unreached).toBeUndefined();
});

describe("--guarantee anytime", () => {
  const settings = { method: "simulate", guarantee: "anytime", trials: 20_000 } as const;

  it("limits that hold at every number of trials: wider, and said so", async () => {
    const { cell, metric } = await one("die", settings);
    const fixed = await one("die", { ...settings, guarantee: "fixed" });
    expect([cell.guarantee, fixed.cell.guarantee]).toEqual(["anytime", "fixed"]);
    expect(metric.outcomes.map(({ count }) => count)).toEqual(fixed.metric.outcomes.map(({ count }) => count));
    const width = (found: MetricResult) => [
      ...found.outcomes.map(({ lower, upper }) => upper! - lower!),
      found.meanUpper! - found.meanLower!,
    ];
    width(metric).forEach((wide, i) => {
      const times = wide / width(fixed.metric)[i]!;
      expect(times).toBeGreaterThan(1.6);
      expect(times).toBeLessThan(3.5);
    });
    expect(metric.meanLower).toBeLessThan(3.5);
    expect(metric.meanUpper).toBeGreaterThan(3.5);
  });

  it("a precision waits for them, and says what half as wide would take", async () => {
    const stop = async (guarantee: "fixed" | "anytime") =>
      (await one("die", { method: "simulate", guarantee, precision: { face: { relative: "1%" } } })).cell;
    const [fixed, anytime] = [await stop("fixed"), await stop("anytime")];
    expect([fixed.stoppedBy, anytime.stoppedBy]).toEqual(["precision", "precision"]);
    expect(anytime.trials!).toBeGreaterThan(2 * fixed.trials!);
    for (const { binding } of [fixed, anytime]) {
      expect(binding!.halfWidth).toBeLessThanOrEqual(binding!.target);
      expect(binding!.trialsForHalf! / binding!.trialsNeeded).toBeCloseTo(4, 2);
    }
  });
});
