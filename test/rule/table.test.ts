import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { uniform16 } from "../../src/dice/uniform.ts";
import type { Run } from "../../src/rule/distribution.ts";
import { Draws } from "../../src/rule/draws.ts";
import { binomial } from "../../src/rule/exact.ts";
import { lcm } from "../../src/rule/fraction.ts";
import {
  BASE,
  COLUMN,
  COLUMNS,
  LIMIT,
  LINK,
  SIZE,
  STRIDE,
  TableBuilder,
  type TableSet,
  THRESHOLD,
} from "../../src/rule/table.ts";
import { TableDraw } from "./table-draw.ts";

/** A stream whose words are given, so that drawing becomes arithmetic. */
class WordStream extends Stream {
  readonly #words: readonly number[];
  used = 0;

  constructor(words: readonly number[]) {
    super(1, 2, 3, 4);
    this.#words = words;
  }

  override next(): number {
    if (this.used === this.#words.length) throw new Error("no word left");
    return this.#words[this.used++]!;
  }
}

type Weights = Map<number, bigint>;

/** Weights of codes over a common denominator. */
interface Shares {
  readonly weights: Weights;
  readonly total: bigint;
}

const table = (runs: readonly Run[], total: bigint): { set: TableSet; id: number } => {
  const builder = new TableBuilder();
  const id = builder.add(runs, total);
  return { set: builder.build(), id };
};
const runsOf = (weights: readonly bigint[]): Run[] => weights.map((weight, outcome) => ({ outcome, weight }));
const sumOf = (weights: Iterable<bigint>) => [...weights].reduce((a, b) => a + b, 0n);

/** How often an index table draws each code over all 2^16 words, played through `TableDraw`; refused words apart. */
function countWords({ set, id }: { set: TableSet; id: number }): { codes: Weights; refused: number } {
  const codes: Weights = new Map();
  let refused = 0;
  for (let half = 0; half < 65_536; half++) {
    // The half under test, then a half that is never refused (2^16 - 1 is the last word of the last share).
    const stream = new WordStream([(half << 16) | 0xffff]);
    const draw = new TableDraw(set, stream);
    const first = uniform16(half, set.rowIndex[id * STRIDE + SIZE]!);
    const code = draw.draw(id);
    if (first < 0) refused++;
    else codes.set(code, (codes.get(code) ?? 0n) + 1n);
  }
  return { codes, refused };
}

/**
 * The exact chances of a table, rebuilt from nothing but its integers: an index table's entries are equally likely, an
 * alias table's columns are, and each column splits the accepted words at its threshold; links are followed.
 */
function sharesOf({ rowIndex, data }: TableSet, id: number): Shares {
  const head = id * STRIDE;
  const base = rowIndex[head + BASE]!;
  const size = rowIndex[head + SIZE]!;
  const found: { code: number; weight: bigint }[] = [];
  let total: bigint;
  if (size > 0) {
    total = BigInt(size);
    for (let i = 0; i < size; i++) found.push({ code: data[base + i]!, weight: 1n });
  } else {
    const columns = rowIndex[head + COLUMNS]!;
    const words = BigInt(rowIndex[head + LIMIT]!) + 2n ** 31n + 1n; // the limit is inclusive and biased
    total = BigInt(columns) * words;
    for (let i = 0; i < columns; i++) {
      const at = base + i * COLUMN;
      const below = BigInt(data[at]!) + 2n ** 31n;
      found.push({ code: data[at + 1]!, weight: below }, { code: data[at + 2]!, weight: words - below });
    }
  }
  const linked = new Map<number, Shares>();
  for (const { code } of found)
    if (code >= LINK && !linked.has(code)) linked.set(code, sharesOf({ rowIndex, data }, code - LINK));
  const scale = [...linked.values()].reduce((common, shares) => lcm(common, shares.total), 1n);
  const weights: Weights = new Map();
  const add = (code: number, weight: bigint) => weights.set(code, (weights.get(code) ?? 0n) + weight);
  for (const { code, weight } of found) {
    const shares = linked.get(code);
    if (shares === undefined) add(code, weight * scale);
    else for (const [own, part] of shares.weights) add(own, weight * part * (scale / shares.total));
  }
  return { weights, total: total * scale };
}

/** Whether a table draws every code exactly as often as its weights say. */
function isExact({ set, id }: { set: TableSet; id: number }, weights: readonly bigint[]): boolean {
  const total = sumOf(weights);
  const shares = sharesOf(set, id);
  if (sumOf(shares.weights.values()) !== shares.total) return false;
  if ([...shares.weights].some(([code, weight]) => weight > 0n && !(code < weights.length))) return false;
  return weights.every((weight, code) => (shares.weights.get(code) ?? 0n) * total === weight * shares.total);
}

/** A table with one of its integers changed. */
function spoilt(set: TableSet, change: (data: Int32Array, rowIndex: Int32Array) => void): TableSet {
  const copy = { rowIndex: set.rowIndex.slice(), data: set.data.slice() };
  change(copy.data, copy.rowIndex);
  return copy;
}

const SEED = { seed: 20261121 };
const listOf = (most: bigint, longest: number) =>
  fc.array(fc.bigInt({ min: 1n, max: most }), { minLength: 1, maxLength: longest });
/** Weights scaled up to a given total, each at least 1 (the last takes what is left). */
function fill(list: readonly bigint[], total: bigint): bigint[] {
  const sum = sumOf(list);
  const weights = list.map((weight) => (weight * (total - BigInt(list.length))) / sum + 1n);
  weights[weights.length - 1]! += total - sumOf(weights);
  return weights;
}

describe("index tables: every one of the 2^16 words is counted", () => {
  const SHOT = [400n, 120n, 72n, 120n, 288n];

  it.each([
    [[1n]],
    [[1n, 2n]],
    [[3n, 7n]],
    [SHOT],
    [[1n, 999n]],
    [[1n, 59_998n, 1n]],
    [[65_535n]],
    [[1n, 65_535n]],
    [fill([5n, 4n, 3n, 2n, 1n], 46_656n)],
  ])("weights %s", (weights) => {
    const built = table(runsOf(weights), sumOf(weights));
    const size = Number(sumOf(weights));
    expect(built.set.rowIndex[SIZE]).toBe(size);
    const { codes, refused } = countWords(built);
    const share = BigInt(Math.floor(65_536 / size));
    expect([...codes.keys()].sort((a, b) => a - b)).toEqual(weights.map((_, code) => code));
    weights.forEach((weight, code) => {
      expect(codes.get(code)).toBe(weight * share);
    });
    expect(refused).toBe(65_536 % size);
    expect(isExact(built, weights)).toBe(true);
  });

  it("are laid out in the order of the dice, whatever the order of the outcomes", () => {
    const runs = [
      { outcome: 2, weight: 1n },
      { outcome: 0, weight: 3n },
      { outcome: 2, weight: 2n },
    ];
    const { set, id } = table(runs, 6n);
    expect([...set.data]).toEqual([2, 0, 0, 0, 2, 2]);
    const drawn = [0, 1, 2, 3, 4, 5].map((face) => {
      const half = Math.ceil((face * 65_536) / 6) + 1;
      return new TableDraw(set, new WordStream([half * 65_536])).draw(id);
    });
    expect(drawn).toEqual([2, 0, 0, 0, 2, 2]);
  });

  it("controls: one index moved, a base off by one and a threshold off by one are counted", () => {
    const { set, id } = table(runsOf(SHOT), 1_000n);
    const counts = (changed: TableSet) => [...countWords({ set: changed, id }).codes.values()].sort().join();
    const moved = spoilt(set, (data) => {
      data[400] = 0; // the first fall of outcome 1
    });
    expect(isExact({ set, id }, SHOT)).toBe(true);
    expect(isExact({ set: moved, id }, SHOT)).toBe(false);
    expect(counts(moved)).not.toBe(counts(set));
    const shifted = spoilt(set, (data) => {
      data.copyWithin(1, 0, 999);
    });
    expect(isExact({ set: shifted, id }, SHOT)).toBe(false);
    expect(counts(shifted)).not.toBe(counts(set));
    const uneven = (half: number) => (half * 1_000) % 65_536 < (65_536 % 1_000) - 8; // products are multiples of 8
    let kept = 0;
    for (let half = 0; half < 65_536; half++) if (!uneven(half)) kept++;
    expect(kept % 1_000).not.toBe(0);
    expect(set.rowIndex[THRESHOLD]).toBe(65_536 % 1_000);
  });
});

describe("alias tables: thresholds and columns give back the weights", () => {
  it.each([
    ["just above an index table", [1n, 65_536n]],
    ["even", [50_000n, 50_000n]],
    ["a sliver", [1n, 2n ** 32n - 1n]],
    ["all of 2^32", [2n ** 31n, 2n ** 30n, 2n ** 30n]],
    ["just under 2^32", [2n ** 32n - 5n, 4n]],
    ["just over half of 2^32, one word a fall", [2n ** 31n, 1n]],
    ["nine D10s, four outcomes", fill([36n, 12n, 7n, 12n], 10n ** 9n)],
    ["one outcome", [100_000n]],
    ["a column that is exactly full", [30_000n, 60_000n, 90_000n, 60_000n]],
  ])("%s", (_, weights) => {
    const built = table(runsOf(weights), sumOf(weights));
    expect(built.set.rowIndex[SIZE]).toBe(0);
    expect(built.set.rowIndex[COLUMNS]).toBe(weights.length);
    expect(isExact(built, weights)).toBe(true);
  });

  it("random weights", () => {
    fc.assert(
      fc.property(listOf(10_000_000n, 40), fc.bigInt({ min: 65_537n, max: 2n ** 32n }), (list, total) => {
        const weights = fill(list, total);
        expect(isExact(table(runsOf(weights), total), weights)).toBe(true);
      }),
      { ...SEED, numRuns: 500 },
    );
  });

  it("runs of one outcome are added up", () => {
    const runs = [3, 0, 3, 1, 0].map((outcome) => ({ outcome, weight: 20_000n }));
    expect(isExact(table(runs, 100_000n), [40_000n, 20_000n, 0n, 40_000n])).toBe(true);
  });

  it("words are compared as the threshold says, to the last word", () => {
    const weights = [70_000n, 30_000n];
    const { set, id } = table(runsOf(weights), 100_000n);
    const words = 42_949n * 100_000n; // floor(2^32 / 100,000) words a fall
    const drawn = (column: number, word: bigint) => {
      const stream = new WordStream([(column * 32_768 + 1) * 65_536, Number(word), 0]);
      const code = new TableDraw(set, stream).draw(id);
      return { code, refused: stream.used === 3 };
    };
    for (const column of [0, 1]) {
      const at = set.rowIndex[id * STRIDE + BASE]! + column * COLUMN;
      const threshold = BigInt(set.data[at]!) + 2n ** 31n;
      if (threshold > 0n) expect(drawn(column, threshold - 1n).code).toBe(set.data[at + 1]);
      expect(drawn(column, threshold).code).toBe(set.data[at + 2]);
      expect(drawn(column, words - 1n).refused).toBe(false);
      expect(drawn(column, words).refused).toBe(true);
      expect(drawn(column, 2n ** 32n - 1n).refused).toBe(true);
    }
  });

  it("controls: swapped thresholds, a threshold or a limit off by one, and swapped sides are caught", () => {
    const weights = fill([36n, 12n, 7n, 12n, 40n], 10n ** 9n);
    const { set, id } = table(runsOf(weights), 10n ** 9n);
    const base = set.rowIndex[BASE]!;
    // Two columns that are not full, so that both thresholds count.
    const split = weights.map((_, i) => base + i * COLUMN).filter((at) => set.data[at + 1] !== set.data[at + 2]);
    const [a, b] = [split[0]!, split[1]!];
    const faults: ((data: Int32Array, rowIndex: Int32Array) => void)[] = [
      (data) => {
        [data[a], data[b]] = [data[b]!, data[a]!];
      },
      (data) => {
        data[a]!++;
      },
      (_, rowIndex) => {
        rowIndex[LIMIT]!--;
      },
      (data) => {
        [data[a + 1], data[a + 2]] = [data[a + 2]!, data[a + 1]!];
      },
    ];
    expect(isExact({ set, id }, weights)).toBe(true);
    for (const fault of faults) expect(isExact({ set: spoilt(set, fault), id }, weights)).toBe(false);
  });
});

describe("denominators above 2^32 are split, and the parts give back the weights", () => {
  const TOTALS: [string, bigint][] = [
    ["10^10", 10n ** 10n],
    ["10^12", 10n ** 12n],
    ["10^21", 10n ** 21n],
    ["6^20 · 10^5", 6n ** 20n * 10n ** 5n],
    ["2^33", 2n ** 33n],
    ["3^41", 3n ** 41n],
    ["20^30", 20n ** 30n],
    ["997^8", 997n ** 8n],
  ];

  it.each(TOTALS)("%s", (_, total) => {
    for (const list of [[1n], [1n, 1n], [1n, 2n, 3n, 4n, 5n], [1n, 10n ** 9n, 1n, 10n ** 18n, 1n]]) {
      const weights = fill(list, total);
      expect(isExact(table(runsOf(weights), total), weights)).toBe(true);
    }
    const slivers = [1n, total - 3n, 1n, 1n];
    expect(isExact(table(runsOf(slivers), total), slivers)).toBe(true);
  });

  it("random weights, in many runs", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOTALS), listOf(10n ** 30n, 30), fc.nat({ max: 7 }), ([, total], list, codes) => {
        const runs = fill(list, total).map((weight, i) => ({ outcome: i % (codes + 1), weight }));
        const weights = new Array<bigint>(codes + 1).fill(0n);
        for (const run of runs) weights[run.outcome]! += run.weight;
        expect(isExact(table(runs, total), weights)).toBe(true);
      }),
      { ...SEED, numRuns: 300 },
    );
  });

  it("controls: a link to the wrong table, and an off-by-one behind a link, are caught", () => {
    const weights = fill([3n, 5n, 7n, 11n], 10n ** 21n);
    const { set, id } = table(runsOf(weights), 10n ** 21n);
    expect(isExact({ set, id }, weights)).toBe(true);
    const base = set.rowIndex[id * STRIDE + BASE]!;
    const slots = Array.from({ length: set.rowIndex[id * STRIDE + COLUMNS]! }, (_, i) => base + i * COLUMN);
    const codes = slots.flatMap((at) => [at + 1, at + 2]).filter((at) => set.data[at]! >= LINK);
    const first = codes[0]!;
    const other = set.data[codes.find((at) => set.data[at] !== set.data[first])!]!;
    const relinked = spoilt(set, (data) => {
      for (const at of codes) if (set.data[at] === set.data[first]) data[at] = other;
    });
    expect(isExact({ set: relinked, id }, weights)).toBe(false);
    const inner = (set.data[first]! - LINK) * STRIDE;
    const off = spoilt(set, (data, rowIndex) => {
      data[rowIndex[inner + BASE]!]!++;
    });
    expect(isExact({ set: off, id }, weights)).toBe(false);
  });

  it.each([
    ["that no dice have", 2n ** 61n - 1n],
    ["of a hundred dice", 10n ** 100n],
  ])("a denominator %s is rounded: no chance moves by one in 2^140", (_, total) => {
    const weights = fill([3n, 5n, 7n, 11n], total);
    const { set, id } = table(runsOf(weights), total);
    const shares = sharesOf(set, id);
    weights.forEach((weight, code) => {
      const off = (shares.weights.get(code) ?? 0n) * total - weight * shares.total;
      expect((off < 0n ? -off : off) * 2n ** 140n).toBeLessThan(shares.total * total);
    });
  });

  it("tables stay small however many dice they stand for", () => {
    const entries = (dice: number) => {
      const weights = binomial(dice, 3n, 7n).weights;
      return table(runsOf(weights), 10n ** BigInt(dice)).set.data.length;
    };
    expect(entries(200) / entries(100)).toBeLessThan(2.5);
  });
});

it("more outcomes than a 16-bit word can tell are split too: five D10s, every fall an outcome", () => {
  const built = table(runsOf(new Array<bigint>(100_000).fill(1n)), 100_000n);
  const weights = new Array<bigint>(100_000).fill(1n);
  expect(isExact(built, weights)).toBe(true);
  expect(new TableDraw(built.set, new Stream(1, 2, 3, 4)).draw(built.id)).toBeLessThan(100_000);
});

it("tables of one set do not touch each other", () => {
  const builder = new TableBuilder();
  const lists = [[3n, 7n], fill([1n, 2n, 4n], 10n ** 7n), fill([5n, 1n], 10n ** 13n), [1n, 1n, 1n, 1n, 1n, 1n]];
  const ids = lists.map((weights) => builder.add(runsOf(weights), sumOf(weights)));
  const set = builder.build();
  lists.forEach((weights, i) => {
    expect(isExact({ set, id: ids[i]! }, weights)).toBe(true);
  });
});

describe("single draws, word by word", () => {
  // Two outcomes of 1 and 100,000 in 100,001: two columns, 42,949 words for each fall, the first column's own below
  // 2 · 42,949 = 85,898; words from 42,949 · 100,001 = 4,294,942,949 on are refused.
  const weights = [1n, 100_000n];
  const two = table(runsOf(weights), 100_001n);
  const FIRST = 0x0000_ffff;
  const SECOND = 0x8000_ffff;

  it.each([
    [[FIRST, 0], 0],
    [[FIRST, 85_897], 0],
    [[FIRST, 85_898], 1],
    [[FIRST, 4_294_942_948], 1],
    [[FIRST, 4_294_942_949, 85_897], 0],
    [[FIRST, 0xffff_ffff, 0xffff_ffff, 85_898], 1],
    [[SECOND, 0], 1],
    [[SECOND, 85_898], 1],
  ])("an alias table gives for the words %j outcome %i", (words, outcome) => {
    const stream = new WordStream(words);
    expect(new TableDraw(two.set, stream).draw(two.id)).toBe(outcome);
    expect(stream.used).toBe(words.length);
  });

  const kinds: [string, { set: TableSet; id: number }][] = [
    ["index", table(runsOf([400n, 120n, 72n, 408n]), 1_000n)],
    ["alias", table(runsOf([50_000n, 30_001n, 7n, 20_000n]), 100_008n)],
    ["linked", table(runsOf([3_333_333_333_333n, 6_666_666_666_666n, 1n]), 10_000_000_000_000n)],
  ];
  it.each(kinds)("kernels that choose tables as they go draw the same from an %s table", (_, { set, id }) => {
    const [one, two] = [new Stream(1, 2, 3, 4), new Stream(1, 2, 3, 4)];
    const readable = new TableDraw(set, one);
    const draws = new Draws(set);
    draws.begin(two);
    const seen = new Set<number>();
    for (let i = 0; i < 20_000; i++) {
      const code = readable.draw(id);
      seen.add(code);
      expect(draws.draw(id)).toBe(code);
    }
    expect(seen.size).toBeGreaterThan(1);
    draws.end(two);
    expect(two.next()).toBe(one.next());
  });
});
