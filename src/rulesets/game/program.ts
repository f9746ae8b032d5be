/** A kind of a game and a profile made into a program: exact where its states are few, else played step by step. */
import { blockStream, cellKey, type Stream, StreamDice } from "../../dice/index.ts";
import {
  type Exact,
  type Factor,
  jointOfFactors,
  type Kernel,
  type Metric,
  metricsIn,
  type Play,
  type PlayingWork,
  type Program,
  playingWorkOf,
  programOf,
  type Rule,
  readOff,
  type TrialCondition,
  tallyOffsets,
  workOfDice,
} from "../../rule/index.ts";
import { message } from "../../rule/message.ts";
import { said } from "../said.ts";
import { choicesIn } from "./choices.ts";
import { Evaluator, MOST_ROUNDS, type OnSet } from "./evaluate.ts";
import { GameFault, TooManyValues, TooMuchWork } from "./fault.ts";
import { Folding, markLive, readsOf } from "./fold.ts";
import type { Formula, GameData, GameKind, GameProfile, GameStep } from "./ir.ts";
import { LastOfEach, type Moment } from "./moment.ts";
import { rangeOf } from "./range.ts";
import { RememberedDice } from "./remembered.ts";
import { TooLong } from "./row-steps.ts";
import { WeightedRows } from "./rows.ts";
import { choicesOf, Solver } from "./solve.ts";

/** Rows that a program makes to see whether its answer is one draw: some tens of milliseconds. */
const QUICK = 60_000;
/** Rows of an exact answer, and what one of them counts for beside an addition of whole numbers. */
const MOST_ROWS = 2_500_000;
const ROW = 8;
/** Rows up to which fractions are kept. */
const FRACTION_ROWS = 400_000;
/** Trials of which the dice and the values that are set are counted, and what one of those takes. */
const COUNTED = 20;
const STEP = 1;
/** Trials of a block. */
const BLOCK = 4_096;

/** A kind with a profile's numbers filled in. */
export interface Prepared {
  readonly data: GameData;
  readonly kind: GameKind;
  readonly metrics: readonly Metric[];
  /** By metric, what bin 0 stands for. */
  readonly lowest: readonly number[];
  /** By metric of the list, which of the kind's it is, and after which turn; the end where there is none. */
  readonly sources: readonly { readonly metric: number; readonly turn?: number }[];
}

/** The most values of one metric, and of all of them, turn by turn. */
const MOST_VALUES = 10_000;
const MOST_BINS = 200_000;

export function prepare(data: GameData, kind: GameKind, profile: GameProfile): Prepared {
  const folding = new Folding(data, profile.given);
  const fold = folding.formula.bind(folding);
  const functions = Object.fromEntries(
    Object.entries(kind.functions).map(([name, f]) => [
      name,
      { ...f, body: folding.steps(f.body), result: fold(f.result) },
    ]),
  );
  const steps = folding.steps(kind.steps);
  const state = kind.state.map((one) => ({ ...one, low: fold(one.low), high: fold(one.high), start: fold(one.start) }));
  const metrics = kind.metrics.map((metric) => ({ ...metric, value: fold(metric.value) }));
  const pools = kind.pools.map((stats) =>
    stats.map((stat) => (stat.keep === "count" ? { ...stat, test: fold(stat.test) } : stat)),
  );
  const folded: GameKind = { ...kind, steps, functions, state, metrics, pools };
  const reads = (some: readonly { readonly value: Formula }[]) => {
    const slots = new Set<number>();
    for (const { value } of some) readsOf(value, pools, slots);
    return slots;
  };
  markLive(
    steps,
    new Set([...reads(metrics.filter((metric) => !metric.perTurn)), ...reads(wanted(steps))]),
    pools,
    reads(metrics.filter((metric) => metric.perTurn)),
  );
  const turns = turnsOf(folded);
  const lowest: number[] = [];
  const sources: { metric: number; turn?: number }[] = [];
  const shown: Metric[] = [];
  let bins = 0;
  metrics.forEach(({ name, value, values, side, perTurn }, m) => {
    const [low, high] = values === "number" ? rangeOf(value, folded) : [0, values.length - 1];
    if (high - low >= MOST_VALUES)
      throw new TooManyValues(
        name,
        `${name} has more than ${MOST_VALUES} values: ${low}..${high}`,
        said`narrow the range of what it counts, or measure it in tens: floor(… / 10)`,
      );
    bins += (high - low + 1) * (perTurn ? turns : 1);
    if (bins > MOST_BINS)
      throw new TooManyValues(
        undefined,
        `all metrics have more than ${MOST_BINS} values, those of each turn counted`,
        said`narrow the ranges of what they count, or measure fewer of them perTurn`,
      );
    const all = values === "number" ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : values;
    const whens = perTurn ? Array.from({ length: turns }, (_, i) => i + 1) : [undefined];
    for (const turn of whens) {
      shown.push({ name, ...(turn === undefined ? {} : { turn }), ...(side ? { side } : {}), values: all });
      lowest.push(low);
      sources.push({ metric: m, ...(turn === undefined ? {} : { turn }) });
    }
  });
  return { data, kind: folded, metrics: shown, lowest, sources };
}

/** What sides that choose want in the end. */
const wanted = (steps: readonly GameStep[]) =>
  choicesIn(steps).flatMap(({ choices }) => choices.map(({ wants: value }) => ({ value })));

/** How many turns the loop of turns has, which stands at the outermost and has a known number of them. */
function turnsOf({ steps, metrics }: GameKind): number {
  if (!metrics.some(({ perTurn }) => perTurn)) return 0;
  const loop = steps.find((step) => step.op === "repeat" && step.turn !== undefined);
  return loop?.op === "repeat" && loop.times.op === "const" ? loop.times.value : 0;
}

/** The chances of all metrics, those of the end together. */
interface SolvedGame {
  /** By combination of the end's metrics, the bin of each. */
  readonly bins: readonly (readonly number[])[];
  readonly distribution: Exact;
  /** Of metrics of a turn. */
  readonly ofTurns: ReadonlyMap<number, Exact>;
  readonly operations: number;
}

export function solutionOf(prepared: Prepared, operations: number, inFractions: boolean, keepsAll = false): SolvedGame {
  const { data, kind, metrics, lowest, sources } = prepared;
  const evaluator = new Evaluator(data, kind);
  const valued = kind.metrics.map(({ value }) => evaluator.valued(value));
  const moment = { frame: new Int32Array(kind.slots), it: 0 } as Moment;
  const binOf = (m: number, row: Int32Array) => {
    moment.frame.set(row);
    return valued[sources[m]!.metric]!(moment) - lowest[m]!;
  };
  const ends = metrics.flatMap((_, m) => (sources[m]!.turn === undefined ? [m] : []));
  const ofTurns = new Map<number, Exact>();
  const onTurn = (turn: number, parts: readonly WeightedRows[]) =>
    metrics.forEach(({ values }, m) => {
      if (sources[m]!.turn !== turn) return;
      const sums = new WeightedRows(1, inFractions ? 1n : undefined);
      for (const part of parts) {
        const read = new WeightedRows(1, part.total);
        for (let i = 0; i < part.size; i++) read.add(Int32Array.of(binOf(m, part.row(i))), part.weights[i]!);
        sums.take(read);
      }
      const bins = Int32Array.from({ length: sums.size }, (_, i) => sums.row(i)[0]!);
      ofTurns.set(m, readOff(exactOf(sums), bins, values.length));
    });
  const solver = new Solver(data, kind, { operations }, inFractions, onTurn, keepsAll);
  const rows = solver.solve();
  const joint = new WeightedRows(ends.length, rows.total);
  for (let i = 0; i < rows.size; i++)
    joint.add(
      Int32Array.from(ends, (m) => binOf(m, rows.row(i))),
      rows.weights[i]!,
    );
  const distribution = exactOf(joint);
  const bins = Array.from({ length: joint.size }, (_, i) => [...joint.row(i)]);
  // A loop of turns that ended early: what it came to stays.
  metrics.forEach(({ values }, m) => {
    if (sources[m]!.turn === undefined || ofTurns.has(m)) return;
    const read = new WeightedRows(1, rows.total);
    for (let i = 0; i < rows.size; i++) read.add(Int32Array.of(binOf(m, rows.row(i))), rows.weights[i]!);
    ofTurns.set(
      m,
      readOff(
        exactOf(read),
        Int32Array.from({ length: read.size }, (_, i) => read.row(i)[0]!),
        values.length,
      ),
    );
  });
  return { bins, distribution, ofTurns, operations: solver.operations };
}

function exactOf({ weights, total }: WeightedRows): Exact {
  return total === undefined
    ? { probabilities: Float64Array.from(weights as number[]) }
    : { weights: weights as bigint[], total };
}

/** The solution in fractions where they are short, else in doubles; how many states there are at least where it takes too much. */
function solved(prepared: Prepared, most: number): SolvedGame | { readonly states: number } {
  for (const inFractions of [true, false])
    try {
      return solutionOf(prepared, inFractions ? Math.min(most, FRACTION_ROWS) : most, inFractions);
    } catch (error) {
      if (!(error instanceof TooLong || error instanceof TooMuchWork)) throw error;
      if (error instanceof TooMuchWork && (!inFractions || most <= FRACTION_ROWS)) return { states: error.states };
    }
  throw new Error("doubles are never too long");
}

/** What is made of a profile once. */
export class GameProgram implements Program {
  readonly prepared: Prepared;
  readonly blockSize = BLOCK;
  #quick: SolvedGame | { readonly states: number } | undefined;
  #whole: SolvedGame | { readonly states: number } | undefined;

  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }

  get metrics(): readonly Metric[] {
    return this.prepared.metrics;
  }

  #found(): SolvedGame | { readonly states: number } {
    this.#quick ??= solved(this.prepared, QUICK);
    if ("bins" in this.#quick) return this.#quick;
    this.#whole ??= solved(this.prepared, MOST_ROWS);
    return this.#whole;
  }

  /** Works out what is quickly worked out. @throws GameFault for what a procedure does that it may not */
  look(): void {
    const { data, kind } = this.prepared;
    const [choice] = choicesIn(kind.steps);
    if (choice !== undefined)
      try {
        choicesOf(data, kind, MOST_ROWS);
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
        const states = `at least ${error.states} states`;
        throw new GameFault(
          choice.place,
          data.file,
          `what is best to choose is solved exactly, and this has ${states}`,
        );
      }
    this.#quick ??= solved(this.prepared, QUICK);
  }

  get exact(): Program["exact"] {
    const found = this.#found();
    if (!("bins" in found)) return { impossible: message`it has at least ${found.states} states` };
    return { operations: found.operations * ROW, known: true, solve: () => this.#distributions(found) };
  }

  #distributions({ bins, distribution, ofTurns }: SolvedGame): Exact[] {
    let end = 0;
    return this.metrics.map(({ values }, m) => {
      const own = ofTurns.get(m);
      if (own !== undefined) return own;
      const at = end++;
      return readOff(
        distribution,
        Int32Array.from(bins, (all) => all[at]!),
        values.length,
      );
    });
  }

  joint(question: TrialCondition) {
    const found = this.#found();
    if (!("bins" in found)) return { impossible: message`it has at least ${found.states} states` };
    const { sources } = this.prepared;
    if (metricsIn(question).some((m) => sources[m]!.turn !== undefined))
      return { impossible: "it asks of several moments" };
    const metrics = this.metrics.flatMap((_, m) => (sources[m]!.turn === undefined ? [m] : []));
    const factor: Factor = { metrics, bins: found.bins, distribution: found.distribution };
    return jointOfFactors(question, [factor], found.operations);
  }

  /** The whole trial as one draw, where its chances are few and known as fractions. */
  get oneDraw(): Play<readonly number[]> | undefined {
    this.#quick ??= solved(this.prepared, QUICK);
    const found = this.#quick;
    if (!("bins" in found) || !("total" in found.distribution) || found.ofTurns.size > 0) return undefined;
    const { bins, distribution } = found;
    const runs = distribution.weights.map((weight, outcome) => ({ outcome, weight }));
    const common = runs.length === 1 ? 1n : distribution.total;
    const order = runs.toSorted((a, b) => compared(bins[a.outcome]!, bins[b.outcome]!));
    const start = bins.length;
    const steps = [new Int32Array(bins.length + 1).fill(-1)];
    steps[0]![start] = 0;
    return {
      parts: [
        {
          states: [...bins, bins[0]!],
          start,
          steps,
          transitions: [{ runs: runs.length === 1 ? [{ outcome: 0, weight: 1n }] : order, total: common }],
        },
      ],
      readings: this.metrics.map((metric, m) => ({ metric, bin: (state: readonly number[]) => state[m]! })),
      blockSize: BLOCK,
    };
  }

  /** Counted in a few trials, always the same. */
  get work(): PlayingWork {
    this.#work ??= this.#counted();
    return this.#work;
  }
  #work: PlayingWork | undefined;

  #counted(): PlayingWork {
    const play = this.oneDraw;
    if (play !== undefined) return playingWorkOf(play, 0);
    let set = 0;
    const trial = trialOf(this.prepared, () => {
      set++;
    });
    const dice = new RememberedDice(blockStream(cellKey(0n, ""), 0));
    try {
      for (let i = 0; i < COUNTED; i++) trial(dice);
    } catch (error) {
      if (!(error instanceof GameFault)) throw error; // it is told when it is played
    }
    return { ...workOfDice(0), trial: (STEP * (set + dice.faces.length)) / COUNTED };
  }

  kernel(): Kernel {
    const play = this.oneDraw;
    return play === undefined ? new StepKernel(this.prepared) : programOf(play).kernel();
  }
}

const compared = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
};

/**
 * One trial over any dice: the bin of every metric. The array it gives is used again.
 * @param onSet told of every value that a slot takes
 */
export function trialOf({ data, kind, metrics, lowest, sources }: Prepared, onSet?: OnSet): Rule<Int32Array> {
  const evaluator = new Evaluator(data, kind, onSet, () => choicesOf(data, kind, MOST_ROWS));
  const valued = kind.metrics.map(({ value }) => evaluator.valued(value));
  const bins = new Int32Array(metrics.length);
  const byTurn = new Map<number, number[]>();
  sources.forEach(({ turn }, m) => {
    if (turn !== undefined) byTurn.set(turn, [...(byTurn.get(turn) ?? []), m]);
  });
  const run = evaluator.ran(kind.steps, (turn, moment) => {
    for (const m of byTurn.get(turn) ?? []) bins[m] = valued[sources[m]!.metric]!(moment) - lowest[m]!;
  });
  const ends = metrics.flatMap((_, m) => (sources[m]!.turn === undefined ? [m] : []));
  const start = new Int32Array(kind.slots);
  for (const { slot, start: value } of kind.state) start[slot] = (value as { value: number }).value;
  const moment: Moment = {
    frame: new Int32Array(kind.slots),
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
    for (const m of ends) bins[m] = valued[sources[m]!.metric]!(moment) - lowest[m]!;
    return bins;
  };
}

/** Plays trials step by step. */
export class StepKernel implements Kernel {
  readonly #trial: Rule<Int32Array>;
  readonly #offsets: readonly number[];

  constructor(prepared: Prepared) {
    this.#trial = trialOf(prepared);
    this.#offsets = tallyOffsets(prepared.metrics);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const dice = new StreamDice(stream);
    const trial = this.#trial;
    const offsets = this.#offsets;
    for (let t = 0; t < trials; t++) {
      const bins = trial(dice);
      for (let m = 0; m < bins.length; m++) tally[offsets[m]! + bins[m]!]!++;
    }
  }
}
