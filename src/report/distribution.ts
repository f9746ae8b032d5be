/** What can happen, as a grid: a row for each modifier set, a column for each value of the metric a kind is summed up by. */
import type { Estimate } from "../analysis/form.ts";
import type { CellResult, Outcome } from "../analysis/result.ts";
import type { Headline } from "../rulesets/ruleset.ts";
import { valuesOf } from "./charts/histogram.ts";
import { atLeastText, chanceText, meanText } from "./format.ts";
import { type Grid, type GridSquare, type Layer, reachText, shortNumber } from "./grid.ts";
import type { Language } from "./language/language.ts";
import { headlineMetric } from "./summary.ts";

/** A tail of numbers that together are rarer is left out. */
const RARE = 0.0005;
/** Columns that a page has room for. */
const MOST_VALUES = 24;

const estimateWith = (value: number, lower: number | undefined, upper: number | undefined): Estimate => ({
  value,
  trials: 0,
  ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
});

/** The cells of one pair of units; undefined where none has the metric, or its values are too many to see. */
export function distributionOf(cells: readonly CellResult[], headline: Headline, language: Language): Grid | undefined {
  const known = cells.flatMap((cell) => {
    const metric = headlineMetric(cell, headline);
    return metric && metric.outcomes.length > 0 ? [{ cell, metric }] : [];
  });
  const [first] = known;
  if (first === undefined) return undefined;
  const metrics = known.map(({ metric }) => metric);
  const values = valuesOf(metrics, (one) => (one.atLeast ?? one.probability) >= RARE, 2);
  if (values.length > MOST_VALUES) return undefined;
  const { general, page } = language;
  const name = language.metric(first.metric.name);
  const isNumeric = first.metric.mean !== undefined;
  /** Where two sides contend, what says that one or the other has won. */
  const sides = headline.even === undefined ? [] : [...(headline.values ?? []), ...(headline.also?.values ?? [])];
  const means = known.map(({ metric }) => estimateWith(metric.mean ?? 0, metric.meanLower, metric.meanUpper));
  const isSimulated = known.some(({ cell }) => cell.method !== "exact");
  /** What the limits of the squares, and those of the means beside them, reach at most. */
  const limitsOf = (of: (outcome: Outcome) => Estimate): Pick<Layer, "limits"> => {
    if (!isSimulated) return {};
    const all = metrics.flatMap(({ outcomes }) => outcomes.map(of));
    const reach = reachText(all, true, language);
    return { limits: language.terminal.limits(reach, isNumeric ? reachText(means, false, language) : undefined) };
  };
  const layer = (
    what: string,
    shown: readonly (string | number)[],
    of: (outcome: Outcome) => readonly [number, string],
    estimateOf: (outcome: Outcome) => Estimate,
  ): Layer => ({
    sets: "",
    what,
    isChance: true,
    isBase: true,
    ...(headline.even === undefined ? {} : { middle: headline.even }),
    rows: known.map(({ cell, metric }) =>
      shown.map((value): GridSquare => {
        const outcome = metric.outcomes.find((one) => one.value === value) ?? { value, probability: 0, atLeast: 0 };
        const [share, full] = of(outcome);
        return {
          id: cell.id,
          who: `${language.sets(cell.modifiers)}, ${language.value(metric.name, value)}`,
          value: share,
          short: shortNumber(share, true, language),
          full,
          ...(sides.length > 0 && !sides.includes(value) ? { isAside: true } : {}),
        };
      }),
    ),
    rowMeans: known.map(({ metric }) =>
      metric.mean === undefined
        ? undefined
        : { short: shortNumber(metric.mean, false, language), full: meanText(metric, language) },
    ),
    columnMeans: shown.map(() => undefined),
    ...limitsOf(estimateOf),
  });
  const chances = layer(
    general.chance,
    values,
    (outcome) => [outcome.probability, chanceText(outcome, language)],
    ({ probability, lower, upper }) => estimateWith(probability, lower, upper),
  );
  const more = layer(
    language.say`${name} or more`,
    values,
    (outcome) => [outcome.atLeast ?? 0, atLeastText(outcome, language)],
    ({ atLeast = 0, atLeastLower, atLeastUpper }) => estimateWith(atLeast, atLeastLower, atLeastUpper),
  );
  return {
    rows: known.map(({ cell }) => language.sets(cell.modifiers)),
    columns: values.map((value) => language.value(first.metric.name, value)),
    layers: isNumeric && values.length > 2 ? [chances, more] : [chances],
    corner: name,
    ...(isNumeric ? { total: page.column.mean } : {}),
  };
}
