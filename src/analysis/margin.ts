/** What a difference must pass to matter, and whether it does. */

import { said } from "../rulesets/said.ts";
import type { Change } from "./form.ts";
import { decimal, fractionOf, isWithin } from "./fraction.ts";
import { SettingError } from "./run.ts";

/** Differences up to this are of no account. */
export interface Margin {
  /** Of a chance, absolute: 0.01 is one point. */
  readonly chance: number;
  /** Of a mean: relative to the first of the two, or in its own unit. */
  readonly mean: { readonly relative: number } | { readonly absolute: number };
}

/** One point of a chance, 2 % of a mean. */
export const DEFAULT_MARGIN: Margin = { chance: 0.01, mean: { relative: 0.02 } };

/**
 * `1pp` is of chances, `2%` of means, relative, `0.1` of means, in their own unit; what is not said stays as it is by
 * default. @throws SettingError for anything else
 */
export function parseMargin(texts: readonly string[]): Margin {
  let { chance, mean } = DEFAULT_MARGIN;
  for (const text of texts) {
    const [, digits, unit] = /^(\d+\.?\d*|\.\d+)\s?(pp|%)?$/.exec(text.trim()) ?? [];
    if (digits === undefined)
      throw new SettingError(
        said`"${text}" is no margin: write 1pp (of chances), 2% (of means, relative) or 0.1 (of means)`,
      );
    if (unit === "pp") chance = Number(`${digits}e-2`);
    else mean = unit === "%" ? { relative: Number(`${digits}e-2`) } : { absolute: Number(digits) };
  }
  return { chance, mean };
}

/** The margin of one measure whose first value is `value`. */
export function marginOf({ chance, mean }: Margin, isChance: boolean, value: number): number {
  if (isChance) return chance;
  return "absolute" in mean ? mean.absolute : mean.relative * Math.abs(value);
}

/**
 * `equal`: exactly no difference. `equivalent`: no meaningful difference, wholly within the margin. `higher`, `lower`:
 * wholly beyond it. `undecided`: the limits reach over the margin.
 */
export type Verdict = "equal" | "equivalent" | "higher" | "lower" | "undecided";

/** Holds a change against a margin: by its 95 % limits, or exactly where it has none. */
export function verdictOf({ value, lower, upper, fraction }: Change, margin: number, isExact: boolean): Verdict {
  if (isExact) {
    if (value === 0) return "equal";
    const isSmall = fraction ? isWithin(fractionOf(fraction), decimal(margin)) : Math.abs(value) <= margin;
    return isSmall ? "equivalent" : value > 0 ? "higher" : "lower";
  }
  if (lower === undefined || upper === undefined) return "undecided";
  if (-margin <= lower && upper <= margin) return "equivalent";
  if (lower > margin) return "higher";
  return upper < -margin ? "lower" : "undecided";
}

/** About how many trials a side it would take to decide, from the width that `trials` gave; undefined on the margin. */
export function trialsToDecide({ value, lower, upper }: Change, margin: number, trials: number): number | undefined {
  const room = Math.abs(Math.abs(value) - margin);
  if (lower === undefined || upper === undefined || room === 0 || trials === 0) return undefined;
  const half = Math.max(upper - value, value - lower);
  const needed = Math.ceil(trials * (half / room) * (half / room));
  return Number.isSafeInteger(needed) ? Math.max(needed, trials) : undefined;
}
