/**
 * No cliff: fights that differ in one reading of one option, or in one model a side, take like processor time. Walks every
 * reading of all rulesets and every size from 5 to 60 models a side, simulated (a trial and model) and solved, and the
 * border between; prints the greatest ratio between neighbours, and all above two by name.
 */

import { EXACT_OPERATIONS } from "../dist/analysis/planning.js";
import { blockStream, cellKey } from "../dist/dice/index.js";
import { tallyOffsets } from "../dist/rule/index.js";
import { OPTIONS as ALPHA } from "../dist/rulesets/alpha-omega/options.js";
import { loadRuleset } from "../dist/rulesets/index.js";
import { OPTIONS as METROPOLIS } from "../dist/rulesets/metropolis/options.js";
import { OPTIONS as WH40K } from "../dist/rulesets/wh40k-10e/options.js";
import { studyOfData } from "../dist/scenario/data.js";
import { isMain, processor, tell } from "./measure.js";

/** What is called a cliff, and what is not measured: seconds of a solution below which noise speaks. */
const CLIFF = 2;
const LEAST_SECONDS = 0.05;
/** Seconds that a timed stretch of trials takes about; and trials that half a width of 0.1 % takes. */
const STRETCH = 0.01;
const PRECISE = 960_400;

const between = (own, others) => (models) => ({
  kind: "engagement",
  sides: [{ units: [{ unit: "a", models, ...own }] }, { units: [{ unit: "b", models, ...others }] }],
  situation: { distance: 8, turns: 6 },
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
    fights: { fire: between(AIMED, AIMED), charge: between({ order: "move", does: "charge" }, AIMED) },
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

/** Seconds of a trial, its kernel made and warm: the best of three stretches. */
function secondsOfTrial(program) {
  const kernel = program.kernel();
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1));
  const play = (trials) => {
    const clock = processor();
    kernel.play(blockStream(cellKey(1n, "cliffs"), 0), trials, tally);
    return clock() / trials;
  };
  let trials = 256;
  while (play(trials) * trials < STRETCH && trials < 2 ** 22) trials *= 2;
  return Math.min(play(trials), play(trials), play(trials));
}

const solved = new WeakMap();

/** Seconds of a solution, the best of three that are asked for; undefined where a run would simulate. */
function secondsSolved(program) {
  const { exact } = program;
  if (!("solve" in exact) || exact.operations > EXACT_OPERATIONS) return undefined;
  const known = solved.get(program) ?? [];
  solved.set(program, known);
  if (known.length < 3) {
    const clock = processor();
    exact.solve();
    known.push(clock());
  }
  return Math.min(...known);
}

const measured = (program, models) => ({
  trial: secondsOfTrial(program) / (2 * models),
  solved: secondsSolved(program),
});

/** By how much two programs differ: measured again where it is much, as the machine may have been busy with others. */
function ratiosOf([one, other], models) {
  const again = () => ratios(measured(one, models), measured(other, models), models);
  const first = again();
  if (first.every(([, ratio]) => ratio <= CLIFF)) return first;
  const second = again();
  return first.map(([how, ratio], i) => [how, Math.min(ratio, second[i][1])]);
}

/** By how much two neighbours differ, simulated, solved, and where one is solved and the other simulated as precisely. */
function ratios(one, other, models) {
  const apart = (a, b) => (a > b ? a / b : b / a);
  const found = [["simulated", apart(one.trial, other.trial)]];
  if (one.solved !== undefined && other.solved !== undefined) {
    const [a, b] = [one.solved, other.solved].map((seconds) => Math.max(seconds, LEAST_SECONDS));
    found.push(["solved", apart(a, b)]);
  } else if (one.solved !== undefined || other.solved !== undefined) {
    const [solved, { trial }] = one.solved === undefined ? [other.solved, one] : [one.solved, other];
    found.push(["across the border", apart(Math.max(solved, LEAST_SECONDS), trial * 2 * models * PRECISE)]);
  }
  return found;
}

const SIZE = 10;
const LEAST = 5;
const MOST = 60;

export default async function bench() {
  for (const game of FIGHTS)
    for (const [name, fight] of Object.entries(game.fights)) {
      const found = [];
      const note = (what, pairs) => {
        for (const [how, ratio] of pairs) found.push({ what, how, ratio });
      };
      const written = await programOf(game, fight(SIZE), {});
      measured(await programOf(game, fight(SIZE), {}), SIZE); // a loop is slow until it is compiled
      for (const { name: option, readings } of game.docs)
        for (const { value } of readings.slice(1)) {
          const other = await programOf(game, fight(SIZE), { ...NEEDS[option], [option]: value });
          note(`${option}=${JSON.stringify(value)}`, ratiosOf([written, other], SIZE));
        }
      let before = await programOf(game, fight(LEAST), {});
      for (let models = LEAST + 1; models <= MOST; models++) {
        const own = await programOf(game, fight(models), {});
        note(`${models - 1} and ${models} a side`, ratiosOf([before, own], models));
        before = own;
      }
      for (const how of ["simulated", "solved", "across the border"]) {
        const all = found.filter((own) => own.how === how).toSorted((a, b) => b.ratio - a.ratio);
        if (all.length === 0) continue;
        tell(
          "No cliff: the greatest ratio",
          `${game.ruleset}, ${name}, ${how}: ${all[0].what}`,
          all[0].ratio,
          "times",
          {
            atMost: CLIFF,
          },
        );
        for (const { what, ratio } of all.slice(1).filter((own) => own.ratio > CLIFF))
          console.log(`  also ${what}: ${ratio.toFixed(2)} times`);
      }
    }
}

if (isMain(import.meta.url)) await bench();
