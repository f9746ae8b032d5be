/** One simulated cell on a pool of workers, timed from a warm pool; prints the peak of resident memory as well. */
import { pooledRunner } from "../../dist/engine/lazy-pool.js";
import { simulate } from "../../dist/engine/simulate.js";

const workers = Number(process.argv[2]);
const trials = Number(process.argv[3]);
const bands = [2, 5];
const profile = {
  fire: { toHit: [5, 5, 5], toSave: 5, shots: 1 },
  defence: { pin: 3, implacable: false, bands: [bands, bands, bands], downSaves: true, medikit: [0, 0, 0] },
  state: 0,
  account: { title: "", steps: [] },
};
const job = { cell: "bench~a~b~base", ruleset: "alpha-omega", kind: "shot", profile, seed: 1n };
const runner = await pooledRunner([job], { workers });
const plan = (n) => [{ blockSize: 65_536, bins: 5, trials: n }];
await simulate(runner, plan(50_000_000 * workers));
const start = process.hrtime.bigint();
const [{ tally }] = await simulate(runner, plan(trials));
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
await runner.close();
console.log(
  JSON.stringify({ seconds, counts: [...tally], megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }),
);
