import type { DirectPlay, Exact, JointAnswer, Metric, Program, TrialCondition } from "../../../rule/index.ts";
import { upTo } from "../../ruleset.ts";
import type { Chances } from "../../sequence/order.ts";
import { BLOCK, jointOfEnds, law, programOver, tooManyStates, YES_NO } from "../../sequence/program.ts";
import { operationsOf } from "../solve.ts";
import { type Board, boardOf, volleysAt } from "./board.ts";
import { mostLost, ShootingCourse } from "./course.ts";
import { type ShootingWatch, sequencePlayer } from "./play.ts";
import type { SequenceCell } from "./profile.ts";

/** States of all marks together beyond which a sequence is simulated. */
export const MOST_STATES = 100_000;

/** Metrics of one mark at the end. The first two are of all marks. */
const PER_MARK = 3;
const FIRST = 2;

/**
 * What is measured: whether all marks are destroyed, and how many models of them; by mark how it ends; then by shooter, as they shoot, which marks are
 * destroyed by then, its own kills and the wounds it takes of each, whether it had anybody to shoot at, its own losses.
 */
export function metricsOf({ marks, shooters, order }: SequenceCell, board: Board): Metric[] {
  return [
    { name: "allDestroyed", values: YES_NO },
    { name: "killedInAll", values: upTo(board.formations.reduce((sum, { models }) => sum + models, 0)) },
    ...marks.flatMap(({ name, woundsLost }, m): Metric[] => [
      { name: "destroyed", target: name, values: YES_NO },
      { name: "killed", target: name, values: upTo(board.formations[m]!.models) },
      { name: "damage", target: name, values: upTo(board.formations[m]!.wounds - woundsLost) },
    ]),
    ...order.flatMap((number): Metric[] => {
      const { name: section, plans } = shooters[number]!;
      return [
        ...marks.flatMap(({ name, woundsLost }, m): Metric[] => [
          { name: "destroyedAfter", target: name, section, values: YES_NO },
          { name: "killedBy", target: name, section, values: upTo(board.formations[m]!.models) },
          { name: "damageBy", target: name, section, values: upTo(board.formations[m]!.wounds - woundsLost) },
        ]),
        { name: "fired", section, values: YES_NO },
        { name: "selfKilled", section, values: upTo(mostLost(plans)) },
      ];
    }),
  ];
}

const chanceOf = (yes: number): Exact => ({ probabilities: Float64Array.of(1 - yes, yes) });

const destroyedLaw = (board: Board, chances: Chances, mark: number): Exact =>
  law(chances, 2, (state) => Number(board.formations[mark]!.isDestroyed(board.of(mark, state))));

function solve(cell: SequenceCell): Exact[] {
  const { marks, shooters, order } = cell;
  const course = new ShootingCourse(cell);
  const { board } = course;
  let chances = course.start;
  const byShooter = order.flatMap((number): Exact[] => {
    const step = course.step(number, chances);
    chances = step.after;
    return [
      ...marks.flatMap(({ woundsLost }, m): Exact[] => [
        destroyedLaw(board, chances, m),
        { probabilities: step.killed[m]! },
        { probabilities: step.damage[m]!.slice(0, board.formations[m]!.wounds - woundsLost + 1) },
      ]),
      chanceOf(step.fired),
      { probabilities: step.lost.slice(0, mostLost(shooters[number]!.plans) + 1) },
    ];
  });
  return [
    law(chances, 2, (state) => Number(isOver(board, state))),
    law(chances, 1 + board.formations.reduce((sum, { models }) => sum + models, 0), (state) => allKilled(board, state)),
    ...marks.flatMap(({ woundsLost }, m): Exact[] => {
      const formation = board.formations[m]!;
      return [
        destroyedLaw(board, chances, m),
        law(chances, formation.models + 1, (state) => formation.killed(board.of(m, state))),
        law(chances, formation.wounds - woundsLost + 1, (state) => formation.lost(board.of(m, state))),
      ];
    }),
    ...byShooter,
  ];
}

const isOver = (board: Board, state: number): boolean =>
  board.formations.every((formation, mark) => formation.isDestroyed(board.of(mark, state)));

const allKilled = (board: Board, state: number): number =>
  board.formations.reduce((sum, formation, mark) => sum + formation.killed(board.of(mark, state)), 0);

/** Operations of the exact answer: rows of every fire, then every shooter's way over the board. */
export function operationsOfSequence(cell: SequenceCell, board: Board): number {
  const seen = new Set<string>();
  let operations = 0;
  for (const { plans } of cell.shooters)
    for (const { fires } of plans) {
      operations += board.states * fires.reduce((sum, { mark }) => sum + board.formations[mark]!.states, 1);
      for (const fire of fires) {
        const formation = board.formations[fire.mark]!;
        const volleys = volleysAt(board, fire, formation.start);
        const key = `${fire.mark} ${JSON.stringify(volleys)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        operations += operationsOf({ ...cell.marks[fire.mark]!, volleys }) * formation.states;
      }
    }
  return operations;
}

/** The answer of a question of what the marks are like in the end. */
const jointOf = (cell: SequenceCell, operations: number, question: TrialCondition): JointAnswer =>
  jointOfEnds(question, FIRST + cell.marks.length * PER_MARK, operations, (used) => {
    const course = new ShootingCourse(cell);
    const { board } = course;
    const tell = (metric: number, state: number): number => {
      if (metric < FIRST) return metric === 0 ? Number(isOver(board, state)) : allKilled(board, state);
      const mark = Math.floor((metric - FIRST) / PER_MARK);
      const formation = board.formations[mark]!;
      const own = board.of(mark, state);
      return [Number(formation.isDestroyed(own)), formation.killed(own), Math.max(0, formation.lost(own))][
        (metric - FIRST) % PER_MARK
      ]!;
    };
    return {
      chances: cell.order.reduce((before, shooter) => course.after(shooter, before), course.start),
      binsOf: (state) => used.map((metric) => tell(metric, state)),
    };
  });

/** A sequence played die by die. @param watch told what happens while it does */
export function directSequence(cell: SequenceCell, watch?: ShootingWatch): DirectPlay {
  const { board, play } = sequencePlayer(cell);
  const { marks } = cell;
  const metrics = metricsOf(cell, board);
  const bins = new Int32Array(metrics.length);
  return {
    id: "C-SEQ",
    metrics,
    blockSize: BLOCK,
    dice: 40 * cell.shooters.length,
    exact: "solved by chains",
    rule: (dice) => {
      const deeds = play(dice, watch);
      const ends = deeds.at(-1)!.after;
      board.formations.forEach((formation, m) => {
        const own = FIRST + m * PER_MARK;
        bins[own] = Number(formation.isDestroyed(ends[m]!));
        bins[own + 1] = formation.killed(ends[m]!);
        bins[own + 2] = formation.lost(ends[m]!);
      });
      bins[0] = board.standing(ends) === 0 ? 1 : 0;
      bins[1] = board.formations.reduce((sum, formation, m) => sum + formation.killed(ends[m]!), 0);
      let at = FIRST + marks.length * PER_MARK;
      for (const { plan, before, after, lost } of deeds) {
        board.formations.forEach((formation, m) => {
          bins[at++] = Number(formation.isDestroyed(after[m]!));
          bins[at++] = formation.killed(after[m]!) - formation.killed(before[m]!);
          bins[at++] = formation.lost(after[m]!) - formation.lost(before[m]!);
        });
        bins[at++] = plan === undefined ? 0 : 1;
        bins[at++] = lost;
      }
      return bins;
    },
  };
}

/** A sequence as a program: exact over the states of all marks together, simulated die by die. */
export function programOfSequence(cell: SequenceCell): Program {
  const board = boardOf(cell);
  return programOver(directSequence(cell), tooManyStates(board.states, MOST_STATES), () => {
    const operations = operationsOfSequence(cell, board);
    return {
      exact: { operations, solve: () => solve(cell) },
      joint: (question) => jointOf(cell, operations, question),
    };
  });
}
