export {
  type Agreement,
  agreement,
  agreementOfAll,
  type Deviation,
  type Expected,
  type JointAgreement,
  type Observed,
  type OutcomeValue,
} from "./agreement.ts";
export { anytimeProportion, MeanSequence, mixtureInterval } from "./anytime.ts";
export { binomialLower, binomialUpper } from "./binomial.ts";
export { blockDrift, studentUpper } from "./block-drift.ts";
export { expectedWin, ratingsOf } from "./bradley-terry.ts";
export { chiSquareLower, chiSquareUpper } from "./chi-square.ts";
export { errorToTell, zScore } from "./confidence.ts";
export {
  contrastOfChances,
  contrastOfMeans,
  type Mean,
  type Probability,
  recovered,
  type Weighted,
} from "./contrast.ts";
export { type DifferenceEstimate, newcombe } from "./difference.ts";
export { type DriftTest, shareDrift } from "./drift.ts";
export { exp, ln } from "./elementary.ts";
export { AnytimeIntervals, chanceUnder, FIXED, GUARANTEES, type Guarantee, type Intervals } from "./guarantee.ts";
export { ratio as ratioOf } from "./integers.ts";
export { limitsReady } from "./library.ts";
export { lookSchedule, nextLook } from "./looks.ts";
export { type Equilibrium, equilibriumOf } from "./matrix-game.ts";
export { mostEvenEquilibrium } from "./max-entropy.ts";
export { type Histogram, type MeanLimits, meanLimits, rangeOf } from "./mean-limits.ts";
export {
  exactMoments,
  histogramSums,
  type Moments,
  type Sums,
  sampleMoments,
  type Weights,
} from "./moments.ts";
export { holm, spending } from "./multiple.ts";
export { normalUpper, normalUpperQuantile } from "./normal.ts";
export {
  contrastOfPairedChances,
  contrastOfPairedMeans,
  contrastSums,
  mcnemar,
  type PairedContrast,
  type PairedSample,
  type PairedSums,
  pairingGain,
} from "./paired.ts";
export {
  type AbsoluteTarget,
  type Binding,
  type Decision,
  decide,
  hasMean,
  type MetricTally,
  MIN_EVENTS,
  type PrecisionTarget,
  type RelativeTarget,
  unknownMetrics,
} from "./precision.ts";
export {
  clopperPearson,
  FEW_EVENTS,
  type Interval,
  type ProportionEstimate,
  type ProportionMethod,
  proportion,
  wilson,
  zeroEventBound,
} from "./proportion.ts";
export {
  checkOf,
  dispersionCheck,
  eventsCheck,
  FALSE_ALARM,
  halvesCheck,
  QUALITY_CHECKS,
  type QualityCheck,
} from "./quality.ts";
export { exactQuantile, type QuantileEstimate, quantileInterval, sampleQuantile } from "./quantiles.ts";
export { type Limited, quotient } from "./ratio.ts";
export { shareOf } from "./share.ts";
