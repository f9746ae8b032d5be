/** Chances of pairs of states, led on in strips of eight columns, are to the last bit what plain loops make of them. */
import { expect, it } from "vitest";
import { CountStates } from "../../../src/rulesets/alpha-omega/engagement/count-states.ts";
import { JointStates } from "../../../src/rulesets/alpha-omega/engagement/joint.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { Row } from "../../../src/rulesets/alpha-omega/engagement/rows.ts";
import { cellOf } from "./fights.ts";

/** So many soldiers a side: 286 states and 56. */
async function sidesOf(first: number, second: number) {
  const { profile } = await cellOf({
    units: { squad: { models: first }, others: { models: second } },
    second: [{ unit: "others", order: "aimed" }],
  });
  const { squads } = planOf(profile);
  return [new CountStates(profile, squads[0]!), new CountStates(profile, squads[1]!)] as const;
}

/** Numbers below 1, each from the one before. */
function numbers(seed: number): () => number {
  let word = seed;
  return () => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    return word / 2 ** 32;
  };
}

/**
 * Rows from each state to `most` others at the most, none from every fifth, the same one from neighbours, and one from some
 * that differ in who is down alone: two runs, apart from each other.
 */
function rowsOf(side: CountStates, most: number, next: () => number): (Row | undefined)[] {
  const { size } = side;
  const rows: (Row | undefined)[] = [];
  for (let own = 0; own < size; own++) {
    const before = rows[own - 1];
    if (own % 5 === 4) rows.push(undefined);
    else if (
      own % 7 === 3 &&
      before &&
      !before.isShared &&
      waysOf(before).every(({ move }) => own + move < size && own + move >= 0)
    )
      rows.push(before);
    else if (own % 3 === 0 && own > 8 && side.standing(own) + 14 < size) {
      const many = side.standing(own) - own + 1;
      const row = {
        runs: Int32Array.of(14, 3, -1, 4),
        chances: Float64Array.from({ length: 7 }, next),
        isShared: true,
      };
      for (let i = 0; i < many; i++) rows.push(row);
      own += many - 1;
    } else {
      const runs = Array.from({ length: 1 + Math.floor(next() * most) }, () => [Math.floor(next() * size) - own, 1]);
      rows.push({ runs: Int32Array.from(runs.flat()), chances: Float64Array.from(runs, next) });
    }
  }
  return rows;
}

/** Way by way. */
function waysOf({ runs, chances }: Row): { move: number; chance: number }[] {
  const moves: number[] = [];
  for (let run = 0; run < runs.length; run += 2) for (let k = 0; k < runs[run + 1]!; k++) moves.push(runs[run]! - k);
  return moves.map((move, i) => ({ move, chance: chances[i]! }));
}

it.each([
  ["the first side, by who of the other is ready", 0, true, 20],
  ["the second side, whoever of the other is ready: more columns than are gathered at a time", 1, false, 20],
  ["more ways than are written down at a time", 0, true, 900],
] as const)("%s", async (_, which, isByReady, most) => {
  const sides = await sidesOf(10, 5);
  const [, second] = sides;
  const next = numbers(7 + which);
  const joint = new JointStates(sides);
  for (let i = 0; i < joint.chances.length; i++) joint.chances[i] = next() < 0.3 ? 0 : next();
  // A state of which nothing is there.
  const own = sides[which];
  const other = sides[1 - which]!;
  const at = (a: number, b: number) => (which === 0 ? a * second.size + b : b * second.size + a);
  for (let b = 0; b < other.size; b++) joint.chances[at(2, b)] = 0;
  const ranges = isByReady ? other.byReady : [0, other.size];
  const steps = [1, 2].map(() => ranges.map(() => rowsOf(own, most, next)));
  let expected: Float64Array = joint.chances.slice();
  for (const rows of steps) {
    const after = new Float64Array(expected.length);
    for (let range = 0; range + 1 < ranges.length; range++)
      for (let b = ranges[range]!; b < ranges[range + 1]!; b++)
        for (let a = 0; a < own.size; a++) {
          const row = rows[range]![a];
          for (const { move, chance } of row ? waysOf(row) : [{ move: 0, chance: 1 }])
            after[at(a + move, b)]! += chance * expected[at(a, b)]!;
        }
    expected = after;
  }
  joint.apply(
    which,
    ranges,
    steps.map((rows) => (range: number) => (a: number) => rows[range]![a]),
  );
  expect(joint.chances.findIndex((chance, i) => chance !== expected[i])).toBe(-1);
});
