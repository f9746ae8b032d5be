/** What a scenario asks of its own results: goals, and the metrics a baseline keeps. */

import { defined } from "../rulesets/defined.ts";
import { said, type Text } from "../rulesets/said.ts";
import { globOf } from "./glob.ts";
import { suggested } from "./nearest.ts";
import type { Data } from "./patch.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";
import { entries, type Located, partOf, placeOf, plain } from "./tree.ts";

/** One end of a goal: 0.2 for 20 %, or a number of the metric's own. */
export interface Bound {
  readonly value: number;
  /** As written, for messages and reports. */
  readonly text: string;
  /** Written as a share: fits chances only. */
  readonly isShare: boolean;
}

/** What a goal may ask of a field of fights: a share of wins of each of its units, or of how many a statement is true. */
export const RANKED = {
  mean: "share",
  best: "share",
  worst: "share",
  neverWorthTaking: "count",
  autoIncludes: "count",
  dominates: "count",
  circles: "count",
} as const;
export type RankedBy = keyof typeof RANKED;

/** What a goal says, as it is written. */
export type GoalKey = "between" | Exclude<keyof Goal, "level" | "place" | "places">;

export interface Goal {
  /** Patterns; everything when left out. */
  readonly experiment?: string;
  readonly cell?: string;
  /** Of a goal of a field, `rank.mean`. */
  readonly metric: string;
  readonly rank?: RankedBy;
  /** The chance of this value; the mean when left out. */
  readonly value?: number | string;
  /** The last turn when left out. */
  readonly turn?: number;
  /** Both when left out. */
  readonly side?: "first" | "second";
  readonly atLeast?: Bound;
  readonly atMost?: Bound;
  readonly level: "off" | "warn" | "error";
  /** Where it stands: the goal as a whole, and what it says. */
  readonly place: Place;
  readonly places: Readonly<Partial<Record<GoalKey, Place>>>;
}

/** A pattern of `track:`, and where it stands. */
export interface Track {
  readonly pattern: string;
  readonly place: Place;
}

/** What goals are held against. */
export interface NamedCell {
  readonly id: string;
  readonly experiment: string;
}

/** Does the goal speak of that cell? */
export function speaksOf({ experiment, cell }: Pick<Goal, "experiment" | "cell">): (named: NamedCell) => boolean {
  const ofExperiment = experiment === undefined ? undefined : globOf(experiment);
  const ofCell = cell === undefined ? undefined : globOf(cell);
  return (named) => (ofExperiment?.(named.experiment) ?? true) && (ofCell?.(named.id) ?? true);
}

/**
 * The goals of a checked tree, and what is wrong with them. `cells` are all that the scenario has, or, when `only` part
 * of it was asked for, that part: then a goal may speak of what is left out.
 */
export function goalsOf(
  tree: Located,
  cells: readonly NamedCell[],
  only: readonly string[] | undefined,
): { goals: Goal[]; problems: Problem[] } {
  const experiments = entries(partOf(tree, "experiments")).map(([name]) => name);
  const problems: Problem[] = [];
  const goals = listOf(tree, "goals").map((data, i): Goal => {
    const goal = goalOf(tree, i, data as Data, problems);
    problems.push(...nowhere(goal, experiments, only === undefined ? cells : []));
    return goal;
  });
  return { goals, problems };
}

/** The patterns of `track:`. */
export const tracksOf = (tree: Located): Track[] =>
  listOf(tree, "track").map((pattern, i) => ({ pattern: String(pattern), place: placeOf(tree, ["track", i]) }));

function listOf(tree: Located, key: string): readonly unknown[] {
  const node = partOf(tree, key);
  return node?.kind === "list" ? node.items.map(plain) : [];
}

function goalOf(tree: Located, index: number, data: Data, problems: Problem[]): Goal {
  const { experiment, cell, metric, rank, value, turn, side, between, atLeast, atMost, level } = data as {
    [key in GoalKey]?: never;
  } & { level?: Goal["level"] };
  const at = (...rest: (string | number)[]) => placeOf(tree, ["goals", index, ...rest]);
  const ends: { atLeast?: Bound; atMost?: Bound } =
    between === undefined
      ? { ...boundOf("atLeast", atLeast), ...boundOf("atMost", atMost) }
      : { ...boundOf("atLeast", between[0]), ...boundOf("atMost", between[1]) };
  const given = [between, atLeast, atMost].filter((bound) => bound !== undefined).length;
  const complain = (place: Place, message: Text, hint: Text) => problems.push(problemAt(place, message, { hint }));
  const head = rank === undefined ? "metric" : "rank";
  problems.push(...subjectProblems(data, at, ends));
  if (given === 0) complain(at(head), said`a goal needs a bound`, said`add between: [20%, 80%], atLeast: or atMost:`);
  if (between !== undefined && given > 1)
    complain(at("between"), said`a goal has between, or atLeast and atMost, not both`, said`keep one of them`);
  const ordered = ends.atLeast && ends.atMost && ends.atLeast.isShare === ends.atMost.isShare;
  if (ordered && ends.atLeast!.value > ends.atMost!.value)
    complain(
      at(between === undefined ? "atLeast" : "between"),
      said`no number is at least ${ends.atLeast!.text} and at most ${ends.atMost!.text}`,
      said`the smaller bound comes first`,
    );
  const places: Partial<Record<GoalKey, Place>> = {};
  for (const key of Object.keys(data)) if (key !== "level") places[key as GoalKey] = at(key);
  return {
    ...defined({ experiment, cell }),
    metric: rank === undefined ? (metric as unknown as string) : `rank.${rank}`,
    ...defined({ rank, value: value === true ? "yes" : value === false ? "no" : value, turn, side }),
    ...ends,
    level: level ?? "error",
    place: at(head),
    places,
  };
}

/** A goal speaks of a metric or of a ranking, each with what belongs to it. */
function subjectProblems(
  data: Data,
  at: (...rest: (string | number)[]) => Place,
  { atLeast, atMost }: { readonly atLeast?: Bound; readonly atMost?: Bound },
): Problem[] {
  const { rank } = data as { readonly rank?: RankedBy };
  if (rank === undefined)
    return data.metric === undefined
      ? [problemAt(at(), said`a goal needs a metric or a rank`, { hint: said`add metric: winner, or rank: mean` })]
      : [];
  const foreign = (["metric", "cell", "value", "turn", "side"] as const).flatMap((key) =>
    data[key] === undefined
      ? []
      : [
          problemAt(at(key), said`${key} means nothing beside rank: ${rank}`, {
            hint: said`a rank is of a whole experiment`,
          }),
        ],
  );
  const bounds = [atLeast, atMost].flatMap((bound) => {
    if (bound === undefined) return [];
    const isShare = RANKED[rank] === "share";
    const isFit = isShare ? bound.value >= 0 && bound.value <= 1 : !bound.isShare;
    if (isFit) return [];
    const key = data.between === undefined ? (bound === atLeast ? "atLeast" : "atMost") : "between";
    return isShare
      ? [
          problemAt(at(key), said`a share of wins cannot be ${bound.text}`, {
            hint: said`write ${bound.value}% for per cent`,
          }),
        ]
      : [problemAt(at(key), said`${rank} is a number, not a share`, { hint: said`write 0 for none` })];
  });
  return [...foreign, ...bounds];
}

/** `20%` and `20 pp` are 0.2, read as decimals; a number is itself. */
function boundOf(key: "atLeast" | "atMost", written: number | string | undefined): { [key in typeof key]?: Bound } {
  if (written === undefined) return {};
  if (typeof written === "number") return { [key]: { value: written, text: String(written), isShare: false } };
  const digits = /^[\d.]+/.exec(written)![0];
  return { [key]: { value: Number(`${digits}e-2`), text: `${digits} %`, isShare: true } };
}

/** A goal of an experiment or a cell that is not there. */
function nowhere(goal: Goal, experiments: readonly string[], cells: readonly NamedCell[]): Problem[] {
  const problems: Problem[] = [];
  const check = (key: "experiment" | "cell", known: readonly string[]) => {
    const pattern = goal[key];
    if (pattern === undefined || known.some(globOf(pattern))) return;
    const hint = suggested(pattern, known);
    problems.push(
      problemAt(
        goal.places[key],
        said`this goal matches nothing: there is no ${key} ${quote(pattern)}`,
        hint ? { hint } : {},
      ),
    );
  };
  check("experiment", experiments);
  if (cells.length === 0) return problems;
  check(
    "cell",
    cells.map((cell) => cell.id),
  );
  // An experiment without cells has told its own problems.
  const { cell, experiment } = goal;
  if (problems.length === 0 && cell !== undefined && experiment !== undefined && !cells.some(speaksOf(goal)))
    problems.push(
      problemAt(goal.places.cell, said`this goal matches nothing: no cell ${quote(cell)} in ${quote(experiment)}`),
    );
  return problems;
}
