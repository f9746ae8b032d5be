import { describe, expect, it } from "vitest";
import { befalls, expected, FAULTS, type Fault, type Outcome, slowly } from "../cli/queue/faults.ts";
import { BACKENDS, isThere } from "../cli/queue/servers.ts";

const NAMES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];

async function isRight({ ran, reports }: Outcome) {
  expect(ran.code, ran.stderr).toBe(0);
  expect(reports).toEqual(await expected());
}

describe.each(BACKENDS.filter(isThere))("on %s, the bytes of the run at home", (backend) => {
  it.each(NAMES)("when %s", async (name) => isRight(await befalls(backend, FAULTS[name])));

  it("on a slow network", async () => isRight(await befalls(backend, undefined, { through: slowly(60) })));
});

describe.runIf(isThere("redis"))("on redis", () => {
  const LOGGED = ["--appendonly", "yes", "--appendfsync", "always"];
  it("when the server is killed and comes back with its log: the bytes of the run at home", async () =>
    isRight(await befalls("redis", FAULTS["the server is killed, and started again"], { words: LOGGED })));

  /** @param milliseconds until there is room again: never, unless given */
  const memory = (limit: string, milliseconds?: number): Fault => ({
    befalls: "server",
    async happen({ server }) {
      const { Redis } = await import("ioredis");
      const client = new Redis(server.port, "127.0.0.1");
      await client.config("SET", "maxmemory", limit);
      if (milliseconds !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        await client.config("SET", "maxmemory", "0").catch(() => {});
      }
      client.disconnect();
    },
  });
  it("when its memory is full for a while: the bytes of the run at home", async () =>
    isRight(await befalls("redis", memory("1mb", 5_000))));

  it("when its memory stays full: 5, and what was complete", async () => {
    const { ran } = await befalls("redis", memory("1mb"));
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("the queue has not worked for 60 s: OOM")]);
    expect(ran.stderr).toContain("--resume");
  });

  it("when it is gone for good: 5, and what was complete", async () => {
    const { ran } = await befalls("redis", { befalls: "server", happen: ({ server }) => server.stop("SIGKILL") });
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("the queue has not worked for 60 s")]);
  });
});
