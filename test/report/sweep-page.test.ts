/** The pages of a sweep and of what meets a target: what swings most first, whose number it is, where it changes, and equal cells once. */
import { describe, expect, it } from "vitest";
import { run } from "../../src/analysis/run.ts";
import type { Solution } from "../../src/analysis/solve.ts";
import { sweep } from "../../src/analysis/sweep.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { sweepPage } from "../../src/report/page/analyses.ts";
import { solutionsLede } from "../../src/report/solve.ts";
import { sweepDocument } from "../../src/report/sweep.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { loadStudy } from "../../src/scenario/study.ts";

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
    expect(lead!.title).toMatch(/^The losses of Space Marines to Rangers Eldars \(cover\): down from .* at distance/);
    expect(lead!.lede).toEqual(["It changes beyond 12, 20 and 28."]);
    // Drone and implacable change nothing about a volley; the tests of each set hold that.
    expect(sections.map(({ title }) => title)).toEqual([
      "cover",
      "base, drone and implacable",
      "endurance and endurance + drone",
    ]);
    for (const finding of findings) expect(finding).not.toBe(`${lead!.title}.`);
  });

  it("says that nothing changes where nothing does", async () => {
    const { lead } = await pageOf("situation.distance=22..28/3", "interception");
    expect(lead!.title).toMatch(/everywhere$/);
    expect(lead!.lede).toEqual(["distance changes nothing here."]);
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
      best: { value, off: 0, estimate: { value: 0.09, trials: 0 } },
    }) as Solution;
  const en = languageOf("en", "alpha-omega");

  it("names the cell that a page begins with, and the least and the most of all that meet it", () => {
    const solutions = [solution("base", 3), solution("cover+drone", 7), solution("fear", 9, "beyond")];
    expect(solutionsLede(solutions, en)).toEqual(["This is base.", "In 2 of 3 cells it is 3+ to 7+."]);
    expect(solutionsLede(solutions.toSpliced(1, 1), en)).toEqual(["This is base.", "In 1 of 2 cells it is 3+."]);
    expect(solutionsLede(solutions.slice(0, 1), en)).toEqual([]);
  });
});
