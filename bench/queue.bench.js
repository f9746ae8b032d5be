/**
 * What a queue costs: the way of a task there and back, processor time of run and server for each, and two workers of one
 * thread against a pool of two threads, at tasks of two seconds. Needs redis-server.
 */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { jobOf } from "../dist/analysis/planned.js";
import { planStudy } from "../dist/analysis/planning.js";
import { simulationOf } from "../dist/analysis/run.js";
import { placeOf } from "../dist/cli/queue/place.js";
import { queueRunner } from "../dist/cli/queue/runner.js";
import { pooledRunner } from "../dist/engine/lazy-pool.js";
import { studyOfData } from "../dist/scenario/data.js";
import { isMain } from "./measure.js";

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const main = fileURLToPath(new URL("../dist/crible.cjs", import.meta.url));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A volley, and how it is played. */
async function cell() {
  const unit = { ballisticSkill: "4+", save: "4+", command: "3+", weapon: "rifle", models: 4 };
  const study = await studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 24: 0 } } },
    units: { rangers: unit, marines: { ...unit, save: "5+" } },
    experiments: {
      whole: { kind: "volley", attacker: "rangers", defender: "marines", situation: { distance: 12 } },
    },
  });
  const [planned] = [...(await planStudy(study, "simulate")).values()];
  return { job: jobOf(study, planned), plan: simulationOf(planned.program, 1e10, undefined) };
}

/** Plays tasks of so many blocks, a few at a time; seconds of it all. */
async function seconds(runner, { blockSize }, blocks, count, atOnce) {
  const began = performance.now();
  let next = 0;
  const substream = async () => {
    while (next < count) await runner.run({ job: 0, first: next++ * blocks, blocks, trials: blocks * blockSize });
  };
  await Promise.all(Array.from({ length: atOnce }, substream));
  return (performance.now() - began) / 1_000;
}

export default async function bench() {
  console.log("\nQueue on Redis, two workers of one thread");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
  const children = [spawn("redis-server", words, { stdio: "ignore" })];
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const url = `redis://127.0.0.1:${port}`;
  try {
    for (let i = 0; i < 2; i++) {
      const worker = spawn(process.execPath, [main, "worker", "--queue", url, "--workers", "1"], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      children.push(worker);
      await new Promise((resolve) => worker.stderr.on("data", (text) => String(text).includes("waiting") && resolve()));
    }
    const { job, plan } = await cell();
    const queue = await queueRunner({ place: placeOf(url, {}), quiet: true })([job], [plan], "crible run");
    const pool = await pooledRunner([job], { workers: 2 });
    const client = new Redis(port, "127.0.0.1");
    const used = async () => {
      const info = await client.info("cpu");
      const own = (name) => Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(info)[1]);
      const { user, system } = process.cpuUsage();
      return { run: (user + system) / 1e6, server: own("sys") + own("user") };
    };
    await seconds(queue, plan, 1, 50, 4); // warm
    await seconds(pool, plan, 1, 50, 4);

    const single = await seconds(queue, plan, 1, 100, 1);
    const playing = await seconds(pool, plan, 1, 100, 1);
    console.log(`  a task there and back  ${(10 * (single - playing)).toFixed(1)} ms, one after the other`);
    const before = await used();
    const many = 600;
    const parallel = await seconds(queue, plan, 1, many, 32);
    const after = await used();
    const each = (name) => (((after[name] - before[name]) / many) * 1_000).toFixed(2);
    console.log(
      `  32 at once             ${((parallel / many) * 1_000).toFixed(1)} ms a task; processor time of the run ${each("run")} ms, of the server ${each("server")} ms`,
    );

    const perBlock = (await seconds(pool, plan, 64, 4, 2)) / 4 / 64;
    const blocks = Math.max(1, Math.round(1 / perBlock)); // two threads: so long takes a task two seconds
    const ratios = [];
    for (let round = 0; round < 3; round++) {
      const here = await seconds(pool, plan, blocks, 6, 4);
      const there = await seconds(queue, plan, blocks, 6, 4);
      ratios.push(here / there);
    }
    console.log(
      `  tasks of ${blocks} blocks   ${median(ratios).toFixed(2)} of the throughput of two threads here  (goal 0.9)`,
    );
    client.disconnect();
    await pool.close();
    await queue.close();
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
}

if (isMain(import.meta.url)) await bench();
