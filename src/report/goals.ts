/** Goals in words: what was wanted, what was found. */
import type { GoalResult } from "../analysis/result.ts";
import { number, percent } from "./format.ts";

const RANK = { fail: 0, inconclusive: 1, pass: 2 };

/** Failed goals, then inconclusive ones, then the rest, each in the order of the scenario. */
export const worstFirst = (goals: readonly GoalResult[]): GoalResult[] =>
  goals.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict]);

/** A share as it was written, so that a bound of 33.25 % is not shown as 33.3 %. */
const share = (value: number): string => `${Number((value * 100).toPrecision(12))} %`;

/** `20 % to 80 %`, `at least 1.5`. */
export function goalWanted({ value, atLeast, atMost }: GoalResult): string {
  const bound = value === undefined ? (end: number) => String(end) : share;
  if (atLeast !== undefined && atMost !== undefined) return `${bound(atLeast)} to ${bound(atMost)}`;
  return atLeast === undefined ? `at most ${bound(atMost ?? 1)}` : `at least ${bound(atLeast)}`;
}

/** `47.2 % ± 0.10`, `12.0 % exactly`, `no data`. */
export function goalFound({ value, estimate, lower, upper }: GoalResult): string {
  if (estimate === undefined) return "no data";
  const show = value === undefined ? number : percent;
  if (lower === undefined || upper === undefined) return `${show(estimate)} exactly`;
  if (value !== undefined && estimate === 0) return `≤ ${percent(upper)}`;
  if (value !== undefined && estimate === 1) return `≥ ${percent(lower)}`;
  return `${show(estimate)} ± ${show((upper - lower) / 2).replace(" %", "")}`;
}
