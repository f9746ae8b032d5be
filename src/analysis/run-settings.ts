/** How a study is computed, and who is told of it: what `run` takes, and what it is built from. */

import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob, Runner } from "../engine/runner.ts";
import type { Progress } from "../engine/simulate.ts";
import type { SolveProgress, ToSolve } from "../engine/solve.ts";
import type { Keeper, Share } from "../engine/stretch.ts";
import type { Exact } from "../rule/exact.ts";
import type { Program } from "../rule/program.ts";
import type { Guarantee } from "../stats/guarantee.ts";

export type MakeText = () => string | Promise<string>;

/** What cells came to before, and where what they come to now is kept. The numbers are the same with it and without. */
export interface CellCache {
  /** The exact answer of a cell, where it is known. */
  answer(cell: ToSolve): Promise<readonly Exact[] | undefined>;
  keepAnswer(cell: ToSolve, answer: readonly Exact[]): Promise<void>;
  /**
   * A text that is made of something, in about so many operations: as it is known, or made now.
   * @param isSound whether a text can be one of these
   */
  text(of: object, work: number, isSound: (text: string) => boolean, make: MakeText): Promise<string>;
  /** What is known of blocks of trials, and takes what is played. @param apart what else decides what blocks count */
  keeper(jobs: readonly AnyJob[], plans: readonly JobPlan[], apart?: unknown): Keeper;
}

export interface RunSettings {
  /** Default `auto`. `auto`: exact where that is cheap. `exact`: exact wherever it is possible. `simulate`: never. */
  readonly method?: "auto" | "exact" | "simulate";
  /** Operations beyond which `auto` does not call an exact answer cheap; `EXACT_OPERATIONS` unless given. */
  readonly mostOperations?: number;
  /** Operations in which exact answers are looked for, all cells together; as many as that takes when left out. */
  readonly finding?: number | undefined;
  /** Also simulate what is exact, and compare. */
  readonly verify?: boolean;
  /** Instead of the scenario's. */
  readonly trials?: number;
  readonly precision?: unknown;
  /** What limits are good for; `fixed` unless told otherwise. See `GUARANTEES`. */
  readonly guarantee?: Guarantee;
  /** Threads; 0, the default, plays in this process. */
  readonly workers?: number;
  /** Starts no threads to play what takes about as long as starting them. */
  readonly thrifty?: boolean;
  /** Where blocks are played, instead of on threads of this machine. */
  readonly runner?: (
    jobs: readonly AnyJob[],
    plans: readonly JobPlan[],
    command: string,
    signal?: AbortSignal,
  ) => Promise<Runner>;
  /** Keeps what is played of these jobs; what it knows of them is not played again. */
  readonly keep?: (jobs: readonly AnyJob[], plans: readonly JobPlan[]) => Keeper | Promise<Keeper>;
  /** What is known of cells is neither solved nor played again; left out, everything is computed. */
  readonly cache?: CellCache;
  /** Only this share of the blocks of every simulated cell, for `keep`; the result has none of it, and is partial. */
  readonly share?: Share;
  /**
   * Find what is said beside the numbers: what points buy, a trial that is told, fights in which either side goes first,
   * orders of acting, and whether what a cell is told is ever seen: `unseen` is that alone. A search needs none of it.
   */
  readonly probes?: boolean | "unseen";
  /** Sum up a metric, limits and all, when it is first read: for who reads few of them. */
  readonly whenRead?: boolean;
  /** A run that was ended may tell nothing of what takes long to tell: `LeftUntold` is thrown. */
  readonly mayLeave?: boolean;
  /** The command that makes this result again, for its reports. */
  readonly command?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly cell: string; readonly program: Program }) => void;
  /** Told, before anything is computed, how many seconds of one core all of it will take, about: from counted work. */
  readonly onWork?: (seconds: number) => void;
  /** Told of every exact answer that takes long, when it is begun and when it is there. */
  readonly onSolve?: (progress: SolveProgress) => void;
}

/** Where fights are played, and until when. */
export type Threads = Pick<RunSettings, "workers" | "signal" | "cache" | "probes" | "whenRead" | "mayLeave">;
