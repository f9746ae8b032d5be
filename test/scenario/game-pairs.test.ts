/** Paired runs of a game: what is rolled together is one draw, in the order of what it comes to. */
import { expect, it } from "vitest";
import { workOf } from "../work.ts";

const { blockStream, cellKey, pairKey, TrialStream } = await import("../../src/dice/index.ts");
const { probabilitiesOf } = await import("../../src/rule/exact.ts");
const { tallyOffsets } = await import("../../src/rule/program.ts");
const { prepare } = await import("../../src/rulesets/game/prepare.ts");
const { GameProgram } = await import("../../src/rulesets/game/program.ts");
const { readGame } = await import("../../src/scenario/game/declare.ts");

const TEXT = `version: 1
game: pairs
numbers: { dice: 0..200 = 5, needed: 1..7 = 4 }
kinds:
  roll:
    state: { first: 0..200, second: 0..9, low: 0..4, nested: 0..2 }
    procedure: |
      first = count(roll dice d6: it >= needed)
      need = 3 + min(2, first)
      second = count(roll 9 d6: it >= need)
      low = count(roll 4 d6: it <= 2)
      pool = roll 2 d6
      nested = count(roll 2 d6: it > count(pool: it >= 4))
    metrics: { first: first, second: second, low: low, nested: nested }
`;

function programOf(dice: number, needed: number) {
  const { data, world } = readGame(TEXT, "pairs.game.yaml").game!;
  const given = new Array<number>(data.given).fill(0);
  given[world.given.get("numbers.dice")!.at] = dice;
  given[world.given.get("numbers.needed")!.at] = needed;
  return new GameProgram(prepare(data, data.kinds.roll!, { given, title: "" }));
}

/** What each of some trials comes to: the bins of first, second and low. */
function trialsOf(dice: number, needed: number): number[][] {
  const program = programOf(dice, needed);
  const kernel = program.pairedKernel();
  const offsets = tallyOffsets(program.metrics);
  const stream = new TrialStream(pairKey(1n, "pairs"));
  return Array.from({ length: 400 }, (_, trial) => {
    const tally = new Float64Array(offsets.at(-1)!);
    stream.begin(trial);
    kernel.play(stream, 1, tally);
    return program.metrics.map(({ values }, m) => tally.subarray(offsets[m], offsets[m]! + values.length).indexOf(1));
  });
}

it("a die more is a success more at most, and what is rolled behind it stays as it was", () => {
  const [five, six, easy] = [trialsOf(5, 4), trialsOf(6, 4), trialsOf(5, 3)];
  five.forEach(([first, , low], i) => {
    expect(six[i]![0]! - first!).toBeOneOf([0, 1]);
    expect(easy[i]![0]).toBeGreaterThanOrEqual(first!);
    expect([six[i]![2], easy[i]![2]]).toEqual([low, low]);
  });
  expect(six.some(([first], i) => first! > five[i]![0]!)).toBe(true);
});

it.each([
  [5, 4],
  [0, 4],
  [130, 5],
  [9, 1],
  [9, 7],
])("%i dice that need %i+ are drawn as they fall", (dice, needed) => {
  const program = programOf(dice, needed);
  const { exact } = program;
  if ("impossible" in exact) throw new Error("it is exact");
  const chances = exact.solve().map(probabilitiesOf);
  const offsets = tallyOffsets(program.metrics);
  const tally = new Float64Array(offsets.at(-1)!);
  const trials = 100_000;
  program.pairedKernel().play(blockStream(cellKey(7n, "pairs"), 0), trials, tally);
  chances.forEach((own, m) => {
    own.forEach((chance, bin) => {
      const off = Math.abs(tally[offsets[m]! + bin]! - trials * chance);
      expect(off).toBeLessThanOrEqual(6 * Math.sqrt(trials * chance * (1 - chance)) + 3);
    });
  });
});

const LOOPS = `version: 1
game: loops
kinds:
  loop:
    state: { sum: 0..9000 }
    procedure: |
      more = 0
      more += d6 at most 6
      repeat 500: sum += more * 3 at most 9000
    metrics: { sum: "floor(sum / 100)" }
`;

it("a loop in which nothing is rolled is gone through once for each number that it begins with", async () => {
  const { data } = readGame(LOOPS, "loops.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.loop!, { given: [], title: "" }));
  const kernel = program.pairedKernel();
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const work = await workOf(() => kernel.play(blockStream(cellKey(3n, "loops"), 0), 2_000, tally));
  // 2,000 trials of 500 rounds each; those of six numbers are 3,000 rounds in all.
  expect(work).toBeLessThan(1_000_000);
  expect(tally.reduce((sum, n) => sum + n, 0)).toBe(2_000);
  expect([15, 30, 45, 60, 75, 90].every((bin) => tally[bin]! > 200)).toBe(true);
});
