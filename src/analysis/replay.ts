/** One trial of a run, played again and told. */

import { pooledRunner } from "../engine/lazy-pool.ts";
import { inProcessRunner } from "../engine/runner.ts";
import { simulate } from "../engine/simulate.ts";
import { firstTrialIn, placeOf, type TrialPlace, toTell } from "../engine/trial.ts";
import { wordsOf } from "../rule/identifier.ts";
import type { Sentence } from "../rule/message.ts";
import { type Metric, type Program, tallyOffsets } from "../rule/program.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { type Kind, type ToldEntry, tellingOf } from "../rulesets/ruleset.ts";
import { said } from "../rulesets/said.ts";
import type { Cell, Study } from "../scenario/study.ts";
import { sampleQuantile } from "../stats/quantiles.ts";
import { headOf } from "./head.ts";
import { checkMeasures, counterOf, type Measure, measureText, metricOf } from "./measure.ts";
import { jobOf } from "./planned.ts";
import { defaultTrials, PRECISION_TRIALS, planStudy } from "./planning.ts";
import type { CellResult } from "./result.ts";
import type { RunSettings } from "./run-settings.ts";
import { SettingError } from "./setting-error.ts";

export interface ReplaySettings extends Pick<RunSettings, "trials" | "workers" | "command" | "signal" | "onProgress"> {
  /** The trial to tell, counted from 1. Default 1. */
  readonly trial?: number;
  /** Instead: a trial at this percentile, 0 to 100, of a metric. */
  readonly percentile?: number;
  /** Which metric; of a fight what the defender loses, else the main one, unless given. */
  readonly metric?: Measure;
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
  /** How it was found: the percentile, and the value of the metric there. */
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
  if (percentile !== undefined && !(percentile >= 0 && percentile <= 100))
    throw new SettingError(said`a percentile is a number from 0 to 100`);
  const searched = { ...settings, trials: known ?? defaultTrials(program) };
  const found =
    percentile === undefined
      ? undefined
      : await atPercentile(job, program, percentile, placeIn(kind, program, settings.metric), searched);
  const trial = found?.trial ?? settings.trial ?? 1;
  if (!Number.isInteger(trial) || trial < 1)
    throw new SettingError(said`a trial is a whole number, from 1 to the trials of the run`);
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

/** The place of the metric that is asked for; of a fight of what it costs, for who has won says little; else the main one. */
function placeIn({ winner, losses }: Kind, { metrics }: Program, asked?: Measure): number {
  if (asked && counterOf(asked))
    throw new SettingError(said`${measureText(asked)} is a chance, and a percentile is of ${asked.metric}`);
  const metric = metrics[0]!.name;
  const lost = metric === winner ? (losses?.defender ?? losses?.attacker) : undefined;
  const measure: Measure = asked ?? lost ?? { metric };
  checkMeasures([{ metrics: metrics.map((one) => ({ ...one, outcomes: [] })) } as unknown as CellResult], [measure]);
  return metrics.indexOf(metricOf({ metrics }, measure)!);
}

/** The first trial in which a metric has the value at a percentile of the run. */
async function atPercentile(
  job: ReturnType<typeof jobOf>,
  program: Program,
  percentile: number,
  main: number,
  { trials = 0, workers = 0, signal, onProgress, onFound, command = "crible replay" }: ReplaySettings,
) {
  const { metrics, blockSize } = program;
  const offsets = tallyOffsets(metrics);
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
