/**
 * A queue in memory with a clock of its own, whose every delay and fault comes from a seed: messages are late, doubled,
 * damaged or lost, workers die at any moment or sleep past their locks, the server restarts with what it had, with what
 * it had a second ago, or with nothing.
 */

import { Bench } from "../../../src/cli/queue/bench.ts";
import { Coordinator, type CoordinatorOptions, type QueueDesk } from "../../../src/cli/queue/coordinator.ts";
import { resultIn, resultText } from "../../../src/cli/queue/messages.ts";
import type { Task } from "../../../src/engine/job.ts";
import type { JobPlan, Simulated } from "../../../src/engine/played-job.ts";
import { simulate } from "../../../src/engine/simulate.ts";
import { countsOf, planOf, sequence } from "../../engine/doubles.ts";

const LOCK = 3_000;
const ENGINE = "engine";

/** Chances in a thousand. */
export interface Faults {
  /** Of a call that fails before it does anything, or after it did. */
  readonly call: number;
  /** Of a worker that dies at a step, and of one that sleeps past its lock. */
  readonly death: number;
  readonly sleep: number;
  /** Of a message that comes twice, and of one that is damaged. */
  readonly double: number;
  readonly damage: number;
  /** Of the server, every second: gone for a while; started anew as it was a second ago; with nothing. */
  readonly down: number;
  readonly behind: number;
  readonly flush: number;
  /** Of a task that is played again by another worker, to compare: no fault, but a way to go wrong. */
  readonly recheck: number;
}

export const CALM: Faults = {
  call: 0,
  death: 0,
  sleep: 0,
  double: 0,
  damage: 0,
  down: 0,
  behind: 0,
  flush: 0,
  recheck: 0,
};
export const STORM: Faults = {
  call: 40,
  death: 60,
  sleep: 40,
  double: 60,
  damage: 40,
  down: 40,
  behind: 40,
  flush: 30,
  recheck: 100,
};

interface Held {
  readonly text: string;
  /** Who has it, until when. */
  by?: number;
  until?: number;
}

interface Server {
  tasks: Map<string, Held>;
  results: string[];
}

/** What may be wrong with the protocol itself. */
export interface Planted {
  /** Takes a task off the queue before its result is stored. */
  readonly acksFirst?: boolean;
  readonly coordinator?: typeof Coordinator;
}

export interface Outcome {
  readonly results: readonly Simulated[];
  /** Times that a task was put on the queue, and tasks. */
  readonly adds: number;
  readonly tasks: number;
  /** Trials of all results that counted. */
  readonly counted: number;
}

const BLOCK = 100;
export const PLANS: readonly JobPlan[] = [
  { ...planOf(BLOCK, 2_950), sums: [0, 5] },
  { ...planOf(64, 320), sums: [0, 5] },
];
const JOBS = [0, 1].map((n) => ({
  cell: `cell-${n}`,
  ruleset: "alpha-omega",
  kind: "shot",
  profile: { n },
  seed: BigInt(n),
}));

/** Counts of a task with the marks that a kernel adds. */
async function play(task: Task): Promise<Float64Array> {
  const counts = countsOf(task, PLANS[task.job]!.blockSize);
  const marks = Float64Array.from({ length: 2 * task.blocks }, (_, i) => 1_000 * task.job + 2 * task.first + i + 1);
  return Float64Array.of(...counts, ...marks);
}

/** The run without a queue: what every schedule has to come to. */
export const undisturbed = (): Promise<Simulated[]> =>
  simulate({ workers: 1, run: play, close: async () => {} }, PLANS);

/** Plays one schedule of faults. @throws Error when nothing is left that could happen, and the run has not ended */
export async function schedule(seed: number, faults: Faults, planted: Planted = {}): Promise<Outcome> {
  const random = sequence(seed);
  const happens = (chance: number) => chance > 0 && random(1_000) < chance;
  let now = 0;
  let order = 0;
  const events: { at: number; nth: number; go: () => void }[] = [];
  const after = (milliseconds: number, then: () => void) => {
    const event = { at: now + milliseconds, nth: order++, go: then };
    events.push(event);
    return () => {
      event.go = () => {};
    };
  };
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => after(milliseconds, resolve));

  let server: Server = { tasks: new Map(), results: [] };
  let isDown = false;
  const copy = (): Server => ({
    tasks: new Map([...server.tasks].map(([id, held]) => [id, { ...held }])),
    results: [...server.results],
  });
  let second = copy();
  /** A call to the server: late, and with luck. */
  const call = async <T>(work: () => T): Promise<T> => {
    await sleep(1 + random(20));
    if (isDown || happens(faults.call)) throw new Error("connection lost");
    const answer = work();
    await sleep(1 + random(20));
    if (happens(faults.call)) throw new Error("connection lost");
    return answer;
  };
  const hurt = (text: string): string => {
    if (!happens(faults.damage)) return text;
    const result = random(2) === 0 ? resultIn(text) : undefined;
    if (result?.counts) {
      // One number is another, under the old checksum.
      const counts = result.counts.slice();
      counts[7]! += 1;
      return text.slice(0, 17) + resultText({ ...result, counts }).slice(17);
    }
    const at = random(text.length);
    return text.slice(0, at) + String.fromCharCode(33 + random(90)) + text.slice(at + 1);
  };

  let adds = 0;
  const ids = new Set<string>();
  let isOver = false;
  const desk: QueueDesk = {
    add: (id, text) =>
      call(() => {
        if (server.tasks.has(id)) return;
        adds++;
        ids.add(id);
        server.tasks.set(id, { text: hurt(text) });
      }),
    lost: (ids) => call(() => ids.filter((id) => !server.tasks.has(id))),
    async listen(heard) {
      const pump = async () => {
        if (isOver) return;
        if (!isDown && server.results.length > 0) {
          const nth = random(server.results.length); // in any order
          const text = server.results[nth]!;
          if (!happens(faults.double)) server.results.splice(nth, 1);
          await heard(hurt(text));
        }
        after(20 + random(80), () => void pump());
      };
      void pump();
    },
    remove: (ids) => call(() => ids.forEach((id) => void server.tasks.delete(id))),
    close: async () => {},
  };

  const workers = 1 + (seed % 4);
  const options: CoordinatorOptions = {
    jobs: JOBS,
    plans: PLANS,
    command: "crible run study.yaml",
    engine: ENGINE,
    session: "s",
    every: 1_000,
    patience: 120_000,
    threads: () => 2,
    recheck: { isDue: () => !planted.coordinator && happens(faults.recheck), isOther: () => workers > 1, play },
    after,
    clock: () => now,
    onResult: ({ trials }) => {
      counted += trials;
    },
  };
  let counted = 0;
  const coordinator = new (planted.coordinator ?? Coordinator)(desk, options);

  /** A worker that takes one task after the other, and is started anew when it dies. */
  const worker = async (nth: number) => {
    let die = (_: Error) => {};
    /** The step that it dies at never ends. */
    const orDies = (): Promise<void> => {
      if (!happens(faults.death)) return Promise.resolve();
      die(new Error("killed"));
      return new Promise(() => {});
    };
    const bench = new Bench({
      name: `w${nth}`,
      engine: ENGINE,
      clock: () => now,
      runner: {
        run: async ({ job: _, ...task }, of) => {
          await orDies();
          await sleep(20 + random(300));
          if (happens(faults.sleep)) await sleep(2 * LOCK);
          await orDies();
          return play({ ...task, job: Number((of as (typeof JOBS)[number]).cell.slice(-1)) });
        },
      },
      store: async (_, text) => {
        const sent = hurt(text);
        for (let wait = 200; ; wait *= 2) {
          try {
            await call(() => void server.results.push(sent));
            if (happens(faults.double)) server.results.push(sent);
            return orDies();
          } catch {
            await sleep(wait);
          }
        }
      },
    });
    while (!isOver) {
      await sleep(20 + random(150));
      const [id, held] = [...server.tasks].find(([, { until }]) => until === undefined || until < now) ?? [];
      if (isDown || id === undefined) continue;
      const until = now + LOCK * (1 + random(3)); // it is kept alive, for a while
      Object.assign(held!, { by: nth, until });
      const ack = () => call(() => server.tasks.get(id)?.by === nth && server.tasks.delete(id)).catch(() => {});
      const death = new Promise<never>((_, reject) => {
        die = reject;
      });
      try {
        if (planted.acksFirst) await ack();
        if ((await Promise.race([bench.work(held!.text), death])) === "done") await ack();
        else if (held!.by === nth) held!.until = now + 250;
      } catch {
        await sleep(500); // it is started anew
      }
    }
  };

  const everySecond = () => {
    if (isOver) return;
    if (happens(faults.flush)) server = { tasks: new Map(), results: [] };
    else if (happens(faults.behind)) server = second;
    else if (happens(faults.down)) {
      isDown = true;
      after(random(20_000), () => {
        isDown = false;
      });
    }
    second = copy();
    after(1_000, everySecond);
  };
  everySecond();

  let results: Simulated[] | undefined;
  let failure: unknown;
  await coordinator.start();
  for (let nth = 0; nth < workers; nth++) void worker(nth);
  simulate(coordinator, PLANS).then(
    (found) => {
      results = found;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  while (results === undefined && failure === undefined) {
    await new Promise<void>((resolve) => process.nextTick(resolve)); // whatever can go on without time has
    if (results !== undefined || failure !== undefined) break;
    let first = 0;
    for (let i = 1; i < events.length; i++)
      if (
        events[i]!.at < events[first]!.at ||
        (events[i]!.at === events[first]!.at && events[i]!.nth < events[first]!.nth)
      )
        first = i;
    const event = events[first];
    if (event === undefined || now > 3_600_000) throw new Error(`schedule ${seed} hangs`);
    events[first] = events.at(-1)!;
    events.pop();
    now = event.at;
    event.go();
  }
  isOver = true;
  await coordinator.close();
  if (failure !== undefined) throw failure;
  return { results: results!, adds, tasks: ids.size, counted };
}
