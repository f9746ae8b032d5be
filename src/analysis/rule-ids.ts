import { giveWay } from "../rule/event-loop.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { explanationsOf } from "../rulesets/ruleset.ts";
import type { Study } from "../scenario/study.ts";

/**
 * The ids of the rules that the cells of a study rest on, sorted: what `crible explain` names for them, the rules that
 * forbid one, and the options that differ from the book.
 */
export async function ruleIdsOf({ ruleset, cells }: Pick<Study, "ruleset" | "cells">): Promise<readonly string[]> {
  const { kinds } = await loadRuleset(ruleset);
  const ids = new Set<string>();
  for (const { kind, outcome, options } of cells) {
    for (const { id } of options) ids.add(id);
    if ("statement" in outcome) ids.add(outcome.statement.rule);
    if (!("profile" in outcome)) continue;
    for (const { steps, needed } of explanationsOf(kinds[kind]!, outcome.profile))
      for (const { rule } of [...steps, ...needed]) ids.add(rule);
    await giveWay();
  }
  return [...ids].filter((id) => id !== "").sort();
}
