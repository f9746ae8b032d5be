import { expect, it, vi } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { threadsOf } from "../../src/cli/options.ts";
import { resultsJson } from "../../src/report/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { scenario } from "../engine/jobs.ts";

vi.mock("../../src/engine/pool.ts", () => ({
  pooledRunner: () => {
    throw new Error("threads are started");
  },
}));

it("threads are started for what takes long, or where they are asked for", async () => {
  const played = async (settings: object) =>
    resultsJson(await run(await studyOfData(scenario), { method: "simulate", trials: 1_000, ...settings }));
  expect(await played({ workers: 2, thrifty: true })).toBe(await played({ workers: 0 }));
  await expect(played({ workers: 2 })).rejects.toThrow("threads are started");
  await expect(played({ workers: 2, thrifty: true, trials: 50_000_000 })).rejects.toThrow("threads are started");
});

it("--workers and --verify ask for them", () => {
  expect(threadsOf({ workers: 3 })).toEqual({ workers: 3 });
  expect(threadsOf({})).toMatchObject({ thrifty: true });
  expect(threadsOf({ verify: true })).toMatchObject({ thrifty: false });
});
