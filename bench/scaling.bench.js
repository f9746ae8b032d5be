/** Threads, memory and cold starts: two workers against one over 10^9 shots, resident memory, seconds of a whole run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMain, script } from "./measure.js";

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const root = fileURLToPath(new URL("..", import.meta.url));
const verdict = (ok) => (ok ? "reached" : "NOT reached");

function pooled(workers, trials) {
  const [program, ...args] = script("ours/pooled.js", String(workers), String(trials));
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function seconds(args) {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const start = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, ["dist/crible.js", ...args, "--out", out], { cwd: root });
  if (status !== 0) throw new Error(`crible ${args.join(" ")} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

export default async function bench() {
  console.log("\nWorkers, pool warm, 10^9 shots");
  const ratios = [];
  for (let round = 0; round < 5; round++) {
    const one = pooled(1, 1e9);
    const two = pooled(2, 1e9);
    if (one.counts.join() !== two.counts.join()) throw new Error("one and two workers give different counts");
    ratios.push(one.seconds / two.seconds);
  }
  console.log(
    `  two workers are ${median(ratios).toFixed(2)} times as fast as one  (goal 1.8: ${verdict(median(ratios) >= 1.8)})`,
  );

  console.log("\nResident memory, two workers");
  const small = pooled(2, 1e6).megabytes;
  const large = pooled(2, 1e10).megabytes;
  console.log(`  10^6 trials ${small} MB, 10^10 trials ${large} MB  (goal under 250: ${verdict(large < 250)})`);

  console.log("\nCold start of the showcase, reports written");
  const file = "scenarios/alpha-omega/rangers-vs-marines.yaml";
  const whole = median(Array.from({ length: 5 }, () => seconds(["run", file, "--verify"])));
  const simulated = median(Array.from({ length: 5 }, () => seconds(["run", file, "--trials", "1000000"])));
  const exact = median(Array.from({ length: 5 }, () => seconds(["run", file, "--exact"])));
  console.log(
    `  run --verify ${whole.toFixed(2)} s, simulated ${simulated.toFixed(2)} s  (goal 1.5: ${verdict(whole < 1.5)})`,
  );
  console.log(`  run --exact  ${exact.toFixed(2)} s  (goal 0.7: ${verdict(exact < 0.7)})`);
}

if (isMain(import.meta.url)) await bench();
