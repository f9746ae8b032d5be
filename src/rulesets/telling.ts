import type { Stream, Throw } from "../dice/index.ts";
import type { Sentence } from "../rule/message.ts";
import type { BlockPlace } from "../rule/program.ts";

/** Dice that were rolled: by whom, to do what, and what came of it. */
export interface ToldThrow extends Throw {
  /** Who rolled, and to what end: "Marine 3 saves". */
  readonly act: Sentence;
  readonly result?: Sentence;
}

/** Something that changed, or was so, without a die. */
export interface ToldChange {
  readonly change: Sentence;
  readonly rule?: string;
}

/** A part of the telling under a heading. */
export interface ToldPart {
  readonly heading: Sentence;
  readonly rule?: string;
  readonly entries: readonly ToldEntry[];
}

export type ToldEntry = ToldThrow | ToldChange | ToldPart;

/** One trial, told. */
export interface Telling {
  /** What the trial counted for: the bin of each metric of the program. */
  readonly bins: readonly number[];
  readonly entries: readonly ToldEntry[];
  /** A draw stood for more dice than it tells apart: the dice are one way in which it may have come about. */
  readonly oneOfMany: boolean;
}

/** What a kind needs to tell a trial. */
export interface ToTell {
  /** Where the trial is; every call begins the block's stream anew. */
  place(): BlockPlace;
  /** The replay's own chance: settles what a draw left open. */
  readonly chance: Stream;
  /** The units' names. */
  readonly attacker: string;
  readonly defender: string;
  /** The name of a unit for people, by its key. */
  label(unit: string): string;
}

/** Writes a telling: entries one after another, under headings. */
export class Teller {
  readonly entries: ToldEntry[] = [];
  /** `always`: told even when nothing is written into it. */
  readonly #open: (ToldPart & { readonly entries: ToldEntry[]; readonly always: boolean })[] = [];

  get #into(): ToldEntry[] {
    return this.#open.at(-1)?.entries ?? this.entries;
  }

  /** What `tell` writes, under a heading; nothing at all where it writes nothing, unless `always` is set. */
  part(heading: Sentence, tell: () => void, options: PartOptions = {}): void {
    const depth = this.#open.length;
    this.section(depth, heading, options);
    tell();
    this.close(depth);
  }

  /** Ends every open part from this depth on, and begins one there that stays open; 0 is the outermost. */
  section(depth: number, heading: Sentence, { rule, always = false }: PartOptions = {}): void {
    this.close(depth);
    this.#open.push({ heading, ...(rule === undefined ? {} : { rule }), entries: [], always });
  }

  /** Ends every open part from this depth on. */
  close(depth = 0): void {
    while (this.#open.length > depth) {
      const { always, ...part } = this.#open.pop()!;
      if (always || part.entries.length > 0) this.#into.push(part);
    }
  }

  change(change: Sentence, rule?: string): void {
    this.#into.push({ change, ...(rule === undefined ? {} : { rule }) });
  }

  roll(roll: Throw, act: Sentence, result?: Sentence): void {
    this.#into.push({ ...roll, act, ...(result === undefined ? {} : { result }) });
  }
}

export interface PartOptions {
  readonly rule?: string;
  readonly always?: boolean;
}
