/**
 * The folder where what cells come to is kept: a file for each, named by its key, with a checksum. Several processes share
 * it: a file is written whole beside its place and renamed, and what is damaged, cut off or gone is computed again.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { type CacheStore, SORTS, type Sort } from "../analysis/cache-store.ts";
import { StoredCells } from "../analysis/cell-cache.ts";
import { said } from "../rulesets/said.ts";
import { ArgumentError } from "./exit.ts";
import { say } from "./streams.ts";

/** Bytes of all files, unless CRIBLE_CACHE_SIZE says otherwise, and of one. */
export const DEFAULT_SIZE = 1024 ** 3;
const MOST_BYTES = 64 * 1024 ** 2;
/** What a file takes at least on disks as they are. */
const BLOCK = 4_096;
/** To what share of its size a cache that is full is brought down. */
const ROOM = 0.9;
/** Milliseconds after which what another process left half written is nobody's. */
const LEFT = 3_600_000;

/** The folder below the one that is named is ours alone: it is made private, and emptied. */
const OWN = "cells";
/** So that programs that save a disk leave it out: https://bford.info/cachedir. */
const TAG = "CACHEDIR.TAG";
const TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n# Kept by crible; `crible cache clear` empties it.\n";

const sumOf = (key: string, body: Uint8Array): string =>
  createHash("sha256").update(`${key}\n`).update(body).digest("hex").slice(0, 32);
const headOf = (sort: Sort, key: string, body: Uint8Array): string => `crible 1 ${sort} ${sumOf(key, body)}\n`;

export class DiskCache implements CacheStore {
  readonly folder: string;
  readonly size: number;
  /** How many files were not what was written, and went. */
  damaged = 0;
  #written = 0;
  #isClosed = false;
  #count = 0;

  /** @throws of the file system, and where the folder is somebody else's */
  constructor(folder: string, size = DEFAULT_SIZE) {
    this.folder = join(resolve(folder), OWN);
    this.size = size;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(this.folder);
    if (!lstatSync(this.folder).isDirectory() || (process.getuid !== undefined && uid !== process.getuid()))
      throw new Error(`${this.folder} is another user's`);
    if (process.platform !== "win32" && (mode & 0o777) !== 0o700) chmodSync(this.folder, 0o700);
    if (!existsSync(join(this.folder, TAG))) writeFileSync(join(this.folder, TAG), TAG_TEXT);
  }

  #path(key: string): string {
    return join(this.folder, key.slice(0, 2), key.slice(2));
  }

  async read(sort: Sort, key: string): Promise<string | undefined> {
    const path = this.#path(key);
    let body: ReturnType<typeof bodyOf>;
    try {
      body = bodyOf(readBounded(path), key);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) return undefined;
    }
    if (body?.sort !== sort) {
      this.drop(sort, key);
      return undefined;
    }
    try {
      const now = new Date();
      utimesSync(path, now, now);
    } catch {} // another process took it away: it was whole
    return body.text;
  }

  async write(sort: Sort, key: string, text: string): Promise<void> {
    const body = Buffer.from(text);
    if (this.#isClosed || body.length > MOST_BYTES) return;
    const path = this.#path(key);
    const temporary = `${path}.${process.pid}-${this.#count++}`;
    try {
      mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, Buffer.concat([Buffer.from(headOf(sort, key, body)), body]), {
        mode: 0o600,
        flag: "wx",
      });
      renameSync(temporary, path);
      this.#written += onDisk(body.length);
    } catch {
      remove(temporary); // a full disk, or no right to write: the numbers are there all the same
    }
  }

  drop(_sort: Sort, key: string): void {
    this.damaged++;
    remove(this.#path(key));
  }

  /** Every file there is; `used`: milliseconds since 1970 when it was last written or taken. */
  *entries(isRead = false) {
    for (const name of readdirSync(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(name)) continue;
      for (const file of readdirSync(join(this.folder, name))) {
        const path = join(this.folder, name, file);
        try {
          const { size, mtimeMs } = statSync(path);
          const body = isRead ? bodyOf(readBounded(path), `${name}${file}`) : undefined;
          yield { path, sort: body?.sort, bytes: onDisk(size), used: mtimeMs, isSound: body !== undefined };
        } catch {
          if (existsSync(path)) yield { path, sort: undefined, bytes: 0, used: 0, isSound: false };
        }
      }
    }
  }

  /** Brings it down to its size where this process may have filled it up. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#written === 0) return;
    try {
      const sum = join(this.folder, "size");
      const before = existsSync(sum) ? Number(readFileSync(sum, "utf8")) : Number.NaN;
      const now = before + this.#written;
      writeFileSync(sum, String(now <= this.size ? now : this.#evict()));
    } catch {} // next time
  }

  /** The bytes that are left. */
  #evict(): number {
    const all = [...this.entries()].sort((a, b) => a.used - b.used);
    let sum = all.reduce((sum, { bytes }) => sum + bytes, 0);
    const isFull = sum > this.size;
    for (const { path, bytes, used } of all) {
      const isLeft = /\.\d+-\d+$/.test(path) && used < Date.now() - LEFT;
      if (!isLeft && !(isFull && sum > ROOM * this.size)) continue;
      remove(path);
      sum -= bytes;
    }
    return sum;
  }

  /** A number that rises by one each time: which of what is taken is computed again. */
  round(): number {
    const path = join(this.folder, "round");
    try {
      const now = existsSync(path) ? (Number.parseInt(readFileSync(path, "utf8"), 10) || 0) + 1 : 0;
      writeFileSync(path, String(now));
      return now;
    } catch {
      return 0;
    }
  }

  /** Takes everything away, whoever uses it: what is asked for is computed. */
  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Takes away what stands at a path, a folder too; what cannot be taken away stays, and is not what was written. */
export function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}

const onDisk = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK;

/** @throws of the file system; Error for what is no file, or too large for one of ours */
function readBounded(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MOST_BYTES + 100) throw new Error(`${path} is not what crible writes`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function bodyOf(bytes: Buffer, key: string): { readonly sort: Sort; readonly text: string } | undefined {
  const end = bytes.indexOf(10);
  const sort = /^crible 1 (\w+) /.exec(bytes.toString("latin1", 0, Math.max(0, end)))?.[1];
  const body = bytes.subarray(end + 1);
  if (!(SORTS as readonly (string | undefined)[]).includes(sort)) return undefined;
  if (bytes.toString("latin1", 0, end + 1) !== headOf(sort as Sort, key, body)) return undefined;
  return { sort: sort as Sort, text: body.toString("utf8") };
}

/** `500MB`: what CRIBLE_CACHE_SIZE says. */
export function sizeOf(value: string): number {
  const [, number, unit] = /^(\d{1,6})\s*([MG])B?$/i.exec(value.trim()) ?? [];
  if (number === undefined) throw new ArgumentError(said`CRIBLE_CACHE_SIZE: a size such as 500MB or 2GB is expected`);
  return Number(number) * 1024 ** (unit!.toUpperCase() === "G" ? 3 : 2);
}

/** The folder of the cache: what CRIBLE_CACHE names, or where caches lie on this system; undefined where it is `off`. */
export async function cacheFolder({ CRIBLE_CACHE }: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  if (CRIBLE_CACHE) return CRIBLE_CACHE === "off" ? undefined : CRIBLE_CACHE;
  return (await import("env-paths")).default("crible", { suffix: "" }).cache;
}

/** The cache, opened; undefined where there is none, which is said only of one that was asked for. */
export async function openDisk(): Promise<DiskCache | undefined> {
  const { CRIBLE_CACHE, CRIBLE_CACHE_SIZE } = process.env;
  const size = CRIBLE_CACHE_SIZE ? sizeOf(CRIBLE_CACHE_SIZE) : DEFAULT_SIZE;
  try {
    const folder = await cacheFolder();
    return folder === undefined ? undefined : new DiskCache(folder, size);
  } catch (error) {
    if (CRIBLE_CACHE) say(said`nothing is kept in ${CRIBLE_CACHE}: ${(error as Error).message}`);
    return undefined;
  }
}

/** What a command takes from and adds to. */
export type OpenCache = NonNullable<Awaited<ReturnType<typeof openCache>>>;

/**
 * The cache of a command, unless its flags say no. `--verify` plays: what was played before proves nothing.
 * @param recheck of what is taken, the share that is computed again: others each time
 */
export async function openCache(
  flags: { readonly cache?: boolean; readonly verify?: boolean; readonly quiet?: boolean },
  recheck = 0,
) {
  if (flags.cache === false || flags.verify) return undefined;
  const disk = await openDisk();
  if (disk === undefined) return undefined;
  let isOpen = true;
  return {
    cells: new StoredCells(disk, recheck > 0 ? { share: recheck, seed: String(disk.round()) } : undefined),
    disk,
    /** Whether it may still be taken from. */
    get isOpen() {
      return isOpen;
    },
    /** For it holds what these cells do not come to. */
    empty(cells: readonly string[]) {
      isOpen = false;
      disk.clear();
      say(
        said`the cache held what ${cells.slice(0, 3).join(", ")} does not come to: it is emptied, and everything is computed anew`,
      );
    },
    close() {
      disk.close();
      if (disk.damaged > 0 && !flags.quiet)
        say(said`${disk.damaged} files of ${disk.folder} were damaged: what they held was computed again`);
    },
  };
}

/** Does something with the cache of a command, and gives it back whatever happens. */
export async function withCache<T>(flags: Parameters<typeof openCache>[0], work: (cells?: StoredCells) => Promise<T>) {
  const cache = await openCache(flags);
  return work(cache?.cells).finally(() => cache?.close());
}
