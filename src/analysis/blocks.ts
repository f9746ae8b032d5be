/**
 * The sidecar of a baseline: sums of super-blocks of trials with fixed seeds, so that a check can play the same trials
 * under the new rules and compare block by block. JSON for machines; the numbers that people read stay in the baseline.
 */
import { sha256Hex } from "../dice/index.ts";
import { type Said, said, type Text } from "../rulesets/said.ts";
import { CONFLICT, CONFLICTED } from "../scenario/located.ts";
import { refused } from "../scenario/source.ts";
import { type Baseline, baselineText, type Origin } from "./baseline.ts";

export const BLOCKS_FORMAT = 1;
/** Super-blocks of a cell: Student's quantile at 127 degrees of freedom is within 5 % of the normal one, far out too. */
export const SUPER_BLOCKS = 128;
/** With fewer trials in a super-block than this nothing is paired. */
export const LEAST_IN_BLOCK = 16;

export interface Blocks extends Pick<Origin, "stream" | "seed" | "scenario"> {
  /** Trials of each super-block. */
  readonly size: number;
  /** By tracked number: the sum of each super-block, events for a chance. */
  readonly metrics: ReadonlyMap<string, readonly number[]>;
}

const hashOf = (text: string): string => sha256Hex(text).slice(0, 32);

/** What the sidecar remembers of its baseline. */
const baselineHash = (baseline: Baseline): string => {
  const { of: _, ...numbers } = baseline;
  return hashOf(baselineText(numbers, ""));
};

/** `balance.baseline.blocks.json` of `balance.baseline.yaml`. */
export const blocksPath = (baseline: string): string => `${baseline.replace(/\.ya?ml$/i, "")}.blocks.json`;

const body = (baseline: string, { stream, seed, scenario, size, metrics }: Blocks): string[] => [
  `"format": ${BLOCKS_FORMAT}`,
  `"stream": ${JSON.stringify(stream)}`,
  `"seed": ${JSON.stringify(seed)}`,
  `"scenario": ${JSON.stringify(scenario)}`,
  `"baseline": ${JSON.stringify(baseline)}`,
  `"trials": ${size}`,
  `"metrics": {\n${[...metrics]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sums]) => `  ${JSON.stringify(key)}: [${String(sums)}]`)
    .join(",\n")}\n }`,
];

/** The text of a sidecar, one line for each number. */
export function blocksText(blocks: Blocks, baseline: Baseline): string {
  const lines = body(baselineHash(baseline), blocks);
  return `{\n${[...lines, `"check": "${hashOf(lines.join())}"`].map((line) => ` ${line}`).join(",\n")}\n}\n`;
}

/**
 * Reads the sidecar of a baseline.
 * @param of the file of the baseline
 * @throws ScenarioError when it was edited, holds a merge conflict, is of a newer crible or of another baseline; with the
 * command that rebalances it
 */
export function parseBlocks(text: string, file: string, baseline: Baseline, update: string, of = file): Blocks {
  const fail = (message: Said, hint: Text = said`write it anew: ${update}; or check without it: --no-pairs`): never => {
    throw refused(file, message, hint);
  };
  if (CONFLICT.test(text)) fail(CONFLICTED);
  let found: Record<string, unknown>;
  try {
    found = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return fail(said`the block sums are no JSON: they were edited`);
  }
  const { format, stream, seed, scenario, trials: size, metrics, check } = found;
  if (typeof format === "number" && format > BLOCKS_FORMAT)
    fail(
      said`the block sums have format ${format}, of a newer crible`,
      said`update it: npm install --save-dev crible@latest`,
    );
  if (format !== BLOCKS_FORMAT) fail(said`the block sums have no format: they were edited`);
  const blocks = { stream, seed, scenario, size, metrics: new Map(Object.entries(Object(metrics))) } as Blocks;
  const named = typeof found.baseline === "string" ? found.baseline : "";
  if (check !== hashOf(body(named, blocks).join())) fail(said`the block sums are not those that were written: edited`);
  if (stream !== baseline.stream || seed !== baseline.seed || scenario !== baseline.scenario)
    fail(said`the block sums are of another scenario, seed or stream than the baseline`);
  if (named !== baselineHash(baseline))
    throw refused(
      of,
      said`this is not the baseline that ${file} was written with: it was edited, or one of the two is of another commit`,
      said`take the edit back, which git diff shows, or write both anew: ${update}; --no-pairs checks without ${file}`,
    );
  return blocks;
}
