/**
 * Ten against ten over six turns of fire and rally, one thread: by counts, and dice by dice in C, with like soldiers and with unlike
 * ones; the heap must not grow over a million fights. Then the exact answers of sixteen and of twenty a side.
 */
import { spawnSync } from "node:child_process";
import { compile, isMain, play, race, script, show, tell } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
/** The exact answer's seconds of processor time, start-up left out, and the most memory: the best of three processes. */
const exact = (models) => {
  const runs = [1, 2, 3].map(() => {
    const [program, ...args] = script("ours/alpha-omega-engagement.js", "exact", String(models));
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
  const least = (of) => Math.min(...runs.map(of));
  return { seconds: least((run) => run.seconds), memory: least((run) => run.megabytes), chances: runs[0].counts };
};

export default async function bench() {
  const ten = exact(10);
  // Three metrics one after another: each count is of a third of all.
  const probabilities = ten.chances.map((chance) => chance / 3);
  const peer = { command: [compile("alpha-omega-engagement")], trials: 500_000 };
  const ours = (mode) => ({ command: script("ours/alpha-omega-engagement.js", mode), trials: 1_000_000 });
  const title = "Ten against ten, six turns of fire and rally, one thread";
  show(`${title}: by counts`, race({ "crible, by counts": ours("counts"), [PEER]: peer }, { probabilities }), {
    goals: { [PEER]: 4.5 },
    limits: "a loop over rows in WebAssembly with one draw a phase: random numbers, and reading one of 10^5 rows",
  });
  const unlike = { command: [compile("alpha-omega-unlike")], trials: 500_000 };
  // Unlike soldiers cannot be solved exactly: the C program is the referee.
  const { counts } = play(unlike.command, 8_000_000);
  const expected = counts.map((count) => (count + 1) / 24_000_000);
  show(
    `${title}: unlike soldiers, by counts`,
    race({ "crible, unlike soldiers": ours("unlike"), [PEER]: unlike }, { probabilities: expected }),
    {
      goals: { [PEER]: 2 },
      limits: "as above, with several draws a volley, and finding the place of each kind of soldier in the line",
    },
  );
  for (const [models, wanted] of [
    [16, 1.5],
    [20, 2.5],
  ]) {
    const { seconds, memory } = exact(models);
    tell("Fights of fire and rally solved exactly", `${models} a side`, seconds, "s", { atMost: wanted, memory });
  }
}

if (isMain(import.meta.url)) await bench();
