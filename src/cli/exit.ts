import { type Said, SaidError, said, type Text } from "../rulesets/said.ts";

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

/** What asks a process to end, and the exit code that answers: a terminal that is closed asks as TERM does. */
export const ENDING = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, number>>;

/** Something could not be written: one line that says what and why. */
export class OutputError extends SaidError {
  override readonly name = "OutputError";

  constructor(what: Text, cause: unknown) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    super(said`cannot write ${what}: ${REASONS[code] ?? message}`);
  }
}

const REASONS: Readonly<Record<string, Said>> = {
  EACCES: said`permission denied`,
  EPERM: said`not permitted`,
  EROFS: said`the file system is read-only`,
  ENOSPC: said`no space left on the device`,
  EDQUOT: said`the disk quota is used up`,
  ENOTDIR: said`part of the path is not a folder`,
  EEXIST: said`a file of that name is in the way`,
  ENOENT: said`there is no such folder and it cannot be made`,
  EISDIR: said`a folder of that name is in the way`,
};

/** Words on the command line that cannot be used. */
export class UsageError extends SaidError {
  override readonly name = "UsageError";
}

/** What is said where a signal came before anything was complete. */
export const NOTHING = said`interrupted: nothing was complete`;
export const KEPT = said`what was played is kept: the same command goes on from there`;

/** Stops a run at the first Ctrl-C, TERM or HUP, the process at the second. */
export function interruptible(): {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, if one did. */
  exit(): number | undefined;
  release(): void;
} {
  const controller = new AbortController();
  let signalled: number | undefined;
  const handlers = Object.entries(ENDING).map(([name, code]) => {
    const handler = () => {
      if (signalled !== undefined) process.exit(code);
      signalled = code;
      controller.abort();
    };
    process.on(name, handler);
    return [name, handler] as const;
  });
  return {
    signal: controller.signal,
    exit: () => signalled,
    release() {
      for (const [name, handler] of handlers) process.off(name, handler);
    },
  };
}

/** A signal came before anything was computed. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exit: number;

  constructor(exit: number) {
    super(NOTHING.en);
    this.exit = exit;
  }
}

/** A value that a flag cannot take: `program.ts` says of which flag. */
export class ArgumentError extends UsageError {}
