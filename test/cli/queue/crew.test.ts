import { expect, it } from "vitest";
import { Crew } from "../../../src/cli/queue/crew.ts";
import { speak } from "../../../src/cli/streams.ts";

it("a run says of each worker how fast it is, and how long it would take for the rest by itself", () => {
  let now = 10_000;
  const crew = new Crew("e", { tell() {}, left: () => 90_000_000 }, "redis://host", () => now);
  const worker = { role: "worker", engine: "e", stream: "s", version: "1", at: 0 } as const;
  crew.hear([
    { ...worker, name: "east", threads: 4 },
    { ...worker, name: "west", threads: 2 },
    { ...worker, name: "run", role: "run" },
    { ...worker, name: "other", engine: "f" },
  ]);
  const task = { job: 0, first: 0, blocks: 4, trials: 500_000 };
  crew.count("east", task, 2_000);
  crew.count("east", task, 2_000);
  expect([crew.threads, crew.isOther("east")]).toEqual([6, true]);
  now += 3_000; // 1,000,000 trials in five seconds
  expect(crew.text()).toBe(
    "worker east: 4 threads, 2 tasks, 200,000 trials a second, 7 min 30 s left for it alone\nworker west: 2 threads, 0 tasks\n",
  );
  speak("fr");
  expect(crew.text()).toBe(
    "ouvrier east\u00a0: 4 fils, 2 tâches, 200\u202f000 essais par seconde, encore 7 min 30 s à lui seul\nouvrier west\u00a0: 2 fils, 0 tâches\n",
  );
  speak("en");
  crew.hear([]);
  expect([crew.threads, crew.isOther("east")]).toEqual([0, false]);
  expect(crew.text()).toBe("no worker is there: the run waits for one\n");
  crew.close();
});
