import type { Said } from "../scenario/said.ts";
/** Exit codes, the same for every command. */
export const EXIT = {
  ok: 0,
  /** A check or a goal failed. */
  failed: 1,
  usage: 2,
  badInput: 3,
  inconclusive: 4,
  runtime: 5,
  interrupted: 130,
  terminated: 143,
} as const;

/** Something could not be written: one line that says what and why. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(what: string, cause: unknown) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    super(`cannot write ${what}: ${REASONS[code] ?? message}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "part of the path is not a folder",
  EEXIST: "a file of that name is in the way",
  ENOENT: "there is no such folder and it cannot be made",
  EISDIR: "a folder of that name is in the way",
};

/** Words on the command line that cannot be used. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly said: Said;

  constructor(said: Said) {
    super(said.en);
    this.said = said;
  }
}

/** A value that a flag cannot take: `program.ts` says of which flag. */
export class ArgumentError extends UsageError {}
