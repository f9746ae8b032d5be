/** What the page of a ranking says and draws, of a field of three. */
import { expect, it } from "vitest";
import type { Ranking } from "../../src/analysis/rank.ts";
import { rankChart } from "../../src/report/charts/rank.ts";
import { shareText } from "../../src/report/estimate.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { someOf } from "../../src/report/rank.ts";

const en = languageOf("en");
const fr = languageOf("fr");

it("a share has one precision, in a sentence, a table and a square of a map alike", () => {
  const plain = (text: string) => text.replace(/\s/gu, " ");
  const shares = [0, 0.0004, 0.0088, 0.856, 0.99943, 1].map((share) => plain(shareText(share, en)));
  expect(shares).toEqual(["0 %", "< 0.1 %", "0.9 %", "85.6 %", "> 99.9 %", "100 %"]);
  expect(plain(shareText(0.0004, fr))).toBe("< 0,1 %");
  const exact = (value: number) => ({ value, trials: 0 });
  const wins = [
    [exact(0.5), exact(0.856), exact(0.99943)],
    [exact(0.144), exact(0.5), { value: 0.52, lower: 0.49, upper: 0.55, trials: 900 }],
    [exact(0.00057), { value: 0.48, lower: 0.45, upper: 0.51, trials: 900 }, exact(0.5)],
  ];
  const units = ["a", "b", "c"].map((unit) => ({ unit }));
  const chart = rankChart({ experiment: "field", units, wins } as unknown as Ranking, en);
  const { squares } = chart.drawing as Extract<typeof chart.drawing, { kind: "squares" }>;
  const drawn = squares.filter(({ value }) => value !== undefined);
  expect(drawn.map(({ short }) => short)).toEqual(["85.6", ">99.9", "14.4", "≈52.0", "<0.1", "≈48.0"]);
  // What is read aloud is what is shown.
  for (const { short, said } of drawn) expect(said).toContain(`: ${short}`);
  expect(plain(drawn[3]!.said)).toMatch(/: ≈52\.0 % \(49\.0 to 55\.0\)$/);
  expect((chart.drawing as { readonly note?: string }).note).toMatch(/^A draw is half a win\./);
});

it("names the first units of a long list, and says how many more there are", () => {
  const names = Array.from({ length: 12 }, (_, i) => `u${i}`);
  expect(someOf(names.slice(0, 7), en)).toBe("u0, u1, u2, u3, u4, u5 and u6");
  expect(someOf(names, en)).toBe("u0, u1, u2, u3, u4, u5 and 6 others (--csv has all)");
});
