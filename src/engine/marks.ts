/**
 * Where the streams of blocks began and ended: what shows whether two blocks drew the same numbers. Counts cannot tell,
 * for two of many blocks that are alike do not change how all of them scatter.
 */
import type { Stream } from "../dice/index.ts";

/** Numbers that each block adds to the end of a message: the mark of its stream before and after it was played. */
export const MARKS = 2;

/** 53 of the 128 bits of a stream's state. */
export const markOf = ({ a, b }: Pick<Stream, "a" | "b">): number => (a >>> 0) * 2 ** 21 + (b >>> 11);

/** The messages of single blocks that follow one another as one: counts are added, marks stand one behind the other. */
export function joined(parts: readonly Float64Array[]): Float64Array {
  const counts = parts[0]!.length - MARKS;
  const whole = new Float64Array(counts + MARKS * parts.length);
  parts.forEach((part, block) => {
    for (let i = 0; i < counts; i++) whole[i] = whole[i]! + part[i]!;
    whole.set(part.subarray(counts), counts + MARKS * block);
  });
  return whole;
}

/** Marks that are kept at most, of either sort: 2^16 have a coincidence in one run of four million. */
const KEPT = 65_536;

/** The streams of a run, as far as they are kept. */
export interface Streams {
  /** Blocks whose marks were compared, each with every other. */
  readonly blocks: number;
  /** The first block that drew the same numbers as an earlier one, and that one. */
  readonly shared?: readonly [block: number, earlier: number];
  /** The first block that drew nothing from its stream where others did, so that its numbers are from elsewhere. */
  readonly idle?: number;
}

/**
 * Compares the streams of blocks as they come. All of them up to 65,536 blocks; of more those with the smallest marks,
 * half as many at least, so that two blocks of one stream are both kept or both left out.
 */
export class StreamLedger {
  readonly #seen = [new Map<number, number>(), new Map<number, number>()] as const;
  readonly #below = [2 ** 53, 2 ** 53];
  #shared: Streams["shared"];
  #idle: number | undefined;
  #hasDrawn = false;

  /** The marks of blocks `first` on. */
  add(marks: Float64Array, first: number): void {
    for (let i = 0; i < marks.length; i += MARKS) {
      const [began, ended] = [marks[i]!, marks[i + 1]!];
      const block = first + i / MARKS;
      if (began === ended) this.#idle ??= block;
      else this.#hasDrawn = true;
      this.#note(0, began, block);
      this.#note(1, ended, block);
    }
  }

  #note(sort: number, mark: number, block: number): void {
    const seen = this.#seen[sort]!;
    if (mark >= this.#below[sort]!) return;
    const earlier = seen.get(mark);
    if (earlier === undefined) seen.set(mark, block);
    else this.#shared ??= [block, earlier];
    if (seen.size <= KEPT) return;
    this.#below[sort]! /= 2;
    for (const known of seen.keys()) if (known >= this.#below[sort]!) seen.delete(known);
  }

  streams(): Streams {
    return {
      blocks: this.#seen[0].size,
      ...(this.#shared ? { shared: this.#shared } : {}),
      ...(this.#idle !== undefined && this.#hasDrawn ? { idle: this.#idle } : {}),
    };
  }
}
