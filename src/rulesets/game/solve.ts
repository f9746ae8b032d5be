/**
 * The exact answer of a kind of a game: forward over the rows of its slots, step after step. After each step the slots that
 * are not read again are forgotten, so that rows become alike and are one (exact inference as in Dice, Holtzen, Van den Broeck
 * and Millstein 2020, in its simplest form).
 */
import type { Dice } from "../../dice/index.ts";
import { distributionOf, lcm, RuleError, ratio } from "../../rule/index.ts";
import { type ChainField, type LoopState, RATIOS, type Ratio, REALS, visitsOf } from "./absorbing.ts";
import { Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { GameFault, TooMuchWork } from "./fault.ts";
import { readsOf, rolls } from "./fold.ts";
import type { Formula, GameData, GameKind, GameStep } from "./ir.ts";
import { Interned, type Moment } from "./moment.ts";
import { type Weight, WeightedRows } from "./rows.ts";

/** What a formula comes to from one row. */
interface FormulaLaw {
  readonly values: readonly number[];
  readonly weights: readonly bigint[];
  readonly chances: readonly number[];
  readonly total: bigint;
}

const NO_DICE = { face: () => 0 } as unknown as Dice;
/** Bits of a common denominator up to which fractions are kept. */
const MOST_BITS = 16_384;

/** Fractions would grow too long: doubles are to be taken. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

export interface SolveLimits {
  /** Rows that are made, in all. */
  readonly operations: number;
}

export class Solver {
  operations = 0;
  readonly #kind: GameKind;
  readonly #data: GameData;
  readonly #limits: SolveLimits;
  readonly #inFractions: boolean;
  readonly #evaluator: Evaluator;
  readonly #moment: Moment;
  readonly #out: Int32Array;
  readonly #laws = new Map<Formula, (row: Int32Array) => FormulaLaw>();
  readonly #sets = new Map<GameStep, (m: Moment, value: number) => number>();
  readonly #onTurn: ((turn: number, rows: readonly WeightedRows[]) => void) | undefined;
  /** Every slot is kept, whatever is read: what tests hold the forgetting against. */
  readonly #keepsAll: boolean;

  constructor(
    data: GameData,
    kind: GameKind,
    limits: SolveLimits,
    inFractions: boolean,
    onTurn?: (turn: number, rows: readonly WeightedRows[]) => void,
    keepsAll = false,
  ) {
    this.#data = data;
    this.#kind = kind;
    this.#limits = limits;
    this.#inFractions = inFractions;
    this.#onTurn = onTurn;
    this.#keepsAll = keepsAll;
    this.#evaluator = new Evaluator(data, kind);
    this.#moment = { frame: new Int32Array(kind.slots), dice: NO_DICE, it: 0, tuples: new Interned() };
    this.#out = new Int32Array(kind.slots);
  }

  get #one(): Weight {
    return this.#inFractions ? 1n : 1;
  }

  #rows(total: bigint | undefined = this.#inFractions ? 1n : undefined): WeightedRows {
    return new WeightedRows(this.#kind.slots, total);
  }

  /** Where the procedure ends, from its start. */
  solve(): WeightedRows {
    const start = this.#rows();
    const frame = new Int32Array(this.#kind.slots);
    for (const { slot, start: value } of this.#kind.state) frame[slot] = (value as { value: number }).value;
    start.add(frame, this.#one);
    return this.#all(this.#kind.steps, start, this.#rows());
  }

  #all(steps: readonly GameStep[], given: WeightedRows, stopped: WeightedRows): WeightedRows {
    let rows = given;
    for (const step of steps) {
      if (rows.size === 0) return rows;
      rows = this.#step(step, rows, stopped);
    }
    return rows;
  }

  #count(made: number, states: number): void {
    this.operations += made;
    if (this.operations > this.#limits.operations) throw new TooMuchWork(states);
  }

  #step(step: GameStep, rows: WeightedRows, stopped: WeightedRows): WeightedRows {
    switch (step.op) {
      case "set":
        return this.#set(step, rows);
      case "if": {
        const [no, yes] = this.#split(step.test, rows);
        const ends = this.#all(step.yes, yes, stopped);
        const others = this.#all(step.no, no, stopped);
        const out = this.#rows();
        for (const end of [ends, others]) out.take(this.#kept(end, step.live!));
        return out;
      }
      case "stop":
        stopped.take(rows);
        return this.#rows();
      case "repeat":
        return this.#repeat(step, rows);
      default:
        return this.#while(step, rows);
    }
  }

  /** Rows without what is not read again. */
  #kept(rows: WeightedRows, live: readonly number[]): WeightedRows {
    const out = this.#rows(rows.total);
    for (let i = 0; i < rows.size; i++) out.add(this.#masked(rows.row(i), live), rows.weights[i]!);
    return out;
  }

  #masked(row: Int32Array, live: readonly number[]): Int32Array {
    const out = this.#out;
    if (this.#keepsAll) {
      out.set(row);
      return out;
    }
    out.fill(0);
    for (const slot of live) out[slot] = row[slot]!;
    return out;
  }

  #set(step: Extract<GameStep, { op: "set" }>, rows: WeightedRows): WeightedRows {
    const law = this.#law(step.value);
    let assign = this.#sets.get(step);
    if (assign === undefined) {
      assign = this.#evaluator.assigned(step);
      this.#sets.set(step, assign);
    }
    const found = this.#found(rows, law);
    const out = this.#rows(found.total);
    const moment = this.#moment;
    for (let i = 0; i < rows.size; i++) {
      const own = found.laws[i]!;
      const row = rows.row(i);
      moment.frame.set(row);
      this.#count(own.values.length, out.size);
      for (let v = 0; v < own.values.length; v++) {
        const value = assign(moment, own.values[v]!);
        const kept = this.#masked(row, step.live!);
        if (this.#keepsAll || step.live!.includes(step.slot)) kept[step.slot] = value;
        out.add(kept, this.#times(rows.weights[i]!, own, v, found.factor));
      }
    }
    return out;
  }

  /** The laws of a formula by row, and the total that the rows come to have. */
  #found(rows: WeightedRows, law: (row: Int32Array) => FormulaLaw) {
    const laws: FormulaLaw[] = [];
    let common = 1n;
    for (let i = 0; i < rows.size; i++) {
      const own = law(rows.row(i));
      laws.push(own);
      if (this.#inFractions && own.total !== common) common = lcm(common, own.total);
    }
    const total = rows.total === undefined ? undefined : rows.total * common;
    if (total !== undefined && total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
    return { laws, total, factor: common };
  }

  #times(weight: Weight, law: FormulaLaw, at: number, common: bigint): Weight {
    return this.#inFractions
      ? (weight as bigint) * law.weights[at]! * (law.total === common ? 1n : common / law.total)
      : (weight as number) * law.chances[at]!;
  }

  /** Rows for which a test does not hold, and those for which it does. */
  #split(test: Formula, rows: WeightedRows): [WeightedRows, WeightedRows] {
    const found = this.#found(rows, this.#law(test));
    const ways: [WeightedRows, WeightedRows] = [this.#rows(found.total), this.#rows(found.total)];
    for (let i = 0; i < rows.size; i++) {
      const own = found.laws[i]!;
      this.#count(own.values.length, rows.size);
      for (let v = 0; v < own.values.length; v++)
        ways[own.values[v] === 1 ? 1 : 0].add(rows.row(i), this.#times(rows.weights[i]!, own, v, found.factor));
    }
    return ways;
  }

  #repeat(step: Extract<GameStep, { op: "repeat" }>, rows: WeightedRows): WeightedRows {
    const counted: GameStep = { op: "set", slot: step.slot, value: step.times, name: "", place: step.place };
    const inLoop = [...new Set([...this.#readIn(step.body), ...step.live!, step.slot])];
    let running = this.#set({ ...counted, live: inLoop } as Extract<GameStep, { op: "set" }>, rows);
    const done = this.#rows();
    const { slot, turn } = step;
    for (let round = 1; running.size > 0; round++) {
      if (round > MOST_ROUNDS)
        throw this.#evaluator.fault(step.place, `this loop is gone through more than ${MOST_ROUNDS} times`);
      const [over, on] = [this.#rows(running.total), this.#rows(running.total)];
      for (let i = 0; i < running.size; i++) {
        const row = running.row(i).slice();
        const left = row[slot]!;
        if (left > 0) row[slot] = left - 1;
        if (turn !== undefined) row[turn] = left > 0 ? round : 0;
        if (left > 0) on.add(row, running.weights[i]!);
        else over.add(this.#masked(row, step.live!), running.weights[i]!);
      }
      this.#count(running.size, running.size);
      done.take(over);
      if (on.size === 0) break;
      const stopped = this.#rows();
      running = this.#all(step.body, on, stopped);
      done.take(this.#kept(stopped, step.live!));
      if (turn !== undefined) this.#onTurn?.(round, [running, done]);
    }
    return done;
  }

  #readIn(steps: readonly GameStep[]): number[] {
    return steps.flatMap((step) => {
      const { pools } = this.#kind;
      const own = [...(step.live ?? [])];
      const of = (f: Formula | undefined) => (f === undefined ? [] : [...readsOf(f, pools)]);
      if (step.op === "set") own.push(...[step.value, step.low, step.high, step.atLeast, step.atMost].flatMap(of));
      if (step.op === "if") own.push(...of(step.test), ...this.#readIn(step.yes), ...this.#readIn(step.no));
      if (step.op === "repeat") own.push(...of(step.times), ...this.#readIn(step.body));
      if (step.op === "while") own.push(...of(step.test), ...this.#readIn(step.body));
      return own;
    });
  }

  /** A loop without a bound: its states are found one after another, and it is solved as an absorbing chain. */
  #while(step: Extract<GameStep, { op: "while" }>, rows: WeightedRows): WeightedRows {
    const out = this.#inFractions
      ? this.#absorbed(
          step,
          rows,
          RATIOS,
          (weight, total) => RATIOS.div({ over: weight as bigint, under: 1n }, { over: total ?? 1n, under: 1n }),
          fromRatios,
        )
      : this.#absorbed(step, rows, REALS, (weight) => weight as number, fromReals);
    return out;
  }

  #absorbed<T>(
    step: Extract<GameStep, { op: "while" }>,
    rows: WeightedRows,
    field: ChainField<T>,
    chanceOf: (weight: Weight, total: bigint | undefined) => T,
    rowsFrom: (ends: readonly { row: Int32Array; chance: T }[], out: WeightedRows) => void,
  ): WeightedRows {
    const inLoop = [...new Set([...readsOf(step.test, this.#kind.pools), ...this.#readIn(step.body), ...step.live!])];
    const heads = this.#rows(undefined);
    const startRows = this.#kept(rows, inLoop);
    const start: T[] = [];
    for (let i = 0; i < startRows.size; i++) {
      heads.add(startRows.row(i), 0);
      start.push(chanceOf(startRows.weights[i]!, startRows.total));
    }
    const states: LoopState<T>[] = [];
    const exits: { readonly state: number; readonly row: Int32Array; readonly chance: T }[] = [];
    for (let state = 0; state < heads.size; state++) {
      const one = this.#rows();
      one.add(heads.row(state).slice(), this.#one);
      const [over, on] = this.#split(step.test, one);
      const stopped = this.#rows();
      const again = this.#kept(this.#all(step.body, on, stopped), inLoop);
      const to = Array.from({ length: again.size }, (_, i) => ({
        state: heads.add(again.row(i), 0),
        chance: chanceOf(again.weights[i]!, again.total),
      }));
      const left = [over, stopped].map((ended) => this.#kept(ended, step.live!));
      for (const ended of left)
        for (let i = 0; i < ended.size; i++)
          exits.push({ state, row: ended.row(i).slice(), chance: chanceOf(ended.weights[i]!, ended.total) });
      states.push({ to, leaves: left.some(({ size }) => size > 0) });
    }
    const { visits, never } = visitsOf(field, states, [
      ...start,
      ...new Array<T>(states.length - start.length).fill(field.zero),
    ]);
    if (field.size(never) > 0) {
      const chance = typeof never === "number" ? `${(100 * never).toPrecision(3)} %` : textOf(never as Ratio);
      throw this.#evaluator.fault(
        step.place,
        `this loop never ends in ${chance} of cases; say how often at most: repeat 20:`,
      );
    }
    const out = this.#rows();
    rowsFrom(
      exits.map(({ state, row, chance }) => ({ row, chance: field.mul(visits[state]!, chance) })),
      out,
    );
    return out;
  }

  /** What a formula comes to from a row: gone every way once for all rows that are alike to it. */
  #law(f: Formula): (row: Int32Array) => FormulaLaw {
    let known = this.#laws.get(f);
    if (known === undefined) {
      known = this.#lawOf(f);
      this.#laws.set(f, known);
    }
    return known;
  }

  #lawOf(f: Formula): (row: Int32Array) => FormulaLaw {
    const valued = this.#evaluator.valued(f);
    const moment = this.#moment;
    if (!rolls(f, this.#kind))
      return (row) => {
        moment.frame.set(row);
        return { values: [valued(moment)], weights: [1n], chances: [1], total: 1n };
      };
    const reads = [...readsOf(f, this.#kind.pools)];
    const seen = new WeightedRows(reads.length, undefined);
    const laws: FormulaLaw[] = [];
    const key = new Int32Array(reads.length);
    return (row) => {
      for (let i = 0; i < reads.length; i++) key[i] = row[reads[i]!]!;
      const at = seen.add(key, 0);
      if (at === laws.length) laws.push(this.#everyWay(valued, row));
      return laws[at]!;
    };
  }

  #everyWay(valued: (m: Moment) => number, row: Int32Array): FormulaLaw {
    const own = row.slice();
    const moment = this.#moment;
    const budget = { left: Math.max(1, this.#limits.operations - this.operations) };
    const before = budget.left;
    try {
      const { outcomes, weights, total } = distributionOf(
        (dice) => {
          moment.frame.set(own);
          moment.dice = dice;
          return valued(moment);
        },
        this.#data.name,
        undefined,
        { paths: Number.POSITIVE_INFINITY, budget },
      );
      this.#count(before - budget.left, outcomes.length);
      const law = { values: outcomes, weights, chances: weights.map((weight) => ratio(weight, total)), total };
      moment.dice = NO_DICE;
      return law;
    } catch (error) {
      if (error instanceof RuleError && !(error instanceof GameFault)) throw new TooMuchWork(before);
      throw error;
    }
  }
}

const textOf = ({ over, under }: Ratio): string => `${over}/${under}`;

const fromReals = (ends: readonly { row: Int32Array; chance: number }[], out: WeightedRows): void => {
  for (const { row, chance } of ends) out.add(row, chance);
};

const fromRatios = (ends: readonly { row: Int32Array; chance: Ratio }[], out: WeightedRows): void => {
  const total = ends.reduce((common, { chance }) => lcm(common, chance.under), 1n);
  if (total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
  out.total = total;
  for (const { row, chance } of ends) out.add(row, chance.over * (total / chance.under));
};
