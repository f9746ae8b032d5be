/**
 * A volley and an assault of ten against ten, one thread, against a straightforward C program that rolls die by die.
 * Ours draws a whole volley, or a whole assault, from the table of its exact distribution; C rolls up to 20 and 41 dice. Both
 * count every metric of the kind. Answers are held against the binomial (volley) and the exact chain (assault). Then a
 * shot, a morale test and a test. A sequence has no row: it is a volley, or a fight, after another.
 */
import { compile, exactOf, isMain, race, script, show } from "./measure.js";

const GOAL = 2;
const C = "straightforward C, gcc -O3, dice by dice";

/** Wounds of ten shots, 6/10 to hit and 6/10 to wound; as many models fall. */
const VOLLEY = Array.from({ length: 11 }, (_, k) => {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (10 - i)) / (i + 1);
  return ways * 0.36 ** k * 0.64 ** (10 - k);
});

/** Who inflicts more wounds: ten blows of 6/10 · 5/10 against ten of 5/10 · 5/10. */
const ASSAULT = (() => {
  const wounds = (p) =>
    Array.from({ length: 11 }, (_, k) => {
      let ways = 1;
      for (let i = 0; i < k; i++) ways = (ways * (10 - i)) / (i + 1);
      return ways * p ** k * (1 - p) ** (10 - k);
    });
  const [ours, theirs] = [wounds(0.3), wounds(0.25)];
  const chance = [0, 0, 0];
  for (let i = 0; i <= 10; i++) for (let j = 0; j <= 10; j++) chance[i > j ? 0 : i < j ? 1 : 2] += ours[i] * theirs[j];
  return chance;
})();

/** Cells of one roll or two. */
const SINGLE = [
  ["shot", "A shot of metropolis, one thread", "contract", "shot~marines~legion~base"],
  ["morale", "A morale test under half, one thread", "nerve", "afterMelee~-~lineMarines~underHalf"],
  ["test", "A test before firing at a charge, one thread", "nerve", "reaction~lineMarines~-~base"],
];

export default async function bench() {
  const peer = compile("metropolis");
  for (const [kind, title, probabilities, trials, peerTrials] of [
    ["volley", "A volley of ten at ten, one thread", VOLLEY, 200_000_000, 20_000_000],
    ["assault", "An assault of ten against ten, one thread", ASSAULT, 200_000_000, 5_000_000],
  ]) {
    const results = race(
      {
        crible: { command: script("ours/metropolis.js", kind), trials },
        [C]: { command: [peer, kind], trials: peerTrials },
      },
      { probabilities },
    );
    show(title, results, {
      goals: { [C]: GOAL },
      limits: "one draw from the exact distribution, and counting it",
    });
  }
  for (const [kind, title, file, cell] of SINGLE) {
    const command = script("ours/cell.js", `scenarios/metropolis/${file}.yaml`, cell, "0");
    const contenders = {
      crible: { command, trials: 1_000_000_000 },
      [C]: { command: [peer, kind], trials: 100_000_000 },
    };
    show(title, race(contenders, { probabilities: exactOf(command) }), {
      goals: { [C]: GOAL },
      limits:
        "WebAssembly with eight random generators side by side, counting by cuts: the arithmetic of the generators",
    });
  }
}

if (isMain(import.meta.url)) await bench();
