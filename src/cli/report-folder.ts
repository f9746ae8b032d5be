/** A folder of reports is one run's: written by one process at a time, its manifest last. */

import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  digestOf,
  FileDigest,
  MANIFEST,
  manifestText,
  parseManifest,
  type RunOrigin,
  runIdOf,
} from "../report/manifest.ts";
import { said } from "../rulesets/said.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { refused, wholeFile } from "../scenario/source.ts";
import { OutputError } from "./exit.ts";
import { type Content, encodingOf, type Write, writeAll, writingInto } from "./files.ts";
import { CHECKPOINT_LOCK, type Lock, sweepLock } from "./lock.ts";

export class ReportFolder {
  readonly #folder: string;
  readonly #lock: Lock;
  readonly #write: Write;
  /** Of what was written, by name. */
  readonly #digests = new Map<string, FileDigest>();

  private constructor(folder: string, lock: Lock, write: Write) {
    this.#folder = folder;
    this.#lock = lock;
    this.#write = write;
  }

  /** Makes the folder and waits for who writes into it; the lock of a killed run goes. @throws OutputError */
  static async open(folder: string): Promise<ReportFolder> {
    const { lock, write } = await writingInto(folder);
    await sweepLock(folder, CHECKPOINT_LOCK);
    return new ReportFolder(folder, lock, write);
  }

  /**
   * Writes files, each whole or not at all; what is given as a function is made piece by piece while it is written.
   * @param signal ends it between two pieces
   * @throws OutputError on the first that cannot be written, and what the signal gives as its reason
   */
  async write(files: ReadonlyMap<string, string | (() => Iterable<string>)>, signal?: AbortSignal): Promise<string[]> {
    const digests = this.#digests;
    function* heard(name: string, pieces: Iterable<string>): Generator<string> {
      const digest = new FileDigest(name.endsWith(".json"));
      for (const piece of pieces) {
        signal?.throwIfAborted();
        digest.add(piece);
        yield piece;
      }
      digests.set(name, digest);
    }
    const contents = [...files].map(([name, content]): [string, Content] => [
      name,
      heard(name, typeof content === "string" ? [content] : content()),
    ]);
    return writeAll(this.#folder, new Map(contents), this.#write);
  }

  /** The id of the run whose stored result was written. */
  runOf(name: string): string {
    return this.#digests.get(name)!.runId();
  }

  /**
   * Takes away what another run left, and writes the manifest. Of the same run (its reports made again, some of them, or
   * in another language) what it did not write stays.
   * @param run the id of the stored result that all of it was made from
   * @returns the names of files that were taken away
   */
  async finish(run: string, made: RunOrigin): Promise<string[]> {
    const old = parseManifest(await readFile(join(this.#folder, MANIFEST), "utf8").catch(() => ""));
    const files: Record<string, string> = {};
    const removed: string[] = [];
    for (const [name, digest] of Object.entries(old?.files ?? {})) {
      if (this.#digests.has(name)) continue;
      const path = join(this.#folder, name);
      const text = await readFile(path, encodingOf(name)).catch(() => undefined);
      if (text === undefined) continue;
      if (old!.run === run && digestOf(text) === digest) files[name] = digest;
      else {
        await rm(path, { force: true }).catch((error: unknown) => {
          throw new OutputError(path, error);
        });
        removed.push(name);
      }
    }
    for (const [name, digest] of this.#digests) files[name] = digest.digest();
    await writeAll(this.#folder, new Map([[MANIFEST, manifestText(run, made, files)]]), this.#write);
    return removed;
  }

  /** Lets others in. Without `finish` the manifest is still that of the run before, so that readers notice. */
  close(): Promise<void> {
    return this.#lock.release();
  }
}

/** All the files of a run at once. */
export async function writeReports(
  folder: string,
  files: Parameters<ReportFolder["write"]>[0],
  json: string,
  made: RunOrigin,
) {
  const reports = await ReportFolder.open(folder);
  try {
    const written = await reports.write(files);
    return { written, removed: await reports.finish(runIdOf(json), made) };
  } finally {
    await reports.close();
  }
}

/**
 * A stored result that the manifest beside it does not know as it is: another run's, or edited.
 * @throws ScenarioError
 */
export async function checkBeside(path: string, text: string): Promise<void> {
  if (path === "-") return;
  const manifest = parseManifest(await readFile(join(dirname(path), MANIFEST), "utf8").catch(() => ""));
  const digest = manifest?.files[basename(path)];
  if (manifest === undefined || digest === undefined || digest === digestOf(text)) return;
  const message = said`this is not the ${basename(path)} that ${MANIFEST} beside it lists: files of two runs stand in this folder, or it was edited`;
  throw refused(path, message, said`write them anew: ${manifest.command}`);
}

/**
 * The stored result in a folder of reports, once every file of it is known to be of one run.
 * @throws ScenarioError naming each that is another or gone
 */
export async function resultIn(folder: string): Promise<string> {
  const path = join(folder, MANIFEST);
  const manifest = parseManifest(await readFile(path, "utf8").catch(() => ""));
  if (manifest === undefined)
    throw refused(
      path,
      said`this folder has no manifest of a run`,
      said`name a file: results.json, or what an analysis stored`,
    );
  const hint = said`write them anew: ${manifest.command}`;
  const problems = [];
  for (const [name, digest] of Object.entries(manifest.files)) {
    const text = await readFile(join(folder, name), encodingOf(name)).catch(() => undefined);
    if (text === undefined)
      problems.push(wholeFile(join(folder, name), said`the run of ${MANIFEST} wrote it, and it is gone`, hint));
    else if (digestOf(text) !== digest)
      problems.push(
        wholeFile(join(folder, name), said`it is not the one that ${MANIFEST} lists: another run's, or edited`, hint),
      );
  }
  if (problems.length > 0) throw new ScenarioError(problems);
  const stored = Object.keys(manifest.files).find((name) => name.endsWith(".json"));
  if (stored === undefined) throw refused(path, said`it lists no stored result`, hint);
  return join(folder, stored);
}
