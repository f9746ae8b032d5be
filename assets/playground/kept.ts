/** Answers that this browser keeps: a store for what `crible` keeps of cells, in IndexedDB. */
import type { CacheStore } from "../../dist/analysis/cache-store.js";

const NAME = "crible answers";
const CELLS = "cells";
/** Answers that are kept, and characters of one, at most; what was used least lately goes. */
const MOST = 2_000;
const ROOM = 0.9;
const MOST_TEXT = 64 * 1024;
/** Milliseconds after which a browser that does not say whether it keeps something is taken to keep nothing. */
const PATIENCE = 1_000;
/** Under which it is told what build the answers are of. */
const BUILD = "build";

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly used: number;
}

const done = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

async function opened(build: string): Promise<() => IDBObjectStore> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(CELLS, { keyPath: "key" }).createIndex("used", "used");
  const base = await done(asked);
  const cells = () => base.transaction(CELLS, "readwrite").objectStore(CELLS);
  const known = (await done(cells().get(BUILD))) as Entry | undefined;
  if (known?.text !== build) {
    const all = cells();
    all.clear();
    await done(all.put({ key: BUILD, text: build, used: Number.MAX_SAFE_INTEGER } satisfies Entry));
  }
  return cells;
}

/** The store of a build, that of another emptied; undefined where the browser keeps nothing. What fails is as if it were not there. */
export async function browserStore(build: string): Promise<CacheStore | undefined> {
  const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), PATIENCE));
  const cells = await Promise.race([opened(build).catch(() => undefined), late]);
  if (cells === undefined) return undefined;
  /** Whoever has an answer does not wait until it is kept. */
  const put = async (entry: Entry) => {
    const all = cells();
    await done(all.put(entry));
    const many = await done(all.count());
    if (many <= MOST) return;
    const oldest = await done(all.index("used").getAllKeys(null, Math.ceil(many - ROOM * MOST)));
    for (const own of oldest) all.delete(own);
  };
  return {
    async read(sort, key) {
      try {
        const all = cells();
        const found = (await done(all.get(`${sort} ${key}`))) as Entry | undefined;
        if (found !== undefined) all.put({ ...found, used: Date.now() } satisfies Entry);
        return typeof found?.text === "string" ? found.text : undefined;
      } catch {
        return undefined;
      }
    },
    async write(sort, key, text) {
      if (text.length > MOST_TEXT) return;
      void put({ key: `${sort} ${key}`, text, used: Date.now() }).catch(() => {}); // full, or refused: it is solved again
    },
    drop(sort, key) {
      try {
        cells().delete(`${sort} ${key}`);
      } catch {} // as above
    },
  };
}
