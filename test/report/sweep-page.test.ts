/** The pages of a sweep and of what meets a target: what swings most first, whose number it is, where it changes, and equal cells once. */
import { describe, expect, it } from "vitest";
import { parseMeasure } from "../../src/analysis/measure.ts";
import { run } from "../../src/analysis/run.ts";
import type { Solution } from "../../src/analysis/solve.ts";
import { type Sweep, type SweptCurve, sweep, sweepToEdges, withEnds } from "../../src/analysis/sweep.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { sweepPage } from "../../src/report/page/analyses.ts";
import { groupName, solutionGroups } from "../../src/report/solve.ts";
import { sweepDocument } from "../../src/report/sweep.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { loadStudy, openScenario } from "../../src/scenario/study.ts";
import { cell, resultOf } from "./results.ts";

async function pageOf(axis: string, only: string) {
  const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", {
    only: [only],
    sweep: [parseAxis(axis)],
  });
  const result = await run(study, { workers: 0 });
  const swept = await sweep(result);
  return sweepPage(swept, sweepDocument(swept, result), result);
}

describe("the page of a sweep", () => {
  it("begins with the cell that swings most, says whose number it is and where it changes", async () => {
    const { lead, sections, findings } = await pageOf("situation.distance=12..32/1", "interception");
    expect(lead!.title).toMatch(
      /^The losses of Space Marines to Eldar Rangers on average \(cover\): 1\.417 at distance 12.paces, falling to 0\.221 at 29 to 32.paces$/,
    );
    expect(lead!.lede).toEqual(["It changes only beyond 12, 20 and 28\u00a0paces."]);
    // Drone and implacable change nothing about a volley; the tests of each set hold that.
    expect(sections.map(({ title }) => title)).toEqual([
      "cover",
      "base, drone and implacable",
      "endurance and endurance + drone",
    ]);
    for (const finding of findings) expect(finding).not.toBe(`${lead!.title}.`);
  });

  it("has numbers along its axis from the first value to the last, where steps allow it", async () => {
    const ticksOf = async (axis: string) => {
      const { lead } = await pageOf(axis, "interception");
      const charts = lead!.blocks.flatMap((block) => ("charts" in block ? block.charts : []));
      const { drawing } = charts[0]!;
      return drawing.kind === "curves" ? drawing.xTicks.map(({ text }) => text) : [];
    };
    expect(await ticksOf("situation.distance=4..40/4")).toEqual(["4", "16", "28", "40"]);
    expect(await ticksOf("situation.distance=4..32/4")).toHaveLength(8);
  });

  it("tells points by the bands of the casualties that they buy, not by the values that were swept", async () => {
    const scenario = await openScenario("scenarios/alpha-omega/rangers-vs-marines.yaml");
    const asked = { cells: ["interception~rangers~marines~base"] };
    const study = await scenario.study({ ...asked, sweep: [parseAxis("situation.distance=4..40/4")] });
    const result = await run(study, { workers: 0 });
    const pointsOf = async (metric?: string) => {
      const swept = await sweepToEdges(scenario, asked, result, metric ? { measures: [parseMeasure(metric)] } : {});
      const { first } = sweepPage(swept, sweepDocument(swept, result), result);
      return JSON.stringify(first).replaceAll("\u00a0", " ");
    };
    const told = await pointsOf();
    expect(told).toContain("(distance 29 to 40 paces)");
    expect(told).not.toContain("distance 32");
    // The bands of another number are not those of the casualties.
    expect(await pointsOf("hits")).toContain("(distance 32 to 40 paces)");
  });

  it("tells the dice of every square of a map, and a trial of the least and of the most", async () => {
    const study = await loadStudy("scenarios/alpha-omega/rangers-vs-marines.yaml", {
      cells: ["interception~rangers~marines~base"],
      sweep: [parseAxis("situation.distance=4..40/4"), parseAxis("defender.save=2..6")],
    });
    const result = await run(study, { workers: 0 });
    expect(result.cells.filter(({ rolls }) => rolls)).toEqual([]);
    const swept = await sweep(result);
    const shown = await withEnds(study, result, swept);
    const told = shown.cells.filter(({ rolls }) => rolls?.trial);
    // Near and with the worst save most are lost; far and with the best one the fewest.
    expect(told.map(({ point }) => point!["defender.save"])).toEqual([6, 2]);
    const [near, far] = told.map(({ point }) => Number(point!["situation.distance"]));
    expect(near).toBeLessThanOrEqual(12);
    expect(far).toBeGreaterThan(28);
    for (const { rolls } of told) expect(rolls!.trial!.length).toBeGreaterThan(0);
    // A laser rifle takes one from a save; ten paces further a hit is harder, and never easier.
    const page = sweepPage(swept, sweepDocument(swept, shown), shown);
    const { blocks } = page.sections.find(({ id }) => id === "cells")!;
    expect(blocks).toHaveLength(50);
    const hits = shown.cells.map(({ id, point }) => {
      const text = JSON.stringify(blocks.find((block) => "id" in block && block.id === id));
      const [, hit, save] =
        /to hit (\d+)\+; to save (\d+)\+/u.exec(text) ?? /"to hit","(\d+)\+ \(D10\)".*?"to save","(\d+)\+/u.exec(text)!;
      expect(Number(save)).toBe(Number(point!["defender.save"]) + 1);
      return Number(hit);
    });
    expect(hits).toEqual(hits.toSorted((a, b) => a - b));
    expect(new Set(hits).size).toBeGreaterThan(2);
    // The map has a heading that says what its squares and both of its axes are.
    const [map] = page.lead!.blocks.flatMap((block) => ("charts" in block ? block.charts : []));
    expect(map!.what).toBe("casualties on average over distance (paces) and save (Space Marines)");
  });

  it("says that nothing changes where nothing does", async () => {
    const { lead } = await pageOf("situation.distance=22..28/3", "interception");
    expect(lead!.title).toMatch(/everywhere$/);
    expect(lead!.lede).toEqual(["distance changes nothing here."]);
  });
});

/** Curves of cells told apart by their defender, over axes of numbers. */
const drawn = (
  curves: readonly (readonly number[])[],
  more: Partial<SweptCurve> = {},
  axes: Sweep["axes"] = [{ path: "situation.distance", values: [4, 8, 12] }],
): Sweep => ({
  axes,
  curves: curves.map((values, c) => ({
    ...{
      cell: `fire~rangers~u${c}~base`,
      experiment: "fire",
      attacker: "rangers",
      defender: `u${c}`,
      modifiers: ["base"],
    },
    ...{ measure: "casualties", isChance: false, ...more },
    points: values.map((value, i) => ({
      cell: `fire~rangers~u${c}~base@${i}`,
      point:
        axes.length === 1
          ? { [axes[0]!.path]: axes[0]!.values[i]! }
          : {
              [axes[0]!.path]: axes[0]!.values[Math.floor(i / axes[1]!.values.length)]!,
              [axes[1]!.path]: axes[1]!.values[i % axes[1]!.values.length]!,
            },
      estimate: { value, trials: 0 },
    })),
  })),
});
const shown = (data: Sweep) => {
  const result = resultOf([cell()]);
  return sweepPage(data, sweepDocument(data, result), result);
};

describe("the steps of a sweep over one axis", () => {
  it("have a largest one, unless they are alike but for rounding or as far as limits tell; its name is said once", () => {
    expect(shown(drawn([[1, 2, 4]])).lead!.lede).toEqual(["The largest step is from 8 to 12: +2.000."]);
    expect(shown(drawn([[0.1, 0.2, 0.1 + 0.2]])).lead!.lede).toEqual([]);
    const limited = drawn([[1, 2, 3.1]]);
    for (const { points } of limited.curves)
      for (const { estimate } of points)
        Object.assign(estimate!, { trials: 900, lower: estimate!.value - 0.1, upper: estimate!.value + 0.1 });
    expect(shown(limited).lead!.lede).toEqual([]);
    expect(shown(drawn([[1, 2, 4]])).lead!.title).toMatch(/: 1 at distance 4, rising to 4 at 12$/);
    // A column of means says that they are means.
    const result = resultOf([cell()]);
    const heads = (data: Sweep) =>
      sweepDocument(data, result).blocks.flatMap((block) => ("head" in block ? block.head.slice(1) : []));
    expect(heads(drawn([[1, 2, 4]]))).toEqual(["casualties on average"]);
    expect(heads(drawn([[0.1, 0.2, 0.4]], { measure: "outcome=out", isChance: true }))).toEqual(["out"]);
    expect(shown(drawn([[4, 2, 1]])).lead!.title).toMatch(/: 4 at distance 4, falling to 1 at 12$/);
  });
});

describe("where it matters, on the first screen of a sweep", () => {
  it("is where the first side stops winning more than half", () => {
    const fights = { measure: "winner=first", isChance: true, even: 0.5 };
    expect(shown(drawn([[0.9, 0.6, 0.3]], fights)).lead!.lede).toEqual([
      "It is more than 50.0 % up to 8, and less from 12 on.",
    ]);
    // It crosses twice: no one place says where.
    expect(shown(drawn([[0.9, 0.3, 0.6]], fights)).lead!.lede.join()).not.toMatch(/more than/);
  });

  it("is of two axes how far each alone moves it, and beyond which values", () => {
    const axes = [
      { path: "situation.distance", values: [4, 8, 12] },
      { path: "defender.save", values: [3, 4] },
    ];
    const { lead, findings } = shown(drawn([[1, 3, 1, 3, 2, 5]], {}, axes));
    expect(lead!.lede).toEqual(["save (u0) alone moves it by up to 3, distance by up to 2."]);
    expect(findings).toEqual([
      "save (u0): each step changes it by 2 to 3.",
      "distance changes it only on the steps from 8 to 12.",
    ]);
  });

  it("names all places of the least and the most number of two axes, where these are a block without gaps", () => {
    const axes = [
      { path: "situation.distance", values: [4, 8, 12] },
      { path: "defender.save", values: [3, 4] },
    ];
    const titleOf = (values: number[], more: Partial<SweptCurve> = {}) =>
      shown(drawn([values], more, axes)).lead!.title.replace(/^.*: /u, "");
    expect(titleOf([1, 3, 1, 3, 2, 5])).toBe("from 1 (distance 4 to 8, save 3) to 5 (distance 12, save 4)");
    // Three squares in a corner, and two apart, are no block.
    expect(titleOf([1, 1, 1, 3, 2, 5])).toBe("from 1 (distance 4, save 3) to 5 (distance 12, save 4)");
    expect(titleOf([1, 3, 2, 3, 1, 5])).toBe("from 1 (distance 4, save 3) to 5 (distance 12, save 4)");
    expect(titleOf([1, 3, 1, 3, 1, 3])).toBe("from 1 (distance 4 to 12, save 3) to 3 (distance 4 to 12, save 4)");
  });

  it("of many cells is told of those that swing most; the others have a row each, and those that stay are counted", () => {
    const many = drawn(Array.from({ length: 20 }, (_, i) => (i < 15 ? [1, 1, 2 + i] : [i, i, i])));
    const { lead, sections } = shown(many);
    expect(lead!.lede.at(-1)).toBe("In 5 of 20 cells distance changes nothing.");
    expect(sections.filter(({ id }) => id !== "cells")).toHaveLength(7);
    const rows = sections.flatMap(({ blocks }) => blocks).find((block) => "folded" in block)!;
    expect(JSON.stringify(rows)).toContain("u19");
  });
});

describe("what meets a target in several cells", () => {
  const solution = (sets: string, value: number, reach: Solution["reach"] = "met") =>
    ({
      ...{
        cell: `oneShot~rangers~marines~${sets}`,
        path: "defender.save",
        measure: "outcome=out",
        target: 0.09,
        reach,
      },
      isChance: true,
      best: { value, off: 0, estimate: { value: 0.09, trials: 0 } },
      refused: [],
      tried: [
        { value: 4, off: 0.03, estimate: { value: 0.12, trials: 0 } },
        { value, off: 0, estimate: { value: 0.09, trials: 0 } },
      ],
      today: value === 3 ? 4 : 5, // one that was not tried
    }) as unknown as Solution;
  const en = languageOf("en", "alpha-omega");

  it("tells those of the same numbers once, by their sets; where more differs, by their cells", () => {
    const namesOf = (solutions: readonly Solution[], isApart: boolean) =>
      solutionGroups(solutions).map((group) => groupName(group, en, isApart));
    const all = [solution("base", 3), solution("cover+drone", 7), solution("fear", 3), solution("leap", 7, "beyond")];
    expect(namesOf(all, false)).toEqual(["base and fear", "cover + drone", "leap"]);
    expect(namesOf(all, true)).toEqual([
      "One shot: rangers against marines, base and fear",
      "One shot: rangers against marines, cover and drone",
      "One shot: rangers against marines, leap",
    ]);
    // A number that differs parts them.
    expect(namesOf([all[0]!, { ...all[2]!, target: 0.1 }], false)).toEqual(["base", "fear"]);
  });
});
