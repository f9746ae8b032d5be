/** Cells that are to be compared, played trial by trial on the same dice (common random numbers). */

import { PAIRED_BLOCK, type PairedJob, type PairedReading, pairedLayout } from "../engine/paired.ts";
import type { JobPlan, Simulated } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { type Metric, tallyOffsets } from "../rule/program.ts";
import { carried } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { resolveSeed } from "../scenario/seed.ts";
import type { Study } from "../scenario/study.ts";
import { ratio as ratioOf } from "../stats/integers.ts";
import { limitsReady } from "../stats/library.ts";
import { lookSchedule } from "../stats/looks.ts";
import { rangeOf } from "../stats/mean-limits.ts";
import { contrastOfPairedChances, contrastOfPairedMeans, type PairedSample } from "../stats/paired.ts";
import { decide, type PrecisionTarget } from "../stats/precision.ts";
import { type Answers, answersOf } from "./answers.ts";
import { checkSettings } from "./check-settings.ts";
import { tellWork } from "./estimate.ts";
import { counterOf, headlinesOf, type Measure, measuresBeside, metricOf, nameOf, possibleMeasures } from "./measure.ts";
import { type Apart, commonOf, type Member, type PairedGroup, type Pairing, UNPAIRED } from "./pairing.ts";
import { jobOf, type Planned } from "./planned.ts";
import { planStudy } from "./planning.ts";
import { playJobs } from "./play-jobs.ts";
import type { Result } from "./result.ts";
import { ALONE, type RunSettings, resultOf, runAs, SettingError, simulationOf } from "./run.ts";
import { targetsFor } from "./stopping.ts";
import { workOfTrials } from "./work.ts";

export interface PairedSettings extends Omit<RunSettings, "verify"> {
  /** What tells the cells apart that share their luck. */
  readonly apart: Apart;
  /** What is to be compared; what sums up each kind when left out. */
  readonly measures?: readonly Measure[];
}

export interface PairedResults {
  /** One per study. */
  readonly results: readonly Result[];
  readonly pairing: Pairing;
}

/** A simulated cell. */
interface SimulatedMember extends Member {
  readonly planned: Planned;
}

/** One measure of a group: which of its cells have it, and how it is read off each. */
interface AskedMeasure {
  readonly measure: Measure;
  readonly text: string;
  readonly isChance: boolean;
  /** It stands beside what is asked: how precise it becomes decides nothing. */
  readonly isBeside: boolean;
  readonly members: readonly Member[];
  readonly metrics: readonly Metric[];
  readonly readings: readonly PairedReading[];
}

interface GroupAsked {
  readonly common: string;
  readonly cells: readonly SimulatedMember[];
  readonly asked: readonly AskedMeasure[];
}

/**
 * Computes one study, or two to be compared. Cells that have everything but `apart` in common and are all simulated play
 * each trial on the same dice; everything else is computed as `run` does. With a precision, a group stops when the
 * difference of each cell to its first one is that precise. The result does not depend on `workers`.
 */
export async function runPaired(studies: readonly Study[], settings: PairedSettings): Promise<PairedResults> {
  checkSettings("runPaired", studies, settings);
  const [first] = studies as readonly [Study];
  await limitsReady();
  const planned = await Promise.all(studies.map((study) => planStudy(study, { ...settings, isPaired: true })));
  const cells = planned.flatMap((ofStudy) => [...ofStudy.values()]);
  const targets = targetsFor(first, cells, settings);

  const simulated = planned.flatMap((ofStudy, study): SimulatedMember[] =>
    [...ofStudy.values()].filter(({ exact }) => !exact).map((one) => ({ study, id: one.cell.id, planned: one })),
  );
  const groups = await groupsOf(simulated, first.ruleset, settings);
  const paired = new Set(groups.flatMap(({ cells }) => cells));
  const alone = simulated.filter((cell) => !paired.has(cell));
  const inPairs = new Set([...paired].map(({ planned }) => planned));
  const trialsOf = (cells: readonly SimulatedMember[]): number =>
    Math.min(...cells.map(({ planned: { trials } }) => trials));

  const jobs: AnyJob[] = [
    ...groups.map((group) => pairedJobOf(group, studies)),
    ...alone.map((cell) => jobOf(studies[cell.study]!, cell.planned)),
  ];
  const plans: JobPlan[] = [
    ...groups.map((group) => pairedPlanOf(group, trialsOf(group.cells), targets)),
    ...alone.map((cell) => simulationOf(cell.planned.program, trialsOf([cell]), targets)),
  ];
  const names = [
    ...groups.map(({ common, cells }) => ({ cell: common, program: cells[0]!.planned.program })),
    ...alone.map(({ id, planned: { program } }) => ({ cell: id, program })),
  ];
  await tellWork(studies, planned, settings, inPairs);
  const command = settings.command ?? `crible run ${first.file}`;
  if (settings.share && targets !== undefined) throw new SettingError(ALONE);
  const answers: Answers[] = [];
  for (const [s, study] of studies.entries())
    answers.push(settings.share ? new Map() : await answersOf(study, planned[s]!, settings));
  const played = await playJobs(jobs, plans, names, command, settings);

  const tallies = studies.map(() => new Map<string, Simulated>());
  groups.forEach((group, g) => {
    const { tallies: at } = layoutOf(group);
    group.cells.forEach(({ study, id }, c) => void tallies[study]!.set(id, partOf(played[g]!, at[c]!, at[c + 1]!)));
  });
  alone.forEach(({ study, id }, i) => void tallies[study]!.set(id, played[groups.length + i]!));
  const results: Result[] = [];
  for (const [s, study] of studies.entries())
    results.push(await resultOf(study, planned[s]!, answers[s]!, tallies[s]!, command, settings));
  return {
    results,
    // A group that could not be played to its end says nothing of its differences.
    pairing: {
      groups: groups.flatMap((group, g) => (played[g]!.fault === undefined ? [pairedGroupOf(group, played[g]!)] : [])),
    },
  };
}

/** The same with every cell on dice of its own: what is compared is then of independent runs. */
export async function runUnpaired(studies: readonly Study[], settings: PairedSettings): Promise<PairedResults> {
  checkSettings("runUnpaired", studies, settings);
  const [first, ...others] = studies as readonly [Study, ...Study[]];
  const results = [await runAs(first, settings)];
  for (const study of others) results.push(await runAs(withOwnStreams(study, first), settings));
  return { results, pairing: UNPAIRED };
}

/** The second study of a comparison, on dice of its own where it would share those of the first. */
export function withOwnStreams(second: Study, first: Study): Study {
  const ids = new Set(first.cells.map(({ id }) => id));
  const isShared = second.seed.seed === first.seed.seed && second.cells.some(({ id }) => ids.has(id));
  return isShared ? { ...second, seed: resolveSeed(`${second.seed.seed}, second of a comparison`) } : second;
}

/** What one cell of a group has of what was played. */
function partOf(played: Simulated, from: number, to: number): Simulated {
  const cut = (all: Float64Array) => all.subarray(from, to);
  const { trace } = played;
  if (trace === undefined) return { ...played, tally: cut(played.tally) };
  const { blocks, half } = trace;
  return {
    ...played,
    tally: cut(played.tally),
    trace: {
      ...trace,
      blocks: { ...blocks, tally: cut(blocks.tally), squares: cut(blocks.squares) },
      ...(half ? { half: { ...half, tally: cut(half.tally) } } : {}),
    },
  };
}

/** Simulated cells of one kind that have something in common, two at least. */
async function groupsOf(
  cells: readonly SimulatedMember[],
  ruleset: string,
  settings: PairedSettings,
): Promise<GroupAsked[]> {
  const headlines = await headlinesOf(ruleset);
  return groupedBy(cells, ({ planned: { cell } }) => `${cell.kind} ${commonOf(cell, settings.apart)}`)
    .filter(({ length }) => length > 1)
    .map((group) => {
      const { cell, program } = group[0]!.planned;
      const measures = possibleMeasures(cell.kind, settings.measures, headlines);
      const asked = measures.flatMap((measure) => askedOf(group, measure) ?? []);
      const trials = Math.min(...group.map(({ planned }) => planned.trials));
      const beside = (settings.measures?.length ? [] : measuresBeside(headlines[cell.kind], program.metrics))
        .flatMap((measure) => askedOf(group, measure, true) ?? [])
        .filter((one) => isSmall(one, trials) && !asked.some(({ text }) => text === one.text));
      return { common: commonOf(cell, settings.apart), cells: group, asked: [...asked, ...beside] };
    });
}

/** A measure where some cell of a group has it. */
function askedOf(cells: readonly SimulatedMember[], measure: Measure, isBeside = false): AskedMeasure | undefined {
  const counts = counterOf(measure);
  const found = cells.flatMap(({ planned: { program }, study, id }, cell) => {
    const metric = metricOf(program, measure);
    if (metric === undefined || (counts === undefined && metric.values.some((value) => typeof value === "string")))
      return [];
    const from = tallyOffsets(program.metrics)[program.metrics.indexOf(metric)]!;
    const values = metric.values.map((value) => (counts ? Number(counts(value)) : (value as number)));
    return [{ metric, member: { study, id }, reading: { cell, from, values } }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    measure,
    text: nameOf(measure, first.metric, ...found.map(({ metric }) => metric)),
    isChance: counts !== undefined,
    isBeside,
    members: found.map(({ member }) => member),
    metrics: found.map(({ metric }) => metric),
    readings: found.map(({ reading }) => reading),
  };
}

export function pairedJobOf({ common, cells, asked }: GroupAsked, studies: readonly Study[]): PairedJob {
  const { seed, ruleset } = studies[0]!;
  return {
    common,
    seed: seed.seed,
    ruleset,
    ...carried(ruleset),
    cells: cells.map(({ planned: { cell, joints }, study }) => {
      const ofStudy = studies[study]!.ruleset;
      return {
        kind: cell.kind,
        profile: (cell.outcome as { profile: unknown }).profile,
        ...(joints.length > 0 ? { joints } : {}),
        ...(ofStudy === ruleset ? {} : { ruleset: ofStudy, ...carried(ofStudy) }),
      };
    }),
    measures: asked.map(({ readings }) => readings),
  };
}

const layoutOf = ({ cells, asked }: GroupAsked) =>
  pairedLayout(
    cells.map(({ planned: { program } }) => tallyOffsets(program.metrics).at(-1)!),
    asked.map(({ readings }) => readings),
  );

const mostOf = ({ readings }: AskedMeasure): number =>
  readings.reduce((most, { values }) => values.reduce((max, value) => Math.max(max, Math.abs(value)), most), 1);

/** Trials of which the products of a measure are whole numbers still. */
const roomOf = (asked: AskedMeasure): number => Math.floor(Number.MAX_SAFE_INTEGER / mostOf(asked) ** 2);

/** What nobody asked for is compared where it takes little room: so many values at most. */
const isSmall = (asked: AskedMeasure, trials: number): boolean =>
  trials <= roomOf(asked) && asked.readings.every(({ values }) => values.length <= 2_000);

function pairedPlanOf(group: GroupAsked, trials: number, targets: readonly PrecisionTarget[] | undefined): JobPlan {
  for (const one of group.asked)
    if (trials > roomOf(one))
      throw new SettingError(
        said`${one.text} is as large as ${mostOf(one)}: it can be compared over ${roomOf(one)} trials in pairs at most`,
      );
  const layout = layoutOf(group);
  return {
    blockSize: PAIRED_BLOCK,
    work: group.cells.reduce((sum, { planned: { program } }) => sum + workOfTrials(program, trials, true), 0),
    bins: layout.length,
    trials,
    sums: group.cells.flatMap(({ planned: { program } }, cell) =>
      tallyOffsets(program.metrics)
        .slice(cell > 0 ? 1 : 0)
        .map((at) => layout.tallies[cell]! + at),
    ),
    ...(targets
      ? { stop: { looks: lookSchedule(), enough: (message, n) => isPrecise(group, message, n, targets) } }
      : {}),
  };
}

/** The sums of one measure in a message. */
function sumsOf(group: GroupAsked, which: number, message: Float64Array, trials: number): PairedSample {
  const { readings } = group.asked[which]!;
  const count = readings.length;
  const { sums, differences } = layoutOf(group);
  const begin = sums[which]!;
  const products = Array.from({ length: count }, () => new Array<bigint>(count).fill(0n));
  let at = begin + count;
  for (let i = 0; i < count; i++)
    for (let j = i; j < count; j++) products[i]![j] = products[j]![i] = BigInt(message[at++]!);
  return {
    n: BigInt(trials),
    sums: Array.from(message.subarray(begin, begin + count), BigInt),
    products,
    ranges: readings.map(({ values }) => rangeOf(values)),
    differences: differences[which]!.map(({ from, values }) => ({
      values,
      counts: [...message.subarray(from, from + values.length)],
    })),
  };
}

const pairedGroupOf = (group: GroupAsked, { tally, trials }: Simulated): PairedGroup => ({
  common: group.common,
  members: group.cells.map(({ study, id }) => ({ study, id })),
  trials,
  measures: new Map(
    group.asked.map(({ text, members }, m) => [text, { members, sums: sumsOf(group, m, tally, trials) }]),
  ),
});

/**
 * Whether every difference to the first cell is as precise as asked: an absolute target bounds half of the interval of a
 * chance, a relative one is a share of the first cell's number. Of a mean, an absolute target speaks of the chances of
 * its values, on every side, as it does in a run.
 */
function isPrecise(
  group: GroupAsked,
  message: Float64Array,
  trials: number,
  targets: readonly PrecisionTarget[],
): boolean {
  const { tallies } = layoutOf(group);
  return group.asked.every(({ measure, isChance, isBeside, metrics, readings }, m) => {
    const wanted = targets.filter(({ metric }) => metric === undefined || metric === measure.metric);
    if (isBeside || wanted.length === 0) return true;
    const sums = sumsOf(group, m, message, trials);
    const start = Math.abs(ratioOf(sums.sums[0]!, sums.n));
    const isNarrow = (half: number): boolean =>
      wanted.every((target) =>
        "absolute" in target ? !isChance || half <= target.absolute : half <= target.relative * start,
      );
    return readings.every(({ cell, from, values }, r) => {
      const counts = [...message.subarray(tallies[cell]! + from, tallies[cell]! + from + values.length)];
      const absolute = wanted.filter((target) => "absolute" in target);
      const isSpread =
        isChance || decide([{ name: measure.metric, values: metrics[r]!.values, counts }], absolute, trials).done;
      if (r === 0) return isSpread;
      const weights = readings.map((_, i) => (i === r ? 1n : i === 0 ? -1n : 0n));
      const { lower, upper } = isChance ? contrastOfPairedChances(sums, weights) : contrastOfPairedMeans(sums, weights);
      return lower !== undefined && upper !== undefined && isSpread && isNarrow((upper - lower) / 2);
    });
  });
}
