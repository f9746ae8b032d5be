import type { BestOrder } from "../../ruleset.ts";
import { type Chances, Course } from "./course.ts";
import type { SequenceCell } from "./profile.ts";
import { MOST_STATES } from "./program.ts";

/** Units of which every order is tried. */
const MOST_SHOOTERS = 6;
/** Ways over the board times its states, beyond which none is. */
const MOST_WORK = 100_000_000;
/** Orders that differ by less are equally good: doubles are summed in another order. */
const EQUAL = 1e-9;

/** What the marks are worth in a state of the board, by aim. */
interface Aim {
  readonly aim: BestOrder["aim"];
  worth(state: number): number;
}

/**
 * The best of all orders of shooting, each unit keeping to whom it shoots at: for the chance that every mark is
 * destroyed, and for what is destroyed, in points where all marks have some. Where orders are equally good it is the one
 * that is written, or that comes first after it.
 */
export function bestOrders(cell: SequenceCell): readonly BestOrder[] | undefined {
  const { shooters, order } = cell;
  if (order.length < 2 || order.length > MOST_SHOOTERS) return undefined;
  const course = new Course(cell);
  const { board } = course;
  const ways = order.reduce((sum, _, i) => sum + fallingFactorial(order.length, i + 1), 0);
  const across = board.formations.reduce((sum, { states }) => sum + states, 0);
  if (board.states > MOST_STATES || ways * board.states * across > MOST_WORK) return undefined;
  const aims = aimsOf(cell, course);
  const best = aims.map(() => ({ order, value: Number.NEGATIVE_INFINITY }));
  const worst = aims.map(() => Number.POSITIVE_INFINITY);
  const written: number[] = [];
  const visit = (done: readonly number[], chances: Chances): void => {
    const left = order.filter((shooter) => !done.includes(shooter));
    if (left.length > 0) {
      for (const shooter of left) visit([...done, shooter], course.after(shooter, chances));
      return;
    }
    aims.forEach(({ worth }, i) => {
      const value = chances.reduce((sum, chance, state) => (chance === 0 ? sum : sum + chance * worth(state)), 0);
      // The order that is written is the first that is tried.
      written[i] ??= value;
      if (value > best[i]!.value + EQUAL) best[i] = { order: done, value };
      worst[i] = Math.min(worst[i]!, value);
    });
  };
  visit([], course.start);
  return aims.map(({ aim }, i) => ({
    aim,
    order: best[i]!.order.map((shooter) => shooters[shooter]!.name),
    value: best[i]!.value,
    written: written[i]!,
    worst: best[i]!.value - worst[i]! < EQUAL ? best[i]!.value : worst[i]!,
  }));
}

function aimsOf({ marks }: SequenceCell, { board }: Course): Aim[] {
  const isPriced = marks.every(({ points }) => points !== undefined);
  const price = (mark: number) => (isPriced ? marks[mark]!.points! / board.formations[mark]!.models : 1);
  return [
    {
      aim: "allDestroyed",
      worth: (state) => Number(board.formations.every((own, mark) => own.isDestroyed(board.of(mark, state)))),
    },
    {
      aim: isPriced ? "points" : "models",
      worth: (state) =>
        board.formations.reduce((sum, own, mark) => sum + price(mark) * own.killed(board.of(mark, state)), 0),
    },
  ];
}

const fallingFactorial = (n: number, k: number): number => (k === 0 ? 1 : n * fallingFactorial(n - 1, k - 1));
