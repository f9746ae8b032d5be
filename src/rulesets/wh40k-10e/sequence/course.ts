import { DOUBLES, type Exact, probabilitiesOf } from "../../../rule/index.ts";
import type { Chances } from "../../sequence/order.ts";
import { isSafe, lossesLaw } from "../losses.ts";
import { demisesIn } from "../play.ts";
import { striking } from "../solve.ts";
import { type Board, boardOf, volleysAt } from "./board.ts";
import type { FireAtMark, FirePlan, SequenceCell } from "./profile.ts";

/** Where a fire may leave a mark, from one state. */
interface MarkEnds {
  readonly to: readonly number[];
  readonly chances: readonly number[];
}

/** What one shooter does. */
export interface DeedLaw {
  readonly after: Chances;
  /** By mark, the law of its own kills, and of the wounds that it takes. */
  readonly killed: readonly Float64Array[];
  readonly damage: readonly Float64Array[];
  /** The chance that it has anybody to shoot at. */
  readonly fired: number;
  /** The law of its own losses. */
  readonly lost: Float64Array;
}

/**
 * The exact course of a sequence: all marks' states together, shooter after shooter. Who shoots at whom depends on who
 * stands, so that the marks are not independent of each other. In doubles, to 1e-12.
 */
export class ShootingCourse {
  readonly board: Board;
  readonly #cell: SequenceCell;
  /** Rows of a fire by the volleys that it comes to and the state that they find. */
  readonly #rows = new Map<string, Map<number, MarkEnds>>();
  readonly #strikes = new Map<string, ReturnType<typeof striking<number>>>();
  readonly #keys = new Map<FireAtMark, string[]>();
  /** By state of the board, the marks that stand. */
  readonly #standing: Uint16Array;

  constructor(cell: SequenceCell) {
    this.#cell = cell;
    this.board = boardOf(cell);
    const { board } = this;
    this.#standing = Uint16Array.from({ length: board.states }, (_, state) =>
      board.standing(board.formations.map((_, mark) => board.of(mark, state))),
    );
  }

  get start(): Chances {
    const chances = new Float64Array(this.board.states);
    chances[this.board.start] = 1;
    return chances;
  }

  /**
   * The chances after a shooter, from those before it.
   * @param first the mark that it prefers to all others; as it is written unless given
   */
  after(shooter: number, before: Chances, first?: number): Chances {
    const own = this.#cell.shooters[shooter]!;
    const { plans, planOf } = own.others.find(({ mark }) => mark === first) ?? own;
    const after = new Float64Array(before.length);
    for (const [number, plan] of [...plans, undefined].entries()) {
      const under = this.#under(before, planOf, plan === undefined ? -1 : number);
      if (under === undefined) continue;
      const moved = (plan?.fires ?? []).reduce((chances, fire) => this.#moved(fire, chances), under);
      moved.forEach((chance, state) => {
        after[state]! += chance;
      });
    }
    return after;
  }

  /** All that a shooter does, from the chances before it. */
  step(shooter: number, before: Chances): DeedLaw {
    const { board } = this;
    const { plans, planOf } = this.#cell.shooters[shooter]!;
    const killed = board.formations.map(({ models }) => new Float64Array(models + 1));
    const damage = board.formations.map(({ wounds }) => new Float64Array(wounds + 1));
    const lost: number[] = [];
    const add = (chance: number, models: number) => {
      lost[models] = (lost[models] ?? 0) + chance;
    };
    let silent = 0;
    const none = this.#under(before, planOf, -1);
    if (none !== undefined) {
      silent = none.reduce((sum, chance) => sum + chance, 0);
      add(silent, 0);
    }
    const idle = board.formations.map(() => silent);
    plans.forEach((plan, number) => {
      const own = this.#under(before, planOf, number);
      if (own === undefined) return;
      const all = own.reduce((sum, chance) => sum + chance, 0);
      board.formations.forEach((_, mark) => {
        if (plan.fires.every((fire) => fire.mark !== mark)) idle[mark]! += all;
      });
      for (const fire of plan.fires) {
        const formation = board.formations[fire.mark]!;
        own.forEach((chance, state) => {
          if (chance === 0) return;
          const from = board.of(fire.mark, state);
          const { to, chances } = this.#row(fire, from);
          to.forEach((end, i) => {
            killed[fire.mark]![formation.killed(end) - formation.killed(from)]! += chance * chances[i]!;
            damage[fire.mark]![formation.lost(end) - formation.lost(from)]! += chance * chances[i]!;
          });
        });
      }
      for (const [destroyed, chance] of this.#demises(plan, own))
        probabilitiesOf(lossesLaw(plan.own, destroyed)).forEach((own, models) => {
          add(chance * own, models);
        });
    });
    idle.forEach((chance, mark) => {
      killed[mark]![0]! += chance;
      damage[mark]![0]! += chance;
    });
    const most = mostLost(plans);
    return {
      after: this.after(shooter, before),
      killed,
      damage,
      fired: 1 - silent,
      lost: Float64Array.from({ length: most + 1 }, (_, models) => lost[models] ?? 0),
    };
  }

  /** The chances under one plan (-1: nobody to shoot at); undefined where there are none. */
  #under(before: Chances, planOf: readonly number[], plan: number): Chances | undefined {
    const own = new Float64Array(before.length);
    let isAny = false;
    before.forEach((chance, state) => {
      if (chance === 0 || planOf[this.#standing[state]!] !== plan) return;
      own[state] = chance;
      isAny = true;
    });
    return isAny ? own : undefined;
  }

  /** The chances after one fire: its mark moves, the others stay where they are. */
  #moved(fire: FireAtMark, before: Chances): Chances {
    const stride = this.board.strides[fire.mark]!;
    const after = new Float64Array(before.length);
    before.forEach((chance, state) => {
      if (chance === 0) return;
      const from = this.board.of(fire.mark, state);
      const rest = state - from * stride;
      const { to, chances } = this.#row(fire, from);
      for (let i = 0; i < to.length; i++) {
        const end = rest + to[i]! * stride;
        after[end] = after[end]! + chance * chances[i]!;
      }
    });
    return after;
  }

  #row(fire: FireAtMark, from: number): MarkEnds {
    const key = this.#keyOf(fire, from);
    let rows = this.#rows.get(key);
    if (rows === undefined) {
      rows = new Map();
      this.#rows.set(key, rows);
    }
    let row = rows.get(from);
    if (row === undefined) {
      row = this.#made(fire, from, key);
      rows.set(from, row);
    }
    return row;
  }

  #made(fire: FireAtMark, from: number, key: string): MarkEnds {
    const { board } = this;
    const { spill, devastatingWhen } = this.#cell.marks[fire.mark]!;
    let strike = this.#strikes.get(key);
    if (strike === undefined) {
      const volleys = volleysAt(board, fire, from);
      strike = striking(DOUBLES, { volleys, spill, devastatingWhen }, board.formations[fire.mark]!);
      this.#strikes.set(key, strike);
    }
    const to: number[] = [];
    const chances: number[] = [];
    strike(from).weights.forEach((chance, state) => {
      if (chance === 0) return;
      to.push(state);
      chances.push(chance);
    });
    return { to, chances };
  }

  /** What tells fires apart: the mark and the volleys at it. */
  #keyOf(fire: FireAtMark, from: number): string {
    let keys = this.#keys.get(fire);
    if (keys === undefined) {
      keys = [];
      this.#keys.set(fire, keys);
    }
    keys[from] ??= `${fire.mark} ${JSON.stringify(volleysAt(this.board, fire, from))}`;
    return keys[from];
  }

  /** Models with Deadly Demise that a plan destroys, fire by fire, each combination with its chance. */
  #demises({ fires, own, demising }: FirePlan, before: Chances): [Exact[], number][] {
    const { board } = this;
    const certain = (models: number, of: number): Exact => ({
      weights: Array.from({ length: of + 1 }, (_, n) => (n === models ? 1n : 0n)),
      total: 1n,
    });
    const all = before.reduce((sum, chance) => sum + chance, 0);
    const most = fires.map(({ mark }) => board.formations[mark]!.models);
    if (isSafe(own) || own.demises.every((amount) => amount === undefined))
      return [[most.map((models) => certain(0, models)), all]];
    const found = new Map<string, { readonly models: readonly number[]; chance: number }>();
    before.forEach((chance, state) => {
      if (chance === 0) return;
      let ways: { models: number[]; chance: number }[] = [{ models: [], chance }];
      fires.forEach((fire, i) => {
        const law = own.demises[i] === undefined ? new Map([[0, 1]]) : this.#exploding(fire, demising[i]!, state);
        ways = ways.flatMap((way) =>
          [...law].map(([models, share]) => ({ models: [...way.models, models], chance: way.chance * share })),
        );
      });
      for (const way of ways) {
        const known = found.get(way.models.join());
        if (known) known.chance += way.chance;
        else found.set(way.models.join(), way);
      }
    });
    return [...found.values()].map(({ models, chance }) => [models.map((own, i) => certain(own, most[i]!)), chance]);
  }

  /** Models with Deadly Demise that a fire destroys. */
  #exploding(fire: FireAtMark, demising: readonly boolean[], state: number): Map<number, number> {
    const formation = this.board.formations[fire.mark]!;
    const from = this.board.of(fire.mark, state);
    const before = demisesIn(formation, demising, from);
    const { to, chances } = this.#row(fire, from);
    const law = new Map<number, number>();
    to.forEach((end, i) => {
      const models = demisesIn(formation, demising, end) - before;
      law.set(models, (law.get(models) ?? 0) + chances[i]!);
    });
    return law;
  }
}

/** Models that a shooter may lose to its own weapons and to what it destroys. */
export const mostLost = (plans: readonly FirePlan[]): number =>
  Math.max(0, ...plans.map(({ own }) => own.lines.reduce((sum, { models }) => sum + models, 0)));
