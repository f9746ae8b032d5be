import type { CountStates } from "./count-states.ts";
import type { Asked, Phases, RallyPart, Way } from "./phases.ts";
import type { Aim, Plan } from "./plan.ts";

/** Where one state of a side leads, and the chances. */
export interface Row {
  /** By how much the number of the state changes. */
  readonly moves: Int32Array;
  readonly chances: Float64Array;
}

/** Where each phase of the written battle leads from each state of a side: rows made when they are first needed. */
export class Rows {
  readonly #plan: Plan;
  readonly #phases: Phases;
  readonly #sides: readonly [CountStates, CountStates];
  readonly #volleys = new Map<string, (Row | undefined)[]>();
  readonly #rallies = new Map<string, Row[]>();

  constructor(plan: Plan, phases: Phases, sides: readonly [CountStates, CountStates]) {
    this.#plan = plan;
    this.#phases = phases;
    this.#sides = sides;
  }

  /** The fire of so many ready soldiers; undefined where nobody fires or is fired at. */
  volley(turn: number, aim: Aim, shooters: number, own: number): Row | undefined {
    if (shooters === 0) return undefined;
    const side = this.#sides[aim.target]!;
    const scene = this.#plan.scenes[Math.min(turn, this.#plan.scenes.length - 1)]!;
    const key = `${aim.unit} ${scene.orders.join()} ${aim.gap} ${shooters}`;
    let rows = this.#volleys.get(key);
    if (rows === undefined) {
      rows = [];
      this.#volleys.set(key, rows);
    }
    // Whoever is down while others stand is not shot at: one row serves however many they are.
    const state = side.isStanding(own) ? side.standing(own) : own;
    rows[state] ??= this.#volley(turn, aim, shooters, state, side);
    return rows[state];
  }

  #volley(turn: number, aim: Aim, shooters: number, state: number, side: CountStates): Row | undefined {
    const muster = side.muster(state);
    if (side.stock.limited) {
      const ways = this.#phases.volleyWays(turn, aim, [shooters], muster);
      return ways && rowOf(ways, state, side);
    }
    const asked = this.#phases.volley(turn, aim, [shooters], muster);
    return asked && this.#rowOf(asked, state, side);
  }

  #rowOf({ runs: [asked] }: Asked, own: number, side: CountStates): Row {
    const { rest, groups } = asked!;
    const { packed, chances } = this.#phases.spread(groups);
    const from = side.alike(own);
    return { moves: packed.map((counts) => side.first(rest + counts) - from), chances };
  }

  /** One part of a side's rally. */
  rally(part: RallyPart, which: 0 | 1, own: number): Row {
    const key = `${part} ${which}`;
    let rows = this.#rallies.get(key);
    if (rows === undefined) {
      rows = [];
      this.#rallies.set(key, rows);
    }
    const side = this.#sides[which];
    rows[own] ??= this.#rally(part, which, own, side);
    return rows[own]!;
  }

  #rally(part: RallyPart, which: 0 | 1, own: number, side: CountStates): Row {
    const muster = side.muster(own);
    const { stock, squad } = side;
    const isPlain = !stock.limited && part !== "sacrifice" && squad.bonuses.length === 1;
    if (isPlain) return this.#rowOf(this.#phases.rally([part], which, muster), own, side);
    return rowOf(this.#phases.rallyWays(part, which, muster), own, side, part === "care");
  }
}

/** @param isLast of the turn: medikits that are so many a turn come back */
function rowOf(ways: readonly Way[], own: number, side: CountStates, isLast = false): Row {
  const { perTurn } = side.stock;
  const moves = ways.map((way) => side.state(isLast && perTurn > 0 ? { ...way, medikits: perTurn } : way) - own);
  return { moves: Int32Array.from(moves), chances: Float64Array.from(ways, ({ chance }) => chance) };
}
