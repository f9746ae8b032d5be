import { describe, expect, it } from "vitest";
import type { Dice } from "../../src/dice/index.ts";
import { enumerate } from "../../src/rule/enumerate.ts";
import { inEnglish } from "../../src/rule/message.ts";
import { type Rule, RuleError } from "../../src/rule/rule.ts";
import { ScriptedDice } from "../dice/scripted.ts";

/** Every fall of `dice` dice, the first die slowest. */
function* falls(sides: number, dice: number): Generator<number[]> {
  if (dice === 0) {
    yield [];
    return;
  }
  for (const rest of falls(sides, dice - 1)) for (let face = 1; face <= sides; face++) yield [...rest, face];
}

/** The shares of a rule's outcomes by playing every fall of `most` dice; dice that are not rolled do not matter. */
function bruteForce(rule: Rule<unknown>, sides: number, most: number): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const faces of falls(sides, most)) {
    const outcome = rule(new ScriptedDice(faces.join(" ")));
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}

/** The same shares by enumeration, over the same number of falls. */
function byPaths(rule: Rule<unknown>, falls: bigint): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { outcome, weight, total } of enumerate(rule, "T-1")) {
    expect(falls % total).toBe(0n);
    counts.set(outcome, (counts.get(outcome) ?? 0) + Number((weight * falls) / total));
  }
  return counts;
}

describe("enumeration counts what playing every fall of the dice counts", () => {
  const rules: [name: string, sides: number, dice: number, rule: Rule<unknown>][] = [
    ["one face", 10, 1, (dice) => dice.face(10)],
    ["7 or more", 10, 1, (dice) => dice.atLeast(10, 7)],
    ["the best of three", 10, 3, (dice) => dice.best(10, 3)],
    ["the best of one", 6, 1, (dice) => dice.best(6, 1)],
    ["a sum of three", 6, 3, (dice) => dice.sum(6, 3)],
    ["a sum of none", 6, 1, (dice) => dice.sum(6, 0)],
    ["how many of four show 4 or more", 6, 4, (dice) => dice.count(6, 4, 4)],
    ["how many of none", 6, 1, (dice) => dice.count(6, 0, 4)],
    ["the sum of three dice", 6, 3, (dice) => dice.face(6) + dice.face(6) + dice.face(6)],
    ["one re-roll of a 1", 6, 2, (dice) => reroll(dice)],
    [
      "hit, then save, then the worse of as many wounds as failed",
      6,
      6,
      (dice) => {
        const hits = dice.count(6, 2, 3);
        const saved = dice.count(6, hits, 5);
        return hits === saved ? `${hits} saved` : `worst ${dice.best(6, hits - saved)}`;
      },
    ],
    [
      "a path that asks more the higher it rolls",
      4,
      6,
      (dice) => {
        const first = dice.face(4);
        let sum = 0;
        for (let i = 0; i < first; i++) sum += dice.face(4);
        return dice.atLeast(4, 3) ? sum : -first;
      },
    ],
  ];
  const reroll = (dice: Dice) => {
    const first = dice.face(6);
    return first === 1 ? dice.face(6) : first;
  };

  it.each(rules)("%s", (_, sides, dice, rule) => {
    expect(byPaths(rule, BigInt(sides) ** BigInt(dice))).toEqual(bruteForce(rule, sides, dice));
  });

  it("control: a rule that reads 7 for 8 is told apart", () => {
    const seven = byPaths((dice) => dice.atLeast(10, 7), 10n);
    expect(seven).not.toEqual(bruteForce((dice) => dice.atLeast(10, 8), 10, 1));
  });
});

describe("paths come in the order of the dice", () => {
  it("lower faces first, the first die slowest", () => {
    const paths = [...enumerate((dice) => [dice.face(3), dice.face(2)].join(), "T-1")];
    expect(paths.map((path) => path.outcome)).toEqual(["1,1", "1,2", "2,1", "2,2", "3,1", "3,2"]);
    expect(paths.every((path) => path.weight === 1n && path.total === 6n)).toBe(true);
  });

  it("failures before successes, low counts before high ones", () => {
    expect([...enumerate((dice) => dice.atLeast(10, 7), "T-1")].map((path) => path.outcome)).toEqual([false, true]);
    expect([...enumerate((dice) => dice.count(10, 3, 7), "T-1")].map((path) => path.outcome)).toEqual([0, 1, 2, 3]);
    expect([...enumerate((dice) => dice.best(4, 2), "T-1")].map((path) => path.weight)).toEqual([1n, 3n, 5n, 7n]);
  });

  it("tells every question with the rule that asked, its answer and its weight", () => {
    const [path] = Array.from(
      enumerate((dice) => dice.atLeast(10, 5, "A-SHOOT-17") || dice.best(10, 2, "A-WOUND-01"), "T-1"),
      (own) => ({ ...own }),
    );
    expect(inEnglish(path!.questions)).toEqual([
      { text: "D10: 5+", rule: "A-SHOOT-17", answer: false, weight: 4n, total: 10n },
      { text: "highest of 2D10", rule: "A-WOUND-01", answer: 1, weight: 1n, total: 100n },
    ]);
    expect(path!.weight).toBe(4n);
    expect(path!.total).toBe(1_000n);
  });

  it("asks nothing where the answer is certain", () => {
    const certain: Rule<unknown> = (dice) => [
      dice.atLeast(10, 1),
      dice.atLeast(10, -3),
      dice.atLeast(10, 11),
      dice.count(10, 4, 1),
      dice.count(10, 4, 11),
      dice.count(10, 0, 5),
    ];
    const paths = Array.from(enumerate(certain, "T-1"), (own) => ({ ...own }));
    expect(paths).toEqual([{ outcome: [true, true, false, 4, 0, 0], questions: [], weight: 1n, total: 1n }]);
  });
});

describe("what cannot be enumerated is refused with the rule's id", () => {
  const refusal = (rule: Rule<unknown>, limits = {}) => {
    try {
      for (const _ of enumerate(rule, "A-GEN-02", limits));
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const endless: [string, Rule<unknown>][] = [
    [
      "an endless loop of questions",
      (dice) => {
        for (;;) dice.face(10);
      },
    ],
    [
      "a tie that is re-rolled until it breaks",
      (dice) => {
        for (;;) {
          const ours = dice.face(10);
          const theirs = dice.face(10);
          if (ours !== theirs) return ours > theirs;
        }
      },
    ],
    [
      "a 6 that explodes",
      (dice) => {
        let sum = 0;
        for (;;) {
          const face = dice.face(6);
          sum += face;
          if (face < 6) return sum;
        }
      },
    ],
    [
      "a re-roll until the impossible happens, which rolls no die",
      (dice) => {
        while (!dice.atLeast(10, 11));
        return "never";
      },
    ],
  ];

  it.each(endless)("%s", (_, rule) => {
    const error = refusal(rule);
    expect(error).toBeInstanceOf(RuleError);
    expect(error).toMatchObject({ name: "RuleError", rule: "A-GEN-02" });
    expect(String(error)).toMatch(/A-GEN-02: does not end: over 1000 questions/);
  });

  it("too many paths", () => {
    const faces =
      (count: number): Rule<unknown> =>
      (dice) =>
        Array.from({ length: count }, () => dice.face(10)).join();
    expect(String(refusal(faces(3), { paths: 999 }))).toMatch(/A-GEN-02: has more than 999 paths/);
    expect(refusal(faces(3), { paths: 1_000 })).toBeUndefined();
    expect(refusal((dice) => dice.face(1_000_001))).toBeInstanceOf(RuleError);
  });

  it("certain answers count on each path anew", () => {
    const busy: Rule<unknown> = (dice) => {
      const face = dice.face(100);
      for (let i = 0; i < 900; i++) dice.atLeast(10, 1);
      return face;
    };
    expect(refusal(busy)).toBeUndefined();
    expect(refusal(busy, { depth: 899 })).toBeInstanceOf(RuleError);
  });

  it("the limit on questions is the number of questions", () => {
    const coins =
      (count: number): Rule<unknown> =>
      (dice) => {
        for (let i = 0; i < count; i++) if (dice.face(2) === 2) return i;
        return count;
      };
    expect(refusal(coins(5), { depth: 5 })).toBeUndefined();
    expect(refusal(coins(6), { depth: 5 })).toBeInstanceOf(RuleError);
  });
});
