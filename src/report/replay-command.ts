import type { Result } from "../analysis/result.ts";

/** What a replay takes over from a run: it plays the same trials only with the same edits, seed and trials. */
const SHARED = / --(?:trials|seed|set|lang) (?:'(?:[^']|'\\'')*'|\S+)+/g;
const RUN = /^crible (?:run|check|compare|effects|play|rank|sensitivity|solve|sweep) ((?:'(?:[^']|'\\'')*'|[^\s'])+)/;

/**
 * The command that plays one trial of a run die by die: its first simulated cell's first trial. None where nothing was
 * simulated, or the result is not one of `crible run`.
 */
export function replayCommand({ command, cells }: Pick<Result, "command" | "cells">): string | undefined {
  const cell = cells.find(({ method, trials }) => method === "monte-carlo" && trials !== undefined && trials > 0);
  return cell && cellCommands(command, cell.id)?.replay;
}

/** The commands that tell a cell of a run further: the dice that it needs, and one of its trials. None where none made it. */
export function cellCommands(
  command: string,
  cell: string,
  point: Readonly<Record<string, number | string>> = {},
): Readonly<Record<"explain" | "replay" | "run", string>> | undefined {
  const file = RUN.exec(command)?.[1];
  if (file === undefined) return undefined;
  const quoted = (word: string) => (/^[\w.~+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const at = Object.entries(point).map(([path, value]) => ` --set ${quoted(`${path}=${value}`)}`);
  const id = quoted(at.length > 0 ? cell.split("@")[0]! : cell);
  const shared = [...(command.match(SHARED) ?? []), ...at];
  const edits = shared.filter((flag) => !/^ --(?:trials|seed) /.test(flag));
  return {
    run: `crible run ${file}${shared.join("")} --cell ${id}`,
    explain: `crible explain ${file}${edits.join("")} --cell ${id}`,
    replay: `crible replay ${file}${shared.join("")} --cell ${id}`,
  };
}
