/** A check as workflow commands of GitHub Actions: annotations at the lines of the scenario. */
import type { CheckResult } from "../analysis/check-result.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { SET } from "../scenario/overlay.ts";
import { type Problem, visible, visibleLines } from "../scenario/problem.ts";
import { englishFor } from "./format.ts";
import { goalName } from "./goals.ts";
import { faultyLine } from "./name-faults.ts";
import {
  causeLines,
  causesOf,
  checkedName,
  checkedText,
  countsText,
  goalText,
  isTold,
  verdictText,
  worstMetrics,
} from "./verdicts.ts";

/** GitHub shows ten of a kind for each step. */
const MOST = 10;

interface Annotation {
  readonly kind: "error" | "warning";
  readonly title: string;
  readonly text: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

/** A text of several lines is a line of a command. */
const escapeData = (text: string): string => visibleLines(text).replace(/%/g, "%25").replace(/\n/g, "%0A");
const escapeProperty = (text: string): string => escapeData(visible(text)).replace(/:/g, "%3A").replace(/,/g, "%2C");

/**
 * The worst ten of errors and of warnings, one command a line; the last says how many more there are. Nothing in a
 * name can end a command. `fileFrom`: a file from the top of the repository.
 */
export function checkAnnotations(result: CheckResult, fileFrom: (file: string) => string = (file) => file): string {
  const command = commandOf(fileFrom);
  const all = annotationsOf(result);
  const lines = (["error", "warning"] as const).flatMap((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    if (ofKind.length <= MOST) return ofKind.map(command);
    const left = ofKind.length - (MOST - 1);
    const text = `${left} more; ${verdictText(result, englishFor(result))}`;
    return [...ofKind.slice(0, MOST - 1), { kind, title: "Balance check", text, place: undefined }].map(command);
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** The first error of input that cannot be checked, and how many there are besides. */
export function faultAnnotation(problems: readonly Problem[], fileFrom: (file: string) => string): string {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return "";
  const { message, hint, place } = first;
  const more = errors.length > 1 ? `; ${errors.length - 1} more` : "";
  const text = `${message}${hint === undefined ? "" : ` (${hint})`}${more}`;
  return `${commandOf(fileFrom)({ kind: "error", title: "Balance check: bad input", text, place })}\n`;
}

const commandOf =
  (fileFrom: (file: string) => string) =>
  ({ kind, title, text, place }: Annotation): string => {
    const where = place
      ? [`file=${escapeProperty(fileFrom(place.file))}`, `line=${place.line}`, `col=${place.column}`]
      : [];
    return `::${kind} ${[...where, `title=${escapeProperty(title)}`].join(",")}::${escapeData(text)}`;
  };

function annotationsOf(result: CheckResult): Annotation[] {
  const { file, metrics, names, goals, changes } = result;
  const english = englishFor(result);
  const whole = { file, line: 1, column: 1 };
  // Once for each edited line, neither of the command line nor of a catalogue that comes with the package.
  const placed = worstMetrics(metrics.filter(isTold)).flatMap((metric) => {
    const places = causesOf({ changes }, metric).flatMap(({ place }) =>
      place === undefined || place.file === SET || place.file.startsWith("crible:") ? [] : place,
    );
    const lines = groupedBy(places, ({ file, line }) => `${file}:${line}`).map(([place]) => place!);
    return (lines.length > 0 ? lines : [metric.place ?? whole]).map((place) => ({ metric, place }));
  });
  return [
    ...goals.flatMap((goal): Annotation[] => {
      if (goal.verdict === "pass") return [];
      const kind = goal.verdict === "fail" && goal.level === "error" ? "error" : "warning";
      const text = `${goalName(goal, english)}: ${goalText(goal, english)}`;
      return [{ kind, title: `Goal: ${goal.verdict}`, text, place: goal.place }];
    }),
    ...groupedBy(placed, ({ place: { file, line } }) => `${file}:${line}`).map((group): Annotation => {
      const [{ metric, place }] = group as [(typeof group)[number]];
      const kind = metric.verdict === "inconclusive" ? "warning" : "error";
      const number = `${checkedName(metric, english)}: ${checkedText(metric, english)}`;
      const several = countsText({ metrics: group.map((one) => one.metric), goals: [], names: [] }, english);
      const found = group.length === 1 ? [number] : [several, `the largest: ${number}`];
      const text = [...causeLines(causesOf({ changes }, metric), english), ...found].join("; ");
      return { kind, title: `Balance: ${metric.verdict}`, text, place };
    }),
    // Once for all that has another name or is gone together, at the line of the new name.
    ...groupedBy(names, ({ fault, key, same }) =>
      same ? `${same.of} ${same.was}` : `${fault} ${key.split("~", 1)[0]}`,
    ).map(([name, ...others]): Annotation => {
      const { same, fault } = name!;
      const renamed = same && changes.find(({ path }) => path === `${same.of}.${same.is}`);
      const more = others.length > 0 ? `; ${others.length} more` : "";
      const text = `${faultyLine(name!, english)}${more}`;
      return { kind: "error", title: `Balance: ${fault}`, text, place: renamed?.place ?? whole };
    }),
  ];
}
