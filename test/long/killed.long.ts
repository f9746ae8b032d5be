import { expect, it } from "vitest";
import { killed } from "../cli/killing.ts";

it("200 random kill -9 of a run that is resumed: the same bytes, and nothing lost that was on disk", async () => {
  const { found, expected, onDisk, torn } = await killed(200, 200_000_000, 2);
  console.log(
    `${new Set(onDisk).size} unlike checkpoints, ${torn} with a torn line, the last of ${onDisk.at(-1)} trials`,
  );
  expect(found).toBe(expected);
  expect(onDisk).toEqual(onDisk.toSorted((a, b) => a - b));
  expect(new Set(onDisk).size).toBeGreaterThan(10);
});
