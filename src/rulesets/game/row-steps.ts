/** Steps over rows of slots: a value for one, a test that divides them, and what is kept of them. */
import { lcm } from "../../rule/index.ts";
import { type FormulaDistribution, FormulaDistributions, NO_DICE } from "./distributions.ts";
import { Evaluator } from "./evaluate.ts";
import { TooMuchWork } from "./fault.ts";
import { readsOf } from "./fold.ts";
import type { Formula, GameData, GameKind, GameStep } from "./ir.ts";
import { Interned, type Moment } from "./moment.ts";
import { type Weight, WeightedRows } from "./rows.ts";

/** Bits of a common denominator up to which fractions are kept. */
export const MOST_BITS = 16_384;

/** Values of a test, which is asked outside of steps too. */
const YES_OR_NO = 2;

/** Fractions would grow too long: doubles are to be taken. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

export interface SolveLimits {
  /** Rows that are made, in all. */
  operations: number;
  /** Ways of one formula, which are rows that are made where this is left out. */
  readonly ways?: number;
}

export class RowSteps {
  operations = 0;
  protected readonly data: GameData;
  protected readonly kind: GameKind;
  protected readonly limits: SolveLimits;
  protected readonly inFractions: boolean;
  protected readonly evaluator: Evaluator;
  readonly moment: Moment;
  protected readonly out: Int32Array;
  /** The row that is at hand. */
  protected readonly row: Int32Array;
  readonly distributions: FormulaDistributions;
  protected readonly sets = new Map<GameStep, (m: Moment, value: number) => number>();
  protected readonly onTurn: ((turn: number, rows: readonly WeightedRows[]) => void) | undefined;
  /** Every slot is kept, whatever is read: what tests hold the forgetting against. */
  protected readonly keepsAll: boolean;

  constructor(
    data: GameData,
    kind: GameKind,
    limits: SolveLimits,
    inFractions: boolean,
    onTurn?: (turn: number, rows: readonly WeightedRows[]) => void,
    keepsAll = false,
  ) {
    this.data = data;
    this.kind = kind;
    this.limits = limits;
    this.inFractions = inFractions;
    this.onTurn = onTurn;
    this.keepsAll = keepsAll;
    this.evaluator = new Evaluator(data, kind);
    this.moment = { frame: new Int32Array(kind.slots), dice: NO_DICE, it: 0, tuples: new Interned(), rounds: 0 };
    this.out = new Int32Array(kind.slots);
    this.row = new Int32Array(kind.slots);
    this.distributions = new FormulaDistributions(
      kind,
      this.evaluator,
      this.moment,
      () => limits.ways ?? limits.operations - this.operations,
      (made, states) => limits.ways === undefined && this.count(made, states),
      () =>
        limits.ways === undefined ? Number.POSITIVE_INFINITY : Math.max(YES_OR_NO, limits.operations - this.operations),
    );
  }

  protected get one(): Weight {
    return this.inFractions ? 1n : 1;
  }

  protected rows(total: bigint | undefined = this.inFractions ? 1n : undefined): WeightedRows {
    return new WeightedRows(this.kind.slots, total);
  }

  protected count(made: number, states: number): void {
    this.operations += made;
    if (this.operations > this.limits.operations) throw new TooMuchWork(states);
  }

  /** Rows without what is not read again. */
  protected kept(rows: WeightedRows, live: readonly number[]): WeightedRows {
    const out = this.rows(rows.total);
    for (let i = 0; i < rows.size; i++) {
      rows.copy(i, this.row);
      out.add(this.masked(this.row, live), rows.weights[i]!);
    }
    return out;
  }

  masked(row: Int32Array, live: readonly number[]): Int32Array {
    const out = this.out;
    if (this.keepsAll) {
      out.set(row);
      return out;
    }
    out.fill(0);
    for (const slot of live) out[slot] = row[slot]!;
    return out;
  }

  protected set(step: Extract<GameStep, { op: "set" }>, rows: WeightedRows): WeightedRows {
    let assign = this.sets.get(step);
    if (assign === undefined) {
      assign = this.evaluator.assigned(step);
      this.sets.set(step, assign);
    }
    const { moment, row } = this;
    const isKept = this.keepsAll || step.live!.includes(step.slot);
    const certain = this.distributions.certain(step.value);
    if (certain) {
      const out = this.rows(rows.total);
      this.count(rows.size, rows.size);
      for (let i = 0; i < rows.size; i++) {
        rows.copy(i, row);
        const value = assign(moment, certain(row));
        const kept = this.masked(row, step.live!);
        if (isKept) kept[step.slot] = value;
        out.add(kept, rows.weights[i]!);
      }
      return out;
    }
    const found = this.found(rows, this.distributions.of(step.value));
    const out = this.rows(found.total);
    for (let i = 0; i < rows.size; i++) {
      const own = found.distributions[i]!;
      rows.copy(i, row);
      moment.frame.set(row);
      this.count(own.values.length, out.size);
      const kept = this.masked(row, step.live!);
      for (let v = 0; v < own.values.length; v++) {
        const value = assign(moment, own.values[v]!);
        if (isKept) kept[step.slot] = value;
        out.add(kept, this.times(rows.weights[i]!, own, v, found.factor));
      }
    }
    return out;
  }

  /** The distributions of a formula by row, and the total that the rows come to have. */
  protected found(rows: WeightedRows, distribution: (row: Int32Array) => FormulaDistribution) {
    const distributions: FormulaDistribution[] = [];
    let common = 1n;
    for (let i = 0; i < rows.size; i++) {
      rows.copy(i, this.row);
      const own = distribution(this.row);
      distributions.push(own);
      if (this.inFractions && own.total !== common) common = lcm(common, own.total);
    }
    const total = rows.total === undefined ? undefined : rows.total * common;
    if (total !== undefined && total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
    return { distributions, total, factor: common };
  }

  protected times(weight: Weight, distribution: FormulaDistribution, at: number, common: bigint): Weight {
    return this.inFractions
      ? (weight as bigint) *
          distribution.weights[at]! *
          (distribution.total === common ? 1n : common / distribution.total)
      : (weight as number) * distribution.chances[at]!;
  }

  /** Rows for which a test does not hold, and those for which it does. */
  protected split(test: Formula, rows: WeightedRows): [WeightedRows, WeightedRows] {
    const { row } = this;
    const certain = this.distributions.certain(test);
    if (certain) {
      const ways: [WeightedRows, WeightedRows] = [this.rows(rows.total), this.rows(rows.total)];
      this.count(rows.size, rows.size);
      for (let i = 0; i < rows.size; i++) {
        rows.copy(i, row);
        ways[certain(row) === 1 ? 1 : 0].add(row, rows.weights[i]!);
      }
      return ways;
    }
    const found = this.found(rows, this.distributions.of(test));
    const ways: [WeightedRows, WeightedRows] = [this.rows(found.total), this.rows(found.total)];
    for (let i = 0; i < rows.size; i++) {
      const own = found.distributions[i]!;
      rows.copy(i, row);
      this.count(own.values.length, rows.size);
      for (let v = 0; v < own.values.length; v++)
        ways[own.values[v] === 1 ? 1 : 0].add(row, this.times(rows.weights[i]!, own, v, found.factor));
    }
    return ways;
  }

  /** What a formula that rolls no dice comes to in a row. */
  valueOf(f: Formula, row: Int32Array): number {
    return this.distributions.certain(f)!(row);
  }

  /** The slots that a formula reads. */
  readBy = (f: Formula): number[] => [...readsOf(f, this.kind.pools)];
}
