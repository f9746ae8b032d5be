/** Steps of one trial of a kind whose blocks are the longest: the blocks of every kind are about as much work. */
const LONGEST_BLOCK = 65_536;
/** Bins of a tally that make a trial one class dearer: what fills them grows with the models and the turns. */
const BINS = 1_000;

/** What trials come to in steps, about 50 million a second on one thread: counted, never measured by a clock. */
export const stepsOf = (trials: number, blockSize: number, bins: number): number =>
  trials * Math.ceil(LONGEST_BLOCK / blockSize) * Math.ceil(bins / BINS);
