/** The one number of each cell, beside each other. */
import type { Estimate } from "../../analysis/form.ts";
import { changeOf, estimateText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { type ChartRow, limitsOf } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

export interface OverviewPoint {
  readonly name: string;
  /** Its cell, where the page tells it. */
  readonly to?: string;
  /** The number without any modifier, where there is one: a line through all. */
  readonly isBase?: boolean;
  readonly estimate: Estimate;
  /** A second number of the same unit, which is part of the first. */
  readonly part?: Estimate;
}

/** By how much an exact number differs from the one without any modifier. */
export function shareText(now: Estimate, plain: Estimate, isChance: boolean, language: Language): string | undefined {
  if (now.lower !== undefined || plain.lower !== undefined || now.value === plain.value) return undefined;
  if (isChance) return changeOf(now.value - plain.value, isChance, language);
  if (plain.value <= 0) return undefined;
  const share = now.value / plain.value - 1;
  return Math.abs(share) < 0.005 || share > 9 ? undefined : language.withPercent(language.signed(share * 100, 0));
}

/** The largest first; those that trials do not tell from the next one stand in the order given. */
function apart(points: readonly OverviewPoint[], sorted: readonly OverviewPoint[]): OverviewPoint[] {
  let rank = 0;
  const ranks = sorted.map(({ estimate: { value, upper = value } }, i) => {
    const before = sorted[i - 1]?.estimate;
    if (before !== undefined && upper < (before.lower ?? before.value)) rank++;
    return rank;
  });
  const rankOf = (point: OverviewPoint) => ranks[sorted.indexOf(point)]!;
  return points.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * `what` completes "19.2 % …", `part` says what a part of that is; more points than `most` are left to the table. As bars
 * where they stand alone, with what each changes about the number without any modifier.
 */
export function overviewChart(
  points: readonly OverviewPoint[],
  isChance: boolean,
  { what, part }: { readonly what: string; readonly part?: string | undefined },
  language: Language,
  { most = 40, form = "point" }: { readonly most?: number; readonly form?: "point" | "bar" } = {},
): Chart {
  const { charts } = language;
  const text = (point: OverviewPoint) => estimateText(point.estimate, isChance, language);
  const sorted = points.toSorted((a, b) => b.estimate.value - a.estimate.value);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const shown = (form === "bar" ? apart(points, sorted) : sorted).slice(0, most);
  const some = shown.length < points.length ? charts.someOf(String(shown.length), String(points.length)) : "";
  const title =
    first.estimate.value === last.estimate.value
      ? language.say`${text(first)} ${what}, whatever the modifiers`
      : language.say`From ${text(last)} (${last.name}) to ${text(first)} (${first.name}) ${what}`;
  const base = points.filter(({ isBase }) => isBase);
  const plain = form === "bar" && base.length === 1 ? base[0]!.estimate : undefined;
  const parted =
    form === "bar" && part !== undefined && shown.every((point) => point.part !== undefined) ? part : undefined;
  const rows = shown.map((point): ChartRow => {
    const mark = ({ value, lower, upper, ...estimate }: Estimate, of: string, series: number) => {
      const limits = limitsOf({ lower, upper });
      const number = estimateText({ ...estimate, ...limits, value }, isChance, language);
      return { value, ...limits, series, isPart: series > 0, said: language.say`${point.name}: ${number} ${of}` };
    };
    const inAll = plain && shareText(point.estimate, plain, isChance, language);
    const inPart = parted && point.part && `${parted} ${estimateText(point.part, isChance, language)}`;
    return {
      name: point.name,
      to: point.to,
      text: text(point),
      change: [inAll ?? [], inPart ?? []].flat().join(", ") || undefined,
      marks: [
        mark(point.estimate, what, 0),
        ...(parted !== undefined && point.part !== undefined ? [mark(point.part, parted, 1)] : []),
      ],
    };
  });
  return {
    name: "overview",
    title: title + some,
    text: language.say`A row for each cell: ${what}.${charts.whiskers(rows)}`,
    drawing: rowsOf({
      rows,
      form,
      title: what,
      unit: isChance ? "chance" : "number",
      ...(parted === undefined ? {} : { series: [what, parted] }),
      ...(base.length === 1 ? { reference: { value: base[0]!.estimate.value, name: base[0]!.name } } : {}),
      language,
    }),
  };
}
