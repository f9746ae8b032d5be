import type { Sentence } from "../../../rule/message.ts";
import type { Needed, Step } from "../../ruleset.ts";
import { D10 } from "../words.ts";

/** How needed dice came about, for `explain`. */
export interface Account {
  readonly title: Sentence;
  readonly steps: readonly Step[];
  readonly needed: readonly Needed[];
}

export const needs = (rule: string, text: Sentence, needed: number): Needed => ({ rule, text, sides: D10, needed });
