/**
 * A check of which nothing has changed is not made again. It is kept under everything it was made from: the code, every
 * file that was read, the words of the command. No cell has to be resolved to find it; some are computed again all the same.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { blocksPath } from "../analysis/blocks.ts";
import { cacheKey } from "../analysis/cell-cache.ts";
import { type CheckSettings, checkedCells } from "../analysis/check.ts";
import type { CheckResult } from "../analysis/check-result.ts";
import { codeHash } from "../analysis/engine-hash.ts";
import { heldIn } from "../analysis/form.ts";
import { packageFile } from "../package.ts";
import { disk } from "../scenario/disk.ts";
import type { Files } from "../scenario/files.ts";
import { openScenario, type Scenario } from "../scenario/study.ts";
import { VERSION } from "../version.ts";
import { type BaselineFlags, baselinesBeside, scenarioOfText } from "./baseline.ts";
import type { OpenCache } from "./cache.ts";

/** A check, what was said of its scenario, and by cell at which look it was left and the digest of what it came to. */
export interface KeptCheck {
  readonly result: CheckResult;
  readonly warnings: string;
  readonly cells: Readonly<Record<string, readonly [look: number, digest: string]>>;
}

const list = z.array(z.looseObject({}));
/** Its outer form; what is in it was written by the same code, which the key says. */
const shape = z.strictObject({
  result: z.looseObject({
    verdict: z.enum(["pass", "fail", "inconclusive"]),
    metrics: list,
    goals: list,
    names: list,
    changes: list,
    warnings: z.array(z.unknown()),
  }),
  warnings: z.string(),
  cells: z.record(z.string(), z.tuple([z.int().min(0).max(100), z.string().regex(/^[0-9a-f]{16}$/)])),
});

const digestOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

/** A scenario that is open, and the key of a check of it. */
export interface OpenedCheck {
  readonly scenario: Scenario;
  readonly key: string;
}

/** Opens a scenario and notes all that is read on the way. @param words all that the command says beside the file */
export async function openedCheck(file: string, flags: BaselineFlags, words: unknown): Promise<OpenedCheck> {
  const read: unknown[] = [];
  const files: Files = {
    ...disk,
    exists(path) {
      const isThere = disk.exists(path);
      read.push([resolve(path), isThere]);
      return isThere;
    },
    async namesIn(folder) {
      const names = await disk.namesIn(folder);
      read.push([resolve(folder), names.toSorted()]);
      return names;
    },
    async read(path, ...how) {
      const bytes = await disk.read(path, ...how);
      read.push([resolve(path), digestOf(bytes)]);
      return bytes;
    },
  };
  const scenario = await openScenario(file, { files, shipped: packageFile("scenarios/") });
  const beside = (await baselinesBeside(file, flags)).flatMap((path) => [path, blocksPath(path)]);
  for (const path of beside) {
    let text: Buffer | undefined;
    try {
      text = readFileSync(path);
    } catch {} // told when it is read in earnest
    read.push([resolve(path), text && digestOf(text)]);
    // Whether a baseline is of a scenario that is there decides which one is meant.
    const of = text && scenarioOfText(text.toString("utf8", 0, 4_000));
    if (of) read.push([of, existsSync(join(dirname(path), basename(of)))]);
  }
  return { scenario, key: cacheKey({ check: [codeHash(), VERSION, file, read, words] }) };
}

/** What is kept of a check; undefined where nothing is, or nothing sound. */
export async function keptCheck({ disk }: OpenCache, { key }: OpenedCheck): Promise<KeptCheck | undefined> {
  const text = await disk.read("check", key);
  if (text === undefined) return undefined;
  const found = heldIn(shape, text);
  if (found === undefined) disk.drop("check", key);
  return found as KeptCheck | undefined;
}

/** Keeps a check that was made to its end, where it comes back from a text as it is. */
export async function keepCheck({ disk }: OpenCache, { key }: OpenedCheck, check: KeptCheck): Promise<void> {
  const text = JSON.stringify(check);
  // Texts in two languages are as they were read, without a prototype: a copy has that of what is parsed.
  if (isDeepStrictEqual(JSON.parse(text), structuredClone(check))) await disk.write("check", key, text);
}

/** Cells of a kept check that are computed again and come to something else. */
export async function unlikeCells(
  { cells: cache }: OpenCache,
  { scenario }: OpenedCheck,
  { cells }: KeptCheck,
  set: readonly string[],
  settings: Pick<CheckSettings, "trials" | "workers" | "signal">,
): Promise<string[]> {
  const sample = Object.keys(cells).filter((id) => cache.isSampled(id));
  if (sample.length === 0) return [];
  const study = await scenario.study({ set, cells: sample, isKnown: true });
  const found = await checkedCells(study, new Map(sample.map((id) => [id, cells[id]![0]])), settings);
  if (settings.signal?.aborted) return [];
  return sample.filter((id) => found.get(id) !== cells[id]![1]);
}
