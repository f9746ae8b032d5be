/** Asks a game that is written as text, without a disk. */
import { run } from "../../src/analysis/run.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { type Problem, ScenarioError } from "../../src/scenario/problem.ts";
import { loadStudy, type StudyOptions } from "../../src/scenario/study.ts";

type Settings = Parameters<typeof run>[1];

/** The result of a scenario of a game; the scenario is the text behind `ruleset:`. */
export async function ask(game: string, scenario: string, settings: Settings = {}, options: StudyOptions = {}) {
  const files = givenFiles({
    "a.game.yaml": game,
    "a.yaml": `version: 1\nruleset: ./a.game.yaml\n${scenario}`,
  });
  const study = await loadStudy("a.yaml", { files, ...options });
  return run(study, { workers: 0, ...settings });
}

/** The problems of a game, as `line:column message`. */
export async function problemsOf(
  game: string,
  scenario = "experiments: {}",
  lang: "en" | "fr" = "en",
): Promise<string[]> {
  try {
    await ask(game, scenario);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const told = (problem: Problem) => (lang === "fr" ? problem.french : undefined) ?? problem;
    return error.problems.map((problem) => {
      const { message, hint } = told(problem);
      return `${problem.place?.file.includes("game") ? "" : "scenario "}${problem.place?.line}:${problem.place?.column} ${message}${hint === undefined ? "" : ` (${hint})`}`;
    });
  }
}

/** By value, the chances of a metric of the first cell; as fractions where they are. */
export function chancesOf(
  result: Awaited<ReturnType<typeof ask>>,
  metric: string,
  cell = 0,
  side?: string,
): Record<string, number> {
  const found = result.cells[cell]!.metrics!.find(
    (own) => own.name === metric && (side === undefined || own.side === side),
  )!;
  return Object.fromEntries(found.outcomes.map(({ value, probability }) => [String(value), probability]));
}

export function fractionsOf(result: Awaited<ReturnType<typeof ask>>, metric: string, cell = 0): Record<string, string> {
  const found = result.cells[cell]!.metrics!.find((own) => own.name === metric)!;
  return Object.fromEntries(found.outcomes.map(({ value, fraction }) => [String(value), fraction ?? "none"]));
}
