import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Job } from "../../src/engine/job.ts";
import { pooledRunner } from "../../src/engine/lazy-pool.ts";
import type { PoolOptions } from "../../src/engine/pool.ts";
import { EngineError, inProcessRunner } from "../../src/engine/runner.ts";
import { simulate } from "../../src/engine/simulate.ts";
import { startThread } from "../../src/engine/thread.ts";
import { jobsOf } from "./jobs.ts";

const worker = (name: string) => fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));
const LITTLE = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 };
const folder = mkdtempSync(join(tmpdir(), "crible-pool-"));
const TRIALS = 500_123;

let all: Awaited<ReturnType<typeof jobsOf>>;
let expected: string;
const bytes = (results: Awaited<ReturnType<typeof simulate>>) => JSON.stringify(results.map((r) => [...r.tally]));

beforeAll(async () => {
  expect(existsSync("dist/crible-worker.cjs"), "run npm run build first").toBe(true);
  all = await jobsOf(TRIALS);
  expected = bytes(
    await simulate(
      inProcessRunner(all.map(({ job }) => job)),
      all.map(({ plan }) => plan),
    ),
  );
});

/** The path of a file with such a text, which fixtures that want to remember something know. */
const faultWith = (name: string, how: string): string => {
  const fault = join(folder, name);
  writeFileSync(fault, how);
  vi.stubEnv("FAULT", fault);
  return fault;
};
afterEach(() => void vi.unstubAllEnvs());

/** A clock that runs out the moment it is set, but for the first `patient` times: then it never does. */
function impatient(patient: number): Required<Pick<PoolOptions, "after" | "patience">> {
  let times = 0;
  const after: PoolOptions["after"] = (_, then) => {
    if (++times <= patient) return () => {};
    const at = setImmediate(then);
    return () => clearImmediate(at);
  };
  return { patience: 500, after };
}

async function play(options: PoolOptions, jobs: readonly Job[] = all.map(({ job }) => job)) {
  const runner = await pooledRunner(jobs, options);
  try {
    return await simulate(
      runner,
      all.map(({ plan }) => plan),
    );
  } finally {
    await runner.close();
  }
}

/** The message of a run that must fail: the first task's, or that of threads that do not start. */
async function failure(options: PoolOptions): Promise<string> {
  const error = await play(options).then(
    ([first]) => (first!.stoppedBy === "fault" ? new EngineError(first!.fault!) : expect.unreachable("it should fail")),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(EngineError);
  return (error as EngineError).message;
}

describe("threads play what one process plays", () => {
  it.each([1, 2, 7])("to the byte, on %i workers", async (workers) => {
    expect(bytes(await play({ workers }))).toBe(expected);
  });

  it("control: another seed is another tally", async () => {
    const jobs = all.map(({ job }) => ({ ...job, seed: 8n }));
    expect(bytes(await play({ workers: 1 }, jobs))).not.toBe(expected);
  });
});

describe("a worker that fails on every task is one error that names the blocks and how to play them again", () => {
  const command = "crible run my.yaml --trials 1e6";
  it.each([
    ["throws", {}, "planted: the kernel is broken"],
    ["exits", {}, "worker exited with code: 3"],
    ["runs-out-of-memory", { resourceLimits: LITTLE }, "memory limit"],
  ])("%s", async (name, more, reason) => {
    const message = await failure({ workers: 2, worker: worker(name), command, ...more });
    const [what, how] = message.split("\n");
    expect(what).toMatch(/^blocks? \d+( to \d+)? of \w+~rangers~marines~\w+ could not be played: /);
    expect(what).toContain(reason);
    const cell = /of (\S+) could/.exec(what!)![1];
    expect(how).toBe(`play them again, in one process, with: ${command} --cell '${cell}' --workers 0`);
  });
});

describe("a worker that fails once is forgiven: its blocks are played again on a fresh thread", () => {
  it.each([
    ["throw", {}],
    ["end", {}],
    ["exit", {}],
    ["memory", { resourceLimits: LITTLE }],
  ])("%s", async (how, more) => {
    const fault = faultWith(`once-${how}`, how);
    expect(bytes(await play({ workers: 2, worker: worker("fails-once"), ...more }))).toBe(expected);
    expect(existsSync(fault), "it did fail").toBe(false);
  });
});

describe("a worker that does not load is one error, never a wait", () => {
  it.each([
    ["cannot-load", "there-is-no-such-module", 9],
    ["exits-at-load", "code: 7", 9],
    ["hangs-at-load", "did not load within 0.5 s", 0],
    ["waits-at-load", "did not load within 0.5 s", 0],
    ["no-handler", "did not load within 0.5 s", 0],
  ])("%s", async (name, reason, patient) => {
    const message = await failure({ workers: 3, worker: worker(name), ...impatient(patient) });
    expect(message).toMatch(/^the worker threads could not start: /);
    expect(message).toContain(reason);
  });

  it("a worker that is not there", async () => {
    expect(await failure({ workers: 1, worker: join(folder, "none.js") })).toContain("is missing: run npm run build");
  });

  it.each([
    ["throw", "gone for good", 9],
    ["exit", "code: 7", 9],
    ["hang", "did not load within 0.5 s", 1],
  ])("one that dies and cannot be replaced: %s", async (how, reason, patient) => {
    faultWith(`gone-${how}`, how);
    const options = { workers: 1, worker: worker("dies-and-cannot-return"), ...impatient(patient) };
    expect(await failure(options)).toContain(reason);
  });

  it("tasks that wait for the thread in its place do not wait for ever", async () => {
    faultWith("gone-waiting", "hang");
    const { job, plan } = all[0]!;
    const runner = await pooledRunner([job], {
      workers: 1,
      worker: worker("dies-and-cannot-return"),
      ...impatient(1),
    });
    const tasks = [0, 1].map((first) => runner.run({ job: 0, first, blocks: 1, trials: plan.blockSize }));
    const ends = await Promise.allSettled(tasks);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await runner.close();
  });
});

it("threads that end again and again are given up, with one error for all that is left", async () => {
  const fault = faultWith("loads", "");
  const many = Array.from({ length: 40 }, (_, i) => ({ ...all[0]!.job, cell: `cell${i}` }));
  const runner = await pooledRunner(many, { workers: 2, worker: worker("exits") });
  const { blockSize, bins } = all[0]!.plan;
  const ended = await simulate(
    runner,
    many.map(() => ({ blockSize, bins, trials: blockSize })),
  );
  await runner.close();
  const faults = new Set(ended.map(({ fault }) => fault));
  expect(faults.size, "of forty: those that were under way, and what is left").toBeLessThanOrEqual(9);
  expect(ended.at(-1)!.fault).toBe("6 worker threads ended one after another: worker exited with code: 3");
  expect(readFileSync(fault, "utf8").length, "threads were started").toBeLessThanOrEqual(9);
});

it("a thread that has ended is not started again until there is something to do", async () => {
  const fault = faultWith("idle", "");
  const runner = await pooledRunner([all[0]!.job], { workers: 1, worker: worker("exits") });
  await expect(runner.run({ job: 0, first: 0, blocks: 1, trials: 1 })).rejects.toThrow("code: 3");
  const loads = readFileSync(fault, "utf8").length;
  expect(loads).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(readFileSync(fault, "utf8")).toHaveLength(loads);
  await runner.close();
});

it("a thread that is not needed any more has no other in its place", async () => {
  let made = 0;
  const making = () => void made++;
  process.on("worker", making);
  await startThread({ answered() {}, ended() {} }, {}).terminate();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("worker", making);
  expect(made).toBe(1);
});

describe("threads are handed on", () => {
  it("from a run to the next, which finds nothing of it on them", async () => {
    const first = await pooledRunner([{ ...all[0]!.job, seed: 8n }], { workers: 2 });
    const { blockSize } = all[0]!.plan;
    const other = await first.run({ job: 0, first: 0, blocks: 1, trials: blockSize });
    await first.close();
    const second = await pooledRunner([all[0]!.job], { workers: 2 });
    const own = await second.run({ job: 0, first: 0, blocks: 1, trials: blockSize });
    await second.close();
    const here = await inProcessRunner([all[0]!.job]).run({ job: 0, first: 0, blocks: 1, trials: blockSize });
    expect(own).toEqual(here);
    expect(other).not.toEqual(here);
  });
});

it("a runner that was closed plays nothing more", async () => {
  const { job, plan } = all[0]!;
  const runner = await pooledRunner([job], { workers: 1 });
  const running = runner.run({ job: 0, first: 0, blocks: 1, trials: plan.blockSize });
  running.catch(() => {});
  await runner.close();
  await expect(runner.run({ job: 0, first: 0, blocks: 1, trials: 1 })).rejects.toThrow("stopped");
});
