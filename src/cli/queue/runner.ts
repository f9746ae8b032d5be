/** The runner of `--queue`: a coordinator at the desk of a BullMQ. */
import { randomBytes, randomInt } from "node:crypto";
import { engineHash } from "../../analysis/engine-hash.ts";
import type { RunSettings } from "../../analysis/run.ts";
import type { Task } from "../../engine/job.ts";
import { pooledRunner } from "../../engine/lazy-pool.ts";
import type { JobPlan } from "../../engine/played-job.ts";
import type { AnyJob, Runner } from "../../engine/runner.ts";
import type { ProgressBar } from "../progress.ts";
import { type Bull, insist, type Letter, openBull, resultsOf, tasksOf, unlessStopped } from "./bull.ts";
import { Coordinator, type QueueDesk } from "./coordinator.ts";
import { Crew } from "./crew.ts";
import { checkHealth } from "./health.ts";
import type { QueuePlace } from "./place.ts";
import { ownHead, RollCall } from "./presence.ts";

export interface QueueSettings {
  readonly place: QueuePlace;
  /** The share of tasks that are played again by another worker, here where there is no other. */
  readonly recheck?: number;
  readonly anew?: boolean;
  readonly quiet?: boolean;
  /** Where it is told who is at work, and how many trials are left. */
  readonly progress?: Pick<ProgressBar, "tell" | "left">;
  /** Milliseconds. */
  readonly patience?: number;
}

/** Plays nothing: a run that was stopped before its queue was there awaits nothing of it. */
const NOBODY: Runner = { workers: 1, run: () => new Promise(() => {}), close: async () => {} };

/** The setting of a run whose blocks are played by the workers of a queue. A signal ends it whatever the server does. */
export const queueRunner =
  (settings: QueueSettings): NonNullable<RunSettings["runner"]> =>
  async (jobs, plans, command, signal) => {
    const opening = opened(settings, jobs, plans, command);
    const runner = await unlessStopped(opening, signal, 0);
    if (runner !== undefined) return closing(runner, () => unlessStopped(runner.close(), signal));
    void opening.then((late) => late.close()).catch(() => {});
    return NOBODY;
  };

async function opened(
  { place, recheck = 0, anew = false, quiet = false, progress, patience }: QueueSettings,
  jobs: readonly AnyJob[],
  plans: readonly JobPlan[],
  command: string,
): Promise<Runner> {
  await checkHealth(place);
  const bull = await openBull(place);
  const engine = engineHash();
  const session = `${randomBytes(6).toString("hex")}-${process.pid}`;
  const crew = new Crew(engine, quiet ? undefined : progress, place.shown);
  const roll = new RollCall(bull);
  let local: Promise<Runner> | undefined;
  const here = (task: Task) => {
    local ??= pooledRunner(jobs, { workers: 1, command });
    return local.then((runner) => runner.run(task));
  };
  try {
    const desk = await deskOf(bull, session, engine, roll);
    await insist(bull, () =>
      roll.join(
        () => ({ role: "run", name: session, command, ...ownHead(engine) }),
        (all) => crew.hear(all),
      ),
    );
    const coordinator = new Coordinator(desk, {
      jobs,
      plans,
      command,
      engine,
      session,
      anew,
      threads: () => crew.threads,
      onResult: (task, { worker, took }) => crew.count(worker, task, took),
      ...(patience === undefined ? {} : { patience }),
      ...(recheck > 0
        ? { recheck: { isDue: () => randomInt(1_000_000) < recheck * 1e6, isOther: crew.isOther, play: here } }
        : {}),
    });
    await coordinator.start();
    return closing(coordinator, async () => {
      await coordinator.close().catch(() => {});
      crew.close();
      await roll.leave();
      await (await local)?.close();
      await bull.close();
    });
  } catch (error) {
    await bull.close();
    throw error;
  }
}

/** The same runner, closed otherwise. */
const closing = (runner: Runner, close: () => Promise<unknown>): Runner => ({
  get workers() {
    return runner.workers;
  },
  ...(runner.stride ? { stride: runner.stride } : {}),
  run: (task) => runner.run(task),
  close: async () => void (await close()),
});

async function deskOf(bull: Bull, session: string, engine: string, roll: RollCall): Promise<QueueDesk> {
  const tasks = bull.queue(tasksOf(engine));
  const results = bull.queue(resultsOf(session));
  await insist(bull, () => tasks.waitUntilReady().then(() => results.waitUntilReady()));
  const remove: QueueDesk["remove"] = (ids) =>
    bull.call(async () => {
      await Promise.all(ids.map((id) => tasks.remove(id).catch(() => {})));
    });
  return {
    add: (id, text) =>
      bull.call(async () => {
        await tasks.add("task", { text }, { jobId: id });
      }),
    async lost(ids) {
      await roll.sign(); // a queue that takes nothing brings nothing either, though it can be read
      const states = await bull.call(() => Promise.all(ids.map((id) => tasks.getJobState(id))));
      const lost = ids.filter((_, i) => ["unknown", "failed", "completed"].includes(states[i]!));
      for (const id of lost) await bull.call(() => tasks.remove(id)); // one that is there would not be added again
      return lost;
    },
    async listen(heard) {
      const hear = (job: { data: Letter }) => heard(job.data.text).then(() => "done" as const);
      const worker = bull.worker(resultsOf(session), hear, { concurrency: 16 });
      void worker.run().catch(() => {});
    },
    remove,
    async close(ids) {
      await remove(ids);
      await bull.call(() => results.obliterate({ force: true }));
    },
  };
}
