import type { Stream } from "../dice/index.ts";
import type { Sentence } from "../rule/message.ts";
import type { CellPath } from "./data.ts";

/** Something that a cell is told and that never happens in it. */
export interface Never {
  /** What it is; a scenario silences it by this name (`mute`). */
  readonly what: string;
  /** Where it is told. */
  readonly path: CellPath;
  /** Who is told, by the name that the cell has for it; left out where nobody is. */
  readonly unit?: string;
  readonly side?: "first" | "second";
  /** The rule by which it does not happen. */
  readonly rule: string;
  /** Why, with the numbers that would have to be others. */
  readonly text: Sentence;
  /** It leaves its side with nothing to do for half of the fight or longer. */
  readonly decides?: true;
  /** It may happen, and was not seen in so many trials. Left out where it cannot. */
  readonly unseen?: { readonly trials: number; readonly upper: number };
}

/** What a cell is told and may go unused, and what plays trials to see whether it does. */
export interface Probe {
  /** `decides`: what its side is there to do. It decides where nothing of that kind happens. */
  readonly told: readonly Never[];
  /** Operations of one trial, as in `PlayingWork`. */
  readonly work: number;
  /** Plays trials until all of it is seen, so many at the most. @param seen by place in `told`: 1 is seen, 0 is asked for */
  play(stream: Stream, trials: number, seen: Uint8Array): void;
  /** What the exact answer of the cell says of some of it; left out where it says nothing. */
  readonly solved?: {
    /** Of `told`, the places that it decides. */
    readonly places: readonly number[];
    /** Operations, as in `Program.exact`. */
    readonly work: number;
    /** Whether trials are to show first what of them has a chance: it may be one in a million of millions, and solving takes as long as the cell. */
    readonly isPlayed?: true;
    /** Marks what of them has a chance (above 1e-300): all others have none. */
    mark(seen: Uint8Array): void;
  };
}
