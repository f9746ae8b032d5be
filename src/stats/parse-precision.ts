import type { PrecisionTarget } from "./precision.ts";

/**
 * A precision as a scenario or a command line writes it; a list of targets, or one sentence saying what is wrong.
 * - `"0.1%"` and `"0.1pp"`: the absolute 95 % half-width of every outcome probability of every metric.
 * - `{ absolute: "0.1%", damage: { relative: "2%" }, winner: { absolute: "1%" }, hits: "0.5pp" }`: `absolute` is the
 *   same; other keys name a metric. A bare percentage of one metric is ambiguous and refused.
 * Every share lies strictly between 0 and 50 %. Decimals are read exactly: "0.7%" is the number 0.007.
 * @param input anything: it comes from a file.
 */
export function parsePrecision(input: unknown): readonly PrecisionTarget[] | string {
  if (typeof input === "string") return wrap(share(input, ["%", "pp"]), (absolute) => ({ absolute }));
  if (!isRecord(input)) return `a precision is a text such as "0.1%", or a map; got ${describe(input)}`;
  const targets: PrecisionTarget[] = [];
  for (const [key, value] of Object.entries(input)) {
    const parsed = key === "absolute" ? parsePrecision(textOf(value)) : parseMetric(key, value);
    if (typeof parsed === "string") return `${key}: ${parsed}`;
    targets.push(...parsed);
  }
  return targets.length > 0 ? targets : "a precision names at least one target";
}

function parseMetric(metric: string, input: unknown): readonly PrecisionTarget[] | string {
  if (typeof input === "string") {
    if (input.trim().endsWith("%")) {
      return `say which: { relative: ${input.trim()} } of the mean, or { absolute: ${input.trim()} } of every probability`;
    }
    return wrap(share(input, ["pp"]), (absolute) => ({ metric, absolute }));
  }
  if (!isRecord(input)) return `expected { relative: 2% } or { absolute: 1% }, got ${describe(input)}`;
  const targets: PrecisionTarget[] = [];
  for (const [key, value] of Object.entries(input)) {
    const parsed =
      key === "relative"
        ? wrap(share(textOf(value), ["%"]), (relative) => ({ metric, relative }))
        : key === "absolute"
          ? wrap(share(textOf(value), ["%", "pp"]), (absolute) => ({ metric, absolute }))
          : `unknown key "${key}": expected relative or absolute`;
    if (typeof parsed === "string") return parsed;
    targets.push(...parsed);
  }
  return targets.length > 0 ? targets : "expected { relative: 2% } or { absolute: 1% }";
}

/** The share that a text such as "0.1%" stands for, or what is wrong with it. */
function share(text: string, units: readonly string[]): number | string {
  const match = /^(\d+\.?\d*|\.\d+) ?(%|pp)$/.exec(text.trim());
  const [, digits, unit] = match ?? [];
  if (digits === undefined || unit === undefined || !units.includes(unit)) {
    return `expected a number followed by ${units.join(" or ")}, such as 0.5${units[0]}; got "${text}"`;
  }
  const value = Number(`${digits}e-2`);
  return value > 0 && value < 0.5 ? value : `must lie between 0 and 50 ${unit}, both excluded; got "${text}"`;
}

const wrap = (
  parsed: number | string,
  make: (value: number) => PrecisionTarget,
): readonly PrecisionTarget[] | string => (typeof parsed === "string" ? parsed : [make(parsed)]);

const textOf = (value: unknown): string => (typeof value === "string" ? value : describe(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  return value === null ? "nothing" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
