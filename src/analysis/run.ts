import type { JobPlan, Simulated } from "../engine/played-job.ts";
import { giveWay } from "../rule/event-loop.ts";
import { type Exact, isFraction, probabilitiesOf } from "../rule/exact.ts";
import { JOINT } from "../rule/joint.ts";
import { type Metric, type Program, tallyOffsets } from "../rule/program.ts";
import { defined } from "../rulesets/defined.ts";
import { said } from "../rulesets/said.ts";
import { scenarioHash } from "../scenario/hash.ts";
import { messageOf } from "../scenario/problem.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { agreementOfAll } from "../stats/agreement.ts";
import { type AnytimeIntervals, FIXED } from "../stats/guarantee.ts";
import { limitsReady } from "../stats/library.ts";
import type { PrecisionTarget } from "../stats/precision.ts";
import { type Answers, answersOf } from "./answers.ts";
import { checkSettings } from "./check-settings.ts";
import { tellWork } from "./estimate.ts";
import { fieldGoals, fieldItems } from "./field-goals.ts";
import { checkGoals, goalResults } from "./goals.ts";
import { withGoingFirst } from "./going-first.ts";
import { headOf } from "./head.ts";
import { jobOf, type Planned } from "./planned.ts";
import { planStudy } from "./planning.ts";
import { playJobs } from "./play-jobs.ts";
import { type LimitedValue, sidedWorths } from "./points.ts";
import { qualityOf } from "./quality.ts";
import type { Bought, CellResult, MetricResult, Result, Verification } from "./result.ts";
import { ruleIdsOf } from "./rule-ids.ts";
import type { RunSettings, Threads } from "./run-settings.ts";
import { SettingError } from "./setting-error.ts";
import { withShares } from "./shares.ts";
import { bindingOf, countsOf, follow, perMetric, stopOf, targetsFor } from "./stopping.ts";
import { exactMetric, metricWhenRead, simulatedMetric } from "./summarise.ts";
import { withUnseen } from "./unseen.ts";
import { workOfTrials } from "./work.ts";

export type { RunSettings, Threads } from "./run-settings.ts";
export { SettingError };

/**
 * Computes every cell of a study. The result does not depend on `workers`, nor on what machine it runs.
 * @throws SettingError for what is no study, an unknown setting, and a value that cannot be meant
 */
export async function run(study: Study, settings: RunSettings = {}): Promise<Result> {
  checkSettings("run", [study], settings);
  return runAs(study, settings);
}

/** Why some runs have no shares. */
export const ALONE = said`a share of a run has a number of trials to share: give --trials; --precision and --guarantee anytime look at the whole`;

/** `run` with settings that have been checked. */
export async function runAs(study: Study, settings: RunSettings): Promise<Result> {
  const planned = await planStudy(study, settings);
  if (!settings.signal?.aborted) {
    checkGoals(study, planned);
    await fieldItems(study);
  }
  const targets = targetsFor(study, [...planned.values()], settings);
  const simulated = [...planned.values()].filter(({ exact }) => !exact || settings.verify);
  if (simulated.length > 0) await limitsReady();
  const anytimeById = new Map(
    settings.guarantee === "anytime" ? simulated.map((each) => [each.cell.id, follow(each, each.trials)]) : [],
  );
  if (settings.share && (targets !== undefined || anytimeById.size > 0)) throw new SettingError(ALONE);
  await tellWork([study], [planned], settings);
  if (settings.workers) scenarioHash(study).catch(() => {}); // made, and kept, while threads are at work
  const ahead = simulated.reduce((sum, { program, trials }) => sum + workOfTrials(program, trials), 0);
  const answers = settings.share ? new Map() : await answersOf(study, planned, { ...settings, ahead });
  const tallies = await tallyAll(study, simulated, targets, settings, anytimeById);
  const command = settings.command ?? `crible run ${study.file}`;
  return resultOf(study, planned, answers, tallies, command, settings, targets, anytimeById);
}

/** Outcomes of all cells together that a run which was ended still tells and writes: less than a second's work. */
export const MOST_WHEN_CUT = 20_000;
const valuesOf = (cells: readonly Planned[]): number =>
  cells.reduce((sum, { program }) => program.metrics.reduce((all, { values }) => all + values.length, sum), 0);
export const outcomesIn = (cells: readonly CellResult[]): number =>
  cells.reduce((sum, { metrics = [] }) => metrics.reduce((all, { outcomes }) => all + outcomes.length, sum), 0);

/** A run was ended with more in so many cells than is told of one. */
export class LeftUntold extends Error {
  override readonly name = "LeftUntold";
  readonly cells: number;

  constructor(cells: number) {
    super(`${cells} cells were left untold`);
    this.cells = cells;
  }
}

/**
 * The result of a study whose cells are solved where they are planned exact, and else have been played.
 * @param answers are taken out, as `tallies` are, cell by cell
 * @throws LeftUntold where the settings allow it
 */
export async function resultOf(
  study: Study,
  planned: ReadonlyMap<string, Planned>,
  answers: Answers,
  tallies: Map<string, Simulated>,
  command: string,
  settings: Threads,
  targets?: readonly PrecisionTarget[],
  anytimeById?: ReadonlyMap<string, AnytimeIntervals>,
): Promise<Result> {
  const isReached = ({ id }: Cell) => {
    const plan = planned.get(id);
    return plan !== undefined && (plan.exact ? answers.has(id) : isPlayed(tallies.get(id)!));
  };
  const unreached = new Set(
    study.cells.flatMap((cell) => ("profile" in cell.outcome && !isReached(cell) ? cell.id : [])),
  );
  const isCut =
    unreached.size > 0 ||
    [...tallies.values()].some(({ stoppedBy }) => stoppedBy === "interrupt" || stoppedBy === "fault");
  const reached = study.cells.filter(isReached).map(({ id }) => planned.get(id)!);
  if (settings.mayLeave && settings.signal?.aborted && valuesOf(reached) > MOST_WHEN_CUT)
    throw new LeftUntold(reached.length);
  const found: CellResult[] = [];
  let outcomes = 0;
  for (const cell of study.cells) {
    // Nobody who ends a run waits for reports of thousands of cells.
    if (settings.signal?.aborted && outcomes > MOST_WHEN_CUT) {
      if ("profile" in cell.outcome) unreached.add(cell.id);
      continue;
    }
    const { whenRead } = settings;
    const made = [cellResult(cell, { planned, answers, tallies, targets, anytimeById: anytimeById, whenRead })].flat();
    const told = whenRead ? 0 : outcomesIn(made);
    // What a cell rests on goes when it is told.
    answers.delete(cell.id);
    tallies.delete(cell.id);
    found.push(...made);
    outcomes += told;
    await giveWay();
  }
  const unplanned = study.cells.flatMap(({ outcome, joints: _, ...head }) =>
    "profile" in outcome && !planned.has(head.id) ? { ...head, assumptions: outcome.assumptions } : [],
  );
  // Of what was not played they are inconclusive.
  const goals = [...goalResults(study.goals, found, unplanned), ...(await fieldGoals(study, found))];
  const cells = found.filter(({ id }) => !unreached.has(id));
  const result: Result = {
    ...headOf(study),
    scenario: await scenarioHash(study),
    ruleIds: await ruleIdsOf({ ...study, cells: study.cells.filter(({ id }) => !unreached.has(id)) }),
    ...(isCut || unreached.size > 0 ? { partial: true } : {}),
    ...(unreached.size > 0 ? { unreached: [...unreached] } : {}),
    command,
    unitLabels: Object.fromEntries(study.unitLabels),
    warnings: study.warnings.map(messageOf),
    ...(goals.length === 0 ? {} : { goals }),
    cells,
  };
  if (settings.probes === false) return result;
  let beside = result.cells;
  if (settings.probes !== "unseen") {
    const { withRolls } = await import("./rolls.ts");
    const rolled = await withRolls(study, await withWorth(study, result));
    beside = await withShares(study, await withGoingFirst(study, rolled, settings));
  }
  const isAsked = beside.some(({ method, metrics }) => method === "monte-carlo" && metrics?.at(-1)?.name === JOINT);
  const seldom = isAsked ? await (await import("./rare.ts")).withRare(study, beside, planned, settings) : beside;
  return { ...result, cells: await withUnseen(study, seldom, planned, settings) };
}

/** Cells with what the points of either side buy, where the file gives points and the kind counts losses. */
async function withWorth(study: Study, result: Result): Promise<readonly CellResult[]> {
  const bySide = new Map<string, LimitedValue>(); // the first of a side is the whole of it
  const { worths, silent } = await sidedWorths(study, result);
  for (const { cell, side, killsPer100 } of worths) {
    const key = JSON.stringify([side, cell]);
    if (killsPer100 !== undefined && !bySide.has(key)) bySide.set(key, killsPer100);
  }
  return result.cells.map((cell) => {
    const killsOf = (side: "attacker" | "defender") => bySide.get(JSON.stringify([side, cell.id]));
    const [attacker, defender] = [killsOf("attacker"), killsOf("defender")];
    const reason = cell.point && silent.find(({ cell: id }) => id === cell.id)?.reason;
    return {
      ...cell,
      ...(attacker && { worth: worthOf(attacker) }),
      // A side that takes nobody out has nothing to say here; of who attacks that is said.
      ...(defender && defender.value > 0 && { worthOfDefender: worthOf(defender) }),
      ...(reason && { silent: reason }),
    };
  });
}

function worthOf({ value, lower, upper }: LimitedValue): Bought {
  // Beyond a million points it is no price that anybody pays.
  const pointsPer = (kills = 0) => (kills >= 1e-4 ? 100 / kills : undefined);
  const kills = { killsPer100: value, ...defined({ pointsPerKill: pointsPer(value) }) };
  const limits = { killsPer100Lower: lower, killsPer100Upper: upper, pointsPerKillLower: pointsPer(upper) };
  return Object.assign(kills, defined({ ...limits, pointsPerKillUpper: pointsPer(lower) }));
}

/** Whether an interrupted run has come to a simulated cell. */
const isPlayed = ({ trials, stoppedBy }: Simulated): boolean => trials > 0 || stoppedBy !== "interrupt";

/** What cells rest on, by id. */
interface FoundOut {
  readonly planned: ReadonlyMap<string, Planned>;
  readonly answers: ReadonlyMap<string, readonly Exact[]>;
  readonly tallies: ReadonlyMap<string, Simulated>;
  readonly targets?: readonly PrecisionTarget[] | undefined;
  readonly anytimeById?: ReadonlyMap<string, AnytimeIntervals> | undefined;
  readonly whenRead?: boolean | undefined;
}

/** Every cell of a study: from its answer where it is planned exact (left out without one), else from its tally. */
export async function cellResults(study: Study, computed: FoundOut): Promise<CellResult[]> {
  const found: CellResult[] = [];
  for (const cell of study.cells) {
    await giveWay();
    found.push(...[cellResult(cell, computed)].flat());
  }
  return found;
}

function cellResult(cell: Cell, computed: FoundOut): CellResult | CellResult[] {
  const { planned, answers, tallies, targets, anytimeById, whenRead } = computed;
  const summed = (metric: Metric, make: () => MetricResult) => (whenRead ? metricWhenRead(metric, make) : make());
  const { outcome, joints: _, ...head } = cell;
  if ("statement" in outcome) return { ...head, assumptions: [], statement: outcome.statement };
  if ("notBuilt" in outcome) return { ...head, assumptions: [], notBuilt: outcome.notBuilt };
  const never = outcome.never?.map(({ warning: _, ...one }) => one);
  const found = { ...head, assumptions: outcome.assumptions, ...(never === undefined ? {} : { never }) };
  const plan = planned.get(cell.id);
  if (plan === undefined) return [];
  const { program, exact, note, headline } = plan;
  const tally = tallies.get(cell.id);
  const noted: Pick<CellResult, "note" | "fault"> = defined({ note, fault: tally?.fault });
  const quality = (known: Pick<CellResult, "binding" | "verification">): Pick<CellResult, "quality"> =>
    tally?.trace && tally.trials > 0
      ? { quality: qualityOf(program, tally, { headline, isPrecise: targets !== undefined, ...known }) }
      : {};
  if (exact) {
    const answer = answers.get(cell.id);
    if (answer === undefined) return [];
    const isVerified = tally !== undefined && tally.trials > 0 && tally.fault === undefined;
    const verification = isVerified ? { verification: verified(program, answer, tally) } : {};
    return {
      ...found,
      method: "exact",
      trials: 0,
      stoppedBy: "exact",
      ...noted,
      metrics: program.metrics.map((metric, m) => summed(metric, () => exactMetric(metric, answer[m]!))),
      ...verification,
      ...(isVerified ? quality(verification) : {}),
    };
  }
  if (tally!.fault !== undefined) return { ...found, ...noted };
  const anytime = anytimeById?.get(cell.id);
  const parts = perMetric(program, tally!.tally);
  anytime?.look(countsOf(parts), tally!.trials);
  const intervals = anytime ?? FIXED;
  const binding = bindingOf(program, tally!, targets, intervals);
  return {
    ...found,
    method: "monte-carlo",
    trials: tally!.trials,
    stoppedBy: tally!.stoppedBy as NonNullable<CellResult["stoppedBy"]>, // a fault has no metrics, and went above
    guarantee: anytime ? "anytime" : "fixed",
    ...noted,
    ...binding,
    ...quality(binding),
    metrics: parts.map(({ metric, counts }, m) =>
      summed(metric, () => simulatedMetric(metric, counts, tally!.trials, m, intervals)),
    ),
  };
}

/** How a cell is simulated by itself. */
export const simulationOf = (
  program: Program,
  trials: number,
  targets: readonly PrecisionTarget[] | undefined,
  anytime?: AnytimeIntervals,
): JobPlan => ({
  blockSize: program.blockSize,
  work: workOfTrials(program, trials),
  bins: tallyOffsets(program.metrics).at(-1)!,
  trials,
  sums: tallyOffsets(program.metrics),
  ...stopOf(program, targets, anytime),
});

async function tallyAll(
  study: Study,
  cells: readonly Planned[],
  targets: readonly PrecisionTarget[] | undefined,
  settings: RunSettings,
  anytimeById: ReadonlyMap<string, AnytimeIntervals>,
): Promise<Map<string, Simulated>> {
  const jobs = cells.map((planned) => jobOf(study, planned));
  const plans = cells.map(({ cell, program, trials }) => ({
    ...simulationOf(program, trials, targets, anytimeById.get(cell.id)),
    ...(settings.verify ? { repeat: true } : {}),
  }));
  const names = cells.map(({ cell, program }) => ({ cell: cell.id, program }));
  const results = await playJobs(jobs, plans, names, settings.command ?? `crible run ${study.file}`, settings);
  return new Map(results.map((result, i) => [cells[i]!.cell.id, result]));
}

/** The exact answer referees the simulation: a test of each metric, and what they say together. */
function verified(program: Program, answers: readonly Exact[], { tally, trials }: Simulated): Verification {
  const { pValue, verdict, worst } = agreementOfAll(
    perMetric(program, tally).map(({ metric: { values }, counts }, m) => {
      const answer = answers[m]!;
      const weights = isFraction(answer) ? answer.weights : [...probabilitiesOf(answer)];
      return { observed: { values, counts: [...counts] }, exact: { values, weights } };
    }),
  );
  return { trials, verdict, pValue, metric: program.metrics[worst]!.name };
}
