/** Rare events by splitting, held to the exact chance of fights of three games. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { probabilitiesOf } from "../../src/rule/exact.ts";
import { withJoints } from "../../src/rule/joint.ts";
import type { Program } from "../../src/rule/program.ts";
import { PILOT, ROOTS, splitProgram, WHOLE } from "../../src/rule/split.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { loadStudy, type Study } from "../../src/scenario/study.ts";
import { limitsReady } from "../../src/stats/library.ts";
import { logLimits } from "../../src/stats/log-limits.ts";
import { half, LONG } from "../long.ts";
import { scenarioOf } from "../rulesets/alpha-omega/fights.ts";
import { programAt } from "../rulesets/metropolis/cell.ts";

async function programOf({ ruleset, cells }: Study): Promise<Program> {
  const { kinds } = await loadRuleset(ruleset);
  return programFor(kinds[cells[0]!.kind]!, (cells[0]!.outcome as { profile: unknown }).profile);
}

const alphaOmega = async (first: number, second: number, turns: number) =>
  programOf(
    await studyOfData(
      scenarioOf({
        units: { many: { models: first }, few: { models: second } },
        first: [{ unit: "many", order: "aimed" }],
        second: [{ unit: "few", order: "aimed" }],
        situation: { turns },
      }),
    ),
  );
const metropolis = async () => {
  const line = (models: number) => [{ models, order: "fire" }];
  return programAt("engagement", { sides: [line(16), line(3)], situation: { turns: 4 } });
};
const skirmish = async () =>
  programOf(
    await loadStudy("scenarios/games/skirmish-line.yaml", {
      set: [
        "units.regulars.models=12",
        "units.regulars.nerve=12",
        "units.marksmen.models=4",
        "units.marksmen.nerve=12",
      ],
      cells: ["fight~regulars~marksmen~base"],
    }),
  );

/** A question of one metric, and its exact chance. */
function asked(program: Program, name: string, values: (value: number | string) => boolean, side?: string) {
  const metric = program.metrics.findLastIndex((own) => own.name === name && own.side === side);
  const bins = program.metrics[metric]!.values.map(values);
  const { solve } = program.exact as Extract<Program["exact"], { solve: unknown }>;
  const chances = probabilitiesOf(solve.call(program.exact)[metric]!);
  const question = withJoints(program, [{ text: name, holds: { metric, bins } }]);
  return { question, chance: bins.reduce((sum, own, bin) => sum + (own ? chances[bin]! : 0), 0) };
}

/** So many blocks of a program that is split: the trials of each, and what came of its roots. */
function blocksOf(question: Program, blocks: number, seed = 1n) {
  const kernel = splitProgram(question, question.metrics.length - 1)!.kernel();
  return Array.from({ length: blocks }, (_, block) => {
    const tally = new Float64Array(2);
    kernel.play(blockStream(cellKey(seed, "split"), block), ROOTS, tally);
    return { trials: tally[0]!, sum: tally[1]! };
  });
}
function meanOf(sums: readonly number[]) {
  const mean = sums.reduce((all, sum) => all + sum) / sums.length;
  const squares = sums.reduce((all, sum) => all + (sum - mean) ** 2, 0);
  return { value: mean / ROOTS / WHOLE, error: Math.sqrt(squares / (sums.length - 1) / sums.length) / ROOTS / WHOLE };
}

/** So often it is tried whether limits hold what is exact. */
const TIMES = LONG ? 200 : 50;

const FIGHTS = [
  ["alpha-omega", () => alphaOmega(18, 3, 4), ["winner", (value: unknown) => value === "second"]],
  ["metropolis", metropolis, ["winner", (value: unknown) => value === "second"]],
  ["a game of one's own", skirmish, ["lost", (value: unknown) => (value as number) >= 11, "first"]],
] as const;

describe("trials that are split", () => {
  it.each(half(FIGHTS))(
    "come to what is exact at 1e-5 and less, with a twentieth of the trials: %s",
    { timeout: 180_000 },
    async (_, make, [name, values, side]) => {
      const program = await make();
      const { question, chance } = asked(program, name, values, side);
      expect(chance).toBeLessThan(1e-4);
      expect(chance).toBeGreaterThan(1e-7);
      const blocks = blocksOf(question, 96);
      const { value, error } = meanOf(blocks.map(({ sum }) => sum));
      expect(Math.abs(value - chance) / error).toBeLessThan(3);
      // Enough for a wrong weight to show: of one halving, of half of one.
      for (const wrong of [0.5, 2]) expect(Math.abs(value * wrong - chance) / (error * wrong)).toBeGreaterThan(3);
      const trials = blocks.reduce((all, own) => all + own.trials, PILOT);
      const plain = (1 - chance) / chance / (error / chance) ** 2;
      expect(plain / trials).toBeGreaterThan(chance < 5e-6 ? 20 : 5);
    },
  );

  it("have limits that hold what is exact in 95 of 100 replications and more", { timeout: 180_000 }, async () => {
    await limitsReady();
    const program = await alphaOmega(8, 2, 3);
    const { question, chance } = asked(program, "winner", (value) => value === "second");
    const all = blocksOf(question, TIMES * 8, 3n).map(({ sum }) => sum);
    const limits = Array.from({ length: TIMES }, (_, i) => {
      const own = all.slice(8 * i, 8 * (i + 1));
      const squares = own.reduce((sum, one) => sum + one * one, 0);
      return logLimits(
        8,
        own.reduce((sum, one) => sum + one),
        squares,
        ROOTS * WHOLE,
      );
    }).flatMap((own) => own ?? []);
    expect(limits.length).toBeGreaterThan(0.97 * TIMES);
    const held = (factor: number) =>
      limits.filter(({ lower, upper }) => lower <= chance * factor && chance * factor <= upper).length;
    // 95 % less twice its own error; of what is half as much again, as a wrong weight would have it, far less.
    expect(held(1) / limits.length).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / TIMES));
    expect(held(1.5) / limits.length).toBeLessThan(0.8);
  });

  it("are none where turns have no luck of their own, or nothing is counted by turn", async () => {
    const program = await alphaOmega(4, 2, 1);
    expect(splitProgram(program, 0)).toBeUndefined();
    const { pairedKernel: _, ...plain } = await alphaOmega(4, 2, 2);
    expect(splitProgram(plain, 0)).toBeUndefined();
  });
});
