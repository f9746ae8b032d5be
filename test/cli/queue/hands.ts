/** Workers: in processes of their own, and in this one. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { engineHash } from "../../../src/analysis/engine-hash.ts";
import { Bench } from "../../../src/cli/queue/bench.ts";
import { insist, openBull, resultsOf, tasksOf } from "../../../src/cli/queue/bull.ts";
import { placeOf } from "../../../src/cli/queue/place.ts";
import { ownHead, RollCall } from "../../../src/cli/queue/presence.ts";
import { inProcessRunner } from "../../../src/engine/runner.ts";
import { MAIN } from "../crible.ts";

export interface Hand {
  readonly child: ChildProcess;
  said(): string;
  /** Resolves with its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** A worker of one thread, once it waits for tasks. */
export async function workerApart(
  url: string,
  words: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Hand> {
  const child = spawn(process.execPath, [MAIN, "worker", "--queue", url, "--workers", "1", ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the worker ended with ${code}: ${said}`)));
    child.stderr!.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("waiting for runs")) resolve();
    });
  });
  return {
    child,
    said: () => said,
    ended,
    end(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** How a worker in this process differs from an honest and quick one. */
interface Manner {
  /** By how much it changes what it counts, by bin. */
  readonly change?: Readonly<Record<number, number>>;
  /** Milliseconds that a task takes longer. */
  readonly pause?: number;
  /** Milliseconds of its locks. */
  readonly lock?: number;
}

/** A worker of one thread in this process. */
export async function workerHere(
  url: string,
  name: string,
  { change = {}, pause = 0, lock }: Manner = {},
): Promise<{ tasks: number; end(): Promise<void> }> {
  const engine = engineHash();
  const bull = await openBull(placeOf(url));
  const roll = new RollCall(bull);
  const own = { tasks: 0, end: () => roll.leave().then(() => bull.close()) };
  const bench = new Bench({
    name,
    engine,
    runner: {
      async run(task, of) {
        const counts = await inProcessRunner([of!]).run({ ...task, job: 0 });
        for (const [bin, by] of Object.entries(change)) counts[Number(bin)]! += by;
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        return counts;
      },
    },
    clock: () => 0,
    store: (session, text) => insist(bull, () => bull.queue(resultsOf(session)).add("result", { text })).then(() => {}),
    onTask: () => own.tasks++,
  });
  await roll.join(
    () => ({ role: "worker", name, threads: 1, ...ownHead(engine) }),
    () => {},
  );
  const worker = bull.worker(tasksOf(engine), (job) => bench.work(job.data.text), {
    concurrency: 1,
    ...(lock === undefined ? {} : { lock }),
  });
  void worker.run().catch(() => {});
  return own;
}

/** The reports in a folder, by name. */
export const reportsOf = (cwd: string, folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(cwd, folder))
      .filter((name) => !name.startsWith("checkpoint") && !name.startsWith("."))
      .map((name) => [name, readFileSync(join(cwd, folder, name), "utf8")]),
  );
