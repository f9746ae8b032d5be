import { existsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { type AcceptSettings, accept } from "../analysis/accept.ts";
import { type Baseline, baselineText } from "../analysis/baseline.ts";
import { BaselineFault } from "../analysis/baseline-reading.ts";
import { blocksPath, blocksText } from "../analysis/blocks.ts";
import { check as analyse, type CheckSettings } from "../analysis/check.ts";
import type { CheckResult } from "../analysis/check-result.ts";
import { parseMargins } from "../analysis/margins.ts";
import * as report from "../report/index.ts";
import { acceptanceLines, languageOf, printable } from "../report/index.ts";
import { jsonText } from "../report/json.ts";
import { defined } from "../rulesets/defined.ts";
import { said } from "../rulesets/said.ts";
import { formatProblems, type ScenarioError } from "../scenario/problem.ts";
import { openScenario, type Scenario, type Study } from "../scenario/study.ts";
import { neverIn } from "../scenario/validate.ts";
import { type BaselineFlags, baselinePath, readBaseline, readBlocks, updateCommand } from "./baseline.ts";
import { type OpenCache, openCache, withCache } from "./cache.ts";
import { EXIT, interruptible, OutputError, UsageError } from "./exit.ts";
import { writeFiles } from "./files.ts";
import { keepCheck, keptCheck, type OpenedCheck, openedCheck, unlikeCells } from "./kept-check.ts";
import {
  inLanguage,
  list,
  repeat,
  reproduction,
  shareOf,
  trialsOf,
  withCacheFlag,
  withLanguage,
  wordsOf,
  workersOf,
} from "./options.ts";
import { progressBar } from "./progress.ts";
import { lookOf, order, print, say, speak } from "./streams.ts";

interface CheckFlags extends BaselineFlags {
  readonly workers: number;
  readonly only?: string[];
  readonly update?: boolean;
  readonly anchor?: boolean;
  readonly strict?: boolean;
  readonly markdown?: string;
  readonly html?: string;
  readonly junit?: string;
  /** Of what is taken from the cache, the share that is computed again. */
  readonly recheck: number;
}

export function addCheck(program: Command): void {
  withCacheFlag(withLanguage(program.command("check")))
    .description("Check a scenario against its goals and baseline; fail when the balance really moved.")
    .argument("<file>", "scenario file; - is standard input")
    .option(
      "--baseline <file>",
      "the baseline (default: NAME.baseline.yaml or balance.baseline.yaml beside the scenario)",
    )
    .option("--no-baseline", "check the goals alone")
    .option("--no-pairs", "compare independent runs; with --update: store no sums of blocks")
    .option("--only <a,b>", "only these experiments; leave the rest of the baseline aside", list)
    .option("--update", "write the baseline, and say what that accepts")
    .option("--anchor", "with --update: measure slow drift of every number from here on")
    .option(
      "--margin <margin>",
      "a change up to this passes: 1pp for chances, 2% for means, PATTERN:0.5pp; may be given again",
      repeat,
    )
    .option("--strict", "exit 4 when something stays inconclusive")
    .option("--trials <n>", "of each simulated cell, at most", trialsOf)
    .option("--workers <n>", "threads; 0 plays in this process", workersOf, availableParallelism())
    .option("--recheck <share>", "of what the cache knows, compute this share again and compare", shareOf, 0.01)
    .option("--set <path=value>", "change one value for this check; may be given again", repeat)
    .option("--markdown <file>", "write the check as Markdown, for a comment")
    .option("--html <file>", "write a page with charts")
    .option("--junit <file>", "write the check as JUnit XML")
    .option("--json", "print the check as JSON")
    .option("--quiet", "no progress, no summary")
    .addHelpText(
      "after",
      `
Examples:
  crible check my.yaml --update                       write balance.baseline.yaml; commit it
  crible check my.yaml                                in CI, or before a commit
  crible check my.yaml --margin 0.5pp --margin 'fight*/casualties*:5%' --strict
  crible check my.yaml --set defender.save=3+         would this edit pass?

On GitHub the check also writes annotations and the step summary. See docs/ci.md.`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as CheckFlags;
      if (flags.update && flags.set)
        throw new UsageError(said`--update writes what the file says: put the change there`);
      if (flags.update && flags.only) throw new UsageError(said`--update writes all numbers: leave out --only`);
      if (flags.update && flags.baseline === false) throw new UsageError(said`--update needs a baseline to write`);
      if (flags.anchor && !flags.update) throw new UsageError(said`--anchor goes with --update`);
      try {
        process.exitCode = flags.update ? await update(file, flags) : await check(file, flags);
      } catch (error) {
        if (error instanceof Error && "problems" in error) await tellFault(file, error as ScenarioError, flags);
        throw error;
      }
    });
}

/** A file as GitHub knows it: from the top of the repository, wherever the command was given. */
function onGithub(file: string): string {
  const { GITHUB_WORKSPACE } = process.env;
  if (!GITHUB_WORKSPACE || !existsSync(file)) return file;
  const path = relative(GITHUB_WORKSPACE, resolve(file));
  return path.startsWith("..") || isAbsolute(path) ? file : path.split(sep).join("/") || ".";
}

/** Bad input, to the CI at hand as well. */
async function tellFault(file: string, { problems, message }: ScenarioError, flags: CheckFlags): Promise<void> {
  if (process.env.GITHUB_ACTIONS)
    await order(report.faultAnnotation(problems, onGithub), flags.json ? process.stderr : process.stdout);
  if (flags.junit !== undefined) await write(flags.junit, report.faultJunit(file, message));
  await tellMarkdown(() => report.faultMarkdown(file, message), flags);
}

/** What a check says in Markdown, for its file and the summary of the step. */
async function tellMarkdown(markdown: () => string, flags: CheckFlags): Promise<void> {
  if (flags.markdown !== undefined) await write(flags.markdown, markdown());
  if (process.env.GITHUB_STEP_SUMMARY)
    await appendFile(process.env.GITHUB_STEP_SUMMARY, `${markdown()}\n`).catch((error: unknown) => {
      throw new OutputError(said`the step summary`, error);
    });
}

const UNPAIRED = {
  none: "compared without pairs: the baseline has no sums of blocks (--update writes them), so it takes more trials",
  unlike:
    "compared without pairs: the sums of blocks beside the baseline are of another seed, or too long for the trials",
};

async function studyOf(scenario: Scenario, flags: CheckFlags): Promise<{ study: Study; warned: string }> {
  const study = inLanguage(await scenario.study({ set: flags.set ?? [], ...defined({ only: flags.only }) }), flags);
  const warnings = [...study.warnings, ...neverIn(study)];
  const warned = warnings.length === 0 ? "" : `${formatProblems(warnings, { lang: study.labels })}\n`;
  if (!flags.quiet) say(warned);
  return { study, warned };
}

async function settingsOf(flags: CheckFlags): Promise<AcceptSettings> {
  return {
    margins: parseMargins(flags.margin ?? []),
    ...defined({ trials: flags.trials, only: flags.only }),
    workers: flags.workers,
  };
}

/** Does what a signal ends early. */
type Listening = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

async function check(file: string, flags: CheckFlags): Promise<number> {
  const settings = await settingsOf(flags);
  const cache = await openCache(flags, flags.recheck);
  let stopped: number | undefined;
  // What is read and told takes long in one go: a signal ends the process then by itself.
  const listening: Listening = async (work) => {
    const interrupt = interruptible();
    try {
      return await work(interrupt.signal);
    } finally {
      stopped ??= interrupt.exit();
      interrupt.release();
    }
  };
  try {
    const own = wordsOf(flags, "baseline", "no-baseline", "no-pairs", "margin", "strict");
    const command = reproduction("check", file, flags, own);
    const update = (flags.set ?? flags.only) ? {} : { update: updateCommand(file, flags) }; // a change on the command line is not the file's
    const opened = await openedCheck(file, flags, { command, update, lang: flags.lang });
    const known = cache && (await takenFrom(cache, opened, flags, settings, listening));
    const result = known ?? (await made(file, flags, opened, { ...settings, command, ...update }, cache, listening));
    await tell(result, flags);
    if (result.unpaired && flags.pairs !== false && !flags.quiet) say(`${UNPAIRED[result.unpaired]}\n`);
    if (stopped !== undefined) return stopped;
    if (result.verdict === "fail") return EXIT.failed;
    return result.verdict === "inconclusive" && flags.strict ? EXIT.inconclusive : EXIT.ok;
  } finally {
    cache?.close();
  }
}

/** A check that is kept, some of its cells computed again; undefined where there is none, or where those differ. */
async function takenFrom(
  cache: OpenCache,
  opened: OpenedCheck,
  flags: CheckFlags,
  settings: CheckSettings,
  listening: Listening,
): Promise<CheckResult | undefined> {
  const known = opened.scenario.file === "standard input" ? undefined : await keptCheck(cache, opened);
  if (known === undefined) return undefined;
  speak(flags.lang ?? known.result.labels);
  const unlike = await listening((signal) =>
    unlikeCells(cache, opened, known, flags.set ?? [], { ...settings, signal }),
  );
  if (unlike.length > 0) {
    cache.empty(unlike);
    return undefined;
  }
  if (!flags.quiet) say(known.warnings);
  return known.result;
}

/** A check that is made; without the cache where that holds what is not so. */
async function made(
  file: string,
  flags: CheckFlags,
  opened: OpenedCheck,
  settings: CheckSettings,
  cache: OpenCache | undefined,
  listening: Listening,
): Promise<CheckResult> {
  const { study, warned } = await studyOf(opened.scenario, flags);
  const path = flags.baseline === false ? undefined : await baselinePath(file, flags);
  const baseline = path === undefined ? undefined : await readBaseline(path, file, flags);
  const blocks = baseline && path !== undefined ? await readBlocks(path, baseline, file, flags) : undefined;
  if (baseline === undefined && study.goals.length === 0)
    throw new UsageError(said`there is nothing to check: no baseline was asked for, and the scenario has no goals`);
  const progress = progressBar(flags.quiet === true, flags.lang ?? study.labels);
  const cells: Record<string, readonly [number, string]> = {};
  const once = (kept: OpenCache | undefined) => async (signal: AbortSignal) =>
    analyse(study, {
      ...settings,
      signal,
      ...(baseline && path !== undefined ? { baseline, baselineFile: path } : {}),
      ...defined({ blocks, cache: kept?.cells }),
      variant: (set, cells) => opened.scenario.study({ set: [...(flags.set ?? []), ...set], cells, isKnown: true }),
      ...(kept && { onCell: (id: string, ...how: readonly [number, string]) => Object.assign(cells, { [id]: how }) }),
      ...progress.heard,
    });
  try {
    const result = await listening(once(cache?.isOpen ? cache : undefined));
    if (cache && cache.cells.poisoned.length > 0) {
      cache.empty(cache.cells.poisoned);
      return await listening(once(undefined));
    }
    const isWhole = !result.partial && result.paired === undefined && file !== "-";
    if (cache?.isOpen && isWhole) await keepCheck(cache, opened, { result, warnings: warned, cells });
    return result;
  } finally {
    progress.stop();
  }
}

/** Every report of a check that was asked for, or that the CI at hand reads. */
async function tell(result: CheckResult, flags: CheckFlags): Promise<void> {
  if (flags.json) await print(report.checkJson(result));
  else if (!flags.quiet) await print(report.checkView(result, lookOf(process.stdout, !flags.color)));
  const { GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = process.env;
  const link =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
      : undefined;
  if (GITHUB_ACTIONS)
    await order(report.checkAnnotations(result, onGithub), flags.json ? process.stderr : process.stdout);
  await tellMarkdown(() => report.checkMarkdown(result, link), flags);
  if (flags.html !== undefined)
    await write(flags.html, await (await import("../report/page/index.ts")).checkHtml(result));
  if (flags.junit !== undefined) await write(flags.junit, report.checkJunit(result, flags.strict));
}

const write = (path: string, text: string) => writeFiles(dirname(path), new Map([[basename(path), text]]));

/** The baseline that is to be replaced; one that is only damaged is told, and given up. */
async function oldBaseline(path: string, file: string, flags: CheckFlags): Promise<Baseline | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    return await readBaseline(path, file, flags);
  } catch (error) {
    if (!(error instanceof BaselineFault && error.isMendable)) throw error;
    say(`${formatProblems(error.problems, { lang: flags.lang ?? "en" })}\n\n`);
    say(said`written anew: nothing of the old file is kept, nor its anchor`);
    return undefined;
  }
}

async function update(file: string, flags: CheckFlags): Promise<number> {
  const settings = await settingsOf(flags);
  const { study } = await studyOf(await openScenario(file), flags);
  const path = await baselinePath(file, flags);
  const old = await oldBaseline(path, file, flags);
  // Sums that cannot be used are written anew.
  const blocks = old && (await readBlocks(path, old, file, flags).catch(() => undefined));
  const interrupt = interruptible();
  const progress = progressBar(flags.quiet === true, flags.lang ?? study.labels);
  const written = updateCommand(file, flags);
  try {
    const acceptance = await withCache(flags, (cache) =>
      accept(study, {
        ...settings,
        ...defined({ old, blocks, cache }),
        anchor: flags.anchor === true,
        pairs: flags.pairs !== false,
        command: written,
        signal: interrupt.signal,
        ...progress.heard,
      }),
    );
    progress.stop();
    if (acceptance === undefined) {
      say(said`interrupted: the baseline is as it was`);
      return interrupt.exit() ?? EXIT.interrupted;
    }
    const baseline = { ...acceptance.baseline, ...(file === "-" ? {} : { of: basename(file) }) };
    const beside = blocksPath(path);
    const files = new Map([[basename(path), baselineText(baseline, written)]]);
    if (acceptance.blocks) files.set(basename(beside), blocksText(acceptance.blocks, baseline));
    await writeFiles(dirname(path), files);
    const isStale = acceptance.blocks === undefined && existsSync(beside);
    if (isStale) await rm(beside, { force: true });
    const { baseline: _, blocks: __, ...accepted } = acceptance;
    if (flags.json) await print(jsonText({ analysis: "check --update", baseline: path, ...accepted }));
    else if (!flags.quiet)
      await print(
        `${acceptanceLines(acceptance, languageOf(study.labels, study.ruleset)).map(printable).join("\n")}\n`,
      );
    if (!flags.quiet) say(acceptance.blocks ? said`wrote ${path} and ${beside}` : said`wrote ${path}`);
    if (isStale) say(said`removed ${beside}: the new baseline has no sums of blocks`);
    return EXIT.ok;
  } finally {
    progress.stop();
    interrupt.release();
  }
}
