/** What one writes first: an object per shot, a die per question, Math.random. */
import { processor } from "../measure.js";

const die = () => 1 + Math.floor(Math.random() * 10);

function shot(attacker, defender) {
  if (die() < attacker.toHit) return { outcome: "miss" };
  if (die() >= defender.toSave) return { outcome: die() >= defender.command ? "unharmed" : "pinned" };
  const wound = die();
  return { outcome: wound <= 2 ? "pinned" : wound <= 5 ? "down" : "out" };
}

function play(trials) {
  const counts = { miss: 0, unharmed: 0, pinned: 0, down: 0, out: 0 };
  for (let i = 0; i < trials; i++) counts[shot({ toHit: 5 }, { toSave: 5, command: 3 }).outcome]++;
  return counts;
}

const trials = Number(process.argv[2]);
play(1_000_000);
const clock = processor();
const counts = play(trials);
const seconds = clock();
console.log(JSON.stringify({ seconds, counts: Object.values(counts) }));
