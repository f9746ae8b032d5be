import { expect, it } from "vitest";
import { LONG } from "../long.ts";
import { killed } from "./killing.ts";

/** So many times it is killed. */
const KILLS = LONG ? 10 : 3;

it(`${KILLS} random kill -9 of a run that is resumed: the same bytes, and nothing lost that was on disk`, async () => {
  const { found, expected, onDisk, torn } = await killed(KILLS, 10_000_000, 1);
  expect(found).toBe(expected);
  expect(onDisk).toEqual(onDisk.toSorted((a, b) => a - b));
  expect(new Set(onDisk).size).toBeGreaterThan(1);
  expect(torn).toBeGreaterThan(0);
});
