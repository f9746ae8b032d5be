import type { Command } from "commander";
import { engineHash } from "../analysis/engine-hash.ts";
import { englishOf, said, type Text } from "../rulesets/said.ts";
import { EXIT, UsageError } from "./exit.ts";
import { withSpokenLanguage } from "./options.ts";
import { inBoth } from "./progress.ts";
import { insist, openBull, resultsOf, tasksOf } from "./queue/bull.ts";
import { checkHealth, type HealthFinding, health } from "./queue/health.ts";
import { placeOf, type QueuePlace } from "./queue/place.ts";
import { RollCall } from "./queue/presence.ts";
import { inSpoken, print } from "./streams.ts";

const STATES = { good: said`good`, poor: said`poor`, bad: said`bad` };

interface QueueFlags {
  readonly queue?: string | true;
  readonly force?: boolean;
  readonly json?: boolean;
}

const withAddress = (command: Command): Command =>
  withSpokenLanguage(command).addOption(
    command.createOption("--queue [address]", "redis://… or postgres://…").default(true, "CRIBLE_QUEUE"),
  );

export function addQueue(program: Command): void {
  const queue = program
    .command("queue")
    .description("Look after the queue that hands out the blocks of runs with --queue.");
  withAddress(queue.command("status"))
    .description("List runs and workers, and how many tasks wait.")
    .option("--json", "print it as JSON")
    .action(async (_flags: unknown, command: Command) => status(command.optsWithGlobals()));
  withAddress(queue.command("drain"))
    .description("Remove what finished or killed runs have left behind: their tasks and results.")
    .option("--force", "of runs that are at work too: they send their tasks again")
    .action(async (_flags: unknown, command: Command) => drain(command.optsWithGlobals()));
  withAddress(queue.command("doctor"))
    .description("Check that the server is configured as a queue needs it, and say what to change.")
    .option("--json", "print it as JSON")
    .action(async (_flags: unknown, command: Command) => doctor(command.optsWithGlobals()));
}

async function opened({ queue }: QueueFlags) {
  const place = placeOf(queue);
  await checkHealth(place);
  const bull = await openBull(place);
  return { bull, roll: new RollCall(bull), engine: engineHash(), tasksOf, resultsOf, print };
}

async function status(flags: QueueFlags): Promise<void> {
  const { bull, roll, engine, tasksOf, print } = await opened(flags);
  try {
    const all = await roll.all();
    const engines = [...new Set([engine, ...all.map((one) => one.engine)])];
    const tasks = await Promise.all(
      engines.map(async (engine) => {
        const counts = await bull.call(() => bull.queue(tasksOf(engine)).getJobCounts("waiting", "active", "failed"));
        return { engine: engine, ...counts } as { engine: string; waiting: number; active: number; failed: number };
      }),
    );
    if (flags.json) {
      await print(`${JSON.stringify({ queue: bull.place.shown, engine, presences: all, tasks }, undefined, 2)}\n`);
      return;
    }
    const alike = (other: string): Text => (other === engine ? "" : said`, of another engine: ${other}`);
    const rate = (trials = 0, since = 0) => (since === 0 ? 0 : Math.round((trials / since) * 1_000));
    const lines = [
      bull.place.shown,
      ...all
        .filter(({ role }) => role === "run")
        .map((run) => said`run ${run.name}: ${run.command ?? ""}${alike(run.engine)}`),
      ...all
        .filter(({ role }) => role === "worker")
        .map(
          (presence) =>
            said`worker ${presence.name}: ${presence.threads ?? 0} threads, ${presence.tasks ?? 0} tasks, ${inBoth(({ count }) => count(rate(presence.trials, presence.since)))} trials a second${alike(presence.engine)}`,
        ),
      ...tasks.map(
        ({ engine: queued, waiting, active, failed }) =>
          said`tasks${queued === engine ? "" : said` of engine ${queued}`}: ${waiting} waiting, ${active} being played, ${failed} given up`,
      ),
      ...(all.some(({ role }) => role === "worker")
        ? []
        : [said`no worker is there: crible worker --queue ${bull.place.shown}`]),
    ];
    await print(`${lines.map(inSpoken).join("\n")}\n`);
  } finally {
    await bull.close();
  }
}

async function drain(flags: QueueFlags): Promise<void> {
  const { bull, roll, engine, tasksOf, resultsOf, print } = await opened(flags);
  try {
    const live = new Set((await roll.all()).map(({ name }) => name));
    const runs = (await roll.all(true)).filter(({ role }) => role === "run");
    const atWork = runs.filter(({ name }) => live.has(name));
    if (atWork.length > 0 && !flags.force)
      throw new UsageError(
        said`${atWork.map(({ name }) => name).join(", ")} is at work: --force drains all the same, and it sends its tasks again`,
      );
    const engines = new Set([engine, ...runs.map((run) => run.engine)]);
    let tasks = 0;
    for (const engine of engines) {
      const queue = bull.queue(tasksOf(engine));
      const counts = await bull.call(() => queue.getJobCounts("waiting", "active", "failed"));
      tasks += Object.values(counts).reduce((sum, count) => sum + count, 0);
      await bull.call(() => queue.obliterate({ force: true }));
    }
    for (const { name } of runs) {
      await bull.call(() => bull.queue(resultsOf(name)).obliterate({ force: true }));
      if (!live.has(name)) await roll.forget(name);
    }
    for (const { name } of await roll.all(true)) if (!live.has(name)) await roll.forget(name);
    await print(`${inSpoken(said`took away ${tasks} tasks, and the results of ${runs.length} runs`)}\n`);
  } finally {
    await bull.close();
  }
}

async function doctor(flags: QueueFlags): Promise<void> {
  const place = placeOf(flags.queue);
  const findings = await health(place);
  if (findings.every(({ state }) => state !== "bad")) findings.push(...(await probed(place)));
  // Programs read English, whatever is spoken.
  const asData = findings.map(({ found, advice, ...more }) => ({
    ...more,
    found: englishOf(found),
    ...(advice === undefined ? {} : { advice: englishOf(advice) }),
  }));
  if (flags.json) await print(`${JSON.stringify({ queue: place.shown, findings: asData }, undefined, 2)}\n`);
  else {
    const wide = Math.max(...findings.map(({ state }) => inSpoken(STATES[state]).length));
    const width = Math.max(...findings.map(({ name }) => name.length));
    const lines = findings.map(
      ({ name, state, found, advice }) =>
        `${inSpoken(STATES[state]).padEnd(wide)}  ${name.padEnd(width)}  ${inSpoken(found)}${advice ? inSpoken(said`: ${advice}`) : ""}`,
    );
    await print(`${place.shown}\n${lines.join("\n")}\n`);
  }
  if (findings.some(({ state }) => state === "bad")) process.exitCode = EXIT.failed;
}

/** How long a task is on its way, and by what. */
async function probed(place: QueuePlace): Promise<HealthFinding[]> {
  const bull = await openBull(place);
  try {
    const probe = bull.queue("doctor");
    await insist(bull, () => probe.waitUntilReady(), 5_000);
    const began = Date.now();
    for (let i = 0; i < 20; i++) await insist(bull, () => probe.add("probe", { text: "" }, { jobId: `p-${i}` }));
    const each = (Date.now() - began) / 20;
    await bull.call(() => probe.obliterate({ force: true }));
    const isGood = each < 50;
    return [
      {
        name: "round trip",
        state: isGood ? "good" : "poor",
        found: `${each.toFixed(1)} ms`,
        ...(isGood ? {} : { advice: said`a task of two seconds bears it; a server nearer by is better` }),
      },
      { name: "bullmq", state: "good", found: bull.version },
    ];
  } finally {
    await bull.close();
  }
}
