export { BlockPlayer, type Job, programOfJob, type Task } from "./job.ts";
export { MOST_MARKS, type StreamNotes } from "./marks.ts";
export {
  PAIRED_BLOCK,
  type PairedJob,
  type PairedLayout,
  PairedPlayer,
  type PairedReading,
  pairedLayout,
} from "./paired.ts";
export { type PoolOptions, pooledRunner } from "./pool.ts";
export { type AnyJob, EngineError, inProcessRunner, type OwnTask, type Runner, taskError } from "./runner.ts";
export { type JobPlan, type Progress, type Simulated, type SimulateOptions, simulate, type Trace } from "./simulate.ts";
export { type SolveOptions, type SolveProgress, solveAll } from "./solve.ts";
export {
  blocksOf,
  compacted,
  faultOfCounts,
  joinedStretches,
  joins,
  type Keeper,
  type Repeat,
  type Share,
  type Stretch,
} from "./stretch.ts";
export { firstTrialIn, placeOf, type TrialPlace, toTell } from "./trial.ts";
export { nextTurn } from "./turn.ts";
