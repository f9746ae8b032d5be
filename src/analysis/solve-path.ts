import { message, part } from "../rule/message.ts";
import { said } from "../rulesets/said.ts";
import { type Axis, idAt } from "../scenario/axis.ts";
import { canonical } from "../scenario/hash.ts";
import { cellAt, studyAt } from "../scenario/points.ts";
import type { Problem } from "../scenario/problem.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { checkMeasures, type MeasuredNumber, readingOf } from "./measure.ts";
import type { CellResult, Result } from "./result.ts";
import { withRolls } from "./rolls.ts";
import { run, SettingError } from "./run.ts";
import { type RefusedValue, refusedValues, type Solution, solve, type Target } from "./solve.ts";

export interface SolveSettings extends StudyOptions {
  /** The path and the values it may take, ascending. */
  readonly path: Axis;
  readonly target: Target;
  /** Computes a study; `run` by default. */
  readonly compute?: (study: Study) => Promise<Result>;
}

/**
 * For each cell of a scenario the value of a path that brings a measure nearest to its target.
 * @throws SettingError for a measure that no cell has; ScenarioError for a path that names nothing
 */
export async function solvePath(
  scenario: Scenario,
  settings: SolveSettings,
): Promise<{
  readonly solutions: readonly Solution[];
  readonly result: Result;
}> {
  const { path: axis, target, compute = run, ...options } = settings;
  const values = axis.values.map(Number).sort((a, b) => a - b);
  const base = await scenario.study(options);
  const solutions: Solution[] = [];
  const cells = new Map<string, CellResult>();
  let result: Result | undefined;
  // Each is told once, however many studies it takes.
  const told = new Set<string>();
  const isNew = ({ message }: Problem) => !told.has(message) && told.add(message);
  const warnings: Result["warnings"][number][] = [];
  const rules = new Set<string>();
  for (const cell of base.cells) {
    if ("notBuilt" in cell.outcome) continue;
    const written = canonical(cell.outcome);
    const alike = new Set<number>();
    const attempt = async (wanted: readonly number[]) => {
      const points = wanted.map((value) => ({ [axis.path]: value }));
      const readings = new Map<number, MeasuredNumber>();
      const at = await cellAt(scenario, cell, points, { ...options, tolerant: true, flag: "--path", isAsked: true });
      for (const { outcome, point } of at.study.cells)
        if (canonical(outcome) === written) alike.add(point![axis.path] as number);
      result = await compute({ ...at.study, warnings: at.study.warnings.filter(isNew) });
      warnings.push(...result.warnings);
      for (const id of result.ruleIds ?? []) rules.add(id);
      checkMeasures(result.cells, [target.measure]);
      const forbidden: RefusedValue[] = [];
      for (const found of result.cells) {
        cells.set(found.id, found);
        const value = found.point![axis.path] as number;
        const reading = readingOf(found, target.measure);
        if (reading) readings.set(value, reading);
        else if (found.statement)
          forbidden.push({ value, message: message`${part(found.statement.text)} (${found.statement.rule})` });
      }
      return { readings, refused: [...refusedValues(at.refused, axis.path), ...forbidden] };
    };
    const solution = await solve({ cell: cell.id, path: axis.path, target, values }, attempt);
    // Where several values come to the same cell nobody knows which of them stands in the file.
    const [today, ...others] = alike;
    solutions.push(today === undefined || others.length > 0 ? solution : { ...solution, today });
  }
  if (result === undefined) throw new SettingError(said`no cell of this scenario can be computed`);
  // Of all that was tried, what was found and what stands in the file.
  const found = solutions.flatMap(({ cell, best, today = best.value }) =>
    [...new Set([today, best.value])].map((value) => cells.get(idAt(cell, { [axis.path]: value }))!),
  );
  // Of the first answer one trial is told.
  const [{ cell, best }] = solutions as [Solution];
  const point = { [axis.path]: best.value };
  const { study } = await studyAt(scenario.tree, scenario.file, [point], { ...options, cells: [cell] });
  const rolled = await withRolls(study, found, [idAt(cell, point)]);
  return { solutions, result: { ...result, warnings, ruleIds: [...rules].sort(), cells: rolled } };
}
