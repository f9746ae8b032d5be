import { Command } from "commander";
import { VERSION } from "../version.ts";
import { nameFaults, refuseEarlyFlags, TranslatedCommand } from "./faults.ts";
import { languageHere } from "./help.ts";
import { releaseClaims } from "./lock.ts";
import { refuseShards } from "./shards.ts";
import { say, speak } from "./streams.ts";
import { languageOf, tell } from "./tell.ts";

/** Commands that tell limits of what is simulated alone, for which `run` is ready, or none. */
const EXACT: ReadonlySet<string> = new Set(["odds", "schema", "init", "cache", "completion"]);

/** Adds a command to the program. */
type AddCommand = (program: Command) => void;

/** Each command by its name, and where it is: what is not asked for is not loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import("./run.ts")).addRun,
  odds: async () => (await import("./odds.ts")).addOdds,
  compare: async () => (await import("./compare.ts")).addCompare,
  effects: async () => (await import("./effects.ts")).addEffects,
  sweep: async () => (await import("./sweep.ts")).addSweep,
  sensitivity: async () => (await import("./sensitivity.ts")).addSensitivity,
  solve: async () => (await import("./solve.ts")).addSolve,
  play: async () => (await import("./play.ts")).addPlay,
  rank: async () => (await import("./rank.ts")).addRank,
  check: async () => (await import("./check.ts")).addCheck,
  explain: async () => (await import("./explain.ts")).addExplain,
  replay: async () => (await import("./replay.ts")).addReplay,
  playground: async () => (await import("./playground.ts")).addPlayground,
  report: async () => (await import("./report.ts")).addReport,
  validate: async () => (await import("./validate.ts")).addValidate,
  import: async () => (await import("./import.ts")).addImport,
  army: async () => (await import("./army.ts")).addArmy,
  init: async () => (await import("./init.ts")).addInit,
  schema: async () => (await import("./schema.ts")).addSchema,
  completion: async () => (await import("./completion.ts")).addCompletion,
  cache: async () => (await import("./cache-command.ts")).addCache,
  worker: async () => (await import("./worker.ts")).addWorker,
  queue: async () => (await import("./queue.ts")).addQueue,
  merge: async () => (await import("./merge.ts")).addMerge(crible),
};

/** The command that words ask for; all of them for help, for a name that none has, and to list their words. */
async function asked(words: readonly string[]): Promise<AddCommand[]> {
  const name = words.find((word) => !word.startsWith("-")) ?? "";
  const isOne = name !== "completion" && Object.hasOwn(COMMANDS, name);
  return Promise.all((isOne ? [name] : Object.keys(COMMANDS)).map((each) => COMMANDS[each]!()));
}

/**
 * What `crible …` does: prints, writes files, and leaves its exit code in `process.exitCode`.
 * @param words the command line without the program's name
 */
export async function crible(words: readonly string[]): Promise<void> {
  const folder = process.env.CRIBLE_LANGUAGES;
  speak(languageHere());
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
  for (const add of await asked(words)) add(program);
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
