/** What fights by counts do in WebAssembly: the same draws as one after another (`AliasRows`), and large squads as written. */
import { expect, it } from "vitest";
import { Stream } from "../../../src/dice/index.ts";
import { AliasRows } from "../../../src/rule/index.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { isPlayedByCounts } from "../../../src/rulesets/alpha-omega/engagement/count-rows.ts";
import { CountsKernel } from "../../../src/rulesets/alpha-omega/engagement/counts-kernel.ts";
import { type CountStep, CountsMemory, LANES } from "../../../src/rulesets/alpha-omega/engagement/counts-memory.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { SideTally } from "../../../src/rulesets/alpha-omega/engagement/side-tally.ts";
import { generator } from "../../oracle/alpha-omega/random-shooting.ts";
import { leastPValue } from "../two-samples.ts";
import { cellOf, programOf, tallyOf } from "./fights.ts";

const random = generator(20261123);
const word = () => (random() * 2 ** 32) | 0;

/** Rows by what is stricken: of one outcome, of many, and one that is drawn from together with others. */
function rowsFor(aliases: AliasRows) {
  const still = aliases.add([0], [1]);
  const law = (outcomes: number) => {
    const weights = Array.from({ length: outcomes }, () => random() + 1e-3);
    const sum = weights.reduce((a, b) => a + b, 0);
    return aliases.add(
      weights.map((_, i) => i + 1),
      weights.map((weight) => weight / sum),
    );
  };
  const heads = new Int32Array(4_096);
  heads[0] = still;
  const rows = [law(1), law(3), law(100), law(512)];
  rows.forEach((row, i) => {
    heads[i + 1] = row;
  });
  heads[5] = -aliases.addList(1_000, [rows[1]!, rows[2]!, rows[3]!]);
  return { still, heads, rows };
}

const rallyBy = (heads: Int32Array): CountStep => ({ kind: "rally", turn: 0, unit: 0, heads });

/** One draw after another, from a stream. */
function drawn(aliases: AliasRows, still: number, heads: Int32Array, counts: Int32Array, stream: Stream): number[] {
  const next = () => stream.next() | 0;
  const found = [...counts].map((own) => {
    const head = heads[own >>> 6]!;
    if (head > 0) return { own, row: head };
    let after = own;
    let at = -head;
    for (after += aliases.data[at++]!; aliases.data[at] !== 0; at++) after += aliases.draw(aliases.data[at]!, next);
    return { own: after, row: still };
  });
  return found.map(({ own, row }) => own + aliases.draw(row, next));
}

it("draws in all lanes what would be drawn one after another, also where a word runs into a threshold", () => {
  const aliases = new AliasRows();
  const { still, heads, rows } = rowsFor(aliases);
  const memory = new CountsMemory(1, [rallyBy(heads)], 0, aliases, still);
  memory.begin();
  let settled = 0;
  for (let round = 0; round < 2_000; round++) {
    // In every other round the first word runs into a threshold: of a row by itself, or of one drawn from with others.
    const isTied = round % 2 === 0;
    const isList = round % 4 === 2;
    const counts = Int32Array.from({ length: LANES }, () => Math.floor(random() * (isTied && !isList ? 5 : 6)) << 6);
    const state = { a: word(), b: word(), c: word(), d: word() };
    if (isTied) {
      const row = isList ? rows[1]! : rows[2]!;
      counts[0] = (isList ? 5 : 3) << 6;
      const bits = 32 - (row & 31);
      const column = Math.floor(random() * 2 ** bits);
      const threshold = aliases.data[(row >>> 5) + 2 * column + 1]! >>> 9;
      // rotl(0 + d, 7) + 0.
      const wanted = (column << (32 - bits)) | (threshold << (9 - bits)) | 0;
      state.a = 0;
      state.d = (wanted >>> 7) | (wanted << 25);
      settled++;
    }
    const stream = new Stream(state.a, state.b, state.c, state.d);
    const wanted = drawn(aliases, still, heads, counts, stream);
    memory.counts.set(counts);
    expect(memory.run(state, 0, 1, LANES)).toBe(1);
    expect([...memory.counts]).toEqual(wanted);
    expect([state.a, state.b, state.c, state.d]).toEqual([stream.a, stream.b, stream.c, stream.d]);
  }
  expect(settled).toBe(1_000);
});

it("stops where a row is not known, goes on when it is, and moves everything when rows have no room", () => {
  const aliases = new AliasRows();
  const { still, heads } = rowsFor(aliases);
  const memory = new CountsMemory(1, [rallyBy(heads)], 0, aliases, still);
  memory.begin();
  for (let round = 6; round < 200; round++) {
    const counts = Int32Array.from({ length: LANES }, (_, lane) => (lane === 17 ? round : lane % 6) << 6);
    const state = { a: word(), b: word(), c: word(), d: word() };
    const stream = new Stream(state.a, state.b, state.c, state.d);
    memory.counts.set(counts);
    expect(memory.run(state, 0, 1, LANES)).toBe(0);
    expect(memory.lane).toBe(17);
    const chances = new Array<number>(500).fill(1 / 500);
    heads[round] = aliases.add([...chances.keys()], chances);
    memory.copy(heads, round);
    expect(memory.run(state, 0, 1, LANES)).toBe(1);
    expect([...memory.counts]).toEqual(drawn(aliases, still, heads, counts, stream));
  }
});

it("counts the sides of the first lanes turn by turn, all units of a side together, while rows move", () => {
  const aliases = new AliasRows();
  const { still, heads } = rowsFor(aliases);
  const TURNS = 2;
  const sizes = [[7], [5, 9, 1]];
  const first = [0, 1, 4];
  const models = sizes.map((side) => side.reduce((sum, size) => sum + size, 0));
  const offsetOf = (turn: number, side: number) => 5 * (turn * (models[0]! + models[1]! + 2) + side * (models[0]! + 1));
  const sides = models.map((own, side) => new SideTally(own, [offsetOf(0, side), offsetOf(1, side)]));
  const steps: CountStep[] = [rallyBy(heads)];
  for (let turn = 0; turn < TURNS; turn++)
    sides.forEach(({ ways, places }, side) => {
      const counters = side * TURNS * sides[0]!.ways + turn * ways;
      steps.push({ kind: "count", from: first[side]!, to: first[side + 1]!, places, counters });
    });
  const memory = new CountsMemory(4, steps, TURNS * (sides[0]!.ways + sides[1]!.ways), aliases, still);
  memory.begin();
  const state = { a: word(), b: word(), c: word(), d: word() };
  const wanted = new Float64Array(offsetOf(TURNS, 0));
  for (let round = 0; round < 300; round++) {
    const lanes = round % (LANES + 1);
    // By unit and lane: how many are ready, pinned, down and out.
    const fields = sizes.flat().map((size) =>
      Array.from({ length: LANES }, () => {
        const states = [0, 0, 0, 0];
        for (let i = 0; i < size; i++) states[Math.floor(random() * 4)]!++;
        return states;
      }),
    );
    fields.forEach((field, unit) => {
      memory.counts.set(
        field.map(([ready, pinned, down]) => ready! + 64 * pinned! + 4_096 * down!),
        unit * LANES,
      );
    });
    for (let turn = 0; turn < TURNS; turn++) {
      expect(memory.run(state, 1 + 2 * turn, 3 + 2 * turn, lanes)).toBe(3 + 2 * turn);
      for (let side = 0; side < 2; side++)
        for (let lane = 0; lane < lanes; lane++) {
          const sum = [0, 1, 2, 3].map((own) =>
            fields.slice(first[side], first[side + 1]).reduce((all, field) => all + field[lane]![own]!, 0),
          );
          [...sum, sum[2]! + sum[3]!].forEach((value, own) => {
            wanted[offsetOf(turn, side) + own * (models[side]! + 1) + value]!++;
          });
        }
    }
    // More rows than there is room for, so that what has been counted is put elsewhere with all else.
    if (round % 100 === 50) for (let i = 0; i < 2_000; i++) aliases.add([1, 2, 3], [0.5, 0.25, 0.25]);
  }
  const tally = new Float64Array(wanted.length);
  sides[0]!.pour(tally, memory.counters);
  sides[1]!.pour(tally, memory.counters.subarray(TURNS * sides[0]!.ways));
  expect([...tally]).toEqual([...wanted]);
  expect(memory.counters.every((counter) => counter === 0)).toBe(true);
});

/**
 * Of 20 soldiers rows are drawn several together. 10,000 fights each find a shift of 0.07 of one chance with power 1 - 1e-6 at
 * 1e-9, for each of some 30 metrics.
 */
it("squads of twenty fight as written; control: with another save they do not", async () => {
  const fight = (save: number) => ({ units: { squad: { models: 20, save } }, situation: { turns: 2 } });
  const TRIALS = 10_000;
  const program = await programOf(fight(5));
  const plan = planOf((await cellOf(fight(5))).profile);
  expect(isPlayedByCounts(plan)).toBe(true);
  const fast = tallyOf({ ...program, kernel: () => new CountsKernel(plan) }, TRIALS);
  const played = async (save: number) => {
    const own = planOf((await cellOf(fight(save))).profile);
    return tallyOf({ ...program, kernel: () => new BattleKernel(own) }, TRIALS, "written");
  };
  expect(leastPValue(program, fast, await played(5))).toBeGreaterThan(1e-9);
  expect(leastPValue(program, fast, await played(6))).toBeLessThan(1e-9);
});
