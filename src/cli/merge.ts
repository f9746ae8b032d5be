import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { runOfParts } from "../analysis/parts.ts";
import { said } from "../rulesets/said.ts";
import { UsageError } from "./exit.ts";
import { type RunFlags, withLanguage, wordsOf, workersOf } from "./options.ts";
import { isPartName, readParts } from "./shards.ts";

interface MergeFlags extends RunFlags {
  readonly html?: string | false;
  readonly charts?: boolean;
  readonly markdown?: boolean;
  readonly csv?: boolean;
}

/** The commands that have parts, and the flags that a command of a part may hold: nothing that names a place to write to. */
const VERBS = ["run", "compare", "effects", "sensitivity", "sweep"];
const FLAGS = new Set(
  ["exact", "verify", "trials", "guarantee", "seed", "only", "cell", "set", "joint", "lang"]
    .concat(["sets", "attackers", "defenders", "margin", "metric", "turn", "side", "unpaired", "factors", "sweep"])
    .map((name) => `--${name}`),
);

/** Runs a command line in this process. */
export type Crible = (words: readonly string[]) => Promise<void>;

export const addMerge =
  (crible: Crible) =>
  (program: Command): void => {
    withLanguage(program.command("merge"))
      .description("Write the reports of a run played in parts (--shard), byte for byte those of a single run.")
      .argument("<part...>", "the files that --shard wrote, all of them, or folders with them")
      .option("--out <dir>", "where the reports go (default: as without --shard)")
      .option(
        "--workers <n>",
        "threads for what a merge plays itself: the repeated blocks of --verify",
        workersOf,
        availableParallelism(),
      )
      .option("--json", "print the result as JSON")
      .option("--markdown", "print an analysis as Markdown")
      .option("--csv", "print an analysis as CSV")
      .option("--html <file>", "also write the page of an analysis there")
      .option("--no-html", "of a run: write no report.html")
      .option("--charts", "of a run: also draw charts as SVG files")
      .option("--quiet", "no progress, no summary")
      .addHelpText(
        "after",
        `
merge reads the scenario again: run it in a folder where the path of the scenario is the same as when the parts were played.

Examples:
  crible run my.yaml --trials 1e9 --shard 1/2
  crible run my.yaml --trials 1e9 --shard 2/2
  crible merge part-my-*-of-2.ndjson
  crible merge parts/                    every part in a folder`,
      )
      .action(async (paths: string[], _flags: unknown, command: Command) => {
        const flags = command.optsWithGlobals() as MergeFlags;
        const files = paths.flatMap(partsAt);
        const { command: whole } = runOfParts(await readParts(files));
        const [verb, ...words] = toldBy(whole);
        await crible([verb!, ...words, ...ownWords(verb!, flags), "--parts", ...files]);
      });
  };

/** The parts in a folder, by name; a file is what it is. @throws UsageError for a folder without any */
function partsAt(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const parts = readdirSync(path).filter(isPartName).toSorted();
  if (parts.length === 0)
    throw new UsageError(said`the folder ${path} has no part: --shard writes part-NAME-1-of-2.ndjson`);
  return parts.map((name) => join(path, name));
}

/** The words of a command that was told. @throws UsageError for one that no part can be of */
function toldBy(command: string): string[] {
  const [name, verb = "", ...words] = Array.from(command.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g), ([word]) =>
    word.replace(/'([^']*)'|\\'/g, (quoted, text?: string) => text ?? quoted.slice(1)),
  );
  const isFlag = (word: string) => word.startsWith("--");
  const other = words.find((word) => isFlag(word) && !FLAGS.has(word));
  if (name !== "crible" || !VERBS.includes(verb) || other !== undefined)
    throw new UsageError(said`no run is shared out by ${command}`);
  return [verb, ...words];
}

function ownWords(verb: string, flags: MergeFlags): string[] {
  const isRun = verb === "run";
  const misplaced = isRun
    ? ((["markdown", "csv"] as const).find((name) => flags[name]) ??
      (typeof flags.html === "string" ? "html" : undefined))
    : flags.charts
      ? "charts"
      : undefined;
  if (misplaced !== undefined) throw new UsageError(said`--${misplaced} has no part in the reports of crible ${verb}`);
  return [
    ...wordsOf(flags, "out", "workers", "json", "markdown", "csv", "charts", "quiet", "html"),
    ...wordsOf(flags, ...(isRun ? ["no-html"] : []), "no-color", "lang"), // the last language counts
  ];
}
