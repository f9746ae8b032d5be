/**
 * Where files come from: a disk (`disk.ts`), or texts that are given, as in a browser. What may be read of them is decided
 * elsewhere (`project.ts`), in the same words for both.
 */

import { SaidError, said, type Text } from "../rulesets/said.ts";
import type { Place, Problem } from "./problem.ts";

export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** One cell: its text without quotes and without white space around it. */
export interface CsvCell {
  readonly text: string;
  readonly place: Place;
}

/** What a CSV text holds, or the sheet of a workbook. */
export interface CsvTable {
  /** Records as they stand, the header first; a blank line is none. */
  readonly records: readonly (readonly CsvCell[])[];
  readonly delimiter: Delimiter | "sheet";
  readonly problems: readonly Problem[];
}

/** A file that went into a tree: the name shown in problems, and its real path (none for standard input). */
export interface LoadedFile {
  readonly file: string;
  readonly path: string | undefined;
  /** Of a workbook, the sheet that was asked for, or the map that it fills, and what it holds. */
  readonly sheet?: { readonly name: string; readonly table: CsvTable };
}

/** Why a file cannot be read, as the end of a sentence. */
export class FileFault extends SaidError {
  override readonly name = "FileFault";
  readonly hint: Text | undefined;

  constructor(message: Text, hint?: Text) {
    super(message);
    this.hint = hint;
  }
}

export type ByteStream = AsyncIterable<Uint8Array | string>;

/** How paths are written there. As in `node:path`. */
export interface Paths {
  readonly sep: string;
  basename(path: string): string;
  dirname(path: string): string;
  isAbsolute(path: string): boolean;
  join(...parts: string[]): string;
  normalize(path: string): string;
  relative(from: string, to: string): string;
  resolve(...parts: string[]): string;
}

/** Files by their paths. Every method but `exists` throws `FileFault`. */
export interface Files {
  readonly path: Paths;
  /** The folder that relative paths start from. */
  folder(): string;
  /** What `-` reads. */
  input(): ByteStream;
  exists(path: string): boolean;
  /** The absolute path, links followed. */
  realpath(path: string): Promise<string>;
  /** Names in a folder, without folders. */
  namesIn(folder: string): Promise<string[]>;
  /** The bytes of a regular file, at most so many; `file` is the name that is shown. */
  read(path: string, file: string, most: number): Promise<Uint8Array>;
  /** Reads a sheet of a workbook, see `readWorkbook`; left out where that is too much to carry, as in a browser. */
  readonly workbook?: (
    bytes: Uint8Array,
    file: string,
    asked: string | undefined,
    names: readonly string[],
  ) => Promise<CsvTable>;
}

export const tooLarge = (size: Text, most: number): Text =>
  said`the file is too large: ${size}, the limit is ${most / 1024 / 1024} MiB`;

/** All bytes of a stream; stops reading as soon as the limit is passed. */
export async function bytesOf(stream: ByteStream, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    size += bytes.length;
    if (size > most) throw new FileFault(tooLarge(said`more than ${most} bytes`, most));
    parts.push(bytes);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A text, or what fetches it when it is first asked for. */
export type GivenText = string | (() => Promise<string>);

/** Files that are given as texts, by path: `units/orks.yaml`. They stand in one project, and are all there is. */
export function givenFiles(texts: Readonly<Record<string, GivenText>>): Files {
  const known = new Map(Object.entries(texts).map(([path, text]) => [posix.resolve(path), text]));
  const textOf = (path: string): GivenText => {
    const text = known.get(posix.resolve(path));
    if (text === undefined) throw new FileFault(said`no such file`);
    return text;
  };
  return {
    path: posix,
    folder: () => "/",
    input: () => {
      throw new FileFault(said`there is no standard input here`);
    },
    exists: (path) => known.has(posix.resolve(path)),
    async realpath(path) {
      const whole = posix.resolve(path);
      if (whole !== "/" && ![...known.keys()].some((file) => file.startsWith(`${whole}/`))) textOf(whole); // no folder
      return whole;
    },
    async namesIn(folder) {
      const whole = posix.resolve(folder);
      return [...known.keys()].filter((path) => posix.dirname(path) === whole).map(posix.basename);
    },
    async read(path, _, most) {
      const text = textOf(path);
      const bytes = new TextEncoder().encode(typeof text === "string" ? text : await text());
      if (bytes.length > most) throw new FileFault(tooLarge(`${(bytes.length / 1024 / 1024).toFixed(1)} MiB`, most));
      return bytes;
    },
  };
}

/** The steps of a path, without `.` and with `..` taken; above the root there is nothing. */
function stepsOf(path: string, isWhole: boolean): string[] {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (!isWhole) steps.push("..");
  }
  return steps;
}

const posix: Paths = {
  sep: "/",
  basename: (path) => stepsOf(path, false).at(-1) ?? "",
  dirname: (path) => {
    const cut = path.replace(/(?<=.)\/+$/u, "").lastIndexOf("/");
    return cut < 0 ? "." : cut === 0 ? "/" : path.slice(0, cut);
  },
  isAbsolute: (path) => path.startsWith("/"),
  join: (...parts) => posix.normalize(parts.filter((part) => part !== "").join("/")),
  normalize: (path) => {
    const whole = path.startsWith("/");
    return (whole ? "/" : "") + stepsOf(path, whole).join("/") || ".";
  },
  relative: (from, to) => {
    const [a, b] = [from, to].map((path) => stepsOf(posix.resolve(path), true)) as [string[], string[]];
    let same = 0;
    while (same < a.length && a[same] === b[same]) same++;
    return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/");
  },
  resolve: (...parts) => {
    const from = parts.findLastIndex((part) => part.startsWith("/"));
    return `/${stepsOf(parts.slice(Math.max(0, from)).join("/"), true).join("/")}`;
  },
};
