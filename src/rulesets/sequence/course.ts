import type { Chances, OrderAim } from "./order.ts";
import { type Actor, chosenBy, GONE, type Mark, STANDS, type Turn } from "./turn.ts";

/** Where an act may leave a mark, by the numbers of its states. */
interface MarkRow {
  readonly to: Int32Array;
  readonly chances: Float64Array;
}

/** The states of one mark, numbered as they are found. */
class MarkStates<State> {
  readonly mark: Mark<State>;
  readonly list: State[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(mark: Mark<State>) {
    this.mark = mark;
    this.number(mark.start);
  }

  number(state: State): number {
    const key = this.mark.key(state);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.list.length);
    return this.list.push(state) - 1;
  }
}

/** What one actor does. */
export interface Deed {
  readonly after: Chances;
  /** By mark, the law of the models that it costs. */
  readonly lost: readonly Float64Array[];
  /** The chance that it has anybody to act at. */
  readonly fired: number;
}

/**
 * The exact course of a turn: all marks' states together, actor after actor. Who acts at whom depends on who stands, so
 * that the marks are not independent of each other. In doubles, to 1e-12.
 */
export class Course<State> {
  readonly turn: Turn<State>;
  /** States of all marks together. */
  readonly states: number;
  readonly #marks: readonly MarkStates<State>[];
  readonly #strides: readonly number[];
  /** By actor, mark and state of that. */
  readonly #rows: readonly (readonly MarkRow[])[][];
  /** By mark and state: what is left, and the models that are lost. */
  readonly #left: readonly number[][];
  readonly #lost: readonly number[][];
  /** By actor and whom it prefers, by what is left of all marks: whom it chooses. */
  readonly #choices: readonly (readonly Int8Array[])[];

  constructor(turn: Turn<State>) {
    const { marks, actors } = turn;
    this.turn = turn;
    this.#marks = marks.map((mark) => new MarkStates(mark));
    this.#rows = actors.map((actor) => marks.map((_, m) => (actor.wishes.includes(m) && actor.may[m] ? [] : NO_ROWS)));
    // Everything that can come of every act, whoever has acted before.
    this.#marks.forEach((own, m) => {
      for (let state = 0; state < own.list.length; state++) {
        const before = own.list[state]!;
        if (own.mark.left(before) === GONE) continue;
        actors.forEach((actor, a) => {
          const rows = this.#rows[a]![m]!;
          if (rows !== NO_ROWS) (rows as MarkRow[])[state] = rowOf(actor, m, before, own);
        });
      }
    });
    let states = 1;
    this.#strides = this.#marks.map(({ list }) => {
      const stride = states;
      states *= list.length;
      return stride;
    });
    this.states = states;
    this.#left = this.#marks.map(({ list, mark }) => list.map((state) => mark.left(state)));
    this.#lost = this.#marks.map(({ list, mark }) => list.map((state) => mark.counts(state)[0]!));
    this.#choices = actors.map((actor) =>
      marks.map((_, first) => {
        const wishes = [...actor.wishes].sort((a, b) => Number(b === first) - Number(a === first));
        return Int8Array.from({ length: LEFTS ** marks.length }, (_, code) =>
          chosenBy({ ...actor, wishes }, (mark) => Math.floor(code / LEFTS ** mark) % LEFTS),
        );
      }),
    );
  }

  get start(): Chances {
    const chances = new Float64Array(this.states);
    chances[0] = 1;
    return chances;
  }

  /** The number of one mark's state. */
  #of(mark: number, state: number): number {
    return Math.floor(state / this.#strides[mark]!) % this.#marks[mark]!.list.length;
  }

  /** The state of one mark. */
  stateOf(mark: number, state: number): State {
    return this.#marks[mark]!.list[this.#of(mark, state)]!;
  }

  isDestroyed(mark: number, state: number): boolean {
    return this.#left[mark]![this.#of(mark, state)]! < STANDS;
  }

  lost(mark: number, state: number): number {
    return this.#lost[mark]![this.#of(mark, state)]!;
  }

  /** Any mark will do for an actor with no wishes: it chooses none. */
  #preferred(actor: number): number {
    return this.turn.actors[actor]!.wishes[0] ?? 0;
  }

  #chosen(actor: number, state: number, first: number): number {
    let code = 0;
    for (let m = this.#marks.length - 1; m >= 0; m--) code = code * LEFTS + this.#left[m]![this.#of(m, state)]!;
    return this.#choices[actor]![first]![code]!;
  }

  /**
   * The chances after an actor, from those before it.
   * @param first whom it prefers to all others; the first of its wishes unless given
   */
  after(actor: number, before: Chances, first = this.#preferred(actor)): Chances {
    const after = new Float64Array(before.length);
    before.forEach((chance, state) => {
      if (chance > 0) this.#act(actor, state, first, (end, share) => (after[end] = after[end]! + chance * share));
    });
    return after;
  }

  /** @returns the mark, -1 where nobody is acted at */
  #act(actor: number, state: number, first: number, told: (end: number, share: number, mark: number) => void): number {
    const mark = this.#chosen(actor, state, first);
    if (mark < 0) {
      told(state, 1, mark);
      return mark;
    }
    const stride = this.#strides[mark]!;
    const from = this.#of(mark, state);
    const rest = state - from * stride;
    const { to, chances } = this.#rows[actor]![mark]![from]!;
    for (let i = 0; i < to.length; i++) told(rest + to[i]! * stride, chances[i]!, mark);
    return mark;
  }

  /** All that an actor does, from the chances before it. */
  deed(actor: number, before: Chances): Deed {
    const { marks } = this.turn;
    const lost = marks.map(({ models }) => new Float64Array(models + 1));
    const after = new Float64Array(before.length);
    let fired = 0;
    before.forEach((chance, state) => {
      if (chance === 0) return;
      const acted = this.#act(actor, state, this.#preferred(actor), (end, share, mark) => {
        after[end] = after[end]! + chance * share;
        if (mark < 0) return;
        const models = this.lost(mark, end) - this.lost(mark, state);
        lost[mark]![models] = lost[mark]![models]! + chance * share;
      });
      if (acted >= 0) fired += chance;
      for (let m = 0; m < marks.length; m++) if (m !== acted) lost[m]![0] = lost[m]![0]! + chance;
    });
    return { after, lost, fired };
  }

  /** What the ends are worth: all marks destroyed; what they have lost, in points where all have some. */
  get aims(): OrderAim[] {
    const { marks } = this.turn;
    const isPriced = marks.every(({ points }) => points !== undefined);
    const price = (mark: number) => (isPriced ? marks[mark]!.points! : 1);
    return [
      { aim: "allDestroyed", worth: (state) => Number(marks.every((_, m) => this.isDestroyed(m, state))) },
      {
        aim: isPriced ? "points" : "models",
        worth: (state) => marks.reduce((sum, _, m) => sum + price(m) * this.lost(m, state), 0),
      },
    ];
  }
}

/** What may be left of a mark: STANDS, LIES, GONE. */
const LEFTS = 3;
const NO_ROWS: readonly MarkRow[] = [];

function rowOf<State>(actor: Actor<State>, mark: number, before: State, states: MarkStates<State>): MarkRow {
  const found = new Map<number, number>();
  for (const [state, chance] of actor.ways(mark, before)) {
    const to = states.number(state);
    found.set(to, (found.get(to) ?? 0) + chance);
  }
  return { to: Int32Array.from(found.keys()), chances: Float64Array.from(found.values()) };
}
