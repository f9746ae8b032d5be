/** A check as Markdown, for a step summary or one comment that is kept up to date. */

import type { CheckResult, MetricCheck } from "../analysis/check-result.ts";
import { sha256Hex } from "../dice/index.ts";
import { visibleLines } from "../scenario/problem.ts";
import { bothOf } from "./document.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";
import { goalTable } from "./markdown.ts";
import { escapeMarkdown, fenced, row } from "./markdown-text.ts";
import { faultText, faultyName, renamedOnce } from "./name-faults.ts";
import { provenance } from "./provenance.ts";
import { printable } from "./terminal.ts";
import {
  adviceText,
  aloneTexts,
  basisText,
  beforeText,
  cancelLines,
  causeGroups,
  causeLines,
  causesOfGroup,
  checkedName,
  driftText,
  exactText,
  isTold,
  marginText,
  unmoving,
  verdictText,
  worstMetrics,
} from "./verdicts.ts";

/** GitHub refuses a comment of 65,536 characters. */
const LONGEST = 65_000;

/**
 * What a bot finds its own comment by: a comment of HTML on the first line. No name can forge it, for `<` never reaches
 * the text unescaped.
 */
export const stickyMarker = (file: string): string => `<!-- crible-check ${sha256Hex(file).slice(0, 12)} -->`;

const headOf = ({ check: say }: Language): string[] => [
  row(say.columns),
  row(["---", "---", "---:", "---:", "---:", "---:"]),
];

/** A cause; what a long text was and is stands below it. */
function causeMarkdown(cause: string, mark = ""): string[] {
  const [name = "", ...texts] = cause.split("\n").map(escapeMarkdown);
  return [`${mark}${name}${mark}`, "", ...texts.flatMap((text) => [text, ""])];
}

const metricRow = (metric: MetricCheck, language: Language): string => {
  const word = language.check.verdicts[metric.verdict];
  return row([
    isTold(metric) ? `**${word}**` : word,
    escapeMarkdown(checkedName(metric, language)),
    beforeText(metric, language, exactText),
    exactText(metric, metric.now, language),
    [driftText(metric, language), ...aloneTexts(metric, language).map(escapeMarkdown)].join(language.check.semicolon),
    marginText(metric, language),
  ]);
};

/** Input that could not be checked, under the marker of its scenario: no older comment stands for it. */
export const faultMarkdown = (file: string, message: string): string =>
  [stickyMarker(file), "## Balance check: error", "", ...fenced(visibleLines(message)), ""].join("\n");

/** `link`: where the whole is to be found, when not all of it fits. */
export function checkMarkdown(result: CheckResult, link?: string): string {
  const language = languageFor(result);
  const { say } = language;
  const rowOf = (metric: MetricCheck) => metricRow(metric, language);
  const told = result.metrics.filter(isTold);
  const others = worstMetrics(result.metrics.filter((metric) => !isTold(metric)));
  const head = [stickyMarker(result.file), `## ${escapeMarkdown(verdictText(result, language))}`, ""];
  const basis = basisText(result, language);
  head.push(...causeLines(unmoving(result, told), language).flatMap((cause) => causeMarkdown(cause)));
  const advice = adviceText(result, language).flatMap((text) => [...fenced(printable(text)), ""]);
  const tail = [
    ...(basis === undefined ? [] : [escapeMarkdown(basis), ""]),
    ...advice,
    escapeMarkdown(language.say`${provenance(result)} Again: ${result.command}`),
    "",
  ];
  for (const line of cancelLines(result, (metric) => checkedName(metric, language), language))
    head.push(escapeMarkdown(line), "");
  const page = new CommentPage([...head, ...tail], link, say);
  for (const group of causeGroups(result, told, language)) {
    const causes = causesOfGroup(result, group, language).flatMap((cause) => causeMarkdown(cause, "**"));
    page.table([...causes, ...headOf(language)], group.metrics.map(rowOf));
  }
  page.table(
    [row([language.say`name`, language.say`fault`]), row(["---", "---"])],
    renamedOnce(result.names).map((name) =>
      row([bothOf(faultyName(name, language)), escapeMarkdown(faultText(name, language))]),
    ),
  );
  if (result.goals.length > 0) {
    const [title = "", blank = "", names = "", rule = "", ...rows] = goalTable(result.goals, language);
    page.table(
      [`#${title}`, blank, names, rule],
      rows.filter((line) => line !== ""),
    );
  }
  if (others.length > 0)
    page.table(
      [`<details><summary>${language.say`${others.length} within their margins`}</summary>`, "", ...headOf(language)],
      others.map(rowOf),
      ["", "</details>"],
    );
  return [...head, ...page.lines, ...tail].join("\n");
}

/** Tables that share the room a comment has. */
class CommentPage {
  readonly lines: string[] = [];
  readonly #link: string | undefined;
  readonly #say: Language["say"];
  #room: number;

  constructor(around: readonly string[], link: string | undefined, say: Language["say"]) {
    this.#say = say;
    this.#room = LONGEST - 400 - around.reduce((sum, line) => sum + line.length + 1, 0);
    this.#link = link;
  }

  /** As many rows as fit, and how many did not. */
  table(head: readonly string[], rows: readonly string[], foot: readonly string[] = []): void {
    if (rows.length === 0) return;
    const around = [...head, ...foot, ""].reduce((sum, line) => sum + line.length + 1, 200);
    this.#room -= around;
    let shown = 0;
    while (shown < rows.length && this.#room > rows[shown]!.length) this.#room -= rows[shown++]!.length + 1;
    if (shown === 0) {
      this.lines.push(this.#say`${rows.length} rows of a table do not fit here${this.#where()}.`, "");
      return;
    }
    this.lines.push(...head, ...rows.slice(0, shown), ...foot, "");
    if (shown < rows.length) this.lines.push(this.#say`… and ${rows.length - shown} more${this.#where()}.`, "");
  }

  #where(): string {
    return this.#link === undefined
      ? this.#say`; crible check prints them`
      : this.#say` ([the whole run](${this.#link}))`;
  }
}
