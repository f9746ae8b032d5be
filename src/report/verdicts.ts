/** The outcome of a check in words: what every report of it says. */

import type { Acceptance, Accepted } from "../analysis/accept.ts";
import { blocksPath } from "../analysis/blocks.ts";
import type { CheckResult, MetricCheck, NameFault } from "../analysis/check-result.ts";
import { estimateText } from "./estimate.ts";
import { languageFor } from "./format.ts";
import { goalFound, goalWanted } from "./goals.ts";
import type { Language } from "./language/language.ts";

const RANK = { changed: 0, drift: 1, inconclusive: 2, equivalent: 3, same: 4 };

/** Worst first: drift before what is undecided, by how many margins it moved. */
export const worstMetrics = (metrics: readonly MetricCheck[]): MetricCheck[] =>
  metrics.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict] || excess(b) - excess(a));

const excess = ({ difference, margin }: MetricCheck): number => Math.abs(difference) / Math.max(margin, 1e-12);

/** Neither the same nor equivalent. */
export const isTold = ({ verdict }: MetricCheck): boolean => verdict !== "same" && verdict !== "equivalent";

/** The name of a number; said apart when it was held against the anchor. */
export const checkedName = ({ key, cell, against }: MetricCheck, { check: say, measure }: Language): string => {
  const name = key.startsWith(`${cell}/`) ? `${cell}/${measure(key.slice(cell.length + 1))}` : key;
  return against === "anchor" ? say.sinceAnchor(name) : name;
};

/** `+3.4 points ± 0.2`. */
export function driftText(
  { difference, half, unit }: Pick<MetricCheck, "difference" | "half" | "unit">,
  { check: say, signed, number, percentNumber }: Language,
): string {
  if (difference === 0 && half === 0) return say.noChange;
  if (unit === "mean") return `${signed(difference, 3)}${half > 0 ? ` ± ${number(half)}` : ""}`;
  const text = say.points(signed(difference * 100, 1), difference * 100);
  return `${text}${half > 0 ? ` ± ${percentNumber(half)}` : ""}`;
}

export function marginText(
  { margin, unit }: Pick<MetricCheck, "margin" | "unit">,
  { check: say, plain }: Language,
): string {
  if (unit !== "chance") return plain(Number(margin.toPrecision(4)));
  const value = Number((margin * 100).toPrecision(6));
  return say.margin(plain(value), value);
}

/** A number before or now, with a fraction where it is a short one. */
export function sideText({ unit }: Pick<MetricCheck, "unit">, side: MetricCheck["before"], language: Language): string {
  const text = estimateText(side, unit === "chance", language);
  return side.fraction !== undefined && side.fraction.length <= 16 ? `${text} (${side.fraction})` : text;
}

/** `48.9 % ± 0.1 → 52.3 % ± 0.1, +3.4 points ± 0.2, margin 1 point`. */
export const checkedText = (metric: MetricCheck, language: Language): string =>
  language.check.checked(
    sideText(metric, metric.before, language),
    sideText(metric, metric.now, language),
    driftText(metric, language),
    marginText(metric, language),
  );

export const faultText = ({ fault, nearest }: NameFault, { check: say }: Language): string =>
  nearest === undefined ? say.faults[fault] : say.nearest(say.faults[fault], nearest);

/** A count in words; left out where there is none. */
const tally = (n: number, text: (n: number) => string): string[] => (n === 0 ? [] : [text(n)]);

/** `1 drift, 2 inconclusive, 497 equivalent; 3 goals met`. */
export function countsText(
  { metrics, goals, names }: Pick<CheckResult, "metrics" | "goals" | "names">,
  { check: say }: Language,
): string {
  const of = (verdict: MetricCheck["verdict"]) => metrics.filter((metric) => metric.verdict === verdict).length;
  const numbers = [
    ...tally(of("changed"), say.counts.changed),
    ...tally(of("drift"), say.counts.drift),
    ...tally(names.length, say.counts.names),
    ...tally(of("inconclusive"), say.counts.inconclusive),
    ...tally(of("equivalent"), say.counts.equivalent),
    ...tally(of("same"), say.counts.same),
  ];
  const met = (verdict: string) => goals.filter((goal) => goal.verdict === verdict).length;
  const goalCounts = [
    ...tally(met("fail"), say.counts.missed),
    ...tally(met("inconclusive"), say.counts.open),
    ...tally(met("pass"), say.counts.met),
  ];
  return [numbers.join(", "), goalCounts.join(", ")].filter((part) => part !== "").join(say.semicolon);
}

/** The whole check in a sentence. */
export function verdictText(result: CheckResult, language: Language = languageFor(result)): string {
  const { check: say } = language;
  const { verdict, identical, baseline, metrics } = result;
  if (result.partial) return say.interrupted(countsText(result, language));
  if (identical) {
    const goals = countsText({ ...result, metrics: [], names: [] }, language);
    return say.identical(say.overall[verdict], metrics.length, String(baseline), goals);
  }
  return say.verdict(say.overall[verdict], countsText(result, language) || say.nothing);
}

/** What the verdict rests on, and why numbers were compared at all. */
export function basisText(
  { baseline, differs, alpha, metrics }: CheckResult,
  { check: say, percent }: Language,
): string | undefined {
  if (baseline === undefined) return say.goalsAlone;
  if (metrics.some(({ verdict }) => verdict === "changed")) return say.changedBasis;
  if (differs.length === 0) return undefined;
  return say.basis(baseline, differs.map((part) => say.differs[part] ?? part).join(", "), percent(alpha));
}

/** What to do about a verdict. */
export function adviceText(result: CheckResult, { check: say }: Language): string[] {
  const { metrics, names, goals, update, baseline, trials, partial, paired, unpaired } = result;
  const moved = names.length > 0 || metrics.some(({ verdict }) => verdict === "drift" || verdict === "changed");
  const isOpen = [...metrics, ...goals].some(({ verdict }) => verdict === "inconclusive");
  const isInBlocks = paired !== undefined || unpaired !== undefined;
  return [
    ...(moved && baseline !== undefined && update !== undefined
      ? [say.accept(`${update} && git add ${isInBlocks ? `${baseline} ${blocksPath(baseline)}` : baseline}`)]
      : []),
    ...(update !== undefined && metrics.some((metric) => metric.against === "anchor" && isTold(metric))
      ? [say.anchor(`${update} --anchor`)]
      : []),
    ...(isOpen && !partial ? [say.undecided(trials)] : []),
  ];
}

/** A goal in a sentence, its verdict apart. */
export const goalText = (goal: CheckResult["goals"][number], language: Language): string =>
  language.goals.wanted(goalFound(goal, language), goalWanted(goal, language));

/** What an update accepts, one line each. */
export function acceptanceLines({ changed, added, removed, unchanged }: Acceptance, language: Language): string[] {
  const { check: say } = language;
  const line = (mark: string, { key, unit, before, now }: Accepted): string => {
    const text = sideText({ unit }, now, language);
    if (before === undefined) return `  ${mark} ${say.line(key, text)}`;
    const drift = driftText({ difference: now.value - before.value, half: 0, unit }, language);
    return `  ${mark} ${say.line(key, say.moved(sideText({ unit }, before, language), text, drift))}`;
  };
  return [
    ...changed.map((one) => line("~", one)),
    ...added.map((one) => line("+", one)),
    ...removed.map((key) => `  - ${key}`),
    [
      ...tally(changed.length, say.counts.changed),
      ...tally(added.length, say.counts.added),
      ...tally(removed.length, say.counts.removed),
      ...tally(unchanged, say.counts.unchanged),
    ].join(", ") || say.nothingTracked,
  ];
}
