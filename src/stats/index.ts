export {
  agreement,
  agreementOfAll,
} from "./agreement.ts";
export { binomialLower, binomialUpper } from "./binomial.ts";
export { blockDrift } from "./block-drift.ts";
export { expectedWin, ratingsOf } from "./bradley-terry.ts";
export { chiSquareUpper } from "./chi-square.ts";
export { errorToTell } from "./confidence.ts";
export {
  contrastOfChances,
  contrastOfMeans,
  type DifferenceEstimate,
  recovered,
} from "./contrast.ts";
export { shareDrift } from "./drift.ts";
export { exp, ln } from "./elementary.ts";
export { AnytimeIntervals, chanceUnder, FIXED, GUARANTEES, type Guarantee, type Intervals } from "./guarantee.ts";
export { decimalFraction, ratio as ratioOf } from "./integers.ts";
export { limitsReady } from "./library.ts";
export { lookSchedule } from "./looks.ts";
export { mostEvenEquilibrium } from "./max-entropy.ts";
export { type Histogram, meanLimits, rangeOf } from "./mean-limits.ts";
export {
  exactMoments,
  histogramSums,
  type Sums,
  sampleMoments,
} from "./moments.ts";
export { holm, spending } from "./multiple.ts";
export { normalUpperQuantile } from "./normal.ts";
export {
  contrastOfPairedChances,
  contrastOfPairedMeans,
  mcnemar,
  type PairedSample,
  type PairedSums,
  pairingGain,
} from "./paired.ts";
export { decide, type PrecisionTarget, unknownMetrics } from "./precision.ts";
export { proportion, zeroEventBound } from "./proportion.ts";
export {
  checkOf,
  dispersionCheck,
  eventsCheck,
  FALSE_ALARM,
  halvesCheck,
  type QualityCheck,
} from "./quality.ts";
export { exactQuantiles, quantileInterval, sampleQuantile } from "./quantiles.ts";
export { quotient } from "./ratio.ts";
export { shareOf } from "./share.ts";
