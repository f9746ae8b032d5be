import pc from "picocolors";
import type { Replay, TrialValue } from "../analysis/replay.ts";
import type { ToldEntry, ToldThrow } from "../rulesets/telling.ts";
import { count, labelOf, metricPlace } from "./format.ts";
import { printable, type TerminalOptions } from "./terminal.ts";

type Paint = ReturnType<typeof pc.createColors>;
/** Columns that rule ids take at the right, and the most that a line may have. */
const WIDEST = 80;
const INDENT = 2;

/** The dice of a throw against what they needed: `7 ≥ 5`, `2 7 9, each 5+`, `best of 3 8: 8`. */
export function diceText({ faces, needed, sides, best, answer }: ToldThrow): string {
  if (faces.length === 0) return `no die: ${(needed ?? 1) <= 1 ? "always" : `never (${needed}+ on a D${sides})`}`;
  const shown = faces.join(" ");
  if (needed !== undefined) {
    if (faces.length > 1) return `${shown}, each ${needed}+`;
    return `${shown} ${faces[0]! >= needed ? "≥" : "<"} ${needed}`;
  }
  return best && faces.length > 1 ? `best of ${shown} is ${answer}` : shown;
}

/** Text and, at the right edge, a rule id; longer texts go on in further lines, indented. */
function line(indent: number, text: string, rule: string | undefined, width: number, c: Paint): string[] {
  const id = rule ?? "";
  const room = width - indent - (id === "" ? 0 : id.length + 2);
  const rows: string[] = [];
  let row = "";
  for (const word of printable(text).split(" ")) {
    const most = rows.length === 0 ? room : room - 2 * INDENT;
    if (row !== "" && row.length + 1 + word.length > most) {
      rows.push(row);
      row = word;
    } else row = row === "" ? word : `${row} ${word}`;
  }
  rows.push(row);
  return rows.map((own, i) => {
    const begin = " ".repeat(i === 0 ? indent : indent + 2 * INDENT);
    if (i < rows.length - 1 || id === "") return `${begin}${own}`;
    const pad = Math.max(2, width - begin.length - own.length - id.length);
    return `${begin}${own}${" ".repeat(pad)}${c.dim(id)}`;
  });
}

function entryLines(entry: ToldEntry, indent: number, width: number, c: Paint): string[] {
  if ("heading" in entry) {
    const [first = "", ...rest] = line(indent, entry.heading, entry.rule, width, c);
    return [
      indent === 0 ? "" : undefined,
      indent === 0 ? c.bold(first) : first,
      ...rest,
      ...entry.entries.flatMap((own) => entryLines(own, indent + INDENT, width, c)),
    ].filter((own) => own !== undefined);
  }
  if ("change" in entry) return line(indent, `→ ${entry.change}`, entry.rule, width, c);
  const { act, result, rule } = entry;
  return line(indent, `${act}: ${diceText(entry)}${result === undefined ? "" : `  ${result}`}`, rule, width, c);
}

const valueText = (own: TrialValue): string => {
  const place = metricPlace(own);
  return `${own.name}${place === "" ? "" : ` (${place})`} ${own.value}`;
};

/** A trial told for people: where it comes from, every die, and what it counted for. */
export function tellingText(replay: Replay, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const width = Math.min(WIDEST, options.width);
  const { cell, trial, trials, block, place, seed, stream, found, result, assumptions } = replay;
  const { attacker, defender } = cell;
  const units = [attacker, defender].filter((name) => name !== "-").map((name) => labelOf(replay, name));
  const head = [
    units.length === 0 ? cell.experiment : units.join(" against "),
    `cell ${cell.id}`,
    `trial ${count(trial)} of ${count(trials)}: block ${block}, place ${place}; seed ${seed}`,
    `stream ${stream}`,
    ...(found ? [`percentile ${found.percentile} of ${valueText(found).replace(/ (?=[^ ]*$)/, " is ")}`] : []),
    ...cell.options.map(({ id, name, value }) => `option ${name}: ${JSON.stringify(value)} (${id})`),
    ...(assumptions.length > 0 ? [`assumptions: ${assumptions.join(", ")}`] : []),
    ...(replay.oneOfMany
      ? ["One telling of this trial: its result is as drawn, the dice are one way it may have come about."]
      : []),
  ];
  const [title = "", ...facts] = head.flatMap((text) => line(0, text, undefined, width, c));
  return [
    c.bold(title),
    ...facts.map((text) => c.dim(text)),
    ...(replay.entries.some((entry) => "heading" in entry) ? [] : [""]),
    ...replay.entries.flatMap((entry) => entryLines(entry, 0, width, c)),
    "",
    c.bold("This trial"),
    ...resultLines(result, width, c),
    "",
  ].join("\n");
}

/** Every metric; those of each turn one line a turn and side. */
function resultLines(result: readonly TrialValue[], width: number, c: Paint): string[] {
  const rows = new Map<string, string[]>();
  for (const own of result) {
    const place = metricPlace(own);
    rows.set(place, [...(rows.get(place) ?? []), `${own.name} ${own.value}`]);
  }
  return [...rows].flatMap(([place, values]) =>
    line(INDENT, `${place === "" ? "" : `${place}: `}${values.join(", ")}`, undefined, width, c),
  );
}

/** The telling as data. */
export const tellingJson = (replay: Replay): string => `${JSON.stringify(replay, undefined, 1)}\n`;
