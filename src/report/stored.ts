/** Results that were stored, read back: nothing in them is trusted, run or fetched. */
import * as z from "zod";
import { type CheckResult, checkResult } from "../analysis/check-result.ts";
import { gameWords, type Result, runResult } from "../analysis/result.ts";
import { bringWords } from "../rulesets/game/words.ts";
import { isBuilt, isGameName, rulesetNames } from "../rulesets/index.ts";
import { listed, OR, type Said, said, type Text } from "../rulesets/said.ts";
import { jsonFault } from "../scenario/json-fault.ts";
import { suggested } from "../scenario/nearest.ts";
import { quote, ScenarioError, visible } from "../scenario/problem.ts";
import { wholeFile } from "../scenario/source.ts";
import { ANALYSIS_NAMES, type AnalysisName, type AnalysisResults, analysisOf } from "./analyses.ts";
import { carriesValues, MOST_TOLD, outlineOf } from "./carried.ts";
import { sealedJson, sumOf } from "./json.ts";
import { checkNumbers } from "./stored-numbers.ts";

/** The version of the form that results are stored in. */
export const FORMAT = 1;

export type Stored =
  | { readonly of: "run"; readonly result: Result }
  | { readonly of: "check"; readonly result: CheckResult }
  /** `results`: what the analysis rests on, their metrics left out where they are many. */
  | { readonly of: AnalysisName; readonly data: never; readonly results: AnalysisResults };

/**
 * An analysis as it is stored: what it found, then the results it rests on, without their metrics where those are many, so
 * that every report can be made from it again.
 */
export function analysisJson(name: string, data: object, results: readonly Result[]): string {
  const { version, stream, seed, ruleset, game, file, command } = results[0]!;
  const isWhole = carriesValues(results);
  const isTold = results.flatMap(({ cells }) => cells).length <= MOST_TOLD;
  const kept = results.map((result) => ({
    ...result,
    cells: result.cells.map((cell) => {
      const { metrics, rolls, ...rest } = cell;
      if (isWhole) return { ...rest, metrics, rolls };
      return { ...rest, ...(isTold && rolls ? { rolls } : {}), outline: outlineOf(cell, isTold) };
    }),
  }));
  const text = {
    analysis: name,
    version,
    format: FORMAT,
    stream,
    seed,
    ruleset,
    ...(game === undefined ? {} : { game }),
    file,
    command,
    ...data,
    results: kept,
  };
  return sealedJson(text);
}

const ofAnalysis = z.object({ results: z.array(runResult).min(1) });

/**
 * The result in a text.
 * @throws ScenarioError with what was expected: not JSON, no result, of a later format, or counts that do not add up
 */
export function parseStored(text: string, file: string): Stored {
  const fail = (message: Said, hint?: Text): never => {
    throw new ScenarioError([wholeFile(file, message, hint)]);
  };
  const expected = said`give results.json of crible run, or what an analysis printed with --json`;
  const data = parsed(text, (why) => fail(said`this is not JSON: ${why}`, expected));
  if (typeof data !== "object" || data === null || Array.isArray(data) || !("version" in data) || !("stream" in data))
    return fail(said`this is no result of crible`, expected);
  const { format, analysis: name } = data as Readonly<Record<string, unknown>>;
  if (format !== FORMAT)
    return fail(
      typeof format === "number" && format > FORMAT
        ? said`its format is ${format}; this version of crible reads format ${FORMAT}`
        : said`its format is ${JSON.stringify(format) ?? said`missing`}; ${FORMAT} is expected`,
      typeof format === "number" && format > FORMAT ? said`a later version of crible wrote it: use that one` : expected,
    );
  checkRuleset(data, fail);
  const shaped = <T>(schema: z.ZodType, value: unknown): T => {
    const { error } = schema.safeParse(value);
    if (error === undefined) return value as T;
    return fail(said`it does not have the shape of a result: ${wording(error.issues[0]!, value)}`, expected);
  };
  if (name === "check") {
    const result = shaped<CheckResult>(checkResult, data);
    checkSum(data, fail);
    return { of: "check", result };
  }
  if (name === undefined) {
    const result = shaped<Result>(runResult, data);
    checkNumbers(result, fail);
    // What was stored before there was a digest has none.
    if ("sum" in data) checkSum(data, fail);
    return { of: "run", result };
  }
  const of = ANALYSIS_NAMES.find((known) => known === name);
  if (of === undefined) {
    const text = typeof name === "string" ? name : (JSON.stringify(name) ?? "");
    return fail(said`there is no report of ${quote(text)}`, suggested(text, ANALYSIS_NAMES));
  }
  const { results } = shaped<{ results: AnalysisResults }>(ofAnalysis, data);
  for (const one of results) checkRuleset(one, fail);
  shaped(analysisOf(of).shape, data);
  checkSum(data, fail);
  return { of, data: data as never, results };
}

/** A ruleset that is known here, or a game of which the result has the words that its reports take. */
function checkRuleset(data: object, fail: (message: Said, hint?: Text) => never): void {
  const { ruleset: name, game: words } = data as { readonly ruleset?: unknown; readonly game?: unknown };
  const known = said`one of ${rulesetNames().join(", ")}`;
  if (typeof name !== "string") {
    fail(name === undefined ? said`it names no ruleset` : said`its ruleset is no name`, known);
    return;
  }
  const found = isGameName(name) ? gameWords.safeParse(words).data : undefined;
  if (found !== undefined) bringWords(name, found);
  else if (!isBuilt(name)) fail(said`there is no ruleset ${quote(name)}`, suggested(name, rulesetNames()) ?? known);
}

const TYPES: Readonly<Record<string, Said>> = {
  string: said`a text`,
  number: said`a number`,
  int: said`a whole number`,
  boolean: said`true or false`,
  array: said`a list`,
  object: said`a map`,
  record: said`a map`,
};

/** `cells.0.trials must be a number, found a text`. */
function wording(issue: z.core.$ZodIssue, data: unknown): Said {
  const found = issue.path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
    data,
  );
  const type = found === null ? "null" : Array.isArray(found) ? "array" : typeof found;
  const shown = found === undefined ? said`nothing` : (TYPES[type] ?? type);
  const where = issue.path.map(String).join(".") || said`it`;
  if (issue.code === "invalid_type")
    return said`${where} must be ${TYPES[issue.expected] ?? issue.expected}, found ${shown}`;
  if (issue.code === "invalid_value") return said`${where} must be ${listed(issue.values.map(String), OR)}`;
  if (issue.code === "too_big") return said`${where} is too big`;
  return issue.code === "too_small" ? said`${where} is too small` : said`${where} cannot be ${shown}`;
}

/** The same with every text in it safe to be shown: what a name may hold is escaped, but nothing vouches for a file. */
export function shownOf<T>(data: T): T {
  if (typeof data === "string") return visible(data) as T;
  if (Array.isArray(data)) return data.map(shownOf) as T;
  if (typeof data !== "object" || data === null) return data;
  return bare(Object.fromEntries(Object.entries(data).map(([key, value]) => [visible(key), shownOf(value)]))) as T;
}

/**
 * A map without the prototype's words: where a report wants a text and finds a map, it is a TypeError, and no `[object
 * Object]`.
 */
const bare = <T>(value: T): T =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.assign(Object.create(null), value);

function parsed(text: string, fail: (why: Text) => never): unknown {
  if (text.trim() === "") return fail(said`it is empty`);
  try {
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === "number" && !Number.isFinite(value) ? fail(said`a number in it is too large`) : bare(value),
    );
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    return fail(jsonFault(text, error));
  }
}

/**
 * The digest of what was stored: what the numbers of an analysis or a check, the quality of a run and its verification rest
 * on is not in the file, so they cannot be found anew.
 */
function checkSum(data: object, fail: (message: Said, hint?: Text) => never): void {
  const { sum } = data as { readonly sum?: unknown };
  if (sum === sumOf(data)) return;
  const what =
    sum === undefined ? said`it has no digest of what it says (sum)` : said`its digest (sum) is of other data`;
  fail(said`${what}: the file was edited`, said`give it as crible wrote it`);
}
