/** The health of a simulated cell, from what its run left behind. Which checks are listed depends on what can be known. */
import type { Simulated } from "../engine/played-job.ts";
import { type Program, tallyOffsets } from "../rule/program.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import {
  checkOf,
  dispersionCheck,
  eventsCheck,
  FALSE_ALARM,
  halvesCheck,
  type QualityCheck,
} from "../stats/quality.ts";
import { metricKey } from "./keys.ts";
import type { CellResult } from "./result.ts";

export function qualityOf(
  program: Program,
  simulated: Simulated,
  known: Pick<CellResult, "binding" | "verification"> & { readonly headline: Headline; readonly isPrecise: boolean },
): QualityCheck[] {
  const { tally, trials, trace } = simulated;
  const checks = [
    known.isPrecise ? precisionCheck(simulated, known.binding) : undefined,
    known.verification ? undefined : headlineEvents(program, simulated, known.headline),
    trace?.half
      ? halvesCheck({ counts: trace.half.tally, trials: trace.half.trials }, { counts: tally, trials })
      : undefined,
    trace ? dispersionCheck(trace.blocks) : undefined,
    trace ? streamsCheck(trace.streams) : undefined,
    known.verification ? exactCheck(known.verification) : undefined,
    trace?.repeated ? repeatedCheck(trace.repeated) : undefined,
  ];
  return checks.flatMap((check) => check ?? []);
}

/** In groups of three, as reports write it. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

function precisionCheck({ stoppedBy, trials }: Simulated, binding: CellResult["binding"]): QualityCheck {
  const value = binding ? binding.halfWidth / binding.target : 0;
  const need = binding
    ? `${binding.metric} needs about ${grouped(binding.trialsNeeded)} trials`
    : "more trials are needed";
  return checkOf(
    "precision",
    stoppedBy === "precision",
    value,
    `Stopped after ${grouped(trials)} trials, not by precision: ${need}.`,
    binding ? { metric: binding.metric, statistic: binding.trialsNeeded } : {},
  );
}

/** Every number that the kind headlines: at the last turn, of each target. */
function headlineEvents(program: Program, { tally, trials }: Simulated, headline: Headline): QualityCheck | undefined {
  const offsets = tallyOffsets(program.metrics);
  let fewest: { events: number; what: string } | undefined;
  for (const { metric: name, values } of [headline, ...(headline.also ? [headline.also] : [])]) {
    const last = program.metrics.findLast((metric) => metric.name === name)?.turn;
    program.metrics.forEach((metric, m) => {
      if (metric.name !== name || metric.turn !== last) return;
      const counts = tally.subarray(offsets[m]!, offsets[m + 1]!);
      const events = values === undefined ? trials - Math.max(...counts) : rarer(metric.values, counts, values, trials);
      const what = `${metricKey(metric)}${values === undefined ? "" : `=${values.join("+")}`}`;
      if (fewest === undefined || events < fewest.events) fewest = { events, what };
    });
  }
  return fewest && eventsCheck(fewest.events, fewest.what);
}

function rarer(all: readonly unknown[], counts: Float64Array, wanted: readonly unknown[], trials: number): number {
  const k = counts.reduce((sum, count, i) => (wanted.includes(all[i]) ? sum + count : sum), 0);
  return Math.min(k, trials - k);
}

/** Two blocks that drew the same numbers are one block counted twice. */
function streamsCheck({ blocks, shared, idle }: NonNullable<Simulated["trace"]>["streams"]): QualityCheck | undefined {
  if (blocks < 2) return undefined;
  const odd = shared?.[0] ?? idle;
  const what = `Block ${odd} drew the numbers of ${shared ? `block ${shared[1]}` : "another"}`;
  return checkOf(
    "streams",
    odd === undefined,
    odd === undefined ? 0 : 1,
    `${what}, so trials were counted twice: please report this as a bug.`,
    { statistic: odd ?? blocks },
  );
}

const exactCheck = ({ verdict, pValue, metric }: NonNullable<CellResult["verification"]>): QualityCheck =>
  checkOf(
    "exact",
    verdict === "agree",
    pValue,
    `${metric} does not agree with the exact answer (threshold ${FALSE_ALARM}): please report this as a bug.`,
    { metric },
  );

function repeatedCheck({ blocks, unlike }: NonNullable<NonNullable<Simulated["trace"]>["repeated"]>): QualityCheck {
  const what = `Of ${blocks} repeated blocks, those from ${unlike} on did not count the same`;
  return checkOf(
    "repeated",
    unlike === undefined,
    unlike === undefined ? 1 : 0,
    `${what}: please report this as a bug.`,
    unlike === undefined ? {} : { statistic: unlike },
  );
}
