import type { Command } from "commander";
import { estimatesOf } from "../analysis/estimate.ts";
import { evenPrices, PLAYS } from "../analysis/even.ts";
import { pointsWorth } from "../analysis/points.ts";
import { parseTarget } from "../analysis/solve.ts";
import { solvePath } from "../analysis/solve-path.ts";
import { groupName, languageOf, solutionGroups, unreached } from "../report/index.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { parseAxis } from "../scenario/axis.ts";
import { problemAt, ScenarioError } from "../scenario/problem.ts";
import { openScenario, type Scenario, type Study } from "../scenario/study.ts";
import { nodeAt } from "../scenario/tree.ts";
import { type AnalysisFlags, compute, priceLine, searching, show, withAnalysisFlags } from "./compute.ts";
import { EXIT, UsageError } from "./exit.ts";
import { askedOf, reproduction, studyOptionsOf, withGuarantee, wordsOf } from "./options.ts";
import { progressBar, secondsText } from "./progress.ts";
import { say, sayError } from "./streams.ts";

interface SolveFlags extends AnalysisFlags {
  readonly path?: string;
  readonly target?: string;
  readonly points?: boolean;
}

export function addSolve(program: Command): void {
  withGuarantee(withAnalysisFlags(program.command("solve"), { measures: false }))
    .description("Find the value of a path that brings a metric nearest to its target.")
    .argument("<file>", "scenario file; - is standard input")
    .option("--path <path=values>", "what may change, and between what: defender.save=2..7")
    .option("--target <metric=value>", "outcome=out=20%, winner.first=50%, casualties=3.5, 'casualties>=2=50%'")
    .option(
      "--points",
      "instead of --path: kills and survival for points, even prices of whole fights, exchange ratios of single exchanges",
    )
    .addHelpText(
      "after",
      `
crible tries every value of up to 40. Of more it tries a coarse grid first, then the values around the target, as long as
the metric only rises or only falls.

Examples:
  crible solve my.yaml --only ambush --path defender.save=2..9 --target casualties=2
  crible solve my.yaml --only firefight --path defender.models=2..12 --target winner.first=50%
  crible solve my.yaml --only volley,firefight --points
  crible solve my.yaml --only oneShot --path situation.visible=0..100 --target outcome=out=10%`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as SolveFlags;
      await (flags.points ? solvePoints(file, flags) : solveTarget(file, flags));
    });
}

async function solveTarget(file: string, flags: SolveFlags): Promise<void> {
  const { path, target } = flags;
  if (!path || !target)
    throw new UsageError(
      said`say what may change and what it should reach: --path defender.save=2..7 --target outcome=out=20%`,
    );
  const question = { path: parseAxis(path, "numbers", "--path"), target: parseTarget(target) };
  const again = reproduction("solve", file, flags, wordsOf(flags, "path", "target"));
  const { solutions, result } = await solvePath(await openScenario(file), {
    ...studyOptionsOf(flags),
    ...question,
    compute: (study) => compute(study, flags, again),
  });
  await show("solve", { solutions }, [result], flags);
  for (const group of solutionGroups(solutions.filter(({ reach }) => reach === "beyond"))) {
    const [en, fr] = (["en", "fr"] as const).map((tag) => {
      const language = languageOf(tag, result.ruleset, result);
      return language.goals.line(groupName(group, language), unreached(group[0], language));
    });
    sayError(said`${{ en: en!, fr: fr! }}; try other values: --path ${group[0].path}=…`);
    process.exitCode = EXIT.badInput;
  }
}

async function solvePoints(file: string, flags: SolveFlags): Promise<void> {
  if (flags.path !== undefined || flags.target !== undefined)
    throw new UsageError(said`--points asks for no --path and no --target`);
  const options = studyOptionsOf(flags);
  const scenario = await openScenario(file);
  const study = await scenario.study(options);
  await refusePointless(scenario, study);
  if (!flags.quiet) await sayWork(file, study, flags);
  const again = reproduction("solve", file, flags, wordsOf(flags, "points"));
  const result = await compute(study, flags, again, { onWork() {} }); // all of it has been told
  const worth = await pointsWorth(study, result);
  const line = await priceLine(flags, study.labels);
  const even = await evenPrices(scenario, study, result, {
    ...options,
    compute: searching(flags, again),
    onPlay: line.tell,
  }).finally(line.stop);
  const data = { ...worth, ...even };
  await show("points", data, [result], flags);
}

/** Seconds that reading a fight with another number of models takes, and more for every unit. */
const READ = 0.008;
const READ_UNIT = 0.001;
/** Units that meet each other from which an experiment is a field. */
const FIELD = 3;

/**
 * What all of it takes, where that is long. Of a field, fight by fight takes long and answers another question: what answers
 * it is named.
 */
async function sayWork(file: string, study: Study, flags: SolveFlags): Promise<void> {
  const { kinds } = await loadRuleset(study.ruleset);
  const fights = study.cells.filter(({ kind }) => kinds[kind]?.winner !== undefined);
  const priced = async (study: Study) => {
    const { cells, seconds } = await estimatesOf({ ...study, goals: [] }, askedOf(flags));
    const isFight = new Set(fights.map(({ id }) => id));
    const read = READ + READ_UNIT * new Set(study.cells.flatMap(({ attacker, defender }) => [attacker, defender])).size;
    return cells.reduce((sum, one) => sum + (isFight.has(one.cell) ? PLAYS * (one.seconds + read) : 0), seconds);
  };
  progressBar(false, flags.lang ?? study.labels).heard.onWork!(await priced(study));
  for (const experiment of new Set(fights.map((cell) => cell.experiment))) {
    const ofExperiment = fights.filter((cell) => cell.experiment === experiment);
    const defenders = new Set(ofExperiment.map(({ defender }) => defender));
    const met = new Set(ofExperiment.flatMap(({ attacker }) => (defenders.has(attacker) ? attacker : [])));
    if (met.size < FIELD) continue;
    const time = secondsText(await priced({ ...study, cells: ofExperiment }));
    say(
      said`${experiment}: an even price of each of ${ofExperiment.length} fights by itself takes about ${time} of one core; which unit of the field is too good, and prices at which all are even together: crible rank ${file} --only ${experiment} --even`,
    );
  }
}

/** @throws ScenarioError where no unit of any cell has points, at each of them */
async function refusePointless({ tree }: Scenario, { cells, units, places }: Study): Promise<void> {
  const missing = new Map<string, string>(); // by unit, the first experiment that has it
  for (const { id, experiment } of cells) {
    const { attacker = [], defender = [] } = units.get(id) ?? {};
    for (const { name, data, companions = [] } of [...attacker, ...defender])
      for (const unit of [{ name, data }, ...companions]) {
        if (unit.data.points !== undefined) return;
        if (!missing.has(unit.name)) missing.set(unit.name, experiment);
      }
  }
  if (missing.size === 0) return;
  throw new ScenarioError(
    [...missing].map(([name, experiment]) => {
      const used = places.get(experiment);
      const entry = ["units", "vehicles"]
        .map((map) => nodeAt(tree, [map, name]))
        .find(({ steps, keyPlace }) => steps === 2 && keyPlace?.file === used?.file);
      const hint = said`give it points: under units:`;
      return problemAt(entry?.keyPlace ?? used, said`"${name}" has no points, so what they buy is unknown`, { hint });
    }),
  );
}
