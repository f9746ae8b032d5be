import { expect, it } from "vitest";
import { killed } from "./killing.ts";

it("10 random kill -9 of a run that is resumed: the same bytes, and nothing lost that was on disk", async () => {
  const { found, expected, onDisk, torn } = await killed(10, 10_000_000, 1);
  expect(found).toBe(expected);
  expect(onDisk).toEqual(onDisk.toSorted((a, b) => a - b));
  expect(new Set(onDisk).size).toBeGreaterThan(1);
  expect(torn).toBeGreaterThan(0);
});
