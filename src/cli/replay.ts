import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { parseMeasure } from "../analysis/measure.ts";
import { replay } from "../analysis/replay.ts";
import { tellingJson, tellingText } from "../report/index.ts";
import { jsonText } from "../report/json.ts";
import { defined } from "../rulesets/defined.ts";
import { said } from "../rulesets/said.ts";
import { formatProblems } from "../scenario/problem.ts";
import { interruptible, UsageError } from "./exit.ts";
import {
  oneCell,
  printOthers,
  printUntold,
  type RunFlags,
  reproduction,
  seedOf,
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
  readonly metric?: string;
}

/** `17`, `1_000`, `1e6`; the replay says which of them are trials and percentiles. */
const numberIn = (text: string): number =>
  /^[\d_,.]+(?:e\+?\d+)?$/iu.test(text) ? Number(text.replace(/[_,](?=\d{3})/gu, "")) : Number.NaN;
/** The same, or `5%`. */
const percentIn = (text: string): number => numberIn(text.replace(/%$/u, ""));

export function addReplay(program: Command): void {
  withLanguage(withScenarioFlags(program.command("replay")))
    .description("Replay one trial of a run: every die, the rule that asked for it, and what changed.")
    .argument("<file>", "a scenario file, YAML or JSON; - is standard input")
    .argument("[experiment]", "the experiment; not needed where the file has one, or with --cell")
    .option("--trial <n>", "which trial of the run, counted from 1 (default: 1)", numberIn)
    .option("--percentile <p>", "a trial at this percentile of a metric, 0 to 100", percentIn)
    .option("--metric <metric>", "of which metric: casualties, second.out, casualties@3 (of fights: losses)")
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
  crible replay my.yaml firefight --percentile 5 --metric second.casualties
  crible replay my.yaml ambush --trial 1 --set defender.save=3+ --json`,
    )
    .action(async (file: string, experiment: string | undefined, _flags: unknown, command: Command) => {
      await replayTrial(file, experiment, command.optsWithGlobals() as ReplayFlags);
    });
}

async function replayTrial(file: string, experiment: string | undefined, flags: ReplayFlags): Promise<void> {
  const { trial, percentile, metric, trials } = flags;
  if (trial !== undefined && percentile !== undefined)
    throw new UsageError(said`--trial and --percentile exclude each other: each says which trial`);
  if (metric !== undefined && percentile === undefined) throw new UsageError(said`--metric goes with --percentile`);
  const { study, cell } = await oneCell(file, experiment, flags);
  if (study.warnings.length > 0 && !flags.quiet) say(`${formatProblems(study.warnings, { lang: study.labels })}\n`);
  const isForbidden = "statement" in cell.outcome && !flags.json;
  if ("notBuilt" in cell.outcome || isForbidden) return printUntold(study, cell);
  // Only the search gives way to signals; where nothing listens they end the process at once.
  const interrupt = percentile === undefined ? undefined : interruptible();
  const progress = progressBar(flags.quiet === true || percentile === undefined, flags.lang ?? study.labels);
  const at = percentile === undefined ? ["--trial", String(trial ?? 1)] : ["--percentile", String(percentile)];
  const pick = metric === undefined ? at : [...at, "--metric", metric];
  const words = experiment === undefined ? pick : [experiment, ...pick];
  try {
    const told = await replay(study, cell.id, {
      ...defined({ trial, percentile, trials, metric: metric === undefined ? undefined : parseMeasure(metric) }),
      workers: percentile === undefined ? 0 : flags.workers,
      command: reproduction("replay", file, flags, words),
      ...(interrupt ? { signal: interrupt.signal } : {}),
      onFound() {
        progress.stop();
        interrupt?.release();
      },
      ...progress.heard,
    });
    if ("statement" in told) await print(jsonText(told));
    else await print(flags.json ? tellingJson(told) : tellingText(told, lookOf(process.stdout, !flags.color)));
    if (!flags.json) await printOthers(study, flags);
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
