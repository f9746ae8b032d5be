/** What every analysis does: read the flags, compute a study, show its document. */

import { basename, dirname } from "node:path";
import type { Command } from "commander";
import type { EvenSettings } from "../analysis/even.ts";
import { SearchStopped, unlessStopped } from "../analysis/field-search.ts";
import { checkNames, type Measure, parseMeasure } from "../analysis/measure.ts";
import { UNPAIRED } from "../analysis/pairing.ts";
import type { Result } from "../analysis/result.ts";
import { type RunSettings, run } from "../analysis/run.ts";
import { type PairedResults, type PairedSettings, runPaired, runUnpaired } from "../analysis/run-paired.ts";
import {
  type AnalysisData,
  type AnalysisName,
  type AnalysisResults,
  analysisCsv,
  analysisJson,
  analysisOf,
  documentMarkdown,
  documentText,
} from "../report/index.ts";
import { nextTurn } from "../rule/event-loop.ts";
import { said } from "../rulesets/said.ts";
import { formatProblems } from "../scenario/problem.ts";
import { labelsIn, type Scenario, type Study, type StudyOptions } from "../scenario/study.ts";
import { neverIn } from "../scenario/validate.ts";
import { EXIT, Interrupted, interruptible, KEPT, NOTHING, UsageError } from "./exit.ts";
import { checkMethod, inLanguage, type RunFlags, repeat, withRunFlags } from "./options.ts";
import { lineOf } from "./progress.ts";
import { openPlay } from "./run.ts";
import { withShards } from "./shards.ts";
import { lookOf, print, say, sayError } from "./streams.ts";

/** Flags of every analysis, besides those of a run. */
export interface AnalysisFlags extends RunFlags {
  readonly markdown?: boolean;
  readonly csv?: boolean;
  readonly html?: string;
  readonly metric?: string[];
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly unpaired?: boolean;
  /** False: no whole fights are played for what something is worth in points. */
  readonly prices?: boolean;
  /** What is too large to be stored as one text: its reports are written, and cannot be made again from it. */
  readonly unstored?: true;
}

/** The flags of every command that computes, and how an analysis is asked for and shown. */
export const withAnalysisFlags = (command: Command, { measures = true } = {}): Command => {
  withRunFlags(command);
  if (measures)
    command
      .option(
        "--metric <metric>",
        "what to look at: outcome=out, casualties, 'casualties>=2'; may be given again",
        repeat,
      )
      .option("--turn <n>", "at the end of this turn (default: the last)", Number)
      .option("--side <side>", "of this side: first or second");
  return command
    .option("--csv", "print the table as CSV")
    .option("--markdown", "print Markdown")
    .option("--html <file>", "also write a page with charts")
    .option("--out <dir>", "also write the analysis as files into this folder, the page as report.html");
};

/** The measures that the flags name; none where they name none: then those that sum up the kind are meant. */
export function askedMeasures({ turn, side, metric }: AnalysisFlags): { readonly measures?: readonly Measure[] } {
  if (turn !== undefined && !(Number.isInteger(turn) && turn >= 1))
    throw new UsageError(said`--turn takes a whole number from 1`);
  if (side !== undefined && side !== "first" && side !== "second")
    throw new UsageError(said`--side is first or second`);
  const at = { ...(turn === undefined ? {} : { turn }), ...(side === undefined ? {} : { side }) };
  if (metric === undefined && Object.keys(at).length > 0) throw new UsageError(said`--turn and --side need a --metric`);
  return metric === undefined ? {} : { measures: metric.map((text) => ({ ...parseMeasure(text), ...at })) };
}

/** The flags that say what is measured. */
export const MEASURING = ["metric", "turn", "side"];

/** Reads what takes a while because it has many variants, with a word on how far it is. */
export async function reading<T>(
  scenario: Scenario,
  flags: RunFlags,
  read: (told: Required<Pick<StudyOptions, "onVariant">>) => Promise<T>,
): Promise<T> {
  const { tell, stop } = lineOf(
    flags.quiet === true,
    flags.lang ?? labelsIn(scenario.tree),
    ({ say }, done: number, all: number) => [say`reading variants  ${done + 1} of ${all}`, done / all],
  );
  const interrupt = interruptible();
  const heed = () => {
    if (interrupt.exit() !== undefined) throw new Interrupted(interrupt.exit()!);
  };
  const onVariant = (...at: Parameters<typeof tell>) => {
    heed();
    tell(...at);
  };
  try {
    const found = await read({ onVariant });
    for (const _ of [1, 2]) await nextTurn(); // within two a signal is heard that came since
    heed();
    return found;
  } finally {
    stop();
    interrupt.release();
  }
}

/**
 * Computes a study with progress, interrupts and warnings told. Goals are left to `run` and `check`.
 * @throws UsageError when nothing of it can be computed
 */
export const compute = async (...given: Parameters<typeof computeOrPart>): Promise<Result> =>
  (await computeOrPart(...given))!; // a command without parts: its flags refuse one

/**
 * Plays fights with other numbers of models for what something is worth in points, with a word on how far it is;
 * `without` where that is interrupted, or `--no-prices` is given.
 */
export async function pricing<T>(
  { labels, command }: Result,
  flags: AnalysisFlags,
  without: T,
  price: (settings: Required<Pick<EvenSettings, "compute" | "onPlay">>) => Promise<T>,
): Promise<T> {
  if (flags.prices === false) return without;
  const { tell, stop } = await priceLine(flags, labels);
  try {
    const priced = await unlessStopped(
      () => price({ compute: searching(flags, command), onPlay: tell }),
      () => without,
    );
    return process.exitCode === undefined ? priced : without;
  } finally {
    stop();
  }
}

/** Computes fight after fight of a search, until a signal or a fault ends one: what it has found by then is all. */
export const searching =
  (flags: RunFlags, command: string) =>
  async (study: Study, more: Pick<RunSettings, "finding"> = {}): Promise<Result> => {
    // The same warnings again, and a bar for every number of models.
    const { shard: _, parts: __, ...quietFlags } = { ...flags, quiet: true };
    const result =
      process.exitCode === undefined && (await compute(study, quietFlags, command, { probes: false, ...more }));
    if (!result || process.exitCode !== undefined) throw new SearchStopped();
    return result;
  };

/** Hears which fight is about to be played with how many models, on the way to an even price. */
export async function priceLine({ quiet = false, lang }: RunFlags, labels: Study["labels"]) {
  return lineOf(quiet, lang ?? labels, ({ say }, fight: number, fights: number, models: number) => [
    say`looking for even prices  fight ${fight} of ${fights}, ${models} {model|models}`,
    (fight - 1) / fights,
  ]);
}

/** The same; undefined where the flags ask for a part of it, which is then in its file. */
export async function computeOrPart(
  study: Study,
  flags: RunFlags,
  command: string,
  more: Pick<RunSettings, "mostOperations" | "finding" | "probes" | "onWork" | "whenRead"> = {},
): Promise<Result | undefined> {
  const results = await computing([study], flags, command, async ([study], settings) => [
    await run(study!, { ...settings, ...more }),
  ]);
  return results?.[0];
}

/** The same of one study or of two to be compared, their cells in pairs on the same dice unless `--unpaired` is given. */
export async function computePaired(
  studies: readonly Study[],
  flags: AnalysisFlags,
  command: string,
  pairs: Pick<PairedSettings, "apart" | "measures">,
): Promise<PairedResults | undefined> {
  let pairing = UNPAIRED;
  const results = await computing(studies, flags, command, async (prepared, settings) => {
    const work = flags.unpaired ? runUnpaired : runPaired;
    const found = await work(prepared, { ...settings, ...pairs });
    pairing = found.pairing;
    return found.results;
  });
  return results && { results, pairing };
}

/** `--unpaired`, of analyses that compare cells. */
export const withPairing = (command: Command): Command =>
  command.option("--unpaired", "simulate each cell on dice of its own, not in pairs on the same dice");

/** The flags of an analysis whose simulation can be shared out. */
export const withParts = (command: Command): Command =>
  withShards(command).option("--resume", "with --shard: continue an interrupted part");

/** Whether anything is made that tells trials: a page, files, or all as data. */
export const telling = ({ json, html, out }: AnalysisFlags): boolean => [json, html, out].some(Boolean);

async function computing(
  studies: readonly Study[],
  flags: RunFlags,
  command: string,
  work: (studies: readonly Study[], settings: RunSettings) => Promise<readonly Result[]>,
): Promise<readonly Result[] | undefined> {
  checkMethod(flags);
  if (flags.resume && flags.shard === undefined)
    throw new UsageError(said`--resume goes on with a part: give its --shard too`);
  const [first] = studies as [Study];
  const warnings = [...first.warnings, ...neverIn(first)];
  if (warnings.length > 0 && !flags.quiet) say(`${formatProblems(warnings, { lang: flags.lang ?? first.labels })}\n`);
  const { measures } = askedMeasures(flags);
  if (measures !== undefined) await checkNames(studies, measures);
  const { part, progress, interrupt, settings, close } = await openPlay(studies, flags, command);
  try {
    const results = await work(
      studies.map((study) => ({ ...inLanguage(study, flags), goals: [], track: [] })),
      { ...settings, probes: telling(flags) || "unseen" },
    );
    const stopped = interrupt.exit();
    if (part) {
      progress.stop();
      process.exitCode = await part.end(stopped, faultsOf(results));
      return undefined;
    }
    const cells = results.flatMap((result) => result.cells);
    if (stopped !== undefined) {
      say(cells.length === 0 ? NOTHING : said`interrupted: what follows rests on what was complete`);
      if (settings.cache && cells.some(({ method }) => method !== undefined)) say(KEPT);
      process.exitCode = stopped;
    }
    for (const fault of faultsOf(results)) {
      sayError(fault);
      process.exitCode = EXIT.runtime;
    }
    const missing = new Map(cells.flatMap(({ id, notBuilt }) => (notBuilt ? [[id, notBuilt]] : [])));
    for (const [id, notBuilt] of missing) say(`${id}: ${notBuilt}\n`);
    if (cells.length > 0 && cells.every(({ notBuilt }) => notBuilt)) process.exitCode = EXIT.badInput;
    return results;
  } finally {
    await close();
  }
}

const faultsOf = (results: readonly Result[]): readonly string[] => [
  ...new Set(results.flatMap(({ cells }) => cells.flatMap(({ fault }) => fault ?? []))),
];

/** Prints an analysis as the flags ask, and writes its files where they say. */
export async function show<N extends AnalysisName>(
  name: N,
  data: AnalysisData<N>,
  results: AnalysisResults,
  flags: AnalysisFlags,
): Promise<void> {
  if (results.length > 0 && results.every(({ partial, cells }) => partial && cells.length === 0)) return; // that was said
  const analysis = analysisOf(name);
  const typed = data as never;
  const document = analysis.document(typed, results);
  const isJsonNeeded = !flags.unstored && (flags.json || flags.out !== undefined);
  const json = isJsonNeeded ? analysisJson(name, data, results) : "";
  if (flags.json) await print(json);
  else if (flags.markdown) await print(documentMarkdown(document));
  else if (flags.csv) await print(analysisCsv(name, typed));
  else await print(documentText(document, lookOf(process.stdout, !flags.color)));
  if (flags.out === undefined && flags.html === undefined) return;
  const [{ sayWritten, writeFiles }, { writeReports }, pages] = await Promise.all([
    import("./files.ts"),
    import("./report-folder.ts"),
    import("../report/page/index.ts"),
  ]);
  const html = await pages.pagePieces(pages.analysisPage(name, data, document, results));
  const files = () =>
    new Map<string, string | typeof html>([
      [`${name}.md`, documentMarkdown(document)],
      ...(flags.unstored ? [] : [[`${name}.json`, json] as const]),
      [`${name}.csv`, analysisCsv(name, typed)],
      ["report.html", html],
    ]);
  const { written, removed } =
    flags.out === undefined ? { written: [], removed: [] } : await writeReports(flags.out, files(), json, results[0]);
  if (flags.html !== undefined)
    written.push(...(await writeFiles(dirname(flags.html), new Map([[basename(flags.html), html()]]))));
  if (!flags.quiet) sayWritten(written, removed);
}
