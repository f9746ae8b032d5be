export type { Job, Task } from "./job.ts";
export { MARKS, MOST_MARKS, notesOf, type StreamNotes } from "./marks.ts";
export {
  PAIRED_BLOCK,
  type PairedJob,
  type PairedReading,
  pairedLayout,
} from "./paired.ts";
export { type PoolOptions, pooledRunner } from "./pool.ts";
export {
  type AnyJob,
  EngineError,
  inProcessRunner,
  lazyRunner,
  type OwnTask,
  type Runner,
  taskError,
} from "./runner.ts";
export { type JobPlan, type Progress, type Simulated, simulate } from "./simulate.ts";
export { type SolveOptions, type SolveProgress, solveAll, type ToSolve } from "./solve.ts";
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
export { atOnce, inTurns, nextTurn, turns } from "./turn.ts";
