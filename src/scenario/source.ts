/**
 * The text of a scenario: read with every limit applied, and where each offset of it stands.
 * A scenario is a regular file or standard input, UTF-8, at most 2 MiB; nothing is ever fetched.
 */

import { firstWhere } from "../rule/first-where.ts";
import { said, type Text } from "../rulesets/said.ts";
import { disk } from "./disk.ts";
import { type ByteStream, bytesOf, FileFault, type Files } from "./files.ts";
import { meant } from "./nearest.ts";
import { type Placer, type Problem, problemAt, quote, ScenarioError } from "./problem.ts";

export const MAX_BYTES = 2 * 1024 * 1024;

/** A decoded text and the name it is shown under. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

export interface ReadOptions {
  /** What `-` reads; standard input unless given. */
  readonly stdin?: ByteStream;
  /** The name shown in problems; the path unless given. */
  readonly name?: string;
  /** The most bytes; `MAX_BYTES` unless given. */
  readonly most?: number;
  /** Where the path leads; the disk unless given. */
  readonly files?: Files;
  /** Whether Windows-1252 will do too, as French spreadsheets save it. */
  readonly mayBeWindows?: boolean;
}

/**
 * Reads a scenario from a path, or from standard input when the path is `-`.
 * Throws `ScenarioError` for anything but a regular file of at most `MAX_BYTES` of UTF-8.
 * A pipe, a device or a directory is refused before it is opened, so nothing can block.
 */
export async function readSource(path: string, options: ReadOptions = {}): Promise<SourceText> {
  const { most = MAX_BYTES, files = disk } = options;
  const file = options.name ?? (path === "-" ? "<stdin>" : path);
  if (path !== "-") refuseAddress(path, file);
  const neighbours = () => files.namesIn(files.path.dirname(path)).catch(() => []);
  const hinted = async (error: unknown): Promise<never> => {
    if (!(error instanceof FileFault) || error.hint || files.exists(path)) throw error;
    throw new FileFault(error.said, meant(files.path.basename(path), await neighbours()));
  };
  return inFile(file, async () => {
    const bytes =
      path === "-"
        ? await bytesOf(options.stdin ?? files.input(), most)
        : await files.read(path, file, most).catch(hinted);
    return { file, text: (options.mayBeWindows ? windowsText(bytes) : undefined) ?? decode(bytes, file) };
  });
}

/** A file that cannot be used, as an error. */
export const refused = (file: string, ...why: [message: Text, hint?: Text | undefined]): ScenarioError =>
  new ScenarioError([wholeFile(file, ...why)]);

/** What is wrong with a file, as an error of that file. */
export async function inFile<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw refused(file, error.said, error.hint);
  }
}

/** A problem of a file as a whole; it points at its first character, without a frame. */
export function wholeFile(file: string, message: Text, hint?: Text): Problem {
  return problemAt({ file, line: 1, column: 1, length: 0 }, message, { hint });
}

/** Refuses `http://…`, `file://…` and the like; `C:\…` is a path. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//iu.test(path) || /^(?:https?|file|data|ftp):/iu.test(path);
}

function refuseAddress(path: string, file: string): void {
  if (isAddress(path))
    throw refused(
      file,
      said`${quote(path)} is an address; a scenario is read from a file, never from the network`,
      said`give a path`,
    );
  if (path.includes("\0")) throw refused(file, said`${quote(path)} is not a path`);
}

const strict = new TextDecoder("utf-8", { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Bytes to text. A UTF-8 byte order mark is dropped; UTF-16 and UTF-32, NUL and every malformed sequence
 * (a lone surrogate is one) throw a `ScenarioError` that names the byte offset.
 */
export function decode(bytes: Uint8Array, file: string): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw refused(file, said`the file is UTF-16 (byte order mark at byte 0)`, said`save it as UTF-8`);
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    const utf16 = bytes[nul + 2] === 0 || bytes[nul - 2] === 0;
    throw refused(
      file,
      said`a NUL character at byte ${nul}`,
      utf16 ? said`this looks like UTF-16; save it as UTF-8` : said`a scenario is plain text`,
    );
  }
  if (!isUtf8(bytes)) {
    const at = malformedAt(bytes);
    const surrogate = bytes[at] === 0xed && (bytes[at + 1] ?? 0) >= 0xa0 && (bytes[at + 1] ?? 0) <= 0xbf;
    throw refused(
      file,
      surrogate
        ? said`a lone surrogate at byte ${at}`
        : said`not UTF-8: the byte 0x${bytes[at]!.toString(16)} at byte ${at}`,
      said`save the file as UTF-8`,
    );
  }
  return new TextDecoder("utf-8").decode(bytes); // drops the byte order mark
}

/**
 * The text of bytes in Windows-1252 (of which ISO 8859-1 is a part), or undefined where they are not: UTF-8, as it is or
 * with a fault in it, and whatever holds a byte that this encoding leaves free.
 */
function windowsText(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes) || bytes.some((byte) => FREE.has(byte))) return undefined;
  let [whole, broken] = [0, 0]; // characters of UTF-8, and bytes above ASCII that are none
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 0;
    const isWhole = more > 0 && bytes.subarray(at + 1, at + 1 + more).every((byte) => (byte & 0xc0) === 0x80);
    if (isWhole) whole++;
    else broken++;
    if (isWhole) at += more;
  }
  if (broken <= whole) return undefined;
  // Some versions of Node read it as ISO 8859-1, where these are controls.
  const text = new TextDecoder("windows-1252").decode(bytes);
  return text.replace(/[\u0080-\u009f]/gu, (control) => WINDOWS[control.charCodeAt(0) - 0x80]!);
}
const WINDOWS = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";
const FREE: ReadonlySet<number> = new Set([0, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff]);

/** Offset of the first malformed sequence: what `isUtf8` accepts is a prefix property, so halve it. */
function malformedAt(bytes: Uint8Array): number {
  let good = 0; // bytes before it are well formed, ending on a character boundary
  let bad = bytes.length;
  while (bad - good > 64) {
    let middle = (good + bad) >> 1;
    while (middle > good && (bytes[middle]! & 0xc0) === 0x80) middle--; // to a boundary
    if (middle === good) break;
    if (isUtf8(bytes.subarray(good, middle))) good = middle;
    else bad = middle;
  }
  for (let at = good; at < bad; ) {
    const width = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isUtf8(bytes.subarray(at, at + n)));
    if (width === undefined) return at;
    at += width;
  }
  return good;
}

/** A placer for one text; its table of line starts is made once. A span over several lines is cut at its first. */
export function placer({ file, text }: SourceText): Placer {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (start, end) => {
    const line = firstWhere(starts.length, (number) => starts[number]! > start);
    const from = starts[line - 1]!;
    let to = line < starts.length ? starts[line]! - 1 : text.length;
    if (text[to - 1] === "\r") to--;
    const length = Math.max(0, Math.min(end, to) - start);
    return { file, line, column: start - from + 1, length, text: text.slice(from, to) };
  };
}
