/** What a run says of a question that hardly ever holds. */
import { describe, expect, it } from "vitest";
import type { CellResult, Result } from "../../src/analysis/result.ts";
import { run } from "../../src/analysis/run.ts";
import { outcomesCsv, runTables } from "../../src/report/csv.ts";
import { rareLines } from "../../src/report/estimate.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenarioOf } from "../rulesets/alpha-omega/fights.ts";

const study = (joint: string, second = 2) => {
  const scenario = scenarioOf({
    units: { many: { models: 16 }, few: { models: second } },
    first: [{ unit: "many", order: "aimed" }],
    second: [{ unit: "few", order: "aimed" }],
    situation: { turns: 3 },
  });
  const { fight } = scenario.experiments;
  return studyOfData({ ...scenario, experiments: { fight: { ...fight, joint } } });
};
const PLAYED = { method: "simulate", trials: 1_000 } as const;
const cellOf = async (joint: string, settings: object, second?: number): Promise<CellResult> =>
  (await run(await study(joint, second), settings)).cells[0]!;

describe("a question that hardly ever holds", { timeout: 180_000 }, () => {
  const joint = "winner=second";

  it("is answered by trials that are split: the same for any number of workers, around what is exact", async () => {
    const exact = (await cellOf(joint, { method: "exact" })).metrics!.at(-1)!.outcomes[1]!.probability;
    const heard = new Map<string, number>();
    const onProgress = ({ cell, tally }: { readonly cell: string; readonly tally: Float64Array }) =>
      heard.set(cell, tally[0]!);
    const [one, three] = await Promise.all([1, 3].map((workers) => cellOf(joint, { ...PLAYED, workers, onProgress })));
    // It is seen to be at work, and says no estimate of the cell's own numbers.
    expect([...heard].filter(([, events]) => events === 0)).toEqual([
      [expect.stringMatching(/@rare=winner=second$/), 0],
    ]);
    const { rare } = one!;
    expect(rare).toHaveLength(1);
    expect(three!.rare).toEqual(rare);
    const { question, value, lower, upper, trials } = rare![0]! as Required<NonNullable<CellResult["rare"]>[number]>;
    expect(question).toBe(joint);
    expect(exact).toBeLessThan(1e-4);
    expect(lower).toBeLessThan(exact);
    expect(upper).toBeGreaterThan(exact);
    expect(upper / lower).toBeLessThan(2);
    expect(Math.sqrt(lower * upper) / value).toBeCloseTo(1, 6);
    expect(trials).toBeGreaterThan(128 * 256);
  });

  it("is not where it holds often enough, is exact, or nothing is to be said beside the numbers", async () => {
    expect(await cellOf("first.casualties>=1", PLAYED)).not.toHaveProperty("rare");
    expect(await cellOf(joint, { method: "exact" })).not.toHaveProperty("rare");
    expect(await cellOf(joint, { ...PLAYED, probes: false })).not.toHaveProperty("rare");
  });

  it("says that it is not found where splitting does not find it either, and nothing of that in the table", async () => {
    const never = "winner=first and first.out=16";
    const cell = await cellOf(never, PLAYED);
    expect(cell.rare).toEqual([{ question: never, trials: expect.any(Number) }]);
    expect(cell.rare![0]!.trials).toBeGreaterThan(0);
    expect(rareLines(cell, languageOf("en", "alpha-omega"))[0]).toMatch(
      /^winner=first and first.out=16: too rare for these trials; splitting [\d,]+ more does not find it/,
    );
    expect(rareLines(cell, languageOf("fr", "alpha-omega"))[0]).toContain("trop rare pour ces essais");
    expect(outcomesCsv({ cells: [cell] } as unknown as Result)).not.toContain("splitting");
  });

  it.each(["winner=first and winner=second", "first.casualties>=3 and not (first.casualties>=2 or winner=first)"])(
    "is told as impossible, and not as too rare, where no values of its metrics will do: %s",
    async (never) => {
      const cell = await cellOf(never, PLAYED);
      expect(cell.rare).toEqual([{ question: never, value: 0, trials: 0 }]);
      expect(rareLines(cell, languageOf("en", "alpha-omega"))).toEqual([
        `${never}: impossible, its conditions contradict each other`,
      ]);
      expect(rareLines(cell, languageOf("fr", "alpha-omega"))[0]).toContain(": impossible, ses conditions");
      expect(outcomesCsv({ cells: [cell] } as unknown as Result)).not.toContain("splitting");
      const exact = await cellOf(never, { method: "exact" });
      expect(exact).not.toHaveProperty("rare");
      expect(exact.metrics!.at(-1)!.outcomes[1]!.probability).toBe(0);
    },
  );

  it("is not said to be too rare where it was cut off", async () => {
    const leaving = new AbortController();
    const onProgress = ({
      cell,
      done,
      total,
    }: {
      readonly cell: string;
      readonly done: number;
      readonly total: number;
    }) => {
      if (cell.includes("@rare=") && done < total) leaving.abort();
    };
    const cell = await cellOf(joint, { ...PLAYED, workers: 0, signal: leaving.signal, onProgress });
    expect(leaving.signal.aborted).toBe(true);
    expect(cell).not.toHaveProperty("rare");
  });

  it("stands in the table beside what plain trials found of it, and nowhere else", () => {
    const outcomes = ["no", "yes"].map((value) => ({ value, probability: value === "yes" ? 0 : 1 }));
    const metrics = ["winner=second", "winner=draw"].map((section) => ({ name: "joint", section, outcomes }));
    const rare = [{ question: "winner=second", value: 1.75e-6, lower: 1.4e-6, upper: 2.2e-6, trials: 262_144 }];
    const cell = { id: "fight", modifiers: ["base"], trials: 1_000, method: "monte-carlo", metrics, rare };
    const result = { seed: "1", stream: 1, version: "0", cells: [cell] } as unknown as Result;
    const rows = outcomesCsv(result).split("\n");
    const split = rows.filter((row) => row.includes("splitting"));
    expect(split).toHaveLength(1);
    expect(split[0]).toMatch(/,joint,,,,winner=second,yes,0\.00000175,0\.0000014,0\.0000022,,,,262144,splitting,/);
    expect([...runTables(result).get("outcomes")!.rows()]).toHaveLength(rows.length - 2);
  });

  it("is told as one in so many, in both languages", () => {
    const rare = [{ question: "winner=second", value: 1.75e-6, lower: 1.4e-6, upper: 2.2e-6, trials: 262_144 }];
    const told = (tag: "en" | "fr") => rareLines({ rare } as unknown as CellResult, languageOf(tag, "alpha-omega"))[0];
    expect(told("en")).toBe(
      "winner=second: once in 571,000 trials, between 455,000 and 714,000 at 95 % (by splitting 262,144 trials)",
    );
    expect(told("fr")).toMatch(/une fois en 571\s000 essais, entre 455\s000 et 714\s000 à 95\s% \(par/);
  });
});
