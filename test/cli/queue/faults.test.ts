import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineHash } from "../../../src/analysis/engine-hash.ts";
import { openBull } from "../../../src/cli/queue/bull.ts";
import { placeOf } from "../../../src/cli/queue/place.ts";
import { ownHead, RollCall } from "../../../src/cli/queue/presence.ts";
import { crible, cribleProcess, workplace } from "../crible.ts";
import { befalls, expected, FAULTS } from "./faults.ts";
import { workerHere } from "./hands.ts";
import { BACKENDS, isThere, type Server, serverOf } from "./servers.ts";

const spawned = (file: string, words: readonly string[]): Promise<{ status: number; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(file, words, (_error, _stdout, stderr) => resolve({ status: child.exitCode!, stderr }));
  });

/** A few of each; the others, and each on both servers: npm run test:long. */
const QUICK = {
  redis: ["a worker is killed in mid-block", "the run is killed, and resumed"],
  postgres: ["the server is emptied"],
} as const;

describe.each(BACKENDS)("faults on %s", (backend) => {
  if (!isThere(backend)) {
    it.skip("are left out: there is no server of it here", () => {});
    return;
  }
  it.each(QUICK[backend])("%s: the bytes of the run at home", async (name) => {
    const { ran, reports } = await befalls(backend, FAULTS[name], { isQuick: true });
    expect(ran.code, ran.stderr).toBe(0);
    expect(reports).toEqual(await expected());
  });
});

describe.skipIf(!isThere("redis"))("workers that are not what they should be", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serverOf("redis");
    await server.start();
  });
  afterAll(() => server.close());
  const run = (...words: string[]) =>
    crible(
      [
        "run",
        "study.yaml",
        "--only",
        "whole",
        "--trials",
        "100000",
        "--quiet",
        "--no-html",
        "--queue",
        server.url,
        ...words,
      ],
      {
        cwd: workplace(),
      },
    );

  it.each([
    ["counts that do not add up", { 0: 1 }, [], /worker liar sent counts that add up to \d+ of \d+ trials/],
    ["a count below zero", { 0: -1e6, 1: 1e6 }, [], /worker liar sent a count of -\d+/],
    [
      "counts that add up",
      { 0: -1, 1: 1 },
      ["--recheck", "100%"],
      /played again here they count otherwise than worker liar said/,
    ],
  ] as [string, Readonly<Record<number, number>>, string[], RegExp][])(
    "%s end the run, naming the worker: 5",
    async (_, change, words, said) => {
      const liar = await workerHere(server.url, "liar", { change });
      const { code, stderr } = await run(...words);
      await liar.end();
      expect(code).toBe(5);
      expect(stderr).toMatch(said);
    },
  );

  it("one of another engine is refused before its first task, and the run says so: 5", async () => {
    const other = mkdtempSync(join(tmpdir(), "crible-other-"));
    cpSync("dist", join(other, "dist"), { recursive: true });
    writeFileSync(join(other, "dist/engine.json"), '{"engine":"0123456789abcdef"}');
    for (const name of ["node_modules", "package.json", "src"])
      symlinkSync(join(process.cwd(), name), join(other, name));
    const bull = await openBull(placeOf(server.url));
    const present = async (role: "run" | "worker", name: string, engine: string) => {
      const roll = new RollCall(bull);
      await roll.join(
        () => ({ role, name, ...ownHead(engine) }),
        () => {},
      );
      return roll;
    };
    const waiting = await present("run", "waiting", engineHash());
    const stranger = [join(other, "dist/crible.cjs"), "worker", "--queue", server.url, "--workers", "1"];
    const { status, stderr } = await spawned(process.execPath, stranger);
    expect([status, stderr]).toEqual([
      5,
      expect.stringContaining("this worker is of engine 0123456789abcdef, the run that waits"),
    ]);
    await waiting.leave();
    const lost = await present("worker", "stranger", "0123456789abcdef");
    const good = await workerHere(server.url, "good");
    const ran = await run();
    await Promise.all([good.end(), lost.leave()]);
    await bull.close();
    expect([ran.code, ran.stderr]).toEqual([
      0,
      expect.stringContaining("worker stranger is refused: it is of engine 0123456789abcdef"),
    ]);
  });

  it("by TLS with a password: neither is shown, and what is wrong with them is said at once: 5", async () => {
    const tls = (name: string) => join(process.cwd(), "test/cli/queue/tls", name);
    const files = ["--tls-cert-file", tls("cert.pem"), "--tls-key-file", tls("key.pem"), "--tls-auth-clients", "no"];
    const locked = await serverOf("redis", ["--requirepass", "s3cret", ...files], true);
    await locked.start();
    const ask = (password: string) =>
      cribleProcess(["queue", "doctor", "--queue"], {
        cwd: workplace(),
        env: { CRIBLE_QUEUE: locked.url.replace("//", `//:${password}@`), NODE_EXTRA_CA_CERTS: tls("cert.pem") },
      });
    const [right, wrong] = [await ask("s3cret"), await ask("wr0ng")];
    const unknown = await crible(["queue", "doctor", "--queue", locked.url], { cwd: workplace() });
    await locked.close();
    expect([right.code, wrong.code, unknown.code], right.stderr).toEqual([0, 5, 5]);
    expect(wrong.stderr).toContain("the password comes from CRIBLE_QUEUE_PASSWORD");
    expect(unknown.stderr).toContain("self-signed certificate (NODE_EXTRA_CA_CERTS names");
    for (const text of [right.stdout, right.stderr, wrong.stderr]) expect(text).not.toMatch(/s3cret|wr0ng/);
  });

  it("a server that throws tasks away when memory is short is refused, with what to set: 5", async () => {
    const { Redis } = await import("ioredis");
    const client = new Redis(server.port, "127.0.0.1");
    await client.config("SET", "maxmemory-policy", "allkeys-lru");
    const { code, stderr } = await run();
    await client.config("SET", "maxmemory-policy", "noeviction");
    client.disconnect();
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining("maxmemory-policy is allkeys-lru: CONFIG SET maxmemory-policy noeviction"),
    ]);
  });

  it("nobody there: 5, and no hang", async () => {
    const { code, stderr } = await crible(["queue", "status", "--queue", "redis://no-such-host.invalid"], {
      cwd: workplace(),
    });
    expect([code, stderr]).toEqual([5, expect.stringContaining("redis://no-such-host.invalid cannot be used")]);
    expect(readFileSync("docs/queue.md", "utf8")).toContain("out of reach");
  });
});
