import { expect, it } from "vitest";
import { general } from "../../../src/report/language/general.ts";

it.each([
  [["a"], "a", "a"],
  [["a", "b"], "a and b", "a et b"],
  [["a", "b", "c"], "a, b and c", "a, b et c"],
])("%j are joined as people write a list", (names, english, french) => {
  expect(general.en.together(names)).toBe(english);
  expect(general.fr.together(names)).toBe(french);
});

it("one trial is one trial", () => {
  const said = (trials: number) => general.en.trials(trials, "all trials played");
  expect([said(1), said(1_000)]).toEqual(["1 trial, all trials played", "1,000 trials, all trials played"]);
});
