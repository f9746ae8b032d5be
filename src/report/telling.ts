import pc from "picocolors";
import type { Replay, TrialValue } from "../analysis/replay.ts";
import { inEnglish } from "../rule/message.ts";
import type { ToldEntry } from "../rulesets/telling.ts";
import { languageFor, metricPlace } from "./format.ts";
import { jsonText } from "./json.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { entryText } from "./telling-entry.ts";
import { printable, type TerminalOptions } from "./terminal.ts";

type Paint = ReturnType<typeof pc.createColors>;
/** Columns that rule ids take at the right, and the most that a line may have. */
const WIDEST = 80;
const INDENT = 2;

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
  return rows.map((row, i) => {
    const begin = " ".repeat(i === 0 ? indent : indent + 2 * INDENT);
    if (i < rows.length - 1 || id === "") return `${begin}${row}`;
    const pad = Math.max(2, width - begin.length - row.length - id.length);
    return `${begin}${row}${" ".repeat(pad)}${c.dim(id)}`;
  });
}

function entryLines(entry: ToldEntry, indent: number, width: number, language: Language, c: Paint): string[] {
  const text = entryText(entry, language);
  if ("heading" in entry) {
    const [first = "", ...rest] = line(indent, text, entry.rule, width, c);
    return [
      indent === 0 ? "" : undefined,
      indent === 0 ? c.bold(first) : first,
      ...rest,
      ...entry.entries.flatMap((inner) => entryLines(inner, indent + INDENT, width, language, c)),
    ].filter((each) => each !== undefined);
  }
  return line(indent, "change" in entry ? `→ ${text}` : text, entry.rule, width, c);
}

const metricName = (trialValue: TrialValue, language: Language): string => {
  const place = metricPlace(trialValue, language);
  return `${language.metric(trialValue.name)}${place === "" ? "" : ` (${place})`}`;
};

/** A trial told for people: where it comes from, every die, and what it counted for. */
export function tellingText(replay: Replay, options: TerminalOptions): string {
  const c = pc.createColors(options.colour);
  const width = Math.min(WIDEST, options.width);
  const language = calling([replay.cell], languageFor(replay));
  const { say, general } = language;
  const { cell, stream, found, result, assumptions, trial, trials, block, place, seed } = replay;
  const { attacker, defender } = cell;
  const units = [attacker, defender].filter((name) => name !== "-").map((name) => language.unit(name));
  const head = [
    units.length === 0 ? cell.experiment : units.reduce(general.against),
    say`cell ${cell.id}`,
    say`trial ${trial} of ${trials}: block ${block}, place ${place}; seed ${seed}`,
    say`stream ${stream}`,
    ...(found
      ? [
          say`percentile ${language.plain(found.percentile)} of ${metricName(found, language)} is ${language.value(found.name, found.value)}`,
        ]
      : []),
    ...cell.options.map((one) =>
      language.cell.optionLine(language.option(one.name), language.optionValue(one.name, one.value), one.id),
    ),
    ...(assumptions.length > 0 ? [language.explanation.assumptions(assumptions.join(", "))] : []),
    ...(replay.oneOfMany
      ? [say`One telling of this trial: its result is as drawn, the dice are one way it may have come about.`]
      : []),
  ];
  const [title = "", ...facts] = head.flatMap((text) => line(0, text, undefined, width, c));
  return [
    c.bold(title),
    ...facts.map((text) => c.dim(text)),
    ...(replay.entries.some((entry) => "heading" in entry) ? [] : [""]),
    ...replay.entries.flatMap((entry) => entryLines(entry, 0, width, language, c)),
    "",
    c.bold(say`This trial`),
    ...resultLines(result, width, language, c),
    "",
  ].join("\n");
}

/** Every metric; those of each turn one line a turn and side. */
function resultLines(result: readonly TrialValue[], width: number, language: Language, c: Paint): string[] {
  const rows = new Map<string, string[]>();
  for (const trialValue of result) {
    const place = metricPlace(trialValue, language);
    const [metric, value] = [language.metric(trialValue.name), language.value(trialValue.name, trialValue.value)];
    const told = typeof trialValue.value === "string" ? language.say`${metric} ${value}{#word}` : `${metric} ${value}`;
    rows.set(place, [...(rows.get(place) ?? []), told]);
  }
  return [...rows].flatMap(([place, values]) =>
    line(INDENT, place === "" ? values.join(", ") : language.say`${place}: ${values.join(", ")}`, undefined, width, c),
  );
}

/** The telling as data, its sentences in English. */
export const tellingJson = (replay: Replay): string => jsonText({ ...replay, entries: inEnglish(replay.entries) });
