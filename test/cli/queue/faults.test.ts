import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crible, cribleProcess, workplace } from "../crible.ts";
import { befalls, expected, FAULTS } from "./faults.ts";
import { workerHere } from "./hands.ts";
import { BACKENDS, isThere, type Server, serverOf } from "./servers.ts";

/** A few of each; the others, and each on both servers: npm run test:long. */
const QUICK = {
  redis: ["a worker is killed in mid-block", "the server is emptied"],
  postgres: ["the run is killed, and resumed"],
} as const;

describe.each(BACKENDS)("faults on %s", (backend) => {
  if (!isThere(backend)) {
    it.skip("are left out: there is no server of it here", () => {});
    return;
  }
  it.each(QUICK[backend])("%s: the bytes of the run at home", async (name) => {
    const { ran, reports } = await befalls(backend, FAULTS[name]);
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
      const liar = await workerHere(server.url, "liar", change);
      const { code, stderr } = await run(...words);
      await liar.end();
      expect(code).toBe(5);
      expect(stderr).toMatch(said);
    },
  );

  it("one of another engine is refused before its first task: 5", async () => {
    const other = mkdtempSync(join(tmpdir(), "crible-other-"));
    cpSync("dist", join(other, "dist"), { recursive: true });
    writeFileSync(join(other, "dist/engine.json"), '{"engine":"0123456789abcdef"}');
    symlinkSync(join(process.cwd(), "node_modules"), join(other, "node_modules"));
    for (const name of ["package.json", "src"]) cpSync(name, join(other, name), { recursive: true });
    let said = "";
    let code: number | null | undefined;
    const waiting = await cribleProcess(["run", "study.yaml", "--trials", "1e5", "--no-html", "--queue", server.url], {
      cwd: workplace(),
      meanwhile: (child) => {
        child.stderr!.on("data", (text: string) => {
          if (!text.includes("no worker is there yet")) return;
          const stranger = spawn(process.execPath, [
            join(other, "dist/crible.js"),
            "worker",
            "--queue",
            server.url,
            "--workers",
            "1",
          ]);
          stranger.stderr.on("data", (own) => {
            said += own;
          });
          stranger.on("exit", (own) => {
            code = own;
            setTimeout(() => child.kill("SIGINT"), 4_000); // the run has heard of it by then
          });
        });
      },
    });
    expect([code, said]).toEqual([
      5,
      expect.stringContaining("this worker is of engine 0123456789abcdef, the run that waits"),
    ]);
    expect(waiting.code).toBe(130);
  });

  it("a password is never shown, and one that is wrong is said at once: 5", async () => {
    const locked = await serverOf("redis", ["--requirepass", "s3cret"]);
    await locked.start();
    const ask = (password: string) =>
      cribleProcess(["queue", "doctor", "--queue", locked.url], {
        cwd: workplace(),
        env: { CRIBLE_QUEUE_PASSWORD: password },
      });
    const [right, wrong] = [await ask("s3cret"), await ask("wr0ng")];
    await locked.close();
    expect([right.code, wrong.code], right.stderr).toEqual([0, 5]);
    expect(wrong.stderr).toContain("the password comes from CRIBLE_QUEUE_PASSWORD");
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
