/** A check as Markdown, for a step summary or one comment that is kept up to date. */
import { createHash } from "node:crypto";
import type { CheckResult, MetricCheck } from "../analysis/check-result.ts";
import { escapeMarkdown, fenced, goalTable, provenance } from "./markdown.ts";
import { printable } from "./terminal.ts";
import {
  adviceText,
  basisText,
  checkedName,
  driftText,
  faultText,
  isTold,
  marginText,
  sideText,
  verdictText,
  worstMetrics,
} from "./verdicts.ts";

/** GitHub refuses a comment of 65,536 characters. */
const LONGEST = 65_000;

/**
 * What a bot finds its own comment by: a comment of HTML on the first line. No name can forge it, for `<` never reaches
 * the text unescaped.
 */
export const stickyMarker = (file: string): string =>
  `<!-- crible-check ${createHash("sha256").update(file).digest("hex").slice(0, 12)} -->`;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const HEAD = [
  row(["verdict", "number", "before", "now", "change", "margin"]),
  row(["---", "---", "---:", "---:", "---:", "---:"]),
];

const metricRow = (metric: MetricCheck): string =>
  row([
    isTold(metric) ? `**${metric.verdict}**` : metric.verdict,
    escapeMarkdown(checkedName(metric)),
    sideText(metric, metric.before),
    sideText(metric, metric.now),
    driftText(metric),
    marginText(metric),
  ]);

/** `link`: where the whole is to be found, when not all of it fits. */
export function checkMarkdown(result: CheckResult, link?: string): string {
  const told = worstMetrics(result.metrics.filter(isTold));
  const others = worstMetrics(result.metrics.filter((metric) => !isTold(metric)));
  const head = [stickyMarker(result.file), `## ${escapeMarkdown(verdictText(result))}`, ""];
  const basis = basisText(result);
  if (basis !== undefined) head.push(escapeMarkdown(basis), "");
  const advice = adviceText(result).flatMap((text) => [...fenced(printable(text)), ""]);
  const tail = [...advice, escapeMarkdown(`${provenance(result)} Again: ${result.command}`), ""];
  const page = new Page([...head, ...tail], link);
  page.table(HEAD, told.map(metricRow));
  page.table(
    [row(["name", "fault"]), row(["---", "---"])],
    result.names.map((name) => row([escapeMarkdown(name.key), escapeMarkdown(faultText(name))])),
  );
  if (result.goals.length > 0) {
    const [title = "", blank = "", names = "", rule = "", ...rows] = goalTable(result.goals);
    page.table(
      [`#${title}`, blank, names, rule],
      rows.filter((line) => line !== ""),
    );
  }
  if (others.length > 0)
    page.table(
      [`<details><summary>${others.length} within their margins</summary>`, "", ...HEAD],
      others.map(metricRow),
      ["", "</details>"],
    );
  return [...head, ...page.lines, ...tail].join("\n");
}

/** Tables that share the room a comment has. */
class Page {
  readonly lines: string[] = [];
  readonly #link: string | undefined;
  #room: number;

  constructor(around: readonly string[], link: string | undefined) {
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
      this.lines.push(`${rows.length} rows of a table do not fit here${this.#where()}.`, "");
      return;
    }
    this.lines.push(...head, ...rows.slice(0, shown), ...foot, "");
    if (shown < rows.length) this.lines.push(`… and ${rows.length - shown} more${this.#where()}.`, "");
  }

  #where(): string {
    return this.#link === undefined ? "; crible check prints them" : ` ([the whole run](${this.#link}))`;
  }
}
