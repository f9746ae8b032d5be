/**
 * A fight with close combat, one thread: five Assault Marines charge eight Guardians over six turns (the first cell of
 * scenarios/alpha-omega/shoot-or-charge.yaml), against dice by dice in C. No exact answer reaches it: C is the referee.
 */
import { compile, isMain, play, race, script, show } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const CELL = "charge~assaultMarines~guardians~base";
/** The winner, and the casualties of both sides after the last turn. */
const METRICS = "0,55,60";

export default async function bench() {
  const peer = { command: [compile("alpha-omega-charge")], trials: 400_000 };
  const { counts } = play(peer.command, 4_000_000);
  const probabilities = counts.map((count) => (count + 1) / 12_000_000);
  const command = script("ours/cell.js", "scenarios/alpha-omega/shoot-or-charge.yaml", CELL, METRICS);
  show(
    "Five Assault Marines charge eight Guardians, six turns, one thread",
    race({ crible: { command, trials: 200_000 }, [PEER]: peer }, { probabilities, rounds: 3 }),
    {
      goals: { [PEER]: 0.7 },
      limits:
        "JavaScript on masks: some 28 draws a fight, each depending on the last, and new pairs of fighters each turn",
    },
  );
}

if (isMain(import.meta.url)) await bench();
