import type { Formation } from "../formation.ts";
import { formationOfTarget } from "../solve.ts";
import { type FireAtMark, type SequenceCell, volleysOf } from "./profile.ts";

/** Where all the marks stand: the states of their formations, as one number for all of them together. */
export interface Board {
  readonly formations: readonly Formation[];
  readonly strides: readonly number[];
  readonly states: number;
  readonly start: number;
  /** The state of one mark. */
  of(mark: number, state: number): number;
  /** Which marks still stand: bit m of mark m. */
  standing(states: ArrayLike<number>): number;
}

/** What a fire at a mark that stands in a state comes to be: its volleys, and the same as a key. */
export const volleysAt = (board: Board, fire: FireAtMark, state: number) => {
  const formation = board.formations[fire.mark]!;
  return volleysOf(fire, formation.models - formation.killed(state));
};

export function boardOf({ marks, shooters }: SequenceCell): Board {
  const formations = marks.map((mark, m) => {
    const fires = shooters.flatMap(({ plans }) => plans.flatMap((plan) => plan.fires.filter((own) => own.mark === m)));
    return formationOfTarget({ ...mark, volleys: fires.flatMap(({ salvos }) => salvos.map(({ volley }) => volley)) });
  });
  let states = 1;
  const strides = formations.map((formation) => {
    const stride = states;
    states *= formation.states;
    return stride;
  });
  return {
    formations,
    strides,
    states,
    start: formations.reduce((sum, { start }, m) => sum + start * strides[m]!, 0),
    of: (mark, state) => Math.floor(state / strides[mark]!) % formations[mark]!.states,
    standing: (own) =>
      formations.reduce((mask, formation, m) => mask | (formation.isDestroyed(own[m]!) ? 0 : 1 << m), 0),
  };
}
