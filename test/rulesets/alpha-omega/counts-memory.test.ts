/** What fights by counts do in WebAssembly: the same draws as one after another (`AliasRows`), and large squads as written. */
import { expect, it } from "vitest";
import { Stream } from "../../../src/dice/index.ts";
import { AliasRows } from "../../../src/rule/index.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { isPlayedByCounts } from "../../../src/rulesets/alpha-omega/engagement/count-rows.ts";
import { CountsKernel } from "../../../src/rulesets/alpha-omega/engagement/counts-kernel.ts";
import { CountsMemory, LANES } from "../../../src/rulesets/alpha-omega/engagement/counts-memory.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
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
  const memory = new CountsMemory(1, [heads], aliases, still);
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
      const threshold = aliases.data[(row >>> 5) + column]! >>> 9;
      // rotl(0 + d, 7) + 0.
      const wanted = (column << (32 - bits)) | (threshold << (9 - bits)) | 0;
      state.a = 0;
      state.d = (wanted >>> 7) | (wanted << 25);
      settled++;
    }
    const stream = new Stream(state.a, state.b, state.c, state.d);
    const wanted = drawn(aliases, still, heads, counts, stream);
    memory.counts.set(counts);
    expect(memory.rally(state, heads, 0, 0)).toBe(LANES);
    expect([...memory.counts]).toEqual(wanted);
    expect([state.a, state.b, state.c, state.d]).toEqual([stream.a, stream.b, stream.c, stream.d]);
  }
  expect(settled).toBe(1_000);
});

it("stops where a row is not known, goes on when it is, and moves everything when rows have no room", () => {
  const aliases = new AliasRows();
  const { still, heads } = rowsFor(aliases);
  const memory = new CountsMemory(1, [heads], aliases, still);
  memory.begin();
  for (let round = 6; round < 200; round++) {
    const counts = Int32Array.from({ length: LANES }, (_, lane) => (lane === 17 ? round : lane % 6) << 6);
    const state = { a: word(), b: word(), c: word(), d: word() };
    const stream = new Stream(state.a, state.b, state.c, state.d);
    memory.counts.set(counts);
    expect(memory.rally(state, heads, 0, 0)).toBe(17);
    const chances = new Array<number>(500).fill(1 / 500);
    heads[round] = aliases.add([...chances.keys()], chances);
    memory.copy(heads, round);
    expect(memory.rally(state, heads, 0, 17)).toBe(LANES);
    expect([...memory.counts]).toEqual(drawn(aliases, still, heads, counts, stream));
  }
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
