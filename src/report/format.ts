import type { Bought, CellResult, MetricResult, Outcome, Result } from "../analysis/result.ts";
import type { Sentence } from "../rule/message.ts";
import { textIn } from "../scenario/languages.ts";
import { type Language, languageOf } from "./language/language.ts";
import { dieText } from "./language/names.ts";
import { LEAST_NUMBER, LEAST_SHARE } from "./language/numbers.ts";

/** Numbers of the English messages that are no report; the same bytes on every machine. */
export const { count, number, percent, signed } = languageOf("en");

/** The language that a result is told in, with the words of its ruleset. */
export const languageFor = (
  result: Pick<Result, "labels" | "ruleset"> & Partial<Pick<Result, "titles" | "unitLabels">>,
): Language => languageOf(result.labels, result.ruleset, result);

/** What machinery reads, such as names of testcases, is English whatever the language of the reports. */
export const englishFor = (result: Parameters<typeof languageFor>[0]): Language =>
  languageFor({ ...result, labels: "en" });

/** What a scenario is called: its title, else its file. */
export const titleOf = ({ title, file, labels }: Pick<Result, "title" | "file" | "labels">): string =>
  title === undefined ? file : textIn(title, labels);

/** Characters of a fraction that a table of values has room for. */
const LONGEST_FRACTION = 24;

/** A fraction that tells more than the number beside it: not one of a whole, nor one of more than `most` characters. */
export const fractionText = (fraction: string | undefined, most: number): string =>
  fraction === undefined || fraction.length > most || /^-?\d+(?:\/1)?$/.test(fraction)
    ? ""
    : fraction.replace("-", "−");

/** Limits about as far from the value on either side, so that one number tells both. */
const isEven = (value: number, lower: number, upper: number): boolean =>
  Math.abs(upper + lower - 2 * value) <= 0.05 * (upper - lower);

/** A number with limits, where it has any: `1.250`, `1.250 ± 0.004`, `0.81 (0.12 to 2.9)`. */
export function limitedText(
  value: number,
  lower: number | undefined,
  upper: number | undefined,
  { number, range }: Language,
): string {
  if (lower === undefined || upper === undefined) return number(value);
  return isEven(value, lower, upper) && upper > lower
    ? `${number(value)} ± ${number(Math.max(LEAST_NUMBER, (upper - lower) / 2))}`
    : `${number(value)} (${range(number(lower), number(upper))})`;
}

/** The mean of a metric. */
export const meanText = ({ mean, meanLower, meanUpper }: MetricResult, language: Language): string =>
  limitedText(mean!, meanLower, meanUpper, language);

/** Its standard deviation: of a simulated metric an estimate, and said to be one; of a single trial there is none. */
export const sdText = ({ sd, meanLower }: MetricResult, { number }: Language): string =>
  sd === undefined ? "–" : `${meanLower === undefined ? "" : "≈ "}${number(sd)}`;

export const medianText = ({ median, medianLower, medianUpper }: MetricResult, language: Language): string =>
  median === undefined ? "" : limitedText(median, medianLower, medianUpper, language);

/** Where nine in ten trials lie: the 5 % and the 95 % quantile. */
export function spreadText({ quantiles, quantilesLower, quantilesUpper }: MetricResult, language: Language): string {
  if (quantiles === undefined) return "";
  const text = (of: "q05" | "q95") => limitedText(quantiles[of], quantilesLower?.[of], quantilesUpper?.[of], language);
  return language.range(text("q05"), text("q95"));
}

/** A lower limit that nothing written may be above: rounded down to what a share is written with. */
function writtenBelow(lower: number): number {
  const digits = lower > 0.9999 ? 1e6 : lower > 0.999 ? 1e5 : 1e3;
  return Math.floor(lower * digits + 1e-9) / digits;
}

/** The chance of an outcome: exact, with its interval, or as a bound where it was seen never or always. */
export function chanceText({ probability, lower, upper, count }: Outcome, language: Language): string {
  const { percent, percentNumber, range } = language;
  if (lower === undefined || upper === undefined || lower === upper) return percent(probability);
  if (lower === 0 && upper === 1) return language.general.noData;
  if (upper < LEAST_SHARE) return percent(upper); // says that it is less
  if (count === 0) return `≤ ${percent(upper)}`;
  if (upper === 1 && probability === 1) return `≥ ${percent(writtenBelow(lower))}`;
  // A bound is of what was always seen, or is nearer to certain than is written: elsewhere a value is said with its width.
  const isOne = percent(lower) === percent(upper);
  if (lower > 1 - LEAST_SHARE) return `≥ ${percent(lower)}`;
  return isOne || (probability >= LEAST_SHARE && isEven(probability, lower, upper))
    ? `${percent(probability)} ± ${percentNumber(Math.max(LEAST_SHARE, (upper - lower) / 2))}`
    : `${percent(probability)} (${range(percentNumber(lower), percentNumber(upper))})`;
}

/** The chance of a value or more, with limits like any other; the lowest value or more is certain. */
export function atLeastText({ value, atLeast = 0, atLeastLower, atLeastUpper }: Outcome, language: Language): string {
  if (atLeastLower === undefined || atLeastUpper === undefined || atLeastLower === atLeastUpper)
    return language.percent(atLeast);
  const limits = { lower: atLeastLower, upper: atLeastUpper, count: atLeast === 0 ? 0 : 1 };
  return chanceText({ value, probability: atLeast, ...limits }, language);
}

/** Every value of a metric, its chance, the chance of at least as much: the head and the rows of its table. */
export function metricRows({ name, outcomes }: MetricResult, language: Language) {
  const { general } = language;
  const fractionOf = ({ fraction }: Outcome) => fractionText(fraction, LONGEST_FRACTION);
  const columns = [
    { head: language.metric(name), text: ({ value }: Outcome) => language.value(name, value) },
    { head: general.chance, text: (outcome: Outcome) => chanceText(outcome, language) },
    ...(outcomes.some(({ atLeast }) => atLeast !== undefined)
      ? [{ head: general.atLeast, text: (outcome: Outcome) => atLeastText(outcome, language) }]
      : []),
    ...(outcomes.some((outcome) => fractionOf(outcome) !== "") ? [{ head: general.fraction, text: fractionOf }] : []),
  ];
  const rows = outcomes.map((outcome) => columns.map(({ text }) => text(outcome)));
  return { head: columns.map(({ head }) => head), rows };
}

/** `turn 3, second`; empty where a metric has nothing to tell it by. */
export const metricPlace = (
  { turn, side, target, section }: Pick<MetricResult, "turn" | "side" | "target" | "section">,
  language: Language,
): string =>
  [
    turn === undefined ? "" : language.general.turn(turn),
    side === undefined ? "" : language.side(side),
    target === undefined ? "" : language.unit(target),
    section === undefined ? "" : sectionText(section, language),
  ]
    .filter((part) => part !== "")
    .join(", ");

/** A section of a vehicle, or the unit of a side that did it. */
const sectionText = (section: string, language: Language): string => {
  const unit = language.unit(section);
  return unit === section ? language.section(section) : unit;
};

export const metricTitle = (metric: MetricResult, language: Language): string => {
  const place = metricPlace(metric, language);
  const name = language.metric(metric.name);
  return place === "" ? name : `${name} (${place})`;
};

/** `Rangers Eldars against Space Marines`; the experiment where a kind has no units. */
export const pairing = (cell: Pick<CellResult, "experiment" | "attacker" | "defender">, language: Language): string =>
  language.pair(cell) || language.experiment(cell.experiment);

/** What a name is of, and the sets that change it: `Fire, in cover`; of the base the name alone. */
export const withSets = (name: string, modifiers: readonly string[] | undefined, { sets }: Language): string =>
  modifiers === undefined || modifiers.join() === "base" ? name : `${name}, ${sets(modifiers)}`;

/** How a cell's numbers were found: `exact`, or the trials and why they stopped. */
export function methodText(cell: CellResult, { general, say }: Language): string {
  if (cell.method === "exact") return say`exact`;
  const text = general.trials(cell.trials ?? 0, general.stopped[cell.stoppedBy ?? "trials"]);
  return cell.guarantee === "anytime" ? say`${text}, limits that hold whenever one stops` : text;
}

/** Why a value cannot be: as the reader of a scenario has said it, else as a ruleset says it. */
export const refusalText = (
  { message, french }: { readonly message: Sentence; readonly french?: string },
  { tag, saying }: Language,
): string => (tag === "fr" ? french : undefined) ?? saying(message);

/** What a precision waits for, and what a narrower one takes; undefined where none was asked for. */
export function precisionText({ binding }: CellResult, { cell: say, measure, percent }: Language): string | undefined {
  if (binding === undefined) return undefined;
  const { metric, halfWidth, target, trialsNeeded, trialsForHalf } = binding;
  return say.precision(measure(metric), percent(halfWidth), percent(target), trialsNeeded, trialsForHalf);
}

/** Every weapon that fired, with the dice it needs, where several did: `2 × lascannon …: to hit 3+, to wound 3+`. */
export function weaponLines({ rolls }: CellResult, language: Language): string[] {
  const weapons = rolls?.needed.filter(({ weapon }) => weapon) ?? [];
  if (weapons.length < 2) return [];
  const { saying, goals } = language;
  return weapons.map(({ title, dice }) => {
    const texts = dice.map(
      ({ text, sides, least }) => `${saying(text)} ${dieText({ needed: least, sides }, language)}`,
    );
    return goals.line(saying(title), texts.join(", "));
  });
}

/** What the points of either side buy, with its name where both buy anything: `1.43 casualties … for Rangers`. */
export function worthLines({ worth, worthOfDefender }: CellResult, language: Language): string[] {
  const both = [worth, worthOfDefender];
  const isOne = both.includes(undefined);
  return both.flatMap((bought, side) => {
    if (bought === undefined) return [];
    const text = worthText(bought, language);
    return isOne ? text : language.general.forWhom(text, language.side(side === 0 ? "first" : "second"));
  });
}

/** What points buy: `1.43 casualties per 100 points, 69.9 points per casualty (from the mean)`. */
function worthText(worth: Bought, language: Language): string {
  const { killsPer100, killsPer100Lower, killsPer100Upper } = worth;
  const { pointsPerKill, pointsPerKillLower, pointsPerKillUpper } = worth;
  const { general, number } = language;
  const kills = limitedText(killsPer100, killsPer100Lower, killsPer100Upper, language);
  // There may be no kill at all: then nothing bounds what one costs from above.
  const isOpen = pointsPerKillLower !== undefined && pointsPerKillUpper === undefined;
  const cost = isOpen
    ? `≥ ${number(pointsPerKillLower)}`
    : pointsPerKill && limitedText(pointsPerKill, pointsPerKillLower, pointsPerKillUpper, language);
  return general.worth(kills, cost || undefined);
}
