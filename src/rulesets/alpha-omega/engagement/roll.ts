import { type Ladder, ladderOf } from "../../../rule/cuts.ts";
import { distributionOf } from "../../../rule/distribution.ts";
import type { Rule } from "../../../rule/rule.ts";

/** Weights of the codes that can come up. */
export interface CodedDistribution {
  readonly codes: readonly number[];
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/**
 * One thing that a fight leaves to chance: a rule over dice, and a number for each of its outcomes. A battle asks for the
 * number; who plays it draws from the distribution, who tells it follows the dice of the rule.
 */
export interface Roll<T = unknown, A = unknown> {
  /** The rule that asks. */
  readonly id: string;
  readonly rule: Rule<T>;
  /** What it is about, for fights that are told. */
  readonly about: A;
  code(outcome: T): number;
  /** The codes in order, and the ladder to draw one of them from; made when they are first asked for. */
  codes: Int32Array;
  ladder: Ladder | undefined;
  prepare(): Ladder;
  distribution(): CodedDistribution;
}

const NO_CODES = new Int32Array(0);

class CodedRoll<T, A> implements Roll<T, A> {
  readonly id: string;
  readonly rule: Rule<T>;
  readonly about: A;
  readonly #code: (outcome: T) => number;
  readonly #distribution: (() => CodedDistribution) | undefined;
  codes = NO_CODES;
  ladder: Ladder | undefined = undefined;

  constructor(
    id: string,
    about: A,
    rule: Rule<T>,
    code: (outcome: T) => number,
    distribution?: () => CodedDistribution,
  ) {
    this.id = id;
    this.about = about;
    this.rule = rule;
    this.#code = code;
    this.#distribution = distribution;
  }

  code(outcome: T): number {
    return this.#code(outcome);
  }

  distribution(): CodedDistribution {
    return this.#distribution?.() ?? distributionOfRule(this);
  }

  prepare(): Ladder {
    const { codes, weights, total } = this.distribution();
    const order = codes.map((_, i) => i).sort((a, b) => codes[a]! - codes[b]!);
    this.codes = Int32Array.from(order, (i) => codes[i]!);
    this.ladder = ladderOf(
      order.map((i) => weights[i]!),
      total,
    );
    return this.ladder;
  }
}

function distributionOfRule<T>(roll: Roll<T>): CodedDistribution {
  const { outcomes, weights, total } = distributionOf(roll.rule, roll.id, (outcome) => roll.code(outcome));
  return { codes: outcomes.map((outcome) => roll.code(outcome)), weights, total };
}

/**
 * @param code tells the outcomes apart that the fight tells apart; codes that lie close are to be outcomes that do
 * @param distribution the distribution of the codes, where there is a shorter way to it than every fall of the dice
 */
export const rollOf = <T, A>(
  id: string,
  about: A,
  rule: Rule<T>,
  code: (outcome: T) => number,
  distribution?: () => CodedDistribution,
): Roll<T, A> => new CodedRoll(id, about, rule, code, distribution);

/** A roll whose outcomes are numbers already: states. */
export const stateRoll = <A>(
  id: string,
  about: A,
  rule: Rule<number>,
  distribution?: () => CodedDistribution,
): Roll<number, A> => rollOf(id, about, rule, (state) => state, distribution);

/** Something found by a sequence of small numbers. */
export class Trie<T> {
  value: T | undefined = undefined;
  readonly #next: Trie<T>[] = [];

  at(symbol: number): Trie<T> {
    const known = this.#next[symbol];
    if (known !== undefined) return known;
    const made = new Trie<T>();
    this.#next[symbol] = made;
    return made;
  }
}
