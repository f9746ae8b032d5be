/**
 * No cliff: cells that differ in one reading of one option, or in one model a side, take like processor time. Walks every
 * reading of all rulesets, and neighbouring sizes from 5 to 60 models a side, those between which a run stops to be exact among
 * them: simulated to half a width of 0.5 %, all that this needs made (a model's share of it), solved, and across that border. Tells
 * the greatest ratio between neighbours, and prints all above two by name. What takes less than a twentieth of a second is
 * called that. Up to three words after its name are parts of the names of a ruleset, of a fight, and of an option or sizes:
 * only these are walked then.
 */

import { EXACT_OPERATIONS } from "../dist/analysis/planning.js";
import { blockStream, cellKey } from "../dist/dice/index.js";
import { tallyOffsets } from "../dist/rule/program.js";
import { OPTIONS as ALPHA } from "../dist/rulesets/alpha-omega/options.js";
import { loadRuleset } from "../dist/rulesets/index.js";
import { OPTIONS as METROPOLIS } from "../dist/rulesets/metropolis/options.js";
import { OPTIONS as WH40K } from "../dist/rulesets/wh40k-10e/options.js";
import { studyOfData } from "../dist/scenario/data.js";
import { isMain, processor, tell } from "./measure.js";

/** What is called a cliff; and seconds of a cell below which they are not told apart. */
const CLIFF = 2;
const LEAST_SECONDS = 0.05;
/** Trials of a cell: half a width of 0.5 %. */
const TRIALS = 38_416;

const between =
  (own, others, distance = 8) =>
  (models) => ({
    kind: "engagement",
    sides: [{ units: [{ unit: "a", models, ...own }] }, { units: [{ unit: "b", models, ...others }] }],
    situation: { distance, turns: 6 },
  });

/** Readings that are refused without another. */
const NEEDS = { surplusShots: { volley: "sequential" } };

const AIMED = { order: "aimed" };
const FIRE = { order: "fire" };
const UNIT = { save: 6, command: 5, weapon: "gun", initiative: 4, ballisticSkill: 5, closeCombat: 5 };
const SOLDIER = { shooting: 5, assault: 5, toughness: 4, command: 4, weapon: "gun" };
const MARINE = { toughness: 4, save: "3+", wounds: 2, weapon: "gun" };
const FIGHTS = [
  {
    ruleset: "alpha-omega",
    docs: ALPHA,
    unit: UNIT,
    gun: { range: { 12: 0, 24: -1 } },
    fights: { fire: between(AIMED, AIMED), charge: between({ order: "move", does: "charge" }, AIMED, 3) },
  },
  {
    ruleset: "metropolis",
    docs: METROPOLIS,
    unit: SOLDIER,
    gun: { damage: { contact: 5, short: 6, medium: 5 } },
    fights: { fire: between(FIRE, FIRE), charge: between({ order: ["charge", "assault"] }, FIRE) },
  },
  {
    ruleset: "wh40k-10e",
    docs: WH40K,
    unit: MARINE,
    gun: { range: 24, attacks: 2, skill: "3+", strength: 5, ap: -1, damage: "D3", abilities: ["Devastating Wounds"] },
    fights: {
      shooting: (models) => ({
        kind: "shooting",
        attacker: { unit: "a", models },
        defender: { unit: "b", models },
        situation: { distance: 12 },
      }),
    },
  },
];

/** The program of a fight; undefined where the rules do not know it. */
async function programOf({ ruleset, unit, gun }, fight, options) {
  const study = await studyOfData({
    version: 1,
    ruleset,
    options,
    weapons: { gun },
    units: { a: unit, b: unit },
    experiments: { e: fight },
  });
  const { outcome, kind } = study.cells[0];
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return (await loadRuleset(ruleset)).kinds[kind ?? fight.kind].program(outcome.profile);
}

/** Seconds of so many trials, all that they need made anew, block after block as a run plays them. */
function secondsSimulated(program) {
  const clock = processor();
  const kernel = program.kernel();
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1));
  const key = cellKey(1n, "cliffs");
  for (let left = TRIALS, block = 0; left > 0; left -= program.blockSize, block++)
    kernel.play(blockStream(key, block), Math.min(left, program.blockSize), tally);
  return clock();
}

const isSolved = ({ exact }) => "solve" in exact && exact.operations <= EXACT_OPERATIONS;

/** Seconds of a solution, the best of so many; undefined where a run would simulate. */
function secondsSolved(program, times) {
  if (!isSolved(program)) return undefined;
  const seconds = Array.from({ length: times }, () => {
    const clock = processor();
    program.exact.solve();
    return clock();
  });
  return Math.min(...seconds);
}

const measured = ([program, models], times) => ({
  models,
  simulated: Math.min(...Array.from({ length: times }, () => secondsSimulated(program))),
  solved: secondsSolved(program, times),
});

/** By how much two programs differ: measured again where it is much, as the machine may have been busy with others. */
function ratiosOf(one, other) {
  const again = (times) => ratios(measured(one, times), measured(other, times));
  const first = again(1);
  if (first.every(([, ratio]) => ratio <= CLIFF)) return first;
  const second = again(2);
  return first.map(([how, ratio], i) => [how, Math.min(ratio, second[i][1])]);
}

const apart = (a, b) => (a > b ? a / b : b / a);
const told = (seconds) => Math.max(seconds, LEAST_SECONDS);

/** By how much two neighbours differ, simulated, solved, and where one is solved and the other simulated as precisely. */
function ratios(one, other) {
  const found = [["simulated", apart(told(one.simulated) / one.models, told(other.simulated) / other.models)]];
  if (one.solved !== undefined && other.solved !== undefined)
    found.push(["solved", apart(told(one.solved), told(other.solved))]);
  else if (one.solved !== undefined || other.solved !== undefined)
    found.push(["across the border", apart(told(one.solved ?? one.simulated), told(other.solved ?? other.simulated))]);
  return found;
}

const SIZE = 10;
/** Models a side, of which each is held to one more; the size after which a run simulates comes to them. */
const SIZES = [5, 7, 12, 20, 31, 40, 59];
const MOST = 60;

/** @param asked by part of a name; all where nothing is asked for */
export default async function bench([ruleset = "", asked = "", part = ""] = []) {
  for (const game of FIGHTS)
    for (const [name, fight] of Object.entries(game.fights)) {
      if (!game.ruleset.includes(ruleset) || !name.includes(asked)) continue;
      const found = [];
      const note = (what, pairs) => {
        for (const [how, ratio] of pairs) found.push({ what, how, ratio });
      };
      const sized = async (models, options = {}) => [await programOf(game, fight(models), options), models];
      const written = await sized(SIZE);
      measured(await sized(SIZE), 2); // a loop is slow until it is compiled
      for (const { name: option, readings } of game.docs)
        for (const { value } of readings.slice(1)) {
          if (!option.includes(part)) continue;
          const other = await sized(SIZE, { ...NEEDS[option], [option]: value });
          note(`${option}=${JSON.stringify(value)}`, ratiosOf(written, other));
        }
      const sizes = Array.from({ length: MOST - SIZES[0] }, (_, i) => SIZES[0] + i);
      const programs = await Promise.all([...sizes, MOST].map((models) => sized(models)));
      for (const [i, models] of sizes.entries())
        if (
          `${models} and`.includes(part) &&
          (SIZES.includes(models) || isSolved(programs[i][0]) !== isSolved(programs[i + 1][0]))
        )
          note(`${models} and ${models + 1} a side`, ratiosOf(programs[i], programs[i + 1]));
      for (const how of ["simulated", "solved", "across the border"]) {
        const all = found.filter((own) => own.how === how).toSorted((a, b) => b.ratio - a.ratio);
        if (all.length === 0) continue;
        const what = `${game.ruleset}, ${name}, ${how}: ${all[0].what}`;
        tell("No cliff: the largest ratio between neighbouring cells", what, all[0].ratio, "times", { atMost: CLIFF });
        for (const own of all.slice(1).filter(({ ratio }) => ratio > CLIFF))
          console.log(`  also ${own.what}: ${own.ratio.toFixed(2)} times`);
      }
    }
}

if (isMain(import.meta.url)) await bench(process.argv.slice(2));
