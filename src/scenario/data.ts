import { parseText } from "./located.ts";
import { hasErrors, ScenarioError } from "./problem.ts";
import { type Study, type StudyOptions, studyOf } from "./study.ts";

/**
 * The study of a scenario given as data, checked like a file; `extends` is not followed.
 * @throws ScenarioError with every problem at once; places count in the data written as JSON
 */
export async function studyOfData(data: unknown, options: StudyOptions = {}): Promise<Study> {
  const { root, problems } = parseText(JSON.stringify(data, undefined, 2), "(data)");
  if (root === undefined || hasErrors(problems)) throw new ScenarioError(problems);
  return studyOf(root, "(data)", options, problems);
}
