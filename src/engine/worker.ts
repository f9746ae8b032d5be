import { workerData } from "piscina";
import type { Job, Task } from "./job.ts";
import { JobPlayers } from "./runner.ts";

/** What a worker thread runs: nothing but the block player. `null` is the greeting that proves it has loaded. */
const players = new JobPlayers(workerData as readonly Job[]);

export default async (task: Task | null): Promise<Float64Array | null> => (task === null ? null : players.play(task));
