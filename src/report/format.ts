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

export const signed = (value: number, digits: number): string =>
  `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** A mean or another number: up to four significant digits after the point. */
export const number = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3);

/** A whole number in groups of three: `1,000,000`. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** The chance of an outcome: exact, with its interval, or as a bound where it was never seen. */
export function chanceText(outcome: Outcome): string {
  if (outcome.lower === undefined || outcome.upper === undefined) return percent(outcome.probability);
  if (outcome.count === 0) return `≤ ${percent(outcome.upper)}`;
  if (outcome.upper === 1 && outcome.probability === 1) return `≥ ${percent(outcome.lower)}`;
  return `${percent(outcome.probability)} ± ${percent((outcome.upper - outcome.lower) / 2).replace(" %", "")}`;
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

export const labelOf = (result: Result, unit: string): string => result.unitLabels[unit] ?? unit;

/** `Rangers Eldars against Space Marines`. */
export function pairing(result: Result, cell: CellResult): string {
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
