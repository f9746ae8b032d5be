/** Threads, memory and cold starts: two workers against one over 10^9 shots, resident memory, seconds of a whole run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, script, tell, whole } from "./measure.js";

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function pooled(workers, trials) {
  const [program, ...args] = script("ours/pooled.js", String(workers), String(trials));
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export default async function bench() {
  const ratios = [];
  for (let round = 0; round < 5; round++) {
    const one = pooled(1, 1e9);
    const two = pooled(2, 1e9);
    if (one.counts.join() !== two.counts.join()) throw new Error("one and two workers give different counts");
    ratios.push(one.seconds / two.seconds);
  }
  tell("10^9 shots, pool warm", "two workers against one", median(ratios), "×", { atLeast: 1.8 });

  for (const [trials, name] of [
    [1e6, "10^6 shots"],
    [1e10, "10^10 shots"],
  ])
    tell("Resident memory, two workers", name, pooled(2, trials).megabytes, "MB", { atMost: 250, digits: 0 });

  const file = "scenarios/alpha-omega/rangers-vs-marines.yaml";
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const title = "From a cold start, whole process";
  const cold = (what, words) => {
    const { seconds, memory } = whole(["dist/crible.cjs", ...words], { runs: 3 });
    tell(title, what, seconds, "s", { memory });
  };
  cold("the showcase, simulated and verified", ["run", file, "--verify", "--quiet", "--out", out]);
  cold("the showcase, exact", ["run", file, "--exact", "--quiet", "--out", out]);
}

if (isMain(import.meta.url)) await bench();
