import type { Stream } from "./stream.ts";
import { TrialStream } from "./trial-stream.ts";
import { uniform16 } from "./uniform.ts";

/**
 * What a rule may ask of chance. A rule asks a few questions instead of looking at every die, so that enumeration
 * branches on answers, not on faces. `rule` is the id of the rule that asks: it shows up wherever the dice are told.
 *
 * A question that only one answer can meet (3 or more is needed, minus nothing; or 11 or more on a D10) rolls no die.
 */
export interface Dice {
  /** One die, 1 to `sides`. */
  face(sides: number, rule?: string): number;
  /** One die: does it show `needed` or more? */
  atLeast(sides: number, needed: number, rule?: string): boolean;
  /** The highest of `k` dice; `k` is 1 or more. */
  best(sides: number, k: number, rule?: string): number;
  /** The sum of `k` dice; 0 when `k` is 0. */
  sum(sides: number, k: number, rule?: string): number;
  /** How many of `k` dice show `needed` or more; 0 when `k` is 0. */
  count(sides: number, k: number, needed: number, rule?: string): number;
  /**
   * What dice that are rolled together come to, where every way is gone: one of several answers, by its place. Dice that
   * roll leave this out, and are asked for each die.
   */
  oneOf?(fall: KnownFall, rule?: string): number;
  /** The same dice with a word on whom they concern; only dice that are told have this. See `by`. */
  by?(who: string): Dice;
  /** In a paired run, what follows has dice of its own: a seat of a substream of the trial. See docs/streams.md. */
  substream?(substream: number, seat: number): void;
}

/** What a question to many dice may answer: numbers that tell the answers apart, each in so many of `total` falls. */
export interface KnownFall {
  readonly text: string;
  readonly answers: readonly number[];
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/** Anything that rolls one die at a time answers every question: streams, scripts and pens differ only in `roll`. */
export abstract class RolledDice implements Dice {
  /** One die, 1 to `sides`. */
  protected abstract roll(sides: number, rule: string | undefined): number;

  face(sides: number, rule?: string): number {
    return this.roll(sides, rule);
  }

  atLeast(sides: number, needed: number, rule?: string): boolean {
    return needed <= 1 || (needed <= sides && this.roll(sides, rule) >= needed);
  }

  best(sides: number, k: number, rule?: string): number {
    let highest = 0;
    for (let i = 0; i < k; i++) highest = Math.max(highest, this.roll(sides, rule));
    return highest;
  }

  sum(sides: number, k: number, rule?: string): number {
    let total = 0;
    for (let i = 0; i < k; i++) total += this.roll(sides, rule);
    return total;
  }

  count(sides: number, k: number, needed: number, rule?: string): number {
    if (needed <= 1) return k;
    if (needed > sides) return 0;
    let successes = 0;
    for (let i = 0; i < k; i++) if (this.roll(sides, rule) >= needed) successes++;
    return successes;
  }
}

/** Dice of an addressed stream. Each 32-bit word gives two 16-bit draws, the high half first. */
export class StreamDice extends RolledDice {
  readonly #stream: Stream;
  #spare = -1;

  constructor(stream: Stream) {
    super();
    this.#stream = stream;
  }

  substream(substream: number, seat: number): void {
    if (!(this.#stream instanceof TrialStream)) return;
    this.#stream.substream(substream, seat);
    this.#spare = -1;
  }

  protected override roll(sides: number): number {
    for (;;) {
      let half = this.#spare;
      if (half >= 0) {
        this.#spare = -1;
      } else {
        const word = this.#stream.next();
        half = word >>> 16;
        this.#spare = word & 0xffff;
      }
      const index = uniform16(half, sides);
      if (index >= 0) return index + 1;
    }
  }
}
