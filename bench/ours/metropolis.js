/** crible's side of metropolis.bench.js: the same program, kernel and streams that `crible run` uses. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { processor } from "../measure.js";

const [kind, count] = process.argv.slice(2);
const trials = Number(count);
const MODELS = 10;

const stances = (plain, charged) => Array.from({ length: 16 }, (_, stance) => (stance & 2 ? charged : plain));
const side = (charged) => ({
  fighter: { models: MODELS, wounds: 1, individual: false, toHold: 5 },
  blows: [{ models: MODELS, behind: 0, toHit: stances(6, 5), toWound: 6 }],
  standing: MODELS,
  first: 1,
  panicked: false,
  charged,
  cover: 0,
});
const PROFILES = {
  volley: {
    fire: [{ models: MODELS, shots: 1, toHit: 5, toWound: 5 }],
    standing: MODELS,
    wounds: 1,
    first: 1,
    allocation: "woundedFirst",
    accounts: [],
  },
  assault: {
    attacker: side(2),
    defender: side(0),
    rounds: 1,
    reading: { hitAllocation: "woundedFirst", meleeOrder: "simultaneous", meleeWinner: "mostWounds", halfIs: "panic" },
    accounts: [],
  },
};

const job = { cell: "bench~a~b~base", ruleset: "metropolis", kind, profile: PROFILES[kind], seed: 1n };
const program = await programOfJob(job);
const player = new BlockPlayer(job, program);
const blocks = (n) => Math.ceil(n / program.blockSize);
player.play({ first: 0, blocks: blocks(5_000_000), trials: 5_000_000 });
const clock = processor();
const tally = player.play({ first: 0, blocks: blocks(trials), trials });
const seconds = clock();
console.log(JSON.stringify({ seconds, counts: [...tally.slice(0, program.metrics[0].values.length)] }));
