/**
 * What sides choose, as best play: solved backwards from the end, over the rows in which a choice is come to. Of a choice alone the
 * best is taken, the first of several; choices at once are a matrix game.
 */
import { equilibriumOf } from "../../rule/matrix-game.ts";
import { once } from "../../rule/once.ts";
import { type ChooseStep, choicesIn, type Mix, SHARES } from "./choices.ts";
import { NO_DICE } from "./distributions.ts";
import { formulasOf, readsOf, setBy } from "./fold.ts";
import type { Formula, GameChoice, GameKind, GamePlace } from "./ir.ts";
import type { Valued } from "./moment.ts";
import { WeightedRows } from "./rows.ts";
import type { Walk } from "./walk.ts";

/** Values that one side chooses from at most. */
const MOST_VALUES = 200;
/** Choices and rounds after one another. */
const MOST_DEPTH = 1_000;
/** Shares and worths this close are the same. */
const SAME = 1e-9;

interface Decided {
  readonly rows: WeightedRows;
  readonly mixes: Mix[];
}

/** By what a side sees, what is best wherever it sees that. */
type Seen = Map<string, { best: ReadonlySet<string>; readonly place: GamePlace }>;

export class BestChoices {
  readonly #kind: GameKind;
  readonly #ops: Walk;
  /** Positions that were met, and what each is worth. */
  readonly #known: WeightedRows;
  readonly #worths: number[] = [];
  readonly #decided = once(
    (_: ChooseStep): Decided => ({
      rows: new WeightedRows(this.#kind.slots, undefined),
      mixes: [],
    }),
  );
  readonly #seen = once((_: GameChoice): Seen => new Map());
  readonly #wants: { readonly attacker?: Valued; readonly defender?: Valued };
  #sum: number | undefined;
  #depth = 0;

  /** @param ops in doubles, in which choices are open @throws TooMuchWork; GameFault where a choice cannot be solved as best play */
  constructor(kind: GameKind, ops: Walk, start: Int32Array) {
    this.#kind = kind;
    this.#ops = ops;
    this.#known = new WeightedRows(kind.slots + 1, undefined);
    this.#row = new Int32Array(kind.slots);
    const { attacker, defender } = this.#oneWant();
    this.#wants = {
      ...(attacker && { attacker: ops.evaluator.valued(attacker) }),
      ...(defender && { defender: ops.evaluator.valued(defender) }),
    };
    this.#worth(start);
  }

  /** What each side wants: the same at all of its choices. */
  #oneWant() {
    const found: { attacker?: Formula; defender?: Formula } = {};
    for (const { choices, place } of choicesIn(this.#kind.steps)) {
      if (new Set(choices.map(({ side }) => side)).size < choices.length)
        throw this.#ops.evaluator.fault(place, "a side chooses once at the same time");
      for (const { side, wants } of choices) {
        const before = found[side];
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(wants))
          throw this.#ops.evaluator.fault(
            place,
            `the ${side} wants one thing all along: its other choices say another`,
          );
        found[side] = wants;
      }
    }
    return found;
  }

  /** What is best to choose in a row. */
  of(step: ChooseStep, row: Int32Array): Mix {
    const { rows, mixes } = this.#decided(step);
    const at = rows.find(this.#key(step, row));
    if (at < 0) throw new Error("a choice is come to that was not looked at");
    const mix = mixes[at]!;
    if (step.choices.every(({ sees }) => sees === undefined)) return mix;
    return this.#blind(step, row, mix);
  }

  /** The same where a side does not see everything: what is best wherever it sees this. */
  #blind({ choices }: ChooseStep, row: Int32Array, mix: Mix): Mix {
    const [choice] = choices;
    if (choices.length > 1 || choice?.sees === undefined) return mix;
    const best = this.#seen(choice).get(keyOf(choice.sees, row))!.best;
    return { values: [[Number([...best][0])]], shares: [1] };
  }

  /** What of a row a choice goes by; one array for all. */
  #key(step: ChooseStep, row: Int32Array): Int32Array {
    const key = this.#row;
    key.fill(0);
    for (const slot of this.#live(step)) key[slot] = row[slot]!;
    return key;
  }
  readonly #live = once((step: ChooseStep): readonly number[] => {
    const chosen = setBy(step);
    const asked = formulasOf(step).flatMap((f) => [...readsOf(f, this.#kind.pools)]);
    return [...new Set([...step.live!.filter((slot) => !chosen.includes(slot)), ...asked])];
  });
  readonly #row: Int32Array;

  /** What the attacker has of it in the end, on average, from a position on, which is moved on. */
  #worth(position: Int32Array): number {
    const ops = this.#ops;
    ops.advance(position, 0, 0, ops.ops.length, true);
    const size = this.#known.count;
    const at = this.#known.add(position, 0);
    if (at < size) return this.#worths[at]!;
    if (++this.#depth > MOST_DEPTH)
      throw this.#ops.evaluator.fault(
        choicesIn(this.#kind.steps)[0]!.place,
        `more than ${MOST_DEPTH} steps follow each other`,
      );
    const worth = this.#worked(position);
    this.#depth--;
    this.#worths[at] = worth;
    return worth;
  }

  #worked(position: Int32Array): number {
    const ops = this.#ops;
    const { chooses } = ops.ops[position[ops.pc]!]!;
    if (chooses !== undefined) return this.#choose(chooses, position);
    if (position[ops.pc] === ops.ops.length - 1) return this.#end(position);
    const next = ops.next(position);
    let sum = 0;
    for (let i = 0; i < next.count; i++) sum += (next.weights[i] as number) * this.#worth(next.row(i));
    return sum;
  }

  #valueOf(value: Valued, position: Int32Array): number {
    this.#ops.begin(position, NO_DICE);
    return value(this.#ops.moment);
  }

  /** What the attacker has when all is over. */
  #end(row: Int32Array): number {
    const { attacker, defender } = this.#wants;
    const own = attacker === undefined ? undefined : this.#valueOf(attacker, row);
    const other = defender === undefined ? undefined : this.#valueOf(defender, row);
    if (own === undefined) return -other!;
    if (other === undefined) return own;
    this.#sum ??= own + other;
    if (own + other !== this.#sum)
      throw this.#ops.evaluator.fault(
        choicesIn(this.#kind.steps)[0]!.place,
        `what both sides want adds up to ${this.#sum} here and to ${own + other} there: best play needs that one side's gain is the other's loss`,
      );
    return own;
  }

  #choose(step: ChooseStep, position: Int32Array): number {
    const options = step.choices.map((choice) => this.#options(choice, step.place, position));
    const worthOf = (values: readonly number[]) => {
      const chosen = position.slice();
      step.choices.forEach(({ slot }, i) => {
        chosen[slot] = values[i]!;
      });
      chosen[this.#ops.pc]!++;
      return this.#worth(chosen);
    };
    const [first, second] = step.choices;
    const { mix, worth } =
      second === undefined
        ? this.#alone(first!, options[0]!, worthOf, position, step.place)
        : this.#atOnce(first!, options as [number[], number[]], worthOf);
    const { rows, mixes } = this.#decided(step);
    mixes[rows.add(this.#key(step, position), 0)] = mix;
    return worth;
  }

  #options({ values, low, high, name }: GameChoice, place: GamePlace, row: Int32Array): readonly number[] {
    if (values !== undefined) return values;
    const [from, to] = [low!, high!].map((f) => this.#valueOf(this.#ops.evaluator.valued(f), row)) as [number, number];
    if (from > to || to - from >= MOST_VALUES)
      throw this.#ops.evaluator.fault(place, `${name} is chosen from ${from}..${to}: from 1 to ${MOST_VALUES} values`);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }

  #alone(
    choice: GameChoice,
    options: readonly number[],
    worthOf: (values: readonly number[]) => number,
    row: Int32Array,
    place: GamePlace,
  ): { mix: Mix; worth: number } {
    const worths = options.map((value) => worthOf([value]));
    const worth = choice.side === "attacker" ? Math.max(...worths) : Math.min(...worths);
    const best = options.filter((_, i) => Math.abs(worths[i]! - worth) <= SAME);
    if (choice.sees !== undefined) this.#see(choice, row, best, place);
    return { mix: { values: [[best[0]!]], shares: [1] }, worth };
  }

  /** What a side that does not see everything may choose: what is best wherever it sees the same. */
  #see(choice: GameChoice, row: Int32Array, best: readonly number[], place: GamePlace): void {
    const seen = this.#seen(choice);
    const key = keyOf(choice.sees!, row);
    const before = seen.get(key);
    const both = best.map(String).filter((value) => before === undefined || before.best.has(value));
    if (both.length === 0)
      throw this.#ops.evaluator.fault(
        place,
        `what is best for ${choice.name} depends on what the ${choice.side} does not see: that is not solved; write it under "seeing", or let both choose at once`,
      );
    seen.set(key, { best: new Set(both), place });
  }

  #atOnce(
    first: GameChoice,
    [own, other]: readonly [readonly number[], readonly number[]],
    worthOf: (values: readonly number[]) => number,
  ): { mix: Mix; worth: number } {
    const sign = first.side === "attacker" ? 1 : -1;
    const payoffs = own.map((a) => other.map((b) => sign * worthOf([a, b])));
    const { value, rows, columns } = equilibriumOf(payoffs);
    const values: number[][] = [];
    const shares: number[] = [];
    own.forEach((a, i) => {
      other.forEach((b, j) => {
        const share = rows[i]! * columns[j]!;
        if (share <= 1e-15) return;
        values.push([a, b]);
        shares.push(share);
      });
    });
    return { mix: { values, shares: wholeShares(shares) }, worth: sign * value };
  }
}

/** Shares as parts of `SHARES` that add up to it, so that all who draw draw alike. */
function wholeShares(shares: readonly number[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const parts = shares.map((share) => Math.round((share / all) * SHARES));
  const most = parts.indexOf(Math.max(...parts));
  parts[most] = parts[most]! + SHARES - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / SHARES);
}

const keyOf = (slots: readonly number[], row: Int32Array): string => slots.map((slot) => row[slot]!).join();
