/** What a comparison leads with: decided before undecided, the unit of the first decided, the largest change. */
import { expect, it } from "vitest";
import { bySize } from "../../src/report/compare.ts";

const pair = (name: string, change: number, margin: number, verdict: string, isChance = false) => ({
  name,
  differences: [{ change: { value: change }, margin, verdict, isChance }],
});
type Pairs = Parameters<typeof bySize>[0]["pairs"];
const ordered = (...pairs: readonly ReturnType<typeof pair>[]) =>
  (bySize({ pairs: pairs as unknown as Pairs }).pairs as unknown as typeof pairs).map(({ name }) => name);

it("is the largest change, whatever its ratio to its margin, in either direction", () => {
  expect(
    ordered(
      pair("tiny, a hundred margins", 1e-6, 1e-8, "higher"),
      pair("large, ten margins", -1.5, 0.15, "lower"),
      pair("half as large", 0.75, 0.01, "higher"),
    ),
  ).toEqual(["large, ten margins", "half as large", "tiny, a hundred margins"]);
});

it("is never what is undecided, nor a chance among counts", () => {
  expect(
    ordered(
      pair("open", 9, 0.1, "undecided"),
      pair("a count", 0.1, 0.01, "higher"),
      pair("a chance", 0.5, 0.01, "higher", true),
    ),
  ).toEqual(["a count", "a chance", "open"]);
});
