import { describe, expect, it } from "vitest";
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { type Exact, isFraction, type Program, probabilitiesOf, tallyOffsets } from "../../../src/rule/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import type { AttackCell } from "../../../src/rulesets/wh40k-10e/kinds/attack.ts";
import { canBatch } from "../../../src/rulesets/wh40k-10e/script.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/index.ts";
import { LONG } from "../../long.ts";
import { randomSetup, scenarioOf } from "../../oracle/wh40k-10e/random-setup.ts";
import { type Change, profileOf, programOf } from "./cell.ts";

/**
 * Both kernels (like dice drawn together, and die by die) against the exact laws. Threshold 1e-9 a metric: at most some
 * 1,000 tests, a false alarm with a chance of 1e-6 when streams change. 20,000 trials find a shift of 0.04 of a chance with
 * power 1 - 1e-6.
 */
const TRIALS = 20_000;
const FIGHTS = LONG ? 120 : 50;

function tallied(program: Program, name: string, trials = TRIALS): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(blockStream(cellKey(20_261_121n, name), 0), trials, tally);
  return tally;
}

/** The worst p-value of all metrics; 0 where a trial is missing. */
function worst(program: Program, answers: readonly Exact[], tally: Float64Array): number {
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
      if (counts.reduce((a, b) => a + b, 0) !== TRIALS) return 0;
      const answer = answers[m]!;
      const weights = isFraction(answer) ? answer.weights : [...probabilitiesOf(answer)];
      return agreement({ values, counts }, { values, weights }, 1e-9).pValue;
    }),
  );
}

const solve = (program: Program) => ("solve" in program.exact ? program.exact.solve() : []);

describe("the kernels play what the exact laws say", () => {
  it("on random fights, both of them", async () => {
    const played = { together: 0, byDie: 0 };
    for (let seed = 1_001; seed <= 1_000 + FIGHTS; seed++) {
      const { cells } = await studyOfData(scenarioOf(randomSetup(seed)));
      const { outcome, kind } = cells[0]!;
      if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
      const program = programFor(ruleset.kinds[kind]!, outcome.profile);
      played[canBatch(outcome.profile as AttackCell, 100) ? "together" : "byDie"]++;
      expect(worst(program, solve(program), tallied(program, `seed ${seed}`)), `seed ${seed}`).toBeGreaterThan(1e-9);
    }
    expect(played.together).toBeGreaterThan(FIGHTS / 2);
    expect(played.byDie).toBeGreaterThan(FIGHTS / 8);
  });

  it.each<[string, Change]>([
    ["many attacks", { gun: { attacks: 12 }, attacker: { models: 20 }, defender: { models: 20 } }],
    ["damage of many dice", { gun: { damage: "3D6" }, defender: { wounds: 20, feelNoPain: 5 } }],
    [
      "Precision at a led unit",
      {
        gun: { abilities: ["Precision"] },
        defender: { models: 3, leader: "captain" },
        others: { captain: { models: 1, save: "2+", wounds: 4, keywords: ["Character"] } },
      },
    ],
    [
      "explosions and hazards",
      {
        gun: { attacks: 4, abilities: ["Hazardous"] },
        defender: { wounds: 1, abilities: ["Deadly Demise D3"] },
        situation: { distance: 5 },
      },
    ],
    [
      "two targets",
      {
        others: { other: { models: 3, toughness: 3, save: "5+", wounds: 1, abilities: ["Deadly Demise 1"] } },
        situation: { distance: 5, targets: { gun: { defender: 2, other: 3 } } },
      },
    ],
  ])("%s", async (name, change) => {
    const program = await programOf(change);
    expect(canBatch(await profileOf(change), 1_000)).toBe(true);
    expect(worst(program, solve(program), tallied(program, name))).toBeGreaterThan(1e-9);
  });

  it("and a wrong law is found", async () => {
    const program = await programOf();
    const wrong = await programOf({ gun: { skill: "4+" } });
    expect(worst(program, solve(wrong), tallied(program, "control"))).toBeLessThan(1e-9);
  });

  it("trials add up whatever the size of the block", async () => {
    const program = await programOf();
    for (const trials of [1, 255, 256, 257, 1_000])
      expect(tallied(program, "size", trials).reduce((a, b) => a + b, 0)).toBe(trials * program.metrics.length);
  });

  it("the same stream gives the same tally, block after block", async () => {
    const program = await programOf({ gun: { damage: "D6", attacks: "D6" } });
    const kernel = program.kernel();
    const bins = tallyOffsets(program.metrics).at(-1)!;
    const play = (block: number) => {
      const tally = new Float64Array(bins);
      kernel.play(blockStream(cellKey(1n, "again"), block), 5_000, tally);
      return [...tally];
    };
    const first = play(0);
    play(1);
    expect(play(0)).toEqual(first);
  });
});
