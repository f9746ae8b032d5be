/** A study at several points: the same scenario with other values on some paths, as one study. */

import { giveWay } from "../rule/event-loop.ts";
import { said } from "../rulesets/said.ts";
import { baseIdOf, editsOf, idAt, type Point, underFlag } from "./axis.ts";
import type { Cell, CellUnits, Study, StudyOptions } from "./checked.ts";
import { MOST_CELLS } from "./expansion.ts";
import { SET, splitPath } from "./overlay.ts";
import { type Problem, problemAt, quote, refuse, ScenarioError } from "./problem.ts";
import { studyOfOne } from "./single.ts";
import { type Located, nodeAt } from "./tree.ts";

/** A point that the scenario cannot be at: a save of 0+. */
export interface Refused {
  readonly point: Point;
  /** The first thing that is wrong with it. */
  readonly message: string;
  /** The same in French, where it is said in it. */
  readonly french?: string;
}

export interface PointsOptions extends StudyOptions {
  /** Leave out the points that cannot be, and tell them; otherwise they are errors. */
  readonly tolerant?: boolean;
  /** The flag that named the points, for messages. */
  readonly flag?: string;
  readonly warnings?: readonly Problem[];
  /** Whether somebody asked for these values of these paths: a modifier set that gives one is told that it is not used. */
  readonly isAsked?: boolean;
}

const atPoint = (cell: Cell, point: Point): Cell =>
  Object.keys(point).length === 0 ? cell : { ...cell, id: idAt(cell.id, point), point };

/**
 * The study of a tree at each of some points. A cell's id ends with its point (`…~base@defender.save=4`), so that each
 * has a stream of its own; an empty point leaves a cell as it is.
 * @throws ScenarioError for a point that cannot be, unless `tolerant`; for more cells than a study may have
 */
export async function studyAt(
  tree: Located,
  file: string,
  points: readonly Point[],
  {
    tolerant = false,
    flag = "--sweep",
    warnings = [],
    cells: wanted,
    onVariant,
    isAsked,
    ...options
  }: PointsOptions = {},
): Promise<{ study: Study; refused: readonly Refused[] }> {
  const bases = wanted && [...new Set(wanted.map((id) => id.split("@")[0]!))];
  const studies: Study[] = [];
  const refused: Refused[] = [];
  let why: readonly Problem[] = [];
  const cells: Cell[] = [];
  const units = new Map<string, CellUnits>();
  for (const [i, point] of points.entries()) {
    onVariant?.(i, points.length);
    await giveWay();
    try {
      const set = [...(options.set ?? []), ...editsOf(point)];
      const study = await studyOfOne(tree, file, { ...options, set, ...(bases ? { cells: bases } : {}) }, warnings);
      studies.push(study);
      for (const cell of study.cells) {
        const placed = atPoint(cell, point);
        cells.push(placed);
        const used = study.units.get(cell.id);
        if (used !== undefined) units.set(placed.id, used);
      }
      if (study.cells.length * points.length > MOST_CELLS) tooMany(flag, study.cells.length * points.length);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const problems = Object.keys(point).length === 0 ? error.problems : underFlag(error.problems, SET, flag);
      if (!tolerant || Object.keys(point).length === 0) throw new ScenarioError(problems);
      if (refused.length === 0) why = problems;
      const { message, french } = problems.find(({ severity }) => severity === "error")!;
      refused.push({ point, message, ...(french ? { french: french.message } : {}) });
    }
  }
  const [first] = studies;
  // Refused everywhere, it is no matter of values: a path that names nothing.
  if (first === undefined) throw new ScenarioError(why);
  const kept = wanted?.some((id) => id.includes("@"))
    ? cells.filter((cell) => wanted.includes(cell.id) || wanted.includes(baseIdOf(cell)))
    : cells;
  return {
    study: {
      ...first,
      units,
      cells: kept,
      warnings: distinct([
        ...studies.flatMap((study) => study.warnings),
        ...(isAsked ? unusedIn(tree, kept, Object.keys(points[0] ?? {})) : []),
      ]),
    },
    refused,
  };
}

/** The modifier sets of some cells that give what is given for all of them. */
const unusedIn = (tree: Located, cells: readonly Cell[], paths: readonly string[]): Problem[] =>
  [...new Set(cells.flatMap(({ modifiers }) => modifiers))].flatMap((set) =>
    paths.flatMap((path) => {
      const steps = ["modifierSets", set, ...splitPath(path)];
      const { keyPlace, steps: found } = nodeAt(tree, steps);
      const message = said`the set ${quote(set)} sets ${path}, but this command varies ${path}: the value in the set is not used`;
      return found < steps.length ? [] : problemAt(keyPlace, message, { severity: "warning" });
    }),
  );

const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [`${problem.place?.line}:${problem.message}`, problem])).values(),
];

function tooMany(flag: string, cells: number): never {
  const hint = said`take larger steps, or fewer experiments with --only`;
  refuse(undefined, said`${flag} makes ${cells} cells, more than ${MOST_CELLS}`, hint);
}
