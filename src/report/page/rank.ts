/** The page of a ranking. */
import type { Ranking } from "../../analysis/rank.ts";
import type { RankData } from "../../analysis/rank-scenario.ts";
import type { CellResult, Result } from "../../analysis/result.ts";
import { matrixChart, rankChart } from "../charts/rank.ts";
import type { Document } from "../document.ts";
import { estimateText } from "../estimate.ts";
import { languageFor, methodText } from "../format.ts";
import type { Language } from "../language/language.ts";
import { fieldingOf } from "../rank.ts";
import { cellCommands } from "../replay-command.ts";
import { placeText } from "../skill-price.ts";
import { matrixClaim, matrixTitle } from "./claims.ts";
import { documentPage, foldedParts } from "./document.ts";
import type { Page, PageBlock } from "./page.ts";

/** Who beats whom, or what each does to each target, first; each match-up folded below. */
export function rankPage(data: RankData, document: Document, result: Result): Page {
  const language = languageFor(result);
  // Nobody meets himself in a ranking.
  const cells = result.cells.filter(({ attacker, defender }) => attacker !== defender);
  const fields = data.rankings.map((ranking) => {
    const ofRanking = cells.filter((cell) => cell.experiment === ranking.experiment && isOfSets(cell, ranking));
    const byPair = new Map(ofRanking.map((cell) => [`${cell.attacker}~${cell.defender}`, cell]));
    return { ranking, cellOf: (unit: string, enemy: string) => byPair.get(`${unit}~${enemy}`) };
  });
  const isTold = cells.length <= MOST_MATCH_UPS;
  const told = isTold ? fields.flatMap(({ ranking, cellOf }) => matchUps(ranking, cellOf, result, language)) : [];
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
      told,
    },
  );
  const page = foldedParts(
    whole,
    matrices.map((matrix) => matrixTitle(matrix, language)),
  );
  const [one] = cells;
  // Where they met, and at what points, is a condition of every number: a tag each.
  const [fielding] = data.rankings.flatMap((ranking) => fieldingOf(data, ranking) ?? []);
  const { lead } = page;
  const { say, plain } = language;
  const conditions = [
    placeText(fielding?.situation ?? {}, language),
    fielding?.budget === undefined ? "" : say`${plain(fielding.budget)} points a side`,
  ].flatMap((text) => (text === "" ? [] : { text }));
  const tagged: Page = lead === undefined ? page : { ...page, lead: { ...lead, tags: [...lead.tags, ...conditions] } };
  const further = isTold && matrices.length === 0 ? undefined : one && cellCommands(result.command, one.id);
  if (further === undefined) return tagged;
  const block: PageBlock = {
    folded: language.say`How to look into one match-up`,
    blocks: [{ typed: furtherOf(further, language) }],
  };
  return { ...tagged, first: [...page.first, block] };
}

/** What one can ask of a cell further. */
const furtherOf = (
  { run, explain, replay }: NonNullable<ReturnType<typeof cellCommands>>,
  { say }: Language,
): readonly (readonly [string, string])[] => [
  [say`Every value of it:`, run],
  [say`The dice that it needs, and why:`, explain],
  [say`One trial, die by die:`, replay],
];

/** Match-ups that a page tells one by one. */
const MOST_MATCH_UPS = 60;

const isOfSets = (cell: Pick<CellResult, "modifiers">, ranking: Pick<Ranking, "modifiers">): boolean =>
  cell.modifiers.join() === ranking.modifiers.join();

/** Each match-up with its number, how that was found, and the commands that tell it further. */
const matchUps = (
  { units, wins }: Ranking,
  cellOf: (unit: string, enemy: string) => CellResult | undefined,
  { command }: Result,
  language: Language,
): PageBlock[] =>
  units.flatMap(({ unit }, i) =>
    units.flatMap(({ unit: enemy }, j): PageBlock[] => {
      const cell = cellOf(unit, enemy);
      if (cell === undefined) return [];
      const { say } = language;
      const who = language.general.against(language.unit(unit), language.unit(enemy));
      const win = say`${language.unit(unit)} win ${estimateText(wins[i]![j]!, true, language)} of these fights; a draw is half a win.`;
      const further = cellCommands(command, cell.id);
      return [
        {
          ...{ id: cell.id, title: who },
          blocks: [
            { sentences: [win, language.cell.method(methodText(cell, language))] },
            ...(further === undefined ? [] : [{ typed: furtherOf(further, language) }]),
          ],
        },
      ];
    }),
  );
