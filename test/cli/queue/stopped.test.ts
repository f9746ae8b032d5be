/** A worker, and a run, that are told to stop when their server is gone. */
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { breathing, openBull, unlessStopped } from "../../../src/cli/queue/bull.ts";
import { placeOf } from "../../../src/cli/queue/place.ts";
import { half } from "../../long.ts";
import { MAIN, preload, workplace } from "../crible.ts";
import { workerApart, workerHere } from "./hands.ts";
import { BACKENDS, isThere, serverOf } from "./servers.ts";

/** Milliseconds after which a process counts as hanging: it was 100 s, where a second of processor time is wanted. */
const HANG = 80_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("what waits for a server", () => {
  const never = new Promise<never>(() => {});
  const pending = Symbol("pending");
  const stateOf = (work: Promise<unknown>) => Promise.race([work, Promise.resolve(pending)]);

  it("is given up less than half a second after a signal, and not before", async () => {
    vi.useFakeTimers();
    try {
      const control = new AbortController();
      const waiting = unlessStopped(never, control.signal);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await stateOf(waiting)).toBe(pending);
      control.abort();
      await vi.advanceTimersByTimeAsync(500);
      expect(await stateOf(waiting)).toBeUndefined();
      const later = unlessStopped(never, control.signal); // after the signal
      await vi.advanceTimersByTimeAsync(500);
      expect(await stateOf(later)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("is heard where it answers, and where it fails", async () => {
    const { signal } = new AbortController();
    expect(await unlessStopped(Promise.resolve(5), signal)).toBe(5);
    await expect(unlessStopped(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    const stopped = AbortSignal.abort();
    expect(await unlessStopped(Promise.resolve(5), stopped)).toBe(5);
  });
});

describe("a worker whose server refuses it at once, again and again", () => {
  /** Asks as BullMQ's worker does: again at once, with no turn of the event loop between; as often as it may at most. */
  class Asking extends EventEmitter {
    asked = 0;
    isPaused = false;
    async ask(most: number): Promise<void> {
      while (!this.isPaused && this.asked < most) {
        this.asked++;
        await Promise.reject(new Error("no")).catch((error) => this.emit("error", error));
      }
    }
    async pause(): Promise<void> {
      this.isPaused = true;
    }
    resume(): void {
      this.isPaused = false;
      void this.ask(this.asked + 1_000);
    }
  }
  const MOST = 10_000;
  /** How often it had asked when the event loop was heard again. */
  const heardAfter = async (worker: Asking) => {
    worker.on("error", () => {});
    const asking = worker.ask(MOST);
    await new Promise((resolve) => setImmediate(resolve));
    const { asked } = worker;
    await asking;
    return asked;
  };

  it("rests, so that signals are heard, and asks again after a while", async () => {
    const worker = breathing(new Asking(), 1);
    expect(await heardAfter(worker)).toBeLessThan(100);
    await vi.waitFor(() => expect(worker.asked).toBeGreaterThan(30), { timeout: HANG });
  });

  it("control: one that never rests hears nothing before it is done", async () => {
    expect(await heardAfter(new Asking())).toBe(MOST);
  });
});

describe("what BullMQ is given", () => {
  it.skipIf(!isThere("redis"))("workers rest when their faults come all at once", async () => {
    const server = await serverOf("redis");
    await server.start();
    const bull = await openBull(placeOf(server.url));
    try {
      const worker = bull.worker("resting", async () => "done", { concurrency: 1 });
      const emitter = worker as unknown as EventEmitter;
      for (let i = 0; i < 5; i++) emitter.emit("error", new Error("a fault"));
      expect(worker.isPaused()).toBe(false);
      await new Promise((resolve) => setImmediate(resolve));
      for (let i = 0; i < 100; i++) emitter.emit("error", new Error("a fault"));
      await vi.waitFor(() => expect(worker.isPaused()).toBe(true), { timeout: HANG });
    } finally {
      await bull.close();
      await server.close();
    }
  });

  it.skipIf(!isThere("postgres"))(
    "clients whose server goes away end no process, whoever listens to them",
    async () => {
      const server = await serverOf("postgres");
      await server.start();
      const { default: pg } = await import("pg");
      const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
      const clients = new Set<EventEmitter>();
      const spied = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
        this: EventEmitter,
        ...args: unknown[]
      ) {
        clients.add(this);
        return query.apply(this, args);
      } as never);
      const bull = await openBull(placeOf(server.url));
      try {
        await bull.queue<object>("heard").add("one", {});
        expect(clients.size).toBeGreaterThan(0);
        for (const client of clients) {
          client.removeAllListeners("error"); // as BullMQ does before it ends one, and a pool whose client is in use
          expect(() => client.emit("error", new Error("gone"))).not.toThrow();
          // The control: as any other emitter.
          expect(() => EventEmitter.prototype.emit.call(client, "error", new Error("gone"))).toThrow("gone");
        }
      } finally {
        spied.mockRestore();
        await bull.close();
        await server.close();
      }
    },
  );
});

/** In CI what stops a worker goes on one server, and what stops a run on the other. */
const THERE = BACKENDS.filter(isThere);

describe("when its server is gone", () => {
  it.each(half(THERE))("a worker in the middle of a task ends: %s", async (backend) => {
    const server = await serverOf(backend);
    await server.start();
    const worker = await workerApart(server.url);
    await server.stop();
    const began = performance.now();
    expect(await worker.end("SIGTERM"), worker.said()).toBe(143);
    expect(performance.now() - began).toBeLessThan(HANG);
    await server.close();
  });

  it.each(half(THERE.toReversed()))(
    "a run ends, its reports and checkpoint hold what was complete: %s",
    async (backend) => {
      const server = await serverOf(backend);
      await server.start();
      const worker = await workerHere(server.url, "here", { pause: 50 });
      const cwd = workplace();
      const words = ["run", "study.yaml", "--only", "whole", "--trials", "1e10", "--checkpoint", "0.05", "--no-html"];
      const run = spawn(process.execPath, [MAIN, ...words, "--out", "out", "--queue", server.url], {
        cwd,
        stdio: ["ignore", "ignore", "pipe"],
      });
      let said = "";
      run.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
      const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
      while (!existsSync(join(cwd, "out/checkpoint.ndjson"))) await sleep(20);
      await server.stop();
      const began = performance.now();
      run.kill("SIGINT");
      expect(await ended, said).toBe(130);
      expect(performance.now() - began).toBeLessThan(HANG);
      expect(said).toContain("Go on from there with: ");
      const result = JSON.parse(readFileSync(join(cwd, "out/results.json"), "utf8"));
      expect(result.partial).toBe(true);
      expect(result.cells[0].trials).toBeGreaterThan(0);
      await worker.end();
      await server.close();
    },
  );
});

it.skipIf(!isThere("redis"))(
  "a worker that is stopped gives its task to another: nothing waits for its lock",
  async () => {
    const server = await serverOf("redis");
    await server.start();
    // Its first task takes longer than the test may; its lock is an hour.
    const slow = await workerApart(server.url, ["--lock", "3600"], {
      ...preload("slow-threads"),
      SLOW: String(HANG * 20),
    });
    const cwd = workplace();
    const words = ["run", "study.yaml", "--only", "whole", "--trials", "20000", "--no-html", "--quiet", "--out", "out"];
    const run = spawn(process.execPath, [MAIN, ...words, "--queue", server.url], {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    run.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
    const { Redis } = await import("ioredis");
    const client = new Redis(server.port, "127.0.0.1");
    const active = async () => {
      const keys = await client.keys("crible:tasks-*:active");
      return keys.length === 0 ? 0 : client.llen(keys[0]!);
    };
    while ((await active()) === 0) await sleep(20);
    expect(await slow.end("SIGTERM")).toBe(143);
    const other = await workerHere(server.url, "other");
    expect(await ended, said).toBe(0);
    client.disconnect();
    await other.end();
    await server.close();
  },
);
