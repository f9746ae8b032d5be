import type { Command } from "commander";
import { type Effort, type Efforts, estimatesOf } from "../analysis/estimate.ts";
import { type Language, languageOf } from "../report/index.ts";
import { jsonText } from "../report/json.ts";
import { isGame, loadRuleset } from "../rulesets/index.ts";
import { formatProblems, ScenarioError, visible } from "../scenario/problem.ts";
import { openScenario } from "../scenario/study.ts";
import { entries, nodeAt } from "../scenario/tree.ts";
import { forbiddenIn, neverIn } from "../scenario/validate.ts";
import { EXIT } from "./exit.ts";
import { type RunFlags, withLanguage, withScenarioFlags } from "./options.ts";
import { secondsText } from "./progress.ts";
import { print, printFolded, say } from "./streams.ts";

/** Operations in which exact answers of a file are looked for, beside reading it and one best play: some seconds in all. */
const FINDING = 11_200_000;

export function addValidate(program: Command): void {
  withLanguage(withScenarioFlags(program.command("validate")))
    .description("Check scenarios and say what they would compute, without computing it.")
    .argument("<file...>", "scenario files; - is standard input")
    .option("--json", "print the cells as JSON")
    .addHelpText(
      "after",
      `
Examples:
  crible validate my.yaml
  crible validate scenarios/*.yaml --json             every file's errors, not only the first one's
  crible validate my.yaml --set units.rangers.save=3+`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as RunFlags;
      for (const file of files)
        try {
          await validate(file, flags);
        } catch (error) {
          if (!(error instanceof ScenarioError)) throw error;
          say(`${formatProblems(error.problems, { max: 1_000, lang: flags.lang ?? error.labels ?? "en" })}\n`);
          process.exitCode = EXIT.badInput; // the other files are checked all the same
        }
    });
}

async function validate(file: string, flags: RunFlags): Promise<void> {
  const scenario = await openScenario(file);
  const study = await scenario.study({
    set: flags.set ?? [],
    mayBeEmpty: true,
    ...(flags.only ? { only: flags.only } : {}),
    ...(flags.cell ? { cells: flags.cell } : {}),
  });
  const warnings = [...study.warnings, ...neverIn(study), ...forbiddenIn(study)];
  if (warnings.length > 0) say(`${formatProblems(warnings, { lang: flags.lang ?? study.labels })}\n`);
  const language = languageOf(flags.lang ?? study.labels, study.ruleset, { titles: study.titles });
  const estimates = await estimatesOf(study, { finding: FINDING });
  if (flags.json) {
    const work = new Map(estimates.cells.map(({ cell, ...estimate }) => [cell, estimate]));
    const cells = study.cells.map(({ id, kind, outcome }) => ({
      id,
      kind,
      ...("profile" in outcome ? { work: work.get(id) } : outcome),
    }));
    await print(jsonText({ file, ruleset: study.ruleset, seconds: Number(estimates.seconds.toPrecision(3)), cells }));
    return;
  }
  if (study.places.size === 0) {
    const [units, weapons] = ["units", "weapons"].map((map) => {
      const { node, steps } = nodeAt(scenario.tree, [map]);
      return steps === 1 ? entries(node).length : 0;
    }) as [number, number];
    await printFolded(
      `${language.say`${visible(file)}: ${study.ruleset}, a catalogue: ${units} {unit|units}, ${weapons} {weapon|weapons}; no experiments, no error`}\n`,
    );
    return;
  }
  await printFolded(
    `${language.say`${visible(file)}: ${study.ruleset}, ${study.cells.length} {cell|cells}, no error${takesText(estimates, language)}`}\n`,
  );
  const long = new Map(estimates.cells.flatMap((estimate) => (estimate.isLong ? [[estimate.cell, estimate]] : [])));
  for (const cell of study.cells) {
    const { outcome } = cell;
    const more =
      "statement" in outcome
        ? `  ${language.say`not possible: ${visible(language.saying(outcome.statement.text))} (${outcome.statement.rule})`}`
        : "notBuilt" in outcome
          ? `  ${outcome.notBuilt}`
          : `${longWork(long.get(cell.id), language)}${"profile" in outcome ? await statesText(study.ruleset, cell.kind, outcome.profile, language) : ""}`;
    await printFolded(`  ${visible(cell.id)}${more}\n`);
  }
}

/** How long a run takes, from what it counts up to: `; a run takes about 12 s`. */
export function takesText({ cells, seconds }: Efforts, { say }: Language): string {
  if (cells.length === 0) return "";
  return seconds <= 1
    ? say`; a run takes a second or less`
    : say`; a run takes up to about ${secondsText(seconds)} of one core`;
}

/** Of a cell of a game that is written as text and has too many states to be exact: how many at least. */
async function statesText(ruleset: string, kind: string, profile: unknown, language: Language): Promise<string> {
  if (!isGame(ruleset)) return "";
  const { exact } = (await loadRuleset(ruleset)).kinds[kind]!.program(profile as never);
  return "impossible" in exact ? `  ${language.saying(exact.impossible)}` : "";
}

/** What is said of a cell that takes long. */
function longWork(estimate: Effort | undefined, { say }: Language): string {
  if (estimate === undefined) return "";
  const { method, trials, seconds } = estimate;
  const time = secondsText(seconds);
  const told =
    method === "exact"
      ? say`takes long: about ${time} for the exact answer; --trials simulates it instead`
      : say`takes long: up to ${trials} trials, about ${time}`;
  return `  ${told}`;
}
