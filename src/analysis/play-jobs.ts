/** Jobs played where the settings say: on threads, in this process, or by a runner of the caller's. */
import {
  type AnyJob,
  inProcessRunner,
  type JobPlan,
  pooledRunner,
  type Runner,
  type Simulated,
  simulate,
} from "../engine/index.ts";
import type { RunSettings } from "./run-settings.ts";
import { A_SECOND } from "./work.ts";

/** Operations up to which a run is as soon played as threads are started: half a second's work. */
const SHORT = A_SECOND / 2;
const isShort = (plans: readonly JobPlan[]): boolean => plans.reduce((sum, { work = 0 }) => sum + work, 0) <= SHORT;

/** What is said of a job while it is played. */
export type JobName = Pick<Parameters<NonNullable<RunSettings["onProgress"]>>[0], "cell" | "program">;

export async function playJobs(
  jobs: readonly AnyJob[],
  plans: readonly JobPlan[],
  names: readonly JobName[],
  command: string,
  { workers = 0, thrifty = false, signal, onProgress, runner: own, keep, share }: RunSettings,
): Promise<Simulated[]> {
  if (jobs.length === 0) return [];
  const keeper = await keep?.(jobs, plans);
  const runner: Runner = await (own
    ? own(jobs, plans, command, signal)
    : workers > 0 && !(thrifty && isShort(plans))
      ? pooledRunner(jobs, { workers, command })
      : inProcessRunner(jobs, command));
  try {
    return await simulate(runner, plans, {
      ...(signal ? { signal } : {}),
      ...(keeper ? { keeper } : {}),
      ...(share ? { share } : {}),
      ...(onProgress ? { onProgress: (progress) => onProgress({ ...progress, ...names[progress.job]! }) } : {}),
    });
  } finally {
    await runner.close();
  }
}
