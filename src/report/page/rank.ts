/** The page of a ranking. */
import { isOf } from "../../analysis/field.ts";
import type { RankData } from "../../analysis/rank-scenario.ts";
import type { Result } from "../../analysis/result.ts";
import { winIn } from "../../analysis/win.ts";
import { matrixChart, rankChart } from "../charts/rank.ts";
import type { Document } from "../document.ts";
import { winText } from "../estimate.ts";
import { languageFor } from "../format.ts";
import { asksForPrices, foundIn, ofField } from "../rank.ts";
import { matrixClaim, matrixTitle } from "./claims.ts";
import { documentPage, foldedParts, foundAs } from "./document.ts";
import type { Page } from "./page.ts";

/** Who beats whom, or what each does to each target, first; each match-up folded below. */
export function rankPage(data: RankData, document: Document, result: Result): Page {
  const language = languageFor(result);
  // Nobody meets himself in a ranking.
  const met = result.cells.filter(({ attacker, defender }) => attacker !== defender);
  // Match-ups stand in the order of the ranking.
  const order = data.rankings.flatMap(({ units }) => units.map(({ unit }) => unit));
  const place = (unit: string) => order.indexOf(unit);
  const cells = met.sort((a, b) => place(a.attacker) - place(b.attacker) || place(a.defender) - place(b.defender));
  const fields = data.rankings.map((ranking) => {
    const ofRanking = cells.filter(isOf(ranking));
    const byPair = new Map(ofRanking.map((cell) => [`${cell.attacker}~${cell.defender}`, cell]));
    const cellOf = (unit: string, enemy: string) => byPair.get(`${unit}~${enemy}`) ?? byPair.get(`${enemy}~${unit}`);
    return { ranking, cellOf };
  });
  const { matrices = [] } = data;
  const tables = document.blocks.filter((block) => "head" in block && !block.isDrawn).length;
  const whole = documentPage(
    document,
    { ...result, cells },
    {
      claim: matrixClaim(matrices, language),
      first: fields.map(({ ranking, cellOf }) =>
        rankChart(ranking, language, (unit, enemy) => cellOf(unit, enemy)?.id),
      ),
      // Attacks stand last, with one table each.
      charts: [
        ...Array<undefined>(tables - matrices.length).fill(undefined),
        ...matrices.map((matrix) => matrixChart(matrix, language)),
      ],
      says: (cell) => {
        const win = winIn(cell, "winner", "first");
        return win && winText(win, language);
      },
    },
  );
  const page = foldedParts(
    whole,
    matrices.map((matrix) => matrixTitle(matrix, language)),
  );
  // At what points they met is a condition of every number.
  const [fielding] = data.rankings.flatMap((ranking) => ofField(data.fieldings, ranking) ?? []);
  const { lead } = page;
  const { say, plain } = language;
  const conditions = fielding?.budget === undefined ? [] : [{ text: say`${plain(fielding.budget)} points a side` }];
  const typed = [[say`Prices at which the whole field is even:`, `${result.command} --even`] as const];
  const asks = data.rankings.some((ranking) => asksForPrices(data, ranking)) ? [{ typed }] : [];
  const first = [...page.first, ...asks];
  if (lead === undefined) return page;
  const [found] = data.rankings.flatMap((ranking) => foundIn(ranking, data, language) ?? []);
  return foundAs({ ...page, first, lead: { ...lead, tags: [...lead.tags, ...conditions] } }, found, found);
}
