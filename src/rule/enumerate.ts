import { type Dice, type KnownFall, waysOfSum } from "../dice/index.ts";
import { binomial } from "./exact.ts";
import { type Message, message } from "./message.ts";
import { keeping } from "./once.ts";
import { type Rule, RuleError } from "./rule.ts";

/** What a rule asked on one path, and the answer it got there. */
export interface Question {
  readonly text: Message;
  readonly rule: string | undefined;
  readonly answer: number | boolean;
  /** This answer has `weight` of `total` equally likely falls of the dice. */
  readonly weight: bigint;
  readonly total: bigint;
}

/** One way through a rule: every question, and the product of their weights and totals. */
export interface RulePath<T> {
  readonly outcome: T;
  readonly questions: readonly Question[];
  readonly weight: bigint;
  readonly total: bigint;
}

export interface EnumerationLimits {
  /** Questions on one path; past it the rule is said not to end. */
  readonly depth?: number;
  /** Paths in all. */
  readonly paths?: number;
  /** Paths that this and other enumerations may still take together; counted down. */
  readonly budget?: Budget;
}

/** Work that several enumerations share, counted in paths. */
export interface Budget {
  left: number;
}

/** One question to the dice: its possible answers, each in so many of `total` equally likely falls. */
interface Falls<A extends number | boolean> {
  readonly text: Message;
  readonly answers: readonly A[];
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

interface Branch {
  readonly falls: Falls<number | boolean>;
  readonly rule: string | undefined;
  /** The products of all branches before this one. */
  readonly before: { readonly weight: bigint; readonly total: bigint };
  taken: number;
}

/** `3D6`, which players of any language say. */
const dice = (k: number, sides: number): Message => message`${`${k === 1 ? "" : k}D${sides}`}`;
const needing = (k: number, sides: number, needed: number): Message => message`${dice(k, sides)}: ${`${needed}+`}`;

function fallsOf<A extends number | boolean>(
  text: Message,
  total: bigint,
  options: readonly (readonly [A, bigint])[],
): Falls<A> {
  const possible = options.filter(([, weight]) => weight > 0n);
  return { text, answers: possible.map(([answer]) => answer), weights: possible.map(([, weight]) => weight), total };
}

/** Questions are asked again and again, on each path of each rule: what they are is kept by their numbers. */
function keptByNumbers<A extends number | boolean>(
  make: (...numbers: [number, number, number]) => Falls<A>,
): (...numbers: [number, number, number]) => Falls<A> {
  const kept = keeping(2_048);
  return (sides, k, needed) =>
    sides >= 1_024 || k >= 1_024 || needed >= 1_024
      ? make(sides, k, needed)
      : kept((sides * 1_024 + k) * 1_024 + needed, () => make(sides, k, needed));
}

const QUESTIONS = {
  atLeast: keptByNumbers((sides, _, needed) =>
    fallsOf(needing(1, sides, needed), BigInt(sides), [
      [false, BigInt(needed - 1)],
      [true, BigInt(sides - needed + 1)],
    ]),
  ),
  best: keptByNumbers((sides, k) => {
    const power = (face: number) => BigInt(face) ** BigInt(k);
    const text = k === 1 ? dice(1, sides) : message`highest of ${dice(k, sides)}`;
    return fallsOf(
      text,
      power(sides),
      Array.from({ length: sides }, (_, i) => [i + 1, power(i + 1) - power(i)]),
    );
  }),
  sum: keptByNumbers((sides, k) =>
    fallsOf(
      dice(k, sides),
      BigInt(sides) ** BigInt(k),
      waysOfSum(sides, k, [0n, 1n]).map((way, total) => [total, way]),
    ),
  ),
  count: keptByNumbers((sides, k, needed) => {
    const { weights, total } = binomial(k, BigInt(sides - needed + 1), BigInt(needed - 1));
    return fallsOf(
      needing(k, sides, needed),
      total,
      weights.map((weight, i) => [i, weight]),
    );
  }),
};

/**
 * Dice that follow a remembered path and take the first answer of every question beyond it: `Enumeration` with the
 * products so far,
 * written out, since rules took a tenth longer to enumerate by the shared ones.
 */
class PathDice implements Dice {
  readonly #branches: Branch[] = [];
  #at = 0;
  /** Questions of the current path whose answer was certain: they branch nowhere but may go on for ever. */
  #certain = 0;
  readonly #id: string;
  readonly #depth: number;

  constructor(id: string, depth: number) {
    this.#id = id;
    this.#depth = depth;
  }

  /** Steps to the next path in order; false when every path has been taken. */
  advance(): boolean {
    this.#at = 0;
    this.#certain = 0;
    for (;;) {
      const last = this.#branches.at(-1);
      if (last === undefined) return false;
      if (++last.taken < last.falls.answers.length) return true;
      this.#branches.pop();
    }
  }

  /** The products of all branches so far. */
  product(): Branch["before"] {
    const last = this.#branches.at(-1);
    return last === undefined
      ? { weight: 1n, total: 1n }
      : {
          weight: last.before.weight * last.falls.weights[last.taken]!,
          total: last.before.total * last.falls.total,
        };
  }

  /** What was asked on the path that has been taken. */
  get questions(): Question[] {
    return this.#branches.map(({ falls: { text, answers, weights, total }, rule, taken }) => ({
      text,
      rule,
      answer: answers[taken]!,
      weight: weights[taken]!,
      total,
    }));
  }

  #endless(): RuleError {
    return new RuleError(this.#id, `does not end: over ${this.#depth} questions to the dice on one path`);
  }

  #sure<A>(answer: A): A {
    if (++this.#certain > this.#depth) throw this.#endless();
    return answer;
  }

  #ask<A extends number | boolean>(
    question: (sides: number, k: number, needed: number) => Falls<A>,
    sides: number,
    k: number,
    needed: number,
    rule: string | undefined,
  ): A {
    const branch = this.#branches[this.#at++] ?? this.#begun(question(sides, k, needed), rule);
    return branch.falls.answers[branch.taken] as A;
  }

  #begun(falls: Falls<number | boolean>, rule: string | undefined): Branch {
    if (this.#branches.length >= this.#depth) throw this.#endless();
    const branch = { falls, rule, before: this.product(), taken: 0 };
    this.#branches.push(branch);
    return branch;
  }

  oneOf({ text, ...fall }: KnownFall, rule?: string): number {
    const branch = this.#branches[this.#at++] ?? this.#begun({ ...fall, text: message`${text}` }, rule);
    return branch.taken;
  }

  face(sides: number, rule?: string): number {
    return this.best(sides, 1, rule);
  }

  atLeast(sides: number, needed: number, rule?: string): boolean {
    if (needed <= 1) return this.#sure(true);
    if (needed > sides) return this.#sure(false);
    return this.#ask(QUESTIONS.atLeast, sides, 1, needed, rule);
  }

  best(sides: number, k: number, rule?: string): number {
    return this.#ask(QUESTIONS.best, sides, k, 1, rule);
  }

  sum(sides: number, k: number, rule?: string): number {
    if (k === 0) return this.#sure(0);
    return this.#ask(QUESTIONS.sum, sides, k, 1, rule);
  }

  count(sides: number, k: number, needed: number, rule?: string): number {
    if (k === 0 || needed > sides) return this.#sure(0);
    if (needed <= 1) return this.#sure(k);
    return this.#ask(QUESTIONS.count, sides, k, needed, rule);
  }
}

/**
 * Every path through a rule, lower faces first, with exact integer weights; its questions are to be read before the next.
 * @param id the rule's id, named in errors
 * @throws RuleError when a path asks more than `limits.depth` (1,000) questions, which a rule that may never end does,
 *   or when there are more than `limits.paths` (1,000,000) paths
 */
export function* enumerate<T>(rule: Rule<T>, id: string, limits: EnumerationLimits = {}): Generator<RulePath<T>> {
  const dice = new PathDice(id, limits.depth ?? 1_000);
  const most = limits.paths ?? 1_000_000;
  for (let paths = 1; ; paths++) {
    if (paths > most) throw new RuleError(id, `has more than ${most} paths; ask fewer, larger questions of the dice`);
    if (limits.budget !== undefined && --limits.budget.left < 0)
      throw new RuleError(id, "has more paths than it may take");
    const outcome = rule(dice);
    yield {
      outcome,
      ...dice.product(),
      get questions() {
        return dice.questions;
      },
    };
    if (!dice.advance()) return;
  }
}
