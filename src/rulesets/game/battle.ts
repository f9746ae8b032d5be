/**
 * A kind of a game as acts (rule/acts.ts). Steps that roll are one draw, as many of them together as take few rows; where
 * even one formula takes many, dice are rolled. How many rows steps may take goes by the ranges of what they read.
 */
import type { Dice, Stream } from "../../dice/index.ts";
import type { Act, ActedBattle, ActReading } from "../../rule/acts.ts";
import { WordDice } from "../../rule/word-dice.ts";
import { NO_DICE } from "./distributions.ts";
import { TooMuchWork } from "./fault.ts";
import type { GameKind } from "./ir.ts";
import { type Moment, startOf, type Valued } from "./moment.ts";
import { type DrawnActs, Ops } from "./ops.ts";
import type { Prepared } from "./prepare.ts";
import { AskedSteps, KnownSteps, OVER, type StepsChance, type StepsRow } from "./walk.ts";

/** Rows that steps may take from all that they begin with together, and from one of these. */
const ROWS = 2 ** 18;
const MOST_OF_ONE = 60_000;
/** Where steps may take fewer rows than this, their dice are rolled. */
const FEW = 16;
const MOST_TUPLES = 2 ** 17;
/** Trials of some steps that are tried for one that comes to what was drawn. */
export const MOST_TRIES = 1_000_000;

export class GameBattle implements ActedBattle, DrawnActs {
  readonly start: Int32Array;
  readonly acts: Act[] = [];
  readonly stages: number;
  readonly places: number;
  readonly readings: readonly ActReading[];
  readonly #kind: GameKind;
  readonly #ops: Ops;
  /** By act, how it is rolled. */
  readonly #rolled: ((moment: Moment) => number)[] = [];
  readonly #values: readonly Valued[];

  constructor({ data, kind, metrics, sources, stages }: Prepared) {
    this.#kind = kind;
    this.stages = stages;
    this.#ops = new Ops(data, kind, { stages, operations: MOST_OF_ONE, inFractions: false, drawing: this });
    this.start = startOf(kind);
    this.readings = metrics.map((metric, m) => {
      const { metric: place, turn = stages } = sources[m]!;
      return { metric, stage: turn - 1, place };
    });
    this.places = kind.metrics.length;
    this.#values = kind.metrics.map(({ value }) => this.#ops.evaluator.valued(value));
  }

  /** Whether all of it is one act. */
  get isOneDraw(): boolean {
    const position = this.start.slice();
    return this.stages === 1 && this.next(position, 0) === 0 && position[this.#kind.slots] === 0;
  }

  /** Whether so much is kept of pools that all is better made anew. */
  get isFull(): boolean {
    return this.#ops.tuples.size > MOST_TUPLES;
  }

  next(position: Int32Array, stage: number): number {
    const to = this.#ops.advance(position, stage, 0, this.#ops.ops.length, false);
    return to === OVER ? -1 : ~to;
  }

  endless = (position: Int32Array, draws: number) => this.#ops.endless(position[this.#kind.slots]!, draws);

  read(position: Int32Array, into: Int32Array): void {
    const isOver = position[this.#kind.slots] === this.#ops.ops.length - 1;
    this.#ops.moment.frame = position;
    this.#values.forEach((value, k) => {
      if (isOver || this.#kind.metrics[k]!.perTurn) into[k] = value(this.#ops.moment);
    });
  }

  /** Faces of dice with which an act comes to an outcome; undefined where none are found. */
  faces(act: number, before: Int32Array, outcome: readonly number[], chance: Stream): readonly number[] | undefined {
    const dice = new WordDice(() => chance.next());
    const { sets } = this.acts[act]!;
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      dice.faces = [];
      const rolled = this.#roll(act, before.slice(), dice);
      if (sets.every((_, i) => rolled[i] === outcome[i])) return dice.faces;
    }
    return undefined;
  }

  #roll(act: number, position: Int32Array, dice: Dice): readonly number[] {
    this.#ops.begin(position, dice);
    position[this.#kind.slots] = this.#rolled[act]!(this.#ops.moment);
    return this.acts[act]!.sets.map((slot) => position[slot]!);
  }

  /** Steps that wait for what chance decides: drawn where it takes few rows; else, if nothing stands behind them, rolled. */
  drawn(ops: Ops, chance: StepsChance, from: readonly number[], isLast: boolean, isFirst: boolean): void {
    const { reads, sets } = chance;
    const most = Math.min(MOST_OF_ONE, Math.floor(ROWS / (isFirst ? 1 : ops.valuesOf(reads))));
    const put = (bounded: KnownSteps, more: Pick<Act, "reads" | "roll">): number => {
      this.#rolled.push(chance.roll);
      return this.acts.push({ sets, adds: [], distribution: (position) => bounded.drawn(position), ...more }) - 1;
    };
    if (most >= FEW) {
      const bounded = new BoundedSteps(ops, chance, most);
      const act = put(bounded, { reads });
      const at = ops.op((position) => (bounded.of(position) === null ? at + 1 : ~act), from, { bounded });
    }
    if (!isLast) return;
    const bounded = new BoundedSteps(ops, chance, 0);
    const act = put(bounded, { reads: [], roll: (position, dice) => this.#roll(act, position, dice) });
    ops.op(() => ~act, from, { bounded, waits: new AskedSteps(ops, chance) });
  }
}

/** Rows that take so many to make at most, whatever came before; null where they take more. 0 where dice are rolled. */
class BoundedSteps extends KnownSteps {
  readonly #most: number;

  constructor(ops: Ops, chance: StepsChance, most: number) {
    super(ops, chance);
    this.#most = most;
  }

  row(number: number, position: Int32Array): StepsRow | null {
    if (this.#most === 0) throw new TooMuchWork(0);
    const ops = this.walk as Ops;
    const { rounds } = ops.moment;
    ops.forget();
    const made = ops.within(this.#most, () => this.chance.solve(this.local(position)), true);
    ops.begin(position, NO_DICE, rounds);
    this.rows.known[number] = made === null || made.outcomes.length === 0 || made.made > this.#most ? null : made;
    return this.rows.known[number]!;
  }
}
