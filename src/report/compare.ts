import type { ComparedPair, Comparison, Difference } from "../analysis/compare.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy } from "./estimate.ts";
import { count, number, percent, signed } from "./format.ts";

/** Names of the two sides, as a reader tells them apart: `base` and `endurance`. */
export interface Sides {
  readonly first: string;
  readonly second: string;
}

const marginText = ({ margin, isChance }: Difference): string =>
  isChance ? `${number(margin * 100)} ${margin === 0.01 ? "point" : "points"}` : number(margin);

const short = (fraction: string | undefined): string => (fraction && fraction.length <= 24 ? ` (${fraction})` : "");

/** What a difference comes to, in words. */
export function verdictText(difference: Difference, { second }: Sides): string {
  const { verdict, trialsNeeded } = difference;
  const margin = `the margin of ${marginText(difference)}`;
  switch (verdict) {
    case "equal":
      return "exactly the same";
    case "equivalent":
      return `no meaningful difference (within ${margin})`;
    case "higher":
      return `${second} is higher, beyond ${margin}`;
    case "lower":
      return `${second} is lower, beyond ${margin}`;
    case "undecided": {
      const more = trialsNeeded === undefined ? "" : `; about ${count(trialsNeeded)} trials a side would tell`;
      return `undecided: these trials cannot tell it from ${margin}${more}`;
    }
  }
}

function distanceText({ distance: { totalVariation, fraction, noise } }: Difference): string {
  const of = noise === undefined ? short(fraction) : ` (chance alone shows ${percent(noise)})`;
  return `whole distributions apart: ${percent(totalVariation)}${of}`;
}

function sentencesOf(pair: ComparedPair, sides: Sides): string[] {
  const said = (pair.statements ?? []).map(({ cell, rule, text }) => `${cell}: not possible: ${text} (${rule}).`);
  const differences = pair.differences.flatMap((difference) => {
    const { measure, isChance, first, second, change } = difference;
    const [a, b] = [estimateText(first, isChance), estimateText(second, isChance)];
    const by = difference.verdict === "equal" ? "" : `: ${changeText(change, isChance)}${short(change.fraction)}`;
    return [
      `${measure}: ${sides.first} ${a}, ${sides.second} ${b}${by}.`,
      `  ${verdictText(difference, sides)}; ${distanceText(difference)}.`,
    ];
  });
  return [...said, ...differences];
}

/** A comparison in words, a table of all differences last. */
export function compareDocument(
  { pairs, onlyFirst, onlySecond }: Comparison,
  sides: Sides,
  results: readonly [Result, Result],
): Document {
  const unmatched = [
    ...onlyFirst.map((id) => `${id}: in ${sides.first} only.`),
    ...onlySecond.map((id) => `${id}: in ${sides.second} only.`),
  ];
  const blocks = pairs.flatMap((pair): Block[] => [
    { heading: pairTitle(pair, ...results) },
    { sentences: sentencesOf(pair, sides) },
  ]);
  const rows = pairs.flatMap((pair) =>
    pair.differences.map(({ measure, isChance, first, second, change, verdict }) => [
      `${pairTitle(pair, ...results)}: ${measure}`,
      estimateText(first, isChance),
      estimateText(second, isChance),
      signed(isChance ? change.value * 100 : change.value, isChance ? 1 : 3),
      verdict,
    ]),
  );
  const isSampled = pairs.some(({ differences }) => differences.some(({ change }) => change.lower !== undefined));
  return {
    title: `${sides.first} and ${sides.second} compared`,
    blocks: [
      ...blocks,
      ...(rows.length > 1 ? [{ head: ["", sides.first, sides.second, "difference", "verdict"], rows }] : []),
      ...(unmatched.length > 0 ? [{ sentences: unmatched }] : []),
      ...(isSampled ? [{ sentences: ["Limits are at 95 %, of two independent runs."] }] : []),
    ],
    ...madeBy(results[0]),
  };
}

function pairTitle(pair: ComparedPair, first: Result, second: Result): string {
  const [a, b] = [cellTitle(first, pair.first), cellTitle(second, pair.second)];
  return a === b ? a : `${a} · ${b}`;
}

const COLUMNS =
  "first,second,metric,first_value,second_value,difference,lower,upper,fraction,margin,verdict,trials_needed,total_variation".split(
    ",",
  );

/** compare.csv: one row per pair of cells and measure. */
export const compareCsv = ({ pairs }: Comparison): string =>
  table(
    COLUMNS,
    pairs.flatMap((pair) =>
      pair.differences.map(({ measure, first, second, change, margin, verdict, trialsNeeded, distance }) => ({
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
      })),
    ),
  );
