/** One shot resolved (hit 5+, save 5+, pin 3+ or wound), one thread: the compiled table against dice by dice. */
import { compile, isMain, race, script, show } from "./measure.js";

const EXACT = [0.4, 0.288, 0.12, 0.072, 0.12]; // miss, unharmed, pinned, down, out

export default async function bench() {
  const results = race(
    {
      crible: { command: script("ours/shot.js"), trials: 1_000_000_000 },
      "straightforward C, gcc -O3, dice by dice": { command: [compile("shot")], trials: 200_000_000 },
      "plain JavaScript, objects and Math.random": { command: script("peers/shot.js"), trials: 20_000_000 },
    },
    { probabilities: EXACT },
  );
  show("One shot, one thread", results, {
    goals: { "straightforward C, gcc -O3, dice by dice": 10, "plain JavaScript, objects and Math.random": 20 },
    limits: "WebAssembly with eight random generators side by side, counting by cuts: the arithmetic of the generators",
  });
}

if (isMain(import.meta.url)) await bench();
