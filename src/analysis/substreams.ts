/** Cells played in substreams, super-block by super-block: trials whose dice stay the same when the rules change. */

import type { Task } from "../engine/job.ts";
import { MARKS, notesOf } from "../engine/marks.ts";
import { PAIRED_BLOCK } from "../engine/paired.ts";
import { EngineError } from "../engine/runner.ts";
import type { Stretch } from "../engine/stretch.ts";
import { tallyOffsets } from "../rule/program.ts";
import type { Study } from "../scenario/study.ts";
import { type Blocks, LEAST_IN_BLOCK, SUPER_BLOCKS } from "./blocks.ts";
import { metricKey } from "./keys.ts";
import type { Planned } from "./planned.ts";
import type { PlaySettings } from "./play.ts";
import { playedWith } from "./play-jobs.ts";
import type { CellResult } from "./result.ts";
import { cellResults, simulationOf } from "./run.ts";
import { pairedJobOf } from "./run-paired.ts";
import type { Tracked } from "./tracked.ts";
import { workOfTrials } from "./work.ts";

/** Whether a cell is played with dice of their own for each thing they decide. */
export const hasSubstreams = ({ exact, program, joints }: Planned): boolean =>
  !exact && program.pairedKernel !== undefined && joints.length === 0;

/** Trials in a super-block when this many are played; undefined where there are too few to pair. */
export function blockSizeOf(trials: number): number | undefined {
  const size = Math.floor(trials / SUPER_BLOCKS);
  return size < LEAST_IN_BLOCK ? undefined : size;
}

/** Where a tracked number is read off a tally: bins, and what each is worth. */
interface SubstreamBins {
  readonly from: number;
  readonly worth: readonly number[];
  readonly sums: number[];
}

/** One cell: what was counted in all its super-blocks so far, and its tracked numbers in each. */
interface Substream {
  readonly planned: Planned;
  readonly rows: ReadonlyMap<string, SubstreamBins>;
  readonly tally: Float64Array;
  /** What was kept of its super-blocks, by their first block, once that was asked. */
  known: Map<number, Float64Array> | undefined;
  played: number;
}

export type SubstreamPlay = ReturnType<typeof substreamPlay>;

/** Cells in play. @param size trials of a super-block @param trials of each cell, at most */
export function substreamPlay(
  study: Study,
  planned: ReadonlyMap<string, Planned>,
  tracked: readonly Tracked[],
  { size, trials }: { readonly size: number; readonly trials: number },
  settings: PlaySettings,
) {
  const most = Math.min(SUPER_BLOCKS, Math.floor(trials / size));
  const substreams = [...planned.values()].flatMap((each): Substream[] => {
    const rows = rowsOf(each, tracked);
    if (!hasSubstreams(each) || rows.size === 0) return [];
    const tally = new Float64Array(tallyOffsets(each.program.metrics).at(-1)!);
    return [{ planned: each, rows, tally, known: undefined, played: 0 }];
  });
  const { open, close } = playedWith(
    () => ({
      jobs: substreams.map(({ planned }) => {
        const { id } = planned.cell;
        return pairedJobOf({ common: id, cells: [{ planned, study: 0, id }], asked: [] }, [study]);
      }),
      plans: substreams.map(({ planned: { program } }) => ({
        ...simulationOf(program, most * size, undefined),
        blockSize: PAIRED_BLOCK,
        work: workOfTrials(program, most * size, true),
      })),
      apart: { superBlock: size },
    }),
    { command: `crible check ${study.file}`, ...settings },
  );

  /** Plays super-blocks, a few at a time, and adds them in order. False when the signal came first. */
  async function play(tasks: readonly { readonly substream: Substream; readonly block: number }[]): Promise<boolean> {
    const { runner, keeper } = await open();
    const { signal, onProgress } = settings;
    const stride = Math.ceil(size / PAIRED_BLOCK);
    const total = tasks.length * size;
    let next = 0;
    let fault: unknown;
    const worker = async () => {
      for (let i = next++; i < tasks.length && !signal?.aborted && fault === undefined; i = next++) {
        const { substream, block } = tasks[i]!;
        const job = substreams.indexOf(substream);
        const task = { first: block * stride, blocks: stride, trials: size };
        try {
          substream.known ??= new Map((await keeper?.before(job))?.map(({ first, counts }) => [first, counts]));
          const part = substream.known.get(task.first) ?? (await runner.run({ job, ...task }));
          if (!substream.known.has(task.first)) keeper?.add(job, stretchOf(task, part));
          add(substream, block, part);
        } catch (error) {
          fault ??= error;
          return;
        }
        const { cell, program } = substream.planned;
        const { tally, played } = substream;
        const done = Math.min(total, next * size);
        onProgress?.({ done, total, job, tally, trials: played * size, cell: cell.id, program });
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, runner.workers) * 2 }, worker));
    if (fault !== undefined)
      throw fault instanceof EngineError ? fault : new EngineError(fault instanceof Error ? fault.message : `${fault}`);
    return !signal?.aborted;
  }

  return {
    size,
    close,
    cells: new Set(substreams.map(({ planned }) => planned.cell.id)) as ReadonlySet<string>,

    /** By tracked number, its sums in the super-blocks played so far. */
    sumsOf: (key: string): readonly number[] | undefined =>
      substreams.find(({ rows }) => rows.has(key))?.rows.get(key)?.sums,

    /** Plays these cells up to a share of their super-blocks, two at least; undefined when the signal came first. */
    async to(share: number, cells: ReadonlySet<string>): Promise<CellResult[] | undefined> {
      const until = Math.min(most, Math.max(2, Math.ceil(share * most)));
      const asked = substreams.filter(({ planned }) => cells.has(planned.cell.id));
      const tasks = asked.flatMap((substream) =>
        Array.from({ length: until - substream.played }, (_, i) => ({ substream, block: substream.played + i })),
      );
      if (tasks.length > 0 && !(await play(tasks))) return undefined;
      const tallies = new Map(
        asked.map(({ planned, tally, played }) => [
          planned.cell.id,
          { tally, trials: played * size, stoppedBy: "trials" as const },
        ]),
      );
      const tallied = study.cells.filter(({ id }) => tallies.has(id));
      return cellResults({ ...study, cells: tallied }, { planned, answers: new Map(), tallies });
    },

    /** What a baseline keeps of it. */
    blocks({ stream, seed, scenario }: Pick<Blocks, "stream" | "seed" | "scenario">): Blocks {
      const metrics = new Map(
        substreams.flatMap(({ rows }) => [...rows].map(([key, { sums }]) => [key, sums] as const)),
      );
      return { stream, seed, scenario, size, metrics };
    },
  };
}

/** A super-block as it is kept: by itself, for its sums are. */
function stretchOf({ first, blocks, trials }: Omit<Task, "job">, part: Float64Array): Stretch {
  const counts = part.slice(0, part.length - MARKS * blocks);
  return {
    first,
    blocks,
    trials,
    counts,
    notes: notesOf(part.subarray(counts.length), first),
    isLook: true,
    repeats: [],
  };
}

function add(substream: Substream, block: number, part: Float64Array): void {
  const { tally, rows } = substream;
  for (let bin = 0; bin < tally.length; bin++) tally[bin] = tally[bin]! + part[bin]!;
  for (const { from, worth, sums } of rows.values())
    sums[block] = worth.reduce((sum, each, i) => sum + each * part[from + i]!, 0);
  substream.played++;
}

function rowsOf(
  { cell, program: { metrics } }: Planned,
  tracked: readonly Tracked[],
): ReadonlyMap<string, SubstreamBins> {
  const offsets = tallyOffsets(metrics);
  return new Map(
    tracked.flatMap(({ key, cell: id, metric, value }): [string, SubstreamBins][] => {
      const at = metrics.findIndex((one) => metricKey(one) === metricKey(metric));
      if (id !== cell.id || at < 0) return [];
      const worth = metrics[at]!.values.map((one) => (value === undefined ? (one as number) : Number(one === value)));
      return worth.every(Number.isSafeInteger) ? [[key, { from: offsets[at]!, worth, sums: [] }]] : [];
    }),
  );
}
