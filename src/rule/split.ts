/**
 * Rare events by splitting: a trial that has come nearer to what is asked than any before its turn's end goes on several
 * times, each with luck of its own from there on and with its share of the weight (Garvels 2000; L'Ecuyer, Demers and Tuffin
 * 2006). How near a turn's end is comes from a pilot whose luck is its own, and stands still afterwards: so the weights of
 * the trials that come to it are what they are expected to be, whatever the pilot has found.
 */
import { SplitStream } from "../dice/index.ts";
import { type Kernel, type Program, tallyOffsets } from "./program.ts";
import { RuleError } from "./rule.ts";

/** Roots of a block; halvings of the weight at most, so that weights are whole numbers of the least; and in one turn. */
export const ROOTS = 256;
const MOST_LEVEL = 20;
export const WHOLE = 2 ** MOST_LEVEL;
const MOST_STEP = 8;
/** Bins of a watched number, in a code. */
const BINS = 2 ** 10;
/** Rounds of the pilot, and trials of each. */
const ROUNDS = 8;
const ROUND = 2 ** 14;
/**
 * Trials that came to it from which the pilot goes by how likely it is, every other round; before, where seldom
 * anybody comes.
 */
const ENOUGH = 32;
/** A pilot's luck: no block's. */
const PILOT_KEY = [0x7072_6f62, 0x6520_6f6e] as const;
export const PILOT = ROUNDS * ROUND;
/** What is likelier than that need not be split: it comes of itself. */
const LIKELY = 1 / 4;
/** Of states beside each other none lies further behind: one that the pilot hardly saw would keep a weight that outweighs all. */
const BEHIND = 3;
const BESIDE = [-BINS - 1, -BINS, 1 - BINS, -1, 1, BINS - 1, BINS, BINS + 1];

/** By turn, how often the weight is halved where the watched numbers stand so at its end; by the code of these. */
type Levels = readonly ReadonlyMap<number, number>[];
/** Told of every trial, from the turn on that is its own: its level before, and whether it came to it. */
type OnTrial = (from: number, level: number, comes: boolean) => void;

/** Numbers that are read after each turn but the last: casualties, or the first that there are, of two sides. */
function watchedOf({ metrics }: Program): readonly (readonly number[])[] {
  const names = metrics
    .filter(({ turn, values }) => turn === 1 && typeof values[0] === "number")
    .map((metric) => metric.name);
  const name = names.includes("casualties") ? "casualties" : names[0];
  return Array.from({ length: Math.max(1, ...metrics.map(({ turn = 0 }) => turn)) - 1 }, (_, t) =>
    [...metrics.keys()].filter((m) => metrics[m]!.name === name && metrics[m]!.turn === t + 1).slice(0, 2),
  );
}

/** Trials of a program that are split. */
class SplitTrials {
  readonly #kernel: Kernel;
  /** Where the bin of yes is. */
  readonly #yes: number;
  readonly #offsets: readonly number[];
  readonly #tally: Float64Array;
  readonly #watched: readonly (readonly number[])[];
  /** Of the trial that was played, the code after each turn. */
  readonly codes: Int32Array;
  #stream = new SplitStream([0, 0], 1);
  #root = 0;
  #copies = 0;
  trials = 0;
  weight = 0;
  /** Trials of one root at most; of the pilot only, as they would be biased. */
  most = Number.POSITIVE_INFINITY;

  constructor(program: Program, question: number) {
    this.#kernel = program.pairedKernel!();
    this.#offsets = tallyOffsets(program.metrics);
    this.#yes = this.#offsets[question]! + 1;
    this.#tally = new Float64Array(this.#offsets.at(-1)!);
    this.#watched = watchedOf(program);
    this.codes = new Int32Array(this.#watched.length);
  }

  begin(key: readonly [number, number]): void {
    this.#stream = new SplitStream(key, this.codes.length + 1);
    this.trials = this.weight = 0;
  }

  play(root: number, levels: Levels, heard?: OnTrial): void {
    this.#root = root;
    this.#copies = 0;
    this.#from(0, 0, levels, heard);
  }

  /** A trial whose luck is new from a turn on, and all that it is split into. */
  #from(turn: number, began: number, levels: Levels, heard: OnTrial | undefined): void {
    const { codes } = this;
    const before = codes[turn - 1];
    this.#stream.branch(turn, this.#root, this.#copies++);
    this.#tally.fill(0);
    this.#kernel.play(this.#stream, 1, this.#tally);
    this.trials++;
    const binOf = (metric: number) => this.#tally.subarray(this.#offsets[metric]!).findIndex((count) => count > 0);
    this.#watched.forEach((own, t) => {
      codes[t] = own.reduce((code, metric) => code * BINS + binOf(metric), 0);
    });
    if (codes[turn - 1] !== before) throw new RuleError("splitting", "a trial played again went another way");
    const comes = this.#tally[this.#yes]! > 0;
    heard?.(turn, began, comes);
    const splits: (readonly [turn: number, level: number, copies: number])[] = [];
    let level = began;
    for (let t = turn; t < codes.length; t++) {
      const wanted = nextLevel(level, levels[t]!.get(codes[t]!));
      if (wanted > level) splits.push([t + 1, wanted, 2 ** (wanted - level) - 1]);
      level = wanted;
    }
    if (comes) this.weight += 2 ** (MOST_LEVEL - level);
    // The latest first: what a split plays anew lies behind what the earlier ones go on from.
    for (const [from, own, copies] of splits.reverse())
      for (let copy = 0; copy < copies && this.#copies < this.most; copy++) this.#from(from, own, levels, heard);
  }
}

const nextLevel = (level: number, wanted = 0): number => Math.max(level, Math.min(level + MOST_STEP, wanted));

/** What the pilot has seen of one state: how often what followed, its share of the weight, how many came to it. */
interface SeenState {
  readonly next: Map<number, number>;
  weight: number;
  visits: number;
  comes: number;
}
/** By turn, the first being the start alone, and by code. */
type SeenStates = readonly Map<number, SeenState>[];

/** The levels that a pilot finds. */
function levelsOf(trials: SplitTrials): Levels {
  const { codes } = trials;
  const seen: SeenStates = Array.from({ length: codes.length + 1 }, () => new Map());
  let levels: Levels = Array.from(codes, () => new Map());
  let [found, roots] = [0, 0];
  trials.begin(PILOT_KEY);
  trials.most = ROUND / 4;
  const heard: OnTrial = (from, began, comes) => {
    let level = began;
    for (let t = from; t <= codes.length; t++) {
      const code = t === 0 ? 0 : codes[t - 1]!;
      const own = seen[t]!.get(code) ?? { next: new Map(), weight: 0, visits: 0, comes: 0 };
      seen[t]!.set(code, own);
      own.visits++;
      if (t > from || t === 0) own.weight += 2 ** -level;
      if (t === codes.length) own.comes += comes ? 1 : 0;
      else {
        own.next.set(codes[t]!, (own.next.get(codes[t]!) ?? 0) + 1);
        level = nextLevel(level, levels[t]!.get(codes[t]!));
      }
    }
    if (comes) found++;
  };
  for (let round = 1; round <= ROUNDS; round++) {
    while (trials.trials < round * ROUND) trials.play(roots++, levels, heard);
    levels = found < ENOUGH || round % 2 === 1 ? spread(seen, roots) : nearness(seen);
  }
  trials.most = Number.POSITIVE_INFINITY;
  return levels;
}

/** Whole halvings. */
const levelOf = (ratio: number): number => Math.max(0, 31 - Math.clz32(Math.min(2 ** MOST_LEVEL, ratio)));

/** So that every state is come upon about as often. */
const spread = (seen: SeenStates, roots: number): Levels =>
  seen.slice(1).map((own) => new Map([...own].map(([code, { weight }]) => [code, levelOf(roots / weight / own.size)])));

/** By how much likelier it is from a state than from the start, looked back on turn by turn. */
function nearness(seen: SeenStates): Levels {
  const chances: Map<number, number>[] = [];
  for (const [t, own] of [...seen.entries()].reverse())
    chances[t] = new Map(
      [...own].map(([code, { next, visits, comes }]) => [
        code,
        [...next].reduce((sum, [to, count]) => sum + count * chances[t + 1]!.get(to)!, comes) / (visits + 1),
      ]),
    );
  const whole = chances[0]!.get(0)!;
  return chances.slice(1).map((own) => {
    const smoothed = new Map<number, number>();
    const raise = (code: number, level: number) => smoothed.set(code, Math.max(smoothed.get(code) ?? 0, level));
    for (const [code, chance] of own) {
      const level = levelOf(Math.min(LIKELY, chance) / whole);
      raise(code, level);
      for (const by of BESIDE) raise(code + by, level - BEHIND);
    }
    return smoothed;
  });
}

/**
 * The trials of a program split towards yes of one of its metrics: its trials are roots, and it counts the trials that were
 * played, and the weight that came to it, in parts of `WHOLE` of a root.
 * @returns undefined where its turns have no luck of their own, or no numbers
 */
export function splitProgram(program: Program, question: number): Program | undefined {
  if (program.pairedKernel === undefined || !watchedOf(program)[0]?.length) return undefined;
  const kernel = (): Kernel => {
    const trials = new SplitTrials(program, question);
    const levels = levelsOf(trials);
    return {
      play(stream, roots, tally) {
        trials.begin([stream.next(), stream.next()]);
        for (let root = 0; root < roots; root++) trials.play(root, levels);
        tally[0]! += trials.trials;
        tally[1]! += trials.weight;
      },
    };
  };
  const metrics = [{ name: "split", values: ["trials", "weight"] }];
  return { metrics, exact: { impossible: "it is simulated" }, blockSize: ROOTS, kernel };
}
