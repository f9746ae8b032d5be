/** Twelve units ranked against each other at equal points: processor time, what was solved and how near the rest is. */
import { spawnSync } from "node:child_process";
import { isMain, script } from "./measure.js";

const GOAL = { seconds: 60, half: 0.005 };

export default async function bench() {
  console.log("\nTwelve units at 200 points, each pair once, six turns");
  const [program, ...args] = script("ours/rank.js");
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { seconds, units, fights, exact, half, first } = JSON.parse(stdout);
  if (units !== 12 || fights !== 66 || first !== "recruits" || half > GOAL.half)
    throw new Error(`the field is ranked otherwise: ${stdout}`);
  console.log(`  ${exact} of ${fights} fights solved, the others to ± ${(half * 100).toFixed(2)} points`);
  const verdict = seconds <= GOAL.seconds ? "reached" : "NOT reached";
  console.log(`  ${seconds.toFixed(1)} s of processor time  (goal ${GOAL.seconds}: ${verdict})`);
}

if (isMain(import.meta.url)) await bench();
