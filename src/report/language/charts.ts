/** What charts say: their findings, axes, and the sentence of each mark. Numbers come written. */
import { counted, type Say } from "../../rule/say.ts";

type WithMarks = readonly { readonly marks: readonly { readonly lower?: number }[] }[];

export const charts = (say: Say) => ({
  /** Of a few of many. */
  someOf: (shown: string, all: string): string =>
    say` (the chart shows the first ${shown} of ${all}; the table below has all)`,
  /** What is said of limits, where any are drawn. */
  whiskers: (rows: WithMarks): string =>
    rows.some(({ marks }) => marks.some(({ lower }) => lower !== undefined))
      ? say` Whiskers are 95 % intervals; an exact number has none.`
      : "",
  matchupsText: (what: string): string =>
    say`A grid, attackers down and defenders across: ${what}. The number is in each square; the key says which numbers a colour stands for.`,
  /** What moves a number most between one lower and one higher: one thing, or several as much as each other. */
  widest: (names: string, count: number, swing: string): string =>
    say`${counted(names, count)} {matters|matter} most: ${swing} between one step lower and one higher`,
  changeAxis: (measure: string): string => say`change in ${measure}`,
  inPoints: (axis: string): string => say`${axis}, in percentage points`,
  survivalSaid: (turn: string, number: string, state: string): string =>
    say`after turn ${turn}: ${number} ${state} on average`,
  turn: say`turn`,
  fromTo: (before: string, now: string): string => say`${before} → ${now}`,
  differenceAxis: (old: string, now: string): string => say`${now} minus ${old}`,
  margin: say`margin`,
});
