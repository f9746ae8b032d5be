import { keptIn } from "../../rule/once.ts";
import type { Chances, OrderAim } from "./order.ts";
import { type BlowAt, type Deed, GONE, type Mark, STANDS, type Turn } from "./turn.ts";

/** Where a blow may leave a mark, by the numbers of its states. */
interface MarkRow {
  readonly to: Int32Array;
  readonly chances: Float64Array;
}

/** The states of one mark, numbered as they are found. */
class MarkStates<State> {
  readonly mark: Mark<State>;
  readonly list: State[] = [];
  readonly #numbers = new Map<string | number, number>();

  constructor(mark: Mark<State>) {
    this.mark = mark;
    for (const state of mark.states ?? []) this.number(state);
    this.number(mark.start);
  }

  number(state: State): number {
    const key = this.mark.key(state);
    return keptIn(this.#numbers, key, () => this.list.push(state) - 1);
  }
}

/**
 * The exact trace of a turn: all marks' states together, actor after actor. Who acts at whom depends on who stands, so
 * that the marks are not independent of each other. In doubles, to 1e-12.
 */
export class TurnTrace<State> {
  readonly turn: Turn<State>;
  /** States of all marks together. */
  readonly states: number;
  readonly #marks: readonly MarkStates<State>[];
  readonly #strides: readonly number[];
  /** Rows of blows; those that come about alike share them. */
  readonly #rows = new Map<BlowAt<State>["ways"], MarkRow[]>();
  /** By mark and state: what is counted of it, and whether it is destroyed. */
  readonly #counts: readonly (readonly (readonly number[])[])[];
  readonly #gone: readonly Uint8Array[];
  /** By state of all: what is left of all marks, as one number. */
  readonly #lefts: Uint16Array;

  constructor(turn: Turn<State>) {
    const { marks, actors } = turn;
    this.turn = turn;
    this.#marks = marks.map((mark) => new MarkStates(mark));
    const blows = new Set(actors.flatMap(({ deeds }) => deeds.flatMap((deed) => deed.blows)));
    // Everything that can come of every act, whoever has acted before.
    this.#marks.forEach(({ mark, list }, m) => {
      for (let state = 0; mark.states === undefined && state < list.length; state++)
        if (mark.left(list[state]!) !== GONE) for (const blow of blows) if (blow.mark === m) this.#row(blow, state);
    });
    let states = 1;
    this.#strides = this.#marks.map(({ list }) => {
      const stride = states;
      states *= list.length;
      return stride;
    });
    this.states = states;
    this.#counts = this.#marks.map(({ list, mark }) => list.map((state) => mark.counts(state)));
    this.#gone = this.#marks.map(({ list, mark }) => Uint8Array.from(list, (one) => (mark.left(one) < STANDS ? 1 : 0)));
    const lefts = this.#marks.map(({ list, mark }) => list.map((state) => mark.left(state)));
    this.#lefts = Uint16Array.from({ length: states }, (_, state) =>
      lefts.reduce((code, left, m) => code + left[this.#of(m, state)]! * LEFTS ** m, 0),
    );
  }

  get start(): Chances {
    const chances = new Float64Array(this.states);
    chances[this.#marks.reduce((sum, each, m) => sum + each.number(each.mark.start) * this.#strides[m]!, 0)] = 1;
    return chances;
  }

  /** The number of one mark's state. */
  #of(mark: number, state: number): number {
    return Math.floor(state / this.#strides[mark]!) % this.#marks[mark]!.list.length;
  }

  isDestroyed(mark: number, state: number): boolean {
    return this.#gone[mark]![this.#of(mark, state)] === 1;
  }

  /** What is counted of one mark. */
  counts(mark: number, state: number): readonly number[] {
    return this.#counts[mark]![this.#of(mark, state)]!;
  }

  #row(blow: BlowAt<State>, from: number): MarkRow {
    const rows = keptIn(this.#rows, blow.ways, () => []);
    const states = this.#marks[blow.mark]!;
    rows[from] ??= rowOf(blow.ways(states.list[from]!), states);
    return rows[from];
  }

  /** The chances before each deed that an actor may do, and before doing nothing, under -1. */
  #byDeed(actor: number, before: Chances, first?: number): Map<number, Chances> {
    const chosen = new Map<number, number>();
    const found = new Map<number, Chances>();
    before.forEach((chance, state) => {
      if (chance === 0) return;
      const code = this.#lefts[state]!;
      const number = keptIn(chosen, code, () =>
        this.turn.actors[actor]!.choose((mark) => Math.floor(code / LEFTS ** mark) % LEFTS, first),
      );
      const kept = keptIn(found, number, () => new Float64Array(before.length));
      kept[state] = chance;
    });
    return found;
  }

  /**
   * The chances after an actor, from those before it.
   * @param first whom it prefers to all others; as it is written unless given
   */
  after(actor: number, before: Chances, first?: number): Chances {
    return this.#afterAll(actor, this.#byDeed(actor, before, first), before.length);
  }

  #afterAll(actor: number, byDeed: ReadonlyMap<number, Chances>, states: number): Chances {
    const after = new Float64Array(states);
    for (const [number, under] of byDeed)
      this.#blowsOf(actor, number)
        .reduce((chances, blow) => this.#moved(blow, chances), under)
        .forEach((chance, state) => {
          after[state]! += chance;
        });
    return after;
  }

  #blowsOf = (actor: number, deed: number): readonly BlowAt<State>[] =>
    this.turn.actors[actor]!.deeds[deed]?.blows ?? [];

  /** The chances after one blow: its mark moves, the others stay where they are. */
  #moved(blow: BlowAt<State>, before: Chances): Chances {
    const stride = this.#strides[blow.mark]!;
    const after = new Float64Array(before.length);
    before.forEach((chance, state) => {
      if (chance === 0) return;
      const from = this.#of(blow.mark, state);
      const rest = state - from * stride;
      const { to, chances } = this.#row(blow, from);
      for (let i = 0; i < to.length; i++) {
        const end = rest + to[i]! * stride;
        after[end] = after[end]! + chance * chances[i]!;
      }
    });
    return after;
  }

  /**
   * All that an actor does, from the chances before it: `costs` by mark and what is told by actor of it, `fired` the chances
   * that it has nobody to act at, and somebody, `lost` the models that it loses to itself.
   */
  deed(actor: number, before: Chances) {
    const { marks, actors, byActor } = this.turn;
    const { deeds, mayLose = 0 } = actors[actor]!;
    const byDeed = this.#byDeed(actor, before);
    const costs = marks.map(({ tops }) => tops.slice(0, byActor).map((top) => new Float64Array(top + 1)));
    const lost = new Float64Array(mayLose + 1);
    const fired = new Float64Array(2);
    for (const [number, under] of byDeed) {
      const all = under.reduce((sum, chance) => sum + chance, 0);
      fired[number < 0 ? 0 : 1]! += all;
      const blows = this.#blowsOf(actor, number);
      marks.forEach((_, mark) => {
        if (blows.every((blow) => blow.mark !== mark)) for (const distribution of costs[mark]!) distribution[0]! += all;
      });
      for (const blow of blows) this.#addCosts(blow, under, costs[blow.mark]!);
      const losses = deeds[number]?.losses;
      if (losses === undefined) lost[0]! += all;
      else
        for (const { causes, chance } of this.#causes(deeds[number]!, under)) {
          const distribution = losses.distribution(causes);
          for (let models = 0; models < distribution.length; models++) lost[models]! += chance * distribution[models]!;
        }
    }
    return { after: this.#afterAll(actor, byDeed, before.length), costs, fired, lost };
  }

  /** What a blow costs its mark. */
  #addCosts(blow: BlowAt<State>, before: Chances, distributions: readonly Float64Array[]): void {
    const counts = this.#counts[blow.mark]!;
    before.forEach((chance, state) => {
      if (chance === 0) return;
      const from = this.#of(blow.mark, state);
      const { to, chances } = this.#row(blow, from);
      distributions.forEach((distribution, c) => {
        for (let i = 0; i < to.length; i++) {
          const cost = counts[to[i]!]![c]! - counts[from]![c]!;
          distribution[cost] = distribution[cost]! + chance * chances[i]!;
        }
      });
    });
  }

  /** What of a deed's blows its own losses go by, each combination with its chance. */
  #causes({ blows, losses }: Deed<State>, before: Chances): Iterable<{ readonly causes: number[]; chance: number }> {
    const found = new Map<string, { readonly causes: number[]; chance: number }>();
    const visit = (state: number, causes: number[], chance: number): void => {
      const blow = blows[causes.length];
      const cause = losses!.causes[causes.length];
      if (blow === undefined) keptIn(found, causes.join(), () => ({ causes, chance: 0 })).chance += chance;
      else if (cause === undefined) visit(state, [...causes, 0], chance);
      else
        for (const [number, share] of this.#causeDistribution(blow, cause, this.#of(blow.mark, state)))
          visit(state, [...causes, number], chance * share);
    };
    before.forEach((chance, state) => {
      if (chance > 0) visit(state, [], chance);
    });
    return found.values();
  }

  #causeDistribution(
    blow: BlowAt<State>,
    cause: (before: State, after: State) => number,
    from: number,
  ): Map<number, number> {
    const { list } = this.#marks[blow.mark]!;
    const { to, chances } = this.#row(blow, from);
    const distribution = new Map<number, number>();
    to.forEach((end, i) => {
      const number = cause(list[from]!, list[end]!);
      distribution.set(number, (distribution.get(number) ?? 0) + chances[i]!);
    });
    return distribution;
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
        worth: (state) => marks.reduce((sum, _, m) => sum + price(m) * this.counts(m, state)[0]!, 0),
      },
    ];
  }
}

/** What may be left of a mark: STANDS, LIES, GONE. */
const LEFTS = 3;

function rowOf<State>(ways: readonly (readonly [State, number])[], states: MarkStates<State>): MarkRow {
  const found = new Map<number, number>();
  for (const [state, chance] of ways) {
    const to = states.number(state);
    found.set(to, (found.get(to) ?? 0) + chance);
  }
  return { to: Int32Array.from(found.keys()), chances: Float64Array.from(found.values()) };
}
