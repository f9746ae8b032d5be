import { workerData } from "piscina";
import { addRulesets, type OutsideRuleset } from "../rulesets/index.ts";
import { type AnyJob, JobPlayers, type OwnTask } from "./runner.ts";

const { jobs, rulesets, underWay } = workerData as {
  jobs: readonly AnyJob[];
  rulesets: readonly OutsideRuleset[];
  underWay?: number;
};
addRulesets(rulesets);

/** What a worker thread runs: nothing but the block player. `null` is the greeting that proves it has loaded. */
const players = new JobPlayers(jobs, underWay);

export default async (task: OwnTask | null): Promise<Float64Array | null> =>
  task === null ? null : players.play(task);
