/** crible's side of shot.bench.js: the same program, kernel and streams that `crible run` uses. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { tallyOffsets } from "../../dist/rule/program.js";
import { processor } from "../measure.js";

const trials = Number(process.argv[2]);
const bands = [2, 5];
const profile = {
  fire: { toHit: [5, 5, 5], toSave: 5, shots: 1 },
  defence: { pin: 3, implacable: false, bands: [bands, bands, bands], downSaves: true, medikit: [0, 0, 0] },
  state: 0,
  account: { title: "", steps: [] },
};
const job = { cell: "bench~a~b~base", ruleset: "alpha-omega", kind: "shot", profile, seed: 1n };
const program = await programOfJob(job);
const player = new BlockPlayer(job, program);
const blocks = (n) => Math.ceil(n / program.blockSize);
player.play({ first: 0, blocks: blocks(5_000_000), trials: 5_000_000 });
const clock = processor();
const tally = player.play({ first: 0, blocks: blocks(trials), trials });
const seconds = clock();
console.log(JSON.stringify({ seconds, counts: [...tally.subarray(0, tallyOffsets(program.metrics).at(-1))] }));
