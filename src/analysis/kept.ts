/**
 * What a run keeps of itself: lines of text, each with a checksum, that say which blocks were played and what they
 * counted. A checkpoint is such a file, and so is the part of a run that one machine of several plays.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { STREAM_NAME } from "../dice/index.ts";
import { MOST_MARKS, type StreamNotes } from "../engine/marks.ts";
import type { JobPlan } from "../engine/played-job.ts";
import type { AnyJob } from "../engine/runner.ts";
import { faultOfCounts, type Share, type Stretch } from "../engine/stretch.ts";
import { firstWhere } from "../rule/first-where.ts";
import { defined } from "../rulesets/defined.ts";
import { AND, englishOf, listed, type Said, said } from "../rulesets/said.ts";
import { canonical, scenarioHash, shortHash } from "../scenario/hash.ts";
import { refused } from "../scenario/source.ts";
import type { Study } from "../scenario/study.ts";
import { VERSION } from "../version.ts";
import type { Origin } from "./baseline.ts";
import { engineHash } from "./engine-hash.ts";
import { heldIn } from "./form.ts";

export const KEPT_FORMAT = 1;
/** Bytes of a file that is read, at most, and machines that share a run. */
export const MOST_KEPT = 256 * 1024 ** 2;
export const MOST_PARTS = 10_000;

/** What was run. */
export interface KeptHead extends Pick<Origin, "version" | "stream" | "engine"> {
  readonly kept: typeof KEPT_FORMAT;
  readonly studies: readonly { readonly file: string; readonly scenario: string; readonly seed: string }[];
  /** The command of the whole run. */
  readonly command: string;
  readonly share?: Share;
}

export const headOfKept = async (
  studies: readonly Study[],
  { command, share }: Pick<KeptHead, "command" | "share">,
): Promise<KeptHead> => ({
  kept: KEPT_FORMAT,
  version: VERSION,
  stream: STREAM_NAME,
  engine: engineHash(),
  studies: await Promise.all(
    studies.map(async (study) => ({
      file: study.file,
      scenario: await scenarioHash(study),
      seed: study.seed.seed.toString(),
    })),
  ),
  command,
  ...(share ? { share } : {}),
});

/** What tells jobs apart: sixteen hexadecimal digits of all that decides what their blocks count. */
export const keyOf = (job: AnyJob, { blockSize, bins }: Pick<JobPlan, "blockSize" | "bins">): string =>
  shortHash(canonical({ job, blockSize, bins }));

/** A stretch as a line holds it: what it counted is unpacked when it is known how many numbers that can be. */
export interface KeptStretch extends Omit<Stretch, "counts"> {
  readonly packed: string;
}

/** A file that was read. */
export interface Kept {
  readonly file: string;
  readonly head: KeptHead;
  /** By job, in order of blocks, none twice. */
  readonly stretches: ReadonlyMap<string, readonly KeptStretch[]>;
  /** The numbers of lines that are not what was written; what they held is not known. */
  readonly damaged: readonly number[];
  /** Whether the run that wrote it came to its end. */
  readonly isEnded: boolean;
}

const line = (seal: string, data: object): string => {
  const text = JSON.stringify(data);
  return `${shortHash(seal + text)} ${text}\n`;
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
    ...defined({ shared: notes.shared, idle: notes.idle, drawn: notes.hasDrawn || undefined }),
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
  const stretches = new Map<string, KeptStretch[]>();
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

/** The stretches of one job, line by line, in order of blocks; undefined where a line is not what was written. */
export function parseStretches(seal: string, text: string): KeptStretch[] | undefined {
  const found = text
    .split("\n")
    .slice(0, -1)
    .map((line) => stretchIn(seal, line)?.stretch);
  return found.every((stretch) => stretch !== undefined) ? found.reduce(withLater<KeptStretch>, []) : undefined;
}

/** Stretches with one more, which takes the place of those that it has blocks in common with. */
export function withLater<T extends Pick<Stretch, "first" | "blocks">>(stretches: readonly T[], later: T): T[] {
  const end = later.first + later.blocks;
  const from = lowest(stretches, ({ first, blocks }) => first + blocks > later.first);
  const to = lowest(stretches, ({ first }) => first >= end);
  return [...stretches.slice(0, from), later, ...stretches.slice(to)];
}

/** The first place from which on something holds. */
const lowest = <T>(list: readonly T[], holds: (one: T) => boolean): number =>
  firstWhere(list.length, (place) => holds(list[place]!));

const whole = z.int().min(0);
const some = z.int().min(1);
const name = z.string().max(100_000);
const digest = z.string().regex(/^[0-9a-f]{16}$/);
const share = z.strictObject({ part: some, of: some.max(MOST_PARTS) }).refine(({ part, of }) => part <= of);
/** A command as crible writes it, every word bare or quoted: a shell that is given it runs nothing else. */
const COMMAND = /^crible(?: (?:[\w./:=,+~@%-]|'[^']*'|\\')+)+$/;
const headShape = z.strictObject({
  kept: z.literal(KEPT_FORMAT),
  version: name,
  stream: name,
  engine: name,
  studies: z
    .array(z.strictObject({ file: name, scenario: name, seed: name }))
    .min(1)
    .max(1_000),
  command: z.string().max(1_000_000).regex(COMMAND),
  share: share.optional(),
});
/** Of what is left out all is kept: marks are of 53 bits. */
const limit = z
  .number()
  .min(0)
  .max(2 ** 53);
const lineShape = z.strictObject({
  job: digest,
  name,
  first: whole,
  blocks: some,
  trials: some,
  look: z.literal(true).optional(),
  counts: z.base64(),
  began: z.base64(),
  ended: z.base64(),
  below: z.tuple([limit, limit]),
  shared: z.tuple([whole, whole]).optional(),
  idle: whole.optional(),
  drawn: z.literal(true).optional(),
  repeats: z.array(z.tuple([whole, some, some, digest])).optional(),
});

function headIn(text: string | undefined, file: string): KeptHead {
  const anew = said`begin anew: give the command of the run, without --resume`;
  if (text === undefined) throw refused(file, said`it holds no run`, anew);
  let head: Partial<KeptHead>;
  try {
    head = Object(JSON.parse(text.slice(17))) as Partial<KeptHead>;
  } catch {
    throw refused(file, said`its first line is damaged`, anew);
  }
  if (typeof head.kept === "number" && head.kept > KEPT_FORMAT)
    throw refused(
      file,
      said`its format is ${head.kept}, of a newer crible; this one reads ${KEPT_FORMAT}`,
      said`use that one`,
    );
  if (head.kept !== KEPT_FORMAT || text.slice(0, 16) !== shortHash(text.slice(17)) || text[16] !== " ")
    throw refused(file, said`its first line is damaged`, anew);
  // The checksum has no secret: whoever edits a file can make it fit.
  if (!headShape.safeParse(head).success) throw refused(file, said`its first line is not what crible writes`, anew);
  return head as KeptHead;
}

/** Undefined for a line that is not as it was written, or that no run can have written, whatever its checksum says. */
function stretchIn(seal: string, text: string): { readonly job: string; readonly stretch: KeptStretch } | undefined {
  const body = text.slice(17);
  if (text[16] !== " " || text.slice(0, 16) !== shortHash(seal + body)) return undefined;
  const found = heldIn(lineShape, body);
  if (found === undefined) return undefined;
  const { job, first, blocks, trials, counts, look, below, shared, idle, drawn, repeats = [] } = found;
  const end = first + blocks;
  const isOwn = (block: number) => block >= first && block < end;
  const [began, ended] = [marksIn(found.began, isOwn), marksIn(found.ended, isOwn)];
  if (!Number.isSafeInteger(end) || began === undefined || ended === undefined) return undefined;
  if (!(shared ?? []).every(isOwn) || (idle !== undefined && !isOwn(idle))) return undefined;
  let next = first; // what is played again is of this stretch, and no block twice
  for (const [from, many, played] of repeats) {
    if (from < next || from + many > end || played > trials) return undefined;
    next = from + many;
  }
  const notes: StreamNotes = {
    began,
    ended,
    below,
    ...defined({ shared, idle }),
    hasDrawn: drawn === true,
  };
  const again = repeats.map(([first, blocks, trials, digest]) => ({ first, blocks, trials, digest }));
  return { job, stretch: { first, blocks, trials, packed: counts, notes, isLook: look === true, repeats: again } };
}

/** Of a job's stretches those that can be of the plan: whole blocks, as many numbers as it has bins, counts that add up. */
export const soundStretches = (stretches: readonly KeptStretch[], plan: JobPlan): Stretch[] =>
  stretches.flatMap(({ packed, ...stretch }) => {
    const { bins, blockSize, sums = [] } = plan;
    const fits = ({ blocks, trials }: Pick<Stretch, "blocks" | "trials">) =>
      trials > (blocks - 1) * blockSize && trials <= blocks * blockSize;
    if (![stretch, ...stretch.repeats].every(fits)) return [];
    const counts = countsIn(packed, 2 * bins);
    if (counts === undefined || faultOfCounts(counts, bins, stretch.trials, sums) !== undefined) return [];
    return { ...stretch, counts };
  });

/** Characters of a count, at most: its sign, 53 bits, a comma. */
const COUNT_LENGTH = 18;

/** Counts that were packed, so many and no more: of a few bytes deflate makes as many as it is asked for. */
function countsIn(packed: string, many: number): Float64Array | undefined {
  try {
    const most = Math.max(1, many * COUNT_LENGTH);
    const text = inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: most }).toString("latin1");
    if (text !== "" && !/^-?\d+(?:,-?\d+)*$/.test(text)) return undefined;
    const counts = text === "" ? [] : text.split(",");
    return counts.length === many ? Float64Array.from(counts, Number) : undefined;
  } catch {
    return undefined;
  }
}

const MARK_BYTES = 7;
/** Bytes of a step from one block to the next, at most: of 53 bits. */
const STEP_BYTES = 8;

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

/** Undefined for what are no marks of these blocks: cut off in the middle, of no block among them, or too many. */
function marksIn(text: string, isOwn: (block: number) => boolean): Float64Array | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > MOST_MARKS * (MARK_BYTES + STEP_BYTES)) return undefined;
  const marks: number[] = [];
  let before = 0;
  for (let at = 0; at < bytes.length; at += MARK_BYTES) {
    let more = true;
    for (let scale = 1; more && at < bytes.length; scale *= 128) {
      const byte = bytes[at++]!;
      before += (byte % 128) * scale;
      more = byte >= 128;
    }
    if (more || at + MARK_BYTES > bytes.length || !isOwn(before)) return undefined;
    let mark = 0;
    for (let byte = MARK_BYTES - 1; byte >= 0; byte--) mark = mark * 256 + bytes[at + byte]!;
    marks.push(before, mark);
  }
  return Float64Array.from(marks);
}

/** What one run was of and another is not, in words: `its seed is 5, not 7`; empty where both are the same. */
export function unlike(kept: KeptHead, now: KeptHead): Said[] {
  const of = (head: KeptHead, part: "scenario" | "seed") =>
    listed(
      head.studies.map((study) => study[part]),
      AND,
    );
  const rows = [
    [said`its scenario`, of(kept, "scenario"), of(now, "scenario")],
    [said`its seed`, of(kept, "seed"), of(now, "seed")],
    [said`its stream`, kept.stream, now.stream],
    [said`its engine`, kept.engine, now.engine],
  ] as const;
  return rows.flatMap(([what, was, is]) =>
    englishOf(was) === englishOf(is) ? [] : said`${what} is ${was}, not ${is}`,
  );
}
