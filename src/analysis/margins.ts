/** The margins of a check: for all numbers, and for those whose names match a pattern. */

import { said } from "../rulesets/said.ts";
import { globOf } from "../scenario/glob.ts";
import { DEFAULT_MARGIN, type Margin, marginOf, parseMargin } from "./margin.ts";
import { SettingError } from "./run.ts";

export interface Margins {
  readonly general: Margin;
  /** Later ones win. */
  readonly special: readonly { readonly pattern: string; readonly unit: "chance" | "mean"; readonly margin: Margin }[];
}

export const DEFAULT_MARGINS: Margins = { general: DEFAULT_MARGIN, special: [] };

/** A relative margin of a mean is never less than this, so that a mean of 0 has one too. */
export const LEAST_OF_MEAN = 0.01;
/** Moved this many margins since it was anchored: too far, however small the steps. */
export const ANCHOR_MARGINS = 3;

/**
 * `0.5pp`, `2%` or `0.1` for all; `PATTERN:0.5pp` for the numbers whose names match.
 * @throws SettingError for anything else
 */
export function parseMargins(texts: readonly string[]): Margins {
  const isSpecial = (text: string) => text.includes(":");
  return {
    general: parseMargin(texts.filter((text) => !isSpecial(text))),
    special: texts.filter(isSpecial).map((text) => {
      const colon = text.lastIndexOf(":");
      const written = text.slice(colon + 1);
      return {
        pattern: text.slice(0, colon),
        unit: written.trim().endsWith("pp") ? ("chance" as const) : ("mean" as const),
        margin: parseMargin([written]),
      };
    }),
  };
}

/** @throws SettingError for a pattern that no name matches */
export function checkMargins(
  { special }: Margins,
  names: readonly { readonly key: string; readonly unit: string }[],
): void {
  for (const { pattern, unit } of special) {
    const matches = globOf(pattern);
    if (!names.some((name) => name.unit === unit && matches(name.key)))
      throw new SettingError(said`--margin: no ${unit} is called "${pattern}"; * stands for any text`);
  }
}

/** The margin of one number that stood at `value`. */
export function marginFor({ general, special }: Margins, key: string, unit: "chance" | "mean", value: number): number {
  const found = special.findLast((rule) => rule.unit === unit && globOf(rule.pattern)(key));
  const margin = found?.margin ?? general;
  const size = marginOf(margin, unit === "chance", value);
  const isRelative = unit === "mean" && "relative" in margin.mean && margin.mean.relative > 0;
  return isRelative ? Math.max(LEAST_OF_MEAN, size) : size;
}
