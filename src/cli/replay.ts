import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { replay } from "../analysis/replay.ts";
import { languageOf, tellingJson, tellingText } from "../report/index.ts";
import { jsonText } from "../report/json.ts";
import { defined } from "../rulesets/defined.ts";
import { said } from "../rulesets/said.ts";
import { formatProblems, visible } from "../scenario/problem.ts";
import { loadStudy } from "../scenario/study.ts";
import { ArgumentError, EXIT, interruptible, UsageError } from "./exit.ts";
import {
  inLanguage,
  type RunFlags,
  reproduction,
  seedOf,
  studyOptionsOf,
  trialsOf,
  withLanguage,
  withScenarioFlags,
  workersOf,
} from "./options.ts";
import { progressBar } from "./progress.ts";
import { lookOf, print, say } from "./streams.ts";

interface ReplayFlags extends RunFlags {
  readonly workers: number;
  readonly trial?: number;
  readonly percentile?: number;
}

function trialOf(text: string): number {
  const isNumber = /^\d+([_,]\d{3})*$|^\d+(\.\d+)?[eE]\+?\d+$/.test(text);
  const number = isNumber ? Number(text.replace(/[_,]/g, "")) : Number.NaN;
  if (!(number >= 1 && Number.isSafeInteger(number)))
    throw new ArgumentError(said`a trial is a whole number, from 1 to the trials of the run`);
  return number;
}

function percentileOf(text: string): number {
  const number = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(number >= 0 && number <= 100)) throw new ArgumentError(said`a percentile is a number from 0 to 100`);
  return number;
}

export function addReplay(program: Command): void {
  withLanguage(withScenarioFlags(program.command("replay")))
    .description("Replay one trial of a run: every die, the rule that asked for it, and what changed.")
    .argument("<file>", "a scenario file, YAML or JSON; - is standard input")
    .argument("[experiment]", "the experiment; not needed where the file has one, or with --cell")
    .option("--trial <n>", "which trial of the run, counted from 1 (default: 1)", trialOf)
    .option("--percentile <p>", "a trial at this percentile of the cell's main metric, 0 to 100", percentileOf)
    .option("--trials <n>", "trials of the run (default: the scenario's, or 1000000)", trialsOf)
    .option("--seed <seed>", "a whole number below 2^64, or any text", seedOf)
    .option(
      "--workers <n>",
      "threads that look for a percentile; 0 plays in this process",
      workersOf,
      availableParallelism(),
    )
    .option("--json", "print the telling as JSON")
    .option("--quiet", "no progress")
    .addHelpText(
      "after",
      `
Examples:
  crible replay scenarios/alpha-omega/rangers-vs-marines.yaml oneShot --cell 'oneShot~rangers~marines~base' --trial 17
  crible replay my.yaml firefight --percentile 5
  crible replay my.yaml ambush --trial 1 --set defender.save=3+ --json`,
    )
    .action(async (file: string, experiment: string | undefined, _flags: unknown, command: Command) => {
      await replayTrial(file, experiment, command.optsWithGlobals() as ReplayFlags);
    });
}

async function replayTrial(file: string, experiment: string | undefined, flags: ReplayFlags): Promise<void> {
  const { trial, percentile, trials } = flags;
  if (trial !== undefined && percentile !== undefined)
    throw new UsageError(said`--trial and --percentile exclude each other: each says which trial`);
  if (experiment !== undefined && flags.only)
    throw new UsageError(said`the experiment is named twice: as an argument and by --only`);
  const named = experiment === undefined ? {} : { only: [experiment] };
  const loaded = await loadStudy(file, studyOptionsOf({ ...flags, ...named }));
  const study = inLanguage(loaded, flags);
  if (study.warnings.length > 0 && !flags.quiet) say(`${formatProblems(study.warnings, { lang: study.labels })}\n`);
  const [cell, ...others] = study.cells;
  if (cell === undefined) throw new UsageError(said`there is no cell to play`);
  if (others.length > 0)
    throw new UsageError(
      said`a replay tells one cell; choose it with --cell:\n${study.cells.map(({ id }) => `  ${id}`).join("\n")}`,
    );
  if ("notBuilt" in cell.outcome) {
    say(`${cell.id}: ${cell.outcome.notBuilt}\n`);
    process.exitCode = EXIT.badInput;
    return;
  }
  // Only the search gives way to signals; where nothing listens they end the process at once.
  const interrupt = percentile === undefined ? undefined : interruptible();
  const progress = progressBar(flags.quiet === true || percentile === undefined, flags.lang ?? study.labels);
  const pick = [...(percentile === undefined ? ["--trial", String(trial ?? 1)] : ["--percentile", String(percentile)])];
  const words = experiment === undefined ? pick : [experiment, ...pick];
  try {
    const told = await replay(study, cell.id, {
      ...defined({ trial, percentile, trials }),
      workers: percentile === undefined ? 0 : flags.workers,
      command: reproduction("replay", file, flags, words),
      ...(interrupt ? { signal: interrupt.signal } : {}),
      onFound() {
        progress.stop();
        interrupt?.release();
      },
      ...progress.heard,
    });
    if ("statement" in told) {
      const { text, rule } = told.statement;
      if (flags.json) await print(jsonText(told));
      else {
        const { general, saying } = languageOf(study.labels, study.ruleset, { titles: study.titles });
        await print(`${visible(cell.id)}\n${general.statement(general.notPossible, visible(saying(text)), rule)}\n`);
      }
    } else await print(flags.json ? tellingJson(told) : tellingText(told, lookOf(process.stdout, !flags.color)));
  } catch (error) {
    const stopped = interrupt?.exit();
    if (stopped === undefined) throw error;
    say(said`interrupted while looking for the trial`);
    process.exitCode = stopped;
  } finally {
    progress.stop();
    interrupt?.release();
  }
}
