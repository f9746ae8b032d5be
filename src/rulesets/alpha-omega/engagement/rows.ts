import { keptIn } from "../../../rule/once.ts";
import type { CountStates } from "./count-states.ts";
import { multinomialOf, runsOf } from "./multinomial.ts";
import { type Asked, Phases, type RallyPart, type Way } from "./phases.ts";
import type { Aim, Plan } from "./plan.ts";

/** Where one state of a side leads, and the chances. */
export interface Row {
  /**
   * By run of states that it leads to: by how much the number of the first one is higher, and how many they are, that
   * one and those before it.
   */
  readonly runs: Int32Array;
  /** Run by run. */
  readonly chances: Float64Array;
  /**
   * Whether states that differ from this one in who is down alone have it in common; no two of its runs lead to the
   * same state then.
   */
  readonly isShared?: boolean;
}

/** Where each phase of the written battle leads from each state of a side: rows made when they are first needed. */
export function rowsOf(plan: Plan, sides: readonly [CountStates, CountStates]) {
  const phases = new Phases(plan);
  const made = new Map<string, (Row | undefined)[]>();

  function askedRow({ runs: [asked] }: Asked, state: number, side: CountStates): Row {
    const { rest, groups } = asked!;
    const spread = multinomialOf(groups);
    const { packed, chances } = spread;
    const from = side.alike(state);
    const moveTo = (counts: number) => side.first(rest + counts) - from;
    // One more who is down is the state before, where nothing else is in the state of a side.
    if (side.stock.size === 1) {
      const isShared = state === side.standing(state);
      return { runs: runsOf(spread).map((word, i) => (i % 2 === 0 ? moveTo(word) : word)), chances, isShared };
    }
    return { runs: Int32Array.from([...packed].flatMap((counts) => [moveTo(counts), 1])), chances };
  }

  function volleyRow(turn: number, aim: Aim, shooters: number, state: number, side: CountStates): Row | undefined {
    const muster = side.muster(state);
    if (side.stock.limited) {
      const ways = phases.volleyWays(turn, aim, [shooters], muster);
      return ways && rowOf(ways, state, side);
    }
    const asked = phases.volley(turn, aim, [shooters], muster);
    return asked && askedRow(asked, state, side);
  }

  return {
    /** The fire of so many ready soldiers, by state; undefined where nobody fires or is fired at. */
    volley(turn: number, aim: Aim, shooters: number): (before: number) => Row | undefined {
      if (shooters === 0) return () => undefined;
      const side = sides[aim.target]!;
      const scene = plan.scenes[Math.min(turn, plan.scenes.length - 1)]!;
      const rows = keptIn(made, `${aim.unit} ${scene.orders.join()} ${aim.gap} ${shooters}`, () => []);
      return (before) => {
        // Whoever is down while others stand is not shot at: one row serves however many they are.
        const state = side.isStanding(before) ? side.standing(before) : before;
        rows[state] ??= volleyRow(turn, aim, shooters, state, side);
        return rows[state];
      };
    },

    /** One part of a side's rally, by state. */
    rally(part: RallyPart, which: 0 | 1): (before: number) => Row | undefined {
      const side = sides[which];
      const isPlain = !side.stock.limited && part !== "sacrifice" && side.squad.bonuses.length === 1;
      const rows = keptIn(made, `${which} ${part}`, () => []);
      return (before) => {
        // Whoever is down is nothing to those who are no longer pinned.
        const state = isPlain && part === "unpin" ? side.standing(before) : before;
        rows[state] ??= isPlain
          ? askedRow(phases.rally([part], which, side.muster(state)), state, side)
          : rowOf(phases.rallyWays(part, which, side.muster(state)), state, side, part === "care");
        return rows[state];
      };
    },
  };
}

/** @param isLast of the turn: medikits that are so many a turn come back */
function rowOf(ways: readonly Way[], state: number, side: CountStates, isLast = false): Row {
  const { perTurn } = side.stock;
  const runs = ways.flatMap((way) => [
    side.state(isLast && perTurn > 0 ? { ...way, medikits: perTurn } : way) - state,
    1,
  ]);
  return { runs: Int32Array.from(runs), chances: Float64Array.from(ways, ({ chance }) => chance) };
}
