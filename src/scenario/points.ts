/** A study at several points: the same scenario with other values on some paths, as one study. */

import { giveWay } from "../rule/event-loop.ts";
import { wordsOf } from "../rule/identifier.ts";
import { AND, inLanguage, listed, type Said, said } from "../rulesets/said.ts";
import { baseIdOf, editsOf, idAt, type Point, underFlag } from "./axis.ts";
import type { Cell, CellUnits, Scenario, Study, StudyOptions } from "./checked.ts";
import { MOST_CELLS } from "./expansion.ts";
import { leavesOf } from "./inputs.ts";
import { isShare, type Titles, textIn } from "./languages.ts";
import { SET, splitPath } from "./overlay.ts";
import { distinct, type Problem, problemAt, refuse, ScenarioError } from "./problem.ts";
import { studyOfOne } from "./single.ts";
import { entries, type Located, nodeAt, partOf, plain } from "./tree.ts";

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
        const placed = Object.keys(point).length === 0 ? cell : { ...cell, id: idAt(cell.id, point), point };
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
  const unused = isAsked ? unusedIn(tree, Object.keys(points[0] ?? {}), first) : [];
  return {
    study: {
      ...first,
      titles: { ...first.titles, ...partlyUsed(first.titles, unused) },
      units,
      cells: kept,
      warnings: distinct([
        ...studies.flatMap((study) => study.warnings),
        ...unused.flatMap(({ set, problems }) =>
          kept.some(({ modifiers }) => modifiers.includes(set)) ? problems : [],
        ),
      ]),
    },
    refused,
  };
}

/** One cell of a scenario at each of some points. */
export const cellAt = (
  { tree, file, warnings }: Scenario,
  { id, experiment }: Pick<Cell, "id" | "experiment">,
  points: readonly Point[],
  options: PointsOptions,
) => studyAt(tree, file, points, { ...options, only: [experiment], cells: [id], warnings });

/** What a field at the end of a path is called, in every language. */
function fieldSaid(path: string, ruleset: string): Said {
  const name = splitPath(path).at(-1)!;
  const en = isShare(name, ruleset) ? `${wordsOf(name)} share` : wordsOf(name);
  return { en, say: `${en}{#field}`, with: [] };
}

/** The modifier sets that give what is given for all cells: what is said of each, and what is left of it. */
const unusedIn = (tree: Located, paths: readonly string[], { ruleset, titles: { sets } }: Study) =>
  entries(partOf(tree, "modifierSets")).flatMap(([set]) => {
    const { node } = nodeAt(tree, ["modifierSets", set]);
    const leaves = leavesOf(plain(node)).filter(([path]) => path.includes(".") && !path.startsWith("title."));
    const others = leaves.flatMap(([path]) => (paths.includes(path) ? [] : fieldSaid(path, ruleset)));
    const rest = others.length === 0 ? undefined : listed(others, AND);
    const counts = rest === undefined ? said`nothing else of it counts` : said`only its ${rest} counts`;
    const [en, fr] = (["en", "fr"] as const).map((tag) => textIn(sets[set] ?? wordsOf(set), tag)) as [string, string];
    const given = leaves.filter(([path]) => paths.includes(path));
    const problems = given.map(([path, value]) => {
      const field = fieldSaid(path, ruleset);
      const amount = isShare(splitPath(path).at(-1)!, ruleset) ? `${value} %` : String(value);
      const message = said`${field} is varied here, so the ${amount} that “${{ en, fr }}” sets is ignored: ${counts}`;
      return problemAt(nodeAt(node, splitPath(path)).keyPlace, message, { severity: "warning" });
    });
    return given.length === 0 ? [] : [{ set, rest, problems, title: { en, fr } }];
  });

/** Titles of modifier sets of which only a part is used: they say which. A warning names them as they are called. */
const partlyUsed = ({ sets, labels = {} }: Titles, unused: ReturnType<typeof unusedIn>): Partial<Titles> => {
  const only = unused.flatMap(({ set, rest, title }) => {
    const text = rest && said`${title} (only ${rest})`;
    return text ? [[set, { en: text.en, fr: inLanguage(text, "fr") }]] : [];
  });
  const named = Object.fromEntries(unused.map(({ title }) => [title.en, title]));
  return {
    sets: { ...sets, ...Object.fromEntries(only) },
    ...(unused.length > 0 ? { labels: { ...named, ...labels } } : {}),
  };
};

function tooMany(flag: string, cells: number): never {
  const hint = said`take larger steps, or fewer experiments with --only`;
  refuse(undefined, said`${flag} makes ${cells} cells, more than ${MOST_CELLS}`, hint);
}
