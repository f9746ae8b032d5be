/** What befalls a run on real servers, and what then has to come of it: the bytes of the run at home, or exit code 5. */
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { crible, cribleProcess, preload, type Ran, workplace } from "../crible.ts";
import { type Hand, reportsOf, worker } from "./hands.ts";
import { type Backend, type Server, serverOf } from "./servers.ts";

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const SLOW = { ...preload("slow-threads"), SLOW: "100" };
const RUN = ["run", "study.yaml", "--trials", "600_001", "--no-html", "--quiet"];
/** Seconds of a lock, so that a dead worker's task is soon another's. */
const LOCK = 2;

let home: Promise<Record<string, string>> | undefined;
/** The reports of the run at home. */
export function expected(): Promise<Record<string, string>> {
  home ??= (async () => {
    const cwd = workplace();
    await crible([...RUN, "--checkpoint", "0", "--out", "home"], { cwd });
    return reportsOf(cwd, "home");
  })();
  return home;
}

interface Stage {
  readonly server: Server;
  readonly workers: Hand[];
  /** The run, once some of it is done. */
  readonly run: ChildProcess;
}

export interface Outcome {
  readonly ran: Ran;
  readonly reports: Record<string, string>;
}

/** What happens in the middle of a run with two slow workers. */
export type Fault = (stage: Stage) => Promise<void>;

export const slowWorker = (url: string): Promise<Hand> => worker(url, ["--lock", String(LOCK)], SLOW);

/** @param words of the server @param through another address than the server's own, for the run */
export async function befalls(
  backend: Backend,
  fault: Fault,
  {
    words = [],
    hands = 2,
    through,
  }: { words?: readonly string[]; hands?: number; through?: (port: number) => Promise<Proxy> } = {},
): Promise<Outcome> {
  const server = await serverOf(backend, words);
  await server.start();
  const proxy = await through?.(server.port);
  const url = proxy ? server.url.replace(String(server.port), String(proxy.port)) : server.url;
  const workers = await Promise.all(Array.from({ length: hands }, () => slowWorker(url)));
  const cwd = workplace();
  const own = [...RUN, "--checkpoint", "0.05", "--out", "there", "--queue", url];
  try {
    let happened: Promise<void> | undefined;
    let ran = await cribleProcess(own, {
      cwd,
      meanwhile: (run) => {
        happened = (async () => {
          while (!existsSync(join(cwd, "there/checkpoint.ndjson")) && run.exitCode === null) await sleep(20);
          await fault({ server, workers, run });
        })();
      },
    });
    await happened;
    if (ran.signal === "SIGKILL") ran = await cribleProcess([...own, "--resume"], { cwd });
    return { ran, reports: existsSync(join(cwd, "there/results.json")) ? reportsOf(cwd, "there") : {} };
  } finally {
    await Promise.all(workers.map((hand) => hand.end("SIGKILL")));
    proxy?.close();
    await server.close();
  }
}

export const FAULTS = {
  "a worker is killed in mid-block": async ({ workers }: Stage) => {
    await workers[0]!.end("SIGKILL");
  },
  "the run is killed, and resumed": async ({ run }: Stage) => {
    run.kill("SIGKILL");
  },
  "the server is emptied": ({ server }: Stage) => server.forget(),
  "the server is killed, and started again": async ({ server }: Stage) => {
    await server.stop("SIGKILL");
    await sleep(1_000);
    await server.start();
  },
  "a worker is stopped for two locks, and wakes": async ({ workers }: Stage) => {
    workers[0]!.child.kill("SIGSTOP");
    await sleep(2 * LOCK * 1_000 + 500);
    workers[0]!.child.kill("SIGCONT");
  },
} as const satisfies Record<string, Fault>;

export interface Proxy {
  readonly port: number;
  close(): void;
}

/** A way to a server on which everything takes longer. */
export const slowly =
  (milliseconds: number) =>
  (port: number): Promise<Proxy> =>
    new Promise((resolve) => {
      const sockets = new Set<Socket>();
      const server = createServer((client) => {
        const there = connect(port, "127.0.0.1");
        for (const [from, to] of [
          [client, there],
          [there, client],
        ] as const) {
          sockets.add(from);
          from.on("data", (bytes) => setTimeout(() => to.write(bytes), milliseconds));
          from.on("close", () => to.destroy()).on("error", () => to.destroy());
        }
      }).listen(0, "127.0.0.1", () =>
        resolve({
          port: (server.address() as { port: number }).port,
          close() {
            for (const socket of sockets) socket.destroy();
            server.close();
          },
        }),
      );
    });
