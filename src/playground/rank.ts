/** Who is too good in a field: what `crible rank` says of it. */
import { studyAtEqualPoints } from "../analysis/equal-points.ts";
import { FIELD_OPERATIONS, rankPlayed } from "../analysis/rank.ts";
import { rankMatrices } from "../analysis/rank-matrix.ts";
import { run } from "../analysis/run.ts";
import { rankDocument } from "../report/rank.ts";
import { givenFiles } from "../scenario/files.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { openScenario } from "../scenario/study.ts";
import { blocksOf, type TextBlocks } from "./blocks.ts";
import { NAME } from "./writing.ts";

/** @throws ScenarioError for a scenario with errors */
export async function rankOf(text: string, lang: LanguageTag): Promise<TextBlocks> {
  const scenario = await openScenario(NAME, { files: givenFiles({ [NAME]: text }) });
  const { study, fieldings } = await studyAtEqualPoints(scenario, {});
  const settings = { mostOperations: FIELD_OPERATIONS };
  const { result, ranks } = await rankPlayed({ ...study, labels: lang }, (own) => run(own, settings));
  const { matrices, unranked } = await rankMatrices(study, result);
  const told = new Set([...matrices, ...unranked].map(({ experiment }) => experiment));
  const data = {
    ...ranks,
    unranked: [...ranks.unranked.filter(({ experiment }) => !told.has(experiment)), ...unranked],
    fieldings,
    ...(matrices.length > 0 ? { matrices } : {}),
  };
  return { blocks: blocksOf(rankDocument(data, result)) };
}
