import { type Dice, facesOf, pennedDice, type Throw } from "../../dice/index.ts";
import { type DirectPlay, directProgramOf } from "../../rule/direct.ts";
import type { Exact } from "../../rule/exact.ts";
import { metricsIn } from "../../rule/joint.ts";
import { jointOfFactors } from "../../rule/joint-distribution.ts";
import { englishIn, message, type Sentence } from "../../rule/message.ts";
import { keptIn } from "../../rule/once.ts";
import type { BlockPlace, JointAnswer, Metric, Program, TrialCondition } from "../../rule/program.ts";
import { diceOfTrial } from "../../rule/trace.ts";
import { MULTIPLICATIONS } from "../../rule/work.ts";
import { type Kind, type OrderSearch, upTo } from "../ruleset.ts";
import type { Teller, Telling } from "../telling.ts";
import { bestOrdersOf, type Chances } from "./order.ts";
import { TurnTrace } from "./trace.ts";
import { type BlowAt, type Deed, STANDS, type Turn } from "./turn.ts";

/** Trials in a block: a constant, so that results do not depend on workers. */
const BLOCK = 4_096;
/** Operations that finding a row takes: every way of an act at a mark. */
const ROW = 2_000;

const YES_NO = ["no", "yes"];

/** Metrics of all marks together; by mark, before what is counted of it; by actor and mark. */
const FIRST = 2;

/**
 * What is measured: whether all marks are destroyed, and how many models they lose; by mark how it ends; then by actor,
 * as they act, which marks are destroyed by then and what it costs each, whether it had anybody to act at, and its own losses
 * where it may have some.
 */
function metricsOf<State>({ marks, actors, order, counted, byActor }: Turn<State>): Metric[] {
  const told = counted.slice(0, byActor);
  return [
    { name: "allDestroyed", values: YES_NO },
    { name: `${counted[0]}InAll`, values: upTo(marks.reduce((sum, { models }) => sum + models, 0)) },
    ...marks.flatMap(({ name: target, tops }): Metric[] => [
      { name: "destroyed", target, values: YES_NO },
      ...counted.map((name, c) => ({ name, target, values: upTo(tops[c]!) })),
    ]),
    ...order.flatMap((number): Metric[] => {
      const { name: section, mayLose } = actors[number]!;
      return [
        ...marks.flatMap(({ name: target, tops }): Metric[] => [
          { name: "destroyedAfter", target, section, values: YES_NO },
          ...told.map((name, c) => ({ name: `${name}By`, target, section, values: upTo(tops[c]!) })),
        ]),
        { name: "fired", section, values: YES_NO },
        ...(mayLose === undefined ? [] : [{ name: "selfKilled", section, values: upTo(mayLose) }]),
      ];
    }),
  ];
}

/** States of all marks together, at most. */
const mostStates = <State>({ marks }: Turn<State>): number => marks.reduce((states, { most }) => states * most, 1);

/** A row of every act, then every actor's way over the states. */
function operationsOf<State>({ marks, actors, operations }: Turn<State>, states: number): number {
  if (operations !== undefined) return operations;
  const longest = Math.max(...marks.map(({ most }) => most));
  const blows = actors.flatMap(({ deeds }) => deeds.flatMap((deed) => deed.blows));
  const rows = blows.reduce((sum, { mark }) => sum + marks[mark]!.most, 0);
  return Math.ceil(ROW * rows + (actors.length * states * longest) / MULTIPLICATIONS);
}

/** What is read off the chances of all states. */
function distribution(chances: Chances, bins: number, read: (state: number) => number): Exact {
  const probabilities = new Float64Array(bins);
  chances.forEach((chance, state) => {
    if (chance > 0) probabilities[read(state)]! += chance;
  });
  return { probabilities };
}

/** What the metrics of the end are in a state, in their order. */
function endOf<State>(trace: TurnTrace<State>, state: number): number[] {
  const { marks } = trace.turn;
  return [
    Number(marks.every((_, m) => trace.isDestroyed(m, state))),
    marks.reduce((sum, _, m) => sum + trace.counts(m, state)[0]!, 0),
    ...marks.flatMap((_, m) => [Number(trace.isDestroyed(m, state)), ...trace.counts(m, state)]),
  ];
}

function solve<State>(turn: Turn<State>): Exact[] {
  const trace = new TurnTrace(turn);
  const { marks, actors, order } = turn;
  let chances = trace.start;
  const byActor = order.flatMap((actor): Exact[] => {
    const { after, costs, fired, lost } = trace.deed(actor, chances);
    chances = after;
    return [
      ...marks.flatMap((_, m): Exact[] => [
        distribution(chances, 2, (state) => Number(trace.isDestroyed(m, state))),
        ...costs[m]!.map((probabilities) => ({ probabilities })),
      ]),
      { probabilities: fired },
      ...(actors[actor]!.mayLose === undefined ? [] : [{ probabilities: lost }]),
    ];
  });
  const ends = metricsOf(turn)
    .slice(0, endsOf(turn))
    .map(({ values }) => new Float64Array(values.length));
  chances.forEach((chance, state) => {
    if (chance === 0) return;
    endOf(trace, state).forEach((bin, metric) => {
      ends[metric]![bin] = ends[metric]![bin]! + chance;
    });
  });
  return [...ends.map((probabilities) => ({ probabilities })), ...byActor];
}

/** Metrics that speak of the end. */
const endsOf = <State>({ marks, counted }: Turn<State>): number => FIRST + marks.length * (1 + counted.length);

/** The answer of a question of what the marks are like in the end. */
function jointOf<State>(turn: Turn<State>, operations: number, question: TrialCondition): JointAnswer {
  const used = metricsIn(question);
  if (used.some((metric) => metric >= endsOf(turn)))
    return { impossible: "what a shooter does is summed apart from what the others do" };
  return {
    operations,
    solve() {
      const trace = new TurnTrace(turn);
      const found = new Map<string, { readonly bins: number[]; chance: number }>();
      turn.order
        .reduce((before, actor) => trace.after(actor, before), trace.start)
        .forEach((chance, state) => {
          if (chance === 0) return;
          const end = endOf(trace, state);
          const bins = used.map((metric) => end[metric]!);
          keptIn(found, bins.join(), () => ({ bins, chance: 0 })).chance += chance;
        });
      const all = [...found.values()];
      const drawn = { probabilities: Float64Array.from(all, ({ chance }) => chance) };
      const answer = jointOfFactors(
        question,
        [{ metrics: used, bins: all.map(({ bins }) => bins), distribution: drawn }],
        operations,
      );
      if ("impossible" in answer) throw new RangeError(englishIn(answer.impossible));
      return answer.solve();
    },
  };
}

/** Who is told while a turn is played. */
export interface Watch<State> {
  /** An actor begins; without a deed where there is nobody to act at. */
  begins(actor: number, deed: Deed<State> | undefined): void;
  /** A blow is done. */
  struck(actor: number, blow: BlowAt<State>, before: State, after: State): void;
  /** An actor is done; told where it may have lost models to itself. */
  lost?(actor: number, models: number): void;
  /** Told the dice; left out where acts tell them themselves. */
  pen?(roll: Throw): void;
  /** The same turn as it is told, whose acts do. */
  readonly told?: Turn<State>;
}

/** A turn played die by die. */
function directTurn<State>(turn: Turn<State>, watch?: Watch<State>): DirectPlay {
  const { marks, actors, order, byActor } = turn;
  const metrics = metricsOf(turn);
  const bins = new Int32Array(metrics.length);
  const rule = (dice: Dice): Int32Array => {
    const states = marks.map(({ start }) => start);
    let at = endsOf(turn);
    for (const number of order) {
      const { deeds, choose, mayLose } = actors[number]!;
      const before = [...states];
      const deed = deeds[choose((m) => marks[m]!.left(states[m]!))];
      watch?.begins(number, deed);
      for (const blow of deed?.blows ?? []) {
        const { mark } = blow;
        // Substreams go by who acts at whom, so that turns in another order are played on like dice.
        dice.substream?.(number * marks.length + mark, 0);
        states[mark] = blow.act(before[mark]!, dice);
        watch?.struck(number, blow, before[mark]!, states[mark]!);
      }
      const { blows, losses } = deed ?? {};
      const causes = losses?.causes.map((cause, b) => {
        const { mark } = blows![b]!;
        return cause?.(before[mark]!, states[mark]!) ?? 0;
      });
      const lost = causes === undefined ? 0 : losses!.roll(causes, dice);
      if (causes !== undefined) watch?.lost?.(number, lost);
      marks.forEach((mark, m) => {
        const [counts, had] = [mark.counts(states[m]!), mark.counts(before[m]!)];
        bins[at++] = mark.left(states[m]!) < STANDS ? 1 : 0;
        for (let c = 0; c < byActor; c++) bins[at++] = counts[c]! - had[c]!;
      });
      bins[at++] = deed === undefined ? 0 : 1;
      if (mayLose !== undefined) bins[at++] = lost;
    }
    at = FIRST;
    bins[0] = 1;
    bins[1] = 0;
    marks.forEach((mark, m) => {
      const destroyed = mark.left(states[m]!) < STANDS ? 1 : 0;
      const counts = mark.counts(states[m]!);
      bins[0]! &= destroyed;
      bins[1]! += counts[0]!;
      bins[at++] = destroyed;
      for (const count of counts) bins[at++] = count;
    });
    return bins;
  };
  return {
    id: turn.id,
    metrics,
    blockSize: BLOCK,
    dice: (turn.dice ?? 18) * order.length,
    exact: "solved by chains",
    rule,
  };
}

/** One trial of a turn, told. */
export function tellTurn<State>(turn: Turn<State>, place: BlockPlace, teller: Teller, watch: Watch<State>): Telling {
  const { pen, told = turn } = watch;
  const dice = diceOfTrial(directTurn(turn).rule, place);
  const bins = directTurn(told, watch).rule(pen === undefined ? dice : pennedDice(facesOf(dice), pen));
  teller.close();
  return { bins: Array.from(bins), entries: teller.entries, oneOfMany: pen === undefined };
}

/** Why a turn has no exact answer; undefined where it has. */
function whyNot<State>(turn: Turn<State>): Sentence | undefined {
  const { impossible, solved = 500_000 } = turn;
  const states = mostStates(turn);
  if (impossible !== undefined || states <= solved) return impossible;
  return message`the targets have ${states} states together, more than the ${solved} that are solved`;
}

/**
 * What kinds `sequence` have in common: `text` and `also` say what the chance to destroy all targets is called, and the mean
 * of what they lose, who are casualties where some may get up again.
 */
export function kindOfTurns<Cell, State>(
  turnOf: (cell: Cell) => Turn<State>,
  lost: "casualties" | "killed",
  [text, also]: readonly [text: string, also: string],
) {
  const more = lost === "casualties" ? { counts: lost } : { wounds: "damageBy" };
  return {
    headline: { metric: "allDestroyed", values: ["yes"], text, also: { metric: `${lost}InAll`, text: also } },
    losses: { defender: { metric: lost } },
    shares: { kills: `${lost}By`, destroyed: "destroyedAfter", fired: "fired", ...more },
    program: (cell: Cell) => programOfTurn(turnOf(cell)),
    bestOrder: (cell: Cell) => bestOrdersOfTurn(turnOf(cell)),
  } satisfies Partial<Kind>;
}

/** A turn as a program: exact over the states of all marks together, simulated die by die. */
function programOfTurn<State>(turn: Turn<State>): Program {
  const { metrics, blockSize, work, kernel } = directProgramOf(directTurn(turn));
  const head = { metrics, blockSize, ...(work === undefined ? {} : { work }), kernel };
  const impossible = whyNot(turn);
  if (impossible !== undefined) return { ...head, exact: { impossible } };
  const operations = operationsOf(turn, mostStates(turn));
  return {
    ...head,
    exact: { operations, solve: () => solve(turn) },
    joint: (question) => jointOf(turn, operations, question),
  };
}

/** The best order of a turn's units, aim by aim; undefined where there is none to choose, or too much to try. */
function bestOrdersOfTurn<State>(turn: Turn<State>): OrderSearch | undefined {
  const { actors, order, ranks } = turn;
  if (whyNot(turn) !== undefined) return undefined;
  const trace = new TurnTrace(turn);
  const longest = Math.max(...turn.marks.map(({ most }) => most));
  const blows = Math.max(1, ...actors.flatMap(({ deeds }) => deeds.map((deed) => deed.blows.length)));
  return bestOrdersOf({
    names: actors.map(({ name }) => name),
    order,
    ranks,
    work: trace.states * blows * Math.min(longest, 200),
    start: trace.start,
    firsts: actors.map(({ firsts }) => firsts),
    targets: turn.marks.map(({ name }) => name),
    after: (actor, chances, first) => trace.after(actor, chances, first),
    aims: trace.aims,
  });
}
