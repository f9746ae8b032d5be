export {
  type Act,
  type ActDistribution,
  type ActedBattle,
  type ActReading,
  Numbering,
  type Position,
} from "./acts.ts";
export { JointActs, jointActs } from "./acts-joint.ts";
export { ActsKernel, type ActTaken, addTo } from "./acts-kernel.ts";
export { solveActs } from "./acts-solve.ts";
export {
  type Chain,
  chainBy,
  chainOf,
  type DistributionStep,
  type Process,
  type ProcessStep,
} from "./chain.ts";
export { type Ladder, ladderOf } from "./cuts.ts";
export { DICE, type DirectPlay, directProgramOf, TrialKernel } from "./direct.ts";
export {
  type Case,
  certain,
  chance,
  type Distribution,
  distributionOf,
  joined,
  mapped,
  mixture,
} from "./distribution.ts";
export { Draws } from "./draws.ts";
export { enumerate, type Question, type RulePath } from "./enumerate.ts";
export { Enumeration } from "./enumeration.ts";
export {
  type Arithmetic,
  binomial,
  combine,
  convolve,
  convolved,
  DOUBLES,
  type Exact,
  INTEGERS,
  isFraction,
  lengthOf,
  mix,
  power,
  probabilitiesOf,
  readOff,
  type WeightedDistribution,
} from "./exact.ts";
export { answersTo, fallTo, happens } from "./fall.ts";
export { fractionText, gcd, lcm, ratio } from "./fraction.ts";
export type { Game, NoGame, OfPairs, SideStates } from "./game.ts";
export {
  holds,
  JOINT,
  type Joint,
  metricsIn,
  withJoints,
} from "./joint.ts";
export { type Factor, jointOfFactors } from "./joint-distribution.ts";
export {
  type LaneAct,
  type LaneChange,
  type LaneCount,
  type LaneDistribution,
  LaneKernel,
  type LanePart,
  type LaneRead,
  type LaneStep,
  NEVER,
} from "./lanes.ts";
export { equilibriumOf } from "./matrix-game.ts";
export { pathGiven } from "./path.ts";
export type { Play, Reading } from "./play.ts";
export { programOf } from "./play-program.ts";
export {
  type BlockPlace,
  type JointAnswer,
  type Kernel,
  type Metric,
  type PlayingWork,
  type Program,
  type TrialCondition,
  tallyOffsets,
} from "./program.ts";
export { binsOfTrial, retrace } from "./retrace.ts";
export { type Rule, RuleError, unlessRefused } from "./rule.ts";
export { solveChain } from "./solve.ts";
export { TableBuilder } from "./table.ts";
export { diceOfTrial, type StepTaken, traceAlong, traceOf } from "./trace.ts";
export { loopOf } from "./wasm-loop.ts";
export { CountedDice, WordDice } from "./word-dice.ts";
export { MULTIPLICATIONS, workOfDice, workOfPlaying } from "./work.ts";
