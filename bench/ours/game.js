/** crible's side of game.bench.js: the same program, kernel and streams that `crible run` uses. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { probabilitiesOf } from "../../dist/rule/exact.js";
import { tallyOffsets } from "../../dist/rule/program.js";
import { openScenario } from "../../dist/scenario/study.js";
import { processor } from "../measure.js";

const FIGHTS = {
  volley: { file: "bucket", cell: "volley~riflemen~goblins~base" },
  fight: { file: "skirmish-line", cell: "fight~regulars~regulars~base" },
};

const [fight, way, count] = process.argv.slice(2);
const trials = Number(count);
const { file, cell } = FIGHTS[fight];
const study = await (await openScenario(`scenarios/games/${file}.yaml`)).study();
const { kind, outcome } = study.cells.find(({ id }) => id === cell);
const job = { cell, ruleset: study.ruleset, kind, profile: outcome.profile, seed: 1n };
const program = await programOfJob(job);
if (trials === 0) console.log(JSON.stringify(program.exact.solve().map((exact) => [...probabilitiesOf(exact)])));
else {
  const { metrics, blockSize } = program;
  const dice = { metrics, blockSize, kernel: () => program.pairedKernel() };
  const player = new BlockPlayer(job, way === "dice" ? dice : program);
  const task = (n) => ({ first: 0, blocks: Math.ceil(n / program.blockSize), trials: n });
  player.play(task(way === "dice" ? 20_000 : 1_000_000));
  const clock = processor();
  const tally = player.play(task(trials));
  const seconds = clock();
  console.log(JSON.stringify({ seconds, counts: [...tally].slice(0, tallyOffsets(program.metrics).at(-1)) }));
}
