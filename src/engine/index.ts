export { atOnce, giveWay, inTurns, nextTurn, type Stretches } from "../rule/event-loop.ts";
export type { Job, Task } from "./job.ts";
export { pooledRunner } from "./lazy-pool.ts";
export { joined, MARKS, MOST_MARKS, notesOf, type StreamNotes } from "./marks.ts";
export {
  PAIRED_BLOCK,
  type PairedJob,
  type PairedReading,
  pairedLayout,
} from "./paired.ts";
export { type JobPlan, pieceBlocks, type Simulated, TASK_BLOCKS } from "./played-job.ts";
export { type AnyJob, EngineError, inProcessRunner, lazyRunner, type Runner, taskError } from "./runner.ts";
export { type Progress, simulate } from "./simulate.ts";
export { A_THREAD, type SolveOptions, type SolveProgress, solveAll, type ToSolve, threadsWorth } from "./solve.ts";
export {
  blocksOf,
  compacted,
  faultOfCounts,
  joinedStretches,
  joins,
  type Keeper,
  type Share,
  type Stretch,
} from "./stretch.ts";
export { firstTrialIn, placeOf, type TrialPlace, toTell } from "./trial.ts";
