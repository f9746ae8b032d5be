/** Joint questions of a study, held against what its cells measure. */
import type { Joint } from "../rule/joint.ts";
import type { Program } from "../rule/program.ts";
import { boundJoint } from "../scenario/joint.ts";
import { distinct, type Problem, ScenarioError } from "../scenario/problem.ts";
import type { Cell } from "../scenario/study.ts";

/** How far a question is from fitting: the faults it has, those least that a typing error would explain. */
const unlikeness = (faults: readonly Problem[] = []): number =>
  faults.length === 0
    ? Infinity
    : faults.reduce((sum, { hint }) => sum + (hint?.startsWith("did you mean") ? 1 : 2), 0);

/**
 * The questions of each cell, by its id. One from the command line is asked of every cell that has its metrics.
 * @throws ScenarioError for a question that its cell, or no cell at all, can answer
 */
export function jointsOf(cells: readonly { readonly cell: Cell; readonly program: Program }[]): Map<string, Joint[]> {
  const joints = new Map<string, Joint[]>();
  const problems: Problem[] = [];
  /** What is wrong with a question of the command line where it does not fit; gone once it fits somewhere. */
  const unfit = new Map<string, readonly Problem[]>();
  const fitting = new Set<string>();
  for (const { cell, program } of cells)
    for (const question of cell.joints ?? []) {
      const bound = boundJoint(question, program.metrics);
      if (!Array.isArray(bound)) {
        fitting.add(question.text);
        joints.set(cell.id, [...(joints.get(cell.id) ?? []), { text: question.text, holds: bound as Joint["holds"] }]);
      } else if (!question.everywhere) problems.push(...bound);
      else if (unlikeness(bound) < unlikeness(unfit.get(question.text))) unfit.set(question.text, bound);
    }
  for (const [text, faults] of unfit) if (!fitting.has(text)) problems.push(...faults);
  if (problems.length === 0) return joints;
  throw new ScenarioError(distinct(problems));
}
