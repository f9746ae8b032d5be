/**
 * Conditions on what can be counted on the table: `ready > enemy.ready`, `turn >= 5 and pinned + down <= 2`,
 * `4 * ready > 3 * enemy.ready`. Read once, then asked with numbers.
 */
import { holdsBy, type Logic, testsIn } from "../rule/logic.ts";
import { LogicFault, LogicReader } from "./logic-reader.ts";
import { hinted, said, type Text } from "./said.ts";

export const SIGNS = ["<=", ">=", "!=", "=", "<", ">"] as const;
export type Sign = (typeof SIGNS)[number];

/** Numbers and named counts, each so many times, added up; `name` is an index into the names, -1 for a number alone. */
type Sum = readonly { readonly times: number; readonly name: number }[];

interface SumTest {
  readonly left: Sum;
  readonly sign: Sign;
  readonly right: Sum;
}
/** Plain data. */
export type Condition = Logic<SumTest>;

const LONGEST = 500;
const TOKEN = /\s*(?:"([^"]*)"|<=|>=|!=|==|[=<>()+*-]|[A-Za-z][\w.]*|\d+(?:\.\d+)?)/y;

class ConditionReader extends LogicReader<SumTest> {
  readonly #names: readonly string[];
  /** A name that is none. */
  found: string | undefined;

  constructor(text: string, names: readonly string[]) {
    super(text, TOKEN, (letter, at) => new LogicFault(said`"${letter}" means nothing in a condition`, at, 1));
    this.#names = names;
  }

  #fault(text: ReturnType<typeof said>): LogicFault {
    const word = this.peek();
    return new LogicFault(text, word?.at ?? this.end, word?.text.length ?? 1);
  }

  protected test(): SumTest {
    const left = this.#sum();
    const sign = this.take("==", ...SIGNS);
    if (sign === undefined) throw this.#fault(said`a comparison is missing: one of ${SIGNS.join(" ")}`);
    return { left, sign: (sign === "==" ? "=" : sign) as Sign, right: this.#sum() };
  }

  #sum(): Sum {
    const terms = [this.#term(this.take("-") ? -1 : 1)];
    for (let plus = this.take("+", "-"); plus !== undefined; plus = this.take("+", "-"))
      terms.push(this.#term(plus === "-" ? -1 : 1));
    return terms;
  }

  #term(signed: number): Sum[number] {
    let times = signed;
    let name = -1;
    do {
      const word = this.peek()?.text;
      if (word === undefined) throw this.#fault(said`a number or a count is missing at its end`);
      if (/^\d/.test(word)) times *= Number(word);
      else if (!/^[A-Za-z]/.test(word) || ["and", "or", "not"].includes(word))
        throw this.#fault(said`a number or a count is missing: found "${word}"`);
      else if (name >= 0) throw this.#fault(said`two counts are multiplied: ${this.#names[name]!} and ${word}`);
      else {
        name = this.#names.indexOf(word);
        if (name < 0) {
          this.found = word;
          throw this.#fault(said`nothing called "${word}" is counted`);
        }
      }
      this.skip();
    } while (this.take("*"));
    return { times, name };
  }
}

/**
 * Reads a condition on these names.
 * @example "fault" in conditionOf("ready > enemy.raedy", ["ready", "enemy.ready"]) // true
 */
export function conditionOf(
  text: string,
  names: readonly string[],
): Condition | { readonly fault: Text; readonly found?: string } {
  if (text.trim() === "") return { fault: said`the condition is empty` };
  if (text.length > LONGEST) return { fault: said`a condition has at most ${LONGEST} characters` };
  let reader: ConditionReader | undefined;
  try {
    reader = new ConditionReader(text, names);
    return reader.whole();
  } catch (error) {
    if (!(error instanceof LogicFault)) throw error;
    return { fault: hinted(error.said, error.hint), ...(reader?.found === undefined ? {} : { found: reader.found }) };
  }
}

/** Whether a condition holds of numbers in the order of its names. Allocates nothing. */
export const holdsOf = (condition: Condition, values: ArrayLike<number>): boolean =>
  holdsBy(condition, values, compares);

/**
 * The place of the first rule whose condition holds, or that has none.
 * @throws RangeError where none does
 */
export function ruleFor(rules: readonly { readonly when?: Condition }[], values: ArrayLike<number>): number {
  for (let i = 0; i < rules.length; i++) {
    const { when } = rules[i]!;
    if (when === undefined || holdsOf(when, values)) return i;
  }
  throw new RangeError("the policy has no rule that holds");
}

/** What the conditions of a policy speak of, in the order of their values: so much of a side, its enemy, and a unit. */
export const policyNames = (counts: readonly string[]): readonly string[] => [
  "turn",
  "turns",
  ...["", "enemy.", "unit."].flatMap((of) => counts.map((name) => `${of}${name}`)),
];

function compares({ left: own, sign, right: other }: SumTest, values: ArrayLike<number>): boolean {
  const left = sumOf(own, values);
  const right = sumOf(other, values);
  switch (sign) {
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
export const namesIn = (condition: Condition): number[] =>
  testsIn(condition).flatMap(({ left, right }) => [...left, ...right].flatMap(({ name }) => (name < 0 ? [] : name)));
