/** Formulas made ready to be asked again and again, over any dice. Nothing is generated as code. */

import { by } from "../../dice/index.ts";
import { keptIn } from "../../rule/once.ts";
import { said } from "../said.ts";
import { cellOf, choicesIn, leastShown, OPS, slotsOf, stepsRoll } from "./fold.ts";
import type {
  ChooseStep,
  Formula,
  GameData,
  GameFunction,
  GameKind,
  GamePlace,
  GameStep,
  RepeatStep,
  SetStep,
} from "./ir.ts";
import { type Chosen, type Moment, SHARES, type Valued } from "./moment.ts";
import { PoolEvaluator } from "./pool-evaluate.ts";
import { KnownBySlots } from "./rows.ts";

/** Beginnings of a loop of which it is known what it comes to. */
const MOST_KNOWN = 4_096;
/** Whole numbers that a slot holds, either way from 0. */
export const MOST_NUMBER = 1_000_000_000;

type ToldStep = Pick<SetStep, "slot" | "place" | "own">;
/** Told of the slot of a step, of what it held, of what it holds, and of what would be worth as much, where it is chosen. */
export type OnSet = (step: ToldStep, was: number, is: number, alike?: readonly number[]) => void;

export class Evaluator extends PoolEvaluator {
  readonly #functions = new Map<string, (m: Moment) => boolean>();
  readonly #onSet: OnSet | undefined;
  readonly #best: Chosen | undefined;

  /** @param onSet told of every value that a slot takes @param best what is best to choose, of a kind in which sides choose */
  constructor(data: GameData, kind: GameKind, onSet?: OnSet, best?: Chosen) {
    super(data, kind);
    this.#onSet = onSet;
    this.#best = best;
  }

  /** What a formula comes to, again and again. It has been folded: no `given` is left in it. */
  override valued(f: Formula): Valued {
    switch (f.op) {
      case "const": {
        const { value } = f;
        return () => value;
      }
      case "get": {
        const { slot } = f;
        return (m) => m.frame[slot]!;
      }
      case "it":
        return (m) => m.it;
      case "dice": {
        const { count, sides, rule } = f;
        return count === 1 ? (m) => m.dice.face(sides, rule) : (m) => m.dice.sum(sides, count, rule);
      }
      case "if": {
        const [test, then, other] = [f.test, f.yes, f.no].map((part) => this.valued(part)) as [Valued, Valued, Valued];
        return (m) => (test(m) === 1 ? then(m) : other(m));
      }
      case "table":
        return this.#table(f);
      case "call":
        return this.#call(f);
      case "pool":
        return this.pool(f);
      case "stat":
      case "matches":
      case "where":
      case "highest":
      case "lowest":
        return this.ofPool(f);
      case "given":
      case "has":
      case "rolled":
        throw new Error(`a formula was not folded: ${f.op}`);
      default:
        return this.#binary(f);
    }
  }

  #binary(f: Extract<Formula, { a: Formula; b: Formula }>): Valued {
    // One die against a number that rolls none is asked as a die that is met or not.
    const least = leastShown(f, this.kind);
    if (least !== undefined) {
      const { sides, rule, isBelow } = least;
      const needed = this.valued(least.needed);
      return (m) => (m.dice.atLeast(sides, needed(m), rule) === isBelow ? 0 : 1);
    }
    const [a, b] = [this.valued(f.a), this.valued(f.b)];
    const made = OPS[f.op];
    if (f.op !== "floor" && f.op !== "ceil" && f.op !== "round") return (m) => made(a(m), b(m));
    return (m) => {
      const value = made(a(m), b(m));
      if (!Number.isFinite(value)) throw this.fault(f.place!, said`division by 0`);
      return value;
    };
  }

  #table(f: Extract<Formula, { op: "table" }>): Valued {
    const table = this.data.tables[f.table]!;
    const keys = f.keys.map((key) => this.valued(key));
    const asked: number[] = [];
    return (m) => {
      for (let i = 0; i < keys.length; i++) asked[i] = keys[i]!(m);
      const value = cellOf(table, asked);
      if (value === undefined)
        throw this.fault(f.place, said`the table ${table.name} has no line for ${asked.join(", ")}`);
      return value;
    };
  }

  #call(f: Extract<Formula, { op: "call" }>): Valued {
    const called = this.kind.functions[f.name]! as GameFunction;
    const args = f.args.map((arg) => this.valued(arg));
    const body = keptIn(this.#functions, called.name, () => this.ran(called.body));
    const result = this.valued(called.result);
    const { params } = f;
    const values: number[] = [];
    return (m) => {
      for (let i = 0; i < args.length; i++) values[i] = args[i]!(m);
      for (let i = 0; i < args.length; i++) m.frame[params[i]!] = values[i]!;
      body(m);
      return result(m);
    };
  }

  /** Steps one after another, each done at once; gives whether the innermost loop was stopped. */
  ran(steps: readonly GameStep[], onTurn?: (turn: number, moment: Moment) => void): (m: Moment) => boolean {
    const all = steps.map((step) => this.#ranBy(step, this.#ranOne(step, onTurn)));
    const [one] = all;
    if (all.length === 1) return one!;
    return (m) => {
      for (let i = 0; i < all.length; i++) if (all[i]!(m)) return true;
      return false;
    };
  }

  /** Dice that are told are told with the side whose turn it is. */
  #ranBy({ own }: GameStep, run: (m: Moment) => boolean): typeof run {
    if (own === undefined || this.#onSet === undefined) return run;
    return (m) => {
      const { dice } = m;
      m.dice = by(dice, own);
      const isOver = run(m);
      m.dice = dice;
      return isOver;
    };
  }

  #ranOne(step: GameStep, onTurn?: (turn: number, moment: Moment) => void): (m: Moment) => boolean {
    switch (step.op) {
      case "set": {
        const set = this.assigned(step);
        const value = this.valued(step.value);
        const told = this.#onSet;
        const { slot } = step;
        return (m) => {
          const taken = set(m, value(m));
          told?.(step, m.frame[slot]!, taken);
          m.frame[slot] = taken;
          return false;
        };
      }
      case "if": {
        const test = this.valued(step.test);
        const [then, other] = [this.ran(step.yes), this.ran(step.no)];
        return (m) => (test(m) === 1 ? then(m) : other(m));
      }
      case "stop":
        return () => true;
      case "choose":
        return this.#chosen(step);
      case "repeat": {
        const times = this.times(step);
        const body = this.ran(step.body);
        const { turn } = step;
        const chosen = choicesIn(step.body).length > 0; // who chooses knows how many rounds are left
        const run = this.#remembered(step, (m, all) => {
          let stopped = false;
          for (let round = 1; round <= all; round++) {
            if (!stopped) {
              this.round(m, step.place);
              if (turn !== undefined) m.frame[turn] = round;
              if (onTurn && turn !== undefined) this.#onSet?.({ slot: turn, place: step.place }, round - 1, round);
              if (chosen) m.frame[step.slot] = all - round;
              stopped = body(m);
            } else if (turn === undefined) break;
            if (turn !== undefined) onTurn?.(round, m);
          }
          if (turn !== undefined) m.frame[turn] = 0;
          if (onTurn && turn !== undefined) this.#onSet?.({ slot: turn, place: step.place }, all, 0);
          return false;
        });
        return (m) => run(m, times(m));
      }
      default: {
        const test = this.valued(step.test);
        const body = this.ran(step.body);
        return (m) => {
          while (test(m) === 1) {
            this.round(m, step.place);
            if (body(m)) break;
          }
          return false;
        };
      }
    }
  }

  /** A loop in which nothing is rolled comes to the same wherever it is gone through as often, and what it reads is the same. */
  #remembered(step: RepeatStep, run: (m: Moment, all: number) => boolean): typeof run {
    const { from, turn, slot: count, body } = step;
    const sets = [...slotsOf(body, this.kind.pools)];
    const reads = sets.filter((slot) => from?.includes(slot));
    const isPlain = from && turn === undefined && !reads.some((slot) => this.kind.poolSlots[slot] !== undefined);
    if (!isPlain || this.#onSet || choicesIn([step]).length > 0 || stepsRoll([step], this.kind)) return run;
    const ends = new KnownBySlots<Int32Array>([count, ...reads], MOST_KNOWN);
    return (m, all) => {
      m.frame[count] = all;
      const at = ends.at(m.frame);
      m.frame[count] = 0;
      const known = ends.known[at];
      const left = m.rounds - (known?.[sets.length] ?? 0);
      if (known === undefined || left < 0) {
        run(m, all);
        ends.known[at] = Int32Array.of(...sets.map((slot) => m.frame[slot]!), left - m.rounds);
        return false;
      }
      m.rounds = left;
      for (let i = 0; i < sets.length; i++) m.frame[sets[i]!] = known[i]!;
      return false;
    };
  }

  /** What is best to choose, drawn where it is mixed. */
  #chosen(step: ChooseStep): (m: Moment) => boolean {
    const { choices, place } = step;
    const told = this.#onSet;
    return (m) => {
      const { values, shares, alike } = this.#best!(step, m.frame);
      const chosen = values[shares.length === 1 ? 0 : shareOf(shares, m, place.rule)]!;
      choices.forEach(({ slot }, i) => {
        told?.({ slot, place }, m.frame[slot]!, chosen[i]!, alike[i]);
        m.frame[slot] = chosen[i]!;
      });
      return false;
    };
  }

  /** Counts a round of a loop. @param next where it goes on, which is given */
  round(m: Moment, place: GamePlace, next = 0): number {
    if (m.rounds-- <= 0) throw this.fault(place, said`its loops do not end within ${MOST_ROUNDS} rounds`);
    return next;
  }

  /** How often a loop is gone through. */
  times(step: Extract<GameStep, { op: "repeat" }>): Valued {
    const times = this.valued(step.times);
    return (m) => {
      const value = times(m);
      if (value > MOST_ROUNDS)
        throw this.fault(step.place, said`this loop is gone through ${value} times, the limit is ${MOST_ROUNDS}`);
      return Math.max(0, value);
    };
  }

  /** The value that a slot takes, within its range. */
  assigned(step: SetStep): (m: Moment, value: number) => number {
    const bound = (f: Formula | undefined, beyond: number) =>
      f === undefined ? beyond : f.op === "const" ? f.value : this.valued(f);
    const at = (end: number | Valued, m: Moment) => (typeof end === "number" ? end : end(m));
    const least = bound(step.atLeast, Number.NEGATIVE_INFINITY);
    const most = bound(step.atMost, Number.POSITIVE_INFINITY);
    const [low, high] = [bound(step.low, -MOST_NUMBER), bound(step.high, MOST_NUMBER)];
    return (m, given) => {
      const value = Math.max(Math.min(given, at(most, m)), at(least, m));
      if (value >= at(low, m) && value <= at(high, m)) return value;
      const { name, place, range } = step;
      if (range === undefined)
        throw this.fault(place, said`${name} would be ${value}; numbers go up to ${MOST_NUMBER}`);
      throw this.fault(
        place,
        said`${name} would be ${value}, beyond its range ${at(low, m)}..${at(high, m)}${this.standing(m)}`,
        value > at(high, m)
          ? said`write at most ${range[1]} behind it, or widen the range of ${name}`
          : said`write at least ${range[0]} behind it, or widen the range of ${name}`,
      );
    };
  }
}

/** The most rounds of one loop, and of all loops of a trial together. */
export const MOST_ROUNDS = 100_000;

/** Which of some shares is drawn. */
function shareOf(shares: readonly number[], { dice }: Moment, rule: string): number {
  const parts = shares.map((share) => Math.round(share * SHARES));
  if (dice.oneOf) {
    const fall = {
      text: "best play",
      answers: parts.map((_, i) => i),
      weights: parts.map(BigInt),
      total: BigInt(SHARES),
    };
    return dice.oneOf(fall, rule);
  }
  const digits = () => dice.face(1_000, rule) - 1;
  let left = (digits() * 1_000 + digits()) * 1_000 + digits() + 1;
  return parts.findIndex((part) => {
    left -= part;
    return left <= 0;
  });
}
