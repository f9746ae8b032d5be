import type { CellResult, MetricResult, Outcome, Result } from "../analysis/result.ts";
import { type Language, languageOf } from "./language/language.ts";

/** Numbers of the English messages that are no report; the same bytes on every machine. */
export const { count, number, percent, signed } = languageOf("en");

/** The language that a result is told in, with the words of its ruleset. */
export const languageFor = ({ labels, ruleset }: Pick<Result, "labels" | "ruleset">): Language =>
  languageOf(labels, ruleset);

/** A difference of shares in points: `−2.4 points`. */
export const points = (difference: number, language: Language): string =>
  language.general.points(language.signed(difference * 100, 1), difference * 100);

/** The chance of an outcome: exact, with its interval, or as a bound where it was seen never or always. */
export function chanceText({ probability, lower, upper, count }: Outcome, language: Language): string {
  const { percent, percentNumber, range } = language;
  if (lower === undefined || upper === undefined) return percent(probability);
  if (lower === 0 && upper === 1) return language.general.noData;
  if (count === 0) return `≤ ${percent(upper)}`;
  if (upper === 1 && probability === 1) return `≥ ${percent(lower)}`;
  // A half-width that reaches below 0 would say what cannot be: the limits themselves then.
  const half = (upper - lower) / 2;
  if (half >= probability) return `${percent(probability)} (${range(percentNumber(lower), percentNumber(upper))})`;
  return `${percent(probability)} ± ${percentNumber(half)}`;
}

/** The chance of a value or more, bounded like `chanceText`; the lowest value or more is certain. */
export function atLeastText(
  { outcomes }: Pick<MetricResult, "outcomes">,
  index: number,
  { percent }: Language,
): string {
  const { atLeast = 0, upper } = outcomes[index]!;
  const lowest = outcomes[0]!;
  if (upper !== undefined && atLeast === 0) return `≤ ${percent(upper)}`;
  if (lowest.upper !== undefined && atLeast === 1 && index > 0) return `≥ ${percent(1 - lowest.upper)}`;
  return percent(atLeast);
}

/** `turn 3, second`; empty where a metric has nothing to tell it by. */
export const metricPlace = (
  { turn, side, target, section }: Pick<MetricResult, "turn" | "side" | "target" | "section">,
  language: Language,
): string =>
  [
    turn === undefined ? "" : language.general.turn(turn),
    side === undefined ? "" : language.side(side),
    target,
    section === undefined ? "" : language.section(section),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");

export const metricTitle = (metric: MetricResult, language: Language): string => {
  const place = metricPlace(metric, language);
  const name = language.metric(metric.name);
  return place === "" ? name : `${name} (${place})`;
};

export function labelOf({ unitLabels }: Pick<Result, "unitLabels">, unit: string, language: Language): string {
  const label = unitLabels[unit];
  if (label !== undefined) return label;
  // Units that are attacked together: `orkBoyz+carnifex`.
  const parts = unit.split("+").map((part) => unitLabels[part]);
  return parts.includes(undefined) ? unit : language.general.together(parts as string[]);
}

/** `Rangers Eldars against Space Marines`. */
export function pairing(
  result: Pick<Result, "unitLabels">,
  cell: Pick<CellResult, "experiment" | "attacker" | "defender">,
  language: Language,
): string {
  const { attacker, defender } = cell;
  if (attacker === "-" && defender === "-") return cell.experiment;
  if (attacker === "-") return labelOf(result, defender, language);
  if (defender === "-") return labelOf(result, attacker, language);
  return language.general.against(labelOf(result, attacker, language), labelOf(result, defender, language));
}

/** How a cell's numbers were found: `exact`, or the trials and why they stopped. */
export function methodText(cell: CellResult, { general }: Language): string {
  if (cell.method === "exact") return general.exact;
  const text = general.trials(cell.trials ?? 0, general.stopped[cell.stoppedBy ?? "trials"]);
  return cell.guarantee === "anytime" ? general.anytime(text) : text;
}

/** What a precision waits for, and what a narrower one takes; undefined where none was asked for. */
export function precisionText({ binding }: CellResult, { cell: say, measure, percent }: Language): string | undefined {
  if (binding === undefined) return undefined;
  const { metric, halfWidth, target, trialsNeeded, trialsForHalf } = binding;
  return say.precision(measure(metric), percent(halfWidth), percent(target), trialsNeeded, trialsForHalf);
}

/** What an attacker's points buy: `1.43 kills per 100 points, 69.9 points per kill (from the mean)`. */
export const worthText = (
  { killsPer100, pointsPerKill }: NonNullable<CellResult["worth"]>,
  { general, number }: Language,
): string => general.worth(number(killsPer100), pointsPerKill === undefined ? undefined : number(pointsPerKill));
