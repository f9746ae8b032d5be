/** Pools that have names: what is kept of them is little, and never what a test would have said at another moment. */
import { describe, expect, it } from "vitest";
import { ask, chancesOf } from "./game.ts";

const gameOf = (steps: string, state: string, metrics: string) => `version: 1
game: pools
situation:
  hard: yes or no = no
kinds:
  k:
    state: { ${state} }
    procedure: |
${steps.replace(/^/gmu, "      ")}
    metrics: { ${metrics} }
`;
const SCENARIO = "units: { u: {} }\nexperiments: { e: { kind: k, attacker: u } }\n";

/** Every way that some dice of six sides fall. */
function* falls(dice: number): Generator<number[]> {
  for (let way = 0; way < 6 ** dice; way++)
    yield Array.from({ length: dice }, (_, i) => 1 + (Math.floor(way / 6 ** i) % 6));
}

function distributionOf(dice: number, of: (faces: number[]) => number): Record<string, number> {
  const distribution: Record<string, number> = {};
  for (const faces of falls(dice)) {
    const value = String(of(faces));
    distribution[value] = (distribution[value] ?? 0) + 1 / 6 ** dice;
  }
  return distribution;
}

async function held(steps: string, expected: Record<string, number>) {
  const result = await ask(gameOf(steps, "a: 0..40", "a: a"), SCENARIO);
  expect(result.cells[0]!.method).toBe("exact");
  const found = chancesOf(result, "a");
  for (const value of new Set([...Object.keys(found), ...Object.keys(expected)]))
    expect(found[value] ?? 0, value).toBeCloseTo(expected[value] ?? 0, 12);
}

const atLeast = (faces: readonly number[], need: number) => faces.filter((face) => face >= need).length;

describe("a count of a pool that has a name", () => {
  it("by a number that was known when the dice were rolled stays small: a hundred dice, exactly", async () => {
    const steps =
      "need = 3 + (1 if hard else 0)\npool = roll 100 d6\nhits = count(pool: it >= need)\nsixes = count(pool: it == 6)";
    const text = gameOf(`${steps}\na = hits\nb = sixes`, "a: 0..100, b: 0..100", "a: a, b: b, both: a + b");
    const result = await ask(text, SCENARIO);
    expect(result.cells[0]!.method).toBe("exact");
    // A die is none, a hit, or a six, which counts twice: 2, 3 and 1 faces.
    const both = chancesOf(result, "both");
    const logs = [0];
    for (let n = 1; n <= 100; n++) logs.push(logs[n - 1]! + Math.log(n));
    const trinomial = (hits: number, sixes: number) =>
      Math.exp(
        logs[100]! -
          logs[hits]! -
          logs[sixes]! -
          logs[100 - hits - sixes]! +
          hits * Math.log(3 / 6) +
          sixes * Math.log(1 / 6) +
          (100 - hits - sixes) * Math.log(2 / 6),
      );
    for (const sum of [60, 83, 100]) {
      let chance = 0;
      for (let sixes = 0; 2 * sixes <= sum; sixes++)
        if (sum - sixes <= 100) chance += trinomial(sum - 2 * sixes, sixes);
      expect(both[sum]!).toBeCloseTo(chance, 12);
    }
  });

  it("by a die that is rolled later looks at every face", () =>
    held(
      "pool = roll 2 d6\nneed = d6\na = count(pool: it >= need)",
      distributionOf(3, ([need, ...faces]) => atLeast(faces, need!)),
    ));

  it("by a number that changes in a loop is counted anew in each round", () =>
    held(
      "need = 3\npool = roll 3 d6\nrepeat 3:\n  a += count(pool: it >= need)\n  need += 1",
      distributionOf(3, (faces) => atLeast(faces, 3) + atLeast(faces, 4) + atLeast(faces, 5)),
    ));

  it("behind a loop that was stopped knows what was set before", () =>
    held(
      "need = 3\npool = roll 3 d6\nturns 2:\n  if d6 == 1:\n    need = 6\n    stop\n  need = 3\na = count(pool: it >= need)",
      distributionOf(5, ([one, two, ...faces]) => atLeast(faces, one === 1 || two === 1 ? 6 : 3)),
    ));

  it("of a pool that is rolled anew is that of its own dice", () =>
    held(
      "need = 2 + 1\npool = roll 2 d6\nfirst = count(pool: it >= need)\nneed = 5\npool = roll 2 d6\na = 10 * first + count(pool: it >= need)",
      distributionOf(4, ([a, b, c, d]) => 10 * atLeast([a!, b!], 3) + atLeast([c!, d!], 5)),
    ));

  it("is asked of each pool anew where dice of another are tested against it", () =>
    held(
      "pool = roll 2 d6\na = count(roll 2 d6: it > count(pool: it >= 4))",
      distributionOf(4, ([a, b, ...faces]) => atLeast(faces, 1 + atLeast([a!, b!], 4))),
    ));

  it("on one way of a branch alone", () =>
    held(
      "need = 3\npool = roll 2 d6\nif d6 >= 4: need = 5\na = count(pool: it >= need)",
      distributionOf(3, ([coin, ...faces]) => atLeast(faces, coin! >= 4 ? 5 : 3)),
    ));
});

describe("the highest few of many dice", () => {
  it.each([
    [
      "highest 2 of pool",
      (faces: number[]) => faces.toSorted((a, b) => b - a)[0]! + faces.toSorted((a, b) => b - a)[1]!,
    ],
    [
      "lowest 3 of pool",
      (faces: number[]) =>
        faces.toSorted((a, b) => a - b)[0]! + faces.toSorted((a, b) => a - b)[1]! + faces.toSorted((a, b) => a - b)[2]!,
    ],
    [
      "highest 4 of pool - lowest 1 of pool",
      (faces: number[]) => faces.reduce((sum, face) => sum + face, 0) - 2 * Math.min(...faces),
    ],
    ["highest 9 of pool", (faces: number[]) => faces.reduce((sum, face) => sum + face, 0)],
  ])("%s of five", (formula, of) => held(`pool = roll 5 d6\na = ${formula}`, distributionOf(5, of)));

  it.each([
    ["highest 1 of", 0, 1],
    ["highest 2 of", 0, 2],
    ["highest 4 of", 0, 4],
    ["lowest 1 of", 4, 5],
    ["lowest 2 of", 3, 5],
  ])("%s five that have no name", (formula, from, to) =>
    held(
      `a = ${formula} roll 5 d6`,
      distributionOf(5, (faces) => {
        const sorted = faces.toSorted((a, b) => b - a);
        return sorted.slice(from, to).reduce((sum, face) => sum + face, 0);
      }),
    ),
  );

  it("of forty are exact: 18 of three dice takes three sixes at least", async () => {
    const result = await ask(gameOf("pool = roll 40 d6\na = highest 3 of pool", "a: 0..18", "a: a"), SCENARIO);
    expect(result.cells[0]!.method).toBe("exact");
    const none = (5 / 6) ** 40;
    const fewer = none + 40 * (1 / 6) * (5 / 6) ** 39 + 780 * (1 / 36) * (5 / 6) ** 38;
    expect(chancesOf(result, "a")["18"]).toBeCloseTo(1 - fewer, 12);
  });
});

describe("a die that is rolled on", () => {
  it("comes to few values, in however many ways: by half of a hundred faces, ten times", async () => {
    const steps = "a = sum(roll 1 d100 open (it >= 51) at most 10)";
    const result = await ask(gameOf(steps, "a: 0..1100", "a: a"), SCENARIO);
    expect(result.cells[0]!.method).toBe("exact");
    const found = chancesOf(result, "a");
    // Up to 50 nothing is added; each further die is rolled in half of the cases that came to the one before.
    for (const value of [1, 50]) expect(found[value]).toBeCloseTo(1 / 100, 14);
    const mean = Object.entries(found).reduce((sum, [value, chance]) => sum + Number(value) * chance, 0);
    expect(mean).toBeCloseTo(50.5 * (2 - 2 ** -10), 9);
    // All eleven show 100.
    expect(found[1100]! * 100 ** 11).toBeCloseTo(1, 9);
  });
});

it("a die that is rolled again and on: again before all, never where it is rolled on", async () => {
  const natural = { 1: 1 / 36, 2: 7 / 36, 3: 7 / 36, 4: 7 / 36, 5: 7 / 36 };
  const on = Object.fromEntries([7, 8, 9, 10, 11, 12].map((value) => [value, 7 / 36 / 6]));
  await held("a = sum(roll 1 d6 reroll 1 open 6 at most 1)", { ...natural, ...on });
});
