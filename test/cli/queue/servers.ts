/** Real servers for the tests of the queue: on loopback, with ports and folders of their own, ended when they are left. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeOnce } from "../../once.ts";

const which = (name: string): string | undefined => {
  const postgres = "/usr/lib/postgresql";
  const folders = [
    ...(process.env.PATH ?? "").split(":"),
    ...(existsSync(postgres) ? readdirSync(postgres).map((version) => join(postgres, version, "bin")) : []),
  ];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
};

export const BACKENDS = ["redis", "postgres"] as const;
export type Backend = (typeof BACKENDS)[number];
const PROGRAM = { redis: "redis-server", postgres: "postgres" } as const;

/** Whether a backend can be tested here. In CI it has to be. */
export function isThere(backend: Backend): boolean {
  const found = which(PROGRAM[backend]) !== undefined;
  if (!found && process.env.CI) throw new Error(`${PROGRAM[backend]} is missing: .ci/run installs it`);
  return found;
}

/**
 * Below those that systems give to clients (from 32,768 on): one of these would be taken by who connects while the server is
 * down, even by the client that waits for it, which may then be its own server.
 */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(10_000, 32_768);
    const server = createServer()
      .on("error", () => resolve(freePort()))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });

/** Looks so often, 50 ms apart: a server that has much beside it takes long to start. */
const TRIES = 2_400;

export interface Server {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** Ends it: at once, or, asked to, properly. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Forgets everything that a queue holds. */
  forget(): Promise<void>;
  /** Ends it, and takes its folder away. */
  close(): Promise<void>;
}

/** Runs a program until it listens. */
async function started(
  file: string,
  args: readonly string[],
  user: number | undefined,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(file, args, {
    stdio: "ignore",
    cwd: tmpdir(),
    ...(user === undefined ? {} : { uid: user, gid: groupOf(user) }),
  });
  const { connect } = await import("node:net");
  for (let tries = 0; tries < TRIES; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).on("error", () => resolve(false));
    });
    if (isUp) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${file} does not listen`);
}

const ended = (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once("exit", () => resolve());
    child.kill(signal);
  });

/** PostgreSQL does not run as root. */
const userOf = (): number | undefined =>
  process.getuid?.() === 0 ? Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" })) : undefined;
const groupOf = (user: number): number => Number(execFileSync("id", ["-g", String(user)], { encoding: "utf8" }));

/** @param words of its command line @param tls whether it speaks nothing but TLS; its words then say with which files */
export async function serverOf(backend: Backend, words: readonly string[] = [], tls = false): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), `crible-${backend}-`));
  const port = await freePort();
  return backend === "redis" ? redis(folder, port, words, tls) : postgres(folder, port);
}

function redis(folder: string, port: number, words: readonly string[], tls: boolean): Server {
  let child: ChildProcess | undefined;
  const server: Server = {
    url: `${tls ? "rediss" : "redis"}://127.0.0.1:${port}`,
    port,
    async start() {
      const ports = tls ? ["--port", "0", "--tls-port", String(port)] : ["--port", String(port)];
      const args = [...ports, "--bind", "127.0.0.1", "--dir", folder, "--save", "", ...words];
      child = await started(which("redis-server")!, args, undefined, port);
    },
    stop: (signal = "SIGKILL") => ended(child, signal),
    async forget() {
      const { Redis } = await import("ioredis");
      const client = new Redis(port, "127.0.0.1");
      await client.flushall();
      client.disconnect();
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** A database as it is made: the servers of all tests begin with copies of it. */
async function emptyDatabase(user: number | undefined): Promise<string> {
  const folder = join(process.env.CRIBLE_TESTS!, "postgres");
  const data = join(folder, "data");
  await madeOnce("postgres", () => {
    mkdirSync(folder, { mode: 0o700 });
    const own = user === undefined ? {} : { uid: user, gid: groupOf(user) };
    if (user !== undefined) chownSync(folder, own.uid!, own.gid!);
    const words = ["-D", data, "-U", "crible", "--auth=trust", "--no-sync", "--no-locale", "-E", "UTF8"];
    execFileSync(which("initdb")!, words, { stdio: "ignore", cwd: tmpdir(), ...own });
  });
  return data;
}

async function postgres(folder: string, port: number): Promise<Server> {
  const user = userOf();
  if (user !== undefined) chownSync(folder, user, groupOf(user));
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  execFileSync("cp", ["-a", await emptyDatabase(user), data]);
  let child: ChildProcess | undefined;
  const url = `postgres://crible@127.0.0.1:${port}/postgres`;
  const server: Server = {
    url,
    port,
    async start() {
      const args = [
        "-D",
        data,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-k",
        folder,
        "-c",
        "shared_buffers=16MB",
      ];
      child = await started(which("postgres")!, args, user, port);
      const { default: pg } = await import("pg");
      for (let tries = 0; tries < TRIES; tries++) {
        const client = new pg.Client(url);
        client.on("error", () => {});
        const isUp = await client.connect().then(
          () => client.query("SELECT 1").then(() => true),
          () => false,
        );
        await client.end().catch(() => {});
        if (isUp) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error("postgres does not answer");
    },
    stop: (signal = "SIGKILL") => ended(child, signal),
    async forget() {
      const { default: pg } = await import("pg");
      const client = new pg.Client(url);
      client.on("error", () => {});
      await client.connect();
      try {
        const { rows } = await client.query(
          "SELECT tablename FROM pg_tables WHERE schemaname = 'crible' AND tablename NOT LIKE '%migration%'",
        );
        const tables = rows.map(({ tablename }) => `crible.${tablename}`).join(", ");
        // Who waits for the tables while others take them in turn may be the one that the server sends away.
        const emptied = (tries: number): Promise<unknown> =>
          client
            .query(`TRUNCATE ${tables}`)
            .catch((error) => (error.code === "40P01" && tries > 1 ? emptied(tries - 1) : Promise.reject(error)));
        if (tables) await emptied(20);
      } finally {
        await client.end();
      }
    },
    async close() {
      await server.stop("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}
