/**
 * What sides choose, as best play: solved backwards from the end, over the rows in which a choice is come to. Of a choice alone the
 * best is taken, the first of several; choices at once are a matrix game.
 */
import { equilibriumOf } from "../../rule/index.ts";
import { type ChoiceRows, type ChooseStep, choicesIn, chooses, type Mix, SHARES } from "./choices.ts";
import { GameFault } from "./fault.ts";
import type { Formula, GameChoice, GameData, GameKind, GamePlace, GameStep, RepeatStep } from "./ir.ts";
import { WeightedRows } from "./rows.ts";

/** Values that one side chooses from at most. */
const MOST_VALUES = 200;
/** Choices and rounds after one another. */
const MOST_DEPTH = 1_000;
/** Shares and worths this close are the same. */
const SAME = 1e-9;

/** Where play goes on: at a step of a block, or in the next round of a loop. */
interface Frame {
  readonly steps: readonly GameStep[];
  readonly at: number;
  /** Behind the block; with the step whose block it is, whose live slots are kept. */
  readonly up?: Frame;
  readonly owner?: GameStep;
  /** The head of a loop, where it is looked whether a round is left. */
  readonly loop?: RepeatStep;
  readonly known: WeightedRows;
  readonly worths: number[];
}

interface Decided {
  readonly rows: WeightedRows;
  readonly mixes: Mix[];
}

/** By what a side sees, what is best wherever it sees that. */
type Seen = Map<string, { best: ReadonlySet<string>; readonly place: GamePlace }>;

export class BestChoices {
  readonly #data: GameData;
  readonly #kind: GameKind;
  readonly #solver: ChoiceRows;
  readonly #frames = new Map<readonly GameStep[], Frame[]>();
  readonly #heads = new Map<GameStep, Frame>();
  readonly #decided = new Map<ChooseStep, Decided>();
  readonly #seen = new Map<GameChoice, Seen>();
  readonly #wants: { readonly attacker?: Formula; readonly defender?: Formula };
  #sum: number | undefined;
  #depth = 0;

  /** @param solver in doubles @throws TooMuchWork; GameFault where a choice cannot be solved as best play */
  constructor(data: GameData, kind: GameKind, solver: ChoiceRows) {
    this.#data = data;
    this.#kind = kind;
    this.#solver = solver;
    this.#wants = this.#oneWant();
    this.#worth(this.#frame(kind.steps, 0), solver.start());
  }

  #fault(place: GamePlace, text: string): GameFault {
    return new GameFault(place, this.#data.file, text);
  }

  /** What each side wants: the same at all of its choices. */
  #oneWant() {
    const found: { attacker?: Formula; defender?: Formula } = {};
    for (const { choices, place } of choicesIn(this.#kind.steps)) {
      if (new Set(choices.map(({ side }) => side)).size < choices.length)
        throw this.#fault(place, "a side chooses once at the same time");
      for (const { side, wants } of choices) {
        const before = found[side];
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(wants))
          throw this.#fault(place, `the ${side} wants one thing all along: its other choices say another`);
        found[side] = wants;
      }
    }
    return found;
  }

  /** What is best to choose in a row. */
  of(step: ChooseStep, row: Int32Array): Mix {
    const { rows, mixes } = this.#decided.get(step)!;
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
    const best = this.#seen.get(choice)!.get(keyOf(choice.sees, row))!.best;
    return { values: [[Number([...best][0])]], shares: [1] };
  }

  /** What of a row a choice goes by; one array for all. */
  #key(step: ChooseStep, row: Int32Array): Int32Array {
    let live = this.#live.get(step);
    if (live === undefined) {
      const chosen = step.choices.map(({ slot }) => slot);
      const asked = step.choices.flatMap(({ low, high }) => [low, high].filter((f) => f !== undefined));
      live = [
        ...new Set([
          ...step.live!.filter((slot) => !chosen.includes(slot)),
          ...asked.flatMap((f) => this.#solver.readBy(f)),
        ]),
      ];
      this.#live.set(step, live);
    }
    return this.#solver.masked(row, live);
  }
  readonly #live = new Map<ChooseStep, readonly number[]>();

  #frame(steps: readonly GameStep[], at: number, up?: Frame, owner?: GameStep): Frame {
    let known = this.#frames.get(steps);
    if (known === undefined) {
      known = [];
      this.#frames.set(steps, known);
    }
    known[at] ??= {
      steps,
      at,
      known: new WeightedRows(this.#kind.slots, undefined),
      worths: [],
      ...(up === undefined ? {} : { up }),
      ...(owner === undefined ? {} : { owner }),
    };
    return known[at];
  }

  #next({ steps, at, up, owner }: Frame): Frame {
    return this.#frame(steps, at + 1, up, owner);
  }

  /** What the attacker has of it in the end, on average, from here on. */
  #worth(frame: Frame, row: Int32Array): number {
    const { known, worths } = frame;
    const size = known.size;
    const at = known.add(row, 0);
    if (at < size) return worths[at]!;
    if (++this.#depth > MOST_DEPTH)
      throw this.#fault(choicesIn(this.#kind.steps)[0]!.place, `more than ${MOST_DEPTH} steps follow each other`);
    const worth = this.#worked(frame, row.slice());
    this.#depth--;
    worths[at] = worth;
    return worth;
  }

  #all(frame: Frame | undefined, rows: WeightedRows): number {
    let sum = 0;
    for (let i = 0; i < rows.size; i++) {
      const row = rows.row(i).slice();
      sum += (rows.weights[i] as number) * (frame === undefined ? this.#end(row) : this.#worth(frame, row));
    }
    return sum;
  }

  /** What the attacker has when all is over. */
  #end(row: Int32Array): number {
    const { attacker, defender } = this.#wants;
    const own = attacker === undefined ? undefined : this.#solver.valueOf(attacker, row);
    const other = defender === undefined ? undefined : this.#solver.valueOf(defender, row);
    if (own === undefined) return -other!;
    if (other === undefined) return own;
    this.#sum ??= own + other;
    if (own + other !== this.#sum)
      throw this.#fault(
        choicesIn(this.#kind.steps)[0]!.place,
        `what both sides want adds up to ${this.#sum} here and to ${own + other} there: best play needs that one side's gain is the other's loss`,
      );
    return own;
  }

  #worked(frame: Frame, row: Int32Array): number {
    if (frame.loop !== undefined) return this.#round(frame.loop, frame, row);
    const step = frame.steps[frame.at];
    if (step === undefined) return this.#after(frame, row);
    if (step.op === "choose") return this.#choose(step, frame, row);
    const solver = this.#solver;
    if (step.op === "if" && chooses(step)) {
      const [no, yes] = solver.ways(step.test, row);
      const next = this.#next(frame);
      return this.#all(this.#frame(step.yes, 0, next, step), yes) + this.#all(this.#frame(step.no, 0, next, step), no);
    }
    if (step.op === "repeat" && chooses(step)) return this.#all(this.#head(step, frame), solver.begun(step, row));
    const stopped = new WeightedRows(this.#kind.slots, undefined);
    const rows = solver.through(step, row, stopped);
    return this.#all(this.#next(frame), rows) + this.#stopped(frame, stopped);
  }

  /** Behind the last step of a block. */
  #after({ up, owner }: Frame, row: Int32Array): number {
    if (up === undefined) return this.#end(row);
    // The next round of a loop reads what the loop reads; behind anything else only what is live there is kept.
    return this.#worth(up, owner?.op === "repeat" ? row : this.#solver.masked(row, owner!.live!).slice());
  }

  /** What stopped goes on behind the innermost loop. */
  #stopped(frame: Frame, rows: WeightedRows): number {
    if (rows.size === 0) return 0;
    let at: Frame | undefined = frame;
    while (at !== undefined && at.owner?.op !== "repeat") at = at.up;
    const loop = at!.owner as RepeatStep;
    const out = new WeightedRows(this.#kind.slots, undefined);
    for (let i = 0; i < rows.size; i++) out.add(this.#solver.masked(rows.row(i), loop.live!), rows.weights[i]!);
    return this.#all(at!.up!.up, out);
  }

  #head(step: RepeatStep, frame: Frame): Frame {
    let known = this.#heads.get(step);
    if (known === undefined) {
      known = { ...this.#frame([], 0, this.#next(frame)), loop: step };
      this.#heads.set(step, known);
    }
    return known;
  }

  #round(step: RepeatStep, head: Frame, row: Int32Array): number {
    const left = row[step.slot]!;
    if (left <= 0) return this.#worth(head.up!, this.#solver.masked(row, step.live!).slice());
    row[step.slot] = left - 1;
    if (step.turn !== undefined) row[step.turn] = row[step.turn]! + 1;
    return this.#worth(this.#frame(step.body, 0, head, step), row);
  }

  #choose(step: ChooseStep, frame: Frame, row: Int32Array): number {
    const options = step.choices.map((choice) => this.#options(choice, step.place, row));
    const next = this.#next(frame);
    const worthOf = (values: readonly number[]) => {
      const chosen = this.#solver.masked(row, step.live!).slice();
      step.choices.forEach(({ slot }, i) => {
        if (step.live!.includes(slot)) chosen[slot] = values[i]!;
      });
      return this.#worth(next, chosen);
    };
    const [first, second] = step.choices;
    const { mix, worth } =
      second === undefined
        ? this.#alone(first!, options[0]!, worthOf, row, step.place)
        : this.#atOnce(first!, options as [number[], number[]], worthOf);
    let decided = this.#decided.get(step);
    if (decided === undefined) {
      decided = { rows: new WeightedRows(this.#kind.slots, undefined), mixes: [] };
      this.#decided.set(step, decided);
    }
    decided.mixes[decided.rows.add(this.#key(step, row), 0)] = mix;
    return worth;
  }

  #options({ values, low, high, name }: GameChoice, place: GamePlace, row: Int32Array): readonly number[] {
    if (values !== undefined) return values;
    const [from, to] = [this.#solver.valueOf(low!, row), this.#solver.valueOf(high!, row)];
    if (from > to || to - from >= MOST_VALUES)
      throw this.#fault(place, `${name} is chosen from ${from}..${to}: from 1 to ${MOST_VALUES} values`);
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
    let seen = this.#seen.get(choice);
    if (seen === undefined) {
      seen = new Map();
      this.#seen.set(choice, seen);
    }
    const key = keyOf(choice.sees!, row);
    const before = seen.get(key);
    const both = best.map(String).filter((value) => before === undefined || before.best.has(value));
    if (both.length === 0)
      throw this.#fault(
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
