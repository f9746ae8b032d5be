import { describe, expect, it } from "vitest";
import { decideAt, LOOKS } from "../../src/analysis/gate.ts";
import { blockDrift, studentUpper } from "../../src/stats/block-drift.ts";
import { uniforms } from "./random.ts";

describe("the tail of Student's law", () => {
  it("1 and 2 degrees of freedom: closed forms", () => {
    for (const t of [-3, -0.2, 0, 0.1, 1, 2.5, 40]) {
      expect(studentUpper(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 13);
      expect(studentUpper(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 13);
    }
  });

  // SciPy 1.17.1: scipy.stats.t.sf(t, f).
  it.each([
    [0.3, 7, 0.386445025201067],
    [2.364624251592784, 7, 0.025],
    [5, 15, 7.9184757311e-5],
    [9.7, 31, 3.29977072724714e-11],
    [5.2, 127, 3.87415740920577e-7],
    [40, 15, 5.84533062043319e-17],
  ])("t = %d, %d degrees of freedom", (t, freedom, tail) => {
    expect(studentUpper(t, freedom) / tail - 1).toBeCloseTo(0, 10);
  });
});

/** Block sums before and now: a share p of trials is a win before; of these trials some are another's now. */
function planted(uniform: () => number, drift: number, size: number): { before: number[]; now: number[] } {
  const before: number[] = [];
  const now: number[] = [];
  for (let j = 0; j < 128; j++) {
    let was = 0;
    let is = 0;
    for (let trial = 0; trial < size; trial++) {
      const luck = uniform();
      if (luck < 0.4) was++;
      // Beside the drift, 2 % of trials change hands both ways.
      if (luck < 0.38 || (luck >= 0.6 && luck < 0.62 + drift)) is++;
    }
    before.push(was);
    now.push(is);
  }
  return { before, now };
}

const REPEATS = 1500;
const MARGIN = 0.04;
const ALPHA = 0.05;

/** How many of the checks fail and pass, all looks together. */
function verdicts(drift: number, size: number, margin = MARGIN): { fail: number; pass: number } {
  const uniform = uniforms(2611 + size);
  const counted = { fail: 0, pass: 0, open: 0 };
  for (let r = 0; r < REPEATS; r++) {
    const { before, now } = planted(uniform, drift, size);
    let answer: "fail" | "pass" | "open" = "open";
    for (let look = 0; look < LOOKS.length && answer === "open"; look++) {
      const blocks = 128 * LOOKS[look]!;
      const test = blockDrift(before.slice(0, blocks), now.slice(0, blocks), { size, range: 1, margin });
      answer = decideAt(look, [{ pFail: test.pDrift, pPass: test.pEquivalent }], 1, ALPHA)[0]!;
    }
    counted[answer]++;
  }
  return counted;
}

describe("blocks against blocks", () => {
  // Binomial: P(more than 135 of 1,500 at 5 %) < 1e-9.
  const MOST = 135;

  it.each([16, 40])(
    "a drift that sits on its margin: at most 5 % fail, at most 5 %% pass, %d trials a block",
    (size) => {
      const { fail, pass } = verdicts(MARGIN, size);
      expect(fail).toBeLessThanOrEqual(MOST);
      expect(pass).toBeLessThanOrEqual(MOST);
    },
  );

  it("control: without the margin the same drift fails nearly always", () => {
    expect(verdicts(MARGIN, 40, 0).fail).toBeGreaterThan(0.95 * REPEATS);
  });

  it("nothing moved, or little: passes and does not fail; twice the margin: fails", () => {
    // 5,120 trials, 4 % to 8 % of which differ: the error is at most 0.4 points, the distance to the margin 3 or 4.
    for (const drift of [0, 0.01]) expect(verdicts(drift, 40)).toMatchObject({ fail: 0, pass: REPEATS });
    expect(verdicts(2 * MARGIN, 40)).toMatchObject({ fail: REPEATS, pass: 0 });
  });

  it("blocks that all agree prove little where trials are few, and the more the more there are", () => {
    const none = (count: number) => new Array<number>(count).fill(3);
    expect(blockDrift(none(8), none(8), { size: 16, range: 1, margin: 0.01 }).pEquivalent).toBeGreaterThan(0.05);
    expect(blockDrift(none(128), none(128), { size: 2000, range: 1, margin: 0.01 }).pEquivalent).toBeLessThan(1e-9);
  });
});

describe("rare and large differences", () => {
  const RANGE = 15;
  const SIZE = 40;
  /** How many of 1,000 checks pass a mean whose drift of one margin is made by rare trials of the whole range. */
  const passed = (events: number, range: number) => {
    const uniform = uniforms(90 + events);
    const margin = (events * RANGE) / (128 * SIZE);
    let pass = 0;
    for (let r = 0; r < 1000; r++) {
      const before = Array.from({ length: 128 }, () => 100);
      const now = before.map((sum) => {
        let rare = 0;
        for (let trial = 0; trial < SIZE; trial++) if (uniform() < events / (128 * SIZE)) rare++;
        return sum + RANGE * rare;
      });
      let answer: "fail" | "pass" | "open" = "open";
      for (let look = 0; look < LOOKS.length && answer === "open"; look++) {
        const blocks = 128 * LOOKS[look]!;
        const { pDrift, pEquivalent } = blockDrift(before.slice(0, blocks), now.slice(0, blocks), {
          size: SIZE,
          range,
          margin,
        });
        answer = decideAt(look, [{ pFail: pDrift, pPass: pEquivalent }], 1)[0]!;
      }
      if (answer === "pass") pass++;
    }
    return pass;
  };

  // Binomial: P(more than 94 of 1,000 at 5 %) < 1e-8.
  it.each([1, 3, 5, 10, 40])("a drift of one margin, made by %d rare trials, passes in 5 % at most", (events) =>
    expect(passed(events, RANGE)).toBeLessThanOrEqual(94),
  );

  it("control: without the range three rare trials are passed over far more often", () =>
    expect(passed(3, 0)).toBeGreaterThan(200));
});
