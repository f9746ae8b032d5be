/** The queue itself: BullMQ, on Redis or on PostgreSQL. Loaded when a queue is asked for, and then only its own client. */
import type { ConnectionOptions, Job, Queue, Worker } from "bullmq";
import { EngineError } from "../../engine/runner.ts";
import { said } from "../../rulesets/said.ts";
import { mayMigrate } from "./health.ts";
import { postgresOptions, type QueuePlace, redisOptions, SCHEMA, withoutPassword } from "./place.ts";

/** Milliseconds until a call counts as failed. */
const DEADLINE = 10_000;
/** Milliseconds that a place may take to answer at first. */
const PATIENCE = 20_000;

/** Milliseconds until a task that a worker leaves to another is on the queue again. */
const LATER = 250;

export interface Letter {
  readonly text: string;
}

export interface Bull {
  readonly place: QueuePlace;
  readonly version: string;
  queue<Data = Letter>(name: string): Queue<Data>;
  /** Takes what is on a queue off it when `work` says that it is done. */
  worker(name: string, work: (job: Job<Letter>) => Promise<"done" | "later">, options: WorkerSettings): Worker<Letter>;
  /** What a call gives. @throws Error when it fails or takes too long; its message shows no password */
  call<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface WorkerSettings {
  readonly concurrency: number;
  /** Milliseconds that a task is a worker's without a sign of life. */
  readonly lock?: number;
}

/** Tasks of one engine are a queue: no other engine's worker ever sees them. */
export const tasksOf = (engine: string): string => `tasks-${engine}`;
export const resultsOf = (session: string): string => `results-${session}`;
export const PRESENCE = "presence";

/** Times that a task may end its worker before the queue gives it up; its run then decides. */
const MOST_STALLS = 5;

interface Closing {
  close(force?: boolean): Promise<void>;
  disconnect(): Promise<void>;
  on(event: "error", heard: () => void): unknown;
}

let isHeard = false;
/**
 * Errors of a client that nobody listens to end no process: whoever waits for an answer of it is told. BullMQ listens
 * to clients that
 * lie idle in its pool, and to its own until it ends them; a server that goes away asks for neither.
 */
async function hearClients(): Promise<void> {
  const { Client } = (await import("pg")).default;
  if (isHeard) return;
  isHeard = true;
  const { emit } = Client.prototype;
  Client.prototype.emit = function heard(event: string | symbol, ...told: unknown[]) {
    return (event !== "error" || this.listenerCount(event) > 0) && emit.call(this, event, ...told);
  };
}

/** Faults of one turn of the event loop from which on it counts as held up. */
const MANY_FAULTS = 20;

/**
 * BullMQ asks for the next task at once after a fault that it does not take for one of the connection. Where the answer is there
 * at once as well (a server that went away while it was being greeted), no timer and no signal is heard any more: the worker
 * rests for a moment then.
 *
 * @param rest milliseconds
 */
export function breathing<
  Hand extends {
    on(event: "error", heard: () => void): unknown;
    pause(isNow: boolean): Promise<void>;
    resume(): unknown;
  },
>(worker: Hand, rest = 1_000): Hand {
  let faults = 0;
  worker.on("error", () => {
    faults++;
    if (faults === 1)
      setImmediate(() => {
        faults = 0;
      });
    if (faults !== MANY_FAULTS) return;
    void worker.pause(true).catch(() => {});
    setTimeout(() => {
      faults = 0;
      void Promise.resolve(worker.resume()).catch(() => {});
    }, rest).unref();
  });
  return worker;
}

/** @throws EngineError where the packages are missing or nobody answers */
export async function openBull(place: QueuePlace): Promise<Bull> {
  const isRedis = place.kind === "redis";
  const client = isRedis ? "ioredis" : "pg";
  const [bullmq] = await Promise.all([import("bullmq"), isRedis ? import("ioredis") : import("pg")]).catch(() => {
    throw new EngineError(said`a queue on ${place.kind} needs two packages more: npm install bullmq ${client}`);
  });
  const { default: manifest } = await import("bullmq/package.json", { with: { type: "json" } }).catch(() => ({
    default: { version: "unknown" },
  }));
  const factory = isRedis ? bullmq.createRedisBackend : bullmq.createPostgresBackend;
  const made = bullmq.withBackend(factory as typeof bullmq.createRedisBackend);
  if (!isRedis) await hearClients();
  const connection = (
    isRedis ? redisOptions(place) : { ...postgresOptions(place), schema: SCHEMA, migrate: await mayMigrate(place) }
  ) as ConnectionOptions;
  const open = new Set<Closing>();
  const kept = <T extends Closing>(one: T): T => {
    one.on("error", () => {}); // whoever waits for an answer is told; the rest comes back by itself
    open.add(one);
    return one;
  };
  const bull: Bull = {
    place,
    version: manifest.version,
    queue: <Data>(name: string) =>
      kept(new made.Queue(name, { connection, ...(isRedis ? { prefix: "crible" } : {}) })) as unknown as Queue<Data>,
    worker: (name, work, { concurrency, lock = 30_000 }) =>
      breathing(
        kept(
          new made.Worker<Letter>(
            name,
            async (job, token) => {
              if ((await work(job as unknown as Job<Letter>)) === "done") return;
              await job.moveToDelayed(Date.now() + LATER, token);
              throw new bullmq.DelayedError();
            },
            {
              connection: isRedis ? { ...connection, maxRetriesPerRequest: null } : connection,
              ...(isRedis ? { prefix: "crible" } : {}),
              autorun: false,
              concurrency,
              lockDuration: lock,
              stalledInterval: lock,
              maxStalledCount: MOST_STALLS,
              drainDelay: 1,
              removeOnComplete: { count: 0 },
              removeOnFail: { count: 1_000 },
            },
          ),
        ),
      ) as unknown as Worker<Letter>,
    async call(work) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE / 1_000} s`)), DEADLINE);
      });
      try {
        return await Promise.race([work(), late]);
      } catch (error) {
        throw new Error(withoutPassword((error as Error).message || String((error as { code?: string }).code), place));
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      const isClosed = Promise.all([...open].map((one) => one.close().catch(() => {}))).then(() => true);
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, false).unref());
      if (await Promise.race([isClosed, late])) return;
      // The server is gone, and whoever tries to reach it again would keep this process alive.
      for (const one of open) {
        void one.close(true).catch(() => {});
        void one.disconnect().catch(() => {});
      }
    },
  };
  return bull;
}

/** Milliseconds that a server has after a signal, to hear that this process leaves. */
const FAREWELL = 400;

/** What work gives; undefined where a signal comes and, so many milliseconds later, it is still at it: the server may be gone. */
export function unlessStopped<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  moment = FAREWELL,
): Promise<T | undefined> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      timer = setTimeout(resolve, moment, undefined);
    };
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(done);
  });
}

/** Tries a call until it succeeds, for a while. @throws EngineError saying what is out of reach, and why */
export async function insist<T>(
  bull: Pick<Bull, "call" | "place">,
  work: () => Promise<T>,
  patience = PATIENCE,
): Promise<T> {
  const began = Date.now();
  for (let wait = 100; ; wait = Math.min(2_000, 2 * wait)) {
    try {
      return await bull.call(work);
    } catch (error) {
      if (Date.now() - began > patience)
        throw new EngineError(said`the queue ${bull.place.shown} is out of reach: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
