/**
 * Matchers for vitest, for teams who keep their balance in their test suite. Of vitest only types are imported: whoever
 * uses them has it.
 *
 * A simulated number is known within an interval. A matcher passes only when the whole 95 % interval does what is asked,
 * and its negation only when the whole interval does not: a number that these trials cannot tell fails both ways, and
 * says so. Exact numbers are compared exactly.
 */
import type {} from "vitest";
import { decimal, type Fraction, fractionOf, numberOf, plus, textOf } from "./analysis/fraction.ts";
import { type Measure, measureText, readingOf } from "./analysis/measure.ts";
import type { CellResult, GoalResult, Result } from "./analysis/result.ts";
import { defined } from "./rulesets/defined.ts";
import { englishOf, hinted } from "./rulesets/said.ts";
import { globOf } from "./scenario/glob.ts";
import { suggested } from "./scenario/nearest.ts";

/** A number, or text such as `"36/125"` or `"12.5%"`. */
export type Amount = number | string;

/** What is wanted of a number. */
export interface Wanted {
  /** This, give or take `within`. */
  readonly of?: Amount;
  /** Without `of`: the half-width of the number's interval is at most this. */
  readonly within?: Amount;
  readonly atLeast?: Amount;
  readonly atMost?: Amount;
}

/** Which number: of every cell that matches, where it has one. */
export interface Where {
  /** A cell id; `*` stands for any text. */
  readonly cell?: string;
  /** The first metric with such a value when left out. */
  readonly metric?: string;
  /** The last one when left out. */
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly target?: string;
}

interface MatcherState {
  readonly isNot?: boolean;
}
interface MatchOutcome {
  readonly pass: boolean;
  message(): string;
}

/** Where a number stands: wholly inside what is wanted, wholly outside, or not to be told. */
type Stance = "inside" | "outside" | "open";

/** `expect.extend(matchers)`. */
export const matchers = {
  /** The chance of a value: `expect(result).toHaveProbability("down", { of: 0.12, within: 0.01 })`. */
  toHaveProbability(
    this: MatcherState,
    received: Result | CellResult,
    value: string | number,
    wanted: Wanted & Where,
  ): MatchOutcome {
    const measureOf = (cell: CellResult): Measure | undefined => {
      const metric = wanted.metric ?? cell.metrics?.find(hasValue(value))?.name;
      return metric === undefined ? undefined : { metric, values: [value], ...placeOf(wanted) };
    };
    return outcome(this, received, wanted, measureOf, `chance of ${value}`);
  },

  /** A mean: `expect(result).toHaveMean("casualties", { atMost: 1.5 })`. */
  toHaveMean(
    this: MatcherState,
    received: Result | CellResult,
    metric: string,
    wanted: Wanted & Omit<Where, "metric">,
  ): MatchOutcome {
    return outcome(this, received, wanted, () => ({ metric, ...placeOf(wanted) }), `mean of ${metric}`);
  },

  /** Every goal of the scenario whose level is error: `expect(result).toMeetItsGoals()`. */
  toMeetItsGoals(this: MatcherState, received: Result): MatchOutcome {
    const goals = (received.goals ?? []).filter(({ level }) => level === "error");
    if (goals.length === 0) throw new Error("the scenario has no goals of level error");
    const missed = goals.filter(({ verdict }) => verdict !== "pass");
    const line = ({ key, verdict, place }: GoalResult) => `  ${verdict}: ${key} (line ${place.line})`;
    return {
      pass: this.isNot ? goals.every(({ verdict }) => verdict !== "fail") : missed.length === 0,
      message: () =>
        missed.length === 0
          ? "every goal is met"
          : `${missed.length} of ${goals.length} goals:\n${missed.map(line).join("\n")}`,
    };
  },
};

const hasValue =
  (value: string | number) => (metric: { readonly outcomes: readonly { readonly value: string | number }[] }) =>
    metric.outcomes.some((one) => String(one.value) === String(value));

const placeOf = ({ turn, side, target }: Where): Omit<Measure, "metric"> => defined({ turn, side, target });

function outcome(
  { isNot = false }: MatcherState,
  received: Result | CellResult,
  wanted: Wanted & Where,
  measureOf: (cell: CellResult) => Measure | undefined,
  what: string,
): MatchOutcome {
  const all = "cells" in received ? received.cells : [received];
  const matches = globOf(wanted.cell ?? "*");
  const cells = all.filter(({ id }) => matches(id));
  if (cells.length === 0) {
    const hint = suggested(
      wanted.cell ?? "",
      all.map(({ id }) => id),
    );
    throw new Error(englishOf(hinted(`there is no cell ${wanted.cell ?? "at all"}`, hint)));
  }
  const check = checkOf(wanted);
  const found = cells.flatMap((cell) => {
    const measure = measureOf(cell);
    const reading = measure && readingOf(cell, measure);
    if (measure === undefined || reading === undefined || isUnknown(measure, reading)) return [];
    const { value, lower, upper, fraction } = reading;
    const exact = fraction ?? (lower === undefined ? decimal(value) : undefined);
    const interval = exact === undefined ? ` (${lower} to ${upper} at 95 %)` : exactText(value, fraction);
    const limits: Limits = exact === undefined ? { lower: lower!, upper: upper! } : { exact };
    return [
      { name: `${cell.id}/${measureText(measure)}`, text: `${value}${interval}`, standing: check.standing(limits) },
    ];
  });
  if (found.length === 0) {
    const known = cells.flatMap(({ metrics = [] }) => metrics.map(({ name }) => name));
    throw new Error(`no cell has a ${what}; measured are ${[...new Set(known)].join(", ")}`);
  }
  const bad = found.filter(({ standing }) => standing !== (isNot ? "outside" : "inside"));
  const reasons = { open: "these trials cannot tell: ", inside: "", outside: "" };
  const lines = (bad.length > 0 ? bad : found).map(
    ({ name, text, standing }) => `  ${reasons[standing]}${name}: ${text}`,
  );
  return {
    pass: isNot ? bad.length > 0 : bad.length === 0,
    message: () => `expected the ${what} ${isNot ? "not " : ""}to be ${check.text}:\n${lines.join("\n")}`,
  };
}

/** Exactly, where the decimals are the number itself; a fraction beside them where they are rounded. */
function exactText(value: number, fraction: Fraction | undefined): string {
  if (fraction === undefined) return " (solved in doubles)";
  const decimals = decimal(value);
  const isWhole = decimals.top * fraction.bottom === fraction.top * decimals.bottom;
  return isWhole ? " exactly" : ` (${textOf(fraction)})`;
}

/** A value that the metric does not have is a mistake, not a chance of 0. */
const isUnknown = (
  { values }: Measure,
  { metric }: { readonly metric: Parameters<ReturnType<typeof hasValue>>[0] },
): boolean => values !== undefined && !values.some((value) => hasValue(value)(metric));

type Limits = { readonly exact: Fraction } | { readonly lower: number; readonly upper: number };

function checkOf({ of, within, atLeast, atMost }: Wanted): { text: string; standing(limits: Limits): Stance } {
  if (of === undefined && atLeast === undefined && atMost === undefined) {
    if (within === undefined) throw new TypeError("say what is wanted: of and within, atLeast or atMost");
    const width = numberOf(amountOf(within));
    const half = (limits: Limits) => ("exact" in limits ? 0 : (limits.upper - limits.lower) / 2);
    return { text: `known within ${within}`, standing: (limits) => (half(limits) <= width ? "inside" : "outside") };
  }
  const give = amountOf(within ?? 0);
  const lows = [
    ...(of === undefined ? [] : [plus(amountOf(of), { top: -give.top, bottom: give.bottom })]),
    ...(atLeast === undefined ? [] : [amountOf(atLeast)]),
  ];
  const highs = [
    ...(of === undefined ? [] : [plus(amountOf(of), give)]),
    ...(atMost === undefined ? [] : [amountOf(atMost)]),
  ];
  const texts = [
    ...(of === undefined ? [] : [within === undefined ? `${of}` : `${of} ± ${within}`]),
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return {
    text: texts.join(", "),
    standing(limits) {
      if ("exact" in limits) {
        const isInside =
          lows.every((low) => isLess(low, limits.exact)) && highs.every((high) => isLess(limits.exact, high));
        return isInside ? "inside" : "outside";
      }
      const { lower, upper } = limits;
      if (lows.every((low) => lower >= numberOf(low)) && highs.every((high) => upper <= numberOf(high)))
        return "inside";
      return lows.some((low) => upper < numberOf(low)) || highs.some((high) => lower > numberOf(high))
        ? "outside"
        : "open";
    },
  };
}

const isLess = (a: Fraction, b: Fraction): boolean => a.top * b.bottom <= b.top * a.bottom;

function amountOf(amount: Amount): Fraction {
  if (typeof amount === "number" && Number.isFinite(amount)) return decimal(amount);
  const text = String(amount).trim();
  if (/^-?\d+\/[1-9]\d*$/.test(text)) return fractionOf(text);
  const [, digits, unit] = /^(-?\d+(?:\.\d+)?)\s?(%|pp)?$/.exec(text) ?? [];
  if (digits === undefined) throw new TypeError(`${JSON.stringify(amount)} is no number, fraction or percentage`);
  return decimal(Number(unit === undefined ? digits : `${digits}e-2`));
}

interface CribleMatchers<R> {
  /** The chance of a value lies where it is wanted, its whole interval or exactly. */
  toHaveProbability(value: string | number, wanted: Wanted & Where): R;
  /** A mean lies where it is wanted, its whole interval or exactly. */
  toHaveMean(metric: string, wanted: Wanted & Omit<Where, "metric">): R;
  /** Every goal of level error is met. */
  toMeetItsGoals(): R;
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: an interface is merged only with the very parameters it was declared with.
  interface Matchers<T = any> extends CribleMatchers<T> {}
}
