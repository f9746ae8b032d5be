/**
 * Joint questions as they are written: `first.out<=1 and second.out>=3`, `killed>=5 and not (selfKilled>0)`,
 * `winner=first or casualties@3.second>=4`. Read here, and held against the metrics of a cell (`boundJoint`).
 */

import { type Logic, withTests } from "../rule/logic.ts";
import type { Metric, TrialCondition } from "../rule/program.ts";
import { SIGNS, type Sign } from "../rulesets/condition.ts";
import { LogicFault, LogicReader, type LogicWord } from "../rulesets/logic-reader.ts";
import { listed, OR, type Said, said } from "../rulesets/said.ts";
import { suggested } from "./nearest.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";

/** One comparison; `at` and `length` say where in the text its parts stand. */
interface Test {
  readonly prefix?: LogicWord;
  readonly metric: LogicWord;
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly sign: Sign;
  readonly values: readonly LogicWord[];
}
type TestTree = Logic<Test>;

/** A question that has been read, not yet held against metrics. */
export interface JointQuestion {
  /** As it is shown: as written, blanks evened out. */
  readonly text: string;
  readonly tree: TestTree;
  /** Where it is written. */
  readonly place: Place;
  /** Of the command line: it is asked of the cells that have its metrics. */
  readonly everywhere: boolean;
}

const LONGEST = 1_000;
const EXAMPLE = said`write such as first.out<=1 and second.out>=3`;

const TOKEN = /\s*(?:"([^"]*)"|(<=|>=|!=|==|[=<>().@+])|([\p{L}_][\p{L}\p{N}_-]*|-?\d+(?:\.\d+)?))/uy;

class QuestionReader extends LogicReader<Test> {
  constructor(text: string) {
    super(
      text,
      TOKEN,
      (letter, at) => new LogicFault(said`${quote(letter)} means nothing in a joint question`, at, 1, EXAMPLE),
    );
  }

  protected override shown(text: string): string {
    return quote(text);
  }

  /** The next word, a name or a number. */
  #word(what: Said): LogicWord {
    const word = this.peek();
    const isSign = word !== undefined && !word.quoted && /^[^\p{L}\p{N}_-]/u.test(word.text);
    if (word === undefined || isSign) {
      const found = word === undefined ? said`the question ends` : said`found ${quote(word.text)}`;
      throw new LogicFault(said`${what} is missing: ${found}`, word?.at ?? this.end, word?.text.length ?? 1, EXAMPLE);
    }
    this.skip();
    return word;
  }

  protected test(): Test {
    const first = this.#word(said`a metric`);
    const metric = this.take(".") ? this.#word(said`a metric`) : undefined;
    let turn: number | undefined;
    let side: "first" | "second" | undefined;
    if (this.take("@")) {
      if (this.peek()?.text !== ".") turn = this.#turn();
      if (this.take(".")) side = this.#side();
    }
    const sign = this.peek();
    const known = sign?.text === "==" ? "=" : SIGNS.find((one) => !sign?.quoted && one === sign?.text);
    if (known === undefined) {
      const found = sign === undefined ? said`the question ends` : said`found ${quote(sign.text)}`;
      const hint = said`one of ${SIGNS.join(" ")}`;
      throw new LogicFault(said`a comparison is missing: ${found}`, sign?.at ?? this.end, sign?.text.length ?? 1, hint);
    }
    this.skip();
    const values = [this.#word(said`a value`)];
    while (this.take("+")) values.push(this.#word(said`a value`));
    return {
      ...(metric === undefined ? {} : { prefix: first }),
      metric: metric ?? first,
      ...(turn === undefined ? {} : { turn }),
      ...(side === undefined ? {} : { side }),
      sign: known,
      values,
    };
  }

  #turn(): number {
    const word = this.#word(said`a turn`);
    // `@6.second` is read as one number by the lexer only where digits follow the dot, which names no turn.
    if (!/^[1-9]\d{0,3}$/u.test(word.text))
      throw new LogicFault(said`a turn is a whole number from 1, found ${quote(word.text)}`, word.at, word.text.length);
    return Number(word.text);
  }

  #side(): "first" | "second" {
    const { text, at } = this.#word(said`a side`);
    if (text === "first" || text === "second") return text;
    throw new LogicFault(said`a side is first or second, found ${quote(text)}`, at, text.length);
  }
}

/** A part of a question's place. `inner`: where its first character stands in what is written there. */
const within = (place: Place, inner: number, at: number, length: number): Place => ({
  ...place,
  column: place.column + inner + at,
  length,
});

/** Offset of the question in what is written: past the quote of a text in quotes. */
const innerOf = (place: Place): number => (/^["']/u.test((place.text ?? "").slice(place.column - 1)) ? 1 : 0);

/** Reads a question. @returns the question, or what is wrong with it */
export function readJoint(text: string, place: Place, everywhere = false): JointQuestion | Problem {
  const shown = text.trim().replaceAll(/\s+/gu, " ");
  if (shown === "") return problemAt(place, said`a joint question is empty`, { hint: EXAMPLE });
  if (text.length > LONGEST) return problemAt(place, said`a joint question has at most ${LONGEST} characters`);
  try {
    return { text: shown, tree: new QuestionReader(text).whole(), place, everywhere };
  } catch (error) {
    if (!(error instanceof LogicFault)) throw error;
    const { said: message, at, length, hint } = error;
    return problemAt(within(place, innerOf(place), at, length), message, { hint });
  }
}

/** Holds a question against the metrics of a cell. @returns what has to hold, or what is wrong with it */
export function boundJoint({ tree, place }: JointQuestion, metrics: readonly Metric[]): TrialCondition | Problem[] {
  const problems: Problem[] = [];
  const inner = innerOf(place);
  const refuse = ({ text, at, quoted }: LogicWord, message: Said, hint?: Said): TrialCondition => {
    const spot = within(place, inner, at, text.length + (quoted ? 2 : 0));
    problems.push(problemAt(spot, message, { hint }));
    return { all: [] };
  };
  const condition = withTests(tree, (test: Test): TrialCondition => {
    const found = metricOf(test, metrics);
    if (typeof found !== "number") return refuse(found.word, found.message, found.hint);
    const { values } = metrics[found]!;
    const wanted = wantedOf(test, metrics[found]!);
    if ("message" in wanted) return refuse(wanted.word, wanted.message, wanted.hint);
    return { metric: found, bins: values.map(wanted.fits) };
  });
  return problems.length > 0 ? problems : condition;
}

interface Unbound {
  readonly word: LogicWord;
  readonly message: Said;
  readonly hint: Said | undefined;
}
const unbound = (word: LogicWord, message: Said, hint?: Said): Unbound => ({ word, message, hint });

const partsOf = ({ side, target, section }: Metric): string[] =>
  [side, target, section].filter((part) => part !== undefined);

/** The metric a comparison speaks of: of the last turn, unless it names one. */
function metricOf({ prefix, metric, turn, side }: Test, metrics: readonly Metric[]): number | Unbound {
  const named = metrics.filter(({ name }) => name === metric.text);
  if (named.length === 0)
    return unbound(
      metric,
      said`no metric ${quote(metric.text)} here`,
      suggested(metric.text, [...new Set(metrics.map(({ name }) => name))]),
    );
  const parts = [...new Set(named.flatMap(partsOf))];
  const placed = named.filter(
    (one) => (prefix === undefined || partsOf(one).includes(prefix.text)) && (side === undefined || one.side === side),
  );
  if (placed.length === 0) {
    const message = prefix
      ? said`${metric.text} has no ${quote(prefix.text)}`
      : side === "first"
        ? said`${metric.text} is not counted for the first side`
        : said`${metric.text} is not counted for the second side`;
    const hint = parts.length === 0 ? said`write ${metric.text} alone` : suggested(prefix?.text ?? "", parts);
    return unbound(prefix ?? metric, message, hint);
  }
  if (new Set(placed.map((metric) => partsOf(metric).join())).size > 1) {
    const ways = parts.map((part) => `${/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part) ? part : `"${part}"`}.${metric.text}`);
    const hint = said`write ${listed(ways, OR)}`;
    return unbound(metric, said`${metric.text} is counted for each of ${parts.join(", ")}`, hint);
  }
  const turned = placed.filter((metric) => turn === undefined || metric.turn === turn);
  if (turned.length === 0) {
    const turns = placed.flatMap((metric) => metric.turn ?? []);
    const message =
      turns.length === 0
        ? said`${metric.text} has no turns`
        : said`${metric.text} is measured at turns ${Math.min(...turns)} to ${Math.max(...turns)}, not ${turn!}`;
    return unbound(metric, message);
  }
  return metrics.indexOf(turned.at(-1)!);
}

/** Which values of the metric a comparison wants. */
function wantedOf(
  { sign, values }: Test,
  metric: Metric,
): { readonly fits: (value: number | string) => boolean } | Unbound {
  const known = metric.values.map(String);
  const isOrdered = sign !== "=" && sign !== "!=";
  const isWords = metric.values.some((value) => typeof value === "string");
  const second = values[1];
  if (isOrdered && second) return unbound(second, said`${sign} compares with one value`);
  if (isOrdered && isWords)
    return unbound(
      values[0]!,
      said`${metric.name} has words for values: = and != compare them`,
      said`known here: ${known.join(", ")}`,
    );
  for (const word of values) {
    if (isWords ? known.includes(word.text) : /^-?\d+(?:\.\d+)?$/u.test(word.text)) continue;
    const hint = isWords ? suggested(word.text, known) : said`write a number`;
    return unbound(word, said`${metric.name} is never ${quote(word.text)}`, hint);
  }
  const texts = values.map(({ text }) => text);
  const bound = Number(texts[0]);
  const isOne = (value: number | string) =>
    isWords ? texts.includes(String(value)) : texts.map(Number).includes(value as number);
  const tests: Readonly<Record<Sign, (value: number | string) => boolean>> = {
    "=": isOne,
    "!=": (value) => !isOne(value),
    "<=": (value) => (value as number) <= bound,
    ">=": (value) => (value as number) >= bound,
    "<": (value) => (value as number) < bound,
    ">": (value) => (value as number) > bound,
  };
  return { fits: tests[sign] };
}

/** The questions of the command line. */
export const askedJoints = (texts: readonly string[] = []) =>
  texts.map((text) => readJoint(text, { file: "--joint", line: 1, column: 1, length: text.length, text }, true));
