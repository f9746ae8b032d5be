/**
 * What a ruleset from outside is made of: `crible/ruleset`. Its other half, which reads scenarios, is made with
 * `crible/ruleset/reader`; `crible/ruleset/conformance` tests both. See docs/rulesets.md.
 */
export { by, type Dice, type Throw } from "./dice/index.ts";
export {
  type Chain,
  chainOf,
  type Kernel,
  type Metric,
  type Play,
  type Process,
  type Program,
  programOf,
  type Reading,
  type Rule,
} from "./rule/index.ts";
export { type Message, message, part, type Sentence, type Told } from "./rule/message.ts";
export { defineKind, defineRuleset, type ProcessKind } from "./rulesets/define.ts";
export type { Labels } from "./rulesets/labels.ts";
export type { OptionDoc } from "./rulesets/options.ts";
export type { Explanation, Headline, Kind, Loss, Needed, Ruleset, Step } from "./rulesets/ruleset.ts";
export { Teller, type Telling, type ToldEntry, type ToTell } from "./rulesets/telling.ts";
