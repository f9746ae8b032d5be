/**
 * A procedure as ops over a position. Steps that roll stand in them several times: all of them together, then halves, and
 * so on down to one formula, so that as many as pay are gone through at once.
 */
import { ratio } from "../../rule/fraction.ts";
import { once } from "../../rule/once.ts";
import { said } from "../said.ts";
import { BestChoices } from "./best-choice.ts";
import { everyWay } from "./distributions.ts";
import { Evaluator, MOST_ROUNDS } from "./evaluate.ts";
import { TooMuchWork } from "./fault.ts";
import { choicesIn, endless, middleOf, rangeOf, readsOf, rolls, slotsOf, stepsRoll } from "./fold.ts";
import type { Formula, GameData, GameKind, GameStep, RepeatStep, SetStep, WhileStep } from "./ir.ts";
import { type UnboundedLoop, unboundedLoop } from "./loops.ts";
import { type Moment, startOf, type Valued } from "./moment.ts";
import { TooLong, type Weight } from "./rows.ts";
import {
  AskedSteps,
  MOST_ROWS,
  type Op,
  type OpRun,
  OVER,
  type StepsChance,
  type StepsRow,
  Walk,
  type WalkLimits,
} from "./walk.ts";

/** Values of a name whose range nobody says. */
const UNSAID = 64;
/** Ways of one formula that is drawn. */
const DRAWN = 4_096;

/** A place among the ops, known once all are there; and the slots that are read from there on. */
interface OpLabel {
  at: number;
  readonly live: readonly number[];
}

export interface DrawnActs {
  /**
   * @param isLast whether nothing stands behind them but how they are rolled @param isFirst whether all begins with
   * them, in one way
   */
  drawn(ops: Ops, chance: StepsChance, from: readonly number[], isLast: boolean, isFirst: boolean): void;
}

interface OpsSettings extends WalkLimits {
  /** How many turns and ends are read, one by one. */
  readonly stages: number;
  readonly drawing?: DrawnActs | undefined;
  /** Whether what is best to choose is looked for: it is not known. */
  readonly isOpen?: boolean;
}

export class Ops extends Walk {
  readonly kind: GameKind;
  readonly stages: number;
  readonly #data: GameData;
  readonly #drawing: DrawnActs | undefined;
  readonly #isOpen: boolean;
  /** Formulas are gone every way here. */
  readonly #asked: Moment;
  readonly #slots: readonly number[];
  readonly #loops = new Map<GameStep, UnboundedLoop>();
  readonly #eachTurn: ReadonlySet<number>;
  /** How many values the slots have that count a loop. */
  readonly #counted = new Map<number, number>();
  /** Loops without a bound that are around. */
  #depth = 0;

  constructor(data: GameData, kind: GameKind, settings: OpsSettings) {
    super(
      kind.slots,
      new Evaluator(data, kind, undefined, (step, row) => choicesOf(data, kind).of(step, row)),
      settings,
    );
    this.kind = kind;
    this.stages = settings.stages;
    this.#data = data;
    this.#drawing = settings.drawing;
    this.#isOpen = settings.isOpen ?? false;
    this.#asked = { ...this.moment, frame: new Int32Array(kind.slots + 1) };
    this.#slots = Array.from({ length: kind.slots }, (_, slot) => slot);
    this.#eachTurn = new Set(kind.metrics.flatMap(({ value, perTurn }) => (perTurn ? this.readBy(value) : [])));
    this.#block(kind.steps, { at: 0, live: [] }, true);
    this.op(() => OVER, kind.steps.at(-1)?.live ?? []);
  }

  /** The slots that a formula reads. */
  readBy = (f: Formula): number[] => [...readsOf(f, this.kind.pools)];

  op(run: OpRun, live: readonly number[], more: Partial<Op> = {}): number {
    const kept = new Set(live);
    return this.ops.push({ run, live: [...kept], dead: this.#slots.filter((slot) => !kept.has(slot)), ...more }) - 1;
  }

  /** In how many ways some slots may stand. */
  valuesOf(slots: readonly number[]): number {
    return slots.reduce((all, slot) => {
      if (!this.#isState(slot)) return all * (this.#counted.get(slot) ?? UNSAID);
      const [low, high] = rangeOf({ op: "get", slot }, this.kind);
      return all * (high - low + 1);
    }, 1);
  }

  /** Loops without a bound are looked at anew. */
  forget(): void {
    for (const loop of this.#loops.values()) loop.forget();
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
    const chooses = choicesIn(steps).length > 0;
    const isCertain = !spans && !chooses && !stepsRoll(steps, this.kind);
    if (isCertain && !this.#isKeptApart(steps)) {
      const run = this.evaluator.ran(steps);
      const at = this.op(() => (run(this.moment) ? stop.at : at + 1), first.from!, this.#gathered);
      return;
    }
    const after: OpLabel = { at: 0, live: steps.at(-1)!.live! };
    const isOne = steps.length === 1;
    if (this.#isOpen && isOne && first.op === "choose") this.op(() => OVER, first.from!, { chooses: first });
    else if (!spans && !isCertain && !(this.#isOpen && chooses)) this.#asks(steps, after, stop, isFirst);
    if (!isOne) {
      const half = this.#cut(steps, after, stop);
      this.#block(steps.slice(0, half), stop, isFirst);
      this.#block(steps.slice(half), stop);
    } else if (first.op === "if") {
      const [yes, no] = [first.yes, first.no].map((way): OpLabel => ({ at: 0, live: way[0]?.from ?? after.live }));
      this.#test(first.test, first.from!, yes!, no!, isFirst);
      yes!.at = this.ops.length;
      this.#block(first.yes, stop);
      this.op(() => after.at, after.live, first.yes.length === 0 ? this.#gathered : {});
      no!.at = this.ops.length;
      this.#block(first.no, stop);
      if (first.no.length === 0) this.op(() => after.at, after.live, this.#gathered);
    } else if (first.op === "repeat") this.#repeat(first, after, isFirst);
    else if (first.op === "while") this.#while(first, after);
    after.at = this.ops.length;
  }

  /** Whether the turns of metrics are those of this loop. */
  #isStaged = (step: GameStep): boolean => this.stages > 1 && step.op === "repeat" && step.turn !== undefined;

  /** Whether steps that are certain are ops of their own: where loops without a bound may never end. */
  #isKeptApart = (steps: readonly GameStep[]): boolean =>
    this.#drawing === undefined ? steps.some(endless) : this.#depth > 0 && (steps.length > 1 || steps[0]!.op !== "set");

  /** Within a loop whose ends are drawn, all go through it step by step together. */
  get #gathered(): Partial<Op> {
    return this.#drawing !== undefined && this.#depth > 0 ? { waits: "others" } : {};
  }

  #repeat(step: RepeatStep, after: OpLabel, isFirst: boolean): void {
    const { slot, turn, place, times, body } = step;
    const live = body.at(-1)?.live ?? [...step.live!, slot, ...(turn === undefined ? [] : [turn])];
    this.#block([{ op: "set", slot, value: times, name: "", place, live, from: step.from! }], after, isFirst);
    if (times.op === "const") for (const counter of [slot, turn ?? slot]) this.#counted.set(counter, times.value + 1);
    const again: OpLabel = { at: 0, live };
    this.op((position) => {
      if (position[slot]! > MOST_ROUNDS)
        throw this.evaluator.fault(place, said`this loop is gone through more than ${MOST_ROUNDS} times`);
      if (turn !== undefined) position[turn] = 0;
      return again.at;
    }, live);
    const head = this.ops.length;
    const isStaged = this.#isStaged(step);
    const stopped: OpLabel = isStaged ? { at: 0, live: [...new Set([...after.live, ...this.#eachTurn])] } : after;
    this.#block(body, stopped);
    const waits = times.op === "const" ? this.#gathered : ({ waits: "others" } as const);
    again.at = this.op(
      (position, stage) => {
        if (isStaged && position[turn!]! > stage) return OVER;
        const left = position[slot]!;
        if (left <= 0) return after.at;
        this.evaluator.round(this.moment, place);
        position[slot] = left - 1;
        if (turn !== undefined) position[turn] = position[turn]! + 1;
        return head;
      },
      live,
      isStaged ? {} : { ...waits, counts: slot },
    );
    this.spans.push({ from: head, to: again.at, place });
    // What a loop of turns came to that was stopped stays until its last turn.
    if (isStaged) stopped.at = this.op((_, stage) => (stage < this.stages - 1 ? OVER : after.at), stopped.live);
  }

  #while(step: WhileStep, after: OpLabel): void {
    const { pools } = this.kind;
    const used = new Set([...this.readBy(step.test), ...slotsOf(step.body, pools)]);
    const at = {
      touched: step.from!.filter((slot) => used.has(slot)),
      carried: step.live!.filter((slot) => !used.has(slot)),
      live: step.live!,
      place: step.place,
      head: this.ops.length + 1,
      again: 0,
      after: 0,
    };
    const loop = unboundedLoop(this, at);
    this.#loops.set(step, loop);
    this.op(() => at.head, step.from!, { waits: loop });
    this.#depth++;
    const body: OpLabel = { at: 0, live: step.body[0]?.from ?? step.from! };
    this.#test(step.test, step.from!, body, after);
    body.at = this.ops.length;
    this.#block(step.body, after);
    at.again = this.op(() => this.evaluator.round(this.moment, step.place, at.head), step.from!);
    at.after = this.ops.length;
    this.spans.push({ from: at.head, to: at.again, place: step.place });
    this.#depth--;
  }

  #test(test: Formula, from: readonly number[], yes: OpLabel, no: OpLabel, isFirst = false): void {
    const value = this.evaluator.valued(test);
    const roll = (moment: Moment) => (value(moment) === 1 ? yes.at : no.at);
    if (!rolls(test, this.kind)) {
      this.op(() => roll(this.moment), from, this.#gathered);
      return;
    }
    const solve = (row: Int32Array): StepsRow => {
      const found = this.#everyWay(value, row);
      const outcomes = found.values.map((value) => [value === 1 ? yes.at : no.at]);
      return { ...found, outcomes, made: outcomes.length };
    };
    this.#ask({ reads: this.readBy(test), sets: [this.pc], roll, solve, isLeaf: true }, from, true, isFirst);
  }

  #ask(chance: StepsChance, from: readonly number[], isLast: boolean, isFirst: boolean): void {
    if (this.#drawing !== undefined) this.#drawing.drawn(this, chance, from, isLast, isFirst);
    else if (isLast || !isFirst) this.op(() => OVER, from, { waits: new AskedSteps(this, chance) });
  }

  /** Some steps, of which all are done that follow each other, or the innermost loop is stopped. */
  #asks(steps: readonly GameStep[], after: OpLabel, stop: OpLabel, isFirst: boolean): void {
    const { pools } = this.kind;
    const [step] = steps;
    const isLeaf = steps.length === 1 && ["set", "choose", "while"].includes(step!.op);
    if (this.#drawing === undefined && steps.length === 1 && step!.op === "while") return;
    const touched = [...slotsOf(steps, pools)];
    const reads = this.#readAt(steps);
    const sets = touched.filter((slot) => after.live.includes(slot) || stop.live.includes(slot));
    if (this.#drawing === undefined && !isLeaf && !this.#pays(steps, after, stop)) return;
    const run = this.#drawing && this.evaluator.ran(steps);
    const [atEnd, atStop] = [after, stop].map(({ live }) => touched.filter((slot) => !live.includes(slot)));
    const leave = (position: Int32Array) => {
      for (const slot of position[this.pc] === after.at ? atEnd! : atStop!) position[slot] = 0;
    };
    const begin = this.ops.length + 1;
    const all = [...sets, this.pc];
    const solve = (row: Int32Array): StepsRow => {
      if (isLeaf) return this.#formula(step!, row, after, leave, all);
      row[this.pc] = begin;
      return this.rowOf(this.walk(begin, after.at, 0, this.one(row), leave, this.#drawing === undefined), all);
    };
    const roll = (moment: Moment) => (run!(moment) ? stop.at : after.at);
    this.#ask({ reads, sets: all, roll, solve, isLeaf }, step!.from!, isLeaf && step!.op !== "while", isFirst);
  }

  /** What stands at the beginning of steps that they read, or leave as it is at times. */
  #readAt(steps: readonly GameStep[]): readonly number[] {
    const from = steps[0]!.from!;
    const touched = slotsOf(steps, this.kind.pools);
    return choicesIn(steps).length > 0 ? from : from.filter((slot) => touched.has(slot));
  }

  /** Whether more stands at the beginning of steps than they read. */
  #isLocal(steps: readonly GameStep[]): boolean {
    const reads = this.#readAt(steps);
    const carried = steps[0]!.from!.filter((slot) => !reads.includes(slot) && this.#isState(slot));
    return this.valuesOf(carried) > this.valuesOf(reads);
  }
  #isState = (slot: number): boolean => this.kind.state.some((one) => one.slot === slot);

  /**
   * Where steps are divided that are gone through one by one: where nothing stands that is not read at their ends too,
   * if anywhere.
   */
  #clean(steps: readonly GameStep[], after: OpLabel, stop: OpLabel): number {
    const ends = new Set([...steps[0]!.from!, ...after.live, ...stop.live]);
    const places = Array.from({ length: steps.length - 1 }, (_, i) => i + 1);
    const clean = places.filter((at) => steps[at]!.from!.every((slot) => ends.has(slot)));
    return clean[clean.length >> 1] ?? 0;
  }

  /** Where steps are divided: there; else behind all that read little of what stands; else in the middle. */
  #cut(steps: readonly GameStep[], after: OpLabel, stop: OpLabel): number {
    if (this.#drawing !== undefined) return middleOf(steps);
    const clean = this.#clean(steps, after, stop);
    if (clean > 0) return clean;
    let at = steps.length - 1;
    while (at > 1 && !(stepsRoll(steps.slice(0, at), this.kind) && this.#isLocal(steps.slice(0, at)))) at--;
    return at > 1 ? at : middleOf(steps);
  }

  /**
   * Whether to go from one end of steps to the other at once is fewer rows: they are local, or more is known within
   * than at both ends.
   */
  #pays(steps: readonly GameStep[], after: OpLabel, stop: OpLabel): boolean {
    const [step] = steps;
    if (this.#isLocal(steps)) return true;
    if (steps.some(endless)) return false;
    if (steps.length === 1) return step!.op === "repeat" || (step!.op === "if" && rolls(step!.test, this.kind));
    return this.#clean(steps, after, stop) === 0;
  }

  /** One formula. */
  #formula(
    step: GameStep,
    row: Int32Array,
    after: OpLabel,
    leave: (position: Int32Array) => void,
    sets: readonly number[],
  ): StepsRow {
    if (step.op === "while") return this.rowOf(this.#loops.get(step)!.absorbed(this.one(row), this.#slots), sets);
    const ends = this.rows();
    const position = new Int32Array(this.pc + 1);
    const put = (slots: readonly number[], values: readonly number[], weight: Weight, total: bigint | undefined) => {
      position.set(row);
      position[this.pc] = after.at;
      slots.forEach((slot, i) => {
        position[slot] = values[i]!;
      });
      leave(position);
      ends.put(position, weight, total);
    };
    if (step.op === "choose") {
      const { values, shares } = choicesOf(this.#data, this.kind).of(step, row);
      if (this.inFractions && shares.length > 1) throw new TooLong();
      const slots = step.choices.map(({ slot }) => slot);
      values.forEach((value, v) => {
        put(slots, value, this.inFractions ? 1n : shares[v]!, this.inFractions ? 1n : undefined);
      });
      return this.rowOf(ends, sets, values.length);
    }
    const { value, assign, slots } = this.#assignment(step as SetStep);
    const { values, weights, total } = this.#everyWay(value, row);
    values.forEach((value, v) => {
      this.#asked.frame.set(row);
      put(slots, [assign(this.#asked, value)], weights[v]!, total);
    });
    return this.rowOf(ends, sets, values.length);
  }

  readonly #assignment = once((step: SetStep) => ({
    value: this.evaluator.valued(step.value),
    assign: this.evaluator.assigned(step),
    slots: [step.slot],
  }));

  /** What a formula comes to from a row. */
  #everyWay(value: Valued, row: Int32Array) {
    const { values, weights, total, ways } = everyWay(
      value,
      this.#asked,
      row,
      this.#drawing ? DRAWN : this.leftInAll,
      Math.max(2, this.#drawing ? this.left : this.leftInAll),
    );
    if (this.#drawing === undefined) this.count(ways);
    if (this.inFractions) return { values, weights, total };
    return { values, weights: weights.map((weight) => ratio(weight, total)), total: undefined };
  }
}

/** Best play of kinds, once for each kind with its numbers filled in; or in how many rows it was not found. */
const known = new WeakMap<GameKind, BestChoices | { readonly rows: number; readonly error: TooMuchWork }>();

/** @param most rows that it takes; as many as it was looked for in unless given @throws TooMuchWork, GameFault */
export function choicesOf(data: GameData, kind: GameKind, most?: number): BestChoices {
  const before = known.get(kind);
  if (before instanceof BestChoices) return before;
  if (before !== undefined && (most === undefined || most <= before.rows)) throw before.error;
  const rows = most ?? MOST_ROWS;
  try {
    const ops = new Ops(data, kind, { operations: rows, inFractions: false, stages: 1, isOpen: true });
    const found = new BestChoices(kind, ops, startOf(kind));
    known.set(kind, found);
    return found;
  } catch (error) {
    if (error instanceof TooMuchWork) known.set(kind, { rows, error });
    throw error;
  }
}
