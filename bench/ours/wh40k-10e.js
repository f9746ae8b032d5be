/** crible's side of wh40k-10e.bench.js: the same program, kernel and streams that `crible run` uses. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { probabilitiesOf } from "../../dist/rule/exact.js";
import { studyOfData } from "../../dist/scenario/data.js";
import { processor } from "../measure.js";

const bolt = { range: 24, attacks: 2, skill: 3, strength: 4, ap: -1, damage: 1 };
const terminators = { models: 5, toughness: 5, save: 2, invulnerable: 4, wounds: 3 };
/** The fights of the peer, number by number. */
const FIGHTS = [
  { gun: bolt, models: 10, defender: terminators },
  {
    gun: { range: 24, attacks: 2, skill: 3, strength: 8, ap: -3, damage: 2, abilities: ["Hazardous"] },
    models: 5,
    defender: terminators,
  },
  {
    gun: { ...bolt, abilities: ["Lethal Hits", "Sustained Hits 1"] },
    models: 10,
    defender: { models: 10, toughness: 4, save: 3, wounds: 2 },
  },
  {
    gun: { range: 48, attacks: 1, skill: 4, strength: 13, ap: -3, damage: "D6+1" },
    models: 6,
    defender: { models: 1, toughness: 12, save: 2, wounds: 16, feelNoPain: 5 },
  },
  {
    gun: {
      range: "melee",
      attacks: 3,
      skill: 4,
      strength: 8,
      ap: -2,
      damage: 2,
      abilities: ["Lance", "Devastating Wounds"],
    },
    models: 5,
    defender: terminators,
    kind: "fight",
  },
  {
    gun: bolt,
    other: { range: 24, attacks: 2, skill: 3, strength: 8, ap: -3, damage: 2 },
    weapons: [
      { weapon: "gun", count: 8 },
      { weapon: "other", count: 2 },
    ],
    models: 10,
    defender: terminators,
  },
];

const [fight, trials] = process.argv.slice(2).map(Number);
const { gun, other = gun, weapons = ["gun"], models, defender, kind = "shooting" } = FIGHTS[fight];
const situation = kind === "fight" ? { charged: true } : { distance: 18 };
const { cells } = await studyOfData({
  version: 1,
  ruleset: "wh40k-10e",
  weapons: { gun, other },
  units: { attacker: { models, toughness: 4, save: 3, wounds: 2, weapons }, defender },
  experiments: { bench: { kind, attacker: "attacker", defender: "defender", situation } },
});
const [cell] = cells;
const job = { cell: cell.id, ruleset: "wh40k-10e", kind: cell.kind, profile: cell.outcome.profile, seed: 1n };
const program = await programOfJob(job);
const [killed] = program.exact.solve();
const player = new BlockPlayer(job, program);
const task = (n) => ({ first: 0, blocks: Math.ceil(n / program.blockSize), trials: n });
player.play(task(1_000_000));
const clock = processor();
const tally = player.play(task(trials));
const seconds = clock();
const counts = [...tally].slice(0, program.metrics[0].values.length);
console.log(JSON.stringify({ seconds, counts, exact: [...probabilitiesOf(killed)] }));
