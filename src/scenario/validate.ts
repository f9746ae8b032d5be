import { type Problem, ScenarioError } from "./problem.ts";
import { openScenario, type StudyOptions } from "./study.ts";

/** Every problem of a scenario, warnings among them; none where it can be run, or extended. Throws for nothing in it. */
export async function validate(path: string, options: StudyOptions = {}): Promise<readonly Problem[]> {
  try {
    const scenario = await openScenario(path, options);
    return (await scenario.study({ ...options, mayBeEmpty: true })).warnings;
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  }
}
