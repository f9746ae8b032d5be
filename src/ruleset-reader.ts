/** The half of a ruleset from outside that reads scenarios: `crible/ruleset/reader`. Threads never load it. */
import { Problems as Collected } from "./rulesets/problems.ts";
import type { Text } from "./rulesets/said.ts";

export { z } from "zod";
export type { CellPath } from "./rulesets/data.ts";
export { optionsSchema } from "./rulesets/option-schema.ts";
export { defaultsOf, differing, type OptionDoc, type OptionValues } from "./rulesets/options.ts";
export {
  type CellInput,
  type CellProblem,
  defineReader,
  type NamedUnit,
  type Reader,
  type Resolution,
  type ScenarioParts,
} from "./rulesets/reader.ts";
export type { Said, Text } from "./rulesets/said.ts";
export { neededDie } from "./rulesets/schema.ts";

/** Collects problems while a cell is resolved, so that all are listed at once; a message is a text, or `{ en, fr }`. */
export const Problems = Collected<Text>;
export type Problems = Collected<Text>;
