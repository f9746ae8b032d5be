import type { Sentence } from "../rule/message.ts";
import type { CellPath } from "./reader.ts";

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
}
