/** The page of an army: a map of all pairs, who answers whom, what each is worth. */
import { type ArmyData, type ArmyView, type ExchangeGrid, MEASURES, profilesAt } from "../../analysis/army.ts";
import { answersTable, meetingText, setsTable, worthTable } from "../army.ts";
import { plainTitle } from "../claim.ts";
import { type Document, textOf } from "../document.ts";
import { armyIn } from "../language/army.ts";
import type { Language } from "../language/language.ts";
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

/** Profiles that were best, and by cell the place among them; at 0 none. */
function chosenIn(grid: ExchangeGrid) {
  const names = [""];
  const at = grid.values.wounds.map((_, cell) => {
    const own = profilesAt(grid, cell);
    const place = names.indexOf(own);
    return place < 0 ? names.push(own) - 1 : place;
  });
  return { names, data: () => lettersOf(at, (place) => Math.min(place, STEPS)) };
}

function mapOf({ views }: ArmyData, language: Language): DrawnMap {
  const { attackers, targets } = views[0].meetings[0]!.grid;
  const ends = (units: typeof attackers) => units.map(({ label, points, wounds }) => [label, points, wounds] as const);
  return {
    rows: ends(attackers),
    columns: ends(targets),
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

function tablesOf(view: ArmyView, language: Language): PageBlock[] {
  const sets = setsTable(view, language);
  const tables = [
    ...(sets === undefined ? [] : [[language.say`What modifier sets are worth`, sets] as const]),
    [language.say`Who answers whom`, answersTable(view, language)] as const,
    [language.say`What each is worth, and whom it should attack`, worthTable(view, language)] as const,
  ];
  return tables.map(([caption, { head, rows }]): PageBlock => {
    const table = { caption, head: head.map(textOf), rows: rows.map((row) => row.map(textOf)) };
    return rows.length > MOST_ROWS ? { folded: caption, blocks: [{ table }] } : { table };
  });
}

export function armyPage(data: ArmyData, { title, blocks, provenance, command, language }: Document): Page {
  const { count, page } = language;
  const say = armyIn(language);
  const [mine] = data.views;
  const { attackers, targets } = mine.meetings[0]!.grid;
  const [found, notes] = [blocks[0], blocks.at(-1)].map((block) =>
    block !== undefined && "sentences" in block ? [...block.sentences, ...(block.notes ?? [])] : [],
  ) as [string[], string[]];
  const [first, second, ...others] = found;
  const [version, ruleset] = provenance.split(" · ") as [string, string];
  return {
    language,
    title,
    aside: ruleset,
    ...(first === undefined
      ? {}
      : {
          lead: {
            title: plainTitle(first),
            lede: second === undefined ? [] : [second],
            tags: [{ text: say.found }],
            blocks: [
              {
                map: mapOf(data, language),
                caption: language.say`Each against each: ${count(attackers.length)} × ${count(targets.length)}`,
              },
            ],
            found: say.found,
          },
        }),
    notes: [],
    findings: others,
    first: [],
    sections: data.views.flatMap((view): Section[] =>
      view === undefined
        ? []
        : [{ id: view.side, title: say.title(view.attacker, view.target), blocks: tablesOf(view, language) }],
    ),
    how: notes,
    found: say.found,
    source: provenance,
    facts: [
      [page.fact.version, version.replace("crible ", "")],
      [page.fact.ruleset, ruleset],
    ],
    command,
  };
}
