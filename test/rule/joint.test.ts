import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { chainOf } from "../../src/rule/chain.ts";
import { directProgramOf } from "../../src/rule/direct.ts";
import { isFraction } from "../../src/rule/exact.ts";
import { fractionText } from "../../src/rule/fraction.ts";
import { holds, withJoints } from "../../src/rule/joint.ts";
import { englishIn } from "../../src/rule/message.ts";
import type { Play } from "../../src/rule/play.ts";
import { programOf } from "../../src/rule/play-program.ts";
import { type Program, type TrialCondition, tallyOffsets } from "../../src/rule/program.ts";
import { proportion } from "../../src/stats/proportion.ts";

/** A die of six read twice: whether it is 5 or more, and its face above 1. */
const die = chainOf<number>({ id: "T-1", start: 0, key: (s) => s, steps: [() => (dice) => dice.face(6)] });
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, i) => i);
const play = (dice: number): Play<number> => ({
  parts: new Array(dice).fill(die),
  readings: [
    { metric: { name: "high", values: upTo(dice) }, bin: (face) => (face >= 5 ? 1 : 0) },
    { metric: { name: "sum", values: upTo(5 * dice) }, bin: (face) => Math.max(0, face - 1) },
  ],
  blockSize: 1_000,
});
const from = (values: number, least: number) => upTo(values).map((value) => value >= least);
/** Two or more high dice and a sum (of face - 1) of at least eight, or no high one. */
const QUESTION = (dice: number): TrialCondition => ({
  any: [
    {
      all: [
        { metric: 0, bins: from(dice, 2) },
        { metric: 1, bins: from(5 * dice, 8) },
      ],
    },
    { not: { metric: 0, bins: from(dice, 1) } },
  ],
});

/** Every way three dice can fall, counted by hand. */
function byHand(): number {
  let yes = 0;
  for (let a = 1; a <= 6; a++)
    for (let b = 1; b <= 6; b++)
      for (let c = 1; c <= 6; c++) {
        const high = [a, b, c].filter((face) => face >= 5).length;
        if ((high >= 2 && a + b + c - 3 >= 8) || high === 0) yes++;
      }
  return yes;
}

const jointly = (program: Program, holds: TrialCondition) => withJoints(program, [{ text: "both", holds }]);
const exactly = ({ exact }: Program) => {
  if ("impossible" in exact) throw new Error(JSON.stringify(exact.impossible));
  return exact.solve().at(-1)!;
};

describe("a joint question", () => {
  it("is exact: the count of the ways the dice can fall", () => {
    const expected = fractionText(BigInt(byHand()), 216n);
    const direct = directProgramOf({
      id: "T-2",
      metrics: play(3).readings.map(({ metric }) => metric),
      rule: (dice) => {
        const faces = [dice.face(6), dice.face(6), dice.face(6)];
        return [faces.filter((face) => face >= 5).length, faces.reduce((a, b) => a + b - 1, 0)];
      },
      blockSize: 1_000,
      exact: 1_000,
    });
    for (const program of [programOf(play(3)), direct]) {
      const answer = exactly(jointly(program, QUESTION(3)));
      expect(isFraction(answer) && fractionText(answer.weights[1]!, answer.total)).toBe(expected);
    }
    // Control: metrics taken as independent give another number.
    const [high, sum] = (
      programOf(play(3)).exact as unknown as { solve(): { weights: bigint[]; total: bigint }[] }
    ).solve();
    const share = (distribution: { weights: bigint[]; total: bigint }, least: number) =>
      Number(distribution.weights.slice(least).reduce((a, b) => a + b, 0n)) / Number(distribution.total);
    const apart = share(high!, 2) * share(sum!, 8) + 1 - share(high!, 1);
    expect(Math.abs(apart - byHand() / 216)).toBeGreaterThan(0.05);
  });

  it("of many combinations, or of several moments, is left to simulation, and says why", () => {
    const wide = jointly(programOf(play(60)), QUESTION(60)).exact;
    expect("impossible" in wide && englishIn(wide.impossible)).toBe(
      '"both": its metrics have more than 4096 combinations',
    );
    const twice = { ...play(3), readings: [{ ...play(3).readings[0]!, after: 0 }, play(3).readings[1]!] };
    const moments = jointly(programOf(twice), QUESTION(3)).exact;
    expect("impossible" in moments && englishIn(moments.impossible)).toBe('"both": it asks of several moments');
  });

  it.each([
    ["one trial at a time, from a kernel that gives its trials", play(3)],
    ["one trial at a time, from a kernel that does not", { ...play(60) }],
  ])("is counted %s", (_, own) => {
    const dice = own.parts.length;
    const program = programOf(own);
    const asked = jointly(program, QUESTION(dice));
    const offsets = tallyOffsets(asked.metrics);
    const trials = 20_000;
    const tally = new Float64Array(offsets.at(-1)!);
    asked.kernel().play(blockStream(cellKey(3n, "joint"), 0), trials, tally);
    const counts = (m: number) => [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
    for (const m of [0, 1, 2]) expect(counts(m).reduce((a, b) => a + b, 0)).toBe(trials);
    // Twice the same stream, twice the same counts, whatever stood in the tally before.
    const again = Float64Array.from(tally);
    asked.kernel().play(blockStream(cellKey(3n, "joint"), 0), trials, again);
    expect([...again]).toEqual([...tally].map((count) => 2 * count));
    if (dice !== 3) return;
    const { lower, upper } = proportion(counts(2)[1]!, trials, 1 - 1e-9);
    expect(byHand() / 216).toBeGreaterThan(lower);
    expect(byHand() / 216).toBeLessThan(upper);
  });

  it("play by play is what the metrics of each trial say", () => {
    const program = programOf(play(60));
    const asked = jointly(program, QUESTION(60));
    const offsets = tallyOffsets(program.metrics);
    const kernel = program.kernel();
    const stream = blockStream(cellKey(5n, "joint"), 0);
    let yes = 0;
    for (let trial = 0; trial < 2_000; trial++) {
      const one = new Float64Array(offsets.at(-1)!);
      kernel.play(stream, 1, one);
      const bins = [0, 1].map((m) => one.subarray(offsets[m]!, offsets[m + 1]!).indexOf(1));
      if (holds(QUESTION(60), bins)) yes++;
    }
    const tally = new Float64Array(tallyOffsets(asked.metrics).at(-1)!);
    const inner = asked.kernel();
    inner.play(blockStream(cellKey(5n, "joint"), 0), 2_000, tally);
    if (!program.kernel().trace) expect(tally.at(-1)).toBe(yes);
    else expect(Math.abs(tally.at(-1)! - yes)).toBeLessThan(300);
  });
});
