/** What a game that is written as text is called in French, for whoever reads what was computed of it. */
import { BROUGHT } from "../labels.ts";
import type { Headline } from "../ruleset.ts";

/** What stored results keep of a game, so that their reports can be made again without its text. */
export interface GameWords {
  /** By kind. */
  readonly headlines: Readonly<Record<string, Headline>>;
  /** Words in French, by the English. */
  readonly french: Readonly<Record<string, string>>;
  /** By characteristic that is a needed die, its sides. */
  readonly needed?: Readonly<Record<string, number>>;
  /** By name of a field, what its numbers count. */
  readonly units?: Readonly<Record<string, string>>;
}

/** Makes the words of a game known by its name. */
export function bringWords(name: string, { french, needed = {}, units = {} }: Omit<GameWords, "headlines">): void {
  BROUGHT.set(name, {
    needed,
    units,
    kinds: french,
    metrics: french,
    values: french,
    options: french,
    optionValues: french,
    sayings: french,
  });
}
