/** Whether `npm run test:long` runs: all of many like cases then, and in CI so many as its tests say. */
export const LONG = process.env.CRIBLE_LONG !== undefined;
