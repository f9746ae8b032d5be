import type { CellResult, MetricResult, Outcome, Result } from "../analysis/result.ts";

/** Numbers as people read them; the same bytes on every machine (no locale of the machine takes part). */

/** A share as per cent: `12.0 %`. Small shares keep two significant digits: `0.030 %`. */
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return "0 %";
  if (value < 0.000_1) return `${value.toExponential(1)} %`;
  const digits = value >= 1 ? 1 : value >= 0.1 ? 2 : value >= 0.01 ? 3 : value >= 0.001 ? 4 : 5;
  // Near certainty is not certainty: 99.96 % must not read 100.0 %.
  if (share < 1 && value > 99.9) return `${Math.min(value, 99.9999).toFixed(4).replace(/0+$/, "")} %`;
  return `${value.toFixed(digits)} %`;
}

/** A difference of shares in points: `−2.4 points`. */
export const points = (difference: number): string => `${signed(difference * 100, 1)} points`;

/** With so many digits after the point; more where they would all be zeros. */
export function signed(value: number, digits: number): string {
  const size = Math.abs(value);
  const fixed = size.toFixed(digits);
  const text = size === 0 || /[1-9]/.test(fixed) ? fixed : size.toPrecision(2);
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** A mean or another number: three digits after the point or two significant ones, fewer from 10 on. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  if (size < 0.01) return value.toPrecision(2);
  return value.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

/** A whole number in groups of three: `1,000,000`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** The chance of an outcome: exact, with its interval, or as a bound where it was seen never or always. */
export function chanceText({ probability, lower, upper, count }: Outcome): string {
  if (lower === undefined || upper === undefined) return percent(probability);
  if (lower === 0 && upper === 1) return "no data";
  if (count === 0) return `≤ ${percent(upper)}`;
  if (upper === 1 && probability === 1) return `≥ ${percent(lower)}`;
  // A half-width that reaches below 0 would say what cannot be: the limits themselves then.
  const half = (upper - lower) / 2;
  if (half >= probability)
    return `${percent(probability)} (${percent(lower).replace(" %", "")} to ${percent(upper).replace(" %", "")})`;
  return `${percent(probability)} ± ${percent(half).replace(" %", "")}`;
}

/** The chance of a value or more, bounded like `chanceText`; the lowest value or more is certain. */
export function atLeastText({ outcomes }: Pick<MetricResult, "outcomes">, index: number): string {
  const { atLeast = 0, upper } = outcomes[index]!;
  const lowest = outcomes[0]!;
  if (upper !== undefined && atLeast === 0) return `≤ ${percent(upper)}`;
  if (lowest.upper !== undefined && atLeast === 1 && index > 0) return `≥ ${percent(1 - lowest.upper)}`;
  return percent(atLeast);
}

/** `turn 3, second`; empty where a metric has nothing to tell it by. */
export const metricPlace = (metric: Pick<MetricResult, "turn" | "side" | "target" | "section">): string =>
  [metric.turn === undefined ? "" : `turn ${metric.turn}`, metric.side, metric.target, metric.section]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");

export const metricTitle = (metric: MetricResult): string => {
  const place = metricPlace(metric);
  return place === "" ? metric.name : `${metric.name} (${place})`;
};

export function labelOf({ unitLabels }: Pick<Result, "unitLabels">, unit: string): string {
  const label = unitLabels[unit];
  if (label !== undefined) return label;
  // Units that are attacked together: `orkBoyz+carnifex`.
  const parts = unit.split("+").map((part) => unitLabels[part]);
  return parts.includes(undefined) ? unit : parts.join(" and ");
}

/** `Rangers Eldars against Space Marines`. */
export function pairing(
  result: Pick<Result, "unitLabels">,
  cell: Pick<CellResult, "experiment" | "attacker" | "defender">,
): string {
  const { attacker, defender } = cell;
  if (attacker === "-" && defender === "-") return cell.experiment;
  if (attacker === "-") return labelOf(result, defender);
  if (defender === "-") return labelOf(result, attacker);
  return `${labelOf(result, attacker)} against ${labelOf(result, defender)}`;
}

/** How a cell's numbers were found: `exact`, or the trials and why they stopped. */
export function methodText(cell: CellResult): string {
  if (cell.method === "exact") return "exact";
  const reasons = {
    trials: "all trials played",
    precision: "precision reached",
    interrupt: "interrupted",
    exact: "",
  };
  return `${count(cell.trials ?? 0)} trials, ${reasons[cell.stoppedBy ?? "trials"]}`;
}

/** What an attacker's points buy: `1.43 kills per 100 points, 69.9 points per kill (from the mean)`. */
export const worthText = ({ killsPer100, pointsPerKill }: NonNullable<CellResult["worth"]>): string =>
  `${number(killsPer100)} kills per 100 points${pointsPerKill === undefined ? "" : `, ${number(pointsPerKill)} points per kill`} (from the mean)`;
