import { type Stream, uniform16 } from "../dice/index.ts";
import type { Chain } from "./chain.ts";
import { CutKernel, MOST_CUTS } from "./cut-kernel.ts";
import { fuse } from "./fuse.ts";
import { JointDraw, NO_SHARES, WORDS } from "./joint-draw.ts";
import { jointDrawer } from "./one-draw.ts";
import type { Play, Reading } from "./play.ts";
import { type Kernel, tallyOffsets } from "./program.ts";
import { BASE, COLUMN, COLUMNS, LIMIT, LINK, SIZE, STRIDE, TableBuilder, type TableSet, THRESHOLD } from "./table.ts";

/** What a kernel does for one trial, an instruction after another. */
export const START = 0; // begin a part in state [1]
export const STEP = 1; // draw from the table that rows[[1] + state] names, if any
export const READ = 2; // add fields[[1] + state] to word [2]
export const OPERATION = 3; // integers per instruction

/** Trials in one call of a hot loop. */
const CALL = 256;

/** Readings share words, a bit field each, so that one addition reads several metrics off a state. */
interface BitField {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}
const WORD_BITS = 31;

export interface Script {
  readonly operations: Int32Array;
  readonly rows: Int32Array;
  readonly fields: Int32Array;
  /** Per reading, where its sum stands when the trial is over. */
  readonly layout: readonly BitField[];
  readonly words: number;
  readonly tables: TableSet;
  /** By part: how many of the chain's steps are over at its start and after each draw (or none) of a trial. */
  readonly marks: readonly (readonly number[])[];
}

/** Packs readings that are read at the same moment into as few words as their bits allow. */
function layOut<S>(readings: readonly Reading<S>[]): { layout: BitField[]; moments: (number | undefined)[] } {
  const layout: BitField[] = [];
  const moments: (number | undefined)[] = []; // per word
  const used: number[] = []; // bits per word
  for (const { metric, after } of readings) {
    const bits = Math.max(1, 32 - Math.clz32(metric.values.length - 1));
    let word = moments.findIndex((moment, w) => moment === after && used[w]! + bits <= WORD_BITS);
    if (word < 0) {
      word = moments.length;
      moments.push(after);
      used.push(0);
    }
    layout.push({ word, shift: used[word]!, mask: 2 ** bits - 1 });
    used[word]! += bits;
  }
  return { layout, moments };
}

export function scriptOf<S>(play: Play<S>): Script {
  const builder = new TableBuilder();
  const { layout, moments } = layOut(play.readings);
  const operations: number[] = [];
  const rows: number[] = [];
  const fields: number[] = [];
  const marks: number[][] = [];
  const laidOut = new Map<Chain<S>, ReturnType<typeof fuse<S>> & { bases: number[] }>();
  play.parts.forEach((part, index) => {
    let known = laidOut.get(part);
    if (known === undefined) {
      const fused = fuse(part, new Set(moments.map((moment) => moment ?? part.steps.length)));
      const ids = fused.chain.transitions.map(({ runs, total }) => builder.add(runs, total));
      const bases = fused.chain.steps.map((row) => {
        const base = rows.length;
        for (const transition of row) rows.push(transition < 0 ? -1 : ids[transition]!);
        return base;
      });
      known = { ...fused, bases };
      laidOut.set(part, known);
    }
    const { chain, at, bases } = known;
    marks.push(chain.steps.map((_, step) => lastAt(at, part.steps.length, step)).concat(part.steps.length));
    operations.push(START, chain.start, 0);
    for (let step = 0; step <= chain.steps.length; step++) {
      moments.forEach((moment, word) => {
        if (at(moment ?? part.steps.length) !== step) return;
        operations.push(READ, fields.length, word);
        for (const state of chain.states) {
          let packed = 0;
          play.readings.forEach((reading, r) => {
            if (layout[r]!.word === word) packed += reading.bin(state, index) * 2 ** layout[r]!.shift;
          });
          fields.push(packed);
        }
      });
      if (step < chain.steps.length) operations.push(STEP, bases[step]!, 0);
    }
  });
  return {
    operations: Int32Array.from(operations),
    rows: Int32Array.from(rows),
    fields: Int32Array.from(fields),
    layout,
    words: moments.length,
    tables: builder.build(),
    marks,
  };
}

/** The last of a chain's moments that a fused chain reaches after `fused` steps. */
function lastAt(at: (moment: number) => number, length: number, fused: number): number {
  let moment = length;
  while (at(moment) > fused) moment--;
  return moment;
}

export function kernelOf<S>(play: Play<S>): Kernel {
  const offsets = tallyOffsets(play.readings.map((reading) => reading.metric));
  const whole = jointDrawer(play, offsets);
  if (whole) return whole;
  const script = scriptOf(play);
  return singleDraw(script, offsets) ?? new ScriptKernel(script, offsets);
}

/** The one kernel that plays every chain. */
class ScriptKernel implements Kernel {
  readonly #script: Script;
  readonly #sums: Int32Array;
  readonly #words: Int32Array;
  readonly #shifts: Int32Array;
  readonly #masks: Int32Array;
  readonly #offsets: Int32Array;
  #spare = 0;
  #halves = 0;

  constructor(script: Script, offsets: readonly number[]) {
    this.#script = script;
    this.#sums = new Int32Array(script.words);
    this.#words = Int32Array.from(script.layout, (field) => field.word);
    this.#shifts = Int32Array.from(script.layout, (field) => field.shift);
    this.#masks = Int32Array.from(script.layout, (field) => field.mask);
    this.#offsets = Int32Array.from(offsets);
  }

  /**
   * Plays in short calls: a loop that the compiler replaces while it runs (on-stack) is thrown away at its end, every
   * time (766 times in 10 M trials); one that is called often is compiled once and for good.
   */
  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#halves = 0;
    for (let left = trials; left > 0; left -= CALL) this.#some(stream, left < CALL ? left : CALL, tally);
  }

  #some(stream: Stream, trials: number, tally: Float64Array): void {
    const { operations, rows, fields } = this.#script;
    const { rowIndex, data } = this.#script.tables;
    const sums = this.#sums;
    const words = this.#words;
    const shifts = this.#shifts;
    const masks = this.#masks;
    const offsets = this.#offsets;
    const readings = words.length;
    const length = operations.length;
    let { a, b, c, d } = stream;
    let spare = this.#spare;
    let halves = this.#halves; // 1 when `spare` holds the low half of the last word

    for (let trial = 0; trial < trials; trial++) {
      let state = 0;
      for (let at = 0; at < length; at += OPERATION) {
        const kind = operations[at]!;
        const argument = operations[at + 1]!;
        if (kind === READ) {
          const word = operations[at + 2]!;
          sums[word] = (sums[word]! + fields[argument + state]!) | 0;
          continue;
        }
        if (kind === START) {
          state = argument;
          continue;
        }
        let table = rows[argument + state]!;
        while (table >= 0) {
          const head = table * STRIDE;
          const size = rowIndex[head + SIZE]!;
          const below = size > 0 ? size : rowIndex[head + COLUMNS]!;
          const threshold = rowIndex[head + THRESHOLD]!;
          // A 16-bit half to 0 … below-1, refusing the uneven rest.
          let product = 0;
          do {
            let half = spare;
            if (halves === 0) {
              const sum = (a + d) | 0;
              const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
              const shifted = b << 9;
              c ^= a;
              d ^= b;
              b ^= c;
              a ^= d;
              c ^= shifted;
              d = (d << 11) | (d >>> 21);
              half = word >>> 16;
              spare = word & 0xffff;
            }
            halves ^= 1;
            product = Math.imul(half, below);
          } while ((product & 0xffff) < threshold);
          let code = 0;
          if (size > 0) {
            code = data[rowIndex[head + BASE]! + (product >>> 16)]!;
          } else {
            const column = (rowIndex[head + BASE]! + Math.imul(COLUMN, product >>> 16)) | 0;
            const limit = rowIndex[head + LIMIT]!;
            // A whole word against the column's threshold, both as biased signed integers.
            let word = 0;
            do {
              const sum = (a + d) | 0;
              word = ((((sum << 7) | (sum >>> 25)) + a) | 0) ^ 0x8000_0000;
              const shifted = b << 9;
              c ^= a;
              d ^= b;
              b ^= c;
              a ^= d;
              c ^= shifted;
              d = (d << 11) | (d >>> 21);
            } while (word > limit);
            code = word < data[column]! ? data[column + 1]! : data[column + 2]!;
          }
          if (code < LINK) {
            state = code;
            break;
          }
          table = code - LINK;
        }
      }
      for (let reading = 0; reading < readings; reading++) {
        const bin = offsets[reading]! + ((sums[words[reading]!]! >> shifts[reading]!) & masks[reading]!);
        tally[bin] = tally[bin]! + 1;
      }
      for (let word = 0; word < sums.length; word++) sums[word] = 0;
    }
    this.#spare = spare;
    this.#halves = halves;
    stream.a = a;
    stream.b = b;
    stream.c = c;
    stream.d = d;
  }
}

/**
 * The kernel for a trial that is one draw from one index table and one metric (a shot): words are counted between the cuts
 * of the cumulative distribution. Where there are too many outcomes for that, the table is stretched over all 2^16 words, words that
 * the unbiased map refuses count in a bin of their own, and as many trials as were refused are played again.
 */
function singleDraw(script: Script, offsets: readonly number[]): Kernel | undefined {
  const { operations, rows, fields, tables } = script;
  const isSingle =
    operations.length === 3 * OPERATION &&
    operations[0] === START &&
    operations[OPERATION] === STEP &&
    operations[2 * OPERATION] === READ;
  if (!isSingle || offsets.length !== 2) return undefined;
  const table = rows[operations[OPERATION + 1]! + operations[1]!]!;
  const size = table < 0 ? 0 : tables.rowIndex[table * STRIDE + SIZE]!;
  const refused = offsets[1]!;
  if (size === 0 || refused >= WORDS) return undefined;
  const base = tables.rowIndex[table * STRIDE + BASE]!;
  const binOf = (fall: number) => fields[operations[2 * OPERATION + 1]! + tables.data[base + fall]!]!;
  const weights = new Map<number, number>();
  for (let fall = 0; fall < size; fall++) weights.set(binOf(fall), (weights.get(binOf(fall)) ?? 0) + 1);
  const shares = [...weights].map(([bin, weight]) => ({ bin, weight })).sort((a, b) => a.bin - b.bin);
  if (shares.length <= MOST_CUTS) return new CutKernel(shares);
  const words = Uint16Array.from({ length: WORDS }, (_, word) => {
    const fall = uniform16(word, size);
    return fall < 0 ? refused : binOf(fall);
  });
  return new JointDraw(
    words,
    refused,
    NO_SHARES,
    Int32Array.from({ length: refused }, (_, bin) => bin),
    offsets,
  );
}
