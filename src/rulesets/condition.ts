/**
 * Conditions on what can be counted on the table: `ready > enemy.ready`, `turn >= 5 and pinned + down <= 2`,
 * `4 * ready > 3 * enemy.ready`. Read once, then asked with numbers.
 */
import { said as fault, SaidError, type Text } from "./said.ts";

export const SIGNS = ["<=", ">=", "!=", "=", "<", ">"] as const;
export type Sign = (typeof SIGNS)[number];

/** Numbers and named counts, each so many times, added up; `name` is an index into the names, -1 for a number alone. */
type Sum = readonly { readonly times: number; readonly name: number }[];

/** Plain data. */
export type Condition =
  | { readonly left: Sum; readonly sign: Sign; readonly right: Sum }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

/** What is wrong with a condition; `found` is a name that is none. */
export interface ConditionFault {
  readonly fault: Text;
  readonly found?: string;
}

class ConditionError extends SaidError {
  readonly found: string | undefined;

  constructor(said: Text, found?: string) {
    super(said);
    this.found = found;
  }
}

const LONGEST = 500;
const DEEPEST = 32;
const TOKEN = /\s*(?:(<=|>=|!=|==|[=<>()+*-])|([A-Za-z][\w.]*)|(\d+(?:\.\d+)?))/y;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new ConditionError(fault`"${text.slice(at).trim()[0]!}" means nothing in a condition`);
    words.push(found[0].trim());
  }
  return words;
}

/** Reads by descent: `or` of `and` of `not`, a group, or a comparison of sums. */
class ConditionReader {
  readonly #words: readonly string[];
  readonly #names: readonly string[];
  #next = 0;
  #depth = 0;

  constructor(text: string, names: readonly string[]) {
    this.#words = wordsOf(text);
    this.#names = names;
  }

  whole(): Condition {
    const condition = this.#or();
    const left = this.#words[this.#next];
    if (left !== undefined) throw new ConditionError(fault`"${left}" does not belong here; join with and, or`);
    return condition;
  }

  #take(...wanted: readonly string[]): string | undefined {
    const word = this.#words[this.#next];
    if (word === undefined || !wanted.includes(word)) return undefined;
    this.#next++;
    return word;
  }

  #or(): Condition {
    const any = [this.#and()];
    while (this.#take("or")) any.push(this.#and());
    return any.length === 1 ? any[0]! : { any };
  }

  #and(): Condition {
    const all = [this.#not()];
    while (this.#take("and")) all.push(this.#not());
    return all.length === 1 ? all[0]! : { all };
  }

  #not(): Condition {
    if (++this.#depth > DEEPEST) throw new ConditionError(fault`too deeply nested: the limit is ${DEEPEST}`);
    try {
      if (this.#take("not")) return { not: this.#not() };
      if (!this.#take("(")) return this.#comparison();
      const inside = this.#or();
      if (!this.#take(")")) throw new ConditionError(fault`a bracket is never closed`);
      return inside;
    } finally {
      this.#depth--;
    }
  }

  #comparison(): Condition {
    const left = this.#sum();
    const sign = this.#take("==", ...SIGNS);
    if (sign === undefined) throw new ConditionError(fault`a comparison is missing: one of ${SIGNS.join(" ")}`);
    return { left, sign: (sign === "==" ? "=" : sign) as Sign, right: this.#sum() };
  }

  #sum(): Sum {
    const terms = [this.#term(this.#take("-") ? -1 : 1)];
    for (let plus = this.#take("+", "-"); plus !== undefined; plus = this.#take("+", "-"))
      terms.push(this.#term(plus === "-" ? -1 : 1));
    return terms;
  }

  #term(signed: number): Sum[number] {
    let times = signed;
    let name = -1;
    do {
      const word = this.#words[this.#next++];
      if (word === undefined) throw new ConditionError(fault`a number or a count is missing at its end`);
      if (/^\d/.test(word)) times *= Number(word);
      else if (!/^[A-Za-z]/.test(word) || ["and", "or", "not"].includes(word))
        throw new ConditionError(fault`a number or a count is missing: found "${word}"`);
      else if (name >= 0) throw new ConditionError(fault`two counts are multiplied: ${this.#names[name]!} and ${word}`);
      else {
        name = this.#names.indexOf(word);
        if (name < 0) throw new ConditionError(fault`nothing called "${word}" is counted`, word);
      }
    } while (this.#take("*"));
    return { times, name };
  }
}

/**
 * Reads a condition on these names.
 * @example "fault" in conditionOf("ready > enemy.raedy", ["ready", "enemy.ready"]) // true
 */
export function conditionOf(text: string, names: readonly string[]): Condition | ConditionFault {
  if (text.trim() === "") return { fault: fault`the condition is empty` };
  if (text.length > LONGEST) return { fault: fault`a condition has at most ${LONGEST} characters` };
  try {
    return new ConditionReader(text, names).whole();
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return { fault: error.said, ...(error.found === undefined ? {} : { found: error.found }) };
  }
}

/** Whether a condition holds of numbers in the order of its names. Allocates nothing. */
export function holdsOf(condition: Condition, values: ArrayLike<number>): boolean {
  if ("not" in condition) return !holdsOf(condition.not, values);
  if ("all" in condition) {
    for (let i = 0; i < condition.all.length; i++) if (!holdsOf(condition.all[i]!, values)) return false;
    return true;
  }
  if ("any" in condition) {
    for (let i = 0; i < condition.any.length; i++) if (holdsOf(condition.any[i]!, values)) return true;
    return false;
  }
  const left = sumOf(condition.left, values);
  const right = sumOf(condition.right, values);
  switch (condition.sign) {
    case "<=":
      return left <= right;
    case ">=":
      return left >= right;
    case "!=":
      return left !== right;
    case "=":
      return left === right;
    case "<":
      return left < right;
    case ">":
      return left > right;
  }
}

function sumOf(sum: Sum, values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < sum.length; i++) {
    const { times, name } = sum[i]!;
    total += name < 0 ? times : times * values[name]!;
  }
  return total;
}

/**
 * Whether a condition may hold (or, of `wanted` false, fail) of numbers in these ranges, each for itself: where it may not, it
 * never does.
 */
export function mayHold(
  condition: Condition,
  ranges: readonly (readonly [least: number, most: number])[],
  wanted = true,
): boolean {
  const may = (part: Condition) => mayHold(part, ranges, wanted);
  if ("not" in condition) return mayHold(condition.not, ranges, !wanted);
  if ("all" in condition) return wanted ? condition.all.every(may) : condition.all.some(may);
  if ("any" in condition) return wanted ? condition.any.some(may) : condition.any.every(may);
  // Of the left less the right, the least and the most.
  let [least, most] = [0, 0];
  for (const [sum, side] of [[condition.left, 1] as const, [condition.right, -1] as const])
    for (const { times, name } of sum) {
      const ends = (name < 0 ? [1, 1] : ranges[name]!).map((end) => side * times * end);
      least += Math.min(...ends);
      most += Math.max(...ends);
    }
  const holds: Readonly<Record<Sign, readonly [may: boolean, mayFail: boolean]>> = {
    "<=": [least <= 0, most > 0],
    ">=": [most >= 0, least < 0],
    "!=": [least < 0 || most > 0, least <= 0 && most >= 0],
    "=": [least <= 0 && most >= 0, least < 0 || most > 0],
    "<": [least < 0, most >= 0],
    ">": [most > 0, least <= 0],
  };
  return holds[condition.sign][wanted ? 0 : 1];
}

/** The names that a condition looks at, as indexes. */
export function namesIn(condition: Condition): number[] {
  if ("not" in condition) return namesIn(condition.not);
  if ("all" in condition) return condition.all.flatMap(namesIn);
  if ("any" in condition) return condition.any.flatMap(namesIn);
  return [...condition.left, ...condition.right].flatMap(({ name }) => (name < 0 ? [] : name));
}
