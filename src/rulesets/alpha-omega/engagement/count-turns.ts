import type { CountStates } from "./count-states.ts";
import { readyOf } from "./counts.ts";
import type { Plan } from "./plan.ts";
import { atTurn } from "./profile.ts";
import { type Row, rowsOf } from "./rows.ts";

/** Given a range of states of the other side: where one state leads; undefined where it stays. */
export type RowOf = (range: number) => (state: number) => Row | undefined;

/** What one volley, or the rally of a side, makes of the side that it befalls. */
export interface CountPhase {
  readonly befalls: 0 | 1;
  /** Where ranges of states of the other side begin that do the same, and where the last one ends. */
  readonly ranges: ArrayLike<number>;
  /** One after another. */
  readonly rows: readonly RowOf[];
}

/** Told of each volley that has a chance: on which turn (from 0), whose, and whether anybody of who is fired at is ready. */
export type OnVolley = (turn: number, unit: number, isReady: boolean) => void;

/** The phases of a turn of fire and rally between two units of like soldiers, over the states of both (E-03, E-16). */
export function countTurns(plan: Plan, sides: readonly [CountStates, CountStates], onVolley?: OnVolley) {
  const rows = rowsOf(plan, sides);
  return {
    /** The sides that may be Alpha in the shooting phase of a turn (from 0), each as likely, as far as it makes a difference. */
    alphas(turn: number): readonly (0 | 1)[] {
      const { alpha, alphaMatters } = atTurn(plan.scenes, turn);
      return alphaMatters ? [0, 1] : [alpha ?? 0];
    },

    /** The shooting phase: with one enemy unit an interception is the fire of the first sub-phase, at the same range (E-04). */
    fire(turn: number, alpha: 0 | 1): CountPhase[] {
      const scene = atTurn(plan.scenes, turn);
      return (scene.order ?? [[], []])[alpha].flatMap((unit): CountPhase[] => {
        const aim = scene.aims[unit]![0];
        if (aim === undefined) return [];
        const { models, byReady } = sides[unit]!;
        const { counts } = sides[aim.target]!;
        const row: RowOf = (range) => {
          const volley = rows.volley(turn, aim, models - range);
          return (state) => {
            const found = volley(state);
            if (found !== undefined) onVolley?.(turn, unit, readyOf(counts[state]!) > 0);
            return found;
          };
        };
        return [{ befalls: unit === 0 ? 1 : 0, ranges: byReady, rows: [row] }];
      });
    },

    /** The rally of both sides: nothing that the other one does matters in it. */
    get rally(): CountPhase[] {
      return ([0, 1] as const).map((befalls) => ({
        befalls,
        ranges: [0, sides[befalls === 0 ? 1 : 0].size],
        rows: sides[befalls].rally.map((part) => () => rows.rally(part, befalls)),
      }));
    },
  };
}
