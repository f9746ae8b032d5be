/** Blocks of trials that a store keeps. In a browser `kept-blocks.web.ts` stands in its place. */

import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { compacted, type Keeper, type Stretch } from "../engine/stretch.ts";
import type { CacheStore } from "./cache-store.ts";
import { parseStretches, soundStretches, stretchLine, withLater } from "./kept.ts";

/** Milliseconds between two writes of what is being played. */
const EVERY = 1_000;

/**
 * @param keys of the jobs in the store; undefined of those that are not worth a file
 * @param isSampled says what of blocks that are known is played again @param onUnlike is told of a cell whose blocks then count
 * otherwise than before
 */
export function blocksKeeper(
  store: CacheStore,
  jobs: readonly AnyJob[],
  plans: readonly JobPlan[],
  keys: readonly (string | undefined)[],
  { isSampled, onUnlike }: { isSampled(name: string): boolean; onUnlike(cell: string): void },
): Keeper {
  const keepers = keys.map((key, j) => (key === undefined ? undefined : new KeptBlocks(store, key, plans[j]!)));
  const nameOf = (job: AnyJob): string => ("cell" in job ? job.cell : job.common);
  let busy = Promise.resolve();
  const flush = () => {
    busy = busy.then(async () => {
      for (const [j, blocks] of keepers.entries())
        if ((await blocks?.flush(nameOf(jobs[j]!))) === false) onUnlike(nameOf(jobs[j]!));
    });
    return busy;
  };
  const timer = setInterval(() => void flush(), EVERY).unref();
  return {
    before: async (job) => (await keepers[job]?.read((stretch, key) => isSampled(`${key} ${stretch.first}`))) ?? [],
    add: (job, stretch) => keepers[job]?.add(stretch),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The blocks of one job: what is in the store, and what is played meanwhile. */
class KeptBlocks {
  readonly #store: CacheStore;
  readonly #key: string;
  readonly #plan: JobPlan;
  #fresh: Stretch[] = [];
  /** Stretches that were left out, to be played again, and what was played of them. */
  #asked: Stretch[] = [];
  #again: Stretch[] = [];

  constructor(store: CacheStore, key: string, plan: JobPlan) {
    this.#store = store;
    this.#key = key;
    this.#plan = plan;
  }

  async #stored(): Promise<Stretch[]> {
    const text = await this.#store.read("blocks", this.#key);
    if (text === undefined) return [];
    const found = parseStretches(this.#key, text);
    const sound = soundStretches(found ?? [], this.#plan);
    if (found === undefined || sound.length < found.length) this.#store.drop("blocks", this.#key);
    return sound;
  }

  async read(isAsked: (stretch: Stretch, key: string) => boolean): Promise<Stretch[]> {
    const known = await this.#stored();
    const asked = known.filter((stretch) => isAsked(stretch, this.#key));
    this.#asked.push(...asked);
    return known.filter((stretch) => !asked.includes(stretch));
  }

  add(stretch: Stretch): void {
    this.#fresh.push(stretch);
    if (this.#asked.length > 0) this.#again.push(stretch);
  }

  /** Writes what was played beside what another process may have written. False where blocks count otherwise than before. */
  async flush(name: string): Promise<boolean> {
    if (this.#fresh.length === 0) return true;
    const fresh = this.#fresh;
    this.#fresh = [];
    const isSame = this.#asked.every((known) => countsAsBefore(known, this.#again));
    const whole = compacted(fresh.reduce(withLater<Stretch>, await this.#stored()));
    const lines = whole.map((stretch) => stretchLine(this.#key, this.#key.slice(0, 16), name, stretch));
    await this.#store.write("blocks", this.#key, lines.join(""));
    return isSame;
  }
}

/** Whether blocks that were played again count what they did; so too where not all of them were. */
function countsAsBefore({ first, blocks, counts }: Stretch, played: readonly Stretch[]): boolean {
  const parts = played.filter((part) => part.first >= first && part.first + part.blocks <= first + blocks);
  if (parts.reduce((sum, part) => sum + part.blocks, 0) < blocks) return true;
  return counts.every((count, i) => parts.reduce((sum, part) => sum + part.counts[i]!, 0) === count);
}
