/** What moves where the number that sums up a kind does not: a drone leaves a casualty one, and keeps it from being out. */

import { changeBetween } from "./change.ts";
import type { Change } from "./form.ts";
import { type Headlines, headlineMeasure, leadingOf, type Measure, measuresIn, nameOf, readingOf } from "./measure.ts";
import type { CellResult } from "./result.ts";

/** Another number of a kind, which moves though the first does not. */
export interface Beside {
  readonly measure: string;
  readonly isChance: boolean;
  readonly change: Change;
}

/**
 * Of a cell against another, both exact: what sums the kind up in the second place, or else the first thing measured that
 * is not the same; undefined where all of it is.
 */
export function besideOf(from: CellResult, to: CellResult, headlines: Headlines): Beside | undefined {
  if (from.method !== "exact" || to.method !== "exact") return undefined;
  const also = leadingOf([from, to], headlines[from.kind])?.also;
  const measures = [...(also ? [headlineMeasure(also)] : []), ...(from.metrics ?? []).flatMap(measuresIn)];
  for (const measure of measures) {
    const found = besideIn(from, to, measure);
    if (found !== undefined && found.change.value !== 0) return found;
  }
  return undefined;
}

function besideIn(from: CellResult, to: CellResult, measure: Measure): Beside | undefined {
  const [first, second] = [readingOf(from, measure), readingOf(to, measure)];
  if (first === undefined || second === undefined) return undefined;
  const change = changeBetween(first, second);
  return { measure: nameOf(measure, first.metric, second.metric), isChance: first.isChance, change };
}
