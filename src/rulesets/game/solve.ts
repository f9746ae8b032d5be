/**
 * The exact answer of a kind of a game: forward over the rows of its slots, step after step. After each step the slots that
 * are not read again are forgotten, so that rows become alike and are one (exact inference as in Dice, Holtzen, Van den Broeck
 * and Millstein 2020, in its simplest form).
 */
import { type ChainField, groupsOf, RATIOS, type Ratio, REALS, visitsOf } from "./absorbing.ts";
import { BestChoices } from "./best-choice.ts";
import { type ChooseStep, choicesIn } from "./choices.ts";
import { MOST_ROUNDS } from "./evaluate.ts";
import { TooMuchWork } from "./fault.ts";
import { readsOf, slotsOf } from "./fold.ts";
import type { Formula, GameData, GameKind, GameStep } from "./ir.ts";
import {
  alike,
  FEW_STATES,
  fractionOf,
  fromRatios,
  fromReals,
  type KnownLoop,
  type LoopEnds,
  type LoopExit,
  sum,
  whole,
} from "./loops.ts";
import { RowSteps, TooLong } from "./row-steps.ts";
import type { Weight, WeightedRows } from "./rows.ts";

export class Solver extends RowSteps {
  readonly #loops = new Map<GameStep, KnownLoop<unknown>>();
  /** Where the procedure ends, from its start. */
  solve(): WeightedRows {
    const start = this.rows();
    start.add(this.start(), this.one);
    return this.#all(this.kind.steps, start, this.rows());
  }

  /** The state at the start. */
  start(): Int32Array {
    const frame = new Int32Array(this.kind.slots);
    for (const { slot, start } of this.kind.state) frame[slot] = (start as { value: number }).value;
    return frame;
  }

  #oneRow(row: Int32Array): WeightedRows {
    const rows = this.rows();
    rows.add(row, this.one);
    return rows;
  }

  /** Where one step leads from a row; what stops there. */
  through(step: GameStep, row: Int32Array, stopped: WeightedRows): WeightedRows {
    return this.#step(step, this.#oneRow(row), stopped);
  }

  /** Where a step leads from a row that no loop is stopped in; undefined where that takes more than so many rows, whatever came before. */
  ends(step: GameStep, row: Int32Array, most: number): WeightedRows | undefined {
    this.operations = 0;
    this.limits.operations = most;
    this.#loops.clear();
    try {
      return this.#step(step, this.#oneRow(row), this.rows());
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined;
      throw error;
    }
  }

  /** Where a row is that does not pass a test, and where it does. */
  ways(test: Formula, row: Int32Array): [WeightedRows, WeightedRows] {
    return this.split(test, this.#oneRow(row));
  }

  /** A row at the beginning of a loop: with the rounds that are left, and no turn yet. */
  begun(step: Extract<GameStep, { op: "repeat" }>, row: Int32Array): WeightedRows {
    const from = row.slice();
    if (step.turn !== undefined) from[step.turn] = 0;
    return this.#begin(step, this.#oneRow(from));
  }

  #all(steps: readonly GameStep[], given: WeightedRows, stopped: WeightedRows): WeightedRows {
    let rows = given;
    for (const step of steps) {
      if (rows.size === 0) return rows;
      rows = this.#step(step, rows, stopped);
    }
    return rows;
  }

  #step(step: GameStep, rows: WeightedRows, stopped: WeightedRows): WeightedRows {
    switch (step.op) {
      case "set":
        return this.set(step, rows);
      case "if": {
        const [no, yes] = this.split(step.test, rows);
        const ends = this.#all(step.yes, yes, stopped);
        const others = this.#all(step.no, no, stopped);
        const out = this.rows();
        for (const end of [ends, others]) out.take(this.kept(end, step.live!));
        return out;
      }
      case "stop":
        stopped.take(rows);
        return this.rows();
      case "repeat":
        return this.#repeat(step, rows);
      case "choose":
        return this.#choose(step, rows);
      default:
        return this.#while(step, rows);
    }
  }

  /** What is best to choose, as shares of every row. */
  #choose(step: ChooseStep, rows: WeightedRows): WeightedRows {
    this.#choices ??= choicesOf(this.data, this.kind);
    const out = this.rows(rows.total);
    for (let i = 0; i < rows.size; i++) {
      const { values, shares } = this.#choices.of(step, rows.row(i));
      if (this.inFractions && shares.length > 1) throw new TooLong();
      this.count(values.length, out.size);
      values.forEach((chosen, v) => {
        const kept = this.masked(rows.row(i), step.live!);
        step.choices.forEach(({ slot }, c) => {
          if (this.keepsAll || step.live!.includes(slot)) kept[slot] = chosen[c]!;
        });
        const weight = rows.weights[i]!;
        out.add(kept, this.inFractions ? weight : (weight as number) * shares[v]!);
      });
    }
    return out;
  }
  #choices: BestChoices | undefined;

  #repeat(step: Extract<GameStep, { op: "repeat" }>, rows: WeightedRows): WeightedRows {
    const begun = this.#begin(step, rows);
    if (step.turn === undefined && !choicesIn(step.body).length) return this.#countdown(step, begun);
    const { slot, turn } = step;
    let running = begun;
    const done = this.rows();
    for (let round = 1; running.size > 0; round++) {
      if (round > MOST_ROUNDS)
        throw this.evaluator.fault(step.place, `this loop is gone through more than ${MOST_ROUNDS} times`);
      const [over, on] = [this.rows(running.total), this.rows(running.total)];
      for (let i = 0; i < running.size; i++) {
        const row = running.row(i).slice();
        const left = row[slot]!;
        if (left > 0) row[slot] = left - 1;
        if (turn !== undefined) row[turn] = left > 0 ? round : 0;
        if (left > 0) on.add(row, running.weights[i]!);
        else over.add(this.masked(row, step.live!), running.weights[i]!);
      }
      this.count(running.size, running.size);
      done.take(over);
      if (on.size === 0) break;
      const stopped = this.rows();
      running = this.#all(step.body, on, stopped);
      done.take(this.kept(stopped, step.live!));
      if (turn !== undefined) this.onTurn?.(round, [running, done]);
    }
    return done;
  }

  #begin(step: Extract<GameStep, { op: "repeat" }>, rows: WeightedRows): WeightedRows {
    const counted: GameStep = { op: "set", slot: step.slot, value: step.times, name: "", place: step.place };
    const inLoop = [...new Set([...this.#readIn(step.body), ...step.live!, step.slot])];
    return this.set({ ...counted, live: inLoop } as Extract<GameStep, { op: "set" }>, rows);
  }

  /** A loop that counts its rounds alone: who has most of them left goes first, and meets those who have one less. */
  #countdown(step: Extract<GameStep, { op: "repeat" }>, begun: WeightedRows): WeightedRows {
    const done = this.rows();
    const left: WeightedRows[] = [];
    for (let i = 0; i < begun.size; i++) {
      const rounds = Math.max(0, begun.row(i)[step.slot]!);
      if (rounds > MOST_ROUNDS)
        throw this.evaluator.fault(step.place, `this loop is gone through more than ${MOST_ROUNDS} times`);
      const row = begun.row(i).slice();
      row[step.slot] = 0;
      left[rounds] ??= this.rows(begun.total);
      left[rounds].add(row, begun.weights[i]!);
    }
    for (let rounds = left.length - 1; rounds > 0; rounds--) {
      const rows = left[rounds];
      if (rows === undefined) continue;
      this.count(rows.size, rows.size);
      const stopped = this.rows();
      const after = this.#all(step.body, rows, stopped);
      left[rounds - 1] ??= this.rows(after.total);
      left[rounds - 1]!.take(after);
      done.take(this.kept(stopped, step.live!));
    }
    if (left[0] !== undefined) done.take(this.kept(left[0], step.live!));
    return done;
  }

  /** The slots that steps read, and those that are live in them. */
  #readIn(steps: readonly GameStep[]): number[] {
    return [...slotsOf(steps, this.kind.pools, true)];
  }

  /** A loop without a bound: its states are found one after another, and it is solved as an absorbing chain. */
  #while(step: Extract<GameStep, { op: "while" }>, rows: WeightedRows): WeightedRows {
    return this.inFractions
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
    rowsFrom: (ends: readonly LoopEnds<T>[], carried: readonly number[], out: WeightedRows) => void,
  ): WeightedRows {
    const loop = this.#loop<T>(step);
    const out = this.rows(rows.total);
    const ends: LoopEnds<T>[] = [];
    for (const { rest, start } of this.#started(rows, loop)) {
      this.#explore(step, loop, chanceOf);
      // Where a loop ends that begins in one state is the same whatever else there is.
      if (start.size === 1 || loop.states.length <= FEW_STATES) {
        const weights = new Map<readonly LoopExit<T>[], Weight>();
        for (const [head, weight] of start) {
          const share = (never: T) => field.mul(never, chanceOf(weight, rows.total));
          loop.from[head] ??= alike(loop, this.#left(step, loop, field, [[head, field.one]], share));
          weights.set(loop.from[head], sum(weights.get(loop.from[head]), weight));
        }
        for (const [exits, weight] of weights) ends.push({ rest, exits, weight });
        continue;
      }
      const chances = [...start].map(([head, weight]) => [head, chanceOf(weight)] as const);
      const share = (never: T) => (rows.total === undefined ? never : field.div(never, chanceOf(rows.total)));
      ends.push({ rest, exits: this.#left(step, loop, field, chances, share), weight: this.one });
    }
    this.count(
      ends.reduce((sum, { exits }) => sum + exits.length, 0),
      loop.states.length,
    );
    rowsFrom(ends, loop.carried, out);
    return out;
  }

  /** The rows that a loop is left with, of the chances to begin in its states. @param share of never ending, in all */
  #left<T>(
    step: Extract<GameStep, { op: "while" }>,
    loop: KnownLoop<T>,
    field: ChainField<T>,
    chances: readonly (readonly [head: number, chance: T])[],
    share: (never: T) => T,
  ): LoopExit<T>[] {
    const { states, exits } = loop;
    if (loop.groups?.states !== states.length) loop.groups = { states: states.length, of: groupsOf(states) };
    const start: T[] = [];
    for (const [head, chance] of chances) start[head] = chance;
    const { visits, never } = visitsOf(field, states, loop.groups.of, start);
    if (field.size(never) > 0) {
      const whole = share(never);
      const chance = typeof whole === "number" ? `${(100 * whole).toPrecision(3)} %` : fractionOf(whole as Ratio);
      throw this.evaluator.fault(
        step.place,
        `this loop never ends in ${chance} of cases; say how often at most: repeat 20:`,
      );
    }
    const rows = this.rows(undefined);
    const left: { row: Int32Array; chance: T }[] = [];
    visits.forEach((visit, state) => {
      if (field.size(visit) === 0) return;
      for (const { row, chance } of exits[state]!) {
        const own = field.mul(visit, chance);
        const at = rows.add(row, 0);
        if (at === left.length) left.push({ row: row.slice(), chance: own });
        else left[at]!.chance = field.add(left[at]!.chance, own);
      }
    });
    return left;
  }

  /** Where rows begin in a loop, those together that differ in nothing but what the loop is about. */
  #started<T>(
    rows: WeightedRows,
    { heads, touched, carried }: KnownLoop<T>,
  ): readonly { readonly rest: Int32Array; readonly start: ReadonlyMap<number, Weight> }[] {
    const rests = this.rows(undefined);
    const started: { rest: Int32Array; start: Map<number, Weight> }[] = [];
    const { row } = this;
    for (let i = 0; i < rows.size; i++) {
      rows.copy(i, row);
      const at = rests.add(this.masked(row, carried), 0);
      if (at === started.length) started.push({ rest: row.slice(), start: new Map() });
      const head = heads.add(this.masked(row, touched), 0);
      const { start } = started[at]!;
      start.set(head, sum(start.get(head), rows.weights[i]!));
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
      const one = this.rows();
      one.add(heads.row(state).slice(), this.one);
      const [over, on] = this.split(step.test, one);
      const stopped = this.rows();
      const again = this.kept(this.#all(step.body, on, stopped), touched);
      const to = Array.from({ length: again.size }, (_, i) => ({
        state: heads.add(again.row(i), 0),
        chance: chanceOf(again.weights[i]!, again.total),
      }));
      exits[state] = [over, stopped].flatMap((ended) => {
        const left = this.kept(ended, step.live!);
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
      const { pools } = this.kind;
      const own = new Set([...readsOf(step.test, pools), ...slotsOf(step.body, pools)]);
      const read = new Set([...readsOf(step.test, pools), ...this.#readIn(step.body), ...step.live!]);
      const touched = [...read].filter((slot) => this.keepsAll || own.has(slot));
      const carried = this.keepsAll ? [] : step.live!.filter((slot) => !own.has(slot));
      known = { touched, carried, heads: this.rows(undefined), states: [], exits: [], from: [], alike: new Map() };
      this.#loops.set(step, known);
    }
    return known as KnownLoop<T>;
  }
}

/** Rows of an exact answer. */
export const MOST_ROWS = 2_500_000;

/** Best play of kinds, once for each kind with its numbers filled in. */
const known = new WeakMap<GameKind, BestChoices>();

/** @throws TooMuchWork; GameFault where a choice cannot be solved as best play */
export function choicesOf(data: GameData, kind: GameKind): BestChoices {
  let found = known.get(kind);
  if (found === undefined) {
    found = new BestChoices(data, kind, new Solver(data, kind, { operations: MOST_ROWS }, false));
    known.set(kind, found);
  }
  return found;
}
