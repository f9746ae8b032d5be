/** One trial of a run, played again and told. */

import { pooledRunner } from "../engine/lazy-pool.ts";
import { inProcessRunner } from "../engine/runner.ts";
import { simulate } from "../engine/simulate.ts";
import { firstTrialIn, placeOf, type TrialPlace, toTell } from "../engine/trial.ts";
import { wordsOf } from "../rule/identifier.ts";
import type { Sentence } from "../rule/message.ts";
import { type Metric, type Program, tallyOffsets } from "../rule/program.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { type ToldEntry, tellingOf } from "../rulesets/ruleset.ts";
import { type Said, said } from "../rulesets/said.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { sampleQuantile } from "../stats/quantiles.ts";
import { headOf } from "./head.ts";
import { jobOf } from "./planned.ts";
import { defaultTrials, PRECISION_TRIALS, planStudy } from "./planning.ts";
import type { RunSettings } from "./run-settings.ts";
import { SettingError } from "./setting-error.ts";

export interface ReplaySettings extends Pick<RunSettings, "trials" | "workers" | "command" | "signal" | "onProgress"> {
  /** The trial to tell, counted from 1. Default 1. */
  readonly trial?: number;
  /** Instead: a trial at this percentile, 0 to 100, of the main metric. */
  readonly percentile?: number;
  /** When the value at the percentile is known: the trial is then played again at one go, deaf to the signal. */
  readonly onFound?: () => void;
}

/** What the trial counted for in one metric. */
export interface TrialValue extends Omit<Metric, "values"> {
  readonly value: number | string;
}

/** A trial of a cell, told. Plain data. */
export interface Replay extends ReturnType<typeof headOf> {
  readonly command: string;
  readonly unitLabels: Readonly<Record<string, string>>;
  readonly cell: Omit<Cell, "outcome">;
  readonly assumptions: readonly string[];
  /** Counted from 1, of so many. */
  readonly trial: number;
  readonly trials: number;
  /** The block it is in, and its place there, both counted from 0. */
  readonly block: number;
  readonly place: number;
  /** How it was found: the percentile, and the value of the main metric there. */
  readonly found?: TrialValue & { readonly percentile: number };
  readonly result: readonly TrialValue[];
  readonly entries: readonly ToldEntry[];
  /** The dice are one way in which what was drawn may have come about. */
  readonly oneOfMany: boolean;
}

/** The rules forbid what the cell asks. */
export interface Forbidden {
  readonly cell: Omit<Cell, "outcome">;
  readonly statement: { readonly rule: string; readonly text: Sentence };
}

const where = ({ values: _, ...rest }: Metric) => rest;
const numberOf = (value: number, what: Said, least: number, most: number) => {
  if (!(Number.isFinite(value) && value >= least && value <= most))
    throw new SettingError(said`${what} is a number from ${least} to ${most}`);
};

/**
 * Tells one trial of one cell. The trial is that of `run` with the same seed and trials.
 * @throws SettingError when the run has no such trial, or nothing tells its kind
 */
export async function replay(study: Study, cellId: string, settings: ReplaySettings = {}): Promise<Replay | Forbidden> {
  const cell = study.cells.find(({ id }) => id === cellId);
  if (cell === undefined) throw new SettingError(said`there is no cell "${cellId}"`);
  const { outcome, joints: _, ...head } = cell; // a joint question plays other trials
  if ("statement" in outcome) return { cell: head, statement: outcome.statement };
  if ("notBuilt" in outcome) throw new SettingError(outcome.notBuilt);
  const { kinds } = await loadRuleset(study.ruleset);
  const kind = kinds[cell.kind]!;
  const planned = (await planStudy({ ...study, cells: [{ ...head, outcome }] }, { method: "simulate" })).get(cell.id)!;
  const { program } = planned;
  const job = jobOf(study, planned);
  const known = settings.trials ?? study.trials;
  const trials = known ?? (study.precision === undefined ? defaultTrials(program) : PRECISION_TRIALS);
  const { percentile } = settings;
  if (percentile !== undefined) numberOf(percentile, said`a percentile`, 0, 100);
  const found =
    percentile === undefined
      ? undefined
      : await atPercentile(job, program, percentile, known ?? defaultTrials(program), settings);
  const trial = found?.trial ?? settings.trial ?? 1;
  if (!Number.isInteger(trial) || trial < 1) throw new SettingError(said`a trial is a whole number from 1`);
  if (trial > trials) throw new SettingError(said`there is no trial ${trial}: the run has ${trials}, counted from 1`);
  const at: TrialPlace = placeOf(trial - 1, trials, program.blockSize);
  const label = (name: string) => wordsOf(study.unitLabels.get(name) ?? name);
  const telling = tellingOf(kind, outcome.profile, {
    ...toTell(job, at),
    attacker: label(cell.attacker),
    defender: label(cell.defender),
    label,
  });
  return {
    ...headOf(study),
    command: settings.command ?? `crible replay ${study.file} --cell ${cell.id} --trial ${trial}`,
    unitLabels: Object.fromEntries(study.unitLabels),
    cell: head,
    assumptions: outcome.assumptions,
    trial,
    trials,
    block: at.block,
    place: at.trial,
    ...(found ? { found: found.found } : {}),
    result: program.metrics.map((metric, m) => ({ ...where(metric), value: metric.values[telling.bins[m]!]! })),
    entries: telling.entries,
    oneOfMany: telling.oneOfMany,
  };
}

/** The first trial whose main metric (of the last turn) has the value at a percentile of the run. */
async function atPercentile(
  job: ReturnType<typeof jobOf>,
  program: Program,
  percentile: number,
  trials: number,
  { workers = 0, signal, onProgress, onFound, command = "crible replay" }: ReplaySettings,
) {
  const { metrics, blockSize } = program;
  const offsets = tallyOffsets(metrics);
  const main = metrics.findLastIndex(({ name }) => name === metrics[0]!.name);
  const runner = workers > 0 ? await pooledRunner([job], { workers, command }) : inProcessRunner([job], command);
  try {
    const [simulated] = await simulate(runner, [{ blockSize, bins: offsets.at(-1)!, trials }], {
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress: (progress) => onProgress({ ...progress, cell: job.cell, program }) } : {}),
    });
    if (simulated!.stoppedBy === "interrupt") throw new SettingError(said`interrupted while looking for the trial`);
    onFound?.();
    const counts = [...simulated!.tally.subarray(offsets[main]!, offsets[main + 1]!)];
    // Words stand in the order in which the metric lists them.
    const bin = sampleQuantile([...counts.keys()], counts, percentile / 100)!;
    const metric = metrics[main]!;
    return {
      trial: 1 + firstTrialIn(job, program, offsets[main]! + bin, trials),
      found: { ...where(metric), percentile, value: metric.values[bin]! },
    };
  } finally {
    await runner.close();
  }
}
