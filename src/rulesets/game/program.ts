/** A kind of a game and a profile made into a program: exact where its states are few, else played step by step. */
import { blockStream, cellKey } from "../../dice/index.ts";
import { type JointActs, jointActs } from "../../rule/acts-joint.ts";
import { ActsKernel } from "../../rule/acts-kernel.ts";
import { DICE, TrialKernel } from "../../rule/direct.ts";
import { type Exact, readOff } from "../../rule/exact.ts";
import { metricsIn } from "../../rule/joint.ts";
import { type Factor, jointOfFactors } from "../../rule/joint-distribution.ts";
import { type Message, message } from "../../rule/message.ts";
import { keptIn } from "../../rule/once.ts";
import type { Kernel, Metric, PlayingWork, Program, TrialCondition } from "../../rule/program.ts";
import type { Rule } from "../../rule/rule.ts";
import { CountedDice, WordDice } from "../../rule/word-dice.ts";
import { workOfDice } from "../../rule/work.ts";
import { GameBattle } from "./battle.ts";
import type { BestChoices } from "./best-choice.ts";
import { Evaluator, MOST_ROUNDS, type OnSet } from "./evaluate.ts";
import { GameFault, TooMuchWork } from "./fault.ts";
import { choicesIn } from "./fold.ts";
import { LastOfEach, type Moment, startOf } from "./moment.ts";
import { choicesOf, Ops } from "./ops.ts";
import type { Prepared } from "./prepare.ts";
import { sumOf, TooLong, type Weight, WeightedRows } from "./rows.ts";
import { MOST_ROWS } from "./walk.ts";

/** Rows that a program makes to see whether its answer is one draw: some tens of milliseconds. */
const QUICK = 60_000;
/** What a row counts for beside an addition of whole numbers. */
const ROW = 8;
/** Rows up to which fractions are kept. */
const FRACTION_ROWS = 400_000;
/** Trials of which the dice and the values that are set are counted, and what one of those takes. */
const COUNTED = 20;
const STEP = 1;
/** Trials that look for what a procedure may not do, where not all of it is gone through; and what they take at most. */
const TRIED = 200;
const MOST_TRIED = 100_000;
/** What an act takes where positions come again, a turn's end as much. */
const ACT = 0.4;
/** Trials of a block. */
const BLOCK = 4_096;

/** The chances of all metrics, those of the end together. */
interface SolvedGame {
  /** By combination of the end's metrics, the bin of each. */
  readonly bins: readonly (readonly number[])[];
  readonly distribution: Exact;
  /** Of metrics of a turn. */
  readonly ofTurns: ReadonlyMap<number, Exact>;
  readonly operations: number;
}

type SolvedOrNot = SolvedGame | { readonly impossible: Message; readonly isOpen?: boolean };

/** By turn, the metrics that are read after it; those of the end under 0. */
function readAfter({ sources }: Prepared) {
  const found = new Map<number, number[]>([[0, []]]);
  for (const [m, { turn = 0 }] of sources.entries()) keptIn(found, turn, () => []).push(m);
  return (turn: number): readonly number[] => found.get(turn) ?? [];
}

export function solutionOf(prepared: Prepared, operations: number, inFractions: boolean): SolvedGame {
  const { data, kind, metrics, sources, stages } = prepared;
  const ops = new Ops(data, kind, { stages, operations, inFractions });
  const valued = kind.metrics.map(({ value }) => ops.evaluator.valued(value));
  const { moment } = ops;
  /** Gives the bins of some metrics of each row. */
  const read = (rows: WeightedRows, some: readonly number[], take: (bins: Int32Array, weight: Weight) => void) => {
    const bins = new Int32Array(some.length);
    moment.frame = new Int32Array(rows.width);
    for (let i = 0; i < rows.count; i++) {
      rows.copy(i, moment.frame);
      for (let k = 0; k < some.length; k++) bins[k] = valued[sources[some[k]!]!.metric]!(moment);
      take(bins, rows.weights[i]!);
    }
  };
  const after = readAfter(prepared);
  const ofTurns = new Map<number, Exact>();
  let rows = ops.one(startOf(kind));
  for (let stage = 0; stage < stages; stage++) {
    rows = ops.walk(0, ops.ops.length, stage, rows);
    const some = after(stage + 1);
    const sums = some.map((m) => metrics[m]!.values.map((): Weight => (inFractions ? 0n : 0)));
    read(rows, some, (bins, weight) => {
      for (const [k, sum] of sums.entries()) sum[bins[k]!] = sumOf(sum[bins[k]!]!, weight);
    });
    for (const [k, weights] of sums.entries()) ofTurns.set(some[k]!, exactOf({ weights, total: rows.total }));
  }
  const ends = after(0);
  const sums = new WeightedRows(ends.length, rows.total);
  read(rows, ends, (bins, weight) => void sums.add(bins, weight));
  const bins = Array.from({ length: sums.count }, (_, i) => [...sums.row(i)]);
  return { bins, distribution: exactOf(sums), ofTurns, operations: Math.ceil(ops.operations) };
}

const TOO_LONG = 0;

function exactOf({ weights, total }: Pick<WeightedRows, "weights" | "total">): Exact {
  return total === undefined
    ? { probabilities: Float64Array.from(weights as number[]) }
    : { weights: weights as bigint[], total };
}

/** The solution; how many states there are at least where it takes more rows; or that its fractions are too long. */
function solved(prepared: Prepared, most: number, inFractions: boolean): SolvedGame | number {
  try {
    return solutionOf(prepared, most, inFractions);
  } catch (error) {
    if (error instanceof TooLong) return TOO_LONG;
    if (error instanceof TooMuchWork) return error.states;
    throw error;
  }
}

/** What is made of a profile once. */
export class GameProgram implements Program {
  readonly prepared: Prepared;
  readonly blockSize = BLOCK;
  /** In how many rows its answer was looked for, and that, or how many states there are at least. */
  #looked = -1;
  #found: SolvedGame | number = 1;
  #most = MOST_ROWS;
  #known: SolvedOrNot | undefined;

  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }

  get metrics(): readonly Metric[] {
    return this.prepared.metrics;
  }

  /** In fractions where they are short: at once where few rows are enough, else once it is known how many there are. */
  #solved(): SolvedOrNot {
    for (const most of [QUICK, MOST_ROWS]) this.look(Math.min(most, this.#most));
    const found = this.#found;
    if (typeof found === "number")
      return this.#looked < MOST_ROWS
        ? {
            // One state is that nothing was looked at.
            impossible:
              found > 1
                ? message`it has at least ${found} states; a run finds out whether it is exact`
                : message`a run finds out whether it is exact`,
            isOpen: true,
          }
        : { impossible: message`it has at least ${found} states` };
    if (found.operations <= QUICK) return found;
    const operations = found.operations + QUICK;
    if (found.operations > FRACTION_ROWS) return { ...found, operations };
    const short = solved(this.prepared, FRACTION_ROWS, true);
    const solution = typeof short === "number" ? found : short;
    return { ...solution, operations: operations + solution.operations };
  }

  /**
   * Looks for its answer in so many rows at most, and tries it where that is not found; gives how many it made.
   * @throws GameFault for what a procedure does that it may not
   */
  look(most = QUICK): number {
    if (typeof this.#found !== "number" || most <= this.#looked) return 0;
    const isFirst = this.#looked < QUICK;
    this.#looked = most;
    this.#known = undefined;
    try {
      const best = this.#best(most);
      const left = most - best;
      if (isFirst) this.#found = solved(this.prepared, Math.min(QUICK, left), true);
      if (this.#found === TOO_LONG || (typeof this.#found === "number" && left > QUICK))
        this.#found = solved(this.prepared, left, false);
      if (typeof this.#found !== "number") return best + this.#found.operations;
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      if (most === MOST_ROWS) throw error.fault;
      this.#found = error.states;
      return most;
    }
    if (most < MOST_ROWS) this.#tried(TRIED);
    return most;
  }

  /** Rows that who reads a scenario looks at; all that are left where sides choose, for that may be refused. */
  get quick(): number {
    return choicesIn(this.prepared.kind.steps).length > 0 ? MOST_ROWS : QUICK;
  }

  /** Rows that best play takes, of as many at most. @throws TooMuchWork */
  #best(most?: number): number {
    const { data, kind } = this.prepared;
    if (choicesIn(kind.steps).length === 0) return 0;
    this.choices = choicesOf(data, kind, most);
    return this.choices.operations;
  }
  /** What is best to choose, where it was looked at. */
  choices: BestChoices | undefined;

  /** Best play is looked for as far as a run does, as long as anything is left: a run would refuse it. */
  find(operations: number): number {
    const most = this.quick === MOST_ROWS && operations > 0 ? MOST_ROWS : Math.floor(operations / ROW);
    this.#most = Math.max(0, Math.min(MOST_ROWS, most));
    return ROW * this.look(this.#most);
  }

  get #answer(): SolvedOrNot {
    this.#known ??= this.#solved();
    return this.#known;
  }

  get exact(): Program["exact"] {
    const found = this.#answer;
    if ("impossible" in found) return found;
    return { operations: found.operations * ROW, known: true, solve: () => this.#distributions(found) };
  }

  #distributions({ bins, distribution, ofTurns }: SolvedGame): Exact[] {
    let end = 0;
    return this.metrics.map(({ values }, m) => {
      const known = ofTurns.get(m);
      if (known !== undefined) return known;
      const at = end++;
      return readOff(
        distribution,
        Int32Array.from(bins, (all) => all[at]!),
        values.length,
      );
    });
  }

  joint(question: TrialCondition) {
    const found = this.#answer;
    if ("impossible" in found) return found;
    const metrics = readAfter(this.prepared)(0);
    if (!metricsIn(question).every((m) => metrics.includes(m))) return { impossible: "it asks of several moments" };
    const factor: Factor = { metrics, bins: found.bins, distribution: found.distribution };
    return jointOfFactors(question, [factor], found.operations);
  }

  /** What a trial takes is counted where somebody asks; who solves it does not. */
  get work(): PlayingWork {
    const found = this.#answer;
    const rolled = () => this.#rolled ?? 0;
    // What it takes to find out that there is no exact answer.
    if (!("bins" in found)) return { ...workOfDice(0), program: ROW * this.#looked, trial: rolled() };
    const trial = () => (this.#trial ??= this.#acting() ?? rolled());
    // Rows are made once, then it goes from one to the next.
    return {
      ...workOfDice(0),
      program: ROW * this.#best() || workOfDice(0).program,
      kernel: ROW * found.operations,
      get pair() {
        return rolled();
      },
      get trial() {
        return trial();
      },
    };
  }
  #trial: number | undefined;

  /** What a trial takes in acts; undefined where dice are rolled. */
  #acting(): number | undefined {
    const { battle, kernel } = this.acted() ?? {};
    if (battle === undefined) return undefined;
    // One draw takes less than a step, however many dice it stands for.
    if (!(kernel instanceof ActsKernel)) return STEP / 4;
    const trial = (_: unknown, i: number) => kernel.taken(blockStream(cellKey(0n, ""), i), 0);
    const taken = Array.from({ length: COUNTED }, trial).flat();
    return taken.some(({ faces }) => faces) ? undefined : ACT * (taken.length / COUNTED + battle.stages);
  }

  /** What a trial takes that is rolled, counted in a few; null where one of them does what it may not do. */
  get #rolled(): number | null {
    try {
      if (this.#counted === undefined) this.#counted = this.#tried(COUNTED);
    } catch (error) {
      if (!(error instanceof GameFault || error instanceof TooMuchWork)) throw error; // it is told when it is played
      this.#counted = null;
    }
    return this.#counted;
  }
  #counted: number | null | undefined;

  /** Plays some trials, always the same, until they took much; gives what one takes. @throws GameFault */
  #tried(trials: number): number {
    let [set, played] = [0, 0];
    const trial = trialOf(this.prepared, () => {
      set++;
    });
    const stream = blockStream(cellKey(0n, ""), 0);
    const dice = new WordDice(() => stream.next());
    dice.faces = [];
    do trial(dice);
    while (++played < trials && set + dice.faces.length < MOST_TRIED);
    return (STEP * (set + dice.faces.length)) / played;
  }

  /** Its acts; undefined where its dice are rolled one by one: where a few trials do what they may not do. */
  acted(): { readonly battle: GameBattle; readonly kernel: ActsKernel | JointActs } | undefined {
    if (this.#rolled === null) return undefined;
    const battle = new GameBattle(this.prepared);
    const joint = battle.isOneDraw ? jointActs(battle, battle.readings) : undefined;
    return { battle, kernel: joint ?? new ActsKernel(battle, battle.readings) };
  }

  kernel(): Kernel {
    let acted = this.acted();
    if (acted === undefined) return new TrialKernel(this.metrics, trialOf(this.prepared), DICE);
    if (!(acted.kernel instanceof ActsKernel)) return acted.kernel;
    return {
      play: (stream, trials, tally) => {
        if (acted!.battle.isFull) acted = this.acted();
        acted!.kernel.play(stream, trials, tally);
      },
    };
  }

  pairedKernel(): Kernel {
    const dice = new CountedDice();
    const trial = trialOf(this.prepared, undefined, (turn) => dice.turnBegins(turn));
    return new TrialKernel(this.metrics, trial, dice);
  }
}

/**
 * One trial over any dice: the bin of every metric. The array it gives is used again.
 * @param onSet told of every value that a slot takes @param onTurn of every turn that is over
 */
export function trialOf(prepared: Prepared, onSet?: OnSet, onTurn?: (turn: number) => void): Rule<Int32Array> {
  const { data, kind, metrics, sources } = prepared;
  const evaluator = new Evaluator(data, kind, onSet, (step, row) => choicesOf(data, kind).of(step, row));
  const valued = kind.metrics.map(({ value }) => evaluator.valued(value));
  const bins = new Int32Array(metrics.length);
  const after = readAfter(prepared);
  const run = evaluator.ran(kind.steps, (turn, moment) => {
    for (const m of after(turn)) bins[m] = valued[sources[m]!.metric]!(moment);
    onTurn?.(turn);
  });
  const [ends, start] = [after(0), startOf(kind)];
  const moment: Moment = {
    frame: new Int32Array(start.length),
    dice: undefined as never,
    it: 0,
    tuples: new LastOfEach(kind.pools),
    rounds: 0,
  };
  return (dice) => {
    moment.frame.set(start);
    moment.dice = dice;
    moment.rounds = MOST_ROUNDS;
    run(moment);
    for (const m of ends) bins[m] = valued[sources[m]!.metric]!(moment);
    return bins;
  };
}
