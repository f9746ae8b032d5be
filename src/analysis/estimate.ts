/** What computing a study takes: counted before anything is computed, never measured by a clock. */
import type { Study } from "../scenario/study.ts";
import { mostTrials, planStudy } from "./run.ts";
import { stepsOf } from "./steps.ts";
import { targetsOf } from "./stopping.ts";

export interface Effort {
  readonly cell: string;
  readonly method: "exact" | "monte-carlo";
  /** Of an exact answer: additions of short whole numbers, about 20 million a second. Left out where there is none. */
  readonly operations?: number;
  /** Of a simulation: at most so many trials, and what they come to in steps, about 50 million a second on one thread. */
  readonly trials: number;
  readonly steps: number;
  /** Whether that is more than some ten seconds' work. */
  readonly isLong: boolean;
}

export const LONG_OPERATIONS = 200_000_000;
export const LONG_STEPS = 500_000_000;

/** The trials after which every chance is as precise as was asked for, whatever it is: an even one takes the most. */
function trialsFor(precision: unknown): number {
  const targets = targetsOf(precision) ?? [];
  const needed = targets.map((target) =>
    "absolute" in target ? (1.96 / target.absolute) ** 2 / 4 : Number.POSITIVE_INFINITY,
  );
  return needed.length === 0 ? Number.POSITIVE_INFINITY : Math.ceil(Math.max(...needed) * LOOKS);
}
/** A run stops at the look after the one that would do. */
const LOOKS = 1.25;

/**
 * What each cell that can be computed will take.
 * @param method as of `run`
 */
export async function estimatesOf(study: Study, method?: "auto" | "exact" | "simulate"): Promise<Effort[]> {
  const trials = Math.min(mostTrials(study, {}), trialsFor(study.precision));
  const planned = await planStudy(study, method);
  return [...planned.values()].map(({ cell, exact, program }) => {
    const bins = program.metrics.reduce((sum, { values }) => sum + values.length, 0);
    const steps = stepsOf(trials, program.blockSize, bins);
    const operations = "operations" in program.exact ? program.exact.operations : undefined;
    return {
      cell: cell.id,
      method: exact ? "exact" : "monte-carlo",
      ...(operations === undefined ? {} : { operations }),
      trials,
      steps,
      isLong: exact ? operations! > LONG_OPERATIONS : steps > LONG_STEPS,
    };
  });
}
