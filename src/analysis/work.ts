/** What computing takes, in operations of `Program.exact`: counted before anything is computed, never measured by a clock. */
import type { Program } from "../rule/program.ts";
import { workOfPlaying } from "../rule/work.ts";
import type { Planned } from "./planned.ts";

/** Operations that one thread does in a second, about. */
export const A_SECOND = 20_000_000;
/** More of one cell is a long time. */
export const LONG = 10 * A_SECOND;

/** What the program takes to begin and to end; a thread of its own; an exact answer besides its sums. */
const START = 7_500_000;
const ANSWER = 4_000;
/** A cell: read, summed up and reported; and each of its outcomes. */
const CELL = 20_000;
const OUTCOME = 600;
/** A block that is handed over, and each bin of its counts. */
const BLOCK = 1_000;
const BIN = 0.2;
/** A trial of a paired cell that finds its place in the stream anew. */
const PLACED = 13;

const outcomesOf = ({ metrics }: Program): number => metrics.reduce((sum, { values }) => sum + values.length, 0);

/** What playing so many trials takes. @param isPaired as one of the cells of a paired run */
export function workOfTrials(program: Program, trials: number, isPaired = false): number {
  const work = workOfPlaying(program);
  const blocks = Math.ceil(trials / program.blockSize);
  const trial = isPaired ? (work.pair ?? work.trial) + PLACED : work.trial;
  return work.program + work.kernel + trial * trials + blocks * (BLOCK + BIN * outcomesOf(program));
}

/** What the exact answer takes, which there is. */
export const workOfAnswer = ({ exact }: Program): number =>
  "operations" in exact ? ANSWER + exact.operations : Number.POSITIVE_INFINITY;

/** What is computed of a cell. */
export type Computed = Pick<Planned, "program" | "exact" | "trials">;

/** What a cell takes in all, its reading and its reports with it. @param isOneOfMany its report has fewer words then */
export const workOfCell = (computed: Computed, isPaired = false, isOneOfMany = false): number =>
  (CELL + OUTCOME * outcomesOf(computed.program)) / (isOneOfMany ? 2 : 1) +
  workOfPlaying(computed.program).program +
  (computed.exact ? workOfAnswer(computed.program) : workOfTrials(computed.program, computed.trials, isPaired));

/** Seconds of one core of so many operations. */
export const secondsOf = (work: number): number => work / A_SECOND;
/** Seconds of a whole command. */
export const secondsOfAll = (works: readonly number[]): number =>
  secondsOf(works.reduce((sum, work) => sum + work, START));
