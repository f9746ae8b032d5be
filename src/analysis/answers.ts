/** The exact answers of a study's cells. */
import { type SolveOptions, solveAll } from "../engine/index.ts";
import type { Exact } from "../rule/index.ts";
import type { Study } from "../scenario/study.ts";
import { jobOf, type Planned } from "./planned.ts";

/** By cell; those that a signal cut off are not among them. */
export type Answers = ReadonlyMap<string, readonly Exact[]>;

/** Solves every cell that is planned exact. */
export async function answersOf(
  study: Study,
  planned: ReadonlyMap<string, Planned>,
  { workers, signal, onSolve }: SolveOptions,
): Promise<Answers> {
  const exact = [...planned.values()].filter((cell) => cell.exact);
  const found = await solveAll(
    exact.map((cell) => ({ job: jobOf(study, cell), program: cell.program })),
    { ...(workers === undefined ? {} : { workers }), ...(signal ? { signal } : {}), ...(onSolve ? { onSolve } : {}) },
  );
  return new Map(
    exact.flatMap(({ cell }, i): [string, readonly Exact[]][] => {
      const answer = found[i];
      return answer === undefined ? [] : [[cell.id, answer]];
    }),
  );
}
