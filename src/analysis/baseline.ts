/**
 * The committed numbers that later results are held against, and the text they are kept in: YAML, one line for each
 * number, sorted, counts as integers and exact chances as fractions, no clock and no rounded percentage, so that
 * `git diff` shows one line for each number that moved.
 */
import { inputDigest } from "../scenario/inputs.ts";
import { HIDDEN, seenJson } from "../scenario/seen-json.ts";
import type { Study } from "../scenario/study.ts";
import { textOf } from "./fraction.ts";
import type { Sample } from "./tracked.ts";

export const BASELINE_FORMAT = 2;
export const BASELINE_NAME = "balance.baseline.yaml";
/** Of a baseline's text: 100,000 numbers or so. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** Where the numbers of a baseline come from. All equal: the same numbers must come out. */
export interface Origin {
  readonly stream: string;
  readonly seed: string;
  readonly version: string;
  /** Hash of the code that plays: `engineHash`. */
  readonly engine: string;
  /** Hash of the scenario. */
  readonly scenario: string;
  /** Of each simulated cell. */
  readonly trials: number;
}

export interface Baseline extends Origin {
  /** Name of the scenario's file. */
  readonly of?: string;
  /** What the numbers were made from, by name, with the values of each by path. */
  readonly inputs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Of each cell the hash of all that can move a number of it. */
  readonly cells: ReadonlyMap<string, string>;
  readonly metrics: ReadonlyMap<string, Sample>;
  /** Numbers that have moved since they were anchored, as they were then; all others stand where they did. */
  readonly anchor: ReadonlyMap<string, Sample>;
}

/** What a baseline says of some experiments; it is of the same scenario where all of their cells are as they were. */
export function partOf(
  baseline: Baseline,
  only: readonly string[],
  now: Pick<Baseline, "cells" | "scenario"> & Pick<Study, "inputs">,
): Baseline {
  const ownIn = <T>(all: ReadonlyMap<string, T>) =>
    new Map([...all].filter(([key]) => only.includes(key.split("~")[0]!)));
  const cells = ownIn(baseline.cells);
  const isSame = cells.size === now.cells.size && [...cells].every(([id, hash]) => now.cells.get(id) === hash);
  return {
    ...baseline,
    ...{ cells, metrics: ownIn(baseline.metrics), anchor: ownIn(baseline.anchor) },
    inputs: new Map([...baseline.inputs].filter(([name]) => now.inputs.has(name))), // others may be of other experiments
    ...(isSame && { scenario: now.scenario }),
  };
}

const SAFE_KEY = /^[A-Za-z][\w~/@.=+-]*$/;

/** A name as YAML takes it: as it is where it can be, else in double quotes. */
const keyText = (key: string): string => (SAFE_KEY.test(key) ? key : seenJson(key));

/** Longer fractions are kept as decimals: nobody reads them. */
const LONGEST_FRACTION = 120;

function sampleText(sample: Sample): string {
  if (sample.kind === "count") return `{ k: ${sample.k}, n: ${sample.n} }`;
  if (sample.kind === "histogram") {
    const n = sample.counts.reduce((sum, count) => sum + count, 0);
    return `{ n: ${n}, counts: "${histogramText(sample)}" }`;
  }
  const fraction = sample.fraction && textOf(sample.fraction);
  const isShort = fraction !== undefined && fraction.length <= LONGEST_FRACTION;
  return `{ exact: ${isShort ? fraction : Number(sample.value.toPrecision(15))} }`;
}

/** `0:1204 1:380 2..5:0 6:1`: every possible value with its count, runs of whole numbers that were never seen in short. */
export function histogramText({ values, counts }: Pick<HistogramSample, "values" | "counts">): string {
  const words: string[] = [];
  for (let i = 0; i < values.length; i++) {
    let end = i;
    while (counts[i] === 0 && counts[end + 1] === 0 && values[end + 1] === values[end]! + 1) end++;
    words.push(`${values[i]}${end > i ? `..${values[end]}` : ""}:${counts[i]}`);
    i = end;
  }
  return words.join(" ");
}

type HistogramSample = Extract<Sample, { kind: "histogram" }>;

const inputLines = ([name, values]: readonly [string, ReadonlyMap<string, string>]): string[] => [
  `  ${keyText(name)}:`,
  `    digest: "${inputDigest(values)}"`,
  values.size === 0 ? "    values: {}" : "    values:",
  ...[...values].map(([path, text]) => `      ${keyText(path === "" ? "." : path)}: ${seenJson(text)}`),
];

/** The text of a baseline. `command` is the one that writes it. */
export function baselineText(baseline: Baseline, command: string): string {
  const section = (samples: ReadonlyMap<string, Sample>) =>
    [...samples]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, sample]) => `  ${keyText(key)}: ${sampleText(sample)}`);
  const { of, stream, seed, version, engine, scenario, trials, inputs, cells, metrics, anchor } = baseline;
  const byName = <T>(all: ReadonlyMap<string, T>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `# Balance baseline. Written by: ${command.replace(HIDDEN, " ")}`,
    "# One line for each number; not to be edited by hand.",
    `format: ${BASELINE_FORMAT}`,
    ...(of === undefined ? [] : [`of: ${keyText(of)}`]),
    `stream: ${stream}`,
    `seed: "${seed}"`,
    `version: ${version}`,
    `engine: "${engine}"`,
    `scenario: "${scenario}"`,
    `trials: ${trials}`,
    "# What the numbers were made from: a check that fails begins with what has changed of it.",
    inputs.size === 0 ? "inputs: {}" : "inputs:",
    ...byName(inputs).flatMap(inputLines),
    cells.size === 0 ? "cells: {}" : "cells:",
    ...byName(cells).map(([id, hash]) => `  ${keyText(id)}: "${hash}"`),
    metrics.size === 0 ? "metrics: {}" : "metrics:",
    ...section(metrics),
    ...(anchor.size === 0
      ? []
      : ["# Where numbers stood that have moved since they were anchored.", "anchor:", ...section(anchor)]),
    "",
  ].join("\n");
}
