/**
 * What cells come to, kept between runs under the hash of all that decides it: the code that computes, the kind, the
 * profile with everything resolved, and of what is simulated the seed and the cell's id. Numbers of versions decide nothing.
 */
import { STREAM_NAME, sha256Hex } from "../dice/index.ts";
import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { operationsOf, type ToSolve } from "../engine/solve.ts";
import type { Keeper } from "../engine/stretch.ts";
import type { Exact } from "../rule/exact.ts";
import { canonical } from "../scenario/hash.ts";
import type { CacheStore } from "./cache-store.ts";
import { engineHash } from "./engine-hash.ts";
import { answerText, parseAnswer } from "./kept-answer.ts";
import { blocksKeeper } from "./kept-blocks.ts";
import type { CellCache, MakeText } from "./run-settings.ts";

/**
 * Operations from which an answer or blocks are worth a file: half a millisecond, and ten times that in code that is
 * not yet warm.
 */
const WORTH = 10_000;

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

  async answer(cell: ToSolve): Promise<readonly Exact[] | undefined> {
    const key = answerKey(cell);
    if (key === undefined) return undefined;
    const text = await this.#store.read("answer", key);
    if (text === undefined) return undefined;
    const known = parseAnswer(text, cell.program.metrics);
    if (known === undefined) this.#store.drop("answer", key);
    else if (this.isSampled(key)) this.#asked.set(key, text);
    else return known;
    return undefined;
  }

  async keepAnswer(cell: ToSolve, answer: readonly Exact[]): Promise<void> {
    const key = answerKey(cell);
    if (key === undefined) return;
    const text = answerText(answer);
    const before = this.#asked.get(key);
    if (before !== undefined && before !== text) this.#poisoned.add(cell.job.cell);
    if (before !== text) await this.#store.write("answer", key, text);
  }

  async text(of: object, work: number, isSound: (text: string) => boolean, make: MakeText): Promise<string> {
    if (work < WORTH) return make();
    const key = cacheKey(of);
    const known = await this.#store.read("text", key);
    const isKnown = known !== undefined && isSound(known);
    if (isKnown && !this.isSampled(key)) return known;
    if (known !== undefined && !isKnown) this.#store.drop("text", key);
    const made = await make();
    if (isKnown && made !== known) this.#poisoned.add(JSON.stringify(of).slice(0, 200));
    if (made !== known) await this.#store.write("text", key, made);
    return made;
  }

  keeper(jobs: readonly AnyJob[], plans: readonly JobPlan[], apart?: unknown): Keeper {
    const keys = plans.map(({ blockSize, bins, work = WORTH }, j) =>
      work < WORTH ? undefined : cacheKey({ job: jobs[j]!, blockSize, bins, apart }),
    );
    return blocksKeeper(this.#store, jobs, plans, keys, {
      isSampled: (name) => this.isSampled(name),
      onUnlike: (cell) => this.#poisoned.add(cell),
    });
  }

  /** Whether something is of the share that is computed again. */
  isSampled(name: string): boolean {
    if (this.#recheck === undefined || this.#recheck.share <= 0) return false;
    return Number.parseInt(sha256Hex(`${this.#recheck.seed} ${name}`).slice(0, 8), 16) < this.#recheck.share * 2 ** 32;
  }
}

/** Undefined where solving is done sooner than a file is read, or is done. The answer of a cell has nothing of its id or seed. */
function answerKey(cell: ToSolve): string | undefined {
  const { cell: _, seed: __, ...job } = cell.job;
  return operationsOf(cell) >= WORTH ? cacheKey({ answer: job }) : undefined;
}
