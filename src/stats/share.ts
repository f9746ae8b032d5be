/**
 * The chance of some outcomes, of doubles that add up to one but for their rounding: from the smaller side, so that what
 * is certain is exactly 1 and what is impossible exactly 0, and a chance and its opposite add up to 1.
 *
 * @param sum what the outcomes add up to
 * @param rest what all the others add up to
 */
export const shareOf = (sum: number, rest: number): number => (sum <= rest ? sum : 1 - rest);
