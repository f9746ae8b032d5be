import type { Dice } from "../../../dice/index.ts";
import { OnDice } from "../chance.ts";
import { ownFormation, rollLosses } from "../losses.ts";
import { demisesIn, lossLaneOf, targetPlayer } from "../play.ts";
import { type Board, boardOf, volleysAt } from "./board.ts";
import type { FirePlan, SequenceCell } from "./profile.ts";

/** What one shooter did, by mark and to itself. */
export interface ShooterDeed {
  readonly shooter: number;
  readonly plan: FirePlan | undefined;
  /** By mark: its state before and after. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly lost: number;
}

/** What is told while it happens. */
export interface ShootingWatch {
  /** A shooter begins. */
  begins?(shooter: number, plan: FirePlan | undefined): void;
  /** All its attacks at one mark are done. */
  struck?(shooter: number, mark: number, before: number, after: number): void;
  /** Its own losses are known. */
  ends?(shooter: number, lost: number): void;
}

/** A sequence made ready to be played again and again, die by die. */
export function sequencePlayer(cell: SequenceCell): {
  readonly board: Board;
  play(dice: Dice, watch?: ShootingWatch): readonly ShooterDeed[];
} {
  const board = boardOf(cell);
  const { marks, shooters, order } = cell;
  const own = new Map(shooters.flatMap(({ plans }) => plans.map((plan) => [plan, ownFormation(plan.own)] as const)));
  return {
    board,
    play(dice, watch = {}) {
      const chance = new OnDice(dice);
      let states: readonly number[] = board.formations.map(({ start }) => start);
      return order.map((number): ShooterDeed => {
        const { plans, planOf } = shooters[number]!;
        const before = states;
        const plan = plans[planOf[board.standing(before)]!];
        watch.begins?.(number, plan);
        if (plan === undefined) return { shooter: number, plan, before, after: before, lost: 0 };
        const after = [...before];
        const destroyed = plan.fires.map((fire, i) => {
          const { mark } = fire;
          const formation = board.formations[mark]!;
          const target = { ...marks[mark]!, volleys: volleysAt(board, fire, before[mark]!) };
          // Lanes go by who shoots at whom, so that sequences in another order are played on like dice.
          const { state } = targetPlayer(target, formation, number * marks.length + mark)(chance, before[mark]!);
          after[mark] = state;
          watch.struck?.(number, mark, before[mark]!, state);
          const demising = plan.demising[i]!;
          return demisesIn(formation, demising, state) - demisesIn(formation, demising, before[mark]!);
        });
        chance.lane(lossLaneOf(number * marks.length), 0);
        const lost = rollLosses(chance, plan.own, own.get(plan)!, destroyed);
        watch.ends?.(number, lost);
        states = after;
        return { shooter: number, plan, before, after, lost };
      });
    },
  };
}
