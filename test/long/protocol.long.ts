import { expect, it } from "vitest";
import { schedules } from "../cli/queue/protocol.ts";

it("10,000 schedules of faults end in the numbers of the undisturbed run, or in an error", async () => {
  const began = performance.now();
  const { right, error, wrong, wasteful } = await schedules(10_000, 20_000);
  console.log(
    `${right} right, ${error} errors, ${wrong} wrong, in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  expect([wrong, wasteful]).toEqual([0, 0]);
  expect(error).toBeLessThan(100);
});
