import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/analysis/result.ts";
import { tickText } from "../../src/report/charts/drawing.ts";
import { priceText } from "../../src/report/even-price.ts";
import { atLeastText, chanceText, count, number, percent, signed } from "../../src/report/format.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { commandsBlock } from "../../src/report/page/cells.ts";
import { gainText } from "../../src/report/paired.ts";
import { proportion } from "../../src/stats/proportion.ts";

const english = languageOf("en");

describe("percent", () => {
  it.each([
    [0, "0 %"],
    [1e-300, "< 0.0001 %"],
    [4.2e-7, "< 0.0001 %"],
    [0.000_000_999, "< 0.0001 %"],
    [0.000_001, "0.00010 %"],
    [0.000_001_2, "0.00012 %"],
    [0.000_012, "0.0012 %"],
    [0.000_3, "0.030 %"],
    [0.002_5, "0.25 %"],
    [0.012, "1.2 %"],
    [0.12, "12.0 %"],
    [0.5, "50.0 %"],
    [0.999, "99.9 %"],
    [0.9995, "99.95 %"],
    [0.9996, "99.96 %"],
    [0.999_152, "99.915 %"],
    [0.999_916, "99.9916 %"],
    [0.999_999, "99.9999 %"],
    [0.999_999_999, "99.9999 %"],
    [1, "100 %"],
  ])("%d is %s", (share, text) => expect(percent(share)).toBe(text));

  it("is 0 % of nothing but 0, and 100 % of nothing but 1", () => {
    for (let exponent = 1; exponent < 300; exponent++) {
      const small = Number(`1e-${exponent}`);
      expect(percent(small)).not.toMatch(/^0(?:\.0*)? %$/);
      if (1 - small < 1) expect(percent(1 - small)).not.toMatch(/^100/);
    }
  });
});

it("a bound of what was always seen is never above its limit", () => {
  for (let k = 1; k < 2_000; k++) {
    const lower = 1 - k / 1_700_003;
    const text = chanceText({ value: "", count: 1, probability: 1, lower, upper: 1 }, languageOf("en"));
    expect(Number(/^≥ (.*) %$/u.exec(text)![1]) / 100).toBeLessThanOrEqual(lower);
  }
});

describe("the chance of an outcome", () => {
  const seen = (count: number, trials: number): Outcome => {
    const { estimate = 0, lower, upper } = proportion(count, trials);
    return { value: "out", count, probability: estimate, lower, upper };
  };
  it.each([
    ["exact", { value: "out", probability: 0.42 }, "42.0 %"],
    ["exactly impossible", { value: "out", probability: 0 }, "0 %"],
    ["simulated", seen(4_200, 10_000), "42.0 % ± 0.97"],
    ["never seen in 10,000", seen(0, 10_000), "≤ 0.030 %"],
    ["never seen in 10^9", seen(0, 1_000_000_000), "< 0.0001 %"],
    ["seen twice in 10^7", seen(2, 10_000_000), "< 0.0001 %"],
    [
      "so rare that only its upper limit can be said",
      { value: "", probability: 5e-7, lower: 1e-7, upper: 2e-6, count: 1 },
      "< 0.0001 % (< 0.0001 to 0.00020)",
    ],
    [
      "known to less than can be said",
      { value: "", probability: 0.25, lower: 0.25 - 1e-8, upper: 0.25 + 1e-8, count: 1 },
      "25.0 % ± 0.00010",
    ],
    ["always seen in 10,000", seen(10_000, 10_000), "≥ 99.97 %"],
    ["all but one (0.0253 to 5.572 events by the tables)", seen(9_999_999, 10_000_000), "≥ 99.9999 %"],
    // Its lower limit is 99.665 %: no bound of 99.7 %.
    ["nearly always", seen(996_765, 1_000_000), "99.7 % ± 0.011"],
    // 0.05^(1/290) = 98.972 %: a bound is written below itself.
    ["always seen in 290", seen(290, 290), "≥ 98.9 %"],
    ["no trial", seen(0, 0), "no data"],
    ["one trial", seen(0, 1), "≤ 95.0 %"],
    [
      "so near to each other that both limits are written the same",
      { value: "", probability: 0.257, lower: 0.25697, upper: 0.25703, count: 1 },
      "25.7 % ± 0.0030",
    ],
  ] as const)("%s", (_, outcome, text) => expect(chanceText(outcome, english)).toBe(text));
});

it.each([
  [0.4, "40 %", "40\u202f%"],
  [4e-7, "0.00004 %", "0,00004\u202f%"],
  [4e-10, "0.00000004 %", "0,00000004\u202f%"],
])("an axis of shares has no exponent: %d", (share, text, texte) => {
  expect(tickText(share, "chance", english)).toBe(text);
  expect(tickText(share, "chance", languageOf("fr"))).toBe(texte);
});

describe("the chance of at least as much", () => {
  const outcomes = (counts: readonly number[]): Outcome[] => {
    const trials = counts.reduce((a, b) => a + b, 0);
    return counts.map((count, value) => {
      const { estimate = 0, lower, upper } = proportion(count, trials);
      const above = counts.slice(value).reduce((a, b) => a + b, 0);
      const more = value === 0 ? { lower: 1, upper: 1 } : proportion(above, trials);
      const atLeast = { atLeast: above / trials, atLeastLower: more.lower, atLeastUpper: more.upper };
      return { value, count, probability: estimate, lower, upper, ...atLeast };
    });
  };
  it("is certain for the lowest value, and a bound where nothing or everything was seen", () => {
    const metric = { outcomes: outcomes([0, 4_000, 6_000, 0]) };
    expect([0, 1, 2, 3].map((i) => atLeastText(metric.outcomes[i]!, english))).toEqual([
      "100 %",
      "≥ 99.97 %",
      "60.0 % ± 0.96",
      "≤ 0.030 %",
    ]);
  });
  it("is what it is where it is exact", () => {
    const metric = {
      outcomes: [
        { value: 0, probability: 0, atLeast: 1 },
        { value: 1, probability: 1, atLeast: 1 },
        { value: 2, probability: 0, atLeast: 0 },
      ],
    };
    expect([0, 1, 2].map((i) => atLeastText(metric.outcomes[i]!, english))).toEqual(["100 %", "100 %", "0 %"]);
  });
});

describe("numbers", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [0.000_42, "0.00042"],
    [0.012_34, "0.012"],
    [1.234_5, "1.234"],
    [12.345, "12.35"],
    [123.456, "123.5"],
  ])("%d is %s", (value, text) => expect(number(value)).toBe(text));

  it.each([
    [1, "1"],
    [999, "999"],
    [1_000, "1,000"],
    [1_000_000, "1,000,000"],
    [10_000_000_000, "10,000,000,000"],
  ])("%d trials are %s", (value, text) => expect(count(value)).toBe(text));

  it.each([
    [0.024, "+2.4 pp"],
    [-0.12, "−12.0 pp"],
    [0.000_3, "+0.030 pp"],
    [0, "+0.0 pp"],
  ])("a difference of %d is %s", (value, text) =>
    expect(english.general.points(english.signed(value * 100, 1))).toBe(text),
  );

  it("a difference that is there never reads as zero", () => {
    expect(signed(-0.000_04, 3)).toBe("−0.000040");
    expect(signed(1.5, 3)).toBe("+1.500");
    // Less than the last digit is not rounded up to it.
    expect(signed(-0.052_8, 1)).toBe("−0.053");
    expect(signed(0.1, 1)).toBe("+0.1");
  });
});

it("what pairs have saved is said where they have saved something, or cost it", () => {
  const said = (...gains: readonly number[]) =>
    gainText(
      gains.map((gain) => ({ value: 0, paired: { trials: 100, gain } })) as unknown as Parameters<typeof gainText>[0],
      english,
    );
  expect(said(1.01, 0.99)).toBe("paired: as many trials as unpaired runs");
  expect(said(2, 0.5)).toBe("paired: between ≈ 2.0 times as many and ≈ 2.0 times fewer trials than unpaired runs");
  expect(said(3, 3)).toBe("paired: ≈ 3.0 times fewer trials than unpaired runs");
});

it("a price is called even where it nearly is, and too cheap or too dear beyond", () => {
  const said = (ratio: number) =>
    priceText(
      { name: "Frigate", texts: ["40", "41"], even: { value: 40 * ratio, trials: 0 }, ratio } as unknown as Parameters<
        typeof priceText
      >[0],
      english,
    );
  expect(said(1.02)).toBe("Frigate: even at 41, about its price of 40.");
  expect(said(0.96)).toMatch(/even at/u);
  expect(said(1.06)).toMatch(/too cheap at 40/u);
  expect(said(0.94)).toMatch(/too dear at 40/u);
});

it("a cell of which points say nothing has no command for them", () => {
  const typed = (isPriced: boolean, id = "shot~a~b~base") =>
    commandsBlock("crible run a.yaml", { id }, english, [], isPriced)!.typed.map(([, command]) => command);
  expect(typed(true).filter((command) => command.includes("--points"))).toHaveLength(1);
  expect(typed(false).filter((command) => command.includes("--points"))).toEqual([]);
  expect(typed(true, "cloud~-~-~base").filter((command) => command.includes("--points"))).toEqual([]);
});
