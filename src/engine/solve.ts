import { giveWay } from "../rule/event-loop.ts";
import type { Exact, Program } from "../rule/index.ts";
import { said } from "../rulesets/said.ts";
import type { Job } from "./job.ts";
import { EngineError, reasonOf } from "./runner.ts";
import { openSolver } from "./solver-thread.ts";

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
  readonly signal?: AbortSignal;
  readonly onSolve?: (progress: SolveProgress) => void;
  /** Told of each answer as soon as it is there. */
  readonly onAnswer?: (cell: ToSolve, answer: readonly Exact[]) => void;
}

/** Operations up to which an answer is worked out on the calling thread, whatever the others take: a hundredth of a second. */
export const AT_ONCE = 200_000;
/**
 * Operations up to which all answers are: about a tenth of a second. A thread takes as long to start, and a thread that
 * solves hears nothing.
 */
export const TOGETHER = 10 * AT_ONCE;
/** Operations for which one more thread is worth its start, and being slow until its code is compiled: a second of them. */
export const A_THREAD = 10 * TOGETHER;
/** Threads that so many operations are worth. */
export const threadsWorth = (work: number, most: number): number => Math.min(most, Math.ceil(work / A_THREAD));
/** Besides the sums, of every answer. */
const ANSWER = 10_000;

/** Operations from which the cells that are worked out on the calling thread are told too: about a second of them. */
const TOLD = 10 * TOGETHER;

const operationsOf = ({ program: { exact } }: ToSolve): number =>
  "solve" in exact && !exact.known ? exact.operations : 0;
const solveHere = ({ program: { exact } }: ToSolve): readonly Exact[] => ("solve" in exact ? exact.solve() : []);

/**
 * The exact answer of each cell, in order; undefined for those that a signal cut off. What takes long is solved on other
 * threads, and given up at once when the signal comes.
 * @throws EngineError when a thread cannot do its work
 */
export async function solveAll(
  cells: readonly ToSolve[],
  { workers = 0, signal, onSolve, onAnswer }: SolveOptions = {},
): Promise<(readonly Exact[] | undefined)[]> {
  const answers: (readonly Exact[] | undefined)[] = new Array(cells.length).fill(undefined);
  const answered = (i: number, answer: readonly Exact[]): void => {
    answers[i] = answer;
    onAnswer?.(cells[i]!, answer);
  };
  const isHeavy = (cell: ToSolve) => operationsOf(cell) > AT_ONCE;
  const heavy = cells.filter(isHeavy).reduce((sum, cell) => sum + operationsOf(cell), 0);
  const isShared = (workers > 0 || signal !== undefined) && heavy > TOGETHER;
  const isLong = (cell: ToSolve) => isShared && isHeavy(cell);
  const long = [...cells.keys()].filter((i) => isLong(cells[i]!));
  const small = cells.filter((cell) => !isLong(cell));
  const isTold = small.reduce((sum, cell) => sum + operationsOf(cell), 0) > TOLD;
  const aside = new Solvers(cells, long, answered, long.length + (isTold ? small.length : 0), onSolve);
  const isDone = aside.run(threadsWorth(heavy, Math.min(Math.max(1, workers), long.length)), signal);
  isDone.catch(() => {}); // met below
  let since = 0; // operations since the signal came: what is left then is solved if it is little
  for (const [i, cell] of cells.entries()) {
    if (isLong(cell)) continue;
    if (isTold) aside.tell("begun", i);
    answered(i, solveHere(cell));
    if (isTold) aside.tell("done", i);
    if (signal?.aborted) since += ANSWER + operationsOf(cell);
    if (since >= TOGETHER) break;
    await giveWay(); // to hear the signal, and for who shows how far it is
  }
  await isDone;
  return answers;
}

/** A few threads that share the cells that take long. */
class Solvers {
  readonly #cells: readonly ToSolve[];
  readonly #waiting: number[];
  readonly #total: number;
  readonly #answered: (at: number, answer: readonly Exact[]) => void;
  readonly #onSolve: SolveOptions["onSolve"];
  #done = 0;

  constructor(
    cells: readonly ToSolve[],
    long: readonly number[],
    answered: (at: number, answer: readonly Exact[]) => void,
    total: number,
    onSolve: SolveOptions["onSolve"],
  ) {
    this.#cells = cells;
    this.#waiting = [...long];
    this.#total = total;
    this.#answered = answered;
    this.#onSolve = onSolve;
  }

  /** Resolves when every cell is solved or the signal has come; all threads have ended then. */
  async run(threads: number, signal: AbortSignal | undefined): Promise<void> {
    await Promise.all(Array.from({ length: threads }, () => this.#thread(signal)));
  }

  async #thread(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return;
    let at = -1;
    const fault = (error: unknown): Error =>
      error instanceof Error && error.name === "RuleError"
        ? error
        : new EngineError(said`${this.#cells[at]?.job.cell ?? ""} could not be solved: ${reasonOf(error)}`);
    let close: () => unknown = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener("abort", () => resolve(), { once: true });
        const thread = openSolver({
          answered: (answer) => {
            this.#answered(at, answer);
            this.tell("done", at);
            next();
          },
          failed: (error) => reject(fault(error)),
        });
        close = thread.close;
        const next = () => {
          at = this.#waiting.shift() ?? -1;
          if (at < 0) {
            resolve();
            return;
          }
          this.tell("begun", at);
          thread.solve(this.#cells[at]!.job);
        };
        next();
      });
    } finally {
      await close();
    }
  }

  /** Says that a cell is begun, or done. */
  tell(state: SolveProgress["state"], at: number): void {
    if (state === "done") this.#done++;
    this.#onSolve?.({ cell: this.#cells[at]!.job.cell, state, done: this.#done, total: this.#total });
  }
}
