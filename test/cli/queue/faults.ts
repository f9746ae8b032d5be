/** What befalls a run on real servers, and what then has to come of it: the bytes of the run at home, or exit code 5. */
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { crible, cribleProcess, preload, type Ran, workplace } from "../crible.ts";
import { type Hand, reportsOf, workerApart, workerHere } from "./hands.ts";
import { type Backend, type Server, serverOf } from "./servers.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Milliseconds that a task takes longer. */
const SLOW = 100;
const RUN = ["run", "study.yaml", "--trials", "300_001", "--no-html", "--quiet"];
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

const slowWorker = (url: string): Promise<Hand> =>
  workerApart(url, ["--lock", String(LOCK)], { ...preload("slow-threads"), SLOW: String(SLOW) });

interface Stage {
  readonly server: Server;
  /** The first worker and the run, where they are processes of their own. */
  readonly worker: Hand | undefined;
  readonly run: ChildProcess | undefined;
}

export interface Outcome {
  readonly ran: Ran;
  readonly reports: Record<string, string>;
}

/** What happens in the middle of a run with two slow workers. */
export interface Fault {
  readonly befalls: "worker" | "run" | "server";
  happen(stage: Stage): Promise<void>;
}

interface Scene {
  /** Of the server. */
  readonly words?: readonly string[];
  /** Another address than the server's own. */
  readonly through?: (port: number) => Promise<Proxy>;
  /** Has only that in a process of its own that the fault befalls. */
  readonly isQuick?: boolean;
}

const nothing: Fault = { befalls: "server", happen: async () => {} };

export async function befalls(
  backend: Backend,
  { befalls: what, happen }: Fault = nothing,
  { words = [], through, isQuick = false }: Scene = {},
): Promise<Outcome> {
  const server = await serverOf(backend, words);
  await server.start();
  const proxy = await through?.(server.port);
  const url = proxy ? server.url.replace(String(server.port), String(proxy.port)) : server.url;
  const apart = (one: Fault["befalls"]) => !isQuick || what === one;
  const worker = apart("worker") ? await slowWorker(url) : undefined;
  const here = (name: string) => workerHere(url, name, { pause: SLOW, lock: LOCK * 1_000 });
  const others = isQuick ? [await here("second"), ...(worker ? [] : [await here("first")])] : [await slowWorker(url)];
  const cwd = workplace();
  const own = [...RUN, "--checkpoint", "0.05", "--out", "there", "--queue", url];
  const isSaved = () => existsSync(join(cwd, "there/checkpoint.ndjson"));
  try {
    let isOver = false;
    const inTheMiddle = async (run?: ChildProcess) => {
      while (!isSaved() && !isOver) await sleep(20);
      await happen({ server, worker, run });
    };
    let happened: Promise<void> | undefined;
    const meanwhile = (run: ChildProcess) => {
      happened = inTheMiddle(run);
    };
    const running = apart("run") ? cribleProcess(own, { cwd, meanwhile }) : crible(own, { cwd });
    happened ??= inTheMiddle();
    const over = running.finally(() => {
      isOver = true;
    });
    let [ran] = await Promise.all([over, happened]); // who fails first is told
    if (ran.signal === "SIGKILL") ran = await crible([...own, "--resume"], { cwd });
    return { ran, reports: existsSync(join(cwd, "there/results.json")) ? reportsOf(cwd, "there") : {} };
  } finally {
    await Promise.all([worker, ...others].map((hand) => hand?.end("SIGKILL")));
    proxy?.close();
    await server.close();
  }
}

export const FAULTS = {
  "a worker is killed in mid-block": {
    befalls: "worker",
    happen: async ({ worker }) => void (await worker!.end("SIGKILL")),
  },
  "the run is killed, and resumed": { befalls: "run", happen: async ({ run }) => void run!.kill("SIGKILL") },
  "the server is emptied": { befalls: "server", happen: ({ server }) => server.forget() },
  "the server is killed, and started again": {
    befalls: "server",
    async happen({ server }) {
      await server.stop("SIGKILL");
      await sleep(1_000);
      await server.start();
    },
  },
  "a worker is stopped for two locks, and wakes": {
    befalls: "worker",
    async happen({ worker }) {
      worker!.child.kill("SIGSTOP");
      await sleep(2 * LOCK * 1_000 + 500);
      worker!.child.kill("SIGCONT");
    },
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
