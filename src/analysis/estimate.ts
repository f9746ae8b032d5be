/** What computing a study takes: counted before anything is computed, never measured by a clock. */
import type { Study } from "../scenario/study.ts";
import { checkGoals } from "./goals.ts";
import { workOfGoingFirst } from "./going-first.ts";
import type { Planned } from "./planned.ts";
import { type PlanSettings, planStudy, trialsFor } from "./planning.ts";
import type { RunSettings } from "./run-settings.ts";
import { workOfUnseen } from "./unseen.ts";
import { LONG, secondsOf, secondsOfAll, workOfCell, workOfTrials } from "./work.ts";

export interface Effort {
  readonly cell: string;
  /** Left out where it was not found out. */
  readonly method?: "exact" | "monte-carlo";
  /** Of an exact answer: additions of short whole numbers, about 20 million a second. Left out where there is none. */
  readonly operations?: number;
  /** Of a simulation: at most so many trials; 0 of an exact answer. */
  readonly trials: number;
  /** What the cell takes of one core, its reports with it. */
  readonly seconds: number;
  /** Whether that is more than some ten seconds. */
  readonly isLong: boolean;
}

/**
 * What each cell that can be computed will take, and all of them with what the program takes by itself, in seconds of
 * one core.
 */
export interface Efforts {
  readonly cells: readonly Effort[];
  readonly seconds: number;
}

/** Cells beyond which reports say little of each. */
const MANY = 100;

type EstimateSettings = PlanSettings & Pick<RunSettings, "verify" | "probes">;

/** Operations of each cell, and of what is said beside all of them. @param inPairs cells that are played in pairs */
async function worksOf(
  study: Study,
  planned: readonly Planned[],
  settings: EstimateSettings,
  inPairs?: ReadonlySet<Planned>,
) {
  const precise = trialsFor(settings.precision ?? study.precision);
  const cells = planned.map((each) => {
    const { program, exact } = each;
    const trials = exact && !settings.verify ? 0 : Math.min(each.trials, precise);
    const checked = exact && trials > 0 ? workOfTrials(program, trials) : 0;
    return workOfCell({ program, exact, trials }, inPairs?.has(each), planned.length > MANY) + checked;
  });
  if (settings.probes === false) return { cells, beside: [] };
  const fights = settings.probes === "unseen" ? [] : await workOfGoingFirst(study, planned);
  return { cells, beside: [await workOfUnseen(study, planned), ...fights] };
}

/** Tells what computing all of some studies takes. @param inPairs cells that are played in pairs */
export async function tellWork(
  studies: readonly Study[],
  planned: readonly ReadonlyMap<string, Planned>[],
  settings: EstimateSettings & Pick<RunSettings, "onWork">,
  inPairs?: ReadonlySet<Planned>,
): Promise<void> {
  if (settings.onWork === undefined) return;
  const works = await Promise.all(
    studies.map((study, i) => worksOf(study, [...planned[i]!.values()], settings, inPairs)),
  );
  settings.onWork(secondsOfAll(works.flatMap(({ cells, beside }) => [...cells, ...beside])));
}

/** @param settings as of `run`. @throws ScenarioError for goals that a run refuses */
export async function estimatesOf(study: Study, settings: EstimateSettings = {}): Promise<Efforts> {
  const plannedById = await planStudy(study, settings);
  checkGoals(study, plannedById);
  const planned = [...plannedById.values()];
  const precise = trialsFor(settings.precision ?? study.precision);
  const works = await worksOf(study, planned, settings);
  const cells = planned.map((each, i): Effort => {
    const { cell, exact, program } = each;
    const operations = "operations" in program.exact ? program.exact.operations : undefined;
    return {
      cell: cell.id,
      ...("isOpen" in program.exact ? {} : { method: exact ? "exact" : "monte-carlo" }),
      ...(operations === undefined ? {} : { operations }),
      trials: exact ? 0 : Math.min(each.trials, precise),
      seconds: Number(secondsOf(works.cells[i]!).toPrecision(3)),
      isLong: works.cells[i]! > LONG,
    };
  });
  return { cells, seconds: secondsOfAll([...works.cells, ...works.beside]) };
}
