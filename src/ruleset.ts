/**
 * What a ruleset from outside is made of: `crible/ruleset`. Its other half, which reads scenarios, is made with
 * `crible/ruleset/reader`; `crible/ruleset/conformance` tests both. See docs/rulesets.md.
 */
export { by, type Dice, type Throw } from "./dice/index.ts";
export { type Chain, chainOf, type Process } from "./rule/chain.ts";
export { type Message, message, part, type Sentence, type Told } from "./rule/message.ts";
export type { Play, Reading } from "./rule/play.ts";
export { programOf } from "./rule/play-program.ts";
export type { Kernel, Metric, Program } from "./rule/program.ts";
export type { Rule } from "./rule/rule.ts";
export { defineKind, defineRuleset, type ProcessKind } from "./rulesets/define.ts";
export type { Labels } from "./rulesets/labels.ts";
export type { OptionDoc } from "./rulesets/options.ts";
export type { Explanation, Headline, Kind, Loss, Needed, Ruleset, Step } from "./rulesets/ruleset.ts";
export { Teller, type Telling, type ToldEntry, type ToTell } from "./rulesets/telling.ts";
