/** Jobs played where the settings say: on threads, in this process, or by a runner of the caller's. */

import { pooledRunner } from "../engine/lazy-pool.ts";
import type { JobPlan, Simulated } from "../engine/played-job.ts";
import { type AnyJob, inProcessRunner, lazyRunner, type Runner } from "../engine/runner.ts";
import { simulate } from "../engine/simulate.ts";
import { A_THREAD, threadsWorth } from "../engine/solve.ts";
import { blocksOf, isWithin, type Keeper, type Share, type Stretch } from "../engine/stretch.ts";
import { defined } from "../rulesets/defined.ts";
import type { RunSettings } from "./run-settings.ts";
import { A_SECOND } from "./work.ts";

/** Operations up to which a run is as soon played as threads are started: half a second's work. */
const SHORT = A_SECOND / 2;

/** What is said of a job while it is played. */
export type JobName = Pick<Parameters<NonNullable<RunSettings["onProgress"]>>[0], "cell" | "program">;

export async function playJobs(
  jobs: readonly AnyJob[],
  plans: readonly JobPlan[],
  names: readonly JobName[],
  command: string,
  { workers = 0, thrifty = false, signal, onProgress, runner: given, keep, cache, share }: RunSettings,
): Promise<Simulated[]> {
  if (jobs.length === 0) return [];
  const both = bothOf(plans, share, await keep?.(jobs, plans), cache?.keeper(jobs, plans));
  const isCounted = thrifty && workers > 0 && given === undefined;
  const { keeper, left } = isCounted ? await readAhead(both, plans, workers * A_THREAD) : { keeper: both, left: 0 };
  const threads = !isCounted ? workers : left <= SHORT ? 0 : threadsWorth(left, workers);
  const runner: Runner = await (given
    ? given(jobs, plans, command, signal)
    : runnerFor(jobs, { workers: threads, command, ...(cache ? { cache } : {}) }));
  try {
    return await simulate(runner, plans, {
      ...defined({ signal, keeper, share }),
      ...(onProgress ? { onProgress: (progress) => onProgress({ ...progress, ...names[progress.job]! }) } : {}),
    });
  } finally {
    await runner.close();
    await keeper?.close?.();
  }
}

/** What is left to play of jobs besides what is kept of them, in operations, up to `most`; what was read for it is read once. */
async function readAhead(keeper: Keeper | undefined, plans: readonly JobPlan[], most: number) {
  const read = new Map<number, readonly Stretch[]>();
  let left = 0;
  for (const [job, { work = 0, trials }] of plans.entries()) {
    if (left >= most) break;
    const known = (await keeper?.before(job)) ?? [];
    read.set(job, known);
    const played = known.reduce((sum, stretch) => sum + stretch.trials, 0);
    left += work * (1 - Math.min(1, played / Math.max(1, trials)));
  }
  const before: Keeper["before"] = (job) => {
    const known = read.get(job) ?? keeper!.before(job);
    read.delete(job);
    return known;
  };
  return { keeper: keeper && { ...keeper, before }, left };
}

/** Who plays some jobs: this process, or threads, at once or where blocks may be known already when the first is to be played. */
export function runnerFor(
  jobs: readonly AnyJob[],
  { workers = 0, command = "", cache }: Pick<RunSettings, "workers" | "command" | "cache">,
): Promise<Runner> | Runner {
  if (workers === 0) return inProcessRunner(jobs, command);
  const begin = () => pooledRunner(jobs, { workers, command });
  return cache === undefined ? begin() : lazyRunner(workers, begin);
}

/** Keeps with both what is played, and with the first what only the second knew of the blocks that are to be played. */
function bothOf(plans: readonly JobPlan[], share?: Share, first?: Keeper, second?: Keeper): Keeper | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    async before(job) {
      const had = await first.before(job);
      const isOwn = (stretch: Stretch) =>
        had.some((known) => known.first < stretch.first + stretch.blocks && stretch.first < known.first + known.blocks);
      const asked = blocksOf(plans[job]!, share);
      const others = (await second.before(job)).filter((stretch) => isWithin(stretch, asked) && !isOwn(stretch));
      for (const stretch of others) first.add(job, stretch);
      return [...had, ...others].sort((a, b) => a.first - b.first);
    },
    add(job, stretch) {
      first.add(job, stretch);
      second.add(job, stretch);
    },
    async close() {
      await first.close?.();
      await second.close?.();
    },
  };
}

/** A runner of jobs, begun when something is to be played, and what a cache keeps of them. @param apart what else decides */
export function playedWith(
  jobsOf: () => { readonly jobs: readonly AnyJob[]; readonly plans: readonly JobPlan[]; readonly apart?: unknown },
  settings: Parameters<typeof runnerFor>[1],
) {
  const begin = async () => {
    const { jobs, plans, apart } = jobsOf();
    return { runner: await runnerFor(jobs, settings), keeper: settings.cache?.keeper(jobs, plans, apart) };
  };
  let begun: ReturnType<typeof begin> | undefined;
  return {
    open: () => (begun ??= begin()),
    async close() {
      const { runner, keeper } = (await begun?.catch(() => undefined)) ?? {};
      await runner?.close();
      await keeper?.close?.();
    },
  };
}
