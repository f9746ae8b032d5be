import { englishOf, type Said, said, type Text } from "../rulesets/said.ts";
import { isData } from "../scenario/patch.ts";
import type { PrecisionTarget } from "../stats/precision.ts";

/** What is wrong with a precision. */
export class PrecisionFault {
  readonly said: Said;

  constructor(text: Said) {
    this.said = text;
  }
}

type Targets = readonly PrecisionTarget[] | PrecisionFault;

/**
 * A precision as a scenario or a command line writes it; a list of targets, or one sentence saying what is wrong.
 * - `"0.1%"` and `"0.1pp"`: the absolute 95 % half-width of every outcome probability of every metric.
 * - `{ absolute: "0.1%", damage: { relative: "2%" }, winner: { absolute: "1%" }, hits: "0.5pp" }`: `absolute` is the
 *   same; other keys name a metric. A bare percentage of one metric is ambiguous and refused.
 * Every share lies strictly between 0 and 50 %. Decimals are read exactly: "0.7%" is the number 0.007.
 * @param input anything: it comes from a file.
 */
export function parsePrecision(input: unknown): Targets {
  if (typeof input === "string") return wrap(share(input, ["%", "pp"]), (absolute) => ({ absolute }));
  if (!isData(input)) return fault(said`a precision is a text such as "0.1%", or a map; got ${describe(input)}`);
  const targets: PrecisionTarget[] = [];
  for (const [key, value] of Object.entries(input)) {
    const parsed = key === "absolute" ? parsePrecision(textOf(value)) : parseMetric(key, value);
    if (parsed instanceof PrecisionFault) return fault(said`${key}: ${parsed.said}`);
    targets.push(...parsed);
  }
  return targets.length > 0 ? targets : fault(said`a precision names at least one target`);
}

function parseMetric(metric: string, input: unknown): Targets {
  if (typeof input === "string") {
    const text = input.trim();
    if (text.endsWith("%"))
      return fault(said`say which: { relative: ${text} } of the mean, or { absolute: ${text} } of every probability`);
    return wrap(share(input, ["pp"]), (absolute) => ({ metric, absolute }));
  }
  if (!isData(input)) return fault(said`expected { relative: 2% } or { absolute: 1% }, got ${describe(input)}`);
  const targets: PrecisionTarget[] = [];
  for (const [key, value] of Object.entries(input)) {
    const parsed =
      key === "relative"
        ? wrap(share(textOf(value), ["%"]), (relative) => ({ metric, relative }))
        : key === "absolute"
          ? wrap(share(textOf(value), ["%", "pp"]), (absolute) => ({ metric, absolute }))
          : fault(said`unknown key "${key}": expected relative or absolute`);
    if (parsed instanceof PrecisionFault) return parsed;
    targets.push(...parsed);
  }
  return targets.length > 0 ? targets : fault(said`expected { relative: 2% } or { absolute: 1% }`);
}

/** The share that a text such as "0.1%" stands for. */
function share(input: string, units: readonly ("%" | "pp")[]): number | PrecisionFault {
  const text = input.trim();
  const [, digits, unit] = /^(\d+\.?\d*|\.\d+) ?(%|pp)$/.exec(text) ?? [];
  if (digits === undefined || !units.some((known) => known === unit)) {
    if (/^\d*,\d+ ?(%|pp)$/.test(text))
      return fault(said`a decimal number has a point: write ${text.replace(",", ".")}`);
    return fault(
      units.length > 1
        ? said`expected a number followed by % or pp, such as 0.5%; got "${input}"`
        : said`expected a number followed by ${units[0]!}, such as 0.5${units[0]!}; got "${input}"`,
    );
  }
  const value = Number(`${digits}e-2`);
  return value > 0 && value < 0.5
    ? value
    : fault(said`must lie between 0 and 50 ${unit!}, both excluded; got "${input}"`);
}

const fault = (text: Said): PrecisionFault => new PrecisionFault(text);

const wrap = (parsed: number | PrecisionFault, make: (value: number) => PrecisionTarget): Targets =>
  parsed instanceof PrecisionFault ? parsed : [make(parsed)];

const textOf = (value: unknown): string => (typeof value === "string" ? value : englishOf(describe(value)));

function describe(value: unknown): Text {
  if (typeof value === "number") return String(value);
  if (value === null) return said`nothing`;
  return Array.isArray(value) ? said`a list` : typeof value === "boolean" ? said`yes or no` : said`something else`;
}
