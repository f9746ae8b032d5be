/** crible's side of alpha-omega.bench.js: the kernels and streams that `crible run` uses. Arguments: kind, trials. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { probabilitiesOf } from "../../dist/rule/exact.js";
import { tallyOffsets } from "../../dist/rule/program.js";
import { processor } from "../measure.js";

const [kind, count] = process.argv.slice(2);
const trials = Number(count);
const standard = [2, 5];
const soldier = { implacable: false, bands: [standard, standard, standard], downSaves: true };
const fighter = { ...soldier, fear: [false, false], medikits: 0 };
const reading = {
  uncertainWounded: "failedSave",
  uncertainPinTest: false,
  uncertainAfterCap: "noTest",
  pinnedInMelee: "persist",
  lonePinned: "minusTwo",
  hitCap: { hits: 3 },
  hitPolicy: "greedy",
  hitBands: [2, 4, 7],
};
const PROFILES = {
  duel: {
    first: { ...fighter, pin: 3, armed: true, closeCombat: [5, 3], initiative: 6, toSave: 4 },
    second: { ...fighter, pin: 4, armed: false, closeCombat: [4, 2], initiative: 5, toSave: 5 },
    reading,
    accounts: [],
  },
  melee: {
    pairs: Array.from({ length: 3 }, () => ({
      first: { ...fighter, pin: 4, armed: false, closeCombat: [4, 2], initiative: 5, toSave: 5 },
      second: { ...fighter, pin: 3, armed: true, closeCombat: [6, 4], initiative: 6, toSave: 4 },
    })),
    medikits: 0,
    reading,
    accounts: [],
  },
  recovery: {
    patients: [{ ...soldier, command: 3, commandBonus: 0, medic: false, bearer: false }],
    states: [2],
    turns: 6,
    unitMedikit: false,
    unitSacrifice: false,
    medikits: { perTurn: null, perGame: null },
    sacrifices: 1,
    sacrificeAt: 0.5,
    reading: { pinnedEnds: "test", implacableUnpins: true, naturalRolls: "none" },
    accounts: [],
  },
};
const job = { cell: `bench~${kind}`, ruleset: "alpha-omega", kind, profile: PROFILES[kind], seed: 1n };
const program = await programOfJob(job);
if (trials === 0) {
  console.log(JSON.stringify(program.exact.solve().map((answer) => [...probabilitiesOf(answer)])));
} else {
  const player = new BlockPlayer(job, program);
  const blocks = (n) => Math.ceil(n / program.blockSize);
  player.play({ first: 0, blocks: blocks(5_000_000), trials: 5_000_000 });
  const clock = processor();
  const tally = player.play({ first: 0, blocks: blocks(trials), trials });
  const seconds = clock();
  console.log(JSON.stringify({ seconds, counts: [...tally.subarray(0, tallyOffsets(program.metrics).at(-1))] }));
}
