import { workerData } from "piscina";
import type { Task } from "./job.ts";
import { type AnyJob, JobPlayers } from "./runner.ts";

/** What a worker thread runs: nothing but the block player. `null` is the greeting that proves it has loaded. */
const players = new JobPlayers(workerData as readonly AnyJob[]);

export default async (task: Task | null): Promise<Float64Array | null> => (task === null ? null : players.play(task));
