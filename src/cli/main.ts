#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { EXIT, UsageError } from "./exit.ts";
import { addExplain } from "./explain.ts";
import { addInit } from "./init.ts";
import { addOdds } from "./odds.ts";
import { addRun } from "./run.ts";
import { addSchema } from "./schema.ts";
import { addValidate } from "./validate.ts";

const program = new Command("crible")
  .description("Balance analysis for miniature wargames: what will the dice do?")
  .version(VERSION)
  .option("--no-color", "plain text (also NO_COLOR, TERM=dumb, or not a terminal)")
  .showSuggestionAfterError()
  .showHelpAfterError("(crible --help shows what there is)")
  .exitOverride()
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
for (const add of [addRun, addOdds, addExplain, addValidate, addInit, addSchema]) add(program);

// A reader that goes away (`| head`) ends the program quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.ok);
});

/** The exit code of an error, told in one message. */
async function tell(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { name, message } = error as Error;
  if (error instanceof UsageError || name === "SettingError") {
    process.stderr.write(`error: ${message}\n`);
    return EXIT.usage;
  }
  if (name === "ScenarioError") {
    process.stderr.write(`${message}\n`);
    return EXIT.badInput;
  }
  if (name === "OutputError" || name === "EngineError") {
    process.stderr.write(`error: ${message}\n`);
    return EXIT.runtime;
  }
  const hint = name === "RuleError" ? "" : "\nThis is a fault of crible; please report it with the command you gave.";
  process.stderr.write(`error: ${message}${hint}\n${process.env.CRIBLE_DEBUG ? (error as Error).stack : ""}`);
  return EXIT.runtime;
}

try {
  if (process.argv.length <= 2) program.outputHelp();
  else await program.parseAsync();
} catch (error) {
  process.exitCode = await tell(error);
}
