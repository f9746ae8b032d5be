/**
 * crible's side of a bench over a cell of a shipped scenario: the program, kernel and streams that `crible run` uses, one
 * thread. Arguments: scenario, cell, the numbers of the metrics whose counts are printed (with commas), trials. Of 0 trials
 * the exact chances of those metrics are printed.
 */
import { BlockPlayer, programOfJob } from "../../dist/engine/job.js";
import { probabilitiesOf } from "../../dist/rule/exact.js";
import { tallyOffsets } from "../../dist/rule/program.js";
import { openScenario } from "../../dist/scenario/study.js";
import { processor } from "../measure.js";

const [scenario, id, wanted, count] = process.argv.slice(2);
const study = await (await openScenario(scenario)).study();
const cell = study.cells.find((own) => own.id === id);
const { kind, outcome } = cell;
const job = { cell: id, ruleset: study.ruleset, kind, profile: outcome.profile, seed: study.seed.seed };
const program = await programOfJob(job);
const chosen = wanted.split(",").map(Number);
const trials = Number(count);
if (trials === 0) {
  const answers = program.exact.solve();
  console.log(JSON.stringify(chosen.map((metric) => [...probabilitiesOf(answers[metric])])));
} else {
  const player = new BlockPlayer(job, program);
  const task = (n) => ({ first: 0, blocks: Math.ceil(n / program.blockSize), trials: n });
  player.play(task(20_000));
  const clock = processor();
  const tally = player.play(task(trials));
  const seconds = clock();
  const offsets = tallyOffsets(program.metrics);
  const counts = chosen.flatMap((metric) => [...tally.slice(offsets[metric], offsets[metric + 1])]);
  console.log(JSON.stringify({ seconds, counts }));
}
