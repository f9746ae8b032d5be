import { describe, expect, it } from "vitest";
import { cheapestEven } from "../../src/analysis/field-search.ts";

/** Units at a level each: a match-up is even where both stand at the same one. */
interface Made {
  readonly change: number;
  readonly level: number;
}
const made = (...pairs: readonly (readonly [change: number, level: number])[]): Made[] =>
  pairs.map(([change, level]) => ({ change, level }));
const aim = {
  guess: (_: number, __: number, own: Made, other: Made) => 0.5 + 0.15 * (own.level - other.level),
  of: "matches",
  within: 0.05,
} as const;
const changeOf = (choices: readonly (readonly Made[])[], at: readonly number[]) =>
  at.reduce((sum, own, i) => sum + choices[i]![own]!.change, 0);
const isEven = (choices: readonly (readonly Made[])[], at: readonly number[]) =>
  new Set(at.map((own, i) => choices[i]![own]!.level)).size === 1;

/** The least change after which all stand at one level, by trying every choice. */
function least(choices: readonly (readonly Made[])[]): number {
  const all = choices.reduce<number[][]>((ats, own) => ats.flatMap((at) => own.map((_, i) => [...at, i])), [[]]);
  return Math.min(...all.filter((at) => isEven(choices, at)).map((at) => changeOf(choices, at)));
}

describe("of fields that are as even, the one that changes least", () => {
  it.each([
    ["listed last", made([0, 0], [3, 1], [1, 1])],
    ["listed first", made([0, 0], [1, 1], [3, 1])],
  ])("in one step, %s", (_, own) => {
    const choices = [own, made([0, 1])];
    const at = cheapestEven(choices, aim);
    expect(changeOf(choices, at)).toBe(1);
    expect(isEven(choices, at)).toBe(true);
  });

  it("of two steps at once", () => {
    // Two units that can only be even with the third when both move: either of the two ways there is even.
    const own = made([0, 0], [3, 1], [1, 1]);
    const choices = [own, own, made([0, 1])];
    const at = cheapestEven(choices, aim);
    expect([changeOf(choices, at), isEven(choices, at)]).toEqual([2, true]);
  });

  it.each([
    [
      [
        made([0, 3], [2, 0], [2, 0]),
        made([0, 0], [2, 0], [3, 3]),
        made([0, 3], [2, 3], [2, 0]),
        made([0, 0], [1, 2], [2, 3]),
      ],
    ],
    [
      [
        made([0, 0], [1, 2], [3, 0]),
        made([0, 2], [1, 2], [1, 0]),
        made([0, 2], [2, 0], [2, 0]),
        made([0, 0], [3, 2], [3, 1]),
      ],
    ],
  ])("of searches that start elsewhere and end as even", (choices) => {
    const at = cheapestEven(choices, aim);
    expect(isEven(choices, at)).toBe(true);
    expect(changeOf(choices, at)).toBe(least(choices));
  });
});
