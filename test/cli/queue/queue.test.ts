import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONG } from "../../long.ts";
import { crible, workplace } from "../crible.ts";
import { type Hand, reportsOf, workerApart, workerHere } from "./hands.ts";
import { BACKENDS, isThere, type Server, serverOf } from "./servers.ts";

const RUN = ["run", "study.yaml", "--trials", "200001", "--quiet", "--no-html", "--checkpoint", "0"];

describe.each(BACKENDS)("a run shared out on %s", (backend) => {
  if (!isThere(backend)) {
    it.skip(`is left out: there is no server of it here`, () => {});
    return;
  }
  let server: Server;
  let hand: Hand;
  beforeAll(async () => {
    server = await serverOf(backend);
    await server.start();
    hand = await workerApart(server.url);
  });
  afterAll(async () => {
    await hand.end();
    await server.close();
  });

  it("gives the reports of the run at home, byte for byte; each task is played again by the other worker", async () => {
    const cwd = workplace();
    const here = await crible([...RUN, "--out", "here"], { cwd });
    const second = await workerHere(server.url, "second");
    const there = await crible([...RUN, "--out", "there", "--queue", server.url, "--recheck", "100%"], { cwd });
    await second.end();
    expect([here.code, there.code], there.stderr).toEqual([0, 0]);
    expect(reportsOf(cwd, "there")).toEqual(reportsOf(cwd, "here"));
    expect(second.tasks).toBeGreaterThan(1);
  });

  // In CI what needs no more than the one server goes on one.
  if (LONG || backend === "redis")
    it("plays a game that is written as text, which no worker has", async () => {
      const cwd = workplace();
      const texts = [...readFileSync("docs/your-own-game.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/gu)];
      writeFileSync(join(cwd, "border.game.yaml"), texts[0]![1]!);
      writeFileSync(join(cwd, "first.yaml"), texts[1]![1]!);
      const own = ["run", "first.yaml", "--trials", "200001", "--quiet", "--no-html", "--checkpoint", "0"];
      const here = await crible([...own, "--out", "here"], { cwd });
      const there = await crible([...own, "--out", "there", "--queue", server.url], { cwd });
      expect([here.code, there.code], there.stderr).toEqual([0, 0]);
      expect(reportsOf(cwd, "there")).toEqual(reportsOf(cwd, "here"));
    });

  if (LONG || backend === "postgres")
    it("stops at a precision, where it stops at home; so does what is verified", async () => {
      const cwd = workplace();
      for (const [i, words] of [
        ["--precision", "0.4%"],
        ["--verify", "--trials", "200001"],
      ].entries()) {
        const own = ["run", "study.yaml", "--quiet", "--no-html", "--checkpoint", "0", ...words];
        const here = await crible([...own, "--out", `here${i}`], { cwd });
        const there = await crible([...own, "--out", `there${i}`, "--queue", server.url], { cwd });
        expect([here.code, there.code], there.stderr).toEqual([0, 0]);
        expect(reportsOf(cwd, `there${i}`)).toEqual(reportsOf(cwd, `here${i}`));
      }
    });

  it("leaves nothing behind; status, doctor and drain say how it stands", async () => {
    const status = await crible(["queue", "status", "--queue", server.url], { cwd: workplace() });
    expect(status.code, status.stderr).toBe(0);
    expect(status.stdout).toMatch(/^worker .*: 1 threads, \d+ tasks, /m);
    expect(status.stdout).toContain("tasks: 0 waiting, 0 being played, 0 given up\n");
    expect(status.stdout).not.toContain("run ");
    const doctor = await crible(["queue", "doctor", "--queue", server.url], { cwd: workplace() });
    expect(doctor.code, doctor.stderr).toBe(0);
    expect(doctor.stdout).toMatch(/^good {2}role /m);
    const drain = await crible(["queue", "drain", "--queue", server.url], { cwd: workplace() });
    expect([drain.code, drain.stdout]).toEqual([0, "took away 0 tasks, and the results of 0 runs\n"]);
  });
});
