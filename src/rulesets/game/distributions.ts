/** What formulas come to, by the rows that they are calculated from: every way is gone once for all rows that are alike to it. */
import type { Dice } from "../../dice/index.ts";
import { distributionOf, RuleError, ratio } from "../../rule/index.ts";
import { type Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { GameFault, TooMuchWork } from "./fault.ts";
import { readsOf, rolls } from "./fold.ts";
import type { Formula, GameKind } from "./ir.ts";
import type { Moment } from "./moment.ts";
import { WeightedRows } from "./rows.ts";

/** What a formula comes to from one row. */
export interface FormulaDistribution {
  readonly values: readonly number[];
  readonly weights: readonly bigint[];
  readonly chances: readonly number[];
  readonly total: bigint;
}

/** What asks no dice: no face is looked at where none is rolled. */
export const NO_DICE = { face: () => 0 } as unknown as Dice;

/** It comes to more values than that. */
class MoreValues extends TooMuchWork {
  readonly than: number;

  constructor(than: number) {
    super(than + 1);
    this.than = than;
  }
}

export class FormulaDistributions {
  readonly #kind: GameKind;
  readonly #evaluator: Evaluator;
  readonly #moment: Moment;
  readonly #left: () => number;
  readonly #count: (made: number, states: number) => unknown;
  readonly #values: () => number;
  readonly #distributions = new Map<Formula, (row: Int32Array) => FormulaDistribution>();
  readonly #certain = new Map<Formula, ((row: Int32Array) => number) | undefined>();

  /**
   * @param left how many operations may still be made
   * @param count told of those that are made
   * @param values how many values a formula may come to: one that comes to more is left once that is known
   */
  constructor(
    kind: GameKind,
    evaluator: Evaluator,
    moment: Moment,
    left: () => number,
    count: (made: number, states: number) => unknown,
    values: () => number,
  ) {
    this.#kind = kind;
    this.#evaluator = evaluator;
    this.#moment = moment;
    this.#left = left;
    this.#count = count;
    this.#values = values;
  }

  /** What a formula comes to that rolls no dice; undefined for one that does. */
  certain(f: Formula): ((row: Int32Array) => number) | undefined {
    if (!this.#certain.has(f)) {
      const valued = rolls(f, this.#kind) ? undefined : this.#evaluator.valued(f);
      const moment = this.#moment;
      const value = (row: Int32Array): number => {
        moment.frame.set(row);
        moment.rounds = MOST_ROUNDS;
        return valued!(moment);
      };
      this.#certain.set(f, valued && value);
    }
    return this.#certain.get(f);
  }

  /** What a formula comes to from a row: gone every way once for all rows that are alike to it. */
  of(f: Formula): (row: Int32Array) => FormulaDistribution {
    let known = this.#distributions.get(f);
    if (known === undefined) {
      known = this.#distributionOf(f);
      this.#distributions.set(f, known);
    }
    return known;
  }

  #distributionOf(f: Formula): (row: Int32Array) => FormulaDistribution {
    const valued = this.#evaluator.valued(f);
    const reads = [...readsOf(f, this.#kind.pools)];
    const seen = new WeightedRows(reads.length, undefined);
    const distributions: (FormulaDistribution | TooMuchWork)[] = [];
    const key = new Int32Array(reads.length);
    return (row) => {
      for (let i = 0; i < reads.length; i++) key[i] = row[reads[i]!]!;
      const at = seen.add(key, 0);
      const most = this.#values();
      let found = distributions[at];
      if (found === undefined || (found instanceof MoreValues && found.than < most)) {
        found = this.#everyWay(valued, row, most);
        distributions[at] = found;
      }
      if (found instanceof TooMuchWork) throw found;
      return found;
    };
  }

  #everyWay(valued: (m: Moment) => number, row: Int32Array, most: number): FormulaDistribution | TooMuchWork {
    const own = row.slice();
    const moment = this.#moment;
    const budget = { left: Math.max(1, this.#left()) };
    const before = budget.left;
    const met = new Set<number>();
    try {
      const { outcomes, weights, total } = distributionOf(
        (dice) => {
          moment.frame.set(own);
          moment.dice = dice;
          moment.rounds = MOST_ROUNDS;
          return valued(moment);
        },
        "game",
        (value) => {
          if (met.add(value).size > most) throw new MoreValues(most);
          return value;
        },
        { paths: Number.POSITIVE_INFINITY, budget },
      );
      this.#count(before - budget.left, outcomes.length);
      const distribution = { values: outcomes, weights, chances: weights.map((weight) => ratio(weight, total)), total };
      return distribution;
    } catch (error) {
      if (error instanceof TooMuchWork) return error;
      if (error instanceof RuleError && !(error instanceof GameFault)) return new TooMuchWork(before);
      throw error;
    } finally {
      moment.dice = NO_DICE;
    }
  }
}
