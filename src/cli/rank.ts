import type { Command } from "commander";
import { type RefusedExperiment, rankScenario } from "../analysis/rank-scenario.ts";
import { languageOf } from "../report/index.ts";
import { defined } from "../rulesets/defined.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { problemAt, ScenarioError } from "../scenario/problem.ts";
import { openScenario, type Scenario } from "../scenario/study.ts";
import { placeOf } from "../scenario/tree.ts";
import { type AnalysisFlags, askedMeasures, compute, MEASURING, show, withAnalysisFlags } from "./compute.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { namesOf, reproduction, studyOptionsOf, wordsOf } from "./options.ts";
import { lineOf } from "./progress.ts";
import { say } from "./streams.ts";

interface RankFlags extends AnalysisFlags {
  readonly even?: boolean;
  readonly within?: number;
  readonly points?: number;
  readonly asWritten?: boolean;
  readonly change?: readonly string[];
}

/** `5%`, as a share of fights. */
function withinOf(value: string): number {
  const [, digits] = /^(\d{1,2}(?:\.\d+)?)\s?(?:%|pp)$/.exec(value) ?? [];
  const within = Number(digits) / 100;
  if (digits === undefined || within <= 0 || within >= 0.5)
    throw new ArgumentError(said`a share above 0 % and below 50 % is expected, such as 5%`);
  return within;
}

/** `200`: what a side may spend. */
function pointsOf(value: string): number {
  const points = Number(value);
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(value) || points === 0)
    throw new ArgumentError(said`points above 0 are expected, such as 200`);
  return points;
}

/** Characteristics that are looked at together. */
const MOST_CHARACTERISTICS = 4;

/** `save,models`. */
function characteristicsOf(value: string): string[] {
  const names = namesOf(value);
  if (names.includes("") || new Set(names).size < names.length || names.length > MOST_CHARACTERISTICS)
    throw new ArgumentError(said`up to ${MOST_CHARACTERISTICS} characteristics are expected, such as save,models`);
  return names;
}

export function addRank(program: Command): void {
  withAnalysisFlags(program.command("rank"))
    .description("Rank a field: who dominates whom, who is never worth taking, circles, ratings and match-ups.")
    .argument("<file>", "scenario file; - is standard input")
    .option(
      "--points <n>",
      "fights: points of each side (default: the file's, else those of the dearest side as written)",
      pointsOf,
    )
    .option("--as-written", "fights: as many models as the file says, not as many as equal points buy")
    .option("--even", "find whole prices that make the field even, the smallest change first")
    .option(
      "--change <names>",
      "with --even: characteristics to change instead, until every match-up is even: save,models",
      characteristicsOf,
    )
    .option(
      "--within <share>",
      "with --even: by how much a unit, or with --change a match-up, may be off a half (default: 5%)",
      withinOf,
    )
    .addHelpText(
      "after",
      `
A field is an experiment of whole fights whose two sides list the same units, three or more. Where a pair met in both seats,
both fights count. Units with points meet at equal points: each side fields as many whole models as its points buy, and the
report says how many. A draw is half a win. A statement about simulated fights appears only where noise cannot reverse it.
In other experiments the attackers are ranked, or the modifier sets of a single attacker: by the points that 100 of their own
take out where all have points, else by the main number of the kind, or by --metric.

Examples:
  crible rank my.yaml --only field
  crible rank my.yaml --only field --points 200
  crible rank my.yaml --only field --precision 0.1%
  crible rank my.yaml --only field --html field.html
  crible rank my.yaml --only field --even
  crible rank my.yaml --only field --even --change save,models
  crible rank my.yaml --only volleys --metric casualties`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as RankFlags;
      if (flags.within !== undefined && !flags.even) throw new UsageError(said`--within goes with --even`);
      if (flags.change && !flags.even) throw new UsageError(said`--change goes with --even`);
      if (flags.change?.includes("models") && flags.points !== undefined)
        throw new UsageError(said`--change models and --points exclude each other: points buy models`);
      if (flags.asWritten && flags.points !== undefined)
        throw new UsageError(said`--points and --as-written exclude each other`);
      const measures = askedMeasures(flags);
      const scenario = await openScenario(file);
      const again = reproduction("rank", file, flags, [
        ...wordsOf(flags, ...MEASURING, "points", "as-written", "even", "change"),
        ...(flags.within === undefined ? [] : ["--within", `${Number((flags.within * 100).toFixed(6))}%`]),
      ]);
      const begin = () =>
        lineOf(flags.quiet === true, flags.lang, ({ say }, tried: number) => [
          say`looking for what makes the field even: ${tried} {change|changes} played`,
        ]);
      let search: ReturnType<typeof begin> | undefined;
      const { result, data, refused } = await rankScenario(scenario, studyOptionsOf(flags), {
        ...defined({ points: flags.points, within: flags.within, asWritten: flags.asWritten }),
        ...measures,
        ...(flags.change ? { even: flags.change } : flags.even ? { even: "prices" } : {}),
        isSettled: flags.trials !== undefined || flags.precision !== undefined || flags.exact === true,
        compute: (study, settings, isSearch) =>
          compute(study, isSearch ? { ...flags, quiet: true } : flags, again, settings),
        onTry: (tried) => {
          search ??= begin();
          search.tell(tried);
        },
      });
      search?.stop();
      // Who ends it early is not told that units do not meet.
      const isEmpty = data.rankings.length === 0 && data.matrices === undefined;
      if (result.partial && (isEmpty || refused.length > 0))
        return result.cells.length === 0 ? undefined : say(said`nothing is ranked yet: too little was complete`); // or that was said
      if (refused.length > 0) await refuse(refused, scenario, result.ruleset);
      await show("rank", data, [result], flags);
    });
}

/** @throws ScenarioError that says of each experiment why it is not ranked or priced */
async function refuse(refused: readonly RefusedExperiment[], { tree }: Scenario, ruleset: string): Promise<never> {
  const { kinds } = await loadRuleset(ruleset);
  const isFought = Object.values(kinds).some(({ winner }) => winner !== undefined);
  const use = isFought ? said`use a kind with a winner` : said`no kind of this game has a winner`;
  const hint = said`${use}; attacks are compared by run, by rank without --even, and armies of wh40k-10e by crible army`;
  throw new ScenarioError(
    refused.map(({ experiment, reason }) => {
      const place = placeOf(tree, ["experiments", experiment, "sides"]);
      if (reason === undefined) return problemAt(place, said`--even prices fights, and this is none`, { hint });
      const [en, fr] = (["en", "fr"] as const).map((tag) => {
        const { rank: say, saying } = languageOf(tag, ruleset);
        return say.unranked(experiment, saying(reason)).slice(0, -1);
      });
      return problemAt(place, { en: en!, fr: fr! });
    }),
  );
}
