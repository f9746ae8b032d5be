/** Shots counted between cuts, against a reading of docs/streams.md with a generator at a time. */
import { describe, expect, it, vi } from "vitest";
import { blockStream, cellKey, Stream } from "../../src/dice/index.ts";
import { CutKernel, MOST_CUTS, type WordShare } from "../../src/rule/cut-kernel.ts";
import { agreement } from "../../src/stats/agreement.ts";

const streamOf = (name: string, block = 0): Stream => blockStream(cellKey(7n, name), block);

/** The 16-bit numbers of a block, in order: eight generators in turn, the low half of a word first; or the stream's own. */
function* halvesOf(stream: Stream, trials: number, swap = false): Generator<number> {
  const biased = (half: number) => (half ^ 0x8000) & 0xffff;
  if (trials < 64) for (;;) yield stream.next() >>> 16;
  const words = Array.from({ length: 32 }, () => stream.next());
  const generators = [0, 1].flatMap((four) =>
    [0, 1, 2, 3].map((substream) => {
      const [a, b, c, d] = [0, 1, 2, 3].map((word) => words[16 * four + 4 * word + substream]!);
      return new Stream(a!, b!, c!, d!);
    }),
  );
  if (swap) generators.reverse();
  for (;;)
    for (const generator of generators) {
      const word = generator.next();
      yield biased(word & 0xffff);
      yield biased(word >>> 16);
    }
}

/** The outcomes of a block's trials, read off one half after another. */
function outcomesOf(shares: readonly WordShare[], stream: Stream, trials: number, swap = false): number[] {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const scale = Math.floor(65_536 / total);
  const found: number[] = [];
  for (const half of halvesOf(stream, trials, swap)) {
    if (found.length === trials) break;
    let top = 0;
    const share = shares.find(({ weight }) => {
      top += weight * scale;
      return half < top;
    });
    if (share) found.push(share.bin);
  }
  return found;
}

const SHOT: WordShare[] = [400, 288, 120, 72, 120].map((weight, bin) => ({ bin, weight }));
const DISTRIBUTIONS: readonly [string, readonly WordShare[]][] = [
  ["a shot", SHOT],
  ["two outcomes of three", [1, 2].map((weight, bin) => ({ bin, weight }))],
  ["no word refused", [1, 2, 5].map((weight, bin) => ({ bin, weight }))],
  ["no word refused, eight outcomes", Array.from({ length: 8 }, (_, bin) => ({ bin, weight: 1 }))],
  ["as many outcomes as it takes", Array.from({ length: MOST_CUTS }, (_, bin) => ({ bin, weight: bin + 3 }))],
  ["seven outcomes", Array.from({ length: 7 }, (_, bin) => ({ bin, weight: 7 - bin }))],
  ["four and six", [10, 20, 30, 40, 50, 61].map((weight, bin) => ({ bin, weight }))],
  ["nearly half of the words refused", [1, 32_768].map((weight, bin) => ({ bin, weight }))],
  ["one that is certain", [{ bin: 0, weight: 1 }]],
];

describe.each(DISTRIBUTIONS)("%s", (name, shares) => {
  it.each([0, 1, 63, 64, 65, 1_000, 65_536])("%i trials are those of its generators", (trials) => {
    const wanted = outcomesOf(shares, streamOf(name), trials);
    const tally = new Float64Array(shares.length);
    const kernel = new CutKernel(shares);
    kernel.play(streamOf(name), trials, tally);
    expect([...tally]).toEqual(shares.map((_, bin) => wanted.filter((one) => one === bin).length));
    expect([...kernel.trace(streamOf(name), trials)]).toEqual(wanted);
  });
});

it("more steps than a lane can count in one go", () => {
  const trials = 16 * 16_384 * 2 + 5;
  const wanted = outcomesOf(SHOT, streamOf("long"), trials);
  const tally = new Float64Array(5);
  new CutKernel(SHOT).play(streamOf("long"), trials, tally);
  expect([...tally]).toEqual(SHOT.map((_, bin) => wanted.filter((one) => one === bin).length));
});

it("one kernel after another leaves nothing behind", () => {
  const [first, second] = [new CutKernel(DISTRIBUTIONS[4]![1]), new CutKernel(SHOT)];
  const play = (kernel: CutKernel, block: number) => {
    const tally = new Float64Array(8);
    kernel.play(streamOf("in turn", block), 1_000, tally);
    return [...tally];
  };
  const alone = [play(second, 0), play(second, 1)];
  play(first, 5);
  expect([play(second, 0), play(second, 1)]).toEqual(alone);
});

it("has the law it is given: 10^6 trials find a shift of 0.004 of a chance with power 1 - 1e-6", () => {
  const tally = new Float64Array(5);
  const kernel = new CutKernel(SHOT);
  for (let block = 0; block < 16; block++) kernel.play(streamOf("law", block), 62_500, tally);
  const values = SHOT.map(({ bin }) => bin);
  const pOf = (weights: readonly number[]) =>
    agreement({ values, counts: [...tally] }, { values, weights: weights.map((weight) => weight / 1_000) }).pValue;
  expect(pOf([400, 288, 120, 72, 120])).toBeGreaterThan(1e-6);
  expect(pOf([404, 284, 120, 72, 120])).toBeLessThan(1e-6);
});

it("control: generators in another order are not those", () => {
  const tally = new Float64Array(5);
  new CutKernel(SHOT).play(streamOf("control"), 1_000, tally);
  const other = outcomesOf(SHOT, streamOf("control"), 1_000, true);
  expect([...new CutKernel(SHOT).trace(streamOf("control"), 1_000)]).not.toEqual(other);
});

/** A wrong byte of the loop may leave all its words beyond the last cut: then none is ever counted. */
it("ends with an error where the loop gives no words that count; control: with the loop as it is", async () => {
  const playWith = async (isBroken: boolean) => {
    vi.resetModules();
    vi.doMock("../../src/rule/wasm-loop.ts", async (original) => {
      const { loopOf } = await original<typeof import("../../src/rule/wasm-loop.ts")>();
      let calls = 0;
      const idle = () => {
        if (++calls > 1_000_000) throw new Error("asked for ever");
      };
      const names = ["step", ...[1, 2, 3, 4, 5, 6, 8].map((cuts) => `count${cuts}`)];
      const exports = Object.fromEntries(names.map((name) => [name, idle]));
      const words = new Int32Array(2 ** 14);
      new Int16Array(words.buffer, 128, 16).fill(32_767);
      return { loopOf: (text: string) => (isBroken ? { exports, words } : loopOf(text)) };
    });
    const { CutKernel: Played } = await import("../../src/rule/cut-kernel.ts");
    return new Played(SHOT);
  };
  const whole = await playWith(false);
  whole.play(streamOf("broken"), 1_000, new Float64Array(5));
  expect(whole.trace(streamOf("broken"), 100)).toHaveLength(100);
  const broken = await playWith(true);
  for (const trials of [64, 1_000, 100_007])
    expect(() => broken.play(streamOf("broken"), trials, new Float64Array(5))).toThrow(
      "the loop of cuts gives no words",
    );
  expect(() => broken.trace(streamOf("broken"), 100)).toThrow("the loop of cuts gives no words");
  vi.doUnmock("../../src/rule/wasm-loop.ts");
});
