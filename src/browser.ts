/**
 * crible in a browser or a worker of one: the same functions, the same bytes. Files are given as texts (`givenFiles`);
 * catalogues that ship with crible are there; `workers` are Web Workers.
 *
 * @example
 * import { givenFiles, loadStudy, run } from "crible/browser";
 *
 * const text = `
 * version: 1
 * ruleset: alpha-omega
 * extends: crible:alpha-omega/catalogue
 * experiments:
 *   once: { kind: shot, attacker: rangers, defender: marines, situation: { attackerOrder: aimed, distance: 12 } }
 * `;
 * const study = await loadStudy("first.yaml", { files: givenFiles({ "first.yaml": text }) });
 * const result = await run(study);
 * result.cells[0].method; // "exact"
 */
export { type CompareSettings, type Comparison, compare } from "./analysis/compare.ts";
export { type Effects, effects, type Factorial } from "./analysis/effects.ts";
export { type Measure, parseMeasure } from "./analysis/measure.ts";
export { type Forbidden, type Replay, type ReplaySettings, replay } from "./analysis/replay.ts";
export type { CellResult, GoalResult, MetricResult, Outcome, Result, Verification } from "./analysis/result.ts";
export { type RunSettings, run, SettingError } from "./analysis/run.ts";
export { type PairedResults, type PairedSettings, runPaired } from "./analysis/run-paired.ts";
export { type Sensitivity, sensitivity, type Tornado } from "./analysis/sensitivity.ts";
export { parseTarget, type Solution, type Target } from "./analysis/solve.ts";
export { solvePath as solve } from "./analysis/solve-path.ts";
export { type Sweep, type SweptCurve, sweep } from "./analysis/sweep.ts";
export { STREAM_NAME, STREAM_VERSION } from "./dice/index.ts";
export { EngineError } from "./engine/runner.ts";
export { outcomesCsv, summaryCsv } from "./report/csv.ts";
export { type Explained, type ExplainedCell, explain } from "./report/explain.ts";
export { resultsJson } from "./report/files.ts";
export { distributionOf } from "./rule/distribution.ts";
export { type Rule, RuleError } from "./rule/rule.ts";
export { RULESETS } from "./rulesets/index.ts";
export { type Axis, type Point, parseAxis } from "./scenario/axis.ts";
export { scenarioOfData, studyOfData } from "./scenario/data.ts";
export { type Files, type GivenText, givenFiles } from "./scenario/files.ts";
export { type Nudged, nudge } from "./scenario/nudges.ts";
export { formatProblems, type Place, type Problem, ScenarioError } from "./scenario/problem.ts";
export { type Cell, loadStudy, openScenario, type Scenario, type Study, type StudyOptions } from "./scenario/study.ts";
export { validate } from "./scenario/validate.ts";
export { VERSION } from "./version.ts";
