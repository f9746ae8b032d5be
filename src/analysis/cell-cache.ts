/**
 * What cells come to, kept between runs under the hash of all that decides it: the code that computes, the kind, the
 * profile with everything resolved, and of what is simulated the seed and the cell's id. Numbers of versions decide nothing.
 */
import { STREAM_NAME, sha256Hex } from "../dice/index.ts";
import {
  type AnyJob,
  compacted,
  type Job,
  type JobPlan,
  type Keeper,
  type Stretch,
  type ToSolve,
} from "../engine/index.ts";
import type { Exact, Program } from "../rule/index.ts";
import { canonical } from "../scenario/hash.ts";
import { engineHash } from "./engine-hash.ts";
import { parseStretches, soundStretches, stretchLine, withLater } from "./kept.ts";
import { answerText, parseAnswer } from "./kept-answer.ts";
import type { CellCache } from "./run-settings.ts";

/** What is kept: an exact answer, counted blocks of trials, what else is dear to make, a whole check. */
export const SORTS = ["answer", "blocks", "text", "check"] as const;
export type Sort = (typeof SORTS)[number];

/** Texts under keys, each of a sort. What cannot be read or written is as if it were not there. */
export interface CacheStore {
  read(sort: Sort, key: string): Promise<string | undefined>;
  write(sort: Sort, key: string, text: string): Promise<void>;
  /** Of what was read, but is not what crible writes. */
  drop(sort: Sort, key: string): void;
}

/** Operations from which an answer or blocks are worth a file: half a millisecond, and ten times that in code that is not yet warm. */
const WORTH = 10_000;
/** Milliseconds between two writes of what is being played. */
const EVERY = 1_000;

export interface CacheSample {
  /** Of what is taken, the share that is computed again and compared: from 0 to 1. */
  readonly share: number;
  /** Decides which: another seed, another sample. */
  readonly seed: string;
}

/** The key of anything, 32 hexadecimal digits: of equal data under equal code equal. */
export const cacheKey = (content: unknown): string =>
  sha256Hex(canonical({ engine: engineHash(), stream: STREAM_NAME, content })).slice(0, 32);

/** What is kept of cells, in a store. */
export class StoredCells implements CellCache {
  readonly #store: CacheStore;
  readonly #recheck: CacheSample | undefined;
  /** Answers that were taken out to be computed again. */
  readonly #asked = new Map<string, string>();
  readonly #poisoned = new Set<string>();

  constructor(store: CacheStore, recheck?: CacheSample) {
    this.#store = store;
    this.#recheck = recheck;
  }

  /** Cells of which something was kept that is not what they come to now. */
  get poisoned(): readonly string[] {
    return [...this.#poisoned];
  }

  async answer({ job, program }: ToSolve): Promise<readonly Exact[] | undefined> {
    const key = answerKey(job, program);
    if (key === undefined) return undefined;
    const text = await this.#store.read("answer", key);
    if (text === undefined) return undefined;
    const known = parseAnswer(text, program.metrics);
    if (known === undefined) this.#store.drop("answer", key);
    else if (this.isSampled(key)) this.#asked.set(key, text);
    else return known;
    return undefined;
  }

  async keepAnswer({ job, program }: ToSolve, answer: readonly Exact[]): Promise<void> {
    const key = answerKey(job, program);
    if (key === undefined) return;
    const text = answerText(answer);
    const before = this.#asked.get(key);
    if (before !== undefined && before !== text) this.#poisoned.add(job.cell);
    if (before !== text) await this.#store.write("answer", key, text);
  }

  async text(of: object, work: number, isSound: (text: string) => boolean, make: () => string): Promise<string> {
    if (work < WORTH) return make();
    const key = cacheKey(of);
    const known = await this.#store.read("text", key);
    const isKnown = known !== undefined && isSound(known);
    if (isKnown && !this.isSampled(key)) return known;
    if (known !== undefined && !isKnown) this.#store.drop("text", key);
    const made = make();
    if (isKnown && made !== known) this.#poisoned.add(JSON.stringify(of).slice(0, 200));
    if (made !== known) await this.#store.write("text", key, made);
    return made;
  }

  keeper(jobs: readonly AnyJob[], plans: readonly JobPlan[], apart?: unknown): Keeper {
    const own = jobs.map((job, j) => {
      const { blockSize, bins, work = WORTH } = plans[j]!;
      return work < WORTH
        ? undefined
        : new KeptBlocks(this.#store, cacheKey({ job, blockSize, bins, apart }), plans[j]!);
    });
    const nameOf = (job: AnyJob): string => ("cell" in job ? job.cell : job.common);
    let busy = Promise.resolve();
    const flush = () => {
      busy = busy.then(async () => {
        for (const [j, blocks] of own.entries())
          if ((await blocks?.flush(nameOf(jobs[j]!))) === false) this.#poisoned.add(nameOf(jobs[j]!));
      });
      return busy;
    };
    const timer = setInterval(() => void flush(), EVERY);
    (timer as { unref?: () => void }).unref?.(); // a browser's are numbers
    return {
      before: async (job) => (await own[job]?.read((stretch, key) => this.isSampled(`${key} ${stretch.first}`))) ?? [],
      add: (job, stretch) => own[job]?.add(stretch),
      async close() {
        clearInterval(timer);
        await flush();
      },
    };
  }

  /** Whether something is of the share that is computed again. */
  isSampled(name: string): boolean {
    if (this.#recheck === undefined || this.#recheck.share <= 0) return false;
    return Number.parseInt(sha256Hex(`${this.#recheck.seed} ${name}`).slice(0, 8), 16) < this.#recheck.share * 2 ** 32;
  }
}

/** Undefined where solving is done sooner than a file is read. The answer of a cell has nothing of its id or seed. */
function answerKey({ cell: _, seed: __, ...job }: Job, { exact }: Program): string | undefined {
  return "solve" in exact && exact.operations >= WORTH ? cacheKey({ answer: job }) : undefined;
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
