/** Parts of a run: `--shard 3/8` plays one, `crible merge` has the reports made of all. */

import { basename, dirname, join } from "node:path";
import { type Command, Option } from "commander";
import type { Kept } from "../analysis/kept.ts";
import type { RunSettings } from "../analysis/run.ts";
import type { Share } from "../engine/stretch.ts";
import { type Said, said } from "../rulesets/said.ts";
import type { Study } from "../scenario/study.ts";
import { ArgumentError, EXIT, UsageError } from "./exit.ts";
import type { RunFlags } from "./options.ts";
import { print, say, sayError } from "./streams.ts";

/** Most parts: each plays a block at least of what is worth sharing out. As `kept.ts` has it, which is not loaded for it. */
const MOST_PARTS: typeof import("../analysis/kept.ts").MOST_PARTS = 10_000;

type ShardFlags = Pick<RunFlags, "shard" | "resume" | "parts" | "out" | "quiet" | "set">;

/** `3/8` */
function shareOf(value: string): Share {
  const [part = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).slice(1).map(Number);
  if (!(part >= 1 && part <= of && of <= MOST_PARTS))
    throw new ArgumentError(said`a part of the whole is expected: 3/8 is the third of eight, at most of ${MOST_PARTS}`);
  return { part, of };
}

/** The flags of commands whose simulation can be shared out. */
export const withShards = (command: Command): Command =>
  command
    .option("--shard <part/of>", "play this part of the blocks only, into a file for crible merge: 3/8", shareOf)
    .addOption(new Option("--parts <file...>").hideHelp());

/** Why other commands have no parts, and what to do instead. */
const ALONE: Readonly<Record<string, Said>> = {
  check: said`it decides as it goes how many trials each number takes; share out crible run with --trials, which shows the goals`,
  solve: said`what it asks next depends on the last answer; share out crible sweep with --trials over the values in question`,
  play: said`what it asks next depends on the last answer; share out crible run with --trials for each plan in question`,
  rank: said`it decides as it goes how many trials each pair takes; share out crible run with --trials over the same units`,
};

/** `--shard` where there is nothing to share out: refused with what to use. */
export function refuseShards(command: Command): void {
  if (command.options.some(({ long }) => long === "--shard") || command.name() === "merge") return;
  command.addOption(new Option("--shard [part]").hideHelp()).hook("preAction", (_, command) => {
    if (command.getOptionValue("shard") === undefined) return;
    const why = ALONE[command.name()] ?? said`it plays nothing that could be shared out`;
    throw new UsageError(said`crible ${command.name()} has no parts: ${why}`);
  });
}

/** The file of a part: `part-my-scenario-3-of-8.ndjson`, of other commands than `run` with their name. */
export const partName = (verb: string, name: string, { part, of }: Share): string =>
  `part-${name}${verb === "run" ? "" : `-${verb}`}-${part}-of-${of}.ndjson`;

export const isPartName = (name: string): boolean => /^part-.+-\d+-of-\d+\.ndjson$/.test(name);

/** Flags that ask for reports, which a part has none of. */
export function checkPartFlags(flags: ShardFlags & Readonly<Record<string, unknown>>): void {
  if (flags.shard === undefined) return;
  const asked = ["json", "markdown", "csv", "html", "charts", "watch"].find(
    (name) => flags[name] === true || (name === "html" && typeof flags.html === "string"),
  );
  if (asked !== undefined && !(asked === "html" && flags.html === true))
    throw new UsageError(said`a part has no report: give --${asked} to crible merge`);
  const { precision, guarantee } = flags;
  if (precision !== undefined || guarantee === "anytime")
    throw new UsageError(
      said`${precision === undefined ? "--guarantee anytime" : "--precision"} looks at the whole run, so it cannot be split: give --trials, or share the run out with --queue`,
    );
}

/** A part that is played. @param command of the whole run */
export async function openPart(verb: string, studies: readonly Study[], command: string, flags: ShardFlags) {
  const [{ headOfKept }, { Checkpoint }, { foldersOf, whatIfFolder }] = await Promise.all([
    import("../analysis/kept.ts"),
    import("./checkpoint.ts"),
    import("./files.ts"),
  ]);
  const share = flags.shard!;
  const folder = whatIfFolder(foldersOf([studies[0]!.file])[0]!, flags.set);
  const path = join(flags.out ?? ".", partName(verb, basename(folder), share));
  const checkpoint = await Checkpoint.open(path, await headOfKept(studies, { command, share }), {
    resume: flags.resume === true,
    quiet: flags.quiet === true,
    isPart: true,
  });
  const again = `${command} --shard ${share.part}/${share.of}${flags.out === undefined ? "" : ` --out ${flags.out}`}`;
  return {
    settings: { keep: checkpoint.keep, share },
    /** Ends it, and says how it went: the exit code. @param stopped the exit code of a signal that came */
    async end(stopped: number | undefined, faults: readonly string[]) {
      await checkpoint.close(true);
      if (checkpoint.fault) throw checkpoint.fault;
      for (const fault of faults) sayError(fault);
      if (stopped !== undefined || faults.length > 0) {
        say(said`${path} holds what was complete. Go on from there with: ${again} --resume`);
        return stopped ?? EXIT.runtime;
      }
      await print(`${path}\n`);
      const all = join(dirname(path), basename(path).replace(/-\d+-of-/, "-*-of-"));
      if (!flags.quiet) say(said`part ${share.part} of ${share.of} is played; the reports of all: crible merge ${all}`);
      return EXIT.ok;
    },
    close: () => checkpoint.close(false),
  };
}

/** Files of parts, read. @throws ScenarioError */
export async function readParts(files: readonly string[]): Promise<Kept[]> {
  const [{ parseKept }, { readKept }, { ScenarioError }] = await Promise.all([
    import("../analysis/kept.ts"),
    import("./checkpoint.ts"),
    import("../scenario/problem.ts"),
  ]);
  const problems = [];
  const parts: Kept[] = [];
  for (const file of files) {
    try {
      parts.push(parseKept(await readKept(file), file));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new ScenarioError(problems);
  return parts;
}

/** What a merge has of a run, instead of playing it. */
export async function settingsOfParts(
  files: readonly string[],
  studies: readonly Study[],
  command: string,
): Promise<Pick<RunSettings, "keep">> {
  const [{ keeperOfParts }, { headOfKept }] = await Promise.all([
    import("../analysis/parts.ts"),
    import("../analysis/kept.ts"),
  ]);
  return { keep: keeperOfParts(await readParts(files), await headOfKept(studies, { command })) };
}
