/**
 * The exact answer of a kind of a game: forward over the rows of its slots, step after step. After each step the slots that
 * are not read again are forgotten, so that rows become alike and are one (exact inference as in Dice, Holtzen, Van den Broeck
 * and Millstein 2020, in its simplest form).
 */
import { fractionText, lcm } from "../../rule/index.ts";
import { type ChainField, groupsOf, type LoopState, RATIOS, type Ratio, REALS, visitsOf } from "./absorbing.ts";
import { Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { TooMuchWork } from "./fault.ts";
import { readsOf, slotsOf } from "./fold.ts";
import type { Formula, GameData, GameKind, GameStep } from "./ir.ts";
import { type FormulaLaw, FormulaLaws, NO_DICE } from "./laws.ts";
import { Interned, type Moment } from "./moment.ts";
import { type Weight, WeightedRows } from "./rows.ts";

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
  readonly #limits: SolveLimits;
  readonly #inFractions: boolean;
  readonly #evaluator: Evaluator;
  readonly #moment: Moment;
  readonly #out: Int32Array;
  readonly #laws: FormulaLaws;
  readonly #sets = new Map<GameStep, (m: Moment, value: number) => number>();
  readonly #loops = new Map<GameStep, KnownLoop<unknown>>();
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
    this.#kind = kind;
    this.#limits = limits;
    this.#inFractions = inFractions;
    this.#onTurn = onTurn;
    this.#keepsAll = keepsAll;
    this.#evaluator = new Evaluator(data, kind);
    this.#moment = { frame: new Int32Array(kind.slots), dice: NO_DICE, it: 0, tuples: new Interned(), rounds: 0 };
    this.#out = new Int32Array(kind.slots);
    this.#laws = new FormulaLaws(
      kind,
      this.#evaluator,
      this.#moment,
      () => this.#limits.operations - this.operations,
      (made, states) => this.#count(made, states),
    );
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
    const law = this.#laws.of(step.value);
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
    const found = this.#found(rows, this.#laws.of(test));
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
    const begun = this.#set({ ...counted, live: inLoop } as Extract<GameStep, { op: "set" }>, rows);
    if (step.turn === undefined) return this.#countdown(step, begun);
    let running = begun;
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

  /** A loop that counts its rounds alone: who has most of them left goes first, and meets those who have one less. */
  #countdown(step: Extract<GameStep, { op: "repeat" }>, begun: WeightedRows): WeightedRows {
    const done = this.#rows();
    const left: WeightedRows[] = [];
    for (let i = 0; i < begun.size; i++) {
      const rounds = Math.max(0, begun.row(i)[step.slot]!);
      if (rounds > MOST_ROUNDS)
        throw this.#evaluator.fault(step.place, `this loop is gone through more than ${MOST_ROUNDS} times`);
      const row = begun.row(i).slice();
      row[step.slot] = 0;
      left[rounds] ??= this.#rows(begun.total);
      left[rounds].add(row, begun.weights[i]!);
    }
    for (let rounds = left.length - 1; rounds > 0; rounds--) {
      const rows = left[rounds];
      if (rows === undefined) continue;
      this.#count(rows.size, rows.size);
      const stopped = this.#rows();
      const after = this.#all(step.body, rows, stopped);
      left[rounds - 1] ??= this.#rows(after.total);
      left[rounds - 1]!.take(after);
      done.take(this.#kept(stopped, step.live!));
    }
    if (left[0] !== undefined) done.take(this.#kept(left[0], step.live!));
    return done;
  }

  /** The slots that steps read, and those that are live in them. */
  #readIn(steps: readonly GameStep[]): number[] {
    return [...slotsOf(steps, this.#kind.pools, true)];
  }

  /** A loop without a bound: its states are found one after another, and it is solved as an absorbing chain. */
  #while(step: Extract<GameStep, { op: "while" }>, rows: WeightedRows): WeightedRows {
    return this.#inFractions
      ? this.#absorbed(
          step,
          rows,
          RATIOS,
          (over, under = 1n) => RATIOS.div(whole(over as bigint), whole(under)),
          fromRatios,
        )
      : this.#absorbed(step, rows, REALS, (weight) => weight as number, fromReals);
  }

  #absorbed<T>(
    step: Extract<GameStep, { op: "while" }>,
    rows: WeightedRows,
    field: ChainField<T>,
    chanceOf: (weight: Weight, total?: bigint) => T,
    rowsFrom: (ends: readonly { row: Int32Array; chance: T }[], out: WeightedRows) => void,
  ): WeightedRows {
    const loop = this.#loop<T>(step);
    const out = this.#rows(rows.total);
    const ends: { row: Int32Array; chance: T }[] = [];
    for (const { rest, start } of this.#started(rows, loop, field, chanceOf)) {
      this.#explore(step, loop, chanceOf);
      const { states, exits } = loop;
      loop.groups =
        loop.groups?.states === states.length ? loop.groups : { states: states.length, of: groupsOf(states) };
      const { visits, never } = visitsOf(field, states, loop.groups.of, start);
      if (field.size(never) > 0) {
        const chance =
          typeof never === "number" ? `${(100 * never).toPrecision(3)} %` : textOf(never as Ratio, rows.total!);
        throw this.#evaluator.fault(
          step.place,
          `this loop never ends in ${chance} of cases; say how often at most: repeat 20:`,
        );
      }
      visits.forEach((visit, state) => {
        if (field.size(visit) === 0) return;
        for (const { row, chance } of exits[state]!) {
          const whole = row.slice();
          for (const slot of loop.carried) whole[slot] = rest[slot]!;
          ends.push({ row: whole, chance: field.mul(visit, chance) });
        }
      });
    }
    this.#count(ends.length, loop.states.length);
    rowsFrom(ends, out);
    return out;
  }

  /** Where rows begin in a loop, those together that differ in nothing but what the loop is about. */
  #started<T>(
    rows: WeightedRows,
    { heads, touched, carried }: KnownLoop<T>,
    field: ChainField<T>,
    chanceOf: (weight: Weight) => T,
  ): readonly { readonly rest: Int32Array; readonly start: T[] }[] {
    const rests = this.#rows(undefined);
    const started: { rest: Int32Array; start: T[] }[] = [];
    for (let i = 0; i < rows.size; i++) {
      const row = rows.row(i);
      const at = rests.add(this.#masked(row, carried), 0);
      if (at === started.length) started.push({ rest: row.slice(), start: [] });
      const head = heads.add(this.#masked(row, touched), 0);
      const { start } = started[at]!;
      const chance = chanceOf(rows.weights[i]!);
      start[head] = start[head] === undefined ? chance : field.add(start[head], chance);
    }
    return started;
  }

  /** What a state of a loop leads to is worked out when it is first come upon. */
  #explore<T>(
    step: Extract<GameStep, { op: "while" }>,
    { heads, states, exits, touched }: KnownLoop<T>,
    chanceOf: (weight: Weight, total?: bigint) => T,
  ): void {
    for (let state = states.length; state < heads.size; state++) {
      const one = this.#rows();
      one.add(heads.row(state).slice(), this.#one);
      const [over, on] = this.#split(step.test, one);
      const stopped = this.#rows();
      const again = this.#kept(this.#all(step.body, on, stopped), touched);
      const to = Array.from({ length: again.size }, (_, i) => ({
        state: heads.add(again.row(i), 0),
        chance: chanceOf(again.weights[i]!, again.total),
      }));
      exits[state] = [over, stopped].flatMap((ended) => {
        const left = this.#kept(ended, step.live!);
        return Array.from({ length: left.size }, (_, i) => ({
          row: left.row(i).slice(),
          chance: chanceOf(left.weights[i]!, left.total),
        }));
      });
      states.push({ to, leaves: exits[state]!.length > 0 });
    }
  }

  /** What is known of a loop: the same whenever it is come to. */
  #loop<T>(step: Extract<GameStep, { op: "while" }>): KnownLoop<T> {
    let known = this.#loops.get(step);
    if (known === undefined) {
      const { pools } = this.#kind;
      const own = new Set([...readsOf(step.test, pools), ...slotsOf(step.body, pools)]);
      const read = new Set([...readsOf(step.test, pools), ...this.#readIn(step.body), ...step.live!]);
      const touched = [...read].filter((slot) => this.#keepsAll || own.has(slot));
      const carried = this.#keepsAll ? [] : step.live!.filter((slot) => !own.has(slot));
      known = { touched, carried, heads: this.#rows(undefined), states: [], exits: [] };
      this.#loops.set(step, known);
    }
    return known as KnownLoop<T>;
  }
}

/** States of a loop, where each leads within it, and the rows that it is left with there. */
interface KnownLoop<T> {
  /** The slots that it is about, and those that it leaves as they are. */
  readonly touched: readonly number[];
  readonly carried: readonly number[];
  groups?: { readonly states: number; readonly of: readonly (readonly number[])[] };
  readonly heads: WeightedRows;
  readonly states: LoopState<T>[];
  readonly exits: { readonly row: Int32Array; readonly chance: T }[][];
}

const whole = (over: bigint): Ratio => ({ over, under: 1n });
const textOf = ({ over, under }: Ratio, total: bigint): string => fractionText(over, under * total);
const fromReals = (ends: readonly { row: Int32Array; chance: number }[], out: WeightedRows): void => {
  for (const { row, chance } of ends) out.add(row, chance);
};

/** Chances are shares of the total that the rows had before. */
const fromRatios = (ends: readonly { row: Int32Array; chance: Ratio }[], out: WeightedRows): void => {
  const common = ends.reduce((least, { chance }) => lcm(least, chance.under), 1n);
  const total = out.total! * common;
  if (total >> BigInt(MOST_BITS) > 0n) throw new TooLong();
  out.total = total;
  for (const { row, chance } of ends) out.add(row, chance.over * (common / chance.under));
};
