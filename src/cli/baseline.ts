/** Where the baseline of a scenario is, and what it says. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BASELINE_NAME, type Baseline, MOST_BYTES } from "../analysis/baseline.ts";
import { parseBaseline } from "../analysis/baseline-reading.ts";
import { type Blocks, blocksPath, parseBlocks } from "../analysis/blocks.ts";
import { said } from "../rulesets/said.ts";
import { refuse } from "../scenario/problem.ts";
import { placer, readSource, refused } from "../scenario/source.ts";
import { UsageError } from "./exit.ts";
import { type RunFlags, reproduction, wordsOf } from "./options.ts";

export interface BaselineFlags extends RunFlags {
  /** A path; false for goals alone. */
  readonly baseline?: string | boolean;
  /** False: cells are not compared on the same dice. */
  readonly pairs?: boolean;
  /** What an update accepts as a step beyond the margin is what the check called a drift. */
  readonly margin?: string[];
}

/** The command that writes the baseline of a check. */
export const updateCommand = (file: string, { baseline, trials, pairs, margin }: BaselineFlags): string =>
  reproduction(
    "check",
    file,
    { color: true, ...(trials === undefined ? {} : { trials }) },
    wordsOf({ baseline, update: true, pairs, margin }, "baseline", "update", "no-pairs", "margin"),
  );

/** Where a baseline may be, whichever it is that is meant: none where none is asked for. */
export async function baselinesBeside(file: string, { baseline }: BaselineFlags): Promise<string[]> {
  if (typeof baseline === "string") return [baseline];
  if (baseline === false) return [];
  return [ownName(file), BASELINE_NAME].map((name) => join(dirname(file), name));
}

/** Where the baseline of a scenario is, or will be: a second scenario of a folder has one of its own. */
export async function baselinePath(file: string, { baseline }: BaselineFlags): Promise<string> {
  if (typeof baseline === "string") return baseline;
  if (file === "-") throw new UsageError(said`a scenario from standard input needs --baseline FILE, or --no-baseline`);
  const beside = join(dirname(file), ownName(file));
  const shared = join(dirname(file), BASELINE_NAME);
  return existsSync(beside) || (await isOfAnother(shared, file)) ? beside : shared;
}

/** Whether a baseline is of a scenario that stands beside this one; where that is gone, this one was renamed. */
async function isOfAnother(path: string, file: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  try {
    const of = scenarioOfText((await readSource(path, { most: MOST_BYTES })).text);
    return of !== undefined && of !== basename(file) && existsSync(join(dirname(path), of));
  } catch {
    return false; // told when it is read in earnest
  }
}

/** Of which scenario the text of a baseline is, as it says at its top. */
export const scenarioOfText = (text: string): string | undefined =>
  /^of: "?([^"\n]+?)"?$/m.exec(text.slice(0, 1_000))?.[1];

const ownName = (file: string): string => `${basename(file).replace(/\.(ya?ml|json)$/i, "")}.baseline.yaml`;

/** @throws ScenarioError for a baseline that is absent, cannot be used, or is another scenario's */
export async function readBaseline(path: string, file: string, flags: BaselineFlags): Promise<Baseline> {
  const command = updateCommand(file, flags);
  if (!existsSync(path)) {
    const hint = said`--no-baseline checks goals alone; write one and commit it with: ${command}`;
    throw refused(path, said`there is no baseline; a check never writes one by itself`, hint);
  }
  const { text } = await readSource(path, { most: MOST_BYTES });
  const baseline = parseBaseline(text, path, { update: command });
  if (file !== "-" && baseline.of !== undefined && baseline.of !== basename(file)) {
    const at = text.search(/^of:/m);
    const hint = said`where that was renamed, write ${`of: ${basename(file)}`} here; otherwise name another: --baseline FILE`;
    const line = placer({ file: path, text })(at, at + text.slice(at).search(/\r?\n/));
    return refuse(line, said`this is the baseline of ${baseline.of}, not of ${basename(file)}`, hint);
  }
  return baseline;
}

/** The sums of blocks beside a baseline, where there are any. @throws ScenarioError for sums that cannot be used */
export async function readBlocks(
  path: string,
  baseline: Baseline,
  file: string,
  flags: BaselineFlags,
): Promise<Blocks | undefined> {
  const beside = blocksPath(path);
  if (flags.pairs === false || !existsSync(beside)) return undefined;
  const { text } = await readSource(beside, { most: MOST_BYTES });
  return parseBlocks(text, beside, baseline, updateCommand(file, flags), path);
}
