import { describe, expect, it } from "vitest";
import type { CacheStore } from "../../src/analysis/cache-store.ts";
import { type CacheSample, cacheKey, StoredCells } from "../../src/analysis/cell-cache.ts";
import { answerText, parseAnswer } from "../../src/analysis/kept-answer.ts";
import { planStudy } from "../../src/analysis/planning.ts";
import { rankPlayed } from "../../src/analysis/rank.ts";
import { type RunSettings, run } from "../../src/analysis/run.ts";
import type { Task } from "../../src/engine/job.ts";
import { inProcessRunner, type Runner } from "../../src/engine/runner.ts";
import { resultsJson } from "../../src/report/index.ts";
import { studyOfData } from "../../src/scenario/data.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { poisoned, sealed } from "../cli/kept.ts";
import { scenario } from "../engine/jobs.ts";

/** Fights that are solved, and volleys and shots that are played. */
const { rangers, marines } = scenario.units;
const fights = {
  ...scenario,
  units: { rangers: { ...rangers, initiative: 6 }, marines: { ...marines, initiative: 5 } },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [{ units: [{ unit: "rangers", order: "aimed" }] }, { units: [{ unit: "marines", order: "aimed" }] }],
      situation: { distance: 12, turns: 4 },
    },
  },
};
const both = await studyOfData(scenario);
const fight = await studyOfData(fights);

class MemoryStore implements CacheStore {
  readonly texts = new Map<string, string>();
  readonly dropped: string[] = [];
  taken = 0;
  async read(sort: string, key: string) {
    const text = this.texts.get(`${sort} ${key}`);
    if (text !== undefined) this.taken++;
    return text;
  }
  async write(sort: string, key: string, text: string) {
    this.texts.set(`${sort} ${key}`, text);
  }
  drop(sort: string, key: string) {
    this.dropped.push(`${sort} ${key}`);
    this.texts.delete(`${sort} ${key}`);
  }
  of(sort: string) {
    return [...this.texts].filter(([name]) => name.startsWith(`${sort} `));
  }
}

const overheard = (runner: Runner, played: Task[]): Runner => ({
  ...runner,
  run(task) {
    played.push(task);
    return runner.run(task);
  },
});

/** A run on a store: what it gives, and which blocks it played. */
async function kept(store: MemoryStore, settings: RunSettings, of = both, recheck?: CacheSample) {
  const cache = new StoredCells(store, recheck);
  const played: Task[] = [];
  const runner = async (jobs: Parameters<typeof inProcessRunner>[0]) => overheard(inProcessRunner(jobs), played);
  const result = await run(of, { ...settings, cache, ...(settings.workers ? {} : { runner }) });
  return { json: resultsJson(result), played, poisoned: cache.poisoned };
}

const asked: [string, RunSettings][] = [
  ["trials, a short last block", { method: "simulate", trials: 400_001 }],
  ["a precision", { method: "simulate", precision: "0.3%" }],
  ["a precision that holds whenever one stops", { method: "simulate", precision: "0.5%", guarantee: "anytime" }],
];

it.each(asked)(
  "%s: the same bytes without a cache, with an empty one and with a full one, which plays nothing",
  async (_, settings) => {
    const store = new MemoryStore();
    const expected = resultsJson(await run(both, settings));
    expect((await kept(store, settings)).json).toBe(expected);
    const again = await kept(store, settings);
    expect(again.json).toBe(expected);
    expect(again.played).toEqual([]);
    expect((await kept(store, { ...settings, workers: 2 })).json).toBe(expected);
  },
);

it.each([
  [{ trials: 16_384 * 40 }, { trials: 16_384 * 80 + 7 }],
  [{ precision: "0.3%" }, { trials: 700_000 }],
  [{ precision: "0.3%", guarantee: "anytime" }, { precision: "0.2%" }],
] as [RunSettings, RunSettings][])(
  "%j, then %j: as if it had been asked for at once, and not from the beginning",
  async (first, then) => {
    const store = new MemoryStore();
    await kept(store, { method: "simulate", ...first });
    const { json, played } = await kept(store, { method: "simulate", ...then });
    expect(json).toBe(resultsJson(await run(both, { method: "simulate", ...then })));
    expect(played.some(({ first }) => first === 0)).toBe(false);
  },
);

it.each([
  [{ trials: 500_000 }, { trials: 400_000 }],
  [{ trials: 700_000 }, { precision: "0.3%" }],
] as [RunSettings, RunSettings][])("%j, then %j: the prefix that it would have played itself", async (first, then) => {
  const store = new MemoryStore();
  await kept(store, { method: "simulate", ...first });
  const { json } = await kept(store, { method: "simulate", ...then });
  expect(json).toBe(resultsJson(await run(both, { method: "simulate", ...then })));
});

it("a ranking whose pairs are played further, until they are told apart, plays nothing when it is asked for once more", async () => {
  const scout = { models: 1, ballisticSkill: 2, initiative: 6, save: 6, command: 4, weapon: "rifle" };
  const side = { units: [{ unit: ["ones", "twos", "lame"], order: "aimed" }] };
  const study = await studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 40: 0 }, saveModifier: -1 } },
    units: { ones: scout, twos: scout, lame: { ...scout, ballisticSkill: 5 } },
    experiments: { field: { kind: "engagement", sides: [side, side], situation: { distance: 12, turns: 6 } } },
  });
  const store = new MemoryStore();
  const looks: (readonly Task[])[] = [];
  const ask = () =>
    rankPlayed(study, async (own) => {
      const cache = new StoredCells(store);
      const played: Task[] = [];
      const runner = async (jobs: Parameters<typeof inProcessRunner>[0]) => overheard(inProcessRunner(jobs), played);
      const result = await run(own, { mostOperations: 0, cache, runner });
      looks.push(played);
      return result;
    });
  const first = await ask();
  const again = await ask();
  expect(looks.map((played) => played.reduce((sum, { trials }) => sum + trials, 0))).toEqual([
    3 * 40_960, // each pair once
    3 * (163_840 - 40_960),
    0,
    0,
  ]);
  expect(resultsJson(again.result)).toBe(resultsJson(first.result));
});

it("a run that is cut off, again and again, goes on from what it left, to the same bytes", async () => {
  const settings = { method: "simulate", trials: 400_001 } as const;
  const expected = resultsJson(await run(both, settings));
  const store = new MemoryStore();
  let cuts = 0;
  let all = 0;
  for (const until of [1, 150_000, 300_000, 700_000, Number.POSITIVE_INFINITY]) {
    const cut = new AbortController();
    const { played, json } = await kept(store, {
      ...settings,
      signal: cut.signal,
      onProgress({ done }) {
        if (done >= until) cut.abort();
      },
    });
    if (cut.signal.aborted) cuts++;
    else expect(json).toBe(expected);
    all += played.reduce((sum, { trials }) => sum + trials, 0);
  }
  expect(cuts).toBe(4);
  // At each cut the tasks under way are lost, and no more: those of two substreams, of some blocks each.
  expect(all).toBeLessThan(2 * 3 * 400_001);
});

it("an exact answer is not solved again: what stands there is what is told", async () => {
  const store = new MemoryStore();
  const expected = resultsJson(await run(fight, {}));
  expect((await kept(store, {}, fight)).json).toBe(expected);
  expect((await kept(store, {}, fight)).json).toBe(expected);
  expect(store.of("answer").length).toBeGreaterThan(0);
  for (const [name, text] of store.of("answer")) store.texts.set(name, poisoned(text));
  expect((await kept(store, {}, fight)).json).not.toBe(expected);
});

it("what takes ten thousand operations is worth a file, what takes one fewer is not", async () => {
  const cells = new StoredCells(new MemoryStore());
  const made: number[] = [];
  for (const work of [9_999, 9_999, 10_000, 10_000])
    await cells.text(
      { work },
      work,
      () => true,
      async () => `text ${made.push(work)}`,
    );
  expect(made).toEqual([9_999, 9_999, 10_000]);
});

it("an answer that was found to know whether there is one is neither looked for nor kept", async () => {
  const study = await loadStudy("scenarios/games/bucket.yaml");
  const works = [...(await planStudy(study)).values()].map(
    ({ program: { exact } }) => "solve" in exact && exact.operations,
  );
  expect(works.some((operations) => Number(operations) >= 10_000)).toBe(true); // as many as other answers are kept for
  const store = new MemoryStore();
  const asked: string[] = [];
  const read = store.read.bind(store);
  store.read = (sort, key) => read(sort, key).finally(() => asked.push(sort));
  expect((await kept(store, {}, study)).json).toBe(resultsJson(await run(study, {})));
  expect([asked.filter((sort) => sort === "answer"), store.of("answer")]).toEqual([[], []]);
  await kept(store, {}, fight); // another's is
  expect([asked.includes("answer"), store.of("answer").length]).toEqual([true, 1]);
});

describe("what is computed again of what was taken", () => {
  const all = { share: 1, seed: "" };

  it("finds an answer that is not the right one, tells the right one and keeps that", async () => {
    const store = new MemoryStore();
    const expected = (await kept(store, {}, fight)).json;
    expect((await kept(store, {}, fight, all)).poisoned).toEqual([]);
    for (const [name, text] of store.of("answer")) store.texts.set(name, poisoned(text));
    const found = await kept(store, {}, fight, all);
    expect(found.poisoned).toContain("fight~rangers~marines~base");
    expect(found.json).toBe(expected);
    expect((await kept(store, {}, fight)).json).toBe(expected);
  });

  it("finds blocks that count otherwise", async () => {
    const settings = { method: "simulate", trials: 400_000 } as const;
    const store = new MemoryStore();
    const expected = (await kept(store, settings)).json;
    expect((await kept(store, settings, both, all)).poisoned).toEqual([]);
    // The blocks of another seed, under the names of these.
    const other = new MemoryStore();
    await kept(other, settings, await studyOfData({ ...scenario, seed: 8 }));
    const texts = other.of("blocks").map(([, text]) => linesOf(text));
    store.of("blocks").forEach(([name], i) => void store.texts.set(name, sealedAs(name.split(" ")[1]!, texts[i]!)));
    expect((await kept(store, settings)).json).not.toBe(expected);
    const found = await kept(store, settings, both, all);
    expect(found.poisoned.length).toBe(3);
    expect(found.json).toBe(expected);
    expect((await kept(store, settings)).json).toBe(expected);
  });

  it("is one in a hundred, others for another seed", () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `cell ${i}`);
    const sample = (seed: string) => {
      const cells = new StoredCells(new MemoryStore(), { share: 0.01, seed });
      return names.filter((name) => cells.isSampled(name));
    };
    // Of 20,000 at 1 % 144 to 256 but once in ten thousand times; these seeds are what they are.
    expect(sample("a").length).toBeGreaterThan(144);
    expect(sample("a").length).toBeLessThan(256);
    expect(sample("b")).not.toEqual(sample("a"));
  });
});

/** The data of the lines of an entry. */
const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(17));
const sealedAs = (key: string, lines: readonly string[]): string =>
  lines.map((line) => `${sealed(key, line)}\n`).join("");

describe("what is no entry is computed, and dropped", async () => {
  const store = new MemoryStore();
  const expected = (await kept(store, {}, fight)).json;
  const [name, text] = store.of("answer")[0]!;
  const exact = JSON.parse(text) as Record<string, string>[];
  it.each([
    ["no JSON", text.slice(1)],
    ["a metric too few", JSON.stringify(exact.slice(1))],
    [
      "a chance too many",
      JSON.stringify(
        exact
          .map((one) => ({
            ...one,
            ...(one.weights
              ? { weights: `${one.weights},0` }
              : { probabilities: `${one.probabilities!.replace(/=+$/, "")}` }),
          }))
          .map((one, i) => (i === 0 ? { weights: "1,1,1,1,1,1,1,1", total: "8" } : one)),
      ),
    ],
    ["chances that do not add up", JSON.stringify(exact.map(() => ({ weights: "1,1,1", total: "4" })))],
    ["none", "[]"],
    ["something else", '{"weights":"1"}'],
  ])("%s", async (_, forged) => {
    const own = new MemoryStore();
    for (const [at, whole] of store.texts) own.texts.set(at, whole);
    own.texts.set(name, forged);
    expect((await kept(own, {}, fight)).json).toBe(expected);
    expect(own.dropped).toEqual([name]);
    expect(own.texts.get(name)).toBe(text);
  });

  it("counts that do not add up", async () => {
    const settings = { method: "simulate", trials: 200_000 } as const;
    const own = new MemoryStore();
    const told = (await kept(own, settings)).json;
    for (const [at, text] of own.of("blocks"))
      own.texts.set(
        at,
        sealedAs(
          at.split(" ")[1]!,
          linesOf(text).map((line) => line.replace(/"trials":(\d+)/, (_, n) => `"trials":${Number(n) - 1}`)),
        ),
      );
    expect((await kept(own, settings)).json).toBe(told);
    expect(own.dropped.length).toBeGreaterThan(0);
  });
});

it("an answer comes back as it was, fractions and doubles", () => {
  const metrics = [
    { name: "a", values: [0, 1, 2] },
    { name: "b", values: [0, 1] },
  ];
  const answer = [
    { weights: [3n ** 90n, 0n, 5n], total: 3n ** 90n + 5n },
    { probabilities: Float64Array.of(0.1 + 0.2, 0.7 - 5e-17) },
  ];
  expect(parseAnswer(answerText(answer), metrics)).toEqual(answer);
});

it("the key is of all that decides: the code, the kind, the profile, the seed, and not the order of keys", () => {
  expect(cacheKey({ a: 1, b: { c: 2, d: 3n } })).toBe(cacheKey({ b: { d: 3n, c: 2 }, a: 1 }));
  expect(cacheKey({ a: 1 })).not.toBe(cacheKey({ a: 2 }));
});
