import { expect, it } from "vitest";
import { pricesBack } from "../analysis/price-law.ts";

it("a unit that is a fifth too cheap gets its price back within its limits in 95 % of 400 seeds", async () => {
  const { back, unchanged } = await pricesBack(400);
  expect(back).toBeGreaterThanOrEqual(380);
  expect(unchanged).toBeLessThanOrEqual(20);
});
