/** crible's side of game.bench.js: the same program, kernel and streams that `crible run` uses. */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { probabilitiesOf, tallyOffsets } from "../../dist/rule/index.js";
import { StepKernel } from "../../dist/rulesets/game/program.js";
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
  if (way === "draw" && program.oneDraw === undefined) throw new Error(`${fight} is not one draw`);
  const steps = {
    metrics: program.metrics,
    blockSize: program.blockSize,
    kernel: () => new StepKernel(program.prepared),
  };
  const player = new BlockPlayer(job, way === "draw" ? program : steps);
  const task = (n) => ({ first: 0, blocks: Math.ceil(n / program.blockSize), trials: n });
  player.play(task(way === "draw" ? 1_000_000 : 20_000));
  const clock = processor();
  const tally = player.play(task(trials));
  const seconds = clock();
  console.log(JSON.stringify({ seconds, counts: [...tally].slice(0, tallyOffsets(program.metrics).at(-1)) }));
}
