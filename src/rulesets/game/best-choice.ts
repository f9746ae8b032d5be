/**
 * What sides choose, as best play: solved backwards from the end, over the rows in which a choice is come to. Choices at
 * once are a matrix game; a choice alone is one of a single column.
 */
import { equilibriumOf } from "../../rule/matrix-game.ts";
import { type Message, message, row } from "../../rule/message.ts";
import { once } from "../../rule/once.ts";
import { COMMA, hinted, listed, type Said, said } from "../said.ts";
import { NO_DICE } from "./distributions.ts";
import { TooMuchWork } from "./fault.ts";
import { choicesIn, formulasOf, readsOf, setBy } from "./fold.ts";
import type { ChooseStep, Formula, GameChoice, GameKind, GamePlace } from "./ir.ts";
import { type Mix, SHARES, type Valued } from "./moment.ts";
import { KnownBySlots } from "./rows.ts";
import { AskedSteps, type Walk } from "./walk.ts";

/** Values that one side chooses from at most. */
const MOST_VALUES = 200;
/** Choices and rounds after one another. */
const MOST_DEPTH = 1_000;
/** What it takes to look at one choice, as a share of a row. */
const CHOICE = 1 / 2;
/** Shares and worths this close are the same. */
const SAME = 1e-9;

export class BestChoices {
  readonly #kind: GameKind;
  readonly #ops: Walk;
  /** By op, what each position is worth that was met there. */
  #worths: readonly KnownBySlots<number>[];
  readonly #decided = once((step: ChooseStep) => new KnownBySlots<Mix>(this.#readBy(step)));
  /** By what a side sees, what is best wherever it sees that. */
  readonly #seen = once((choice: GameChoice) => new KnownBySlots<readonly number[]>(choice.sees!));
  readonly #wants: ReadonlyMap<GameChoice["side"], Valued>;
  #sum: number | undefined;
  #depth = 0;

  /**
   * @param ops in doubles, in which choices are open @throws TooMuchWork with what is told of it; GameFault where a choice
   * cannot be solved as best play
   */
  constructor(kind: GameKind, ops: Walk, start: Int32Array) {
    this.#kind = kind;
    this.#ops = ops;
    this.#worths = ops.ops.map(({ live }) => new KnownBySlots(live));
    this.#wants = new Map(Array.from(this.#oneWant(), ([side, wants]) => [side, ops.evaluator.valued(wants)]));
    try {
      this.#worth(start);
    } catch (error) {
      throw error instanceof TooMuchWork ? this.#tooLarge() : error;
    }
    this.#worths = []; // megabytes
  }

  /** Rows that were made for it. */
  get operations(): number {
    return this.#ops.operations;
  }

  /** Says which names take the most values, where the most positions were met or one step leads to still more. */
  #tooLarge(): TooMuchWork {
    const { ops } = this.#ops;
    const met = this.#worths.map(({ slots, numbering: { words, count } }) => ({
      ...{ slots, count },
      at: (i: number, k: number) => words[i * slots.length + k]!,
    }));
    const made = ops.flatMap(({ waits }) => (waits instanceof AskedSteps ? [waits.widest] : []));
    const most = [...met, ...made].reduce((a, b) => (b.count > a.count ? b : a));
    const values = most.slots.map((slot, k) => {
      const found = new Set(Array.from({ length: most.count }, (_, i) => most.at(i, k)));
      return { name: this.#kind.slotNames[slot] ?? "", size: found.size };
    });
    const told = values.filter(({ name }) => name !== "").sort((a, b) => b.size - a.size);
    const names = told.slice(0, 4).map(({ name, size }) => said`${name} takes ${size} values`);
    const all = met.reduce((sum, { count }) => sum + count, 0);
    const positions = Math.max(all, most.count);
    const text = said`what is best to choose is solved exactly, and this has at least ${positions} positions: ${listed(names, COMMA)}`;
    const hint = said`narrow their ranges, count in larger steps, roll dice in the branch that counts them, or play fewer turns`;
    return new TooMuchWork(positions, this.#fault(hinted(text, hint)));
  }

  /** Told where the first choice stands. */
  #fault = (text: Said) => this.#ops.evaluator.fault(choicesIn(this.#kind.steps)[0]!.place, text);

  /** What each side wants: the same at all of its choices. */
  #oneWant() {
    const found = new Map<GameChoice["side"], Formula>();
    for (const { choices, place } of choicesIn(this.#kind.steps)) {
      if (new Set(choices.map(({ side }) => side)).size < choices.length)
        throw this.#ops.evaluator.fault(place, said`a side chooses once at the same time`);
      for (const { side, wants } of choices) {
        const before = found.get(side);
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(wants))
          throw this.#ops.evaluator.fault(
            place,
            said`the ${side} wants one thing all along: its other choices say another`,
          );
        found.set(side, wants);
      }
    }
    return found;
  }

  /** What is best to choose in a row. */
  of(step: ChooseStep, row: Int32Array): Mix {
    const decided = this.#decided(step);
    const mix = decided.known[decided.at(row)];
    if (mix === undefined) throw new Error("a choice is come to that was not looked at");
    const [choice] = step.choices;
    if (choice?.sees === undefined) return mix;
    const seen = this.#seen(choice);
    return pureOf(seen.known[seen.at(row)]!);
  }

  /** Where another choice is worth as much as the one that is played: of each choice that has such. */
  get ties(): Message[] {
    const { steps, slotWords } = this.#kind;
    return choicesIn(steps).flatMap((step) =>
      step.choices.flatMap((choice, i) => {
        const { name, slot, sees } = choice;
        const mixes = sees === undefined ? this.#decided(step).known : this.#seen(choice).known.map(pureOf);
        const tied = mixes.filter(({ alike }) => alike[i]!.length > 0);
        const [all, ...others] = new Set(
          tied.map((mix) =>
            [...new Set([...mix.alike[i]!, ...mix.values.map((chosen) => chosen[i]!)])].sort((a, b) => a - b).join(),
          ),
        );
        if (all === undefined) return [];
        if (tied.length < mixes.length || others.length > 0)
          return message`${name}: in ${tied.length} of ${mixes.length} positions another choice is worth as much`;
        const words = all.split(",").map((value) => slotWords[slot]?.[Number(value)] ?? value);
        return message`${name}: ${row(words)} are worth the same wherever it is chosen`;
      }),
    );
  }

  /** What of a row a choice goes by. */
  #readBy(step: ChooseStep): readonly number[] {
    const chosen = setBy(step);
    const asked = formulasOf(step).flatMap((f) => [...readsOf(f, this.#kind.pools)]);
    return [...new Set([...step.live!.filter((slot) => !chosen.includes(slot)), ...asked])];
  }

  /** What the attacker has of it in the end, on average, from a position on, which is moved on. */
  #worth(position: Int32Array): number {
    const ops = this.#ops;
    ops.advance(position, 0, 0, ops.ops.length, true);
    const at = this.#worths[position[ops.pc]!]!;
    const number = at.at(position);
    const { known } = at;
    if (number < known.length) return known[number]!;
    known.push(Number.NaN);
    if (++this.#depth > MOST_DEPTH) throw this.#fault(said`more than ${MOST_DEPTH} steps follow each other`);
    const worth = this.#worked(position);
    this.#depth--;
    known[number] = worth;
    return worth;
  }

  #worked(position: Int32Array): number {
    const ops = this.#ops;
    const { chooses } = ops.ops[position[ops.pc]!]!;
    if (chooses !== undefined) return this.#choose(chooses, position);
    if (position[ops.pc] === ops.ops.length - 1) return this.#end(position);
    let sum = 0;
    ops.next(position, (to, chance) => {
      sum += chance * this.#worth(to);
    });
    return sum;
  }

  #valueOf(value: Valued, position: Int32Array): number {
    this.#ops.begin(position, NO_DICE);
    return value(this.#ops.moment);
  }

  /** What the attacker has when all is over. */
  #end(row: Int32Array): number {
    const [own, other] = (["attacker", "defender"] as const).map((side) => {
      const wants = this.#wants.get(side);
      return wants && this.#valueOf(wants, row);
    });
    if (own === undefined) return -other!;
    if (other === undefined) return own;
    this.#sum ??= own + other;
    if (own + other !== this.#sum) {
      const text = said`what both sides want adds up to ${this.#sum} here and to ${own + other} there: best play needs that one side's gain is the other's loss`;
      const form = "(2 if winner == first else (1 if winner == draw else 0))";
      throw this.#fault(hinted(text, said`a draw is worth half to both: ${form}`));
    }
    return own;
  }

  #choose(step: ChooseStep, position: Int32Array): number {
    const [own, other] = step.choices.map((choice) => this.#options(choice, step.place, position));
    const chosen = position.slice();
    const [first] = step.choices;
    const sign = first!.side === "attacker" ? 1 : -1;
    const payoffs = own!.map((a) =>
      (other ?? [0]).map((b) => {
        this.#ops.count(CHOICE);
        chosen.set(position);
        step.choices.forEach(({ slot }, i) => {
          chosen[slot] = i === 0 ? a : b;
        });
        chosen[this.#ops.pc]!++;
        return sign * this.#worth(chosen);
      }),
    );
    const { value, rows, columns } = equilibriumOf(payoffs, SAME);
    const values: number[][] = [];
    const shares: number[] = [];
    rows.forEach((up, i) => {
      columns.forEach((down, j) => {
        if (up * down <= 1e-15) return;
        values.push(other === undefined ? [own![i]!] : [own![i]!, other[j]!]);
        shares.push(up * down);
      });
    });
    /** What is safe by itself, whatever the other side chooses. */
    const safe = [
      own!.filter((_, i) => payoffs[i]!.every((payoff) => payoff >= value - SAME)),
      ...(other ? [other.filter((_, j) => payoffs.every((line) => line[j]! <= value + SAME))] : []),
    ];
    if (first!.sees !== undefined) this.#see(first!, position, safe[0]!, step.place);
    const alike = safe.map((all, i) => all.filter((one) => values.every((chosen) => chosen[i] !== one)));
    const decided = this.#decided(step);
    decided.known[decided.at(position)] = { values, shares: wholeShares(shares), alike };
    return sign * value;
  }

  #options({ values, low, high, name }: GameChoice, place: GamePlace, row: Int32Array): readonly number[] {
    if (values !== undefined) return values;
    const [from, to] = [low!, high!].map((f) => this.#valueOf(this.#ops.evaluator.valued(f), row)) as [number, number];
    if (from > to || to - from >= MOST_VALUES)
      throw this.#ops.evaluator.fault(
        place,
        said`${name} is chosen from ${from}..${to}: from 1 to ${MOST_VALUES} values`,
      );
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }

  /** What a side that does not see everything may choose: what is best wherever it sees the same. */
  #see(choice: GameChoice, row: Int32Array, best: readonly number[], place: GamePlace): void {
    const seen = this.#seen(choice);
    const at = seen.at(row);
    const before = seen.known[at];
    const both = best.filter((value) => before?.includes(value) ?? true);
    if (both.length === 0)
      throw this.#ops.evaluator.fault(
        place,
        said`what is best for ${choice.name} depends on what the ${choice.side} does not see: that is not solved; write it under "seeing", or let both choose at once`,
      );
    seen.known[at] = both;
  }
}

/** Where a side does not see everything: what is best wherever it sees this. */
const pureOf = ([best, ...alike]: readonly number[]): Mix => ({ values: [[best!]], shares: [1], alike: [alike] });

/** Shares as parts of `SHARES` that add up to it, so that all who draw draw alike. */
function wholeShares(shares: readonly number[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const parts = shares.map((share) => Math.round((share / all) * SHARES));
  const most = parts.indexOf(Math.max(...parts));
  parts[most] = parts[most]! + SHARES - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / SHARES);
}
