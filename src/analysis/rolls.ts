/** The dice that cells need, and one trial of each experiment: what a page shows of a cell beside its distribution. */
import { loadRuleset } from "../rulesets/index.ts";
import { explanationsOf, type Ruleset } from "../rulesets/ruleset.ts";
import type { ToldEntry } from "../rulesets/telling.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { headlineMeasure, leadingOf, readingOf } from "./measure.ts";
import { replay } from "./replay.ts";
import type { CellResult, Rolled, TrialLine } from "./result.ts";

/** Cells of a study that are told: a field of six units; of more, the commands tell them. */
const MOST_CELLS = 36;
/** Different lists of dice of one cell: soldiers that are shot at by others need others. */
const MOST_LISTS = 4;
/** Weapons of one cell that are named, in all. */
const MOST_WEAPONS = 40;
/** Lines of a trial: an attack, or a small fight. */
const MOST_LINES = 120;

/**
 * The cells with what they roll where they are few, the first with a trial, else the leading one; or those that are
 * `asked` for, with a trial each.
 */
export async function withRolls(
  study: Study,
  cells: readonly CellResult[],
  asked?: readonly string[],
): Promise<readonly CellResult[]> {
  const { kinds } = await loadRuleset(study.ruleset);
  const rolling = asked === undefined && cells.length > MOST_CELLS ? leading(cells, kinds) : cells;
  const planned = new Map(study.cells.map((cell) => [cell.id, cell]));
  const told = new Set<string>();
  const found: CellResult[] = [];
  for (const cell of cells) {
    const { outcome } = (rolling.includes(cell) && planned.get(cell.id)) || {};
    const needed = outcome && "profile" in outcome && cell.metrics ? neededIn(kinds[cell.kind]!, outcome) : [];
    const isFirst =
      needed.length > 0 && (asked?.includes(cell.id) ?? (rolling !== cells || !told.has(cell.experiment)));
    told.add(cell.experiment);
    const trial = isFirst ? await linesOf(study, cell) : [];
    const rolls: Rolled = { needed, ...(trial.length > 0 ? { trial } : {}) };
    found.push(needed.length === 0 ? cell : { ...cell, rolls });
  }
  return found;
}

/** Of many cells the pair of the first experiment that has most of what it is summed up by, where nothing is swept. */
function leading(cells: readonly CellResult[], kinds: Ruleset["kinds"]): CellResult[] {
  const plain = cells.filter(({ modifiers, point }) => modifiers.join() === "base" && point === undefined);
  const pairs = plain.filter(({ experiment }) => experiment === cells[0]!.experiment);
  const headline = leadingOf(pairs, kinds[cells[0]?.kind ?? ""]?.headline);
  const numberOf = (cell: CellResult) => (headline && readingOf(cell, headlineMeasure(headline))?.value) ?? -1;
  return pairs.toSorted((a, b) => numberOf(b) - numberOf(a)).slice(0, 1);
}

/** Each weapon, and any other list once. */
function neededIn(
  kind: Parameters<typeof explanationsOf>[0],
  { profile }: Extract<Cell["outcome"], { profile: unknown }>,
): Rolled["needed"] {
  const lists = explanationsOf(kind, profile).flatMap(({ title, weapon, needed }) =>
    needed.length === 0
      ? []
      : {
          ...{ title, ...(weapon ? { weapon } : {}) },
          dice: needed.map(({ text, sides, needed: least }) => ({ text, sides, least })),
        },
  );
  if (lists.some(({ weapon }) => weapon)) return lists.slice(0, MOST_WEAPONS);
  const apart = new Map(lists.toReversed().map((list) => [JSON.stringify(list.dice), list]));
  return [...apart.values()].reverse().slice(0, MOST_LISTS);
}

/** The first trial, as `replay` tells it; nothing where that is long. */
async function linesOf(study: Study, cell: CellResult): Promise<readonly TrialLine[]> {
  const { id, trials, stoppedBy } = cell;
  const told = await replay(study, id, trials !== undefined && stoppedBy === "trials" ? { trials } : {});
  if ("statement" in told) return [];
  const lines = told.entries.flatMap(flat);
  return lines.length > MOST_LINES ? [] : lines;
}

const flat = (entry: ToldEntry): TrialLine[] => {
  if (!("heading" in entry)) return [entry];
  const { entries, ...heading } = entry;
  return [heading, ...entries.flatMap(flat)];
};
