import { describe, expect, it } from "vitest";
import { LONG } from "../../long.ts";
import { ChecksNothing, CountsDeliveries, schedules } from "./protocol.ts";
import { STORM } from "./world.ts";

const SCHEDULES = LONG ? 150 : 60;
const DAMAGED = { ...STORM, damage: 500 };

describe("the protocol of the queue, played in memory with seeded faults", () => {
  it(`${SCHEDULES} schedules end in the numbers of the undisturbed run, or in an error`, async () => {
    const { right, error, wrong, wasteful } = await schedules(0, SCHEDULES);
    expect(wrong).toBe(0);
    expect(wasteful).toBe(0);
    expect(error).toBeLessThan(8);
    expect(right + error).toBe(SCHEDULES);
  });

  it("control: a task that is taken off before its result is stored is found", async () => {
    expect((await schedules(0, 60, { acksFirst: true })).wasteful).toBeGreaterThan(0);
  });

  it("control: counting whatever is delivered is found", async () => {
    expect((await schedules(0, 60, { coordinator: CountsDeliveries })).wrong).toBeGreaterThan(0);
  });

  it("control: believing what was damaged is found", async () => {
    expect((await schedules(0, 60, { coordinator: ChecksNothing }, DAMAGED)).wrong).toBeGreaterThan(0);
    expect((await schedules(0, 60, {}, DAMAGED)).wrong).toBe(0);
  });
});
