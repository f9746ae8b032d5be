/** Who is too good in a field: what `crible rank` says of it. */
import { studyAtEqualPoints } from "../analysis/equal-points.ts";
import type { Measure } from "../analysis/measure.ts";
import { FIELD_OPERATIONS, rankPlayed } from "../analysis/rank.ts";
import { rankMatrices } from "../analysis/rank-matrix.ts";
import { run } from "../analysis/run.ts";
import { withNevers } from "../report/never.ts";
import { rankDocument } from "../report/rank.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import type { Scenario } from "../scenario/study.ts";
import { blocksOf, type TextBlocks } from "./blocks.ts";

/**
 * @param set the edits that make the scenario one of all units of the field
 * @param measures by what; the points that are taken out where all units have points, else the headline, unless given
 * @throws ScenarioError for a scenario with errors
 */
export async function rankOf(
  scenario: Scenario,
  set: readonly string[],
  lang: LanguageTag,
  measures?: readonly Measure[],
): Promise<TextBlocks> {
  const { study, fieldings } = await studyAtEqualPoints(scenario, { set });
  const settings = { mostOperations: FIELD_OPERATIONS };
  const { result, ranks } = await rankPlayed({ ...study, labels: lang }, (study) => run(study, settings));
  const { matrices, unranked } = await rankMatrices(study, result, measures);
  const told = new Set([...matrices, ...unranked].map(({ experiment }) => experiment));
  const data = {
    ...ranks,
    unranked: [...ranks.unranked.filter(({ experiment }) => !told.has(experiment)), ...unranked],
    fieldings,
    ...(matrices.length > 0 ? { matrices } : {}),
  };
  return { blocks: blocksOf(withNevers(rankDocument(data, result), [result])) };
}
