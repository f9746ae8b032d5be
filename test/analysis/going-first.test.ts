/** The line of a fight's report that says what going first is worth. */
import { describe, expect, it } from "vitest";
import { withGoingFirst } from "../../src/analysis/going-first.ts";
import { run } from "../../src/analysis/run.ts";
import { goingFirstText } from "../../src/report/estimate.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { calling } from "../../src/report/language/sides.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenarioOf } from "../rulesets/alpha-omega/fights.ts";

const SIDES = {
  units: { guard: { models: 5, save: 6 } },
  first: [{ unit: "squad", order: "aimed" }],
  second: [{ unit: "guard", order: "aimed" }],
};
const fought = async (situation = {}, more = {}, settings = {}) => {
  const result = await run(await studyOfData(scenarioOf({ ...SIDES, ...more, situation })), settings);
  return result.cells[0]!;
};
const wins = ({ metrics }: Awaited<ReturnType<typeof fought>>) =>
  metrics![0]!.outcomes.map(({ probability }) => probability);

describe("going first", () => {
  it("is the fight in which one side is Alpha all the time beside the one in which the other is", async () => {
    const { goingFirst } = await fought();
    const [one, two] = [wins(await fought({ alpha: "first" })), wins(await fought({ alpha: "second" }))];
    expect(goingFirst!.first.value).toBeCloseTo(one[0]! - two[0]!, 12);
    expect(goingFirst!.second.value).toBeCloseTo(two[1]! - one[1]!, 12);
    expect(goingFirst!.first.value).toBeGreaterThan(0.1);
  });

  it("is not told where it is given, and not where nobody answers", async () => {
    expect(await fought({ alpha: "first" })).not.toHaveProperty("goingFirst");
    expect(await fought({}, { second: [{ unit: "guard", order: "run" }] })).not.toHaveProperty("goingFirst");
  });

  it("of a fight that is only played has limits, and takes as many trials as the fight, 16,384 at most", async () => {
    const mixed = {
      first: [...SIDES.first, { unit: "guard", order: "aimed" }],
      second: [...SIDES.second, { unit: "squad", order: "aimed" }],
    };
    const [few, more, most, beyond] = await Promise.all(
      [500, 1_000, 16_384, 17_000].map((trials) => fought({ turns: 2 }, mixed, { trials, method: "simulate" })),
    );
    const { value, lower, upper } = few!.goingFirst!.first;
    expect(lower!).toBeLessThan(value);
    expect(upper!).toBeGreaterThan(value);
    expect(lower!).toBeGreaterThan(0);
    const widthOf = (cell: typeof few) => cell!.goingFirst!.first.upper! - cell!.goingFirst!.first.lower!;
    expect(widthOf(more) / widthOf(few)).toBeCloseTo(Math.SQRT1_2, 1);
    expect(widthOf(most) / widthOf(few)).toBeCloseTo(Math.sqrt(500 / 16_384), 1);
    expect(beyond!.goingFirst).toEqual(most!.goingFirst);
  });

  it("that is cut off is not said; with threads it is the same", async () => {
    const sides = {
      first: [...SIDES.first, { unit: "guard", order: "aimed" }],
      second: [...SIDES.second, { unit: "squad", order: "aimed" }],
    };
    const study = await studyOfData(scenarioOf({ ...SIDES, ...sides, situation: { turns: 2 } }));
    const { cells } = await run(study, { trials: 1_000, method: "simulate" });
    const bare = cells.map(({ goingFirst: _, ...cell }) => cell);
    expect(await withGoingFirst(study, bare, { signal: AbortSignal.abort() })).toEqual(bare);
    expect(await withGoingFirst(study, bare)).toEqual(cells);
    expect((await run(study, { trials: 1_000, method: "simulate", workers: 2 })).cells).toEqual(cells);
  });

  it("of dear exact fights is solved on threads, which listen: cut off it is not said either", async () => {
    const dear = { units: { guard: { models: 13, save: 6 }, squad: { models: 13 } } };
    const study = await studyOfData(scenarioOf({ ...SIDES, ...dear, situation: { turns: 3 } }));
    const { cells } = await run(study, { workers: 2 });
    expect(cells[0]!.trials).toBe(0);
    expect(cells[0]).toHaveProperty("goingFirst");
    const bare = cells.map(({ goingFirst: _, ...cell }) => cell);
    expect(await withGoingFirst(study, bare, { signal: AbortSignal.abort() })).toEqual(bare);
    expect(await withGoingFirst(study, bare, { workers: 2 })).toEqual(cells);
  });

  it("is said of both sides by name, in both languages", () => {
    const gains = { first: { value: 0.041 }, second: { value: 0.0325, lower: 0.03, upper: 0.035 } };
    const text = (tag: "en" | "fr") =>
      goingFirstText(gains, calling([{ attacker: "Rangers", defender: "Marines" }], languageOf(tag, "alpha-omega")));
    expect(text("en")).toBe(
      "going first every turn, rather than second: +4.1 pp for Rangers, +3.3 pp (+3.0 to +3.5) for Marines",
    );
    expect(text("fr")).toContain("+4,1 pp pour Rangers");
  });
});
