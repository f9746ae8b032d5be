import type { ComparedPair, Comparison, Difference } from "../analysis/compare.ts";
import { LEAST_OF_MEAN } from "../analysis/margins.ts";
import type { Result } from "../analysis/result.ts";
import { manyDifferences, type Sides } from "./differences.ts";
import type { Block, Document } from "./document.ts";
import { cellTitle, changeText, countedAs, estimateText } from "./estimate.ts";
import { notPossible } from "./findings.ts";
import { languageFor } from "./format.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { gainText, limitsText } from "./paired.ts";
import { madeBy } from "./provenance.ts";
import { qualityLines } from "./quality.ts";
import { measuredText, pricesText } from "./skill-price.ts";
import { isBase } from "./summary.ts";
import { columnsOf, limited, type ResultTable } from "./table.ts";

export const isBeyond = ({ verdict }: Difference): boolean => verdict === "higher" || verdict === "lower";

export const marginText = ({ margin, isChance }: Difference, { general, number }: Language): string =>
  isChance ? general.points(number(margin * 100)) : number(margin);

/**
 * What is decided first, by how many of its margins it moved, as in a check: a mean near none has the least margin of
 * one there. So of each pair, and then of the pairs.
 */
export function bySize<T extends Pick<Comparison, "pairs">>(comparison: T): T {
  const pairs = comparison.pairs.map((pair) => ({ ...pair, differences: pair.differences.toSorted(byMargins) }));
  return { ...comparison, pairs: pairs.toSorted((a, b) => byMargins(a.differences[0], b.differences[0])) };
}
/** The same of two differences. */
export function byMargins(a: Difference | undefined, b: Difference | undefined): number {
  const [first, second] = [a, b].map((one) => {
    const least = one?.isChance ? 0 : LEAST_OF_MEAN;
    const size = one === undefined ? 0 : Math.abs(one.change.value) / Math.max(one.margin, least);
    return { size, decided: Number(one !== undefined && isBeyond(one)) };
  });
  return second!.decided - first!.decided || second!.size - first!.size || 0;
}

/** Pairs that are told one by one; more are tables, the largest difference first. */
const MOST_IN_FULL = 3;

/** What a difference comes to, in words. */
function verdictText(difference: Difference, language: Language): string {
  const { say } = language;
  const { verdict, trialsNeeded } = difference;
  const margin = say`the margin of ${marginText(difference, language)}`;
  switch (verdict) {
    case "equal":
      return say`exactly the same`;
    case "equivalent":
      return say`no meaningful difference (within ${margin})`;
    case "higher":
    case "lower":
      return say`beyond ${margin}`;
    case "undecided":
      return trialsNeeded === undefined
        ? say`undecided: these trials do not show on which side of ${margin} it lies`
        : say`undecided: these trials do not show on which side of ${margin} it lies; about ${trialsNeeded} trials a side would`;
  }
}

/** What the rules forbid in some pairs. */
const refusalsOf = (pairs: readonly ComparedPair[], language: Language): string[] =>
  notPossible(
    pairs.flatMap(({ statements = [] }) => statements.map(({ cell, ...statement }) => ({ id: cell, statement }))),
    language,
  );

/** Both of its numbers; what changes none is named of the second alone. */
export function numbersText(difference: Difference, pair: ComparedPair, sides: Sides, language: Language): string {
  const { measure, isChance, first, second } = difference;
  const [before, now] = [first, second].map((one) => estimateText(one, isChance, language)) as [string, string];
  const than = isBase(pair.first) && !isBase(pair.second) ? undefined : sides.first;
  return claimIn(language).compared(countedAs(measure, isChance, language), now, sides.second, before, than);
}

/** A line for each number of a pair, below its name. */
function sentencesOf(pair: ComparedPair, sides: Sides, language: Language): string[] {
  const differences = pair.differences.flatMap((difference) => {
    const { isChance, change, verdict } = difference;
    const gain = gainText([change], language);
    const by = verdict === "equal" ? "" : language.say`, ${changeText(change, isChance, language)}`;
    const numbers = numbersText(difference, pair, sides, language);
    return [
      `  ${numbers}${by}${language.check.semicolon}${verdictText(difference, language)}.`,
      ...(gain === undefined ? [] : [`  ${gain}.`]),
    ];
  });
  return [...refusalsOf([pair], language), ...differences, ...pairPrices(pair, language)];
}

/** What the second side's sets are worth in points. */
function pairPrices({ prices, first }: ComparedPair, language: Language): string[] {
  const than = isBase(first) ? undefined : language.sets(first.modifiers);
  return prices ? [...pricesText(prices, language, than), `  ${measuredText(prices, language)}`] : [];
}

/** The same of many pairs, each by its name. */
function manyPrices({ pairs }: Comparison, result: Result): Block[] {
  const sentences = pairs.flatMap((pair) => {
    const prices = pairPrices(pair, languageFor(result));
    return prices.length > 0 ? [pairTitle(pair, result), ...prices] : [];
  });
  return sentences.length > 0 ? [{ sentences }] : [];
}

/** A comparison in words, a table of all differences last. */
export function compareDocument(compared: Comparison, given: Sides, results: readonly [Result, Result]): Document {
  const language = languageFor(results[0]);
  const { compare, say } = language;
  const comparison = bySize(compared);
  const { pairs, onlyFirst, onlySecond } = comparison;
  const sides = sidesIn(given, results);
  const unmatched = [
    ...onlyFirst.map((id) => compare.only(language.cellName(id), sides.first)),
    ...onlySecond.map((id) => compare.only(language.cellName(id), sides.second)),
  ];
  const blocks =
    pairs.length > MOST_IN_FULL
      ? [
          ...manyDifferences(comparison, sides, results[0]),
          ...manyPrices(comparison, results[0]),
          { sentences: refusalsOf(pairs, language) },
        ]
      : pairs.flatMap((pair): Block[] => [
          { heading: pairTitle(pair, results[0]) },
          { sentences: sentencesOf(pair, sides, calling([pair.first, pair.second], language)) },
        ]);
  const limits = limitsText(
    pairs.flatMap(({ differences }) => differences.map(({ change }) => change)),
    language,
  );
  return {
    title: say`${sides.first} and ${sides.second} compared`,
    blocks: [
      ...blocks,
      ...(unmatched.length > 0 ? [{ sentences: unmatched }] : []),
      ...(limits.length > 0 ? [{ sentences: limits }] : []),
    ],
    ...madeBy(results[0]),
    quality: qualityLines(
      results.flatMap(({ cells }) => cells),
      languageFor(results[0]),
    ),
  };
}

/** Both cells as one name: what they share is said once, what tells them apart is what the sides are called. */
function pairTitle({ first, second }: ComparedPair, result: Result): string {
  const differs = (of: "experiment" | "attacker" | "defender") => first[of] !== second[of];
  const isApart = (["experiment", "attacker", "defender"] as const).some(differs);
  const modifiers = first.modifiers.join() === second.modifiers.join() ? first.modifiers : ["base"];
  const title = cellTitle(result, { ...first, modifiers });
  if (!isApart) return title;
  const language = languageFor(result);
  const shared = [
    ...(differs("experiment") ? [] : [language.experiment(first.experiment)]),
    ...(["attacker", "defender"] as const).flatMap((role) =>
      differs(role) || first[role] === "-" ? [] : [language.unit(first[role])],
    ),
    ...(modifiers.join() === "base" ? [] : [language.sets(modifiers)]),
  ];
  return shared.length === 0 ? title : shared.join(", ");
}

/** What a side is called in a report: the labels of its units, modifier sets in words; a file as it is. */
const sideName = (name: string, { unitLabels, cells }: Result, language: Language): string =>
  name.split("+").every((unit) => Object.hasOwn(unitLabels, unit))
    ? language.unit(name)
    : name.includes(".")
      ? name
      : calling(cells, language).owned(name.split("+"));

export const sidesIn = (sides: Sides, [first, second]: readonly [Result, Result]): Sides => ({
  first: sideName(sides.first, first, languageFor(first)),
  second: sideName(sides.second, second, languageFor(second)),
});

const COLUMNS = columnsOf(
  "first,second,metric,first_value,second_value,difference,lower,upper,fraction,margin,verdict,trials_needed,total_variation,gain,only_first,only_second,p_value,first_lower,first_upper,second_lower,second_upper,points_worth,points_worth_lower,points_worth_upper",
);

/** The table of `compare`: one row per pair of cells and measure. */
export const compareTable = ({ pairs }: Comparison): ResultTable => ({
  columns: COLUMNS,
  rows: () =>
    pairs.flatMap((pair) =>
      pair.differences.map(({ measure, first, second, change, margin, verdict, trialsNeeded, distance }) => ({
        ...limited("first", first),
        ...limited("second", second),
        first: pair.first.id,
        second: pair.second.id,
        metric: measure,
        first_value: first.value,
        second_value: second.value,
        difference: change.value,
        lower: change.lower,
        upper: change.upper,
        fraction: change.fraction,
        margin,
        verdict,
        trials_needed: trialsNeeded,
        total_variation: distance.totalVariation,
        gain: change.paired?.gain,
        only_first: change.paired?.onlyFirst,
        only_second: change.paired?.onlySecond,
        p_value: change.paired?.pValue,
        ...limited("points_worth", pair.prices?.alone[0]?.worth),
      })),
    ),
});
