/**
 * One writer of a folder at a time. The lock is a file that says who holds it: a process of this machine that is no more
 * (killed, or the machine started anew) holds nothing, whatever it left behind, and what it left half written is named in
 * the lock and taken away by who comes next.
 */
import { readFileSync, rmSync } from "node:fs";
import { appendFile, link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Said, SaidError, said } from "../rulesets/said.ts";

export const LOCK = ".crible-lock";
/** Who computes into the folder, and keeps a checkpoint there. */
export const CHECKPOINT_LOCK = ".crible-checkpoint-lock";

/** Milliseconds: between two looks at a lock, until one without a holder is nobody's, and one of another machine. */
const POLL = 100;
const UNSAID = 5_000;
const ELSEWHERE = 10 * 60_000;

export interface Lock {
  /** A temporary file was made: should this process be killed, the next one takes it away. */
  note(temporary: string): Promise<void>;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Milliseconds to wait for another process. */
  readonly patience?: number;
  /** The name of the file, where it is not reports that are written, and what is then done to the folder. */
  readonly name?: string;
  readonly what?: Said;
  /** Told once, when there is another process to wait for. */
  readonly onWait?: (holder: Said) => void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, where the system tells: another of the same number began at another time. */
  readonly began?: string;
}

/** Another process is at work and did not end in time. */
export class BusyError extends SaidError {
  override readonly name = "OutputError";
}

/** @throws BusyError when another process keeps it for longer than the patience; errors of the file system as they are */
export async function lockFolder(
  folder: string,
  { patience = 60_000, name = LOCK, what = said`writing into`, onWait }: LockOptions = {},
): Promise<Lock> {
  const path = join(folder, name);
  const began = beganAt(process.pid);
  const holder = `${JSON.stringify({ pid: process.pid, host: hostname(), ...(began === undefined ? {} : { began }) })}\n`;
  let waited = -POLL;
  while (!(await taken(path, holder))) {
    const found = await look(path);
    if (found === undefined) continue; // it was given back just now
    if (found.isStale) {
      await breakLock(path, found.text);
      continue;
    }
    waited += POLL;
    const who = found.holder === undefined ? said`another process` : said`process ${found.holder.pid}`;
    if (waited === 0) onWait?.(who);
    if (waited >= patience) throw new BusyError(said`${who} is ${what} ${folder}; if that is not so, delete ${path}`);
    await sleep(POLL);
  }
  const leave = () => rmSync(path, { force: true });
  process.once("exit", leave);
  return {
    note: (temporary) => appendFile(path, `${JSON.stringify(resolve(temporary))}\n`),
    async release() {
      process.off("exit", leave);
      await rm(path, { force: true });
    },
  };
}

/** Folders that a command of this process computes into, by their paths, until it ends. */
const claims = new Map<string, { readonly lock: Lock; leave(): Promise<void> }>();

/** The lock of a folder that was claimed. */
export const claimOf = (folder: string): Lock | undefined => claims.get(resolve(folder))?.lock;

/** @param leave what is to be done when the command ends, after the lock is given back */
export const claim = (folder: string, lock: Lock, leave: () => Promise<void>): void =>
  void claims.set(resolve(folder), { lock, leave });

/** Gives back what the command has claimed. */
export async function releaseClaims(): Promise<void> {
  const all = [...claims.values()];
  claims.clear();
  for (const { lock, leave } of all) {
    await lock.release();
    await leave();
  }
}

/** Takes away a lock whose holder is no more, and what he left half written. */
export async function sweepLock(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const found = await look(path);
  if (found?.isStale) await breakLock(path, found.text);
}

/** Makes the lock, unless there is one. */
async function taken(path: string, text: string): Promise<boolean> {
  try {
    const handle = await open(path, "wx");
    await handle.writeFile(text).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Whose a lock is, and whether it still is; undefined when there is none any more. */
async function look(path: string) {
  try {
    const text = await readFile(path, "utf8");
    const age = Date.now() - (await stat(path)).mtimeMs;
    const holder = holderOf(text);
    return { text, holder, isStale: isStale(holder, age) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, host, began } = JSON.parse(text.split("\n")[0]!);
    return Number.isInteger(pid) && pid > 0 && typeof host === "string" ? { pid, host, began } : undefined;
  } catch {
    return undefined; // it is being written, or was when its writer was killed
  }
}

function isStale(holder: Holder | undefined, age: number): boolean {
  if (holder === undefined) return age > UNSAID;
  if (holder.host !== hostname()) return age > ELSEWHERE;
  return !isAlive(holder.pid) || (holder.began !== undefined && holder.began !== beganAt(holder.pid));
}

/** Whether a process is at work: one that was killed and that nobody has waited for still has its number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^[ZX]/.test(statOf(pid)?.[0] ?? "");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in ticks since the machine did; where there is no such file nobody knows. */
const beganAt = (pid: number): string | undefined => statOf(pid)?.[19];

/** What the system tells of a process after its name: its state, its parent, and so on; undefined where it tells nothing. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Takes a lock away that is nobody's, and what its holder left half written. */
async function breakLock(path: string, text: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return; // somebody else did
  }
  if ((await readFile(aside, "utf8")) !== text) {
    await link(aside, path).catch(() => {}); // it was another's by then: put back
    await rm(aside, { force: true });
    return;
  }
  for (const line of text.split("\n").slice(1)) {
    const left = temporaryIn(dirname(resolve(path)), line);
    if (left !== undefined) await rm(left, { force: true });
  }
  await rm(aside, { force: true });
}

/** A noted temporary file of this folder: a name that ends in a number. Nothing else is ever deleted. */
function temporaryIn(folder: string, line: string): string | undefined {
  try {
    const path: unknown = JSON.parse(line);
    return typeof path === "string" && dirname(path) === folder && /\.\d{1,10}$/.test(basename(path))
      ? path
      : undefined;
  } catch {
    return undefined;
  }
}
