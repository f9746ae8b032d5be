import type { Result } from "../analysis/result.ts";

/** What a replay takes over from a run: it plays the same trials only with the same edits, seed and trials. */
const SHARED = / --(?:trials|seed|set|lang) (?:'(?:[^']|'\\'')*'|\S+)+/g;
const RUN = /^crible run ((?:'(?:[^']|'\\'')*'|[^\s'])+)/;

/**
 * The command that plays one trial of a run die by die: its first simulated cell's first trial. None where nothing was
 * simulated, or the result is not one of `crible run`.
 */
export function replayCommand({ command, cells }: Pick<Result, "command" | "cells">): string | undefined {
  const file = RUN.exec(command)?.[1];
  const cell = cells.find(({ method, trials }) => method === "monte-carlo" && trials !== undefined && trials > 0);
  if (file === undefined || cell === undefined) return undefined;
  const id = /^[\w.~+-]+$/.test(cell.id) ? cell.id : `'${cell.id.replaceAll("'", "'\\''")}'`;
  return `crible replay ${file}${(command.match(SHARED) ?? []).join("")} --cell ${id}`;
}
