import type { Command } from "commander";
import { type Problem, problemAt, ScenarioError } from "../scenario/problem.ts";
import { type Located, placeOf } from "../scenario/tree.ts";
import { type AnalysisFlags, compute, show, studyOptionsOf, withAnalysisFlags } from "./compute.ts";
import { UsageError } from "./exit.ts";
import { reproduction } from "./run.ts";

interface PlayFlags extends AnalysisFlags {
  readonly orders?: readonly string[];
}

const repeat = (value: string, before: string[] = []) => [...before, value];

export function addPlay(program: Command): void {
  withAnalysisFlags(program.command("play"), { measures: false })
    .description(
      "Best play of fights in which both sides order every turn, at once: what to do, and what all else loses.",
    )
    .argument("<file>", "scenario file; - is standard input")
    .option("--orders <a,b>", "only these orders are given; first=aimed,move for one side; may be given again", repeat)
    .option("--csv", "print the policies as CSV: the shares of orders in every state")
    .addHelpText(
      "after",
      `
A fight that is solved over counts (one unit of like soldiers on each side, no close combat) is solved backwards from its
last turn: in every state both sides choose at once, knowing who is ready. A win is 1, a draw 1/2. What the file orders is
only what best play is held against. A policy (play.csv) can be given to a side of any engagement as its policy.

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
    const names = list!.split(",").map((name) => name.trim());
    if (names.some((name, i) => name === "" || names.indexOf(name) < i))
      throw new UsageError("--orders takes different orders: --orders aimed,manoeuvre or --orders first=aimed");
    for (const [i, own] of (["first", "second"] as const).entries())
      if (side === undefined || side === own) orders[i] = names;
  }
  return orders;
}

/** Why a fight is not solved, at its sides; at the flag where that names an order that nobody there can have. */
function unsolvedProblem(
  { cell, reason }: { readonly cell: string; readonly reason: string },
  tree: Located,
  orders: readonly string[] = [],
): Problem {
  const message = `${cell} is not solved: ${reason}`;
  const asked = /cannot be given the order (\w+)/.exec(reason)?.[1];
  const text = asked && orders.find((own) => own.split(/[,=]/).some((name) => name.trim() === asked));
  return problemAt(
    text
      ? { file: "--orders", line: 1, column: text.lastIndexOf(asked) + 1, length: asked.length, text }
      : placeOf(tree, ["experiments", cell.split("~")[0]!, "sides"]),
    message,
  );
}

async function play(file: string, flags: PlayFlags): Promise<void> {
  const [{ openScenario }, { WITHOUT_GOALS }, { bestPlay, gamesOf }, { playCsv, playDocument }] = await Promise.all([
    import("../scenario/study.ts"),
    import("../scenario/variants.ts"),
    import("../analysis/playing.ts"),
    import("../report/index.ts"),
  ]);
  const options = studyOptionsOf(flags);
  const scenario = await openScenario(file);
  const study = await scenario.study({ ...options, set: [...WITHOUT_GOALS, ...(options.set ?? [])] });
  const again = reproduction("play", file, flags, [...(flags.orders ?? []).flatMap((own) => ["--orders", own])]);
  const games = await gamesOf(study, ordersOf(flags.orders));
  if (games.games.size === 0) {
    if (games.unsolved.length === 0)
      throw new ScenarioError([
        problemAt(placeOf(scenario.tree, ["experiments"]), "there is no fight here to be solved"),
      ]);
    throw new ScenarioError(games.unsolved.map((one) => unsolvedProblem(one, scenario.tree, flags.orders)));
  }
  const solved = { ...study, cells: study.cells.filter(({ id }) => games.games.has(id)) };
  const result = await compute(solved, flags, again);
  const data = await bestPlay(games, result);
  const document = playDocument(data, result);
  await show(
    {
      name: "play",
      data,
      document,
      csv: () => playCsv(data),
      page: (pages) => pages.playPage(data, document, result),
      result,
    },
    flags,
  );
}
