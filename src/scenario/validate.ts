import { said } from "../rulesets/said.ts";
import { distinct, type Problem, problemAt, ScenarioError, textsOf } from "./problem.ts";
import { type Cell, openScenario, type Study, type StudyOptions } from "./study.ts";

/** What the cells of a study are told and cannot happen, each once; of whom, where it is not every cell of the experiment. */
export function neverIn({ cells }: Pick<Study, "cells">): Problem[] {
  const found = new Map<
    string,
    { readonly warning: Problem; readonly cells: Cell[]; readonly messages: Set<string> }
  >();
  for (const cell of cells) {
    const { outcome } = cell;
    for (const { warning, what, unit, text } of "profile" in outcome ? (outcome.never ?? []) : []) {
      const { file, line, column } = warning.place ?? {};
      // Of other distances it is the same sentence.
      const say = typeof text === "string" ? text : text.say;
      const key = [cell.experiment, file, line, column, what, unit, say].join(" ");
      const known = found.get(key);
      if (known) {
        known.cells.push(cell);
        known.messages.add(warning.message);
      } else found.set(key, { warning, cells: [cell], messages: new Set([warning.message]) });
    }
  }
  const told = Array.from(found.values(), ({ warning, cells: warned, messages }) => {
    const { id, experiment } = warned[0]!;
    const isOfAll = cells.filter((cell) => cell.experiment === experiment).length === warned.length;
    if (isOfAll && messages.size === 1) return warning;
    const { place, severity } = warning;
    const { message, hint } = textsOf(warning);
    const named = warned.length === 1 ? said`${id}: ${message}` : said`${id} and ${warned.length - 1} more: ${message}`;
    return problemAt(place, named, { severity, hint });
  });
  return distinct(told);
}

/** Every problem of a scenario, warnings among them; none where it can be run, or extended. Throws for nothing in it. */
export async function validate(path: string, options: StudyOptions = {}): Promise<readonly Problem[]> {
  try {
    const scenario = await openScenario(path, options);
    const study = await scenario.study({ ...options, mayBeEmpty: true });
    return [...study.warnings, ...neverIn(study)];
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  }
}
