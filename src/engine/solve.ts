import { giveWay } from "../rule/event-loop.ts";
import type { Exact } from "../rule/exact.ts";
import type { Program } from "../rule/program.ts";
import { said } from "../rulesets/said.ts";
import type { Job } from "./job.ts";
import { pooledRunner } from "./lazy-pool.ts";
import { EngineError, reasonOf } from "./runner.ts";
import { Cut, substreamsOf } from "./slots.ts";

/** A cell with an exact answer. */
export interface ToSolve {
  readonly job: Job;
  readonly program: Program;
}

/** Cells that are solved on threads of their own, because each may take a while, and others that do together. */
export interface SolveProgress {
  readonly cell: string;
  readonly state: "begun" | "done";
  /** Of those, how many are done, and how many there are. */
  readonly done: number;
  readonly total: number;
}

export interface SolveOptions {
  /** Threads for what takes long, at most; with 0, the default, it is solved on one, unless there is no signal to listen to. */
  readonly workers?: number;
  /** Operations to come, for which the same threads are started. */
  readonly ahead?: number;
  readonly signal?: AbortSignal;
  readonly onSolve?: (progress: SolveProgress) => void;
  /** Told of each answer as soon as it is there. */
  readonly onAnswer?: (cell: ToSolve, answer: readonly Exact[]) => void;
}

/**
 * Operations up to which an answer is worked out on the calling thread, whatever the others take: then asking a thread, and
 * hearing what it says, takes a third of the time of that or more. A fight takes longer than its operations.
 */
export const AT_ONCE = 2_000;
/**
 * Operations up to which all answers are: about a tenth of a second. A thread takes as long to start, and a thread that
 * solves hears nothing.
 */
export const TOGETHER = 1_000 * AT_ONCE;
/** Operations for which one more thread is worth its start, and being slow until its code is compiled: a second of them. */
export const A_THREAD = 10 * TOGETHER;
/** Threads that so many operations are worth. */
export const threadsWorth = (work: number, most: number): number => Math.min(most, Math.ceil(work / A_THREAD));
/** Besides the sums, of every answer. */
const ANSWER = 10_000;

/** Operations from which the cells that are worked out on the calling thread are told too: about a second of them. */
const TOLD = 10 * TOGETHER;

/** Operations that are still to be made. */
export const operationsOf = ({ program: { exact } }: ToSolve): number =>
  "solve" in exact && !exact.known ? exact.operations : 0;

/**
 * The exact answer of each cell, in order; undefined for those that a signal cut off. What takes long is solved on other
 * threads, and given up at once when the signal comes.
 * @throws EngineError when a thread cannot do its work
 */
export async function solveAll(
  cells: readonly ToSolve[],
  { workers = 0, ahead = 0, signal, onSolve, onAnswer }: SolveOptions = {},
): Promise<(readonly Exact[] | undefined)[]> {
  const answers: (readonly Exact[] | undefined)[] = new Array(cells.length).fill(undefined);
  const isHeavy = (cell: ToSolve) => operationsOf(cell) > AT_ONCE;
  const heavy = cells.filter(isHeavy).reduce((sum, cell) => sum + operationsOf(cell), 0);
  const isShared = (workers > 0 || signal !== undefined) && heavy > TOGETHER;
  const isLong = (cell: ToSolve) => isShared && isHeavy(cell);
  // What takes longest first, so that none is left working alone for long.
  const long = [...cells.keys()]
    .filter((i) => isLong(cells[i]!))
    .sort((a, b) => operationsOf(cells[b]!) - operationsOf(cells[a]!));
  const small = cells.filter((cell) => !isLong(cell));
  const isTold = small.reduce((sum, cell) => sum + operationsOf(cell), 0) > TOLD;
  const total = long.length + (isTold ? small.length : 0);
  let done = 0;
  const tell = (state: SolveProgress["state"], at: number): void => {
    if (state === "done") done++;
    onSolve?.({ cell: cells[at]!.job.cell, state, done, total });
  };
  const answered = (i: number, answer: readonly Exact[]): void => {
    answers[i] = answer;
    onAnswer?.(cells[i]!, answer);
  };
  const threads = threadsWorth(heavy + ahead, Math.min(Math.max(1, workers), long.length));
  const isDone = solveAside(threads, long, {
    cells,
    signal,
    begun: (i) => tell("begun", i),
    solved(i, answer) {
      answered(i, answer);
      tell("done", i);
    },
  });
  isDone.catch(() => {}); // met below
  let since = 0; // operations since the signal came: what is left then is solved if it is little
  for (const [i, cell] of cells.entries()) {
    const { exact } = cell.program;
    if (isLong(cell)) continue;
    if (isTold) tell("begun", i);
    answered(i, "solve" in exact ? exact.solve() : []);
    if (isTold) tell("done", i);
    if (signal?.aborted) since += ANSWER + operationsOf(cell);
    if (since >= TOGETHER) break;
    await giveWay(); // to hear the signal, and for who shows how far it is
  }
  await isDone;
  return answers;
}

interface Aside {
  readonly cells: readonly ToSolve[];
  readonly signal: AbortSignal | undefined;
  begun(at: number): void;
  solved(at: number, answer: readonly Exact[]): void;
}

/** Solves cells on so many threads, until the signal comes; all that they do has ended then. */
async function solveAside(
  threads: number,
  long: readonly number[],
  { cells, signal, begun, solved }: Aside,
): Promise<void> {
  if (long.length === 0 || signal?.aborted) return;
  const pool = await pooledRunner([], { workers: threads });
  const cut = new Cut(signal);
  const waiting = [...long];
  const one = async (): Promise<void> => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const { job } = cells[at]!;
      begun(at);
      const answer = await cut
        .off(() => pool.solve(job))
        .catch((error: unknown) => {
          if (error instanceof Error && error.name === "RuleError") throw error;
          throw new EngineError(said`${job.cell} could not be solved: ${reasonOf(error)}`);
        });
      if (answer === undefined) return;
      solved(at, answer);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(long.length, substreamsOf(threads)) }, one));
  } finally {
    cut.close();
    await pool.close();
  }
}
