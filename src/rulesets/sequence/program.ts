import type { Dice } from "../../dice/index.ts";
import {
  type DirectPlay,
  directProgramOf,
  type Exact,
  type JointAnswer,
  jointOfFactors,
  type Metric,
  MULTIPLICATIONS,
  metricsIn,
  type Program,
  type TrialCondition,
} from "../../rule/index.ts";
import { englishIn, message, type Sentence } from "../../rule/message.ts";
import { type OrderSearch, type Shares, upTo } from "../ruleset.ts";
import { Course } from "./course.ts";
import { bestOrdersOf, type Chances } from "./order.ts";
import { chosenBy, STANDS, type Turn } from "./turn.ts";

/** Trials in a block: a constant, so that results do not depend on workers. */
export const BLOCK = 4_096;
/** States of all marks together beyond which a turn is simulated. */
const MOST_STATES = 500_000;
/** Operations that finding a row takes: every way of an act at a mark. */
const ROW = 2_000;

export const YES_NO = ["no", "yes"];

/** Metrics of all marks together; by mark, before what is counted of it; by actor and mark. */
const FIRST = 2;

/** Where reports find what each unit has done. */
export const SHARES: Shares = {
  kills: "casualtiesBy",
  destroyed: "destroyedAfter",
  fired: "fired",
  counts: "casualties",
};

/**
 * What is measured: whether all marks are destroyed, and how many models they lose; by mark how it ends; then by actor,
 * as they act, which marks are destroyed by then and the models it costs each, and whether it had anybody to act at.
 */
export function metricsOf<State>({ marks, actors, order, counted }: Turn<State>): Metric[] {
  return [
    { name: "allDestroyed", values: YES_NO },
    { name: "casualtiesInAll", values: upTo(marks.reduce((sum, { models }) => sum + models, 0)) },
    ...marks.flatMap(({ name: target, models }): Metric[] => [
      { name: "destroyed", target, values: YES_NO },
      ...counted.map((name) => ({ name, target, values: upTo(models) })),
    ]),
    ...order.flatMap((number): Metric[] => {
      const { name: section } = actors[number]!;
      return [
        ...marks.flatMap(({ name: target, models }): Metric[] => [
          { name: "destroyedAfter", target, section, values: YES_NO },
          { name: "casualtiesBy", target, section, values: upTo(models) },
        ]),
        { name: "fired", section, values: YES_NO },
      ];
    }),
  ];
}

/** States of all marks together, at most. */
const mostStates = <State>({ marks }: Turn<State>): number => marks.reduce((states, { most }) => states * most, 1);

/** A row of every act, then every actor's way over the states. */
function operationsOf<State>({ marks, actors }: Turn<State>, states: number): number {
  const longest = Math.max(...marks.map(({ most }) => most));
  const rows = actors.reduce((sum, { wishes }) => sum + wishes.reduce((own, m) => own + marks[m]!.most, 0), 0);
  return Math.ceil(ROW * rows + (actors.length * states * longest) / MULTIPLICATIONS);
}

/** What is read off the chances of all states. */
export function law(chances: Chances, bins: number, read: (state: number) => number): Exact {
  const probabilities = new Float64Array(bins);
  chances.forEach((chance, state) => {
    if (chance > 0) probabilities[read(state)]! += chance;
  });
  return { probabilities };
}

/** What the metrics of the end are in a state, in their order. */
function endOf<State>(course: Course<State>, state: number): number[] {
  const { marks } = course.turn;
  return [
    Number(marks.every((_, m) => course.isDestroyed(m, state))),
    marks.reduce((sum, _, m) => sum + course.lost(m, state), 0),
    ...marks.flatMap((mark, m) => [Number(course.isDestroyed(m, state)), ...mark.counts(course.stateOf(m, state))]),
  ];
}

function solve<State>(turn: Turn<State>): Exact[] {
  const course = new Course(turn);
  const { marks, order } = turn;
  let chances = course.start;
  const byActor = order.flatMap((actor): Exact[] => {
    const { after, lost, fired } = course.deed(actor, chances);
    chances = after;
    return [
      ...marks.flatMap((_, m): Exact[] => [
        law(chances, 2, (state) => Number(course.isDestroyed(m, state))),
        { probabilities: lost[m]! },
      ]),
      { probabilities: Float64Array.of(1 - fired, fired) },
    ];
  });
  const metrics = metricsOf(turn).slice(0, endsOf(turn));
  const ends = metrics.map(({ values }) => new Float64Array(values.length));
  chances.forEach((chance, state) => {
    if (chance === 0) return;
    endOf(course, state).forEach((bin, metric) => {
      ends[metric]![bin] = ends[metric]![bin]! + chance;
    });
  });
  return [...ends.map((probabilities) => ({ probabilities })), ...byActor];
}

/** Metrics that speak of the end. */
const endsOf = <State>({ marks, counted }: Turn<State>): number => FIRST + marks.length * (1 + counted.length);

/**
 * The answer of a question of what the marks are like in the end.
 * @param ends how many metrics speak of the end
 * @param play the chances of all states at the end, and what some metrics are in a state
 */
export function jointOfEnds(
  question: TrialCondition,
  ends: number,
  operations: number,
  play: (used: readonly number[]) => { readonly chances: Chances; binsOf(state: number): number[] },
): JointAnswer {
  const used = metricsIn(question);
  if (used.some((metric) => metric >= ends))
    return { impossible: "what a shooter does is summed apart from what the others do" };
  return {
    operations,
    solve() {
      const { chances, binsOf } = play(used);
      const found = new Map<string, { readonly bins: number[]; chance: number }>();
      chances.forEach((chance, state) => {
        if (chance === 0) return;
        const bins = binsOf(state);
        const known = found.get(bins.join());
        if (known) known.chance += chance;
        else found.set(bins.join(), { bins, chance });
      });
      const all = [...found.values()];
      const own = { probabilities: Float64Array.from(all, ({ chance }) => chance) };
      const answer = jointOfFactors(
        question,
        [{ metrics: used, bins: all.map(({ bins }) => bins), law: own }],
        operations,
      );
      if ("impossible" in answer) throw new RangeError(englishIn(answer.impossible));
      return answer.solve();
    },
  };
}

function jointOf<State>(turn: Turn<State>, operations: number, question: TrialCondition): JointAnswer {
  return jointOfEnds(question, endsOf(turn), operations, (used) => {
    const course = new Course(turn);
    return {
      chances: turn.order.reduce((before, actor) => course.after(actor, before), course.start),
      binsOf(state) {
        const end = endOf(course, state);
        return used.map((metric) => end[metric]!);
      },
    };
  });
}

/** Who is told while a turn is played. */
export interface Watch<State> {
  /** An actor begins, at a mark; -1 where there is nobody. */
  begins(actor: number, mark: number): void;
  ends(actor: number, mark: number, before: State, after: State): void;
}

/** A turn played die by die. */
export function directTurn<State>(turn: Turn<State>, watch?: Watch<State>): DirectPlay {
  const { marks, actors, order } = turn;
  const metrics = metricsOf(turn);
  const bins = new Int32Array(metrics.length);
  const play = (dice: Dice): Int32Array => {
    const states = marks.map(({ start }) => start);
    let at = endsOf(turn);
    for (const number of order) {
      const actor = actors[number]!;
      const mark = chosenBy(actor, (m) => marks[m]!.left(states[m]!));
      watch?.begins(number, mark);
      const lost = marks.map((own, m) => own.counts(states[m]!)[0]!);
      if (mark >= 0) {
        // Lanes go by who acts at whom, so that turns in another order are played on like dice.
        dice.lane?.(number * marks.length + mark, 0);
        const before = states[mark]!;
        states[mark] = actor.act(mark, before, dice);
        watch?.ends(number, mark, before, states[mark]!);
      }
      marks.forEach((own, m) => {
        bins[at++] = own.left(states[m]!) < STANDS ? 1 : 0;
        bins[at++] = own.counts(states[m]!)[0]! - lost[m]!;
      });
      bins[at++] = mark >= 0 ? 1 : 0;
    }
    at = FIRST;
    bins[0] = 1;
    bins[1] = 0;
    marks.forEach((own, m) => {
      const destroyed = own.left(states[m]!) < STANDS ? 1 : 0;
      const counts = own.counts(states[m]!);
      bins[0]! &= destroyed;
      bins[1]! += counts[0]!;
      bins[at++] = destroyed;
      for (const count of counts) bins[at++] = count;
    });
    return bins;
  };
  return { id: turn.id, metrics, blockSize: BLOCK, dice: 18 * order.length, exact: "solved by chains", rule: play };
}

/** Why marks with so many states together have no exact answer; undefined where they have. */
export const tooManyStates = (states: number, most: number): Sentence | undefined =>
  states > most
    ? message`the targets have ${states} states together, more than the ${most} that are solved`
    : undefined;

/** What is played die by die as a program: exact over the states of all marks together, where nothing speaks against it. */
export function programOver(
  play: DirectPlay,
  impossible: Sentence | undefined,
  solved: () => Required<Pick<Program, "exact" | "joint">>,
): Program {
  const { metrics, blockSize, work, kernel } = directProgramOf(play);
  const head = { metrics, blockSize, ...(work === undefined ? {} : { work }), kernel };
  return impossible === undefined ? { ...head, ...solved() } : { ...head, exact: { impossible } };
}

/** A turn as a program. */
export function programOfTurn<State>(turn: Turn<State>): Program {
  const states = mostStates(turn);
  return programOver(directTurn(turn), turn.impossible ?? tooManyStates(states, MOST_STATES), () => {
    const operations = operationsOf(turn, states);
    return {
      exact: { operations, solve: () => solve(turn) },
      joint: (question) => jointOf(turn, operations, question),
    };
  });
}

/** The best order of a turn's units, aim by aim; undefined where there is none to choose, or too much to try. */
export function bestOrdersOfTurn<State>(turn: Turn<State>): OrderSearch | undefined {
  const { actors, order, ranks } = turn;
  if (turn.impossible !== undefined || mostStates(turn) > MOST_STATES) return undefined;
  const course = new Course(turn);
  const longest = Math.max(...turn.marks.map(({ most }) => most));
  return bestOrdersOf({
    names: actors.map(({ name }) => name),
    order,
    ranks,
    work: course.states * Math.min(longest, 200),
    start: course.start,
    firsts: actors.map(({ wishes, may }) => wishes.filter((mark, i) => i === 0 || may[mark]!)),
    targets: turn.marks.map(({ name }) => name),
    after: (actor, chances, first) => course.after(actor, chances, first),
    aims: course.aims,
  });
}
