import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import type { Result } from "../analysis/result.ts";
import { LeftUntold, MOST_WHEN_CUT, outcomesIn, type RunSettings, run } from "../analysis/run.ts";
import { quoted } from "../playground/command.ts";
import * as report from "../report/index.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { type Said, said } from "../rulesets/said.ts";
import { editedIn } from "../scenario/last-study.ts";
import { formatProblems } from "../scenario/problem.ts";
import { loadStudy, type Study } from "../scenario/study.ts";
import { openCache } from "./cache.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { ArgumentError, EXIT, interruptible, KEPT, UsageError } from "./exit.ts";
import { claimFolder, foldersOf, sayWritten, whatIfFolder } from "./files.ts";
import {
  askedOf,
  checkMethod,
  inLanguage,
  type RunFlags,
  reproduction,
  shareOf,
  studyOptionsOf,
  threadsOf,
  withGuarantee,
  withRunFlags,
  wordsOf,
} from "./options.ts";
import { type ProgressBar, progressBar, sparing } from "./progress.ts";
import { ReportFolder } from "./report-folder.ts";
import { checkPartFlags, openPart, settingsOfParts, withShards } from "./shards.ts";
import { lookOf, printFolded, printPieces, say, sayError } from "./streams.ts";

interface RunOwnFlags extends RunFlags {
  readonly html: boolean;
  readonly charts?: boolean;
  readonly watch?: boolean;
  readonly resume?: boolean;
  /** Left out unless it was asked for. */
  readonly checkpoint?: number;
  readonly queue?: string | true;
  readonly recheck?: number;
}

export function addRun(program: Command): void {
  withShards(withGuarantee(withRunFlags(program.command("run"))))
    .description("Compute every experiment of a scenario, print a summary, write the reports.")
    .argument("<file...>", "scenario files, YAML or JSON; - is standard input")
    .option("--verify", "also simulate what is exact, and compare the two")
    .option("--out <dir>", "where the reports go (default: reports/<name of the scenario>)")
    .option("--no-html", "write no report.html, which takes longer than a short run")
    .option("--charts", "also draw charts as SVG files beside summary.md, which shows them")
    .option("--resume", "continue from the checkpoint beside the reports; the cache needs no flag")
    .option(
      "--checkpoint <seconds>",
      "write a checkpoint every so many seconds (default: 1 without a cache); 0 writes none",
      secondsOf,
    )
    .option("--queue [address]", "have the workers of this queue play the blocks: redis://… or postgres://…")
    .option(
      "--recheck <share>",
      "with --queue: have this share of the tasks played again by another worker, and compare",
      shareOf,
    )
    .option("--watch", "run again whenever the scenario is saved, and show the page in a browser that follows it")
    .addHelpText(
      "after",
      `
Examples:
  crible run scenarios/alpha-omega/rangers-vs-marines.yaml
  crible run my.yaml --only interception --precision 0.05%
  crible run my.yaml --set defender.save=3+ --exact --json
  crible run my.yaml --trials 1e10 --resume
  crible run my.yaml --trials 1e10 --shard 3/8
  crible run my.yaml --precision 0.01% --queue redis://queue.example:6379 --recheck 1%
  crible run my.yaml --watch`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as RunOwnFlags;
      if (flags.out !== undefined && files.length > 1) throw new UsageError(said`--out takes one scenario at a time`);
      checkMethod(flags);
      const folders = foldersOf(files).map((folder) => whatIfFolder(folder, flags.set));
      if (flags.watch) {
        if (files.length > 1 || files[0] === "-") throw new UsageError(said`--watch takes one scenario file`);
        if (flags.resume)
          throw new UsageError(said`--watch begins anew whenever the scenario changes: --resume has no part in it`);
        if (!flags.html) throw new UsageError(said`--watch shows the page that --no-html leaves out`);
        const { watchRun } = await import("./watch.ts");
        process.exitCode = await watchRun(files[0]!, (last) =>
          runFile(files[0]!, flags.out ?? folders[0]!, flags, last),
        );
        return;
      }
      let exit: number = EXIT.ok;
      for (const [i, file] of files.entries()) {
        exit = Math.max(exit, (await runFile(file, flags.out ?? folders[i]!, flags)).exit);
        if (exit >= EXIT.interrupted) break;
      }
      process.exitCode = exit;
    });
}

/**
 * What plays studies as the flags ask: threads, a part of the blocks or all parts, the cache; with a bar, until a signal
 * comes. Whoever opens it closes it.
 */
export async function openPlay(studies: readonly Study[], flags: RunFlags, command: string) {
  checkPartFlags({ ...flags });
  const part = flags.shard ? await openPart(command.split(" ")[1]!, studies, command, flags) : undefined;
  const merged = flags.parts ? await settingsOfParts(flags.parts, studies, command) : {};
  const cache = flags.parts ? undefined : await openCache(flags);
  const progress = progressBar(flags.quiet === true, flags.lang ?? studies[0]!.labels);
  sparing(studies.reduce((sum, { cells }) => sum + cells.length, 0));
  const interrupt = interruptible();
  const threads = { ...askedOf(flags), ...threadsOf(flags), command, signal: interrupt.signal, ...progress.heard };
  return {
    part,
    cache,
    progress,
    interrupt,
    settings: { ...threads, ...(cache ? { cache: cache.cells } : {}), ...part?.settings, ...merged },
    async close() {
      progress.stop();
      interrupt.release();
      cache?.close();
      await part?.close();
    },
  };
}

/** Cells up to which a round of `--watch` is over as soon as those that were edited are computed. */
const FEW = 40;

/** What a round of `--watch` had, so that the next reads less, and says which numbers moved. */
export interface LastRound {
  study?: Study;
  result?: Result;
}

/** How a run ended, and its page where one was made. */
interface Finished {
  readonly exit: number;
  readonly page?: string;
}

/** Where the blocks are played, where not on threads of this machine. */
async function queueOf(
  { queue, recheck, quiet, verify, cache }: RunOwnFlags,
  progress: ProgressBar,
): Promise<Pick<RunSettings, "runner">> {
  if (queue === undefined) {
    if (recheck !== undefined)
      throw new UsageError(said`--recheck goes with --queue; without a queue --verify plays blocks again`);
    return {};
  }
  const [{ placeOf }, { queueRunner }] = await Promise.all([import("./queue/place.ts"), import("./queue/runner.ts")]);
  const place = placeOf(queue);
  const common = { place, progress, quiet: quiet === true, anew: verify === true || cache === false };
  return { runner: queueRunner({ ...common, ...(recheck === undefined ? {} : { recheck }) }) };
}

/** Seconds between two writes of a checkpoint. */
function secondsOf(value: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
  if (!(seconds >= 0)) throw new ArgumentError(said`a number of seconds is expected; 0 keeps no checkpoint`);
  return seconds;
}

/** What `--checkpoint` is unless it is said. */
const EVERY = 1;

/** Where a run keeps what it has played. */
async function checkpointOf(study: Study, folder: string, command: string, flags: RunOwnFlags): Promise<Checkpoint> {
  const [{ CHECKPOINT, Checkpoint }, { headOfKept }] = await Promise.all([
    import("./checkpoint.ts"),
    import("../analysis/kept.ts"),
  ]);
  return Checkpoint.open(join(folder, CHECKPOINT), await headOfKept([study], { command }), {
    resume: flags.resume === true,
    quiet: flags.quiet === true,
    every: flags.checkpoint || EVERY,
  });
}

/** Where a run plays and what it writes, which are no part of what makes its numbers again. */
const placeWords = (flags: RunOwnFlags): string =>
  wordsOf(flags, "out", "workers", "queue", "charts", "no-html")
    .map((word) => ` ${quoted(word)}`)
    .join("");

/** How to go on from a checkpoint, and what it is good for. */
function resumeText(checkpoint: Checkpoint, flags: RunOwnFlags, command: string): string {
  if (checkpoint.fault || !checkpoint.isThere) return "";
  const less = checkpoint.isLasting ? "" : " (this file system cannot sync a folder: a power cut now may cost it)";
  return `Go on from there with: ${command}${placeWords(flags)} --resume${less}\n`;
}

/** Cells named one by one in a sentence, at most. */
const NAMED = 5;

const notReached = (cells: readonly string[]): Said =>
  cells.length <= NAMED
    ? said`; not reached: ${cells.join(", ")}`
    : said`; not reached: ${cells.slice(0, NAMED).join(", ")} and ${cells.length - NAMED} others`;

/** @param last with --watch: what the round before had */
async function runFile(file: string, folder: string, flags: RunOwnFlags, last?: LastRound): Promise<Finished> {
  const loaded = await loadStudy(file, { ...studyOptionsOf(flags), last: last?.study });
  const study = inLanguage(loaded, flags);
  if (study.warnings.length > 0 && !flags.quiet) say(`${formatProblems(study.warnings, { lang: study.labels })}\n`);
  const notBuilt = study.cells.filter((cell) => "notBuilt" in cell.outcome);
  const asked = flags.only !== undefined || flags.cell !== undefined;
  const command = reproduction("run", file, flags);
  const headlines = Object.fromEntries(
    Object.entries((await loadRuleset(study.ruleset)).kinds).map(([name, kind]) => [name, kind.headline]),
  );
  const look = lookOf(process.stdout, !flags.color);
  let page: string | undefined;
  const finished = (exit: number): Finished => ({ exit, ...(page === undefined ? {} : { page }) });
  const { part, cache, progress, interrupt, settings, close } = await openPlay([study], flags, command);
  let checkpoint: Checkpoint | undefined;
  try {
    if (!part) await claimFolder(folder);
    const queue = flags.parts ? {} : await queueOf(flags, progress);
    // What is played is kept in the cache; a file of its own has who asks for one, or has no cache.
    const isAsked = flags.resume || (flags.checkpoint ?? (cache ? 0 : EVERY)) > 0;
    if (!part && !flags.parts && isAsked) checkpoint = await checkpointOf(study, folder, command, flags);
    const tellMoved = (result: Result) =>
      last?.result &&
      printFolded(`\n${report.movedLines(last.result, result, headlines).map(report.printable).join("\n")}\n`);
    const edited = last?.study && study.cells.length > FEW ? editedIn(study, last.study) : [];
    if (last) last.study = loaded;
    // It is in the cache then, and not computed twice.
    if (edited.length > 0 && cache && flags.queue === undefined && !flags.quiet && !flags.json) {
      const changed = { ...study, cells: edited, goals: [], track: [], warnings: [] };
      const first = await run(changed, { ...settings, probes: false });
      progress.stop();
      if (!interrupt.signal.aborted) await tellMoved(first);
    }
    const untold = async (cells: number): Promise<Finished> => {
      await checkpoint?.close(true, false);
      say(
        said`interrupted: no report was written, for those of ${cells} cells take long. Run it whole with: ${command}${placeWords(flags)}`,
      );
      if (checkpoint) say(resumeText(checkpoint, flags, command));
      return finished(interrupt.exit()!);
    };
    const result = await run(study, {
      ...settings,
      mayLeave: true,
      verify: flags.verify === true,
      ...(checkpoint ? { keep: checkpoint.keep } : {}),
      ...queue,
    }).catch((error: unknown) => {
      if (error instanceof LeftUntold) return error;
      throw error;
    });
    progress.stop();
    if (result instanceof LeftUntold) return untold(result.cells);
    const faults = result.cells.flatMap(({ fault }) => fault ?? []);
    if (part) return finished(await part.end(interrupt.exit(), faults));
    // What is whole is in the reports, unless more trials are to go on from it.
    const isKept = result.partial === true || flags.resume === true || flags.checkpoint !== undefined;
    if (isKept) await checkpoint?.close(true, result.partial !== true);
    // Of thousands of cells nobody who ends a run waits for what there is to be shown.
    const isOver = () => interrupt.exit() !== undefined && outcomesIn(result.cells) > MOST_WHEN_CUT;
    const writing = () => report.languageOf(study.labels).say`writing reports of ${study.cells.length} {cell|cells}`;
    progress.line.now(writing);
    if (!isOver()) await report.readAll(result, headlines, isOver);
    progress.stop();
    if (flags.json) await printPieces(report.resultsPieces(result), true, isOver);
    else if (!flags.quiet) {
      await printPieces(report.terminalPieces(result, headlines, look), false, isOver);
      if (result.partial !== true) await tellMoved(result);
    }
    if (last) last.result = result;
    if (isOver()) return untold(result.cells.length);
    progress.line.now(writing);
    const reports = await ReportFolder.open(folder);
    // Once the signal has come what there is is written; where it comes now, the process ends.
    const cut = interrupt.exit() === undefined ? interrupt.signal : undefined;
    const written: string[] = [];
    let removed: readonly string[] = [];
    try {
      written.push(...(await reports.write(report.reportFiles(result, headlines), cut)));
      // Last, for it takes longest; an interrupted run ends without, and leaves no page of other numbers either.
      if (interrupt.exit() !== undefined) await rm(join(folder, "report.html"), { force: true });
      else if (flags.html) {
        const { runHtml } = await import("../report/page/index.ts");
        page = await runHtml(result, headlines, cut);
        written.push(...(await reports.write(new Map([["report.html", page]]), cut)));
      }
      if (flags.charts && interrupt.exit() === undefined) {
        const { figuresOf } = await import("../report/page/index.ts");
        const { figures, files: charts } = await figuresOf(result, headlines);
        const summary = report.summaryMarkdown(result, headlines, figures);
        const files = new Map([...charts, ["summary.md", summary]]);
        written.push(...(await reports.write(files, cut)).slice(0, charts.size));
      }
      removed = await reports.finish(reports.runOf("results.json"), result);
    } catch (error) {
      progress.stop();
      if (cut?.aborted !== true) throw error;
      say(
        said`interrupted while the reports were written: not all of ${folder} is of this run. Run it whole with: ${result.command}${placeWords(flags)}`,
      );
      if (checkpoint) say(resumeText(checkpoint, flags, command));
      return finished(interrupt.exit()!);
    } finally {
      await reports.close();
    }
    progress.stop();
    if (!isKept) await checkpoint?.remove();
    if (!flags.quiet) sayWritten(written, removed);
    for (const cell of notBuilt) say(`${cell.id}: ${(cell.outcome as { notBuilt: string }).notBuilt}\n`);
    if (faults.length > 0) say(said`some blocks could not be played: the reports hold all the rest, marked partial`);
    for (const fault of faults) sayError(fault);
    if (faults.length > 0 && checkpoint) say(resumeText(checkpoint, flags, command));
    const stopped = interrupt.exit();
    if (stopped !== undefined) {
      const unreached = result.unreached ? notReached(result.unreached) : "";
      say(
        said`interrupted: the reports hold what was complete${unreached}. Run it whole with: ${result.command}${placeWords(flags)}`,
      );
      if (checkpoint) say(resumeText(checkpoint, flags, command));
      else if (cache && result.cells.some(({ method }) => method !== undefined)) say(KEPT);
      return finished(stopped);
    }
    if (faults.length > 0) return finished(EXIT.runtime);
    if (result.cells.some(({ quality }) => quality?.some(({ name, passed }) => name === "repeated" && !passed))) {
      say(said`blocks that were played again gave other counts: please report this as a bug`);
      return finished(EXIT.failed);
    }
    if (result.cells.some((cell) => cell.verification?.verdict === "disagree")) {
      say(said`the simulation disagrees with the exact answer: please report this as a bug`);
      return finished(EXIT.failed);
    }
    const failed = result.goals?.filter(({ verdict, level }) => verdict === "fail" && level === "error") ?? [];
    if (failed.length > 0 && !flags.quiet)
      say(said`${failed.length} {goal is|goals are} not met: crible check ${file} fails on that`);
    return finished(notBuilt.length > 0 && (asked || notBuilt.length === study.cells.length) ? EXIT.badInput : EXIT.ok);
  } finally {
    await close();
    await checkpoint?.close(true);
  }
}
