/**
 * A whole fight of metropolis, one thread: ten assault troopers run up to eight line marines who hold their fire for the
 * charge (the second cell of scenarios/metropolis/hold-or-fire.yaml), against dice by dice in C. No exact answer reaches it:
 * C is the referee.
 */
import { compile, isMain, play, race, script, show } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const CELL = "hold~lineMarines~assaultTroopers~base";
/** The winner, and the casualties of both sides after the last turn. */
const METRICS = "0,51,52";

export default async function bench() {
  const peer = { command: [compile("metropolis-engagement")], trials: 1_000_000 };
  const { counts } = play(peer.command, 10_000_000);
  const probabilities = counts.map((count) => (count + 1) / 30_000_000);
  const command = script("ours/cell.js", "scenarios/metropolis/hold-or-fire.yaml", CELL, METRICS);
  show(
    "Ten assault troopers charge eight line marines, six turns, one thread",
    race({ crible: { command, trials: 1_000_000 }, [PEER]: peer }, { probabilities, rounds: 3 }),
    { goals: { [PEER]: 1 }, limits: "acts whose rows take several megabytes; each draw depends on the last" },
  );
}

if (isMain(import.meta.url)) await bench();
