import type { OrderSearch } from "../../ruleset.ts";
import { bestOrdersOf, type OrderAim } from "../../sequence/order.ts";
import { ShootingCourse } from "./course.ts";
import type { SequenceCell } from "./profile.ts";
import { MOST_STATES } from "./program.ts";

/**
 * The best of all orders of shooting, and of all choices of whom each unit prefers: for the chance that every mark is
 * destroyed, and for what is destroyed, in points where all marks have some.
 */
export function bestOrders(cell: SequenceCell): OrderSearch | undefined {
  const { shooters, order } = cell;
  const course = new ShootingCourse(cell);
  const { board } = course;
  if (board.states > MOST_STATES) return undefined;
  return bestOrdersOf({
    names: shooters.map(({ name }) => name),
    order,
    work: board.states * board.formations.reduce((sum, { states }) => sum + states, 0),
    start: course.start,
    firsts: shooters.map(({ preferred, others }) =>
      preferred < 0 ? [] : [preferred, ...others.map(({ mark }) => mark)],
    ),
    targets: cell.marks.map(({ name }) => name),
    after: (shooter, chances, first) => course.after(shooter, chances, first),
    aims: aimsOf(cell, course),
  });
}

function aimsOf({ marks }: SequenceCell, { board }: ShootingCourse): OrderAim[] {
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
