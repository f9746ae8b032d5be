/** What a comparison leads with: decided before undecided, then what moved the most margins, as in a check. */
import { expect, it } from "vitest";
import { bySize } from "../../src/report/compare.ts";

const pair = (name: string, change: number, margin: number, verdict: string, isChance = false) => ({
  name,
  differences: [{ change: { value: change }, margin, verdict, isChance }],
});
type Pairs = Parameters<typeof bySize>[0]["pairs"];
const ordered = (...pairs: readonly ReturnType<typeof pair>[]) =>
  (bySize({ pairs: pairs as unknown as Pairs }).pairs as unknown as typeof pairs).map(({ name }) => name);

it("is what moved the most margins, in either direction, chances and counts alike", () => {
  expect(
    ordered(
      pair("a chance, 2.4 margins", 0.024, 0.01, "higher", true),
      pair("a count, ten margins", -1.5, 0.15, "lower"),
      pair("another, six", 0.3, 0.05, "higher"),
    ),
  ).toEqual(["a count, ten margins", "another, six", "a chance, 2.4 margins"]);
});

it("is no change of a mean near none, whose margin is no less than that of a check", () => {
  expect(
    ordered(pair("tiny, a hundred of its own", 1e-6, 1e-8, "higher"), pair("two margins", 0.04, 0.02, "higher")),
  ).toEqual(["two margins", "tiny, a hundred of its own"]);
});

it("is never what is undecided, and a margin of none comes before all", () => {
  expect(
    ordered(
      pair("open", 9, 0.1, "undecided"),
      pair("a count", 0.1, 0.01, "higher"),
      pair("another without a margin", 0.2, 0, "higher", true),
      pair("without a margin", 0.5, 0, "higher", true),
    ),
  ).toEqual(["another without a margin", "without a margin", "a count", "open"]);
});
