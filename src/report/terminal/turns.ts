/** What is measured at the end of every turn, as one small curve for each side and state. */

import type { MetricResult, Outcome } from "../../analysis/result.ts";
import { groupedBy } from "../../scenario/grouped.ts";
import { chanceText, meanText, metricPlace } from "../format.ts";
import type { Language } from "../language/language.ts";
import { aligned, coloursOf, curve, printable, type TerminalOptions } from "./blocks.ts";

interface TurnCurve {
  readonly name: string;
  readonly values: readonly number[];
  /** The first and the last of them as they are written. */
  readonly ends: readonly [string, string];
  /** What all are measured by: 1 for chances, the greatest of all means. */
  readonly isChance: boolean;
}

/** More values than these are no states: their mean is told, or nothing. */
const MOST_VALUES = 6;

/** Metrics of several turns, told by side and state; `told` are those that it takes account of. */
export function tracesOf(
  metrics: readonly MetricResult[],
  language: Language,
): { traces: TurnCurve[]; told: Set<MetricResult> } {
  const groups = groupedBy(
    metrics.filter(({ turn }) => turn !== undefined),
    ({ name, side, target, section }) => [name, side, target, section].join("\0"),
  );
  const told = new Set<MetricResult>();
  const traces: TurnCurve[] = [];
  for (const group of groups) {
    const [first] = group;
    if (group.length < 2) continue;
    const { turn: _, ...place } = first!;
    const where = metricPlace(place, language);
    const name = (word: string) => (where === "" ? word : language.goals.line(where, word));
    if (first!.mean !== undefined)
      traces.push({
        name: name(language.metric(first!.name)),
        values: group.map(({ mean = 0 }) => mean),
        ends: [meanText(first!, language), meanText(group.at(-1)!, language)],
        isChance: false,
      });
    else if (first!.outcomes.length <= MOST_VALUES)
      for (const { value } of first!.outcomes.filter(({ value }) => value !== "no"))
        traces.push({
          name: name(value === "yes" ? language.metric(first!.name) : language.value(first!.name, value)),
          values: group.map((metric) => outcomeOf(metric, value).probability),
          ends: [first!, group.at(-1)!].map((metric) => chanceText(outcomeOf(metric, value), language)) as [
            string,
            string,
          ],
          isChance: true,
        });
    else continue;
    for (const metric of group) told.add(metric);
  }
  return { traces, told };
}

const outcomeOf = ({ outcomes }: MetricResult, value: Outcome["value"]): Outcome =>
  outcomes.find((one) => one.value === value) ?? { value, probability: 0 };

/** A row for each trace: its curve, then where it begins and where it ends. */
export function turnLines(traces: readonly TurnCurve[], language: Language, options: TerminalOptions): string[] {
  const c = coloursOf(options);
  if (traces.length === 0) return [];
  const { general, say } = language;
  const most = Math.max(...traces.filter(({ isChance }) => !isChance).flatMap(({ values }) => values), 0);
  const last = Math.max(...traces.map(({ values }) => values.length));
  const head = ["", say`turns 1–${last}`, general.turn(1), general.turn(last)].map((text) => c.dim(text));
  const rows = traces.map(({ name, values, ends, isChance }) => [
    printable(name),
    c.cyan(curve(values, options.ascii, isChance ? 1 : most)),
    ...ends,
  ]);
  return aligned([head, ...rows], ["left", "left", "right", "right"], { indent: 4, options });
}
