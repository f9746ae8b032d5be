/** How the numbers of a cell come about, as plain data in words: what a page shows in a drawer. */
import type { Forbidden } from "../analysis/replay.ts";
import { SettingError } from "../analysis/setting-error.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { explanationsOf, type Needed, type Step } from "../rulesets/ruleset.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { treeLines } from "./explanation.ts";
import { languageOf } from "./language/language.ts";

export interface Explained {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly needed: readonly Needed[];
  /** The probability tree, a branch to a line, deeper ones further in, each with the id of its rule. */
  readonly tree: readonly string[];
}

export interface ExplainedCell {
  readonly cell: Omit<Cell, "outcome">;
  readonly explanations: readonly Explained[];
  readonly assumptions: readonly string[];
}

/**
 * The modifiers, needed dice and probability tree of a cell, in the language of the study unless another is named.
 * @throws SettingError when the study has no such cell, or its kind is not built
 */
export async function explain(study: Study, cellId: string, lang?: LanguageTag): Promise<ExplainedCell | Forbidden> {
  const found = study.cells.find(({ id }) => id === cellId);
  if (found === undefined)
    throw new SettingError({ en: `there is no cell "${cellId}"`, fr: `aucun cas ne s’appelle "${cellId}"` });
  const { outcome, ...cell } = found;
  if ("notBuilt" in outcome) throw new SettingError(outcome.notBuilt);
  if ("statement" in outcome) return { cell, statement: outcome.statement };
  const { kinds } = await loadRuleset(study.ruleset);
  const language = languageOf(lang ?? study.labels, study.ruleset, { titles: study.titles });
  const { saying } = language;
  const explanations = explanationsOf(kinds[cell.kind]!, outcome.profile).map((explanation) => ({
    title: saying(explanation.title),
    steps: explanation.steps.map((step) => ({ ...step, text: saying(step.text) })),
    needed: explanation.needed.map((die) => ({ ...die, text: saying(die.text) })),
    tree: treeLines(explanation, language),
  }));
  return { cell, explanations, assumptions: outcome.assumptions };
}
