/** Goals that hold a ranking: no unit above 60 % against the field, no unit never worth taking. */

import { loadRuleset } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { inBoth } from "../rulesets/sayings.ts";
import { type Goal, RANKED, speaksOf } from "../scenario/goals.ts";
import { suggested } from "../scenario/nearest.ts";
import { type Problem, problemAt, ScenarioError } from "../scenario/problem.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { type FieldShape, fieldShapes, isOf, lowerOf, upperOf, winsOf } from "./field.ts";
import type { Estimate } from "./form.ts";
import { ALPHA, type Answer, GOAL_CONFIDENCE, LOOKS } from "./gate.ts";
import { askedBy, intervalVerdict } from "./goals.ts";
import type { CellResult, GoalResult } from "./result.ts";
import { ERROR, meansTogether, statementsOf, together } from "./statements.ts";

/** What is asked of one field, and of one unit of it where it is asked of each. */
export interface FieldItem {
  readonly goal: Goal;
  readonly field: FieldShape;
  readonly unit?: string;
  /** The cells it rests on. */
  readonly cells: readonly string[];
  answer: Answer;
  report: GoalResult | undefined;
}

/** @throws ScenarioError, at the goals, for experiments that are no field */
export async function fieldItems(study: Study): Promise<FieldItem[]> {
  const goals = study.goals.filter(({ rank, level }) => rank !== undefined && level !== "off");
  if (goals.length === 0) return [];
  const { kinds } = await loadRuleset(study.ruleset);
  const problems: Problem[] = [];
  const items = goals.flatMap((goal) => {
    const cells = study.cells.filter(speaksOf(goal));
    const { shapes, unranked } = fieldShapes(cells, kinds);
    if (shapes.length === 0 && cells.length > 0) {
      const [{ experiment, reason }] = unranked as [(typeof unranked)[number]];
      const ranked = [...new Set(fieldShapes(study.cells, kinds).shapes.map((shape) => shape.experiment))];
      const hint =
        ranked.length > 0
          ? (suggested(goal.experiment ?? "", ranked) ?? said`ranked: ${ranked.join(", ")}`)
          : undefined;
      problems.push(
        problemAt(
          goal.places.experiment ?? goal.place,
          said`this goal matches nothing: ${experiment} is not ranked: ${inBoth(reason, study.ruleset)}`,
          { hint },
        ),
      );
    }
    return shapes.flatMap((field) => itemsOf(goal, field, study.cells));
  });
  if (problems.length > 0) throw new ScenarioError(problems);
  return items;
}

function itemsOf(goal: Goal, field: FieldShape, all: readonly Cell[]): FieldItem[] {
  const cells = all.filter((cell) => isIn(field, cell)).map(({ id }) => id);
  const item = { goal, field, cells, answer: "open", report: undefined } as const;
  return RANKED[goal.rank!] === "share" ? field.units.map((unit) => ({ ...item, unit })) : [{ ...item }];
}

const isIn = (field: FieldShape, cell: Pick<Cell, "experiment" | "modifiers" | "attacker" | "defender">): boolean =>
  isOf(field)(cell) && cell.attacker !== cell.defender;

/** Goals of fields held against what was computed. */
export const fieldGoals = async (study: Study, cells: readonly CellResult[]): Promise<GoalResult[]> =>
  (await fieldItems(study)).map((item) => reported(item, cells, ERROR));

/**
 * Decides what can be decided after a look of a check: failed where limits of the share of the chance of a false alarm that
 * this look has leave the bounds out, passed where those of a goal's confidence lie within them.
 */
export function decideFields(items: readonly FieldItem[], cells: readonly CellResult[], look: number): void {
  for (const item of items) {
    if (item.answer !== "open") continue;
    const failing = reported(item, cells, ALPHA / LOOKS.length / items.length);
    const passing = reported(item, cells, 1 - GOAL_CONFIDENCE[look]!);
    item.report = reported(item, cells, ERROR);
    item.answer = failing.verdict === "fail" ? "fail" : passing.verdict === "pass" ? "pass" : "open";
  }
}

function reported({ goal, field, unit }: FieldItem, cells: readonly CellResult[], error: number): GoalResult {
  const id = `${field.experiment}~${field.modifiers.join("+")}`;
  const head = {
    key: `${id}/rank.${goal.rank}${unit === undefined ? "" : `=${unit}`}`,
    cell: id,
    metric: `rank.${goal.rank}`,
    rank: { of: goal.rank!, experiment: field.experiment, modifiers: field.modifiers },
    ...(unit === undefined ? {} : { value: unit }),
    ...askedBy(goal),
  };
  const wins = winsOf(
    field,
    cells.filter((cell) => isIn(field, cell)),
  );
  if (wins === undefined) return { ...head, verdict: "inconclusive" };
  const found =
    unit === undefined ? counted(goal, wins, error) : sharedBy(goal, wins, field.units.indexOf(unit), error);
  const [lower, upper] = [lowerOf(found), upperOf(found)];
  const limits = found.trials === 0 && lower === upper ? {} : { lower, upper };
  return { ...head, estimate: found.value, ...limits, verdict: intervalVerdict(eased(goal), lower, upper) };
}

/** Sums of doubles may miss a bound that they are on. */
const SAME = 1e-12;
const eased = ({ atLeast, atMost }: Goal): Pick<Goal, "atLeast" | "atMost"> => ({
  ...(atLeast ? { atLeast: { ...atLeast, value: atLeast.value - SAME } } : {}),
  ...(atMost ? { atMost: { ...atMost, value: atMost.value + SAME } } : {}),
});

/** How many units (or circles) a statement is true of: those it is sure of, and those it may be true of. */
function counted({ rank }: Goal, wins: readonly (readonly Estimate[])[], error: number): Estimate {
  const { sure, possible } = statementsOf(wins, error)[rank as "neverWorthTaking"];
  const isExact = wins.flat().every(({ trials }) => trials === 0);
  return { value: sure.length, lower: sure.length, upper: possible.length, trials: isExact ? 0 : 1 };
}

/** A share of wins of one unit, its limits so wide that those of all units hold together. */
function sharedBy({ rank }: Goal, wins: readonly (readonly Estimate[])[], unit: number, error: number): Estimate {
  if (rank === "mean") return meansTogether(wins, error)[unit]!;
  const row = together(wins, error)[unit]!.filter((_, j) => j !== unit);
  const end = rank === "best" ? Math.max : Math.min;
  return {
    value: end(...row.map(({ value }) => value)),
    lower: end(...row.map(lowerOf)),
    upper: end(...row.map(upperOf)),
    trials: row.reduce((sum, { trials }) => sum + trials, 0),
  };
}
