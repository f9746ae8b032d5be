import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addArmy } from "./army.ts";
import { addCache } from "./cache-command.ts";
import { addCheck } from "./check.ts";
import { addCompare } from "./compare.ts";
import { addCompletion } from "./completion.ts";
import { addEffects } from "./effects.ts";
import { addExplain } from "./explain.ts";
import { nameFaults, refuseEarlyFlags, TranslatedCommand } from "./faults.ts";
import { languageHere } from "./help.ts";
import { addImport } from "./import.ts";
import { addInit } from "./init.ts";
import { releaseClaims } from "./lock.ts";
import { addMerge } from "./merge.ts";
import { addOdds } from "./odds.ts";
import { addPlay } from "./play.ts";
import { addPlayground } from "./playground.ts";
import { addQueue } from "./queue.ts";
import { addRank } from "./rank.ts";
import { addReplay } from "./replay.ts";
import { addReport } from "./report.ts";
import { addRun } from "./run.ts";
import { addSchema } from "./schema.ts";
import { addSensitivity } from "./sensitivity.ts";
import { refuseShards } from "./shards.ts";
import { addSolve } from "./solve.ts";
import { say, speak } from "./streams.ts";
import { addSweep } from "./sweep.ts";
import { languageOf, tell } from "./tell.ts";
import { addValidate } from "./validate.ts";
import { addWorker } from "./worker.ts";

/** Commands that tell limits of what is simulated alone, for which `run` is ready, or none. */
const EXACT: ReadonlySet<string> = new Set(["odds", "schema", "init", "cache", "completion"]);

const COMMANDS = [
  addRun,
  addOdds,
  addCompare,
  addEffects,
  addSweep,
  addSensitivity,
  addSolve,
  addPlay,
  addRank,
  addCheck,
  addExplain,
  addReplay,
  addPlayground,
  addReport,
  addValidate,
  addImport,
  addArmy,
  addInit,
  addSchema,
  addCompletion,
  addCache,
  addWorker,
  addQueue,
];

/**
 * What `crible …` does: prints, writes files, and leaves its exit code in `process.exitCode`.
 * @param words the command line without the program's name
 */
export async function crible(words: readonly string[]): Promise<void> {
  const folder = process.env.CRIBLE_LANGUAGES;
  if (folder)
    try {
      await (await import("../scenario/own-languages.ts")).useLanguages(folder);
    } catch (error) {
      process.exitCode = await tell(error, words);
      return;
    }
  const lang = languageOf(words) ?? languageHere();
  speak(lang);
  const program = (lang === "en" ? new Command("crible") : new TranslatedCommand(lang, "crible"))
    .description("Balance analysis for miniature wargames: what will the dice do?")
    .version(VERSION)
    .option("--no-color", "plain text (also NO_COLOR, TERM=dumb, or not a terminal)")
    .showSuggestionAfterError()
    .showHelpAfterError("(crible --help shows what there is)")
    .exitOverride()
    .configureOutput({ writeErr: say })
    .addHelpText(
      "after",
      `
Examples:
  crible run scenarios/alpha-omega/rangers-vs-marines.yaml
  crible odds alpha-omega shot attacker=rangers defender=marines situation.distance=28
  crible init my-scenario.yaml

Exit codes: 0 ok, 1 a check failed, 2 usage, 3 bad input, 4 inconclusive under --strict, 5 runtime,
130 interrupted, 143 terminated.`,
    );
  for (const add of COMMANDS) add(program);
  addMerge(crible)(program);
  for (const command of program.commands) {
    command.showHelpAfterError(`(crible ${command.name()} --help shows what there is)`);
    refuseShards(command);
    nameFaults(command);
  }
  program.hook("preAction", async (_, command) => {
    const { out, shard } = command.opts() as { out?: string; shard?: unknown };
    // What is imported is written into a file.
    if (out !== undefined && shard === undefined && command.name() !== "import")
      await (await import("./files.ts")).claimFolder(out);
    const { useRulesets } = await import("../scenario/outside.ts");
    const limits = EXACT.has(command.name()) ? undefined : (await import("../stats/library.ts")).limitsReady();
    await Promise.all([useRulesets(), limits]);
  });
  try {
    refuseEarlyFlags(program, words);
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: "user" });
  } catch (error) {
    process.exitCode = await tell(error, words);
  } finally {
    await releaseClaims();
  }
}
