/** The exact answers of a study's cells. */
import { type SolveOptions, solveAll, type ToSolve } from "../engine/solve.ts";
import type { Exact } from "../rule/exact.ts";
import { defined } from "../rulesets/defined.ts";
import type { Study } from "../scenario/study.ts";
import { jobOf, type Planned } from "./planned.ts";
import type { RunSettings } from "./run-settings.ts";

/** By cell; those that a signal cut off are not among them. */
export type Answers = Map<string, readonly Exact[]>;

type AnswerSettings = SolveOptions & Pick<RunSettings, "cache">;

/** Solves every cell that is planned exact. */
export async function answersOf(
  study: Study,
  planned: ReadonlyMap<string, Planned>,
  settings: AnswerSettings,
): Promise<Answers> {
  const cells = [...planned.values()].filter(({ exact }) => exact);
  const answers = await solvedCells(
    cells.map((cell) => ({ job: jobOf(study, cell), program: cell.program })),
    settings,
  );
  return new Map(
    cells.flatMap(({ cell }, i): [string, readonly Exact[]][] => {
      const answer = answers[i];
      return answer === undefined ? [] : [[cell.id, answer]];
    }),
  );
}

/** The answer of each cell, as it is known or solved now; undefined for those that a signal cut off. */
export async function solvedCells(
  cells: readonly ToSolve[],
  { workers, ahead = 0, signal, onSolve, cache }: AnswerSettings,
): Promise<(readonly Exact[] | undefined)[]> {
  const answers: (readonly Exact[] | undefined)[] = [];
  for (const cell of cells) answers.push(await cache?.answer(cell));
  const open = [...cells.keys()].filter((i) => answers[i] === undefined);
  // As much as is known of answers is known of what is played: one edit changes both.
  const left = open.length / Math.max(1, cells.length);
  const kept: Promise<void>[] = [];
  const found = await solveAll(
    open.map((i) => cells[i]!),
    {
      ...defined({ workers, ahead: ahead * left, signal, onSolve }),
      ...(cache ? { onAnswer: (cell, answer) => void kept.push(cache.keepAnswer(cell, answer)) } : {}),
    },
  );
  await Promise.all(kept);
  open.forEach((i, at) => {
    answers[i] = found[at];
  });
  return answers;
}
