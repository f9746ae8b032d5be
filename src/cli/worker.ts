import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { engineHash } from "../analysis/engine-hash.ts";
import { pooledRunner } from "../engine/lazy-pool.ts";
import { EngineError } from "../engine/runner.ts";
import { said, type Text } from "../rulesets/said.ts";
import { openCache } from "./cache.ts";
import { ArgumentError, interruptible } from "./exit.ts";
import { withCacheFlag, withSpokenLanguage, workersOf } from "./options.ts";
import { Bench } from "./queue/bench.ts";
import { insist, openBull, resultsOf, tasksOf, unlessStopped } from "./queue/bull.ts";
import { checkHealth } from "./queue/health.ts";
import { placeOf } from "./queue/place.ts";
import { ownHead, ownName, type Presence, RollCall } from "./queue/presence.ts";
import { say } from "./streams.ts";

export interface WorkerFlags {
  readonly queue?: string | true;
  readonly workers: number;
  readonly lock: number;
  readonly quiet?: boolean;
  readonly cache?: boolean;
}

function lockOf(value: string): number {
  const seconds = Number(value);
  if (!(seconds >= 1 && seconds <= 3_600)) throw new ArgumentError(said`1 to 3600 seconds are expected`);
  return seconds;
}

export function addWorker(program: Command): void {
  const command = withCacheFlag(withSpokenLanguage(program.command("worker")));
  command
    .description("Play blocks for runs that use --queue, until it is stopped. Start one on each machine.")
    .addOption(
      command
        .createOption("--queue [address]", "redis://host:6379 or postgres://user@host/database")
        .default(true, "CRIBLE_QUEUE"),
    )
    .option("--workers <n>", "threads", workersOf, availableParallelism())
    .option("--lock <seconds>", "after so long without a sign of life its task is given to another", lockOf, 30)
    .option("--quiet", "say nothing")
    .addHelpText(
      "after",
      `
The password comes from CRIBLE_QUEUE_PASSWORD, from the file that CRIBLE_QUEUE_PASSWORD_FILE names, or from the address in
CRIBLE_QUEUE; never from the command line.

Examples:
  crible worker --queue redis://queue.example:6379
  crible worker --queue postgres://crible@db.example/crible --workers 32`,
    )
    .action(async (_flags: unknown, command: Command) => {
      process.exitCode = await work(command.optsWithGlobals() as WorkerFlags);
    });
}

/** Serves until a signal comes, or a run of another engine. @returns the exit code */
async function work(flags: WorkerFlags): Promise<number> {
  const place = placeOf(flags.queue);
  const tell = (text: Text) => {
    if (!flags.quiet) say(text);
  };
  await checkHealth(place);
  const bull = await openBull(place);
  const [engine, name, threads] = [engineHash(), ownName(), Math.max(1, flags.workers)];
  const interrupt = interruptible();
  const pool = await pooledRunner([], { workers: threads });
  const done = { tasks: 0, trials: 0, since: Date.now() };
  const results = new Map<string, ReturnType<typeof bull.queue>>();
  const cache = await openCache(flags);
  const bench = new Bench({
    name,
    engine,
    ...(cache ? { cache: cache.cells } : {}),
    runner: pool,
    signal: interrupt.signal,
    clock: Date.now,
    store: (session, text) => {
      let queue = results.get(session);
      if (queue === undefined) {
        queue = bull.queue(resultsOf(session));
        results.set(session, queue);
      }
      // A name of chance: a result may come twice, and PostgreSQL would make a sequence to count them.
      const jobId = `r-${randomBytes(8).toString("hex")}`;
      return insist(bull, () => queue.add("result", { text }, { jobId }), 60_000).then(
        () => {},
        (error: Error) => {
          tell(said`a result is lost, and its task goes back: ${error.message}`);
          throw error;
        },
      );
    },
    onTask({ trials }) {
      done.tasks++;
      done.trials += trials;
    },
  });
  const roll = new RollCall(bull);
  const { signal } = interrupt;
  const stopped = new Promise<"later">((resolve) => signal.addEventListener("abort", () => resolve("later")));
  try {
    const strangers = (all: readonly Presence[]) => {
      const runs = all.filter(({ role }) => role === "run");
      return runs.length > 0 && runs.every((run) => run.engine !== engine) ? runs[0] : undefined;
    };
    let refused: Presence | undefined;
    let refuse = () => {};
    const over = new Promise<void>((resolve) => {
      refuse = resolve;
      void stopped.then(() => resolve());
    });
    const joining = insist(bull, () =>
      roll.join(
        () => ({ role: "worker", name, threads, ...ownHead(engine), ...done, since: Date.now() - done.since }),
        (all) => {
          refused ??= strangers(all);
          if (refused) refuse();
        },
      ),
    );
    await unlessStopped(joining, signal, 0);
    // What it is at when it is stopped goes back on the queue, for another worker.
    const worker = bull.worker(tasksOf(engine), (job) => Promise.race([bench.work(job.data.text), stopped]), {
      concurrency: threads + 1,
      lock: flags.lock * 1_000,
    });
    if (refused === undefined && !signal.aborted) {
      tell(
        said`worker ${name}: ${threads} threads, waiting for runs on ${place.shown}; Ctrl-C stops it, and its tasks go to another`,
      );
      void worker.run().catch(() => {});
      await over;
    }
    if (refused)
      throw new EngineError(
        said`this worker is of engine ${engine}, the run that waits on ${place.shown} of ${refused.engine} (crible ${refused.version}, stream ${refused.stream}): give both the same version`,
      );
    await unlessStopped(Promise.all([worker.close(), roll.leave()]), signal);
    tell(said`worker ${name} has played ${done.tasks} tasks`);
    return interrupt.exit() ?? 0;
  } finally {
    await unlessStopped(roll.leave(), signal, 0);
    await pool.close();
    cache?.close();
    await unlessStopped(bull.close(), signal, 100);
    interrupt.release();
  }
}
