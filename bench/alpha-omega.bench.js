/** Duels, three against one, and wound/heal cycles of six turns, one thread: one draw each against dice by dice. */
import { compile, exactOf, isMain, race, script, show } from "./measure.js";

const PEER = "straightforward C, gcc -O3, dice by dice";
const CONTESTS = [
  { kind: "duel", title: "Duels, result and both states, one thread", goal: 3 },
  { kind: "melee", title: "Three against one, his state and their losses, one thread", goal: 3 },
  { kind: "recovery", title: "Wound/heal cycles of six turns, a state per turn, one thread", goal: 1.8 },
];

export default async function bench() {
  for (const { kind, title, goal } of CONTESTS) {
    const command = script("ours/alpha-omega.js", kind);
    const results = race(
      {
        crible: { command, trials: 400_000_000 },
        [PEER]: { command: [compile(`alpha-omega-${kind}`)], trials: 20_000_000 },
      },
      { probabilities: exactOf(command) },
    );
    show(title, results, {
      goals: { [PEER]: goal },
      limits: "one draw from the table of the exact law, and its counting",
    });
  }
}

if (isMain(import.meta.url)) await bench();
