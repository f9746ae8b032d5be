/** The first trial of a run that came to something, found again: in kernels that play trials one by one, and in others. */
import { expect, it } from "vitest";
import { blockStream, cellKey, type Stream } from "../../src/dice/index.ts";
import { firstTrialIn } from "../../src/engine/trial.ts";
import type { Kernel, Program } from "../../src/rule/program.ts";

const BLOCK = 8;
const SOURCE = { seed: 7n, cell: "a~b~c~base" };
const metrics = [
  { name: "other", values: ["no", "yes"] },
  { name: "die", values: [0, 1, 2, 3, 4, 5] },
];

/** A die a trial, of the second metric. */
const bins = (stream: Stream, trials: number) => Array.from({ length: trials }, () => (stream.next() >>> 0) % 6);
const play: Kernel["play"] = (stream, trials, tally) => {
  for (const bin of bins(stream, trials)) tally[2 + bin]!++;
};
const trace: NonNullable<Kernel["trace"]> = (stream, trials) =>
  Int32Array.from(bins(stream, trials).flatMap((bin) => [0, bin]));
const programOf = (kernel: Kernel) =>
  ({ metrics, blockSize: BLOCK, exact: { impossible: "" }, kernel: () => kernel }) satisfies Program;

it.each([
  ["one by one", { play, trace }],
  ["all at once", { play }],
])("is the first of all its trials: played %s", (_, kernel) => {
  const trials = 3 * BLOCK - 2;
  const key = cellKey(SOURCE.seed, SOURCE.cell);
  const all = [0, 1, 2].flatMap((block) => bins(blockStream(key, block), Math.min(BLOCK, trials - block * BLOCK)));
  const found = [0, 1, 2, 3, 4, 5].map((bin) => firstTrialIn(SOURCE, programOf(kernel), 2 + bin, trials));
  expect(found).toEqual([0, 1, 2, 3, 4, 5].map((bin) => all.indexOf(bin)));
  expect(found).toContain(0); // the very first trial is the first of its kind
  expect(Math.max(...found)).toBeGreaterThan(1);
  expect(firstTrialIn(SOURCE, programOf(kernel), 0, trials)).toBe(-1);
});
