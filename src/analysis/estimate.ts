/** What computing a study takes: counted before anything is computed, never measured by a clock. */
import type { Study } from "../scenario/study.ts";
import { workOfGoingFirst } from "./going-first.ts";
import { type PlanSettings, planStudy, trialsFor } from "./planning.ts";
import { LONG, secondsOf, secondsOfAll, workOfCell } from "./work.ts";

export interface Effort {
  readonly cell: string;
  readonly method: "exact" | "monte-carlo";
  /** Of an exact answer: additions of short whole numbers, about 20 million a second. Left out where there is none. */
  readonly operations?: number;
  /** Of a simulation: at most so many trials. */
  readonly trials: number;
  /** What the cell takes of one core, its reports with it. */
  readonly seconds: number;
  /** Whether that is more than some ten seconds. */
  readonly isLong: boolean;
}

/** What each cell that can be computed will take, and all of them with what the program takes by itself, in seconds of one core. */
export interface Efforts {
  readonly cells: readonly Effort[];
  readonly seconds: number;
}

/** @param settings as of `run` */
export async function estimatesOf(study: Study, settings: PlanSettings = {}): Promise<Efforts> {
  const planned = [...(await planStudy(study, settings)).values()];
  const precise = trialsFor(settings.precision ?? study.precision);
  const works = planned.map((own) => workOfCell({ ...own, trials: Math.min(own.trials, precise) }));
  const cells = planned.map(({ cell, exact, program, trials }, i): Effort => {
    const operations = "operations" in program.exact ? program.exact.operations : undefined;
    return {
      cell: cell.id,
      method: exact ? "exact" : "monte-carlo",
      ...(operations === undefined ? {} : { operations }),
      trials: Math.min(trials, precise),
      seconds: Number(secondsOf(works[i]!).toPrecision(3)),
      isLong: works[i]! > LONG,
    };
  });
  return { cells, seconds: secondsOfAll([...works, ...(await workOfGoingFirst(study, planned))]) };
}
