import { expect, it } from "vitest";
import { trialLines } from "../../src/cli/progress.ts";

it("a long simulation says how far it is every half minute where nothing can be written over", () => {
  let now = 5_000;
  const told: string[] = [];
  const hear = trialLines(
    () => now,
    (line) => told.push(line),
  );
  const at = (time: number, done: number) => {
    now = time;
    hear({ done, total: 1_000_000, cell: "a~b~c~base" } as Parameters<typeof hear>[0]);
  };
  at(6_000, 1_000);
  at(34_999, 200_000);
  expect(told).toEqual([]);
  at(35_000, 250_000);
  at(36_000, 260_000);
  at(64_000, 400_000);
  at(65_000, 500_000);
  expect(told).toEqual([
    "simulating: 250,000 of 1,000,000 trials (25.0 %), now a~b~c~base\n",
    "simulating: 500,000 of 1,000,000 trials (50.0 %), now a~b~c~base\n",
  ]);
});
