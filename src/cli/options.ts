import { availableParallelism } from "node:os";
import type { Command } from "commander";
import type { Share } from "../engine/stretch.ts";
import { quoted } from "../playground/command.ts";
import { languageOf } from "../report/language/language.ts";
import { defined } from "../rulesets/defined.ts";
import { languages } from "../rulesets/languages.ts";
import { hinted, listed, OR, said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { MOST_TRIALS } from "../scenario/limits.ts";
import { suggested } from "../scenario/nearest.ts";
import { type ScenarioError, textsOf, visible } from "../scenario/problem.ts";
import { resolveSeed } from "../scenario/seed.ts";
import { type Cell, loadStudy, type Study, type StudyOptions } from "../scenario/study.ts";
import { ArgumentError, EXIT, UsageError } from "./exit.ts";
import { printFolded, say, speak } from "./streams.ts";

/** Names with commas between them, one at least: of none a run would compute nothing, and say that all is well. */
export function list(value: string, before: string[] = []): string[] {
  const names = value.split(",").flatMap((part) => part.trim() || []);
  if (names.length === 0) throw new ArgumentError(said`names are expected, with commas between them: a,b`);
  return [...before, ...names];
}
/** Names with commas between them. */
export const namesOf = (value: string): string[] => value.split(",").map((name) => name.trim());
export const repeat = (value: string, before: string[] = []) => [...before, value];

/** Trials as people write them: `1000000`, `1_000_000`, `1e6`. */
export function trialsOf(value: string): number {
  const number = /^\d+(_\d{3})*$/.test(value)
    ? Number(value.replaceAll("_", ""))
    : /^\d+(\.\d+)?[eE]\+?\d+$/.test(value)
      ? Number(value)
      : Number.NaN;
  if (!Number.isInteger(number) || number < 1 || number > MOST_TRIALS)
    throw new ArgumentError(
      said`a whole number from 1 to 1e10 is expected; to stop at a precision use --precision 0.1%`,
    );
  return number;
}

export function workersOf(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 256)
    throw new ArgumentError(said`a number of threads from 0 (this process) to 256 is expected`);
  return Number(value);
}

/** `1%` */
export function shareOf(value: string): number {
  const share = /^(\d{1,3}(?:\.\d+)?)%$/.exec(value)?.[1];
  if (share === undefined || Number(share) > 100) throw new ArgumentError(said`a share such as 1% is expected`);
  return Number(share) / 100;
}

/** A seed as it was given, known to be one. */
export function seedOf(value: string): string {
  try {
    resolveSeed(value);
    return value;
  } catch (error) {
    const { message, hint } = textsOf((error as ScenarioError).problems[0]!);
    throw new ArgumentError(hinted(message, hint));
  }
}

/** @throws ArgumentError */
export function languageTagOf(value: string): LanguageTag {
  const known = languages();
  if (!known.includes(value))
    throw new ArgumentError(hinted(said`reports are written in ${listed(known, OR)}`, suggested(value, known)));
  return value as LanguageTag;
}

/** The flag of every command that prints a report. */
export const withLanguage = (
  command: Command,
  what = "language of the report: en or fr (default: the scenario's labels, else en)",
): Command => command.option("--lang <language>", what, languageTagOf);
/** The same of those that print none. */
export const withSpokenLanguage = (command: Command): Command => withLanguage(command, "in which language: en or fr");

/** A study told in the language that the flags name. */
export function inLanguage<T extends { readonly labels: LanguageTag }>(study: T, { lang }: Pick<RunFlags, "lang">): T {
  speak(lang ?? study.labels);
  return lang === undefined ? study : { ...study, labels: lang };
}

/** Names the other cells of a study to whoever is told of the first, and has not chosen one. */
export async function printOthers({ cells, labels }: Pick<Study, "cells" | "labels">, { cell }: RunFlags) {
  const others = cells.slice(1).map(({ id }) => `  ${visible(id)}\n`);
  const head = languageOf(labels).say`Other cells (choose one with --cell):`;
  if (others.length > 0 && cell === undefined) await printFolded(`${head}\n${others.join("")}`);
}

/** What a command that tells one cell tells: the first, of the experiment that is named as an argument where one is. */
export async function oneCell(file: string, experiment: string | undefined, flags: RunFlags) {
  if (experiment !== undefined && flags.only && flags.only.join() !== experiment)
    throw new UsageError(said`the experiment is named twice: as an argument and by --only`);
  const named = experiment === undefined ? {} : { only: [experiment] };
  const study = inLanguage(await loadStudy(file, studyOptionsOf({ ...flags, ...named })), flags);
  return { study, cell: study.cells[0]! };
}

/** Says why a cell is not told: its kind is not built, or the rules forbid it. */
export async function printUntold({ labels, ruleset, titles }: Study, { id, outcome }: Cell): Promise<void> {
  if ("notBuilt" in outcome) {
    say(`${visible(id)}: ${outcome.notBuilt}\n`);
    process.exitCode = EXIT.badInput;
  }
  if (!("statement" in outcome)) return;
  const { general, saying } = languageOf(labels, ruleset, { titles });
  const { text, rule } = outcome.statement;
  await printFolded(`${visible(id)}\n${general.statement(general.notPossible, visible(saying(text)), rule)}\n`);
}

/** What a run can be told on the command line. */
export interface RunFlags {
  readonly shard?: Share;
  /** Of a merge. */
  readonly parts?: string[];
  readonly resume?: boolean;
  readonly exact?: boolean;
  readonly verify?: boolean;
  readonly trials?: number;
  readonly precision?: string;
  readonly guarantee?: "fixed" | "anytime";
  readonly seed?: string;
  readonly workers?: number;
  readonly set?: string[];
  readonly only?: string[];
  readonly cell?: string[];
  readonly joint?: string[];
  readonly out?: string;
  readonly lang?: LanguageTag;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** False: everything is computed anew, and nothing kept. */
  readonly cache?: boolean;
  readonly color: boolean;
}

/** Flags whose names stand with commas between them. */
const LISTS: ReadonlySet<string> = new Set(["only", "change", "units", "distance"]);

/** The words that say these flags again, as far as they were given; of `no-prices` where there are to be none. */
export const wordsOf = (flags: object, ...names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const key = name.replace(/^no-/, "").replace(/-./g, ([, letter]) => letter!.toUpperCase());
    const value: unknown = (flags as Readonly<Record<string, unknown>>)[key];
    if (name !== key && name.startsWith("no-")) return value === false ? [`--${name}`] : [];
    if (value === undefined || typeof value === "boolean") return value ? [`--${name}`] : [];
    const values = LISTS.has(name) ? [(value as string[]).join(",")] : [value].flat();
    return values.flatMap((value) => [`--${name}`, String(value)]);
  });

/** The command that makes a result again. Threads and places of files are not part of it: they change no byte. */
export function reproduction(verb: string, file: string, flags: RunFlags, further: readonly string[] = []): string {
  const words = [
    ...wordsOf(
      flags,
      "exact",
      "verify",
      "trials",
      "precision",
      ...(flags.guarantee === "anytime" ? ["guarantee"] : []),
    ),
    ...wordsOf(flags, "seed", "only", "cell", "set", "joint", "lang"),
    ...further,
  ];
  return ["crible", verb, file, ...words].map(quoted).join(" ");
}

/** Flags of every command that reads a scenario. */
export const withScenarioFlags = (command: Command): Command =>
  command
    .option("--set <path=value>", "change one value for this run; may be given again", repeat)
    .option("--only <a,b>", "only these experiments", list)
    .option("--cell <id>", "only this cell; may be given again", repeat);

/** Threads as asked for; else one a processor, where there is enough to play, or blocks to play again (`--verify`). */
export const threadsOf = ({ workers, verify }: Pick<RunFlags, "workers" | "verify">) =>
  workers === undefined ? { workers: availableParallelism(), thrifty: verify !== true } : { workers };

/**
 * How cells are computed, as asked for: who says how many trials or how precise wants a simulation, but to check what
 * is exact.
 */
export const askedOf = ({ exact, trials, precision, guarantee, verify }: RunFlags) => ({
  method: exact
    ? ("exact" as const)
    : !verify && (trials ?? precision) !== undefined
      ? ("simulate" as const)
      : ("auto" as const),
  ...defined({ trials, precision, guarantee }),
});

/** @throws UsageError where an exact answer and a simulation are asked for at once */
export function checkMethod({ exact, trials, precision }: RunFlags): void {
  if (exact && (trials ?? precision) !== undefined)
    throw new UsageError(said`--exact and --trials or --precision exclude each other: the latter ask for a simulation`);
}

/** What a scenario is read with. */
export const studyOptionsOf = (flags: RunFlags): StudyOptions => ({
  set: [...(flags.set ?? []), ...(flags.seed === undefined ? [] : [`seed=${JSON.stringify(flags.seed)}`])],
  ...defined({ only: flags.only, cells: flags.cell, joint: flags.joint }),
});

/** The flag of commands that take from the cache and add to it. */
export const withCacheFlag = (command: Command): Command =>
  command.option("--no-cache", "compute everything again, and store nothing (see crible cache)");

/** Flags of every command that computes. */
export const withRunFlags = (command: Command): Command =>
  withCacheFlag(withLanguage(withScenarioFlags(command)))
    .option(
      "--joint <question>",
      "chance of several things in one trial: 'first.out<=1 and second.out>=3'; may be given again",
      repeat,
    )
    .option("--exact", "solve exactly wherever that is possible, however long it takes")
    .option("--trials <n>", "simulate, with this many trials a cell", trialsOf)
    .option("--precision <share>", "simulate until every chance is this precise: 0.1%")
    .option("--seed <seed>", "a whole number below 2^64, or any text", seedOf)
    .option(
      "--workers <n>",
      "threads; 0 uses this process alone (default: one per processor, none for what takes about a second)",
      workersOf,
    )
    .option("--json", "print the result as JSON")
    .option("--quiet", "no progress, no summary");

/** The flag of commands that show each cell with limits of its own. */
export const withGuarantee = (command: Command): Command =>
  command.addOption(
    command
      .createOption("--guarantee <what>", "when the intervals hold: for this number of trials, or whenever you stop")
      .choices(["fixed", "anytime"])
      .default("fixed"),
  );
