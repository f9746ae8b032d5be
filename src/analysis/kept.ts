/**
 * What a run keeps of itself: lines of text, each with a checksum, that say which blocks were played and what they
 * counted. A checkpoint is such a file, and so is the part of a run that one machine of several plays.
 */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { STREAM_NAME } from "../dice/index.ts";
import { type AnyJob, faultOfCounts, type JobPlan, type Repeat, type Share, type Stretch } from "../engine/index.ts";
import { hashOf, scenarioHash } from "../scenario/hash.ts";
import { ScenarioError } from "../scenario/problem.ts";
import { wholeFile } from "../scenario/source.ts";
import type { Study } from "../scenario/study.ts";
import { VERSION } from "../version.ts";
import { engineHash } from "./engine-hash.ts";

export const KEPT_FORMAT = 1;

/** What was run. */
export interface KeptHead {
  readonly kept: typeof KEPT_FORMAT;
  readonly version: string;
  readonly stream: string;
  readonly engine: string;
  readonly studies: readonly { readonly file: string; readonly scenario: string; readonly seed: string }[];
  /** The command of the whole run. */
  readonly command: string;
  readonly share?: Share;
}

export const headOfKept = (
  studies: readonly Study[],
  { command, share }: Pick<KeptHead, "command" | "share">,
): KeptHead => ({
  kept: KEPT_FORMAT,
  version: VERSION,
  stream: STREAM_NAME,
  engine: engineHash(),
  studies: studies.map((study) => ({
    file: study.file,
    scenario: scenarioHash(study),
    seed: study.seed.seed.toString(),
  })),
  command,
  ...(share ? { share } : {}),
});

/** What tells jobs apart: sixteen hexadecimal digits of all that decides what their blocks count. */
export const keyOf = (job: AnyJob, { blockSize, bins }: Pick<JobPlan, "blockSize" | "bins">): string =>
  hashOf({ job, blockSize, bins });

/** A file that was read. */
export interface Kept {
  readonly file: string;
  readonly head: KeptHead;
  /** By job, in order of blocks, none twice. */
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  /** The numbers of lines that are not what was written; what they held is not known. */
  readonly damaged: readonly number[];
  /** Whether the run that wrote it came to its end. */
  readonly isEnded: boolean;
}

const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
const line = (seal: string, data: object): string => {
  const text = JSON.stringify(data);
  return `${sumOf(seal + text)} ${text}\n`;
};

/** The first line of a file, and the seal that its other lines carry. */
export function headLine(head: KeptHead): { readonly text: string; readonly seal: string } {
  const text = line("", head);
  return { text, seal: text.slice(0, 16) };
}

/** The last line of a run that came to its end. */
export const endLine = (seal: string): string => line(seal, { ended: true });

/** A stretch as a line. @param name of the cell, for who reads along */
export function stretchLine(seal: string, job: string, name: string, stretch: Stretch): string {
  const { first, blocks, trials, counts, notes, isLook, repeats } = stretch;
  return line(seal, {
    job,
    name,
    first,
    blocks,
    trials,
    ...(isLook ? { look: true } : {}),
    counts: deflateRawSync(counts.join()).toString("base64"),
    began: marksText(notes.began),
    ended: marksText(notes.ended),
    below: notes.below,
    ...(notes.shared ? { shared: notes.shared } : {}),
    ...(notes.idle === undefined ? {} : { idle: notes.idle }),
    ...(notes.hasDrawn ? { drawn: true } : {}),
    ...(repeats.length === 0
      ? {}
      : { repeats: repeats.map(({ first, blocks, trials, digest }) => [first, blocks, trials, digest]) }),
  });
}

/**
 * Reads what was kept. A last line that was not finished is left out; of lines that were damaged only the numbers are told.
 * Of blocks that are told twice the later line counts.
 * @throws ScenarioError where the first line is not what was written, or of another format
 */
export function parseKept(text: string, file: string): Kept {
  const lines = text.split("\n").slice(0, -1);
  const head = headIn(lines[0], file);
  const seal = lines[0]!.slice(0, 16);
  const stretches = new Map<string, Stretch[]>();
  const damaged: number[] = [];
  const isEnded = lines.length > 1 && `${lines.at(-1)}\n` === endLine(seal);
  lines.slice(1).forEach((text, i) => {
    if (`${text}\n` === endLine(seal)) return; // of a run before this one, unless it is the last
    const found = stretchIn(seal, text);
    if (found === undefined) damaged.push(i + 2);
    else stretches.set(found.job, withLater(stretches.get(found.job) ?? [], found.stretch));
  });
  return { file, head, stretches, damaged, isEnded };
}

/** Stretches with one more, which takes the place of those that it has blocks in common with. */
export function withLater(stretches: readonly Stretch[], later: Stretch): Stretch[] {
  const end = later.first + later.blocks;
  const last = stretches.at(-1);
  if (last === undefined || last.first + last.blocks <= later.first) return [...stretches, later];
  return [...stretches.filter(({ first, blocks }) => first + blocks <= later.first || first >= end), later].sort(
    (a, b) => a.first - b.first,
  );
}

function headIn(text: string | undefined, file: string): KeptHead {
  const fail = (message: string, hint: string): never => {
    throw new ScenarioError([wholeFile(file, message, hint)]);
  };
  const anew = "begin anew: give the command without --resume";
  if (text === undefined) return fail("it holds no run", anew);
  let head: Partial<KeptHead>;
  try {
    head = Object(JSON.parse(text.slice(17))) as Partial<KeptHead>;
  } catch {
    return fail("its first line is damaged", anew);
  }
  if (typeof head.kept === "number" && head.kept > KEPT_FORMAT)
    return fail(`its format is ${head.kept}, of a newer crible; this one reads ${KEPT_FORMAT}`, "use that one");
  if (head.kept !== KEPT_FORMAT || text.slice(0, 16) !== sumOf(text.slice(17)) || text[16] !== " ")
    return fail("its first line is damaged", anew);
  return head as KeptHead;
}

/** Undefined for a line that is not as it was written. */
function stretchIn(seal: string, text: string): { readonly job: string; readonly stretch: Stretch } | undefined {
  const body = text.slice(17);
  if (text[16] !== " " || text.slice(0, 16) !== sumOf(seal + body)) return undefined;
  const found = JSON.parse(body);
  const counts = Float64Array.from(inflateRawSync(Buffer.from(found.counts, "base64")).toString().split(","), Number);
  return {
    job: found.job,
    stretch: {
      first: found.first,
      blocks: found.blocks,
      trials: found.trials,
      counts,
      notes: {
        began: marksIn(found.began),
        ended: marksIn(found.ended),
        below: found.below,
        ...(found.shared ? { shared: found.shared } : {}),
        ...(found.idle === undefined ? {} : { idle: found.idle }),
        hasDrawn: found.drawn === true,
      },
      isLook: found.look === true,
      repeats: (found.repeats ?? []).map(
        ([first, blocks, trials, digest]: [number, number, number, string]): Repeat => ({
          first,
          blocks,
          trials,
          digest,
        }),
      ),
    },
  };
}

/** Of a job's stretches those that can be of the plan: whole blocks, as many numbers as it has bins, counts that add up. */
export const soundStretches = (stretches: readonly Stretch[], { bins, blockSize, sums = [] }: JobPlan): Stretch[] =>
  stretches.filter(
    ({ blocks, trials, counts }) =>
      counts.length === 2 * bins &&
      trials > (blocks - 1) * blockSize &&
      trials <= blocks * blockSize &&
      faultOfCounts(counts, bins, trials, sums) === undefined,
  );

const MARK_BYTES = 7;

/** Marks in order of blocks: how far each is from the one before, then its 53 bits. */
function marksText(marks: Float64Array): string {
  const order = Array.from({ length: marks.length / 2 }, (_, i) => 2 * i).sort((a, b) => marks[a]! - marks[b]!);
  const bytes: number[] = [];
  let before = 0;
  for (const at of order) {
    let step = marks[at]! - before;
    before = marks[at]!;
    for (; step >= 128; step = Math.floor(step / 128)) bytes.push((step % 128) + 128);
    bytes.push(step);
    let mark = marks[at + 1]!;
    for (let byte = 0; byte < MARK_BYTES; byte++) {
      bytes.push(mark % 256);
      mark = Math.floor(mark / 256);
    }
  }
  return Buffer.from(bytes).toString("base64");
}

function marksIn(text: string): Float64Array {
  const bytes = Buffer.from(text, "base64");
  const marks: number[] = [];
  let before = 0;
  for (let at = 0; at < bytes.length; at += MARK_BYTES) {
    let step = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      step += (byte % 128) * scale;
      if (byte < 128) break;
    }
    before += step;
    let mark = 0;
    for (let byte = MARK_BYTES - 1; byte >= 0; byte--) mark = mark * 256 + bytes[at + byte]!;
    marks.push(before, mark);
  }
  return Float64Array.from(marks);
}

/** What one run was of and another is not, in words: `its seed is 5, not 7`; empty where both are the same. */
export function unlike(kept: KeptHead, now: KeptHead): string[] {
  const of = (head: KeptHead, part: "scenario" | "seed") => head.studies.map((study) => study[part]).join(" and ");
  const rows = [
    ["scenario", of(kept, "scenario"), of(now, "scenario")],
    ["seed", of(kept, "seed"), of(now, "seed")],
    ["stream", kept.stream, now.stream],
    ["engine", kept.engine, now.engine],
  ] as const;
  return rows.flatMap(([what, was, is]) => (was === is ? [] : `its ${what} is ${was}, not ${is}`));
}
