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

/** Words on the command line that cannot be used. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
