import type { Stream } from "../dice/index.ts";
import { CUTS_WASM } from "./cuts-wasm.ts";
import type { Kernel } from "./program.ts";
import { loopOf } from "./wasm-loop.ts";

/** Cuts that the loop knows; it is unrolled for these numbers of them. */
export const MOST_CUTS = 8;
const UNROLLED = [1, 2, 3, 4, 5, 6, 8] as const;

/** Generators side by side, their words, and the halves of one step of all of them. */
const STATES = 32;
const HALVES = 16;
/** A substream counts two halves a step in 16 bits. */
const MOST_STEPS = 16_384;
/** Trials below which words of the stream itself are drawn: seeding the generators would take longer. */
const FEW = 64;

/** As assets/wasm/cuts.ts lays its memory out. */
interface Loop {
  readonly states: Int32Array;
  readonly halves: Int16Array;
  readonly cuts: Int16Array;
  readonly counts: Uint16Array;
  readonly count: ReadonlyMap<number, (steps: number) => void>;
  step(): void;
}

let loop: Loop | undefined;

/** The loop, made when it is first asked for; every kernel of a thread uses the one. */
function theLoop(): Loop {
  if (loop) return loop;
  const { exports: found, words } = loopOf(CUTS_WASM);
  const { buffer } = words;
  loop = {
    states: new Int32Array(buffer, 0, STATES),
    halves: new Int16Array(buffer, 128, HALVES),
    cuts: new Int16Array(buffer, 256, 8 * MOST_CUTS),
    counts: new Uint16Array(buffer, 384, 8 * MOST_CUTS),
    count: new Map(UNROLLED.map((cuts) => [cuts, found[`count${cuts}`] as (steps: number) => void])),
    step: found.step as () => void,
  };
  return loop;
}

/** Rounds beyond which the loop is said to be broken: in each, of what is left no more than half is refused on average. */
const MOST_ROUNDS = 4_096;
/** The number of the next round, of so many at most. */
function nextRound(round: number, most = MOST_ROUNDS): number {
  if (round === most) throw new RangeError(`the loop of cuts gives no words that count in ${most} rounds`);
  return round + 1;
}

/** A share of the 16-bit words that stands for an outcome. */
export interface WordShare {
  readonly bin: number;
  /** How many of `total` equally likely falls. */
  readonly weight: number;
}

/**
 * Trials that are one 16-bit word each, of a distribution with a few outcomes: words below the first cut are the first
 * one, and so
 * on; words beyond the last are refused, and as many drawn again. Eight generators run side by side in WebAssembly, which
 * counts how many words lie below each cut; their states are 32 words of the block's stream (docs/streams.md).
 */
export class CutKernel implements Kernel {
  /** Rising; a word below `#cuts[i]`, and not below the one before, is of `#bins[i]`. As signed 16-bit numbers. */
  readonly #cuts: readonly number[];
  readonly #bins: readonly number[];
  /** Whether words beyond the last cut are the last bin; else they are refused. */
  readonly #isWhole: boolean;
  readonly #below: Float64Array;

  /** @param shares at most `MOST_CUTS` of them, whose weights add up to 2^16 at most */
  constructor(shares: readonly WordShare[]) {
    const total = shares.reduce((sum, { weight }) => sum + weight, 0);
    const scale = Math.floor(65_536 / total);
    let sum = 0;
    const cuts = shares.map(({ weight }) => {
      sum += weight;
      return sum * scale - 32_768;
    });
    this.#isWhole = total * scale === 65_536;
    this.#cuts = this.#isWhole ? cuts.slice(0, -1) : cuts;
    this.#bins = shares.map(({ bin }) => bin);
    this.#below = new Float64Array(this.#cuts.length);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    let left = trials;
    if (trials >= FEW && this.#cuts.length > 0) {
      const loop = this.#begin(stream);
      for (let round = 0; left >= HALVES; round = nextRound(round))
        left = (left % HALVES) + this.#count(loop, Math.floor(left / HALVES), tally);
      for (let round = 0; left > 0; round = nextRound(round)) {
        loop.step();
        for (const half of loop.halves) if (left > 0 && this.#add(half, tally)) left--;
      }
      return;
    }
    while (left > 0) if (this.#add((stream.next() >>> 16) - 32_768, tally)) left--;
  }

  /** The words in the order in which `play` reads them, refused ones left out. */
  trace(stream: Stream, trials: number): Int32Array {
    const found = new Int32Array(trials);
    let done = 0;
    const note = (half: number) => {
      const bin = this.#binOf(half);
      if (bin >= 0 && done < trials) found[done++] = bin;
    };
    if (trials >= FEW && this.#cuts.length > 0) {
      const loop = this.#begin(stream);
      for (let round = 0; done < trials; round = nextRound(round, trials + MOST_ROUNDS)) {
        loop.step();
        loop.halves.forEach(note);
      }
    }
    while (done < trials) note((stream.next() >>> 16) - 32_768);
    return found;
  }

  /** Seeds the generators: for either four of them their first words, then their second ones, third and fourth. */
  #begin(stream: Stream): Loop {
    const loop = theLoop();
    for (let i = 0; i < STATES; i++) loop.states[i] = stream.next();
    loop.cuts.fill(-32_768);
    this.#cuts.forEach((cut, i) => void loop.cuts.fill(cut, 8 * i, 8 * i + 8));
    return loop;
  }

  /** Draws and counts; tells how many were refused. */
  #count({ count, counts }: Loop, steps: number, tally: Float64Array): number {
    const cuts = this.#cuts.length;
    const run = count.get(cuts) ?? count.get(MOST_CUTS)!;
    const below = this.#below.fill(0);
    for (let rest = steps; rest > 0; rest -= MOST_STEPS) {
      run(Math.min(rest, MOST_STEPS));
      for (let cut = 0; cut < cuts; cut++)
        for (let substream = 0; substream < 8; substream++) below[cut] = below[cut]! + counts[8 * cut + substream]!;
    }
    let before = 0;
    for (let cut = 0; cut < cuts; cut++) {
      const bin = this.#bins[cut]!;
      tally[bin] = tally[bin]! + below[cut]! - before;
      before = below[cut]!;
    }
    const beyond = HALVES * steps - before;
    if (!this.#isWhole) return beyond;
    const last = this.#bins.at(-1)!;
    tally[last] = tally[last]! + beyond;
    return 0;
  }

  #add(half: number, tally: Float64Array): boolean {
    const bin = this.#binOf(half);
    if (bin >= 0) tally[bin] = tally[bin]! + 1;
    return bin >= 0;
  }

  /** -1 where the half is refused. */
  #binOf(half: number): number {
    const cut = this.#cuts.findIndex((edge) => half < edge);
    if (cut >= 0) return this.#bins[cut]!;
    return this.#isWhole ? this.#bins.at(-1)! : -1;
  }
}
