/** Attacks in pairs on the same dice: the exact distribution, far less difference by luck. */
import { describe, expect, it } from "vitest";
import { compare } from "../../../src/analysis/compare.ts";
import { parseMeasure } from "../../../src/analysis/measure.ts";
import { runPaired } from "../../../src/analysis/run-paired.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { OneSubstream, pairedTally } from "../two-samples.ts";

const programsOf = async (file: string, cells: readonly string[]): Promise<Program[]> =>
  (await loadStudy(`scenarios/wh40k-10e/${file}.yaml`, { cells })).cells.map(({ kind, outcome }) =>
    programFor(ruleset.kinds[kind]!, (outcome as { profile: unknown }).profile),
  );

/** The least p-value of all metrics of a tally against the exact answer; 0 where one disagrees at 1e-9. */
function leastPValue(program: Program, tally: Float64Array): number {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const offsets = tallyOffsets(program.metrics);
  const answers = program.exact.solve();
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      const exact = { values, weights: [...probabilitiesOf(answers[m]!)] };
      const { pValue, verdict } = agreement({ values, counts }, exact, 1e-9);
      return verdict === "agree" ? pValue : 0;
    }),
  );
}

/** 20,000 attacks each: a shift of 0.035 of one chance is found with power 1 - 1e-6. */
describe("a trial in a pair has the exact law", () => {
  const TRIALS = 20_000;
  it.each([
    ["stratagems", ["battleCannon~lemanRuss~intercessors~base", "lascannons~devastators~carnifex~rerollDamage"]],
    ["cover-stealth-rerolls", ["rerolling~intercessors~terminators~rerolls"]],
    ["devastating-wounds", undefined],
  ] as const)("%s", async (file, cells) => {
    const wanted = cells ?? (await loadStudy(`scenarios/wh40k-10e/${file}.yaml`)).cells.slice(0, 4).map(({ id }) => id);
    const programs = await programsOf(file, wanted);
    expect(programs).toHaveLength(wanted.length);
    for (const program of programs) expect(leastPValue(program, pairedTally(program, TRIALS))).toBeGreaterThan(1e-9);
  });

  it("control: attacks that share their dice are caught", async () => {
    const [program] = await programsOf("stratagems", ["battleCannon~lemanRuss~intercessors~base"]);
    expect(leastPValue(program!, pairedTally(program!, TRIALS, new OneSubstream()))).toBe(0);
  });
});

it("a re-roll of one hit takes 3 times fewer trials in pairs", async () => {
  const study = await loadStudy("scenarios/wh40k-10e/stratagems.yaml", { only: ["lascannons"] });
  const [base, other] = ["base", "rerollHit"].map((set) => ({
    ...study,
    cells: study.cells.filter(({ modifiers }) => modifiers.join() === set),
  }));
  const measures = [parseMeasure("damage")];
  const asked = { apart: "modifiers", measures } as const;
  const { results, pairing } = await runPaired([base!, other!], { ...asked, method: "simulate", trials: 5_000 });
  const [pair] = (await compare(results[0]!, results[1]!, { ...asked, pairing })).pairs;
  // One stream an attack: 4 to 5; one stream a trial gave 1.1.
  expect(pair!.differences[0]!.change.paired!.gain).toBeGreaterThan(3);
});
