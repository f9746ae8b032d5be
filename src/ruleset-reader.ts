/** The half of a ruleset from outside that reads scenarios: `crible/ruleset/reader`. Threads never load it. */
export { z } from "zod";
export { optionsSchema } from "./rulesets/option-schema.ts";
export { defaultsOf, differing, type OptionDoc, type OptionValues } from "./rulesets/options.ts";
export { Problems } from "./rulesets/problems.ts";
export {
  type CellInput,
  type CellPath,
  type CellProblem,
  defineReader,
  type NamedUnit,
  type Reader,
  type Resolution,
  type ScenarioParts,
} from "./rulesets/reader.ts";
