/**
 * Fire at a vehicle, one thread: two lascannons at a light transport for six turns (the first cell of
 * scenarios/alpha-omega/stop-a-transport.yaml), a draw for each shot against dice by dice. Both are held to the exact chances.
 */
import { compile, exactOf, isMain, race, script, show } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const SCENARIO = "scenarios/alpha-omega/stop-a-transport.yaml";
const CELL = "atThirtyPaces~lasCannons~lightTransport~base";
/** Destroyed and immobilised turn by turn, the effect of a shot, the points that six sections lost. */
const METRICS = Array.from({ length: 19 }, (_, metric) => metric).join();

export default async function bench() {
  const command = script("ours/cell.js", SCENARIO, CELL, METRICS);
  show(
    "Two lascannons at a light transport, six turns, one thread",
    race(
      {
        crible: { command, trials: 4_000_000 },
        [PEER]: { command: [compile("alpha-omega-armour")], trials: 4_000_000 },
      },
      { probabilities: exactOf(command) },
    ),
    {
      goals: { [PEER]: 0.7 },
      limits:
        "a draw for each shot, which depends on the armour that the shot before has left; exact answers need no draws",
    },
  );
}

if (isMain(import.meta.url)) await bench();
