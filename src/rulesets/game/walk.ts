/**
 * Forward over positions of a kind of a game, op after op: a position is its slots, and the op that is next. What is certain
 * is calculated on the way; where chance decides, positions wait until all are there that come by it, and like ones are one.
 * What steps lead to is asked once for all that is alike in what they read (exact inference as in Dice, Holtzen, Van den
 * Broeck and Millstein 2020, in its simplest form).
 */
import type { Dice } from "../../dice/index.ts";
import type { ActDistribution } from "../../rule/acts.ts";
import { gcd } from "../../rule/fraction.ts";
import { said } from "../said.ts";
import { NO_DICE } from "./distributions.ts";
import { type Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { GameFault, TooMuchWork } from "./fault.ts";
import type { ChooseStep, GamePlace } from "./ir.ts";
import { Interned, type Moment } from "./moment.ts";
import { KnownBySlots, type Weight, WeightedRows } from "./rows.ts";

/** Goes on to the op that it gives; or waits: for an act, `~act`, or for the next stage. */
export type OpRun = (position: Int32Array, stage: number) => number;
export const OVER = Number.MIN_SAFE_INTEGER;
const WAITS = OVER + 1;
/** Rows of an exact answer. */
export const MOST_ROWS = 2_500_000;

/** Where some steps lead from what they read. */
export interface StepsRow {
  /** By outcome, what the slots that they set are then, and the op that is next. */
  readonly outcomes: readonly (readonly number[])[];
  readonly weights: readonly Weight[];
  /** Undefined where outcomes are weighed with doubles. */
  readonly total: bigint | undefined;
  /** What it takes to look at it. */
  readonly made: number;
}

/** Steps in which chance decides. */
export interface StepsChance {
  readonly reads: readonly number[];
  /** What they set, and the op. */
  readonly sets: readonly number[];
  /** Gives the op that is next. */
  readonly roll: (moment: Moment) => number;
  /** @param row what they read @throws TooMuchWork */
  readonly solve: (row: Int32Array) => StepsRow;
  /** Whether it is one formula, which is always asked; others where that pays. */
  readonly isLeaf: boolean;
}

export interface Op {
  readonly run: OpRun;
  /** Slots that are read from there on, and the others. */
  readonly live: readonly number[];
  readonly dead: readonly number[];
  /**
   * Positions wait here on a walk: for chance, for a loop without a bound (`absorbed` says where rows that begin in it
   * leave it), or for others.
   */
  readonly waits?: AskedSteps | { absorbed(rows: WeightedRows, slots: readonly number[]): WeightedRows } | "others";
  /** Who has the most left in this slot goes first. */
  readonly counts?: number | undefined;
  /** Of ops that are drawn: rows that are small. */
  readonly bounded?: KnownSteps | undefined;
  /** Sides choose, and what is best is looked for. */
  readonly chooses?: ChooseStep;
}

/** What chance decides, and of what; or the op behind steps that are gone through one by one. */
type AskedRow = { readonly row: StepsRow; readonly steps: KnownSteps } | number;

/** Rounds of a loop that take as long as a row. */
const ROUNDS = 16;
/** Rows that are spent on making a row of several steps, for each time that it was asked for; and of all, on those in vain. */
const PRICE = 64;
const VAIN = 8;

/** What is known of some steps, by what they read. */
export abstract class KnownSteps {
  readonly sets: readonly number[];
  protected readonly walk: Walk;
  protected readonly chance: StepsChance;
  protected readonly rows: KnownBySlots<StepsRow | null>;
  readonly #local: Int32Array;

  constructor(walk: Walk, chance: StepsChance) {
    this.walk = walk;
    this.chance = chance;
    this.sets = chance.sets;
    this.rows = new KnownBySlots(chance.reads, Number.POSITIVE_INFINITY);
    this.#local = new Int32Array(walk.pc + 1);
  }

  /** Where a position leads, made where it is not known; null where it is to go through the steps one by one. */
  of(position: Int32Array): StepsRow | null {
    const number = this.rows.at(position);
    const known = this.rows.known[number];
    return known === undefined ? this.row(number, position) : known;
  }

  /** The same of acts. */
  drawn(position: Int32Array): ActDistribution {
    const { outcomes, weights } = this.of(position)!;
    return { outcomes, chances: weights as number[] };
  }

  /** A position of which nothing is known but what the steps read. */
  protected local(position: Int32Array): Int32Array {
    this.#local.fill(0);
    for (const slot of this.chance.reads) this.#local[slot] = position[slot]!;
    return this.#local;
  }

  /** The row with the most outcomes. */
  get widest() {
    const outcomes = this.rows.known.reduce(
      (a: StepsRow["outcomes"], b) => (b && b.outcomes.length > a.length ? b.outcomes : a),
      [],
    );
    return { slots: this.sets, count: outcomes.length, at: (i: number, k: number) => outcomes[i]![k]! };
  }

  protected abstract row(number: number, position: Int32Array): StepsRow | null;
}

/** Of steps on a walk: one formula is asked at once, others where that pays. */
export class AskedSteps extends KnownSteps {
  readonly #asked: number[] = [];
  #vain = 0;

  row(number: number, position: Int32Array): StepsRow | null {
    const { walk, chance } = this;
    const row = this.local(position);
    if (chance.isLeaf)
      try {
        this.rows.known[number] = chance.solve(row);
        return this.rows.known[number];
      } catch (error) {
        if (error instanceof GameFault) chance.solve(position.slice()); // told with all that stands where it is found
        throw error;
      }
    const asked = (this.#asked[number] ?? 0) + 1;
    this.#asked[number] = asked;
    if (asked < 2 || VAIN * this.#vain > walk.operations) return null;
    try {
      const stepsRow = walk.within(PRICE * asked, () => chance.solve(row));
      if (stepsRow === null) this.#vain += PRICE * asked;
      else this.rows.known[number] = stepsRow;
      return stepsRow;
    } catch (error) {
      if (!(error instanceof GameFault)) throw error;
      this.rows.known[number] = null; // it is found again step by step, and told with all that stands
      return null;
    }
  }
}

export interface WalkLimits {
  /** Rows that are made, in all. */
  readonly operations: number;
  readonly inFractions: boolean;
}

export class Walk {
  /** The place of the op in a position. */
  readonly pc: number;
  readonly ops: Op[] = [];
  /** Where loops stand among the ops, inner ones first. */
  readonly spans: { readonly from: number; readonly to: number; readonly place: GamePlace }[] = [];
  readonly tuples = new Interned();
  readonly moment: Moment;
  readonly inFractions: boolean;
  operations = 0;
  #limit: number;
  readonly #most: number;
  /** The most positions that were met at once. */
  #states = 1;
  readonly evaluator: Evaluator;

  constructor(slots: number, evaluator: Evaluator, { operations, inFractions }: WalkLimits) {
    this.pc = slots;
    this.evaluator = evaluator;
    this.inFractions = inFractions;
    this.#limit = operations;
    this.#most = operations;
    this.moment = { frame: new Int32Array(slots + 1), dice: NO_DICE, it: 0, tuples: this.tuples, rounds: 0 };
  }

  rows(): WeightedRows {
    return new WeightedRows(this.pc + 1, this.inFractions ? 1n : undefined);
  }

  one(position: Int32Array): WeightedRows {
    const rows = this.rows();
    rows.add(position, this.inFractions ? 1n : 1);
    return rows;
  }

  /** A trial that takes so many draws stands at an op: told of the innermost loop there. */
  endless(op: number, draws: number): Error {
    const { place } = this.spans.find(({ from, to }) => op >= from && op <= to) ?? this.spans.at(-1)!;
    return this.evaluator.fault(place, said`it does not end within ${draws} draws of a trial`);
  }

  /** Rows that may still be made. */
  get left(): number {
    return this.#limit - this.operations;
  }

  /** The same, whatever is tried meanwhile. */
  get leftInAll(): number {
    return this.#most - this.operations;
  }

  count(made: number): void {
    this.operations += made;
    if (this.operations > this.#limit) throw new TooMuchWork(this.#states);
  }

  /** Something that makes so many rows at most; null where it takes more. @param isApart whether they are counted apart */
  within<T>(most: number, make: () => T, isApart = false): T | null {
    const [operations, limit] = [this.operations, this.#limit];
    if (isApart) this.operations = 0;
    this.#limit = isApart ? most : Math.min(limit, operations + most);
    try {
      return make();
    } catch (error) {
      if (!(error instanceof TooMuchWork) || (!isApart && this.operations > limit)) throw error;
      return null;
    } finally {
      this.#limit = limit;
      if (isApart) this.operations = operations;
    }
  }

  /** Whatever is calculated next is of this position. */
  begin(position: Int32Array, dice: Dice, rounds = MOST_ROUNDS): void {
    this.moment.frame = position;
    this.moment.dice = dice;
    this.moment.rounds = rounds;
  }

  /**
   * Moves a position on to where it waits, or leaves the ops from `from` to `end`.
   * @param isWalk whether it waits for chance as walks do; else for acts
   * @returns what it waits for; above that nothing
   */
  advance(position: Int32Array, stage: number, from: number, end: number, isWalk: boolean): number {
    this.begin(position, NO_DICE);
    let at = position[this.pc]!;
    while (at >= from && at < end) {
      const { run, dead, waits, bounded } = this.ops[at]!;
      const to = !isWalk ? run(position, stage) : waits ? WAITS : bounded ? at + 1 : run(position, stage);
      if (to < 0) {
        position[this.pc] = at;
        for (let i = 0; i < dead.length; i++) position[dead[i]!] = 0;
        return to;
      }
      at = to;
    }
    position[this.pc] = at;
    return 0;
  }

  /**
   * Where positions lead that begin among some ops: behind these, or where a stage is over. Who waits at the first op goes first.
   * @param leave is given each position that leaves the ops
   * @param isWalk whether chance is asked as walks do; else by small rows of acts
   */
  walk(
    from: number,
    end: number,
    stage: number,
    begin: WeightedRows,
    leave?: (position: Int32Array) => void,
    isWalk = true,
  ): WeightedRows {
    const { pc, ops } = this;
    const [before, position] = [new Int32Array(pc + 1), new Int32Array(pc + 1)];
    const packed = new Int32Array(pc);
    const out = this.rows();
    const waiting: WeightedRows[][] = [];
    const put = (weight: Weight, total: bigint | undefined) => {
      const to = this.advance(position, stage, from, end, isWalk);
      if (this.moment.rounds < MOST_ROUNDS) this.operations += (MOST_ROUNDS - this.moment.rounds) / ROUNDS;
      if (to === 0 || to === OVER) {
        leave?.(position);
        out.put(position, weight, total);
        return;
      }
      const at = position[pc]!;
      const { counts, live } = ops[at]!;
      waiting[at - from] ??= [];
      const buckets = waiting[at - from]!;
      const bucket = counts === undefined ? 0 : Math.max(0, position[counts]!);
      buckets[bucket] ??= new WeightedRows(live.length, total);
      for (let i = 0; i < live.length; i++) packed[i] = position[live[i]!]!;
      buckets[bucket].put(packed, weight, total);
    };
    const putAll = (rows: WeightedRows) => {
      for (let i = 0; i < rows.count; i++) {
        rows.copy(i, position);
        put(rows.weights[i]!, rows.total);
      }
    };
    putAll(begin);
    for (;;) {
      let at = 0;
      while (at < waiting.length && !waiting[at]?.length) at++;
      if (at === waiting.length) return out;
      const rows = waiting[at]!.pop();
      if (rows === undefined) continue;
      this.#states = Math.max(this.#states, rows.count);
      const { waits, run, live } = ops[at + from]!;
      const begun = (i: number) => rows.spread(i, live, before.fill(0));
      if (!isWalk || waits instanceof AskedSteps) {
        const { total, weights } = rows;
        // What would take too much is not begun.
        const asked = weights.map((_, i) => this.#asked(at + from, begun(i), isWalk));
        for (const [i, found] of asked.entries()) {
          const weight = weights[i]!;
          const under = total && total * (typeof found === "number" ? 1n : found.row.total!);
          this.#follow(found, begun(i), position, (chance) =>
            put(((weight as number) * (chance as number)) as Weight, under),
          );
        }
      } else if (waits === "others") {
        this.count(rows.count);
        for (let i = 0; i < rows.count; i++) {
          this.begin(rows.spread(i, live, position.fill(0)), NO_DICE);
          position[pc] = run(position, stage);
          put(rows.weights[i]!, rows.total);
        }
      } else putAll(waits!.absorbed(rows, live));
    }
  }

  /** Where a position that waits leads to, one step on, each with its chance as a double; what is given is used again. */
  next(position: Int32Array, take: (to: Int32Array, chance: number) => void): void {
    const at = position[this.pc]!;
    const to = position.slice();
    if (this.ops[at]!.waits instanceof AskedSteps) {
      this.#follow(this.#asked(at, position, true), position, to, (chance) => take(to, chance as number));
      return;
    }
    const rows = this.walk(at, at + 1, 0, this.one(position));
    for (let i = 0; i < rows.count; i++) take(rows.copy(i, to), rows.weights[i] as number);
  }

  /** What chance decides where a position waits; or the op behind the steps that are better gone through one by one. */
  #asked(at: number, position: Int32Array, isWalk: boolean): AskedRow {
    for (let op = at; ; op++) {
      const { waits, bounded } = this.ops[op]!;
      const steps = isWalk ? waits : op === at ? bounded : undefined;
      if (!(steps instanceof KnownSteps)) return op;
      const row = steps.of(position);
      if (row === null) continue;
      this.count(isWalk ? row.made : row.outcomes.length);
      return { row, steps };
    }
  }

  /** Goes on from a position by all outcomes, one after another in `to`. */
  #follow(asked: AskedRow, position: Int32Array, to: Int32Array, take: (chance: Weight) => void): void {
    if (typeof asked === "number") {
      to.set(position);
      to[this.pc] = asked;
      take(this.inFractions ? 1n : 1);
      return;
    }
    const { outcomes, weights } = asked.row;
    const { sets } = asked.steps;
    for (let o = 0; o < outcomes.length; o++) {
      for (let i = 0; i < position.length; i++) to[i] = position[i]!;
      const outcome = outcomes[o]!;
      for (let s = 0; s < sets.length; s++) to[sets[s]!] = outcome[s]!;
      take(weights[o]!);
    }
  }

  /** A row of where positions lead to, told by what some slots are then. */
  rowOf(ends: WeightedRows, sets: readonly number[], made = ends.count): StepsRow {
    const outcomes = Array.from({ length: ends.count }, (_, i) => sets.map((slot) => ends.at(i, slot)));
    const { weights, total } = ends;
    let common = total ?? 1n;
    for (let i = 0; i < weights.length && common !== 1n; i++) common = gcd(weights[i] as bigint, common);
    if (common === 1n) return { outcomes, weights, total, made };
    return { outcomes, weights: (weights as bigint[]).map((weight) => weight / common), total: total! / common, made };
  }
}
