import type { Command } from "commander";
import { codeHash } from "../analysis/engine-hash.ts";
import { bestPlay, gamesOf, type Playing, underBestPlay } from "../analysis/playing.ts";
import { type Language, languageOf } from "../report/index.ts";
import type { Sentence } from "../rule/message.ts";
import { said } from "../rulesets/said.ts";
import { type Place, type Problem, problemAt, refuse, ScenarioError, visible } from "../scenario/problem.ts";
import { openScenario } from "../scenario/study.ts";
import { type Located, placeOf } from "../scenario/tree.ts";
import { WITHOUT_GOALS } from "../scenario/variants.ts";
import { withCache } from "./cache.ts";
import { type AnalysisFlags, compute, show, withAnalysisFlags } from "./compute.ts";
import { UsageError } from "./exit.ts";
import { namesOf, repeat, reproduction, studyOptionsOf, wordsOf } from "./options.ts";
import { lineOf } from "./progress.ts";

interface PlayFlags extends AnalysisFlags {
  readonly orders?: readonly string[];
}

export function addPlay(program: Command): void {
  withAnalysisFlags(program.command("play"), { measures: false })
    .description(
      "Find best play where both sides give orders every turn at the same time: what to do, and what other choices lose.",
    )
    .argument("<file>", "scenario file; - is standard input")
    .option("--orders <a,b>", "only these orders are given; first=aimed,move for one side; may be given again", repeat)
    .addHelpText(
      "after",
      `
play solves fights over counts: one unit of like soldiers on each side. Where charges are in reach, it solves up to four
soldiers in all, who may charge (move+charge, manoeuvre+charge). It begins with the last turn and works backwards. In every
state both sides choose at the same time and know who is ready. A win is worth 1, a draw 1/2. The orders of the file are
shown for comparison. A side of any engagement can follow the policy that is found (play.csv).

Examples:
  crible play my.yaml --only firefight
  crible play my.yaml --only firefight --orders aimed,manoeuvre
  crible play my.yaml --only firefight --orders second=aimed --out best/`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      await play(file, command.optsWithGlobals() as PlayFlags);
    });
}

/** By side, the orders that it may give. */
function ordersOf(flags: readonly string[] = []): readonly [string[] | undefined, string[] | undefined] {
  const orders: [string[] | undefined, string[] | undefined] = [undefined, undefined];
  for (const flag of flags) {
    const [, side, list] = /^(?:(first|second)=)?(.*)$/u.exec(flag)!;
    const names = namesOf(list!);
    if (names.some((name) => name.includes("=")))
      throw new UsageError(said`--orders speaks of one side at a time: --orders first=aimed --orders second=move`);
    if (names.some((name, i) => name === "" || names.indexOf(name) < i))
      throw new UsageError(said`--orders takes different orders: --orders aimed,manoeuvre or --orders first=aimed`);
    for (const [i, which] of (["first", "second"] as const).entries())
      if (side === undefined || side === which) orders[i] = names;
  }
  return orders;
}

/** Why fights are not solved: of an experiment each reason once, at its sides; an order that no unit can have at its flag. */
function unsolvedProblems(
  unsolved: Playing["unsolved"],
  tree: Located,
  flags: readonly string[],
  [english, french]: readonly [Language, Language],
): Problem[] {
  const problems = new Map<string, Problem>();
  const add = (place: Place, en: string, fr: string) => {
    const problem = problemAt(place, { en, fr });
    const key = JSON.stringify([place.file, place.line, place.column, en]);
    if (!problems.has(key)) problems.set(key, problem);
  };
  const reasons = new Map<string, string[]>();
  for (const { cell, reason, strange } of unsolved) {
    if (strange !== undefined) {
      for (const { order, reason: why } of strange)
        add(flagPlace(order, flags), english.saying(why), french.saying(why));
      continue;
    }
    const key = JSON.stringify([cell.split("~")[0]!, reason]);
    reasons.set(key, [...(reasons.get(key) ?? []), cell]);
  }
  for (const [key, cells] of reasons) {
    const [experiment, reason] = JSON.parse(key) as [string, Sentence];
    const what = cells.length === 1 ? cells[0]! : experiment;
    const said = ({ play: say, saying }: Language) => say.unsolved(what, saying(reason)).slice(0, -1);
    add(placeOf(tree, ["experiments", experiment, "sides"]), said(english), said(french));
  }
  return [...problems.values()];
}

/** Where an order stands in the flags. */
function flagPlace(order: string, flags: readonly string[]): Place {
  const names = (flag: string) => flag.split(/[,=]/).map((name) => name.trim());
  const text = flags.find((flag) => names(flag).includes(order)) ?? "";
  const before = names(text).indexOf(order);
  const column = text
    .split(/(?<=[,=])/)
    .slice(0, before)
    .join("").length;
  return { file: "--orders", line: 1, column: text.indexOf(order, column) + 1, length: order.length, text };
}

async function play(file: string, flags: PlayFlags): Promise<void> {
  const options = studyOptionsOf(flags);
  const scenario = await openScenario(file);
  const study = await scenario.study({ ...options, set: [...WITHOUT_GOALS, ...(options.set ?? [])] });
  const again = reproduction("play", file, flags, wordsOf(flags, "orders"));
  const games = await gamesOf(study, ordersOf(flags.orders));
  if (games.games.size === 0) {
    if (games.unsolved.length === 0)
      refuse(placeOf(scenario.tree, ["experiments"]), said`there is no fight here to be solved`);
    const languages = [languageOf("en", study.ruleset), languageOf("fr", study.ruleset)] as const;
    throw new ScenarioError(unsolvedProblems(games.unsolved, scenario.tree, flags.orders ?? [], languages));
  }
  const solved = { ...study, cells: study.cells.filter(({ id }) => games.games.has(id)) };
  const result = await compute(solved, flags, again);
  const line = lineOf(
    flags.quiet === true,
    flags.lang ?? study.labels,
    ({ say }, cell: string, done: number, all: number) => [
      say`looking for best play  ${done + 1} of ${all}  ${visible(cell)}`,
      done / all,
    ],
  );
  const of = (cell: string) => {
    const { id: _, ...content } = study.cells.find(({ id }) => id === cell)!;
    return { play: content, ruleset: study.ruleset, orders: flags.orders ?? [], code: codeHash() };
  };
  const data = await withCache(flags, (cache) =>
    bestPlay(games, result, { ...(cache && { kept: { cache, of } }), onFight: line.tell }),
  ).finally(line.stop);
  await show("play", data, [underBestPlay(result)], flags);
}
