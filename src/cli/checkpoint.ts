/**
 * The file that a run keeps of itself: appended every second and synced, so that whatever ends the run (Ctrl-C, kill -9,
 * a power cut, a full disk) costs a second of it. Made anew, in few lines, when it has grown.
 */

import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  endLine,
  headLine,
  type Kept,
  type KeptHead,
  keyOf,
  MOST_KEPT,
  parseKept,
  soundStretches,
  stretchLine,
  unlike,
  withLater,
} from "../analysis/kept.ts";
import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { compacted, joinedStretches, joins, type Keeper, type Stretch } from "../engine/stretch.ts";
import { giveWay } from "../rule/event-loop.ts";
import { ALSO, listed, type Said, said } from "../rulesets/said.ts";
import { disk } from "../scenario/disk.ts";
import { inFile, refused } from "../scenario/source.ts";
import { OutputError } from "./exit.ts";
import { makeFolder, settle, type Write, writeWhole } from "./files.ts";
import { BusyError, CHECKPOINT_LOCK, claimOf, type Lock, lockFolder } from "./lock.ts";
import { inBoth } from "./progress.ts";
import { say } from "./streams.ts";

export const CHECKPOINT = "checkpoint.ndjson";

/** Bytes by which a file may have grown when it is made anew: at least, and at most for each job. */
const LEAST_GROWTH = 64 * 1024;
const MOST_GROWTH = 256 * 1024;

export interface CheckpointOptions {
  /** Go on from what the file holds. */
  readonly resume?: boolean;
  /** Seconds between two writes. */
  readonly every?: number;
  readonly quiet?: boolean;
  /** It is a part of a run, wanted for itself: written even when nothing of it is simulated. */
  readonly isPart?: boolean;
  /** How a file is written whole; others are for tests. */
  readonly write?: Write;
}

/** A job of the run: what of it is in the file, and what is not yet. */
interface Own {
  readonly key: string;
  readonly name: string;
  saved: Stretch[];
  fresh: Stretch[];
}

export class Checkpoint {
  readonly path: string;
  readonly #head: KeptHead;
  /** What the file held: to go on from with `resume`, else to tell of. */
  readonly #before: Kept | undefined;
  readonly #options: CheckpointOptions;
  readonly #jobs: Own[] = [];
  #lock: Lock | undefined;
  #handle: FileHandle | undefined;
  #size = 0;
  #written = 0; // of it, when it was last made anew
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<void> = Promise.resolve();
  #fault: OutputError | undefined;
  #isLasting = true;
  #isClosed = false;

  private constructor(path: string, head: KeptHead, before: Kept | undefined, options: CheckpointOptions) {
    this.path = path;
    this.#head = head;
    this.#before = before;
    this.#options = options;
  }

  /** @throws ScenarioError where the file that is to be gone on from is of another run */
  static async open(path: string, head: KeptHead, options: CheckpointOptions = {}): Promise<Checkpoint> {
    if (!options.resume) {
      const there = options.isPart || !disk.exists(path) ? undefined : await keptOf(path, head);
      return new Checkpoint(path, head, there, options);
    }
    if (!disk.exists(path)) {
      if (!options.quiet) say(said`there is no ${path} to go on from: the run begins anew`);
      return new Checkpoint(path, head, undefined, options);
    }
    const before = parseKept(await readKept(path), path);
    const differs = [
      ...unlike(before.head, head),
      ...(options.isPart && before.head.command !== head.command ? [said`it is of: ${before.head.command}`] : []),
      ...(isDeepStrictEqual(before.head.share, head.share) ? [] : [said`it is of another share of the blocks`]),
    ];
    if (differs.length > 0)
      throw refused(
        path,
        said`this is the checkpoint of another run: ${listed(differs, ALSO)}`,
        said`that run was: ${before.head.command}; without --resume this one begins anew`,
      );
    if (before.damaged.length > 0)
      say(said`${path}: line ${before.damaged.join(", ")} is damaged; what it held is played again`);
    const checkpoint = new Checkpoint(path, head, before, options);
    await checkpoint.#take();
    return checkpoint;
  }

  /** The setting of a run that keeps itself here. */
  readonly keep = async (jobs: readonly AnyJob[], plans: readonly JobPlan[]): Promise<Keeper> => {
    const kept: Own[] = [];
    for (const [j, job] of jobs.entries()) {
      await giveWay();
      const key = keyOf(job, plans[j]!);
      const saved = soundStretches(this.#before?.stretches.get(key) ?? [], plans[j]!);
      kept.push({ key, name: "cell" in job ? job.cell : job.common, saved, fresh: [] });
    }
    if (this.#before && !this.#options.quiet) this.#tellProgress(kept, plans);
    if (!this.#options.resume) for (const job of kept) job.saved = [];
    this.#jobs.push(...kept);
    if (this.#timer === undefined) {
      const { every = 1 } = this.#options;
      this.#timer = setInterval(() => void this.flush(), every * 1_000).unref();
    }
    return {
      before: (job) => kept[job]!.saved,
      add(job, stretch) {
        kept[job]!.fresh.push(stretch);
      },
    };
  };

  /** Has everything on disk. A failure is told once; what could not be written is written with what comes next. */
  flush(): Promise<void> {
    this.#busy = this.#busy.then(async () => {
      try {
        await this.#write();
        this.#fault = undefined;
      } catch (error) {
        if (this.#fault === undefined && !this.#options.quiet)
          say(said`no checkpoint is kept: ${(error as { readonly said?: Said }).said ?? (error as Error).message}`);
        this.#fault = error as OutputError;
      }
    });
    return this.#busy;
  }

  /**
   * Closes it. @param isWanted whether to write what is not there yet even if nothing was: a run that took less than a
   * second leaves no file unless it was cut off, or is told to
   * @param isEnded whether the run came to its end; the file then serves one with more trials
   */
  async close(isWanted: boolean, isEnded = false): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#busy;
    if (isWanted || this.#handle !== undefined) await this.flush();
    if (isEnded && this.#handle !== undefined && this.#fault === undefined)
      await this.#append(endLine(headLine(this.#head).seal)).catch(() => {}); // it is less a file without
    await this.#handle?.close();
    await this.#release();
  }

  /** Closes it and takes away the file that this run has made of itself: it came to its end, and the reports hold it. */
  async remove(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#busy;
    await this.#handle?.close();
    if (this.#handle !== undefined) await rm(this.path, { force: true });
    await this.#release();
  }

  /** A folder that the whole command has claimed stays its own. */
  async #release(): Promise<void> {
    if (this.#lock !== claimOf(dirname(this.path))) await this.#lock?.release();
  }

  /** Whether a power cut leaves it, as far as the system can tell. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** Whether there is a file to go on from. */
  get isThere(): boolean {
    return this.#handle !== undefined || (this.#options.resume === true && this.#before !== undefined);
  }

  /** Why nothing is kept, if nothing is. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  async #take(): Promise<void> {
    const folder = dirname(this.path);
    try {
      this.#lock = this.#options.isPart ? undefined : claimOf(folder);
      if (this.#lock) return;
      await makeFolder(folder);
      // Parts of one run may be played side by side.
      this.#lock = await lockFolder(folder, {
        name: this.#options.isPart ? `.${basename(this.path)}.lock` : CHECKPOINT_LOCK,
        patience: 0,
        what: said`keeping a checkpoint in`,
      });
    } catch (error) {
      throw error instanceof BusyError ? error : new OutputError(this.path, error);
    }
  }

  async #write(): Promise<void> {
    const { seal } = headLine(this.#head);
    let lines = "";
    const counts: number[] = []; // more may come meanwhile
    for (const job of this.#jobs) {
      job.fresh = inFew(job.fresh);
      for (const stretch of job.fresh) lines += stretchLine(seal, job.key, job.name, stretch);
      counts.push(job.fresh.length);
      await giveWay();
    }
    if (lines === "" && (this.#handle !== undefined || !this.#options.isPart)) return;
    const room = Math.min(Math.max(LEAST_GROWTH, this.#written), MOST_GROWTH * this.#jobs.length);
    if (this.#handle === undefined || this.#size + Buffer.byteLength(lines) - this.#written > room) {
      await this.#anew();
      return;
    }
    await this.#append(lines);
    this.#jobs.forEach((job, j) => {
      job.saved = job.fresh.splice(0, counts[j]!).reduce(withLater, job.saved);
    });
  }

  async #append(lines: string): Promise<void> {
    try {
      await this.#handle!.truncate(this.#size); // what a failure may have left
      await writeAllAt(this.#handle!, Buffer.from(lines), this.#size);
      await this.#handle!.datasync();
      this.#size += Buffer.byteLength(lines);
    } catch (error) {
      throw new OutputError(this.path, error);
    }
  }

  /** Everything in as few lines as it takes, in the place of the file there was. */
  async #anew(): Promise<void> {
    if (this.#lock === undefined) await this.#take();
    const { text, seal } = headLine(this.#head);
    const counts: number[] = [];
    const whole: Stretch[][] = [];
    let lines = text;
    for (const { key, name, saved, fresh } of this.#jobs) {
      const stretches = compacted(fresh.reduce(withLater, saved));
      for (const stretch of stretches) lines += stretchLine(seal, key, name, stretch);
      counts.push(fresh.length);
      whole.push(stretches);
      await giveWay();
    }
    try {
      await (this.#options.write ?? writeWhole(this.#lock!))(this.path, lines);
      const old = this.#handle;
      this.#handle = await open(this.path, "r+");
      await old?.close();
      this.#isLasting = await settle(dirname(this.path));
    } catch (error) {
      throw new OutputError(this.path, error);
    }
    this.#size = this.#written = Buffer.byteLength(lines);
    this.#jobs.forEach((job, j) => {
      job.saved = whole[j]!;
      job.fresh.splice(0, counts[j]!);
    });
  }

  /** How far the file is. Of a run that ended there is nothing to tell, unless this one asks for more. */
  #tellProgress(kept: readonly Own[], plans: readonly JobPlan[]): void {
    const { isEnded, head } = this.#before!;
    const all = plans.reduce((sum, { trials }) => sum + trials, 0);
    const held = kept.reduce((sum, { saved }) => sum + saved.reduce((sum, { trials }) => sum + trials, 0), 0);
    const known = Math.min(held, all);
    const text = said`${inBoth(({ count }) => count(known))} of ${inBoth(({ count }) => count(all))} trials (${inBoth(({ percent }) => percent(known / all))})`;
    if (this.#options.resume) say(said`going on from ${text}`);
    else if (known > 0 && !(isEnded && (known === all || head.command === this.#head.command)))
      say(said`${this.path} holds ${text}, but the run begins anew: --resume goes on from there`);
  }
}

/** The text of a checkpoint or a part, none larger than any run makes. @throws ScenarioError */
export const readKept = (path: string): Promise<string> =>
  inFile(path, async () => Buffer.from(await disk.read(path, path, MOST_KEPT)).toString("utf8"));

/** What a file holds of this run; undefined where it is of another. */
async function keptOf(path: string, head: KeptHead): Promise<Kept | undefined> {
  try {
    const kept = parseKept(await readKept(path), path);
    return unlike(kept.head, head).length === 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What was just played, in as few stretches as may be. */
function inFew(stretches: readonly Stretch[]): Stretch[] {
  const groups: Stretch[][] = [];
  for (const stretch of stretches) {
    const last = groups.at(-1);
    if (last !== undefined && joins(last.at(-1)!, stretch)) last.push(stretch);
    else groups.push([stretch]);
  }
  return groups.map(joinedStretches);
}

/** `write` may take less than it was given: where a disk fills up it does. */
async function writeAllAt(handle: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, from + at);
    at += bytesWritten;
  }
}
