import type { Sentence } from "../../../rule/message.ts";
import type { Explanation, Needed } from "../../ruleset.ts";
import { D10 } from "../words.ts";

/** How needed dice came about, for `explain`. */
export type Account = Pick<Explanation, "title" | "steps" | "needed">;

export const needs = (rule: string, text: Sentence, needed: number): Needed => ({ rule, text, sides: D10, needed });
