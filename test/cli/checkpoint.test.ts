import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { headOfKept, parseKept } from "../../src/analysis/kept.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import { Checkpoint } from "../../src/cli/checkpoint.ts";
import type { Task } from "../../src/engine/job.ts";
import { notesOf } from "../../src/engine/marks.ts";
import { inProcessRunner, type Runner } from "../../src/engine/runner.ts";
import { resultsJson } from "../../src/report/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { sequence } from "../engine/doubles.ts";
import { scenario } from "../engine/jobs.ts";
import { uniforms } from "../stats/random.ts";
import { crible, workplace } from "./crible.ts";
import { sealed, unpacked } from "./kept.ts";

const at = () => join(mkdtempSync(join(tmpdir(), "crible-kept-")), "checkpoint.ndjson");
const quiet = { quiet: true, every: 3_600 };
/** Volleys have blocks of 16,384 trials, shots of 65,536. */
const study = await studyOfData({ ...scenario, experiments: { whole: scenario.experiments.whole } });
const both = await studyOfData(scenario);
const head = (of = study) => headOfKept([of], { command: "crible run study.yaml" });

const overheard = (runner: Runner, played: Task[]): Runner => ({
  ...runner,
  run(task) {
    played.push(task);
    return runner.run(task);
  },
});

/** Runs with a checkpoint, cut off once so many trials are done; what it gives, if it was not. */
async function kept(
  path: string,
  settings: RunSettings,
  { until = Number.POSITIVE_INFINITY, resume = true, of = study } = {},
) {
  const checkpoint = await Checkpoint.open(path, await head(of), { ...quiet, resume });
  const cut = new AbortController();
  const played: Task[] = [];
  const result = await run(of, {
    ...settings,
    keep: checkpoint.keep,
    signal: cut.signal,
    ...(settings.workers ? {} : { runner: async (jobs) => overheard(inProcessRunner(jobs), played) }),
    onProgress({ done }) {
      if (done >= until) cut.abort();
    },
  });
  await checkpoint.close(true);
  return { json: resultsJson(result), partial: result.partial === true, played };
}

const asked: [string, RunSettings][] = [
  ["trials, a short last block", { method: "simulate", trials: 400_001 }],
  ["a precision", { method: "simulate", precision: "0.3%" }],
  ["a precision that holds whenever one stops", { method: "simulate", precision: "0.5%", guarantee: "anytime" }],
  ["what is exact, verified", { verify: true, trials: 400_001 }],
];

describe.each(asked)("%s", (_, settings) => {
  it("cut off and resumed, again and again: the same bytes", async () => {
    const expected = resultsJson(await run(both, settings));
    const path = at();
    let cuts = 0;
    for (const until of [1, 150_000, 300_000, 700_000, 2_000_000]) {
      const { partial } = await kept(path, settings, { until, of: both });
      if (partial) cuts++;
    }
    expect(cuts).toBeGreaterThan(2);
    expect((await kept(path, settings, { of: both })).json).toBe(expected);
    // Nothing is left to be played, but what is to be repeated: the first block of each cell.
    const { played } = await kept(path, settings, { of: both });
    expect(played.map(({ first }) => first)).toEqual(settings.verify ? [0, 0, 0] : []);
    // Nothing is left to be played: threads or none, the same.
    expect((await kept(path, { ...settings, workers: 2 }, { of: both })).json).toBe(expected);
  });
});

it("what was played is not played again, but for a short block", async () => {
  const path = at();
  await kept(path, { method: "simulate", trials: 16_384 * 40 + 5 });
  const settings = { method: "simulate", trials: 16_384 * 80 } as const;
  const { json, played } = await kept(path, settings);
  expect(played[0]).toMatchObject({ first: 40 });
  expect(json).toBe(resultsJson(await run(study, settings)));
  expect((await kept(path, settings)).played).toEqual([]);
});

it.each([
  [{ trials: 16_384 * 33 }, { trials: 16_384 * 48 + 7 }],
  [{ trials: 500_000 }, { trials: 400_000 }],
  [{ precision: "0.3%" }, { trials: 700_000 }],
  [{ trials: 700_000 }, { precision: "0.3%" }],
  [{ precision: "0.3%", guarantee: "anytime" }, { precision: "0.2%" }],
] as [RunSettings, RunSettings][])("%j, then %j: as if it had been asked for at once", async (first, then) => {
  const path = at();
  await kept(path, { method: "simulate", ...first });
  const { json } = await kept(path, { method: "simulate", ...then });
  expect(json).toBe(resultsJson(await run(study, { method: "simulate", ...then })));
});

describe("a file that was torn or damaged", async () => {
  const settings = { method: "simulate", trials: 200_000 } as const;
  const path = at();
  const expected = resultsJson(await run(study, settings));
  for (const until of [1, 60_000, 150_000]) await kept(path, settings, { until });
  const whole = readFileSync(path);
  const resumed = async (bytes: Uint8Array) => {
    const own = at();
    writeFileSync(own, bytes);
    return kept(own, settings).then(
      ({ json }) => ({ json, refusal: undefined }),
      (error: Error) => ({ json: undefined, refusal: error.message }),
    );
  };
  const first = whole.indexOf(10) + 1; // where the first line ends

  it("at any of 16 places goes on from its last whole line, or says that it holds no run", async () => {
    const random = sequence(5);
    for (let i = 0; i < 16; i++) {
      const length = i === 0 ? whole.length - 1 : random(whole.length);
      const { json, refusal } = await resumed(whole.subarray(0, length));
      if (length < first) expect(refusal).toContain("it holds no run");
      else expect(json, `cut at ${length}`).toBe(expected);
    }
  });

  it("with any bit of 24 turned over: the damaged line is played again, or the file is refused", async () => {
    const random = sequence(6);
    for (let i = 0; i < 24; i++) {
      const bytes = Uint8Array.from(whole);
      const where = i < 6 ? random(first) : random(whole.length);
      bytes[where]! ^= 1 << random(8);
      const { json, refusal } = await resumed(bytes);
      if (where < first) expect(refusal, `${where}`).toMatch(/first line is damaged|holds no run/);
      else expect(json, `byte ${where}`).toBe(expected);
    }
  });

  it("control: counts that were changed with their checksum are another result", async () => {
    const lines = whole.toString().split("\n");
    const seal = lines[0]!.slice(0, 16);
    const data = JSON.parse(lines[1]!.slice(17));
    const { stretches } = parseKept(whole.toString(), path);
    const counts = unpacked([...stretches.values()][0]![0]!).counts;
    counts[0]! += 1;
    counts[1]! -= 1; // so that they still add up
    const { deflateRawSync } = await import("node:zlib");
    const text = JSON.stringify({ ...data, counts: deflateRawSync(counts.join()).toString("base64") });
    lines[1] = sealed(seal, text);
    const { json } = await resumed(Buffer.from(lines.join("\n")));
    expect(json).not.toBe(expected);
    counts[0]! += 1; // and now they do not
    const worse = JSON.stringify({ ...data, counts: deflateRawSync(counts.join()).toString("base64") });
    lines[1] = sealed(seal, worse);
    expect((await resumed(Buffer.from(lines.join("\n")))).json).toBe(expected);
  });
});

describe("another run is refused by name", async () => {
  const path = at();
  await kept(path, { method: "simulate", trials: 100_000 });
  const own = await head();
  it.each([
    [
      "scenario",
      { ...own, studies: [{ ...own.studies[0]!, scenario: "feed" }] },
      /its scenario is [0-9a-f]{16}, not feed/,
    ],
    ["seed", { ...own, studies: [{ ...own.studies[0]!, seed: "8" }] }, /its seed is 7, not 8/],
    ["stream", { ...own, stream: "threefry2x32-20+xoshiro128++/v2" }, /its stream is .*v3, not .*v2/],
    ["engine", { ...own, engine: "feed" }, /its engine is [0-9a-f]{16}, not feed/],
  ])("%s", async (_, other, message) => {
    await expect(Checkpoint.open(path, other, { ...quiet, resume: true })).rejects.toThrow(message);
  });
});

describe("the file", () => {
  const BINS = 750;
  const plan = { blockSize: 2_048, bins: BINS, trials: 1e10 };
  const job = { cell: "a", ruleset: "alpha-omega", kind: "shot", profile: {}, seed: 1n };

  it("stays under 1 MB a cell, whatever the trials: here of 300,000 blocks, 750 bins, and looks", async () => {
    const path = at();
    const checkpoint = await Checkpoint.open(path, await head(), quiet);
    const keeper = await checkpoint.keep([job], [plan]);
    const uniform = uniforms(3);
    const mark = () => Math.floor(uniform() * 2 ** 21) * 2 ** 32 + Math.floor(uniform() * 2 ** 32);
    let most = 0;
    const blocks = 25_000;
    for (let first = 0; first < 300_000; first += blocks) {
      const counts = Float64Array.from({ length: 2 * BINS }, () => Math.floor(uniform() * blocks * 2_048));
      const notes = notesOf(Float64Array.from({ length: 2 * blocks }, mark), first);
      keeper.add(0, {
        first,
        blocks,
        trials: blocks * 2_048,
        counts,
        notes,
        isLook: first % 100_000 === 0,
        repeats: [],
      });
      await checkpoint.flush();
      most = Math.max(most, statSync(path).size);
    }
    await checkpoint.close(true);
    expect(most).toBeGreaterThan(100_000);
    expect(most).toBeLessThan(1_000_000);
  });

  it("of a disk that is full for a while holds everything once there is room", async () => {
    const path = at();
    const settings = { method: "simulate", trials: 300_000 } as const;
    let full = true;
    const { writeFile } = await import("node:fs/promises");
    const write = async (to: string, text: string | Iterable<string>) => {
      if (full) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      await writeFile(to, text);
    };
    const checkpoint = await Checkpoint.open(path, await head(), { ...quiet, write });
    await run(study, { ...settings, keep: checkpoint.keep, onProgress: () => void checkpoint.flush() });
    await checkpoint.flush();
    expect(existsSync(path)).toBe(false);
    expect(checkpoint.fault?.message).toContain("no space left on the device");
    full = false;
    await checkpoint.close(true);
    expect(checkpoint.fault).toBeUndefined();
    expect((await kept(path, settings)).played).toEqual([]);
  });

  it("is one process's at a time: the other runs without, and cannot resume", async () => {
    const path = at();
    const settings = { method: "simulate", trials: 50_000 } as const;
    await kept(path, settings);
    const mine = await Checkpoint.open(path, await head(), { ...quiet, resume: true });
    await expect(Checkpoint.open(path, await head(), { ...quiet, resume: true })).rejects.toThrow(
      `process ${process.pid} is keeping a checkpoint in`,
    );
    const other = await Checkpoint.open(path, await head(), quiet);
    await run(study, { ...settings, keep: other.keep });
    await other.close(true);
    expect(other.fault?.message).toContain("is keeping a checkpoint in");
    await mine.close(true);
  });
});

describe("crible run --resume", () => {
  it("without a checkpoint begins anew, keeps one, and then goes on from it with more trials", async () => {
    const cwd = workplace();
    const ask = (...words: string[]) =>
      crible(["run", "study.yaml", "--workers", "0", "--json", "--no-html", ...words], { cwd });
    const first = await ask("--trials", "20000", "--resume");
    expect(first.stderr).toContain("there is no reports/study/checkpoint.ndjson to go on from: the run begins anew\n");
    const file = join(cwd, "reports/study/checkpoint.ndjson");
    const held = readFileSync(file);
    const raised = await ask("--trials", "60000", "--out", "reports/study");
    expect(raised.stderr).toContain(
      "reports/study/checkpoint.ndjson holds 60,000 of 180,000 trials (33.3 %), but the run begins anew: --resume goes on from there\n",
    );
    // Where that took more than a second it kept one of its own.
    writeFileSync(file, held);
    const more = await ask("--trials", "60000", "--resume");
    expect(more.stderr).toContain("going on from 60,000 of 180,000 trials (33.3 %)\n");
    expect(more.stdout).toBe(raised.stdout);
    // It ended, and holds all that these ask for.
    for (const trials of ["60000", "20000"])
      expect((await ask("--trials", trials)).stderr).not.toContain("checkpoint.ndjson");
    const whole = await ask("--trials", "60000", "--out", "other", "--checkpoint", "3600");
    expect(more.stdout).toBe(whole.stdout);
    expect(existsSync(join(cwd, "other/checkpoint.ndjson"))).toBe(true); // over before it was due, and asked for
  });

  it("is gone once its run is whole and its reports are there, unless it was asked for", async () => {
    const cwd = workplace();
    const path = join(cwd, "reports/study/checkpoint.ndjson");
    const words = ["run", "study.yaml", "--workers", "0", "--quiet", "--no-html", "--trials", "1e6"];
    expect((await crible([...words, "--checkpoint", "0.001"], { cwd })).code).toBe(0);
    expect(existsSync(path)).toBe(true);
    rmSync(path);
    // Every second, but seconds that are over sooner.
    const every = setInterval;
    let wasThere = false;
    const hurried = vi.spyOn(globalThis, "setInterval").mockImplementation(((work: () => void, ms: number) =>
      every(() => {
        wasThere ||= existsSync(path);
        work();
      }, ms / 1_000)) as typeof setInterval);
    try {
      expect((await crible(words, { cwd })).code).toBe(0);
      expect(wasThere).toBe(true);
      expect(existsSync(path)).toBe(false);
      expect(existsSync(join(cwd, "reports/study/results.json"))).toBe(true);
      expect((await crible([...words, "--resume"], { cwd })).code).toBe(0);
      expect(existsSync(path)).toBe(true);
    } finally {
      hurried.mockRestore();
    }
  });

  it("refuses the checkpoint of another run by name, with both hashes: 3", async () => {
    const cwd = workplace();
    const ask = (...words: string[]) =>
      crible(["run", "study.yaml", "--workers", "0", "--no-html", "--trials", "10000", "--resume", ...words], { cwd });
    expect((await ask()).code).toBe(0);
    const seed = await ask("--seed", "9");
    expect([seed.code, seed.stderr]).toEqual([3, expect.stringContaining("its seed is 0, not 9")]);
    expect(seed.stderr).toContain("that run was: crible run study.yaml --trials 10000");
    const other = await ask("--only", "whole");
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(/its scenario is [0-9a-f]{16}, not [0-9a-f]{16}/);
  });

  it("of a run that is over at once is there where one was asked for, and serves one with more trials", async () => {
    const cwd = workplace();
    const words = ["run", "study.yaml", "--workers", "0", "--no-html", "--out", "out"];
    const there = () => existsSync(join(cwd, "out/checkpoint.ndjson"));
    expect((await crible([...words, "--trials", "100000"], { cwd })).code).toBe(0);
    expect(there()).toBe(false);
    expect((await crible([...words, "--trials", "100000", "--checkpoint", "1"], { cwd })).code).toBe(0);
    expect(there()).toBe(true);
    const more = await crible([...words, "--trials", "200000", "--resume"], { cwd });
    expect([more.code, more.stderr]).toEqual([0, expect.stringContaining("going on from")]);
  });

  it("--checkpoint 0 keeps none; what is no number of seconds is refused: 2", async () => {
    const cwd = workplace();
    expect((await crible(["run", "study.yaml", "--checkpoint", "often"], { cwd })).code).toBe(2);
    expect((await crible(["run", "study.yaml", "--watch", "--resume"], { cwd })).code).toBe(2);
  });
});
