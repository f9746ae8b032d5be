import { describe, expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { uniform16 } from "../../src/dice/uniform.ts";
import { type Chain, chainOf, type ProcessStep } from "../../src/rule/chain.ts";
import { distributionOf } from "../../src/rule/distribution.ts";
import { isFraction, probabilitiesOf } from "../../src/rule/exact.ts";
import { fractionText, gcd } from "../../src/rule/fraction.ts";
import type { Play } from "../../src/rule/play.ts";
import { programOf } from "../../src/rule/play-program.ts";
import { type Kernel, type Program, tallyOffsets } from "../../src/rule/program.ts";
import type { Rule } from "../../src/rule/rule.ts";
import { LINK, SIZE, STRIDE, TableBuilder, type TableSet } from "../../src/rule/table.ts";
import { misfit, streamOf, trialsFor } from "./fit.ts";
import { TableDraw } from "./table-draw.ts";

/** Hit on 5+, save on 5+, then 3+ or a wound roll: miss 400, pinned 120, down 72, out 120, unharmed 288 of 1,000. */
const MISS = 0;
const UNHARMED = 1;
const PINNED = 2;
const DOWN = 3;
const OUT = 4;
const shot: Rule<number> = (dice) => {
  if (!dice.atLeast(10, 5)) return MISS;
  if (dice.atLeast(10, 5)) return dice.atLeast(10, 3) ? UNHARMED : PINNED;
  const wound = dice.face(10);
  return wound <= 2 ? PINNED : wound <= 5 ? DOWN : OUT;
};
const OUTCOMES = ["miss", "unharmed", "pinned", "down", "out"];
const SHOT_CHANCES = [0.4, 0.288, 0.12, 0.072, 0.12];

const start = { id: "T-1", start: -1, key: (state: number) => state };
const oneShot = (rule: Rule<number> = shot) => chainOf({ ...start, steps: [() => rule] });
const outcome = { metric: { name: "outcome", values: OUTCOMES }, bin: (state: number) => Math.max(0, state) };

/** One draw from one index table, one metric, few outcomes: the kernel that counts between cuts (cut-kernel.test.ts). */
const singleDraw = (rule?: Rule<number>) => programOf({ parts: [oneShot(rule)], readings: [outcome], blockSize: 1 });
/** The same with ten outcomes: the kernel that works on words. */
const face = { metric: { name: "face", values: Array.from({ length: 10 }, (_, i) => i) }, bin: Number };
const faceDraw = () => programOf({ parts: [oneShot((dice) => dice.face(10) - 1)], readings: [face], blockSize: 1 });
/** And twice the metric. */
const faceTwice = () =>
  programOf({ parts: [oneShot((dice) => dice.face(10) - 1)], readings: [face, face], blockSize: 1 });

/** Two soldiers shot at twice and a crowd that takes 6 and then 12 dice: index, alias and split tables. */
const soldier = (() => {
  const step: ProcessStep<number> = (state) => (dice) => Math.max(state, shot(dice));
  return chainOf({ ...start, start: 0, steps: [step, step] });
})();
const crowd = chainOf({
  ...start,
  start: 0,
  steps: [() => (dice) => dice.count(10, 6, 8), (state) => (dice) => Math.min(9, state + dice.count(10, 12, 8))],
});
const wide = (length: number) => Array.from({ length }, (_, i) => i);
const many: Play<number> = {
  parts: [soldier, crowd, soldier],
  blockSize: 1,
  readings: [
    {
      metric: { name: "casualties", values: [0, 1, 2] },
      bin: (state, part) => (part !== 1 && state >= DOWN ? 1 : 0),
    },
    {
      metric: { name: "casualties after the first", values: [0, 1, 2] },
      after: 1,
      bin: (state, part) => (part !== 1 && state >= DOWN ? 1 : 0),
    },
    { metric: { name: "crowd", values: wide(10) }, bin: (state, part) => (part === 1 ? state : 0) },
    { metric: { name: "crowd at first", values: wide(7) }, after: 1, bin: (state, part) => (part === 1 ? state : 0) },
    // Bit fields of ten bits each, so that one word does not hold all.
    { metric: { name: "odd", values: wide(1_000) }, bin: (state, part) => (part === 1 ? state % 2 : 0) },
    { metric: { name: "worst", values: wide(1_000) }, bin: (state, part) => (part === 0 ? state : 0) },
    { metric: { name: "best", values: wide(1_000) }, bin: (state, part) => (part === 0 ? 249 * (OUT - state) : 0) },
    { metric: { name: "before any die", values: wide(1_000) }, after: 0, bin: (state) => state },
  ],
};

const lengthOf = (program: Program) => tallyOffsets(program.metrics).at(-1)!;

/** Plays `trials` trials; the tally by metric. */
function playing(program: Program, kernel: Kernel, stream: Stream, trials: number): Float64Array[] {
  const tally = new Float64Array(lengthOf(program));
  kernel.play(stream, trials, tally);
  return split(program, tally);
}
function split(program: Program, tally: Float64Array): Float64Array[] {
  const offsets = tallyOffsets(program.metrics);
  return program.metrics.map((_, m) => tally.slice(offsets[m], offsets[m + 1]));
}
const exactly = (program: Program) => ("solve" in program.exact ? program.exact.solve() : []);
const total = (counts: ArrayLike<number>) => Array.from(counts).reduce((a, b) => a + b, 0);

/** A stream whose first word is `first`; `e` settles the second. xoshiro128++ gives rotl(a + d, 7) + a. */
function streamFrom(first: number, e = 1): Stream {
  const d = (first >>> 7) | (first << 25);
  return new Stream(0, d ^ e, 0, d);
}
const stateOf = ({ a, b, c, d }: Stream) => [a, b, c, d].join();
const afterWords = (stream: Stream, words: number) => {
  const copy = new Stream(stream.a, stream.b, stream.c, stream.d);
  for (let i = 0; i < words; i++) copy.next();
  return stateOf(copy);
};

describe("every one of the 2^16 words through the kernels: 6,553 words for each of 10 falls, 6 refused", () => {
  const FALLS = Array.from({ length: 10 }, () => 6_553);

  it.each([
    ["of words", faceDraw()],
    ["of two metrics", faceTwice()],
  ])("one trial of the kernel %s", (_, program) => {
    const kernel = program.kernel();
    const tally = new Float64Array(lengthOf(program));
    let refused = 0;
    for (let half = 0; half < 65_536; half++) {
      const stream = streamFrom(half * 65_536);
      const once = afterWords(stream, 1);
      const own = new Float64Array(tally.length);
      kernel.play(stream, 1, own);
      // A refused half makes the kernel go on: the low half, 0, is refused too, so another word is drawn.
      if (stateOf(stream) !== once) {
        refused++;
        expect(uniform16(half, 10)).toBe(-1);
      } else {
        own.forEach((count, bin) => {
          tally[bin]! += count;
        });
      }
    }
    expect(refused).toBe(6);
    for (const counts of split(program, tally)) expect([...counts]).toEqual(FALLS);
  });

  it("four trials of the kernel of words: both halves of a word", () => {
    const program = faceDraw();
    const kernel = program.kernel();
    const tally = new Float64Array(10);
    // The second word of these streams is always the same, two more trials: read once off a first word whose meaning is
    // certain, 65,535 being the last fall.
    const second = new Float64Array(10);
    kernel.play(streamFrom(0xffff_ffff), 4, second);
    second[9]! -= 2;
    let refused = 0;
    for (let half = 0; half < 65_536; half++) {
      const stream = streamFrom(half * 65_537);
      const two = afterWords(stream, 2);
      const own = new Float64Array(10);
      kernel.play(stream, 4, own);
      expect(total(own)).toBe(4);
      if (stateOf(stream) !== two) {
        refused++;
        continue;
      }
      own.forEach((count, bin) => {
        tally[bin]! += count - second[bin]!;
      });
    }
    expect(refused).toBe(6);
    expect([...tally]).toEqual(FALLS.map((count) => 2 * count));
  });
});

/** Plays a trial the slow way: parts in order, steps in order, one `TableDraw` a play. */
function walk(play: Play<number>, stream: Stream, trials: number, plays: number) {
  const builder = new TableBuilder();
  const laidOut = new Map<Chain<number>, readonly number[]>();
  for (const part of play.parts)
    if (!laidOut.has(part))
      laidOut.set(
        part,
        part.transitions.map(({ runs, total }) => builder.add(runs, total)),
      );
  const set = builder.build();
  const offsets = tallyOffsets(play.readings.map(({ metric }) => metric));
  const tally = new Float64Array(offsets.at(-1)!);
  let draw = new TableDraw(set, stream);
  for (let trial = 0; trial < trials * plays; trial++) {
    if (trial % trials === 0) draw = new TableDraw(set, stream);
    const sums = play.readings.map(() => 0);
    play.parts.forEach((chain, index) => {
      const ids = laidOut.get(chain)!;
      let state = chain.start;
      const read = (step: number) => {
        play.readings.forEach(({ after, bin }, r) => {
          if ((after ?? chain.steps.length) === step) sums[r]! += bin(chain.states[state]!, index);
        });
      };
      read(0);
      chain.steps.forEach((row, step) => {
        const transition = row[state]!;
        if (transition >= 0) state = draw.draw(ids[transition]!);
        read(step + 1);
      });
    });
    sums.forEach((sum, r) => {
      tally[offsets[r]! + sum]!++;
    });
  }
  return { tally, set };
}

/** Words with their halves swapped; pairs of words swapped. */
class SwappedHalves extends Stream {
  override next(): number {
    const word = super.next();
    return ((word << 16) | (word >>> 16)) >>> 0;
  }
}
class SwappedWords extends Stream {
  #kept: number | undefined;
  override next(): number {
    if (this.#kept !== undefined) {
      const word = this.#kept;
      this.#kept = undefined;
      return word;
    }
    this.#kept = super.next();
    return super.next();
  }
}

describe("four trials are the four halves of two words", () => {
  it("of every stream that has no refused half among them", () => {
    const program = faceDraw();
    const kernel = program.kernel();
    let refused = 0;
    for (let block = 0; block < 2_000; block++) {
      const words = streamOf("halves", block);
      const halves = [words.next(), words.next()].flatMap((word) => [word >>> 16, word & 0xffff]);
      const falls = halves.map((half) => uniform16(half, 10));
      if (falls.includes(-1)) {
        refused++;
        continue;
      }
      const expected = new Array<number>(10).fill(0);
      for (const fall of falls) expected[fall]!++;
      const [counts] = playing(program, kernel, streamOf("halves", block), 4);
      expect([...counts!]).toEqual(expected);
    }
    expect(refused).toBeLessThan(8); // 6 of 65,536 halves
  });
});

describe("alias tables in the kernel that goes step by step, at the very word where they turn", () => {
  /** A word in the upper half of all words that streamFrom(0, e) gives second; even, and one less than a multiple of 3. */
  const [e, second] = (() => {
    for (let e = 1; ; e++) {
      const stream = streamFrom(0, e);
      stream.next();
      const word = stream.next();
      if (word > 2 ** 31 && word % 6 === 2 && word < 2 ** 32 - 1_000) return [e, word];
    }
  })();
  /**
   * Outcome 1 has `weight` of `total` falls, a word each, outcome 2 the rest; the first word asks for its column. A
   * second part, and what is not read at the end, keep the trial one of steps.
   */
  const drawn = (weight: number, total: number) => {
    const chain = chainOf({ ...start, start: 0, steps: [() => (dice) => (dice.atLeast(total, weight + 1) ? 2 : 1)] });
    const inapplicable = chainOf({ ...start, start: 0, steps: [] });
    const program = programOf({
      parts: [chain, inapplicable],
      readings: [
        {
          metric: { name: "outcome", values: [0, 1, 2] },
          after: 1,
          bin: (state: number, part) => (part === 0 ? state : 0),
        },
      ],
      blockSize: 1,
    });
    expect(chain.transitions[0]!.total).toBe(BigInt(total)); // nothing was stripped
    const stream = streamFrom(0, e);
    const two = afterWords(stream, 2);
    const [counts] = playing(program, program.kernel(), stream, 1);
    return { outcome: counts!.indexOf(1), refused: stateOf(stream) !== two };
  };
  /** The largest multiple of 3 below 2^32 that has nothing in common with `weight`. */
  const totalFor = (weight: number) => {
    for (let total = 4_294_967_292; ; total -= 3) if (gcd(BigInt(weight), BigInt(total)) === 1n) return total;
  };

  it("a word below the threshold is the column's own, the threshold itself is not", () => {
    const half = second / 2; // the threshold is twice the weight
    expect(drawn(half + 1, totalFor(half + 1)).outcome).toBe(1);
    expect(drawn(half, totalFor(half)).outcome).toBe(2);
  });

  it("the last word is accepted, the one after it is not", () => {
    expect(drawn(1, second + 1).refused).toBe(false);
    expect(drawn(1, second).refused).toBe(true);
  });
});

describe("the kernel that goes step by step draws what TableDraw draws, word for word", () => {
  const TRIALS = 100;
  const PLAYS = 50;
  const program = programOf(many);
  const fresh = (kind: typeof Stream) => {
    const { a, b, c, d } = streamOf("walk");
    return new kind(a, b, c, d);
  };
  const kernelTally = () => {
    const stream = fresh(Stream);
    const tally = new Float64Array(lengthOf(program));
    const kernel = program.kernel();
    for (let play = 0; play < PLAYS; play++) kernel.play(stream, TRIALS, tally);
    return { tally, stream };
  };

  it("the same counts, and the stream left in the same place", () => {
    const { tally, stream } = kernelTally();
    const other = fresh(Stream);
    const walked = walk(many, other, TRIALS, PLAYS);
    expect(tally).toEqual(walked.tally);
    expect(stateOf(stream)).toBe(stateOf(other));
    // The play has all three sorts of table.
    const { rowIndex, data } = walked.set;
    const sizes = Array.from({ length: rowIndex.length / STRIDE }, (_, id) => rowIndex[id * STRIDE + SIZE]!);
    expect(sizes.some((size) => size > 0)).toBe(true);
    expect(sizes.some((size) => size === 0)).toBe(true);
    expect(data.some((entry) => entry >= LINK && entry < LINK + sizes.length)).toBe(true);
  });

  it("controls: swapped halves and swapped words are another game", () => {
    const { tally } = kernelTally();
    expect(walk(many, fresh(SwappedHalves), TRIALS, PLAYS).tally).not.toEqual(tally);
    expect(walk(many, fresh(SwappedWords), TRIALS, PLAYS).tally).not.toEqual(tally);
  });
});

// Threshold 1e-9; trials so that a shift of 0.002 of one outcome is found with a chance of 1 - 1e-6 (see fit.ts).
describe("kernels agree with the exact answer", () => {
  /** The worst misfit over the metrics; as many trials as the most demanding metric asks for. */
  function worst(program: Program, chances: readonly ArrayLike<number>[], name: string, blocks = 1): number {
    const trials = Math.max(...chances.map(trialsFor));
    const tally = new Float64Array(lengthOf(program));
    const kernel = program.kernel();
    for (let block = 0; block < blocks; block++) kernel.play(streamOf(name, block), Math.ceil(trials / blocks), tally);
    return Math.max(...split(program, tally).map((counts, m) => misfit(counts, chances[m]!)));
  }

  it("one draw and one metric, in one block and in a thousand", () => {
    expect(worst(singleDraw(), [SHOT_CHANCES], "words")).toBeLessThan(1);
    expect(worst(singleDraw(), [SHOT_CHANCES], "words in blocks", 1_000)).toBeLessThan(1);
  });

  it("parts and metrics, step by step", () => {
    // The last metric has one possible value; it is held by the sums below.
    const program = programOf({ ...many, parts: [soldier, crowd], readings: many.readings.slice(0, -1) });
    expect(worst(program, exactly(program).map(probabilitiesOf), "steps")).toBeLessThan(1);
  });

  it("control: a rule that is off by 0.002 is found", () => {
    // One miss in 200 counts as out.
    const biased: Rule<number> = (dice) => {
      const found = shot(dice);
      return found === MISS && dice.face(200) === 1 ? OUT : found;
    };
    expect(worst(singleDraw(biased), [SHOT_CHANCES], "biased")).toBeGreaterThan(1);
  });

  it("control: blocks that share a lane are found", () => {
    const program = singleDraw();
    const tally = new Float64Array(5);
    const kernel = program.kernel();
    for (let block = 0; block < 1_000; block++) kernel.play(streamOf("lane", 7), 1_000, tally);
    expect(misfit(tally, SHOT_CHANCES)).toBeGreaterThan(1);
  });
});

describe("TableDraw agrees with the weights", () => {
  function drawn(set: TableSet, id: number, outcomes: number, trials: number, name: string): Float64Array {
    const draw = new TableDraw(set, streamOf(name));
    const counts = new Float64Array(outcomes);
    for (let i = 0; i < trials; i++) {
      const code = draw.draw(id);
      counts[code] = counts[code]! + 1;
    }
    return counts;
  }
  const table = (weights: readonly bigint[]) => {
    const builder = new TableBuilder();
    const total = weights.reduce((a, b) => a + b, 0n);
    const id = builder.add(
      weights.map((weight, code) => ({ outcome: code, weight })),
      total,
    );
    return { set: builder.build(), id, chances: weights.map((weight) => Number(weight) / Number(total)) };
  };
  /** Shares of 1 in whole falls, the last one taking what is left. */
  const of = (falls: bigint) => {
    const first = [4n, 3n, 1n, 1n].map((tenths) => (tenths * falls) / 10n + 1n);
    return [...first, falls - first.reduce((a, b) => a + b, 0n)];
  };

  it.each([
    ["an index table", of(1_000n)],
    ["an alias table", of(10n ** 9n)],
    ["a split table", of(10n ** 12n)],
    ["a table split twice", of(10n ** 21n)],
  ])("%s", (name, weights) => {
    const { set, id, chances } = table(weights);
    const counts = drawn(set, id, weights.length, trialsFor(chances), name);
    expect(misfit(counts, chances)).toBeLessThan(1);
  });

  it("controls: an index table with one index moved, and swapped alias thresholds, are found", () => {
    const { set, id, chances } = table([400n, 288n, 120n, 72n, 120n]);
    const moved = { rowIndex: set.rowIndex, data: set.data.slice() };
    moved.data[808] = PINNED; // the first of the 72 falls that put down
    const trials = trialsFor(chances);
    expect(misfit(drawn(set, id, 5, trials, "fair"), chances)).toBeLessThan(1);
    expect(misfit(drawn(moved, id, 5, trials, "moved"), chances)).toBeGreaterThan(1);

    const alias = table([4n, 1n, 3n, 2n].map((weight) => weight * 100_000n + 1n));
    const swapped = { rowIndex: alias.set.rowIndex, data: alias.set.data.slice() };
    // The two split columns whose thresholds are furthest apart.
    const columns = [0, 3, 6, 9]
      .filter((at) => alias.set.data[at + 1] !== alias.set.data[at + 2])
      .sort((a, b) => alias.set.data[a]! - alias.set.data[b]!);
    const [a, b] = [columns[0]!, columns.at(-1)!];
    [swapped.data[a], swapped.data[b]] = [swapped.data[b]!, swapped.data[a]!];
    expect(misfit(drawn(swapped, alias.id, 4, 1_000_000, "swapped"), alias.chances)).toBeGreaterThan(1);
  });
});

describe("counts add up to the trials", () => {
  const programs: [string, Program][] = [
    ["the kernel of words", singleDraw()],
    ["the kernel that goes step by step", programOf(many)],
  ];
  const cases = programs.flatMap(([name, program]) =>
    [0, 1, 3, 4, 5, 1_000, 65_536].map((trials) => [name, trials, program] as const),
  );

  it.each(cases)("%s, %i trials", (_, trials, program) => {
    for (const counts of playing(program, program.kernel(), streamOf("sums"), trials))
      expect(total(counts)).toBe(trials);
  });

  it("a kernel adds to the tally it is given and keeps nothing from one play to the next", () => {
    for (const [, program] of programs) {
      const kernel = program.kernel();
      const first = playing(program, kernel, streamOf("again"), 1_003);
      expect(playing(program, kernel, streamOf("again"), 1_003)).toEqual(first);
      expect(playing(program, program.kernel(), streamOf("again"), 1_003)).toEqual(first);
      const tally = new Float64Array(lengthOf(program)).fill(7);
      kernel.play(streamOf("again"), 1_003, tally);
      expect(split(program, tally).map((counts) => counts.map((count) => count - 7))).toEqual(first);
    }
  });

  it("what happens before any die falls always happens", () => {
    const [counts] = playing(programOf(many), programOf(many).kernel(), streamOf("before"), 100).slice(-1);
    expect(counts![0]).toBe(100);
  });
});

describe("the exact answer of a play", () => {
  it("a single draw", () => {
    const [exact] = exactly(singleDraw());
    expect(isFraction(exact!) && exact.weights.map((weight) => fractionText(weight, exact.total))).toEqual([
      "2/5",
      "36/125",
      "3/25",
      "9/125",
      "3/25",
    ]);
  });

  it("of several parts is the one of all their dice in a row", () => {
    // Parts: a D6 and how many of three coins fall rowIndex; the sum, and both after the first step only.
    const die = chainOf({ ...start, start: 0, steps: [() => (dice) => dice.face(6)] });
    const coin: ProcessStep<number> = (rowIndex) => (dice) => rowIndex + (dice.atLeast(2, 2) ? 1 : 0);
    const coins = chainOf({ ...start, start: 0, steps: [coin, coin, coin] });
    const program = programOf<number>({
      parts: [die, coins, die],
      blockSize: 1,
      readings: [
        { metric: { name: "sum", values: wide(16) }, bin: (state) => state },
        { metric: { name: "sum after one", values: wide(14) }, after: 1, bin: (state) => state },
      ],
    });
    const byHand = (most: number) =>
      distributionOf((dice) => {
        let sum = dice.face(6) + dice.face(6);
        for (let i = 0; i < most; i++) if (dice.face(2) === 2) sum++;
        return sum;
      }, "T-1");
    exactly(program).forEach((exact, r) => {
      const expected = byHand(r === 0 ? 3 : 1);
      const length = program.metrics[r]!.values.length;
      const texts = wide(length).map((sum) => {
        const at = expected.outcomes.indexOf(sum);
        return at < 0 ? "0/1" : fractionText(expected.weights[at]!, expected.total);
      });
      expect(isFraction(exact) && exact.weights.map((weight) => fractionText(weight, exact.total))).toEqual(texts);
    });
  });
});
