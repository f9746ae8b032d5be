/**
 * Joint questions as they are written: `first.out<=1 and second.out>=3`, `killed>=5 and not (selfKilled>0)`,
 * `winner=first or casualties@3.second>=4`. Read here, and held against the metrics of a cell (`boundJoint`).
 */

import type { Metric, TrialCondition } from "../rule/index.ts";
import { SIGNS, type Sign } from "../rulesets/condition.ts";
import { listed, OR, type Said, SaidError, said } from "../rulesets/said.ts";
import { suggested } from "./nearest.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";

/** One comparison; `at` and `length` say where in the text its parts stand. */
interface Test {
  readonly prefix?: JointWord;
  readonly metric: JointWord;
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly sign: Sign;
  readonly values: readonly JointWord[];
}
type TestTree =
  | { readonly test: Test }
  | { readonly all: TestTree[] }
  | { readonly any: TestTree[] }
  | { readonly not: TestTree };

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
const DEEPEST = 32;
const EXAMPLE = said`write such as first.out<=1 and second.out>=3`;

interface JointWord {
  readonly text: string;
  readonly at: number;
  readonly quoted: boolean;
}

const TOKEN = /\s*(?:"([^"]*)"|(<=|>=|!=|==|[=<>().@+])|([\p{L}_][\p{L}\p{N}_-]*|-?\d+(?:\.\d+)?))/uy;

class JointFault extends SaidError {
  readonly at: number;
  readonly length: number;
  readonly hint: Said | undefined;

  constructor(message: Said, at: number, length: number, hint?: Said) {
    super(message);
    this.at = at;
    this.length = length;
    this.hint = hint;
  }
}

function wordsOf(text: string): JointWord[] {
  const words: JointWord[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) {
      const start = at + text.slice(at).search(/\S/u);
      throw new JointFault(said`${quote(text[start]!)} means nothing in a joint question`, start, 1, EXAMPLE);
    }
    const quoted = found[1] !== undefined;
    const word = found[1] ?? found[2] ?? found[3]!;
    words.push({ text: word, at: TOKEN.lastIndex - word.length - (quoted ? 1 : 0), quoted });
  }
  return words;
}

/** Reads by descent: `or` of `and` of `not`, a group, or a comparison. */
class QuestionReader {
  readonly #words: readonly JointWord[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#words = wordsOf(text);
    this.#end = text.length;
  }

  whole(): TestTree {
    const tree = this.#or();
    const left = this.#words[this.#next];
    if (left)
      throw new JointFault(
        said`${quote(left.text)} does not belong here`,
        left.at,
        left.text.length,
        said`join with and, or`,
      );
    return tree;
  }

  #peek(text: string): boolean {
    const word = this.#words[this.#next];
    return word !== undefined && !word.quoted && word.text.toLowerCase() === text;
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#next++;
    return true;
  }

  /** The next word, a name or a number. */
  #word(what: Said): JointWord {
    const word = this.#words[this.#next];
    const isSign = word !== undefined && !word.quoted && /^[^\p{L}\p{N}_-]/u.test(word.text);
    if (word === undefined || isSign) {
      const found = word === undefined ? said`the question ends` : said`found ${quote(word.text)}`;
      throw new JointFault(said`${what} is missing: ${found}`, word?.at ?? this.#end, word?.text.length ?? 1, EXAMPLE);
    }
    this.#next++;
    return word;
  }

  #or(): TestTree {
    const any = [this.#and()];
    while (this.#take("or")) any.push(this.#and());
    return any.length === 1 ? any[0]! : { any };
  }

  #and(): TestTree {
    const all = [this.#not()];
    while (this.#take("and")) all.push(this.#not());
    return all.length === 1 ? all[0]! : { all };
  }

  #not(): TestTree {
    if (++this.#depth > DEEPEST) {
      const at = this.#words[this.#next]?.at ?? this.#end;
      throw new JointFault(said`too deeply nested: the limit is ${DEEPEST}`, at, 1);
    }
    try {
      if (this.#take("not")) return { not: this.#not() };
      const open = this.#words[this.#next];
      if (!this.#take("(")) return { test: this.#test() };
      const inside = this.#or();
      if (!this.#take(")")) throw new JointFault(said`this bracket is never closed`, open!.at, 1);
      return inside;
    } finally {
      this.#depth--;
    }
  }

  #test(): Test {
    const first = this.#word(said`a metric`);
    const metric = this.#take(".") ? this.#word(said`a metric`) : undefined;
    let turn: number | undefined;
    let side: "first" | "second" | undefined;
    if (this.#take("@")) {
      if (!this.#peek(".")) turn = this.#turn();
      if (this.#take(".")) side = this.#side();
    }
    const sign = this.#words[this.#next];
    const known = sign?.text === "==" ? "=" : SIGNS.find((own) => !sign?.quoted && own === sign?.text);
    if (known === undefined) {
      const found = sign === undefined ? said`the question ends` : said`found ${quote(sign.text)}`;
      const hint = said`one of ${SIGNS.join(" ")}`;
      throw new JointFault(
        said`a comparison is missing: ${found}`,
        sign?.at ?? this.#end,
        sign?.text.length ?? 1,
        hint,
      );
    }
    this.#next++;
    const values = [this.#word(said`a value`)];
    while (this.#take("+")) values.push(this.#word(said`a value`));
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
      throw new JointFault(said`a turn is a whole number from 1, found ${quote(word.text)}`, word.at, word.text.length);
    return Number(word.text);
  }

  #side(): "first" | "second" {
    const { text, at } = this.#word(said`a side`);
    if (text === "first" || text === "second") return text;
    throw new JointFault(said`a side is first or second, found ${quote(text)}`, at, text.length);
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
    if (!(error instanceof JointFault)) throw error;
    const { said: message, at, length, hint } = error;
    return problemAt(within(place, innerOf(place), at, length), message, { hint });
  }
}

/** Holds a question against the metrics of a cell. @returns what has to hold, or what is wrong with it */
export function boundJoint({ tree, place }: JointQuestion, metrics: readonly Metric[]): TrialCondition | Problem[] {
  const problems: Problem[] = [];
  const inner = innerOf(place);
  const refuse = ({ text, at, quoted }: JointWord, message: Said, hint?: Said): TrialCondition => {
    const spot = within(place, inner, at, text.length + (quoted ? 2 : 0));
    problems.push(problemAt(spot, message, { hint }));
    return { all: [] };
  };
  const bind = (node: TestTree): TrialCondition => {
    if ("not" in node) return { not: bind(node.not) };
    if ("all" in node) return { all: node.all.map(bind) };
    if ("any" in node) return { any: node.any.map(bind) };
    const found = metricOf(node.test, metrics);
    if (typeof found !== "number") return refuse(found.word, found.message, found.hint);
    const { values } = metrics[found]!;
    const wanted = wantedOf(node.test, metrics[found]!);
    if ("message" in wanted) return refuse(wanted.word, wanted.message, wanted.hint);
    return { metric: found, bins: values.map(wanted.fits) };
  };
  const condition = bind(tree);
  return problems.length > 0 ? problems : condition;
}

interface Unbound {
  readonly word: JointWord;
  readonly message: Said;
  readonly hint?: Said;
}
const unbound = (word: JointWord, message: Said, hint?: Said): Unbound => ({
  word,
  message,
  ...(hint === undefined ? {} : { hint }),
});

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
    (own) => (prefix === undefined || partsOf(own).includes(prefix.text)) && (side === undefined || own.side === side),
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
  if (new Set(placed.map((own) => partsOf(own).join())).size > 1) {
    const ways = parts.map((part) => `${/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part) ? part : `"${part}"`}.${metric.text}`);
    const hint = said`write ${listed(ways, OR)}`;
    return unbound(metric, said`${metric.text} is counted for each of ${parts.join(", ")}`, hint);
  }
  const turned = placed.filter((own) => turn === undefined || own.turn === turn);
  if (turned.length === 0) {
    const turns = placed.flatMap((own) => own.turn ?? []);
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
