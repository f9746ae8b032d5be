/** What coordinator and workers say to each other: texts with checksums, of numbers and plain data only. */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Task } from "../../engine/job.ts";
import type { AnyJob } from "../../engine/runner.ts";
import { shortHash } from "../../scenario/hash.ts";
import { MOST_TRIALS } from "../../scenario/limits.ts";

/** Characters of a task, and of a result, at most. */
export const MOST_TASK = 8 * 1024 * 1024;
export const MOST_RESULT = 32 * 1024 * 1024;
/** Blocks of a task at most. */
export const MOST_BLOCKS = 65_536;

export interface TaskMessage {
  /** Who asked: its results go there. */
  readonly session: string;
  readonly id: string;
  readonly engine: string;
  readonly task: Omit<Task, "job">;
  readonly job: AnyJob;
  /** The worker that has played it before, and leaves it to another: it is played again, to compare. */
  readonly avoid?: string;
  /** It is to be played, whatever a worker keeps. */
  readonly anew?: boolean;
  /** Sixteen hexadecimal digits of the job: of one job the same. */
  readonly key: string;
}

export interface ResultMessage {
  readonly id: string;
  readonly engine: string;
  readonly worker: string;
  /** Milliseconds that it took. */
  readonly took: number;
  /** What the blocks counted, or why they could not be played. */
  readonly counts?: Float64Array;
  readonly error?: string;
}

const sealed = (text: string): string => `${shortHash(text)} ${text}`;

/** The JSON of a sealed text; undefined where it is too long, or not what was sent. */
function opened(text: unknown, most: number): Record<string, unknown> | undefined {
  if (typeof text !== "string" || text.length > most || text[16] !== " ") return undefined;
  const body = text.slice(17);
  if (shortHash(body) !== text.slice(0, 16)) return undefined;
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

export const taskText = ({ task, job, ...more }: Omit<TaskMessage, "key">): string =>
  sealed(JSON.stringify({ ...more, task: [task.first, task.blocks, task.trials], job: plain(job) }));

/** Undefined for what is no task. */
export function taskIn(text: unknown): TaskMessage | undefined {
  const found = opened(text, MOST_TASK);
  if (found === undefined) return undefined;
  const { session, id, engine, avoid, anew, task, job } = found;
  const [first, blocks, trials] = Array.isArray(task) ? task : [];
  const isWhole = (value: unknown, least: number) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= MOST_TRIALS;
  const names = [session, id, engine, ...(avoid === undefined ? [] : [avoid])];
  if (!names.every((name) => typeof name === "string" && /^[\w-]{1,100}$/.test(name))) return undefined;
  if (!isWhole(first, 0) || !isWhole(blocks, 1) || blocks > MOST_BLOCKS || !isWhole(trials, 1)) return undefined;
  try {
    return {
      session: session as string,
      id: id as string,
      engine: engine as string,
      ...(avoid === undefined ? {} : { avoid: avoid as string }),
      anew: anew === true,
      task: { first, blocks, trials },
      job: lively(job) as AnyJob,
      key: shortHash(JSON.stringify(job)),
    };
  } catch {
    return undefined;
  }
}

export function resultText({ id, engine, worker, took, counts, error }: ResultMessage): string {
  const bytes = counts && deflateRawSync(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength));
  return sealed(
    JSON.stringify({ id, engine, worker, took, ...(bytes ? { counts: bytes.toString("base64") } : { error }) }),
  );
}

/** Undefined for what is no result, or was changed on its way. */
export function resultIn(text: unknown): ResultMessage | undefined {
  const found = opened(text, MOST_RESULT);
  if (found === undefined) return undefined;
  const { id, engine, worker, took, counts, error } = found as Readonly<Record<string, string>>;
  if ([id, engine, worker].some((name) => typeof name !== "string")) return undefined;
  const head = { id: id!, engine: engine!, worker: worker!, took: Number(took) };
  if (typeof counts !== "string") return { ...head, error: String(error) };
  try {
    const bytes = inflateRawSync(Buffer.from(counts, "base64"), { maxOutputLength: MOST_RESULT });
    return { ...head, counts: new Float64Array(Uint8Array.from(bytes).buffer) };
  } catch {
    return undefined;
  }
}

export const digestOf = (counts: Float64Array): string =>
  createHash("sha256")
    .update(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength))
    .digest("hex");

/** The member that marks what JSON has no words for. */
const TAG = "$";
const ARRAYS = { Float64Array, Int32Array, Uint32Array, Uint16Array, Int16Array, Uint8Array, Int8Array, Float32Array };

/**
 * Data as JSON holds it: whole numbers of any size, typed arrays, maps and sets among it.
 * @throws TypeError for what is no plain data
 */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return { [TAG]: ["n", String(value)] };
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)))
    return { [TAG]: ["d", Object.is(value, -0) ? "-0" : String(value)] };
  if (value === undefined) return { [TAG]: ["u"] };
  if (typeof value !== "object" || value === null) {
    if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`${typeof value} is no data`);
    return value;
  }
  if (Array.isArray(value)) return Array.from(value, plain);
  if (ArrayBuffer.isView(value)) {
    const { name } = value.constructor;
    if (!(name in ARRAYS)) throw new TypeError(`${name} is no data`);
    return { [TAG]: [name, Array.from(value as Float64Array, plain)] };
  }
  if (value instanceof Map) return { [TAG]: ["m", [...value].map(plain)] };
  if (value instanceof Set) return { [TAG]: ["s", [...value].map(plain)] };
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null)
    throw new TypeError(`a ${value.constructor.name} is no data`);
  const members = Object.entries(value).map(([key, member]) => [key, plain(member)] as const);
  return TAG in value ? { [TAG]: ["o", members] } : Object.fromEntries(members);
}

/** Data as it was before `plain`. */
export function lively(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(lively);
  const tagged = (value as Record<string, unknown>)[TAG];
  if (!Array.isArray(tagged)) return membersOf(Object.entries(value));
  const [kind, of] = tagged as [string, never];
  if (kind === "n") return BigInt(of);
  if (kind === "d") return Number(of);
  if (kind === "u") return undefined;
  if (kind === "m") return new Map((of as unknown[]).map(lively) as [unknown, unknown][]);
  if (kind === "s") return new Set((of as unknown[]).map(lively));
  if (kind === "o") return membersOf(of);
  if (!Object.hasOwn(ARRAYS, kind)) throw new TypeError(`${kind} is no data`);
  return ARRAYS[kind as keyof typeof ARRAYS].from((of as unknown[]).map(lively) as number[]);
}

/** Members are defined, not set: a name such as `__proto__` is one like any other. */
const membersOf = (entries: readonly (readonly [string, unknown])[]): object =>
  Object.fromEntries(entries.map(([key, member]) => [key, lively(member)]));
