import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StoredCells } from "../../../src/analysis/cell-cache.ts";
import { DiskCache } from "../../../src/cli/cache.ts";
import { Bench } from "../../../src/cli/queue/bench.ts";
import { resultIn, resultText, type TaskMessage, taskText } from "../../../src/cli/queue/messages.ts";
import { crible, workplace } from "../crible.ts";
import { reportsOf, workerApart } from "./hands.ts";
import { isThere, serverOf } from "./servers.ts";

const SIZE = 10;
const job = { cell: "a", ruleset: "alpha-omega", kind: "shot", profile: {}, seed: 1n };
type Blocks = TaskMessage["task"];

/** What each block counts is told from its number: two bins, their squares, two marks. */
function counted({ first, blocks, trials }: Blocks): Float64Array {
  const all = [0, 0, 0, 0];
  const marks: number[] = [];
  for (let block = first; block < first + blocks; block++) {
    const own = Math.min(SIZE, trials - (block - first) * SIZE);
    const [a, b] = [block % own, own - (block % own)];
    for (const [i, count] of [a, b, a * a, b * b].entries()) all[i]! += count;
    marks.push(1_000 + block, 5_000 + block);
  }
  return Float64Array.of(...all, ...marks);
}

/** A worker with a cache: what it sends, and which blocks it has played. */
function working(folder: string, name = "east") {
  const played: Blocks[] = [];
  const sent: string[] = [];
  const disk = new DiskCache(folder);
  let now = 0;
  const bench = new Bench({
    name,
    engine: "e",
    cache: new StoredCells(disk),
    runner: {
      async run({ first, blocks, trials }) {
        played.push({ first, blocks, trials });
        now += 3 * blocks;
        return counted({ first, blocks, trials });
      },
    },
    store: async (_, text) => void sent.push(text),
    clock: () => now,
  });
  const ask = async (task: Blocks, more: { anew?: boolean; avoid?: string; cell?: string } = {}) => {
    const { cell = "a", ...own } = more;
    await bench.work(taskText({ session: "s", id: "s-1", engine: "e", task, job: { ...job, cell }, ...own }));
    return resultIn(sent.pop())!;
  };
  return { ask, played, disk };
}

const blocks = (first: number, blocks: number, trials = SIZE * blocks): Blocks => ({ first, blocks, trials });

describe("a worker with a cache", () => {
  it("sends what it has played before, however the tasks are cut, and says how long that took", async () => {
    const folder = workplace();
    const one = working(folder);
    for (const task of [blocks(32, 32), blocks(64, 96), blocks(160, 64)]) {
      const { counts, took } = await one.ask(task);
      expect(counts).toEqual(counted(task));
      expect(took).toBe(3 * task.blocks);
    }
    const other = working(folder, "west");
    for (const task of [blocks(32, 192), blocks(64, 32), blocks(96, 96)]) {
      const { counts, took, worker } = await other.ask(task);
      expect(counts).toEqual(counted(task));
      expect([took, worker]).toEqual([3 * task.blocks, "west"]);
    }
    expect(other.played).toEqual([]);
    expect((await other.ask(blocks(192, 96))).counts).toEqual(counted(blocks(192, 96)));
    expect(other.played).toEqual([blocks(224, 32), blocks(256, 32)]);
  });

  it("tells a short block from a whole one, and one cell from another", async () => {
    const folder = workplace();
    const { ask, played } = working(folder);
    for (const task of [blocks(40, 1), blocks(40, 1, 7)]) expect((await ask(task)).counts).toEqual(counted(task));
    await ask(blocks(40, 1), { cell: "b" });
    expect(played).toEqual([blocks(40, 1), blocks(40, 1, 7), blocks(40, 1)]);
  });

  it("plays what is asked for anew, and what another worker is held against", async () => {
    const { ask, played } = working(workplace());
    await ask(blocks(32, 32));
    await ask(blocks(32, 32), { anew: true });
    await ask(blocks(32, 32), { avoid: "west" });
    expect(played).toHaveLength(3);
  });
});

/** Swaps the first two counts of all that is kept: it still adds up, so who takes it cannot know. */
async function poison(folder: string): Promise<number> {
  const disk = new DiskCache(folder);
  const all = [...disk.entries()];
  for (const { path } of all) {
    const key = path.split("/").slice(-2).join("");
    const { counts, ...more } = resultIn(await disk.read("text", key))!;
    const [a, b, ...rest] = counts!;
    await disk.write("text", key, resultText({ ...more, counts: Float64Array.of(b!, a!, ...rest) }));
  }
  return all.length;
}

it.skipIf(!isThere("redis"))(
  "a run has from a worker what the worker keeps, unless it has no cache itself",
  async () => {
    const server = await serverOf("redis");
    await server.start();
    const folder = join(workplace(), "kept");
    const hand = await workerApart(server.url, [], { CRIBLE_CACHE: folder });
    try {
      const cwd = workplace();
      const run = ["run", "study.yaml", "--trials", "300001", "--quiet", "--no-html"];
      const reports = async (name: string, ...words: string[]) => {
        const { code, stderr } = await crible([...run, "--checkpoint", "0", "--out", name, ...words], { cwd });
        expect(code, stderr).toBe(0);
        return reportsOf(cwd, name);
      };
      const here = await reports("here");
      expect(await reports("first", "--queue", server.url)).toEqual(here);
      expect(await reports("again", "--queue", server.url)).toEqual(here);
      expect(await poison(folder)).toBeGreaterThan(0);
      expect(await reports("taken", "--queue", server.url)).not.toEqual(here);
      expect(await reports("anew", "--queue", server.url, "--no-cache")).toEqual(here);
    } finally {
      await hand.end();
      await server.close();
    }
  },
);
