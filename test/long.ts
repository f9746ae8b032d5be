/** Whether `npm run test:long` runs: all of many like cases then, and in CI so many as its tests say. */
export const LONG = process.env.CRIBLE_LONG !== undefined;

/** Of many like cases all in the long run, and in CI every other one. */
export const half = <T>(cases: readonly T[]): T[] => cases.filter((_, i) => LONG || i % 2 === 0);
