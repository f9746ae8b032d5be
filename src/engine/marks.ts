/**
 * Where the streams of blocks began and ended: what shows whether two blocks drew the same numbers. Counts cannot tell,
 * for two of many blocks that are alike do not change how all of them scatter.
 */
import type { Stream } from "../dice/index.ts";
import { defined } from "../rulesets/defined.ts";

/** Numbers that each block adds to the end of a message: the mark of its stream before and after it was played. */
export const MARKS = 2;

/** 53 of the 128 bits of a stream's state. */
export const markOf = ({ a, b }: Pick<Stream, "a" | "b">): number => (a >>> 0) * 2 ** 21 + (b >>> 11);

/**
 * The messages of blocks that follow one another as one: counts are added, marks stand one behind the other.
 * @param blocks of the first message
 */
export function joined(parts: readonly Float64Array[], blocks = 1): Float64Array {
  const counts = parts[0]!.length - MARKS * blocks;
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length - counts, counts));
  let at = counts;
  for (const part of parts) {
    for (let i = 0; i < counts; i++) whole[i] = whole[i]! + part[i]!;
    whole.set(part.subarray(counts), at);
    at += part.length - counts;
  }
  return whole;
}

/**
 * Marks that are kept at most, of either sort. They have a coincidence in one run of sixty million, and are what makes a
 * kept run large: a quarter of a megabyte.
 */
export const MOST_MARKS = 16_384;

/** Where streams began or ended: the number of a block and its mark, pair after pair. */
export type Marks = Float64Array;

/** What a ledger knows, as plain data: enough for another one to go on from. */
export interface StreamNotes {
  readonly began: Marks;
  readonly ended: Marks;
  /** Marks of either sort from here on were left out. */
  readonly below: readonly [began: number, ended: number];
  readonly shared?: readonly [block: number, earlier: number];
  /** The first block that drew nothing. */
  readonly idle?: number;
  readonly hasDrawn: boolean;
}

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
 * Compares the streams of blocks as they come. All of them up to 16,384 blocks; of more those with the smallest marks,
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
    if (seen.size > MOST_MARKS) this.#keepBelow(sort, this.#below[sort]! / 2);
  }

  #keepBelow(sort: number, limit: number): void {
    if (limit >= this.#below[sort]!) return;
    this.#below[sort] = limit;
    const seen = this.#seen[sort]!;
    for (const known of seen.keys()) if (known >= limit) seen.delete(known);
  }

  /** What another ledger noted of later blocks. */
  absorb({ began, ended, below, shared, idle, hasDrawn }: StreamNotes): void {
    for (const [sort, marks] of [began, ended].entries()) {
      this.#keepBelow(sort, below[sort]!);
      for (let i = 0; i < marks.length; i += 2) this.#note(sort, marks[i + 1]!, marks[i]!);
    }
    this.#shared ??= shared;
    this.#idle ??= idle;
    this.#hasDrawn ||= hasDrawn;
  }

  notes(): StreamNotes {
    const [began, ended] = this.#seen.map((seen) =>
      Float64Array.from([...seen].flatMap(([mark, block]) => [block, mark])),
    ) as [Marks, Marks];
    return {
      began,
      ended,
      below: [...this.#below] as [number, number],
      ...defined({ shared: this.#shared, idle: this.#idle }),
      hasDrawn: this.#hasDrawn,
    };
  }

  /** Of notes that were absorbed, what still counts. */
  needed(notes: StreamNotes): StreamNotes {
    const less = (marks: Marks, limit: number) => marks.filter((_, i) => marks[i | 1]! < limit);
    const below = [...this.#below] as [number, number];
    return { ...notes, began: less(notes.began, below[0]), ended: less(notes.ended, below[1]), below };
  }

  streams(): Streams {
    return {
      blocks: this.#seen[0].size,
      ...defined({ shared: this.#shared, idle: this.#hasDrawn ? this.#idle : undefined }),
    };
  }
}

/** What is noted of the marks of blocks `first` on. */
export function notesOf(marks: Float64Array, first: number): StreamNotes {
  const ledger = new StreamLedger();
  ledger.add(marks, first);
  return ledger.notes();
}
