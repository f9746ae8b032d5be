import { labelsOf, languageReady } from "../rulesets/languages.ts";
import { said } from "../rulesets/said.ts";
import { type Axis, type Point, pointsOf } from "./axis.ts";
import type { Columns } from "./cells.ts";
import type { Scenario, Study, StudyOptions } from "./checked.ts";
import { type LoadOptions, loadTree } from "./extends.ts";
import { LANGUAGES, type LanguageTag } from "./languages.ts";
import { studyAt } from "./points.ts";
import { hasErrors, type Problem, refuse, ScenarioError } from "./problem.ts";
import { referenceProblems } from "./references.ts";
import { scenarioSchema } from "./schema.ts";
import { checkShape } from "./shape.ts";
import { readerOf, studyOfOne } from "./single.ts";
import { type Located, partOf } from "./tree.ts";

export type { Cell, CellUnits, Scenario, Study, StudyOptions, UsedUnit } from "./checked.ts";

/**
 * Reads a scenario file (`-` is standard input) and everything it extends, once for any number of studies.
 * @throws ScenarioError with every problem of the file at once
 */
export async function openScenario(path: string, options: LoadOptions = {}): Promise<Scenario> {
  const { tree, problems, columns } = await loadTree(path, options);
  return told(tree, async () => {
    if (tree === undefined || hasErrors(problems)) throw new ScenarioError(problems);
    const typed = Object.keys(columns).length === 0 ? tree : await withTables(tree, columns, problems);
    return scenarioOf(typed, path === "-" ? "standard input" : path, problems);
  });
}

/** The language that a file asks for; undefined where it asks for none that there is. */
export function labelsIn(tree: Located): LanguageTag | undefined {
  const labels = partOf(tree, "labels");
  return LANGUAGES.find((known) => labels?.kind === "scalar" && labels.value === known);
}

/** What is made of a tree; its errors know the language that the file asks for. */
async function told<T>(tree: Located | undefined, make: () => Promise<T>): Promise<T> {
  const tag = tree && labelsIn(tree);
  try {
    if (tag !== undefined) await languageReady(tag);
    return await make();
  } catch (error) {
    if (error instanceof ScenarioError && tag !== undefined) error.labels = tag;
    throw error;
  }
}

/** The tree of a scenario with tables, once the ruleset has told what their columns are. */
async function withTables(tree: Located, columns: Columns, warnings: readonly Problem[]): Promise<Located> {
  const reader = await readerOf(tree);
  const schema = scenarioSchema(reader);
  const [{ columnProblems, withTypedCells }, { jsonSchemaOf }] = await Promise.all([
    import("./cells.ts"),
    import("./fields.ts"),
  ]);
  const json = jsonSchemaOf(schema);
  const french = labelsOf("fr", reader.ruleset.name);
  const typed = withTypedCells(tree, columns, json, french?.values);
  const unknown = columnProblems(tree, columns, json, french?.fields);
  if (unknown.length > 0)
    throw new ScenarioError([
      ...warnings,
      ...unknown,
      ...checkShape(typed, schema).problems,
      ...referenceProblems(typed),
    ]);
  return typed;
}

/** A tree that has been read already. */
export const scenarioOf = (tree: Located, file: string, warnings: readonly Problem[] = []): Scenario => ({
  file,
  tree,
  warnings,
  study: (options = {}) => told(tree, () => studyOf(tree, file, options, warnings)),
});

/**
 * The study of a scenario file (`-` is standard input) and of everything it extends.
 * @throws ScenarioError with every problem of the file at once
 */
export async function loadStudy(path: string, options: StudyOptions = {}): Promise<Study> {
  return (await openScenario(path, options)).study(options);
}

/** The study of a tree that has been read already. */
export async function studyOf(
  given: Located,
  file: string,
  options: StudyOptions = {},
  warnings: readonly Problem[] = [],
): Promise<Study> {
  const { sweep, ...others } = options;
  if (sweep !== undefined && sweep.length > 0)
    return (await studyAt(given, file, planeOf(sweep), { ...others, warnings, isAsked: true })).study;
  return studyOfOne(given, file, others, warnings);
}

/** The points of one or two axes. */
function planeOf(axes: readonly Axis[]): Point[] {
  const twice = axes.find(({ path }, i) => axes.findIndex((axis) => axis.path === path) < i);
  const message =
    axes.length > 2
      ? said`--sweep: a sweep has one axis or two, not ${axes.length}`
      : twice && `--sweep: both axes are ${twice.path}`;
  if (message) refuse(undefined, message);
  return pointsOf(axes);
}
