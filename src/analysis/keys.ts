import { sha256Hex } from "../dice/index.ts";
import type { Metric } from "../rule/program.ts";

/** YAML takes at most 1,024 characters for a key on a line of its own. */
const LONGEST = 900;

/** `casualties@6.second`: a metric and where in the trial; `outcome=down` with one of its values. */
export function metricKey(
  { name, turn, side, target, section }: Omit<Metric, "values">,
  value?: number | string,
): string {
  const place = [turn, side, target, section].filter((part) => part !== undefined).join(".");
  return `${name}${place === "" ? "" : `@${place}`}${value === undefined ? "" : `=${value}`}`;
}

/**
 * The one name of a number in goals, baselines and their reports. One that is very long ends in a hash of itself.
 * @example keyOf("fire~a~b~base", { name: "casualties", turn: 6, side: "second" }) // "fire~a~b~base/casualties@6.second"
 */
export function keyOf(cell: string, metric: Omit<Metric, "values">, value?: number | string): string {
  const key = `${cell}/${metricKey(metric, value)}`;
  if (key.length <= LONGEST) return key;
  return `${key.slice(0, LONGEST)}#${sha256Hex(key).slice(0, 16)}`;
}
