/** The ids of cells: each is one cell's alone, and those that are asked for are there. */

import { said } from "../rulesets/said.ts";
import type { Cell, StudyOptions } from "./checked.ts";
import { groupedBy } from "./grouped.ts";
import { suggested } from "./nearest.ts";
import { type Problem, problemAt, quote, refuse } from "./problem.ts";
import { type Located, placeOf } from "./tree.ts";

/** Two cells of one id would share a stream and a line in the baseline. */
export function idProblems(cells: readonly Cell[], tree: Located): Problem[] {
  const hint = said`give one of the units a name of its own with as:`;
  const again = groupedBy(cells, ({ id }) => id).flatMap(([, ...others]) => others);
  return again.map(({ id, experiment }) =>
    problemAt(placeOf(tree, ["experiments", experiment]), said`two cells are called ${quote(id)}`, { hint }),
  );
}

/** The cells that are asked for, all where none is. @throws ScenarioError for one that is not there, of a file not known */
export function wantedCells(cells: readonly Cell[], { cells: wanted, isKnown }: StudyOptions): readonly Cell[] {
  if (wanted === undefined) return cells;
  const ids = new Set(cells.map((cell) => cell.id));
  for (const id of wanted)
    if (!isKnown && !ids.has(id))
      refuse(undefined, said`--cell: there is no cell ${quote(id)}`, suggested(id, [...ids]));
  return cells.filter((cell) => wanted.includes(cell.id));
}

/** Whether nothing of a cell is resolved: the file is known to be sound, and others are wanted. */
export const isPassedOver = (id: string, { isKnown, cells }: StudyOptions): boolean =>
  isKnown === true && cells?.includes(id) === false;
