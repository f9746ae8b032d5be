import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nextTurn } from "../rule/event-loop.ts";
import { said } from "../rulesets/said.ts";
import { OutputError } from "./exit.ts";
import { BusyError, CHECKPOINT_LOCK, claim, claimOf, type Lock, lockFolder } from "./lock.ts";
import { say, stretches } from "./streams.ts";

/** What a file is to say: a text, or the pieces of one, each made when those before it are written. */
export type Content = string | Iterable<string>;
export type Write = (path: string, content: Content) => Promise<void>;

/** How a file holds what it is made of: Parquet is bytes, kept as text a letter a byte. */
export const encodingOf = (name: string): "latin1" | "utf8" => (name.endsWith(".parquet") ? "latin1" : "utf8");

/** Writes a text, or bytes that are kept as one, a letter a byte. */
async function put(path: string, content: Content, encoding: "latin1" | "utf8"): Promise<void> {
  if (typeof content === "string") return writeFile(path, content, encoding);
  const file = await open(path, "w");
  try {
    // Where the last one ended; an empty text would give nobody a turn.
    for (const text of stretches(content)) await (text === "" ? nextTurn() : file.writeFile(text, encoding));
  } finally {
    await file.close();
  }
}

/**
 * write-file-atomic makes the temporary file, syncs, renames and cleans up. The text is put into it from here: it would
 * write once without asking how much was taken, and where a disk fills up half a file would take the old one's place.
 */
export const writeWhole =
  (lock: Lock): Write =>
  async (path, content) =>
    (await import("write-file-atomic")).default(path, "", {
      fsync: true,
      tmpfileCreated: async (temporary) => {
        await lock.note(temporary);
        await put(temporary, content, encodingOf(path));
      },
    });

/** Makes a folder and takes its lock, waiting for who has it. @throws OutputError */
export async function writingInto(folder: string): Promise<{ readonly lock: Lock; readonly write: Write }> {
  try {
    await makeFolder(folder);
    const lock = await lockFolder(folder, {
      onWait: (holder) => say(said`waiting for ${holder}, which writes into ${folder}`),
    });
    return { lock, write: writeWhole(lock) };
  } catch (error) {
    throw error instanceof BusyError ? error : new OutputError(folder, error);
  }
}

/**
 * Has a folder be this command's, from before it computes until it ends: of two that compute into one folder at once the
 * second is refused, for the reports of one would take the place of the other's. Where nothing can be written that is said
 * by who writes, when the answer is known and printed. @throws BusyError
 */
export async function claimFolder(folder: string): Promise<void> {
  if (claimOf(folder) !== undefined) return;
  try {
    const isNew = !existsSync(folder);
    await makeFolder(folder);
    const lock = await lockFolder(folder, { name: CHECKPOINT_LOCK, patience: 0, what: said`computing into` });
    claim(folder, lock, () => (isNew ? rmdir(folder).catch(() => {}) : Promise.resolve())); // where nothing was written
  } catch (error) {
    if (error instanceof BusyError) throw error;
  }
}

/**
 * Writes files into a folder, each whole or not at all: to a temporary file beside it, then renamed.
 * @throws OutputError on the first that cannot be written; no temporary file is left behind
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Content>,
  write?: Write,
): Promise<string[]> {
  const { lock, write: writeHere } = await writingInto(folder);
  try {
    return await writeAll(folder, files, write ?? writeHere);
  } finally {
    await lock.release();
  }
}

/** The same into a folder whose lock is held. */
export async function writeAll(folder: string, files: ReadonlyMap<string, Content>, write: Write): Promise<string[]> {
  const written: string[] = [];
  let at = folder;
  try {
    for (const [name, content] of files) {
      at = join(folder, name);
      await write(at, content);
      written.push(at);
    }
  } catch (error) {
    // What made the text is at fault where no system is.
    throw (error as NodeJS.ErrnoException).code === undefined ? error : new OutputError(at, error);
  }
  await settle(folder);
  return written;
}

/**
 * Makes a folder and those above it, whoever else is making them: a run's reports and its checkpoint do at once. Node's own
 * `recursive` never comes back where a file system refuses by ENOENT.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isMade(path, false)) return;
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  await isMade(path, true);
}

/** Whether a folder is there now; not so where the one above it is missing, which the last try throws. */
async function isMade(path: string, isLast: boolean): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return true;
    if (code === "ENOENT" && !isLast) return false;
    throw error;
  }
}

/** Has a folder's new names outlive a loss of power. False where the system cannot; the files are whole all the same. */
export async function settle(folder: string): Promise<boolean> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
    return true;
  } catch {
    return false;
  }
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/**
 * A file name made from any text: small letters, digits, dots, dashes and underlines, never hidden, never a device, at
 * most 100 long. Where the text had more to it than that, a hash of it keeps its name apart from others.
 *
 * @example fileNameOf("rangers-vs-marines") // "rangers-vs-marines"
 */
export function fileNameOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .toLowerCase()
    .slice(0, 80)
    .replace(/^[.-]+|[.-]+$/g, "");
  const safe = slug === "" || DEVICES.test(slug.split(".")[0]!) ? `scenario-${slug || "unnamed"}` : slug;
  return safe === text ? safe : `${safe}-${hashOf(text)}`;
}

/** Letters of what was set that the name of a folder has room for. */
const MOST_SET = 48;

/**
 * What is tried with `--set` has a folder of its own, named after it: it never takes the place of what the file itself gives.
 *
 * @example whatIfFolder("reports/first", ["defender.save=3+"]) // "reports/first-defender.save-3-f552fa9a"
 */
export function whatIfFolder(folder: string, set: readonly string[] = []): string {
  if (set.length === 0) return folder;
  const words = set
    .join("-")
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .slice(0, MOST_SET)
    .replace(/^[.-]+|[.-]+$/g, "");
  return `${folder}-${words === "" ? "set" : words}-${hashOf(set.join("\n"))}`;
}

/** A folder for the reports of each scenario file, by its name; files of one name are told apart by their paths. */
export function foldersOf(files: readonly string[]): string[] {
  const names = files.map((file) =>
    file === "-" ? "standard-input" : fileNameOf(basename(file).replace(/\.(ya?ml|json)$/i, "")),
  );
  return names.map((name, i) => {
    const isShared = names.some((other, j) => other === name && files[j] !== files[i]);
    return join("reports", isShared ? `${name}-${hashOf(files[i]!)}` : name);
  });
}

/** Says what was written, and what of another run was taken away. */
export function sayWritten(written: readonly string[], removed: readonly string[]): void {
  say(said`wrote ${written.join(", ")}`);
  if (removed.length > 0) say(said`removed ${removed.join(", ")} of the run that was there before`);
}
