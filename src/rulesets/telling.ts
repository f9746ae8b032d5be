import type { Stream, Throw } from "../dice/index.ts";
import type { Place } from "../rule/index.ts";

/** Dice that were rolled: by whom, to do what, and what came of it. */
export interface ToldThrow extends Throw {
  /** Who rolled, and to what end: "Marine 3 saves". */
  readonly act: string;
  readonly result?: string;
}

/** Something that changed, or was so, without a die. */
export interface ToldChange {
  readonly change: string;
  readonly rule?: string;
}

/** A part of the telling under a heading. */
export interface ToldPart {
  readonly heading: string;
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
  place(): Place;
  /** The replay's own chance: settles what a draw left open. */
  readonly chance: Stream;
  /** The units' names. */
  readonly attacker: string;
  readonly defender: string;
}

/** Writes a telling: entries one after another, under headings. */
export class Teller {
  readonly entries: ToldEntry[] = [];
  #open: ToldEntry[] = this.entries;

  /** What `tell` writes, under a heading; nothing at all where it writes nothing and `always` is not set. */
  part(heading: string, tell: () => void, { rule, always = false }: { rule?: string; always?: boolean } = {}): void {
    const outer = this.#open;
    const entries: ToldEntry[] = [];
    this.#open = entries;
    tell();
    this.#open = outer;
    if (entries.length > 0 || always) outer.push({ heading, ...(rule === undefined ? {} : { rule }), entries });
  }

  change(change: string, rule?: string): void {
    this.#open.push({ change, ...(rule === undefined ? {} : { rule }) });
  }

  roll(roll: Throw, act: string, result?: string): void {
    this.#open.push({ ...roll, act, ...(result === undefined ? {} : { result }) });
  }
}

/** "1 hit", "3 hits". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
