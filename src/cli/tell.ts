import { CommanderError } from "commander";
import { EXIT, UsageError } from "./exit.ts";
import { say } from "./streams.ts";

/** The exit code of an error, told in one message. */
export async function tell(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { name, message } = error as Error;
  if (error instanceof UsageError || name === "SettingError") {
    say(`error: ${message}\n`);
    return EXIT.usage;
  }
  if (name === "ScenarioError") {
    say(`${message}\n`);
    return EXIT.badInput;
  }
  if (name === "OutputError" || name === "EngineError") {
    say(`error: ${message}\n`);
    return EXIT.runtime;
  }
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  if (syscall === "uv_cwd") {
    say("error: the folder that this command was given in is gone\n");
    return EXIT.badInput;
  }
  if (syscall !== undefined && path !== undefined && code !== undefined) {
    // A file that was there when it was looked for, and is not, or not to be read, any more.
    const [{ wholeFile }, { faultOf }, { formatProblems }] = await Promise.all([
      import("../scenario/source.ts"),
      import("../scenario/disk.ts"),
      import("../scenario/problem.ts"),
    ]);
    say(`${formatProblems([wholeFile(path, faultOf(error))])}\n`);
    return EXIT.badInput;
  }
  const hint = name === "RuleError" ? "" : "\nThis is a fault of crible; please report it with the command you gave.";
  say(`error: ${message}${hint}\n${process.env.CRIBLE_DEBUG ? (error as Error).stack : ""}`);
  return EXIT.runtime;
}
