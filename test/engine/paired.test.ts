import { describe, expect, it } from "vitest";
import { pairKey, TrialStream } from "../../src/dice/index.ts";
import { pooledRunner } from "../../src/engine/lazy-pool.ts";
import { PAIRED_BLOCK, type PairedJob, pairedLayout } from "../../src/engine/paired.ts";
import { inProcessRunner } from "../../src/engine/runner.ts";
import { simulate } from "../../src/engine/simulate.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { programFor } from "../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { LONG } from "../long.ts";

const soldier = { ballisticSkill: "4+", initiative: 4, save: "5+", command: "3+", weapon: "rifle", models: 3 };
const fight = (defender: Record<string, unknown>) => ({
  version: 1,
  ruleset: "alpha-omega",
  seed: 7,
  weapons: { rifle: { range: { 24: 0 }, saveModifier: -1 } },
  units: { rangers: soldier, marines: { ...soldier, ...defender } },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "aimed" }] }],
      situation: { distance: 12, turns: 2 },
    },
  },
});

const VARIANTS = [{}, { skills: ["endurance"] }, { skills: ["drone"] }, { save: "4+" }];

/** The fight of each variant with what is read of it: is it won, and how many of the second side are lost. */
async function pairs(variants: readonly Record<string, unknown>[] = VARIANTS) {
  const { kinds } = await loadRuleset("alpha-omega");
  const cells = await Promise.all(
    variants.map(async (variant) => {
      const [cell] = (await studyOfData(fight(variant))).cells;
      return { kind: "engagement", profile: (cell!.outcome as { profile: unknown }).profile };
    }),
  );
  const programs = cells.map(({ kind, profile }) => programFor(kinds[kind]!, profile));
  const { metrics } = programs[0]!;
  const offsets = tallyOffsets(metrics);
  const lost = metrics.findLastIndex(({ name }) => name === "casualties");
  const measures = [
    cells.map((_, cell) => ({ cell, from: 0, values: [1, 0, 0] })),
    cells.map((_, cell) => ({ cell, from: offsets[lost]!, values: metrics[lost]!.values as number[] })),
  ];
  const job: PairedJob = { common: "fight~*", seed: 7n, ruleset: "alpha-omega", cells, measures };
  const bins = programs.map((program) => tallyOffsets(program.metrics).at(-1)!);
  const layout = pairedLayout(bins, measures);
  return {
    job,
    programs,
    layout,
    plan: (trials: number) => ({ blockSize: PAIRED_BLOCK, bins: layout.length, trials }),
  };
}

const play = async (job: PairedJob, plan: Parameters<typeof simulate>[1][number]) =>
  (await simulate(inProcessRunner([job]), [plan]))[0]!;

/** 2.5 blocks: the last one is short. */
const TRIALS = 2.5 * PAIRED_BLOCK;

describe("a paired job", () => {
  it("sums what its trials give, one by one: tallies, sums, products and differences", async () => {
    const { job, programs, layout, plan } = await pairs();
    const { tally } = await play(job, plan(TRIALS));
    const expected = new Float64Array(layout.length);
    const stream = new TrialStream(pairKey(7n, "fight~*"));
    let kernels = programs.map((program) => program.pairedKernel!());
    for (let trial = 0; trial < TRIALS; trial++) {
      // One that has played nothing before plays the same.
      if (trial % 32 === 0) kernels = programs.map((program) => program.pairedKernel!());
      const own = programs.map((program, c) => {
        const bins = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
        stream.begin(trial);
        kernels[c]!.play(stream, 1, bins);
        return bins;
      });
      own.forEach((bins, c) => {
        bins.forEach((count, bin) => {
          expected[layout.tallies[c]! + bin]! += count;
        });
      });
      job.measures.forEach((readings, m) => {
        const values = readings.map(({ cell, from, values }) =>
          values.reduce((sum, value, bin) => sum + value * own[cell]![from + bin]!, 0),
        );
        let at = layout.sums[m]!;
        for (const value of values) expected[at++]! += value;
        for (let i = 0; i < values.length; i++)
          for (let j = i; j < values.length; j++) expected[at++]! += values[i]! * values[j]!;
        layout.differences[m]!.forEach(({ from, values: possible }, r) => {
          expected[from + possible.indexOf(values[r + 1]! - values[0]!)]! += 1;
        });
      });
    }
    expect([...tally]).toEqual([...expected]);
  });

  it("of a cell and itself gives the same trials", async () => {
    const { job, layout, plan } = await pairs([{}, {}]);
    const { tally } = await play(job, plan(TRIALS));
    const [first, second, end] = layout.tallies as [number, number, number];
    expect([...tally.subarray(first, second)]).toEqual([...tally.subarray(second, end)]);
    for (const at of layout.sums) {
      expect(tally[at]).toBe(tally[at + 1]);
      expect(new Set(tally.subarray(at + 2, at + 5)).size).toBe(1); // Σx² = Σxy = Σy²
    }
  });

  it("moves no trial when a variant is added, and takes no notice of where it stands", async () => {
    const { job, layout, plan } = await pairs(VARIANTS.slice(0, 2));
    const more = await pairs([VARIANTS[3]!, VARIANTS[0]!, VARIANTS[1]!]);
    const before = await play(job, plan(TRIALS));
    const after = await play(more.job, more.plan(TRIALS));
    const both = before.tally.subarray(0, layout.tallies[2]);
    expect([...after.tally.subarray(more.layout.tallies[1], more.layout.tallies[3])]).toEqual([...both]);
  });

  it("needs less for a difference than independent fights do", async () => {
    const { job, layout, plan } = await pairs(VARIANTS.slice(0, 2));
    const { tally, trials } = await play(job, plan(20 * PAIRED_BLOCK));
    for (const at of layout.sums) {
      const [x, y, xx, xy, yy] = tally.subarray(at, at + 5) as unknown as [number, number, number, number, number];
      const variance = (sum: number, squares: number) => squares / trials - (sum / trials) ** 2;
      const apart = variance(x, xx) + variance(y, yy);
      expect(apart / variance(y - x, xx - 2 * xy + yy)).toBeGreaterThan(1.5);
    }
  });

  it(`gives the same bytes in this process and on ${LONG ? "1, 2 and 7" : "3"} threads`, async () => {
    const { job, plan } = await pairs();
    const own = plan((LONG ? 70 : 30) * PAIRED_BLOCK);
    const expected = await play(job, own);
    for (const workers of LONG ? [1, 2, 7] : [3]) {
      const runner = await pooledRunner([job], { workers });
      try {
        expect((await simulate(runner, [own]))[0]).toEqual(expected);
      } finally {
        await runner.close();
      }
    }
  });

  it("that cannot be played says which pairs and how to play them again", async () => {
    const { job, plan } = await pairs([{}, {}]);
    const broken = { ...job, cells: [job.cells[0]!, { kind: "engagement", profile: undefined }] };
    const { stoppedBy, fault } = await play(broken, plan(10));
    expect(stoppedBy).toBe("fault");
    expect(fault).toMatch(/block 0 of the pairs of fight~\* could not be played: .*\n.*crible run FILE --workers 0/);
  });
});
