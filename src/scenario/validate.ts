import { englishIn } from "../rule/message.ts";
import { type Said, said, type Text } from "../rulesets/said.ts";
import { inBoth } from "../rulesets/sayings.ts";
import { groupedBy } from "./grouped.ts";
import { distinct, type Problem, problemAt, ScenarioError, textsOf } from "./problem.ts";
import { type Cell, openScenario, type Study, type StudyOptions } from "./study.ts";

/** What is said of a cell, and how many more it is said of. */
const saidOf = ([{ id }, ...more]: readonly [Cell, ...Cell[]], message: Text): Said =>
  more.length === 0 ? said`${id}: ${message}` : said`${id} and ${more.length} more: ${message}`;

/** Of a study all of whose cells the rules forbid, why, at each of its experiments; nothing where one is possible. */
export function forbiddenIn({ cells, places, ruleset }: Pick<Study, "cells" | "places" | "ruleset">): Problem[] {
  const all = cells.flatMap((cell) => ("statement" in cell.outcome ? { cell, ...cell.outcome.statement } : []));
  if (all.length < cells.length) return [];
  const groups = groupedBy(all, ({ cell, rule, text }) => `${cell.experiment} ${rule} ${englishIn(text)}`);
  return groups.map((alike) => {
    const [{ cell, rule, text }] = alike as [(typeof all)[number]];
    const message = said`not possible: ${inBoth(text, ruleset)} (${rule})`;
    const hint = said`no cell of this file can be computed`;
    const named = saidOf(alike.map((one) => one.cell) as [Cell, ...Cell[]], message);
    return problemAt(places.get(cell.experiment), named, { severity: "warning", hint });
  });
}

/** What the cells of a study are told and cannot happen, each once; of whom, where it is not every cell of the experiment. */
export function neverIn({ cells }: Pick<Study, "cells">): Problem[] {
  const all = cells.flatMap((cell) =>
    ("profile" in cell.outcome ? (cell.outcome.never ?? []) : []).map((never) => ({ cell, ...never })),
  );
  const groups = groupedBy(all, ({ cell, warning, what, unit, text }) => {
    const { file, line, column } = warning.place ?? {};
    // Of other distances it is the same sentence.
    return [cell.experiment, file, line, column, what, unit, typeof text === "string" ? text : text.say].join(" ");
  });
  const told = groups.map((alike) => {
    const [{ cell, warning }] = alike as [(typeof all)[number]];
    const isOfAll = cells.filter(({ experiment }) => experiment === cell.experiment).length === alike.length;
    if (isOfAll && new Set(alike.map((one) => one.warning.message)).size === 1) return warning;
    const { place, severity } = warning;
    const { message, hint } = textsOf(warning);
    return problemAt(place, saidOf(alike.map((one) => one.cell) as [Cell, ...Cell[]], message), { severity, hint });
  });
  return distinct(told);
}

/** Every problem of a scenario, warnings among them; none where it can be run, or extended. Throws for nothing in it. */
export async function validate(path: string, options: StudyOptions = {}): Promise<readonly Problem[]> {
  try {
    const scenario = await openScenario(path, options);
    const study = await scenario.study({ ...options, mayBeEmpty: true });
    return [...study.warnings, ...neverIn(study), ...forbiddenIn(study)];
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  }
}
