/** The page of an army: a map of all pairs, who answers whom, what each is worth. */
import { type ArmyData, type ExchangeGrid, MEASURES, namesOf } from "../../analysis/army.ts";
import type { Result } from "../../analysis/result.ts";
import { meetingText, tablesOf, unknownIn } from "../army.ts";
import type { Document, TableBlock } from "../document.ts";
import { armyIn } from "../language/army.ts";
import type { Language } from "../language/language.ts";
import { documentPage, tableOf } from "./document.ts";
import type { DrawnMap, MapLayer, Page, PageBlock, Section } from "./page.ts";

/** The largest of the whole numbers that a map keeps: of each measure, the largest value is this. */
const STEPS = 65_535;

/** Whole numbers below 65,536 in base64, low byte first; nothing where all are 0. */
function lettersOf(values: ArrayLike<number>, stepOf: (value: number) => number): string {
  const bytes = Buffer.alloc(values.length * 2);
  let isNone = true;
  for (let i = 0; i < values.length; i++) {
    const step = stepOf(values[i]!);
    if (step !== 0) isNone = false;
    bytes.writeUInt16LE(step, 2 * i);
  }
  return isNone ? "" : bytes.toString("base64");
}

function packed(values: readonly number[]): MapLayer {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  // What is not nothing does not read 0.
  const step = (value: number) => (value === 0 ? 0 : Math.max(1, Math.round((value / most) * STEPS)));
  return { most, data: () => lettersOf(values, step) };
}

/** Profiles that were best, and by cell the place among them; at 0 none, and none beyond those that a map can count. */
const chosenIn = ({ profiles, chosen }: ExchangeGrid) => ({
  names: ["", ...profiles.slice(0, STEPS).map(namesOf)],
  data: () => lettersOf(chosen, (place) => (place > STEPS ? 0 : place)),
});

function mapOf({ views }: ArmyData, language: Language): DrawnMap {
  const { attackers, targets } = views[0].meetings[0]!.grid;
  const grids = views.flatMap((view) => (view?.meetings ?? []).map(({ grid }) => ({ grid, side: view!.side })));
  const isKnown = (i: number, own: "mine" | "theirs") =>
    grids.every(({ grid, side }) => (side === own ? grid.attackers : grid.targets)[i]!.why === undefined);
  const ends = (units: typeof attackers, own: "mine" | "theirs") =>
    units.map(({ label, points, wounds }, i) => {
      const name = isKnown(i, own) ? label : language.say`${label} (not all computed)`;
      return [name, points, wounds] as const;
    });
  return {
    rows: ends(attackers, "mine"),
    columns: ends(targets, "theirs"),
    words: armyIn(language).mapWords,
    without: language.say`The map needs scripts. Every cell is in cells.ndjson.`,
    views: views
      .filter((view) => view !== undefined)
      .map(({ side, meetings }) => ({
        isMine: side === "mine",
        meetings: meetings.map(({ meeting, grid, choice }) => ({
          name: meetingText(meeting, language),
          measures: MEASURES.map((measure) => packed(grid.values[measure])),
          chosen: chosenIn(grid),
          ...(choice && {
            picks: grid.attackers.map((_, i) => choice.attacks.find(({ attacker }) => attacker === i)?.target ?? -1),
          }),
        })),
      })),
  };
}

/** Rows of tables that stand beside each other on the first screen; longer ones are folded. */
const MOST_ROWS = 60;

const foldable = ([caption, tableBlock]: readonly [string, TableBlock]): PageBlock => {
  const table = tableOf(tableBlock, caption);
  return tableBlock.rows.length > MOST_ROWS ? { folded: caption, blocks: [table] } : table;
};

export function armyPage(data: ArmyData, document: Document, result: Result): Page {
  const { blocks, provenance, language } = document;
  const say = armyIn(language);
  const { attackers, targets } = data.views[0].meetings[0]!.grid;
  const [found, notes] = [blocks[0]!, blocks.at(-1)!];
  const { lead, ...page } = documentPage({ ...document, blocks: [found, notes] }, result, {});
  const caption = language.say`Each against each: ${language.count(attackers.length)} × ${language.count(targets.length)}`;
  const map = { map: mapOf(data, language), caption };
  return {
    ...page,
    ...(lead && {
      lead: {
        ...lead,
        tags: [{ text: language.page.allOfThemExact }],
        blocks: [map],
        found: language.page.allOfThemExact,
      },
    }),
    sections: data.views.flatMap((view, i): Section[] => {
      if (view === undefined) return [];
      const rows = i === 0 ? unknownIn(data, language) : [];
      const head = [language.say`not computed`, language.say`because`];
      const first = rows.length > 0 ? [foldable([language.say`What could not be computed`, { head, rows }])] : [];
      const blocks = [...first, ...[...tablesOf(view, language)].map(foldable)];
      return [{ id: view.side, title: say.title(view.attacker, view.target), blocks }];
    }),
    how: "sentences" in notes ? (notes.notes ?? []) : [],
    found: language.page.allOfThemExact,
    source: provenance,
    facts: page.facts.slice(0, 2),
  };
}
