/**
 * A kind of a game as acts (rule/acts.ts). A position is its slots, and the op that is next. What is certain is calculated on the
 * way. Steps that roll are one draw, as many of them together as take few rows: all of them, else halves, and so on down to one formula;
 * where even that takes many, dice are rolled. How many rows steps may take goes by the ranges of what they read.
 */
import type { Dice, Stream } from "../../dice/index.ts";
import {
  type Act,
  type ActDistribution,
  type ActedBattle,
  type ActReading,
  applyOutcome,
  Numbering,
} from "../../rule/index.ts";
import { choicesIn } from "./choices.ts";
import { NO_DICE } from "./distributions.ts";
import { Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { TooMuchWork } from "./fault.ts";
import { middleOf, rolls, slotsOf, stepsRoll } from "./fold.ts";
import type { Formula, GameKind, GameStep, RepeatStep } from "./ir.ts";
import type { Moment } from "./moment.ts";
import type { Prepared } from "./prepare.ts";
import { rangeOf } from "./range.ts";
import { RememberedDice } from "./remembered.ts";
import { WeightedRows } from "./rows.ts";
import { choicesOf, Solver } from "./solve.ts";

/** Rows that steps may take from all that they begin with together, and from one of these. */
const ROWS = 2 ** 18;
const MOST_OF_ONE = 60_000;
/** Where steps may take fewer rows than this, their dice are rolled. */
const FEW = 16;
/** Ways of one formula. */
const WAYS = 4_096;
/** Values of a name whose range nobody says. */
const UNSAID = 64;
const MOST_TUPLES = 2 ** 17;
/** Trials of some steps that are tried for one that comes to what was drawn. */
export const MOST_TRIES = 1_000_000;

/** A place among the ops, known once all are there; and the slots that are read from there on. */
interface OpLabel {
  at: number;
  readonly live: readonly number[];
}

/** Goes on to the op that it gives; or waits: for an act, `~act`, or for the next stage. */
type OpRun = (position: Int32Array, stage: number) => number;
const OVER = Number.MIN_SAFE_INTEGER;

/** What dice decide: how it is rolled, and, where few rows are made of it, its distribution by what it reads. */
interface StepsChance {
  readonly reads: readonly number[];
  readonly sets: readonly number[];
  /** Gives the op that is next. */
  readonly roll: (moment: Moment) => number;
  readonly solve: (row: Int32Array, most: number) => ActDistribution | undefined;
}

export class GameBattle implements ActedBattle {
  readonly start: Int32Array;
  readonly acts: Act[] = [];
  readonly stages: number;
  readonly places: number;
  readonly readings: readonly ActReading[];
  readonly #kind: GameKind;
  readonly #solver: Solver;
  readonly #evaluator: Evaluator;
  readonly #moment: Moment;
  readonly #ops: { readonly run: OpRun; readonly dead: readonly number[] }[] = [];
  /** By act, how it is rolled. */
  readonly #rolled: ((moment: Moment) => number)[] = [];
  readonly #values: readonly {
    readonly value: (m: Moment) => number;
    readonly low: number;
    readonly perTurn: boolean;
  }[];
  readonly #eachTurn: ReadonlySet<number>;
  /** How many values the slots have that count a loop. */
  readonly #most = new Map<number, number>();

  constructor({ data, kind, metrics, lowest, sources }: Prepared) {
    this.#kind = kind;
    this.#solver = new Solver(data, kind, { operations: MOST_OF_ONE, ways: WAYS }, false);
    this.#evaluator = new Evaluator(data, kind, undefined, () => choicesOf(data, kind));
    this.start = new Int32Array(kind.slots + 1);
    this.start.set(this.#solver.start());
    this.#moment = { ...this.#solver.moment, frame: this.start };
    this.stages = 1 + Math.max(0, ...sources.map(({ turn = 0 }) => turn));
    this.readings = metrics.map((metric, m) => {
      const { metric: place, turn = this.stages } = sources[m]!;
      return { metric, stage: turn - 1, place };
    });
    this.places = kind.metrics.length;
    this.#values = kind.metrics.map(({ value, perTurn = false }, k) => ({
      value: this.#evaluator.valued(value),
      low: lowest[sources.findIndex(({ metric }) => metric === k)]!,
      perTurn,
    }));
    this.#eachTurn = new Set(kind.metrics.flatMap(({ value, perTurn }) => (perTurn ? this.#solver.readBy(value) : [])));
    this.#block(kind.steps, { at: 0, live: [] }, true);
    this.#op(() => OVER, kind.steps.at(-1)?.live ?? []);
  }

  /** Whether all of it is one act. */
  get isOneDraw(): boolean {
    const position = this.start.slice();
    return this.stages === 1 && this.next(position, 0) === 0 && position[this.#kind.slots] === 0;
  }

  /** Whether so much is kept of pools that all is better made anew. */
  get isFull(): boolean {
    return this.#solver.moment.tuples.size > MOST_TUPLES;
  }

  next(position: Int32Array, stage: number): number {
    const to = this.#advance(position, stage, 0, this.#ops.length);
    return to === OVER ? -1 : ~to;
  }

  /** Moves a position on to where it waits, or leaves the ops from `from` to `end`. @returns what it waits for; above that nothing */
  #advance(position: Int32Array, stage: number, from: number, end: number): number {
    const pc = this.#kind.slots;
    this.#begin(position, NO_DICE);
    let at = position[pc]!;
    while (at >= from && at < end) {
      const { run, dead } = this.#ops[at]!;
      const to = run(position, stage);
      if (to < 0) {
        position[pc] = at;
        for (let i = 0; i < dead.length; i++) position[dead[i]!] = 0;
        return to;
      }
      at = to;
    }
    position[pc] = at;
    return 0;
  }

  read(position: Int32Array, into: Int32Array): void {
    const isOver = position[this.#kind.slots] === this.#ops.length - 1;
    this.#moment.frame = position;
    this.#values.forEach(({ value, low, perTurn }, k) => {
      if (isOver || perTurn) into[k] = value(this.#moment) - low;
    });
  }

  /** Faces of dice with which an act comes to an outcome; undefined where none are found. */
  faces(act: number, before: Int32Array, outcome: readonly number[], chance: Stream): readonly number[] | undefined {
    const dice = new RememberedDice(chance);
    const { sets } = this.acts[act]!;
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      dice.faces.length = 0;
      const own = this.#roll(act, before.slice(), dice);
      if (sets.every((_, i) => own[i] === outcome[i])) return dice.faces;
    }
    return undefined;
  }

  #roll(act: number, position: Int32Array, dice: Dice): readonly number[] {
    this.#begin(position, dice);
    position[this.#kind.slots] = this.#rolled[act]!(this.#moment);
    return this.acts[act]!.sets.map((slot) => position[slot]!);
  }

  /** Whatever is calculated next is of this position. */
  #begin(position: Int32Array, dice: Dice, rounds = MOST_ROUNDS): void {
    this.#moment.frame = position;
    this.#moment.dice = dice;
    this.#moment.rounds = rounds;
  }

  #op(run: OpRun, live: readonly number[]): number {
    const kept = new Set(live);
    const dead = Array.from({ length: this.#kind.slots }, (_, slot) => slot).filter((slot) => !kept.has(slot));
    return this.#ops.push({ run, dead }) - 1;
  }

  /**
   * Steps one after another.
   * @param stop where it goes on when the innermost loop is stopped
   * @param isFirst whether all begins with them, in one way
   */
  #block(steps: readonly GameStep[], stop: OpLabel, isFirst = false): void {
    const [first] = steps;
    if (first === undefined) return;
    const spans = steps.some((step) => this.#isStaged(step));
    if (!spans && choicesIn(steps).length === 0 && !stepsRoll(steps, this.#kind)) {
      const run = this.#evaluator.ran(steps);
      const at = this.#op(() => (run(this.#moment) ? stop.at : at + 1), first.from!);
      return;
    }
    const after: OpLabel = { at: 0, live: steps.at(-1)!.live! };
    const isOne = steps.length === 1;
    const isLast = isOne && ["set", "choose"].includes(first.op);
    if (!spans) this.#drawn(this.#chanceOf(steps, after, stop), first.from!, isLast, isFirst);
    if (!isOne) {
      const half = middleOf(steps);
      this.#block(steps.slice(0, half), stop, isFirst);
      this.#block(steps.slice(half), stop);
    } else if (first.op === "if") {
      const [yes, no] = [first.yes, first.no].map((way): OpLabel => ({ at: 0, live: way[0]?.from ?? after.live }));
      this.#test(first.test, first.from!, yes!, no!, isFirst);
      yes!.at = this.#ops.length;
      this.#block(first.yes, stop);
      this.#op(() => after.at, after.live);
      no!.at = this.#ops.length;
      this.#block(first.no, stop);
    } else if (first.op === "repeat") this.#repeat(first, after, isFirst);
    else if (first.op === "while") {
      const head = this.#ops.length;
      const body: OpLabel = { at: 0, live: first.body[0]?.from ?? first.from! };
      this.#test(first.test, first.from!, body, after);
      body.at = this.#ops.length;
      this.#block(first.body, after);
      this.#op(() => head, first.from!);
    }
    after.at = this.#ops.length;
  }

  /** Whether the turns of metrics are those of this loop. */
  #isStaged = (step: GameStep): boolean => this.stages > 1 && step.op === "repeat" && step.turn !== undefined;

  #repeat(step: RepeatStep, after: OpLabel, isFirst: boolean): void {
    const { slot, turn, place, times, body } = step;
    const live = body.at(-1)?.live ?? [...step.live!, slot, ...(turn === undefined ? [] : [turn])];
    this.#block([{ op: "set", slot, value: times, name: "", place, live, from: step.from! }], after, isFirst);
    if (times.op === "const") for (const own of [slot, turn ?? slot]) this.#most.set(own, times.value + 1);
    const begin = this.#op((position) => {
      if (position[slot]! > MOST_ROUNDS)
        throw this.#evaluator.fault(place, `this loop is gone through more than ${MOST_ROUNDS} times`);
      if (turn !== undefined) position[turn] = 0;
      return begin + 1;
    }, live);
    const head = this.#op((position) => {
      const left = position[slot]!;
      if (left <= 0) return after.at;
      this.#evaluator.round(this.#moment, place);
      position[slot] = left - 1;
      if (turn !== undefined) position[turn] = position[turn]! + 1;
      return head + 1;
    }, live);
    const isStaged = this.#isStaged(step);
    const stopped: OpLabel = isStaged ? { at: 0, live: [...new Set([...after.live, ...this.#eachTurn])] } : after;
    this.#block(body, stopped);
    this.#op((position, stage) => (isStaged && position[turn!]! > stage ? OVER : head), live);
    if (!isStaged) return;
    // What a loop of turns came to that was stopped stays until its last turn.
    stopped.at = this.#op((_, stage) => (stage < this.stages - 1 ? OVER : after.at), stopped.live);
  }

  #test(test: Formula, from: readonly number[], yes: OpLabel, no: OpLabel, isFirst = false): void {
    const value = this.#evaluator.valued(test);
    const roll = (moment: Moment) => (value(moment) === 1 ? yes.at : no.at);
    if (!rolls(test, this.#kind)) {
      this.#op(() => roll(this.#moment), from);
      return;
    }
    const solve = (row: Int32Array): ActDistribution | undefined => {
      try {
        const { values, chances } = this.#solver.distributions.of(test)(row);
        return { outcomes: values.map((own) => [own === 1 ? yes.at : no.at]), chances };
      } catch (error) {
        if (error instanceof TooMuchWork) return undefined;
        throw error;
      }
    };
    this.#drawn({ reads: this.#solver.readBy(test), sets: [], roll, solve }, from, true, isFirst);
  }

  /** Some steps, of which all are done that follow each other, or the innermost loop is stopped. */
  #chanceOf(steps: readonly GameStep[], after: OpLabel, stop: OpLabel): StepsChance {
    const { pools } = this.#kind;
    const touched = [...slotsOf(steps, pools)];
    const from = new Set(steps[0]!.from);
    const reads = choicesIn(steps).length > 0 ? [...from] : touched.filter((slot) => from.has(slot));
    const sets = touched.filter((slot) => after.live.includes(slot) || stop.live.includes(slot));
    const run = this.#evaluator.ran(steps);
    const isLeaf = steps.length === 1 && ["set", "choose", "while"].includes(steps[0]!.op);
    const begin = this.#ops.length + 1;
    const solve = (row: Int32Array, most: number): ActDistribution | undefined => {
      const ends = new WeightedRows(sets.length + 1, undefined);
      const end = (own: Int32Array, { at, live }: OpLabel, weight: number) =>
        ends.add(Int32Array.of(...sets.map((slot) => (live.includes(slot) ? own[slot]! : 0)), at), weight);
      if (isLeaf) {
        const rows = this.#solver.ends(steps[0]!, row, most);
        for (let i = 0; i < (rows?.size ?? 0); i++) end(rows!.row(i), after, rows!.weights[i] as number);
      } else if (
        !this.#compose(begin, after.at, row, most, (own, at, weight) =>
          end(own, at === after.at ? after : stop, weight),
        )
      )
        return undefined;
      if (ends.size === 0) return undefined;
      const outcomes = Array.from({ length: ends.size }, (_, i) => [...ends.row(i)]);
      return { outcomes, chances: ends.weights as number[] };
    };
    return { reads, sets, roll: (moment) => (run(moment) ? stop.at : after.at), solve };
  }

  /** Where ops lead from a row, by what is known of their acts. @returns false where that takes more than so many rows */
  #compose(
    from: number,
    end: number,
    row: Int32Array,
    most: number,
    ends: (position: Int32Array, at: number, weight: number) => void,
  ): boolean {
    const pc = this.#kind.slots;
    const waiting: (WeightedRows | undefined)[] = [];
    const position = new Int32Array(pc + 1);
    let left = most;
    const put = (weight: number) => {
      const isOut = this.#advance(position, 0, from, end) === 0;
      left -= (MOST_ROUNDS - this.#moment.rounds) / FEW;
      const at = position[pc]!;
      if (isOut) return ends(position, at, weight);
      waiting[at - from] ??= new WeightedRows(pc + 1, undefined);
      waiting[at - from]!.add(position, weight);
    };
    position.set(row);
    position[pc] = from;
    put(1);
    for (;;) {
      const at = waiting.findIndex((rows) => rows !== undefined);
      if (at < 0) return true;
      const rows = waiting[at]!;
      waiting[at] = undefined;
      for (let i = 0; i < rows.size; i++) {
        rows.copy(i, position);
        const act = this.acts[~this.#ops[at + from]!.run(position, 0)]!;
        if (act.roll !== undefined) return false;
        const { outcomes, chances } = act.distribution(position);
        left -= outcomes.length;
        if (left < 0) return false;
        outcomes.forEach((outcome, o) => {
          rows.copy(i, position);
          applyOutcome(act, position, outcome);
          put((rows.weights[i] as number) * chances[o]!);
        });
      }
    }
  }

  /** Ops that wait for what chance decides: drawn where it takes few rows; else, if that is asked for, rolled. */
  #drawn(
    { reads, sets: set, roll, solve }: StepsChance,
    from: readonly number[],
    isLast: boolean,
    isFirst: boolean,
  ): void {
    const { slots } = this.#kind;
    const sets = [...set, slots];
    const begins = isFirst ? 1 : reads.reduce((all, slot) => all * this.#valuesOf(slot), 1);
    const most = Math.min(MOST_OF_ONE, Math.floor(ROWS / begins));
    if (most >= FEW) {
      const keys = new Numbering(reads.length);
      const known: (ActDistribution | null)[] = [];
      const key = new Int32Array(reads.length);
      const look = (position: Int32Array): ActDistribution | null => {
        for (let i = 0; i < reads.length; i++) key[i] = position[reads[i]!]!;
        const at = keys.number(key);
        let found = known[at];
        if (found === undefined) {
          const row = new Int32Array(slots);
          for (const slot of reads) row[slot] = position[slot]!;
          const { rounds } = this.#moment;
          found = solve(row, most) ?? null;
          known[at] = found;
          this.#begin(position, NO_DICE, rounds);
        }
        return found;
      };
      const act = this.acts.push({ reads, sets, adds: [], distribution: (position) => look(position)! }) - 1;
      this.#rolled.push(roll);
      const at = this.#op((position) => (look(position) === null ? at + 1 : ~act), from);
    }
    if (!isLast) return;
    const distribution = () => {
      throw new RangeError("what is rolled has no distribution");
    };
    const act = this.acts.length;
    this.acts.push({
      reads: [],
      sets,
      adds: [],
      distribution,
      roll: (position, dice) => this.#roll(act, position, dice),
    });
    this.#rolled.push(roll);
    this.#op(() => ~act, from);
  }

  /** How many values a slot may hold. */
  #valuesOf(slot: number): number {
    if (!this.#kind.state.some((one) => one.slot === slot)) return this.#most.get(slot) ?? UNSAID;
    const [low, high] = rangeOf({ op: "get", slot }, this.#kind);
    return high - low + 1;
  }
}
