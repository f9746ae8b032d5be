/** Comparisons of cells that were played on the same dice. */
import { beforeAll, describe, expect, it } from "vitest";
import { compare } from "../../src/analysis/compare.ts";
import { type Effects, effects } from "../../src/analysis/effects.ts";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { commonOf } from "../../src/analysis/pairing.ts";
import { type PairedResults, type PairedSettings, runPaired, runUnpaired } from "../../src/analysis/run-paired.ts";
import { sensitivity } from "../../src/analysis/sensitivity.ts";
import { pairKey, TrialStream } from "../../src/dice/index.ts";
import { compareDocument, compareTable } from "../../src/report/compare.ts";
import { effectsDocument, effectsTable } from "../../src/report/effects.ts";
import { documentText } from "../../src/report/index.ts";
import { csvOf } from "../../src/report/table.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import type { Study } from "../../src/scenario/study.ts";
import { readCsv } from "../report/read-csv.ts";

const soldier = { models: 3, ballisticSkill: 4, initiative: 4, save: 5, command: 3, weapon: "rifle" };
const data = (sets: unknown = "all") => ({
  version: 1,
  ruleset: "alpha-omega",
  seed: 7,
  weapons: { rifle: { range: { 24: 0 }, saveModifier: -1 } },
  units: { rangers: soldier, marines: soldier },
  modifierSets: {
    endurance: { factor: true, defender: { addSkills: ["endurance"] } },
    tough: { factor: true, defender: { save: 3 } },
  },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "aimed" }] }],
      situation: { distance: 12, turns: 2 },
      with: sets,
    },
  },
});

const WON = "winner=first";
const LOST = "casualties@2.second";
const measures = [WON, LOST].map(parseMeasure);
const settings: PairedSettings = { apart: "modifiers", method: "simulate", trials: 3_000, measures };
const text = (document: Parameters<typeof documentText>[0]) => documentText(document, { colour: false, width: 160 });

/** What each cell of a study gave in each trial, played one by one. */
async function recorded(study: Study, trials: number): Promise<Record<string, { won: number[]; lost: number[] }>> {
  const { kinds } = await loadRuleset("alpha-omega");
  const stream = new TrialStream(pairKey(7n, commonOf(study.cells[0]!, "modifiers")));
  const entries = study.cells.map(({ modifiers, kind, outcome }) => {
    const program = programFor(kinds[kind]!, (outcome as { profile: unknown }).profile);
    const offsets = tallyOffsets(program.metrics);
    const from = offsets[program.metrics.findLastIndex(({ name }) => name === "casualties")]!;
    const kernel = program.pairedKernel!();
    const won: number[] = [];
    const lost: number[] = [];
    for (let trial = 0; trial < trials; trial++) {
      const tally = new Float64Array(offsets.at(-1)!);
      stream.begin(trial);
      kernel.play(stream, 1, tally);
      won.push(tally[0]!);
      lost.push(tally.subarray(from, from + 4).indexOf(1));
    }
    return [modifiers.join("+"), { won, lost }] as const;
  });
  return Object.fromEntries(entries);
}

const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
function variance(list: readonly number[]): number {
  const middle = mean(list);
  return mean(list.map((x) => (x - middle) ** 2));
}

describe("effects over recorded trials", () => {
  let found: PairedResults;
  let told: Effects;
  let trials: Awaited<ReturnType<typeof recorded>>;
  beforeAll(async () => {
    const study = await studyOfData(data());
    found = await runPaired([study], settings);
    told = await effects(found.results[0]!, { measures, pairing: found.pairing });
    trials = await recorded(study, 3_000);
  });

  it("have the contrast of every trial: its mean, its limits and its gain", () => {
    const [chances, means] = told.factorials as [Effects["factorials"][number], Effects["factorials"][number]];
    for (const [factorial, of] of [
      [chances, "won"],
      [means, "lost"],
    ] as const) {
      const { base, endurance, tough, "endurance+tough": both } = trials as Record<string, Record<string, number[]>>;
      const each = (weights: readonly number[]) =>
        base![of]!.map(
          (x, t) =>
            weights[0]! * x +
            weights[1]! * endurance![of]![t]! +
            weights[2]! * tough![of]![t]! +
            weights[3]! * both![of]![t]!,
        );
      const contrasts = [
        [factorial.alone[0]!.change, [-1, 1, 0, 0]],
        [factorial.together[0]!.change, [-1, 0, 0, 1]],
        [factorial.together[0]!.overlap, [-1, 1, 1, -1]],
        [factorial.main[1]!.change, [-0.5, -0.5, 0.5, 0.5]],
        [factorial.interactions[0]!.change, [0.5, -0.5, -0.5, 0.5]],
      ] as const;
      for (const [change, weights] of contrasts) {
        const own = each(weights);
        expect(change.value).toBeCloseTo(mean(own), 12);
        // At 3,000 trials the limits of either sort are Wald's to within six parts in a hundred.
        const half = 1.96 * Math.sqrt(variance(own) / 3_000);
        expect(Math.abs((change.upper! - change.lower!) / 2 / half - 1)).toBeLessThan(0.06);
        expect((change.upper! + change.lower!) / 2).toBeCloseTo(mean(own), 2);
        const apart = [base!, endurance!, tough!, both!].reduce(
          (sum, list, i) => sum + weights[i]! ** 2 * variance(list[of]!),
          0,
        );
        expect(change.paired!.gain).toBeCloseTo(apart / variance(own), 9);
      }
    }
  });

  it("say in which trials just one side won", () => {
    const { base, endurance } = trials as Record<"base" | "endurance", { won: number[]; lost: number[] }>;
    const only = (a: number[], b: number[]) => a.filter((won, t) => won === 1 && b[t] === 0).length;
    expect(told.factorials[0]!.alone[0]!.change.paired).toMatchObject({
      trials: 3_000,
      onlyFirst: only(base.won, endurance.won),
      onlySecond: only(endurance.won, base.won),
    });
  });

  it("say what was saved, in words and as CSV", () => {
    const said = text(effectsDocument(told, found.results[0]!));
    expect(said).toMatch(/paired: .* fewer trials than unpaired runs/);
    expect(said).toContain("of trials played in pairs on the same dice");
    const rows = readCsv(csvOf(effectsTable(told)));
    expect(Number(rows[0]!.gain)).toBeCloseTo(told.factorials[0]!.alone[0]!.change.paired!.gain!, 9);
  });

  it("ask for the measures they were played for", async () => {
    const other = [parseMeasure("out@1.first")];
    await expect(effects(found.results[0]!, { measures: other, pairing: found.pairing })).rejects.toThrow(
      /was played in pairs for other measures/,
    );
  });
});

const study = (sets: readonly string[][]) => studyOfData(data(sets));

describe("two sets", () => {
  const twoSides = async (own: Partial<PairedSettings> = {}) =>
    runPaired([await study([["base"]]), await study([["endurance"]])], { ...settings, ...own });

  it("differ by what the trials differ by, far more sharply than unpaired", async () => {
    const { results, pairing } = await twoSides();
    const [first, second] = results as [(typeof results)[0], (typeof results)[0]];
    const asked = { measures, apart: "modifiers" as const };
    const compared = await compare(first, second, { ...asked, pairing });
    const [won, lost] = compared.pairs[0]!.differences;
    for (const { change, first: a, second: b } of [won!, lost!]) {
      expect(change.paired!.gain).toBeGreaterThan(1.3);
      expect(change.value).toBeCloseTo(b.value - a.value, 12);
    }
    const said = text(compareDocument(compared, { first: "base", second: "endurance" }, [first, second]));
    expect(said).toMatch(/paired: ≈ \d\.\d times fewer trials than unpaired runs\./);
    expect(readCsv(csvOf(compareTable(compared)))[0]).toMatchObject({
      gain: String(won!.change.paired!.gain),
      only_first: String(won!.change.paired!.onlyFirst),
    });

    const apart = await runUnpaired([await study([["base"]]), await study([["endurance"]])], settings);
    const [one, two] = apart.results as typeof results & [(typeof results)[0], (typeof results)[0]];
    const unpaired = (await compare(one, two, asked)).pairs[0]!.differences[0]!;
    expect(unpaired.change.paired).toBeUndefined();
    const width = ({ lower, upper }: { lower?: number; upper?: number }) => upper! - lower!;
    expect(width(unpaired.change) / width(won!.change)).toBeGreaterThan(1.15);
  });

  it("stop when the difference is as precise as asked, at a look", async () => {
    const { results, pairing } = await twoSides({ trials: 1_000_000, precision: "2%", measures: [measures[0]!] });
    const [first, second] = results as [(typeof results)[0], (typeof results)[0]];
    const { trials, stoppedBy } = first.cells[0]!;
    expect(stoppedBy).toBe("precision");
    expect(second.cells[0]).toMatchObject({ trials, stoppedBy });
    const compared = await compare(first, second, { measures: [measures[0]!], apart: "modifiers", pairing });
    const { lower, upper } = compared.pairs[0]!.differences[0]!.change;
    expect((upper! - lower!) / 2).toBeLessThanOrEqual(0.02);
    // Unpaired, 2 points of the difference of two chances near 1/2 take about 4,800 trials.
    expect(trials! % 256).toBe(0);
    expect(trials!).toBeLessThan(4_000);
  });

  it("of a file and itself are exactly the same", async () => {
    const own = await study([["base"]]);
    const { results, pairing } = await runPaired([own, own], { ...settings, apart: "nothing" });
    const [first, second] = results as [(typeof results)[0], (typeof results)[0]];
    expect(second.cells).toEqual(first.cells);
    const [pair] = (await compare(first, second, { measures, pairing })).pairs;
    expect(pair!.differences.map(({ change }) => change.value)).toEqual([0, 0]);
    expect(pair!.differences.map(({ verdict }) => verdict)).toEqual(["equivalent", "equivalent"]);
    expect(
      text(
        compareDocument({ pairs: [pair!], onlyFirst: [], onlySecond: [] }, { first: "a", second: "b" }, [
          first,
          second,
        ]),
      ),
    ).toContain("paired: no trial told the two apart");
  });

  it("of the same seed are not compared without what they share", async () => {
    const own = await study([["base"]]);
    const { results } = await runPaired([own, own], { ...settings, apart: "nothing" });
    await expect(compare(results[0]!, results[1]!, { measures })).rejects.toThrow(/share their dice/);
  });

  it("exact on both sides stay fractions", async () => {
    const { results, pairing } = await twoSides({ method: "exact" });
    const compared = await compare(results[0]!, results[1]!, { measures, apart: "modifiers", pairing });
    expect(pairing.groups).toEqual([]);
    expect(compared.pairs[0]!.differences[0]!.change.lower).toBeUndefined();
  });

  it("agree with the exact answer", async () => {
    const exact = await twoSides({ method: "exact" });
    const { results, pairing } = await twoSides({ trials: 40_000 });
    const asked = { measures, apart: "modifiers" as const };
    const truth = (await compare(exact.results[0]!, exact.results[1]!, asked)).pairs[0]!.differences;
    const found = (await compare(results[0]!, results[1]!, { ...asked, pairing })).pairs[0]!.differences;
    // Three times half of the 95 % limits: 5.9 standard errors, one in 10^8. Endurance is worth more than ten of them.
    found.forEach(({ change: { value, lower, upper } }, m) => {
      const half = (upper! - lower!) / 2;
      expect(Math.abs(value - truth[m]!.change.value)).toBeLessThan(3 * half);
      expect(Math.abs(value)).toBeGreaterThan(5 * half);
    });
  });
});

it("of fights of unlike length are of the last turn of each", async () => {
  const { modifierSets, ...rest } = data(["base"]);
  const long = await studyOfData({ ...rest, modifierSets });
  const { fight } = rest.experiments;
  const situation = { ...fight.situation, turns: 1 };
  const short = await studyOfData({ ...rest, modifierSets, experiments: { fight: { ...fight, situation } } });
  const asked = { apart: "nothing", measures: [parseMeasure("second.casualties")] } as const;
  const differenceOf = async (own: Partial<PairedSettings>) => {
    const { results, pairing } = await runPaired([long, short], { ...asked, ...own });
    return (await compare(results[0]!, results[1]!, { ...asked, pairing })).pairs[0]!.differences[0]!;
  };
  const paired = await differenceOf({ method: "simulate", trials: 20_000 });
  const known = await differenceOf({});
  expect(known.measure).toBe("casualties@second");
  expect(known.change.lower).toBeUndefined();
  expect(paired.measure).toBe(known.measure);
  expect(paired.change.paired!.gain).toBeGreaterThan(1);
  // Four times as far as an interval of 95 % goes.
  const off = Math.abs(paired.change.value - known.change.value);
  expect(off).toBeLessThan(2 * (paired.change.upper! - paired.change.lower!));
});

it("adding a variant moves nothing; a pair does not depend on workers", async () => {
  const two = await runPaired([await study([["base"], ["endurance"]])], settings);
  const four = await runPaired([await study([["tough"], ["base"], ["endurance"]])], { ...settings, workers: 2 });
  // One trial is told, of the first cell.
  const untold = ({ results: [one] }: typeof two) =>
    one!.cells.map(({ rolls, ...cell }) => ({ ...cell, needed: rolls?.needed }));
  expect(untold(four).filter(({ modifiers }) => modifiers.join() !== "tough")).toEqual(untold(two));
});

it("stopped by a signal, a pair keeps its complete blocks, the same on both sides", async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const { results, pairing } = await runPaired([await study([["base"], ["endurance"]])], {
    ...settings,
    trials: 1_000_000,
    signal: controller.signal,
    onProgress,
  });
  const [first, second] = results[0]!.cells;
  expect(results[0]!.partial).toBe(true);
  expect(first!.stoppedBy).toBe("interrupt");
  expect(first!.trials! % 256).toBe(0);
  expect(first!.trials!).toBeGreaterThan(0);
  expect(second!.trials).toBe(first!.trials);
  expect(pairing.groups[0]!.trials).toBe(first!.trials);
});

it("a mean of which all trials agree does not stop a run as if it were precise", async () => {
  // The same fight twice: every difference is 0, which after n trials proves no more than 3/n of the range of 3 losses.
  const own = await study([["base"]]);
  const asked = { ...settings, apart: "nothing" as const, measures: [measures[1]!], trials: 1_000_000 };
  const { results } = await runPaired([own, own], { ...asked, precision: { casualties: { relative: "0.1%" } } });
  const { trials, stoppedBy, metrics } = results[0]!.cells[0]!;
  const { mean: losses } = metrics!.findLast(({ name }) => name === "casualties")!;
  expect(stoppedBy).toBe("precision");
  expect((3 * 2.99) / trials!).toBeLessThanOrEqual(0.001 * losses!);
});

it("one up and one down are played on the dice of the cell as it is", async () => {
  const { nudge } = await import("../../src/scenario/nudges.ts");
  const { scenarioOfData } = await import("../../src/scenario/data.ts");
  const nudged = await nudge(await scenarioOfData(data([["base"]])), {});
  const asked = { measures: [measures[0]!] };
  const { results, pairing } = await runPaired([nudged.study], { ...settings, ...asked, trials: 512, apart: "point" });
  const { tornados } = await sensitivity(results[0]!, nudged, { ...asked, pairing });
  const changes = tornados[0]!.bars
    .flatMap(({ down, up }) => [down?.change, up?.change])
    .filter((one) => one !== undefined);
  expect(changes.length).toBeGreaterThan(8);
  for (const { paired } of changes) expect(paired!.trials).toBe(512);
});

it("the health of cells in pairs is read off blocks of pairs: nothing is found where nothing is wrong", async () => {
  const found = await runPaired([await study([["base"], ["endurance"]])], { ...settings, trials: 40_000 });
  const quality = found.results.flatMap(({ cells }) => cells.map((cell) => cell.quality!));
  expect(quality).toHaveLength(2);
  for (const checks of quality) {
    expect(checks.map(({ name }) => name)).toEqual(["events", "halves", "dispersion", "streams"]);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  }
});
