import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { APART } from "../vitest.config.ts";
import { growth, workOf } from "./work.ts";

/** So many turns of a loop. */
function turns(count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += i % 3 === 0 ? 1 : 2;
  return sum;
}

describe("work is counted, not timed", () => {
  it("a loop of n turns is n blocks or more, each time about the same", async () => {
    const work = await workOf(() => turns(100_000));
    expect(work).toBeGreaterThanOrEqual(100_000);
    expect(Math.abs((await workOf(() => turns(100_000))) - work)).toBeLessThan(work / 20);
  });

  it("what is linear doubles", async () => {
    expect(await growth(10_000, turns)).toBeLessThan(2.5);
  });

  it("control: what is quadratic does not", async () => {
    const quadratic = (size: number) => {
      for (let i = 0; i < size; i++) turns(size);
    };
    expect(await growth(200, quadratic)).toBeGreaterThan(3.5);
  });

  it("is counted where no other test has loaded what is counted", () => {
    const counting = readdirSync("test", { recursive: true, encoding: "utf8" })
      .map((name) => `test/${name.replaceAll("\\", "/")}`)
      .filter((name) => name.endsWith(".test.ts") && /from "[./]*\/work\.ts"/.test(readFileSync(name, "utf8")));
    expect(counting.length).toBeGreaterThan(4);
    expect(counting.filter((name) => !APART.includes(name))).toEqual([]);
  });
});
