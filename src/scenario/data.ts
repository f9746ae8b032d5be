import { parseText } from "./located.ts";
import { hasErrors, ScenarioError } from "./problem.ts";
import { type Scenario, type Study, type StudyOptions, scenarioOf } from "./study.ts";

/**
 * A scenario given as data, checked like a file; `extends` is not followed. Places count in the data written as JSON.
 * @throws ScenarioError for what is no data
 */
export function scenarioOfData(data: unknown): Scenario {
  const { root, problems } = parseText(JSON.stringify(data, undefined, 2), "(data)");
  if (root === undefined || hasErrors(problems)) throw new ScenarioError(problems);
  return scenarioOf(root, "(data)", problems);
}

/** The study of a scenario given as data. @throws ScenarioError with every problem at once */
export const studyOfData = async (data: unknown, options: StudyOptions = {}): Promise<Study> =>
  scenarioOfData(data).study(options);
