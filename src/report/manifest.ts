/** What a folder of reports holds: the files of one run, each with its digest, so that a stranger among them is noticed. */

import type { Result } from "../analysis/result.ts";
import { Sha256 } from "../dice/index.ts";
import { ANALYSIS_NAMES } from "./analyses.ts";
import { jsonText } from "./json.ts";

export const MANIFEST = "manifest.json";

/** The names that reports are written under; no other file is ever taken for one. */
const REPORTS = [
  /^(?:outcomes|summary|statements)\.(?:csv|ndjson|parquet)$/,
  /^summary\.md$/,
  /^results\.json$/,
  /^report\.html$/,
  /^chart-\d+-[a-z-]+\.svg$/,
  new RegExp(`^(?:${[...ANALYSIS_NAMES, "check"].join("|")})\\.(?:csv|ndjson|parquet|md|json)$`),
];

export interface Manifest {
  readonly format: 1;
  /** Of the run: sixteen digits of everything it found and was told, but for the language of its reports. */
  readonly run: string;
  readonly version: string;
  readonly stream: string;
  readonly seed: string;
  readonly scenario?: string;
  /** An interrupted run. */
  readonly partial?: boolean;
  readonly command: string;
  /** By name, the SHA-256 of what it says. */
  readonly files: Readonly<Record<string, string>>;
}

/** Where a run comes from; part of its result. */
export type RunOrigin = Pick<Result, "version" | "stream" | "seed" | "scenario" | "partial" | "command">;

/** What is said of a file's text, as it is made: told piece by piece, each of whole lines. */
export class FileDigest {
  readonly #digest = new Sha256();
  readonly #run: Sha256 | undefined;

  /** @param isResult of a stored result, whose run has an id */
  constructor(isResult: boolean) {
    this.#run = isResult ? new Sha256() : undefined;
  }

  add(lines: string): void {
    this.#digest.add(lines.replaceAll("\r\n", "\n"));
    this.#run?.add(lines.replace(/^ *"labels": "\w+",?$/gm, ""));
  }

  /** Ends of lines do not count: tools that carry files about change them. */
  digest(): string {
    return this.#digest.hex();
  }

  /** The id of its run: the same run, the same id, in whichever language it is told. */
  runId(): string {
    return this.#run!.hex().slice(0, 16);
  }
}

const ofText = (text: string, isResult: boolean): FileDigest => {
  const digest = new FileDigest(isResult);
  digest.add(text);
  return digest;
};
export const runIdOf = (json: string): string => ofText(json, true).runId();
export const digestOf = (text: string): string => ofText(text, false).digest();

/** The text of a manifest. */
export function manifestText(
  run: string,
  { version, stream, seed, scenario, partial, command }: RunOrigin,
  files: Manifest["files"],
): string {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  const manifest: Manifest = {
    format: 1,
    run,
    version,
    stream,
    seed,
    ...(scenario === undefined ? {} : { scenario }),
    ...(partial ? { partial } : {}),
    command,
    files: sorted,
  };
  return jsonText(manifest);
}

/** What a manifest says; undefined where it is none. Of its files only those that can be reports. */
export function parseManifest(text: string): Pick<Manifest, "run" | "command" | "files"> | undefined {
  try {
    const { format, run, command, files } = JSON.parse(text) as Partial<Manifest>;
    if (format !== 1 || typeof run !== "string" || typeof command !== "string" || typeof files !== "object") return;
    const listed = Object.entries(files).filter(
      ([name, digest]) => REPORTS.some((form) => form.test(name)) && typeof digest === "string",
    );
    return { run, command, files: Object.fromEntries(listed) };
  } catch {
    return undefined;
  }
}
