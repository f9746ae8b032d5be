/**
 * How much work something is, counted in blocks of code that were run, not in seconds: the same on every machine, however
 * busy it is. To be imported before what it counts, for only functions compiled from then on are counted; loops inside
 * built-in functions (a regular expression's) never are.
 */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Blocks run since it was last asked. */
async function counted(): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let work = 0;
  for (const { url, functions } of result)
    if (!url.startsWith("node:")) for (const { ranges } of functions) for (const { count } of ranges) work += count;
  return work;
}

/** Blocks of JavaScript that run until what is done is done. */
export async function workOf(act: () => unknown): Promise<number> {
  await counted();
  await act();
  return counted();
}

/** How many times the work of a size its double is. Linear work gives 2; 2.5 leaves room for what is done once. */
export async function growth(size: number, act: (size: number) => unknown): Promise<number> {
  await act(size); // what is loaded and remembered once is not counted
  const work = await workOf(() => act(size));
  return (await workOf(() => act(2 * size))) / work;
}
