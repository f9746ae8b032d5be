/** The runner of `--queue`: a coordinator at the desk of a BullMQ. */
import { randomBytes, randomInt } from "node:crypto";
import { engineHash } from "../../analysis/engine-hash.ts";
import type { RunSettings } from "../../analysis/run.ts";
import { pooledRunner, type Runner, type Task } from "../../engine/index.ts";
import { say } from "../streams.ts";
import { type Bull, insist, type Letter, openBull, resultsOf, tasksOf } from "./bull.ts";
import { Coordinator, type Desk } from "./coordinator.ts";
import { checkHealth } from "./health.ts";
import type { Place } from "./place.ts";
import { ownHead, type Presence, Roll } from "./presence.ts";

export interface QueueSettings {
  readonly place: Place;
  /** The share of tasks that are played again by another worker, here where there is no other. */
  readonly recheck?: number;
  readonly quiet?: boolean;
  /** Milliseconds. */
  readonly patience?: number;
}

/** The setting of a run whose blocks are played by the workers of a queue. */
export const queueRunner =
  ({ place, recheck = 0, quiet = false, patience }: QueueSettings): NonNullable<RunSettings["runner"]> =>
  async (jobs, plans, command) => {
    await checkHealth(place);
    const bull = await openBull(place);
    const engine = engineHash();
    const session = `${randomBytes(6).toString("hex")}-${process.pid}`;
    const crew = new Crew(engine, quiet, place.shown);
    const roll = new Roll(bull);
    let local: Promise<Runner> | undefined;
    const here = (task: Task) => {
      local ??= pooledRunner(jobs, { workers: 1, command });
      return local.then((runner) => runner.run(task));
    };
    try {
      const desk = await deskOf(bull, session, engine);
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
        threads: () => crew.threads,
        onResult: (task, { worker, took }) => crew.count(worker, task, took),
        ...(patience === undefined ? {} : { patience }),
        ...(recheck > 0
          ? { recheck: { isDue: () => randomInt(1_000_000) < recheck * 1e6, isOther: crew.isOther, play: here } }
          : {}),
      });
      await coordinator.start();
      return closing(coordinator, async () => {
        crew.close();
        await roll.leave();
        await (await local)?.close();
        await bull.close();
      });
    } catch (error) {
      await bull.close();
      throw error;
    }
  };

/** The same runner, with more to close. */
const closing = (coordinator: Coordinator, then: () => Promise<void>): Runner => ({
  get workers() {
    return coordinator.workers;
  },
  stride: coordinator.stride,
  run: (task) => coordinator.run(task),
  async close() {
    await coordinator.close().catch(() => {});
    await then();
  },
});

async function deskOf(bull: Bull, session: string, engine: string): Promise<Desk> {
  const tasks = bull.queue(tasksOf(engine));
  const results = bull.queue(resultsOf(session));
  await insist(bull, () => tasks.waitUntilReady().then(() => results.waitUntilReady()));
  const remove: Desk["remove"] = (ids) =>
    bull.call(async () => {
      await Promise.all(ids.map((id) => tasks.remove(id).catch(() => {})));
    });
  return {
    add: (id, text) =>
      bull.call(async () => {
        await tasks.add("task", { text }, { jobId: id });
      }),
    async lost(ids) {
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

/** Seconds between two words on who is at work. */
const WORD = 30_000;

/** The workers of a run, as far as is known. */
class Crew {
  readonly #engine: string;
  readonly #isQuiet: boolean;
  readonly #shown: string;
  readonly #foreign = new Set<string>();
  readonly #done = new Map<string, { tasks: number; trials: number; took: number }>();
  readonly #timer: NodeJS.Timeout;
  #workers: readonly Presence[] = [];
  #isAlone = false;

  constructor(engine: string, isQuiet: boolean, shown: string) {
    this.#engine = engine;
    this.#isQuiet = isQuiet;
    this.#shown = shown;
    this.#timer = setInterval(() => this.#tell(), WORD).unref();
  }

  /** Whether another than this one is there. */
  readonly isOther = (worker: string): boolean => this.#workers.some(({ name }) => name !== worker);

  get threads(): number {
    return this.#workers.reduce((sum, { threads = 1 }) => sum + threads, 0);
  }

  hear(all: readonly Presence[]): void {
    this.#workers = all.filter(({ role, engine }) => role === "worker" && engine === this.#engine);
    for (const { role, name, engine, version } of all) {
      if (role !== "worker" || engine === this.#engine || this.#foreign.has(name)) continue;
      this.#foreign.add(name);
      say(`worker ${name} is refused: it is of engine ${engine} (crible ${version}), this run of ${this.#engine}\n`);
    }
    if (this.#workers.length === 0 && !this.#isAlone)
      say(`no worker is there yet; start one on any machine: crible worker --queue ${this.#shown}\n`);
    this.#isAlone = this.#workers.length === 0;
  }

  count(worker: string, { trials }: Task, took: number): void {
    const own = this.#done.get(worker) ?? { tasks: 0, trials: 0, took: 0 };
    this.#done.set(worker, { tasks: own.tasks + 1, trials: own.trials + trials, took: own.took + took });
  }

  #tell(): void {
    if (this.#isQuiet) return;
    if (this.#isAlone) say("no worker is there: the run waits for one\n");
    for (const { name, threads = 1 } of this.#workers) {
      const { tasks = 0, trials = 0, took = 0 } = this.#done.get(name) ?? {};
      const rate =
        took === 0
          ? ""
          : `, ${Math.round(((trials / took) * 1_000 * threads) / 1_000).toLocaleString("en")} thousand trials a second`;
      say(`worker ${name}: ${threads} threads, ${tasks} tasks${rate}\n`);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
