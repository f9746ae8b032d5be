/** A unit's attacks at a unit, one thread, in one draw, against dice by dice. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, isMain, race, script, show, tell, whole } from "./measure.js";

const ONE_DRAW = "one draw from the distribution, and counting it";
/** Attacks per trial. */
const FIGHTS = [
  { name: "ten Intercessors at five Terminators", attacks: 20 },
  { name: "five Hellblasters, supercharged, at five Terminators", attacks: 10 },
  { name: "Lethal Hits and Sustained Hits 1 at ten Intercessors", attacks: 20 },
  { name: "six lascannons at a Land Raider with Feel No Pain 5+", attacks: 6 },
  { name: "five with lances charge five Terminators, Devastating Wounds", attacks: 15 },
  { name: "eight bolt rifles and two plasma guns at five Terminators", attacks: 20 },
];
const TRIALS = 2_000_000;
const PEER = "straightforward C, gcc -O3, dice by dice";

/** The exact chances of models killed: what both sides are held to. */
function exactOf(fight) {
  const [command, ...args] = script("ours/wh40k-10e.js", String(fight));
  const { stdout, stderr, status } = spawnSync(command, [...args, "1"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout).exact;
}

/** Four hundred exact cells, reports written, from a cold start. */
function matrix() {
  const out = mkdtempSync(join(tmpdir(), "crible-matrix-"));
  const args = ["dist/crible.cjs", "run", "scenarios/wh40k-10e/matrix.yaml", "--exact", "--quiet", "--out", out];
  const { seconds, memory } = whole(args, { runs: 3 });
  const { cells } = JSON.parse(readFileSync(join(out, "results.json"), "utf8"));
  if (cells.length !== 400 || cells.some(({ method }) => method !== "exact")) throw new Error("not 400 exact cells");
  rmSync(out, { recursive: true });
  tell("Ten by ten with four sets, exact, cold", "processor time", seconds, "s", { atMost: 4, memory });
}

export default async function bench() {
  matrix();
  const program = compile("wh40k-10e");
  FIGHTS.forEach(({ name, attacks }, fight) => {
    const results = race(
      {
        crible: { command: script("ours/wh40k-10e.js", String(fight)), trials: 20 * TRIALS },
        [PEER]: { command: [program, String(fight)], trials: TRIALS },
      },
      { probabilities: exactOf(fight) },
    ).map((result) => ({ ...result, rate: result.rate * attacks }));
    show(`Attacks a second, one thread: ${name}`, results, {
      goals: { [PEER]: 4 },
      limits: ONE_DRAW,
    });
  });
}

if (isMain(import.meta.url)) await bench();
