/** The outcome of a check in words: what every report of it says. */
import type { Acceptance, Accepted } from "../analysis/accept.ts";
import type { CheckResult, MetricCheck, NameFault } from "../analysis/check-result.ts";
import { estimateText } from "./estimate.ts";
import { count, number, percent, signed } from "./format.ts";
import { goalFound, goalWanted } from "./goals.ts";

const RANK = { changed: 0, drift: 1, inconclusive: 2, equivalent: 3, same: 4 };

/** Worst first: drift before what is undecided, by how many margins it moved. */
export const worstMetrics = (metrics: readonly MetricCheck[]): MetricCheck[] =>
  metrics.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict] || excess(b) - excess(a));

const excess = ({ difference, margin }: MetricCheck): number => Math.abs(difference) / Math.max(margin, 1e-12);

/** Neither the same nor equivalent. */
export const isTold = ({ verdict }: MetricCheck): boolean => verdict !== "same" && verdict !== "equivalent";

/** The name of a number; said apart when it was held against the anchor. */
export const checkedName = ({ key, against }: MetricCheck): string =>
  against === "anchor" ? `${key} (since its anchor)` : key;

/** `+3.4 points ± 0.2`. */
export function driftText({ difference, half, unit }: Pick<MetricCheck, "difference" | "half" | "unit">): string {
  if (difference === 0 && half === 0) return "no change";
  if (unit === "mean") return `${signed(difference, 3)}${half > 0 ? ` ± ${number(half)}` : ""}`;
  return `${signed(difference * 100, 1)} points${half > 0 ? ` ± ${percent(half).replace(" %", "")}` : ""}`;
}

export const marginText = ({ margin, unit }: Pick<MetricCheck, "margin" | "unit">): string =>
  unit === "chance" ? pointsText(Number((margin * 100).toPrecision(6))) : String(Number(margin.toPrecision(4)));

const pointsText = (value: number): string => `${value} point${value === 1 ? "" : "s"}`;

/** A number before or now, with a fraction where it is a short one. */
export function sideText({ unit }: Pick<MetricCheck, "unit">, side: MetricCheck["before"]): string {
  const text = estimateText(side, unit === "chance");
  return side.fraction !== undefined && side.fraction.length <= 16 ? `${text} (${side.fraction})` : text;
}

/** `48.9 % ± 0.1 → 52.3 % ± 0.1, +3.4 points ± 0.2, margin 1 point`. */
export const checkedText = (metric: MetricCheck): string =>
  `${sideText(metric, metric.before)} → ${sideText(metric, metric.now)}, ${driftText(metric)}, margin ${marginText(metric)}`;

const FAULTS: Readonly<Record<NameFault["fault"], string>> = {
  new: "new: its cell is not in the baseline",
  missing: "missing in the baseline",
  obsolete: "obsolete: in the baseline, and nothing measures it any more",
  unlike: "a mean on one side and a chance on the other: the line was edited, or the metric changed its kind",
};

export const faultText = ({ fault, nearest }: NameFault): string =>
  nearest === undefined ? FAULTS[fault] : `${FAULTS[fault]} (is it ${nearest}?)`;

const tally = (n: number, one: string, many = one): string[] =>
  n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`];

/** `1 drift, 2 inconclusive, 497 equivalent; 3 goals met`. */
export function countsText({ metrics, goals, names }: CheckResult): string {
  const of = (verdict: MetricCheck["verdict"]) => metrics.filter((metric) => metric.verdict === verdict).length;
  const numbers = [
    ...tally(of("changed"), "changed"),
    ...tally(of("drift"), "drift"),
    ...tally(names.length, "name that only one side has", "names that only one side has"),
    ...tally(of("inconclusive"), "inconclusive"),
    ...tally(of("equivalent"), "equivalent"),
    ...tally(of("same"), "the same"),
  ];
  const met = (verdict: string) => goals.filter((goal) => goal.verdict === verdict).length;
  const goalCounts = [
    ...tally(met("fail"), "goal missed", "goals missed"),
    ...tally(met("inconclusive"), "goal inconclusive", "goals inconclusive"),
    ...tally(met("pass"), "goal met", "goals met"),
  ];
  return [numbers.join(", "), goalCounts.join(", ")].filter((part) => part !== "").join("; ");
}

/** The whole check in a sentence. */
export function verdictText(result: CheckResult): string {
  const { verdict, identical, baseline, metrics } = result;
  if (result.partial) return `Balance check: interrupted, nothing is decided; ${countsText(result)}`;
  if (identical) {
    const { length } = metrics;
    const goals = countsText({ ...result, metrics: [], names: [] });
    return `Balance check: ${verdict}, ${count(length)} number${length === 1 ? "" : "s"} identical to ${baseline}${goals === "" ? "" : `; ${goals}`}`;
  }
  return `Balance check: ${verdict}; ${countsText(result) || "nothing to compare"}`;
}

/** What the verdict rests on, and why numbers were compared at all. */
export function basisText({ baseline, differs, alpha, metrics }: CheckResult): string | undefined {
  if (baseline === undefined) return "Goals alone were checked, no baseline.";
  if (metrics.some(({ verdict }) => verdict === "changed"))
    return "Scenario, seed, stream, version and trials are the baseline's, so the numbers should be too: crible gives other numbers than it did, or the baseline was edited.";
  if (differs.length === 0) return undefined;
  return `Compared with ${baseline}: not the same ${differs.join(", ")}. A false alarm has a chance of at most ${percent(alpha)} in the whole check.`;
}

/** What to do about a verdict. */
export function adviceText(result: CheckResult): string[] {
  const { metrics, names, goals, update, baseline, trials, partial } = result;
  const moved = names.length > 0 || metrics.some(({ verdict }) => verdict === "drift" || verdict === "changed");
  const isOpen = [...metrics, ...goals].some(({ verdict }) => verdict === "inconclusive");
  return [
    ...(moved && baseline !== undefined && update !== undefined
      ? [`Accept on purpose: ${update} && git add ${baseline}`]
      : []),
    ...(update !== undefined && metrics.some((metric) => metric.against === "anchor" && isTold(metric))
      ? [`Anchor all numbers where they stand now: ${update} --anchor`]
      : []),
    ...(isOpen && !partial
      ? [`Undecided after ${count(trials)} trials: give more with --trials, or a wider --margin.`]
      : []),
  ];
}

/** A goal in a sentence, its verdict apart. */
export const goalText = (goal: CheckResult["goals"][number]): string =>
  `${goalFound(goal)}, wanted ${goalWanted(goal)}`;

/** What an update accepts, one line each. */
export function acceptanceLines({ changed, added, removed, unchanged }: Acceptance): string[] {
  const line = (mark: string, { key, unit, before, now }: Accepted): string => {
    const text = sideText({ unit }, now);
    if (before === undefined) return `  ${mark} ${key}: ${text}`;
    const moved = driftText({ difference: now.value - before.value, half: 0, unit });
    return `  ${mark} ${key}: ${sideText({ unit }, before)} → ${text}, ${moved}`;
  };
  return [
    ...changed.map((one) => line("~", one)),
    ...added.map((one) => line("+", one)),
    ...removed.map((key) => `  - ${key}`),
    [
      ...tally(changed.length, "changed"),
      ...tally(added.length, "added"),
      ...tally(removed.length, "removed"),
      ...tally(unchanged, "unchanged"),
    ].join(", ") || "no number is tracked",
  ];
}
