/** What charts say: their findings, axes, and the sentence of each mark. Numbers come written. */
import type { Say } from "../../rule/say.ts";

/** A number as it is written, and where it was found. */
export type NumberAt = readonly [number: string, at: string];

type WithMarks = readonly { readonly marks: readonly { readonly lower?: number }[] }[];

const isOneWord = (text: string): boolean => !/\s/u.test(text);

export const charts = (say: Say) => ({
  outcomeSaid: (set: string, metric: string, value: string, chance: string): string =>
    say`${set}: ${chance} for ${metric} ${value}`,
  orMore: (value: string): string => say`${value} or more`,
  /** Of a few of many. */
  someOf: (shown: string, all: string): string =>
    say` (the chart shows the first ${shown} of ${all}; the table below has all)`,
  highest: (most: string, mostName: string, least: string, leastName: string, what: string): string =>
    say`From ${least} (${leastName}) to ${most} (${mostName}) ${what}`,
  allTheSame: (number: string, what: string): string => say`${number} ${what}, whatever the modifiers`,
  /** What is said of limits, where any are drawn. */
  whiskers: (rows: WithMarks): string =>
    rows.some(({ marks }) => marks.some(({ lower }) => lower !== undefined))
      ? say` Whiskers are 95 % intervals; an exact number has none.`
      : "",
  overviewText: (what: string, form: "point" | "bar", whiskers: string): string =>
    form === "bar" ? say`A bar for each cell: ${what}.${whiskers}` : say`A point for each cell: ${what}.${whiskers}`,
  pointSaid: (name: string, number: string, what: string): string => say`${name}: ${number} ${what}`,
  matchupsText: (what: string): string =>
    say`A grid, attackers down and defenders across: ${what}. The number is in each square; the key says which numbers a colour stands for.`,
  includesEven: say`even is within the interval`,
  notPossible: (name: string, rule: string): string => say`${name}: not possible (${rule})`,
  /** What changes a number most, up or down. */
  strongest: (name: string, size: string, measure: string, isUp: boolean): string => {
    if (isUp)
      return isOneWord(measure)
        ? say`${name} moves ${measure} most: up by ${size}`
        : say`${name} moves “${measure}” most: up by ${size}`;
    return isOneWord(measure)
      ? say`${name} moves ${measure} most: down by ${size}`
      : say`${name} moves “${measure}” most: down by ${size}`;
  },
  /** What moves a number most between one less and one more: one thing, or several as much as each other. */
  widest: (names: string, count: number, swing: string, measure: string): string => {
    if (count === 1)
      return isOneWord(measure)
        ? say`${names} moves ${measure} most: by ${swing} between one less and one more`
        : say`${names} moves “${measure}” most: by ${swing} between one less and one more`;
    return isOneWord(measure)
      ? say`${names} move ${measure} most: by ${swing} each between one less and one more`
      : say`${names} move “${measure}” most: by ${swing} each between one less and one more`;
  },
  notAlone: (first: string, ties: string): string => say`${first}; these trials do not tell it from ${ties}`,
  nothingMoves: (measure: string): string => say`Nothing here is known to move ${measure}`,
  alone: say`alone`,
  together: say`together`,
  addedUp: say`each alone, added up`,
  effectsText: (measure: string, whiskers: string): string =>
    say`Points left and right of zero: by how much each factor, and several together, change ${measure}. Those of several are joined to what their factors come to when each is alone, added up: the line between is their overlap.${whiskers}`,
  changeAxis: (measure: string): string => say`change of ${measure}`,
  withSwings: (axis: string): string => say`${axis}; in bold the swing between both`,
  inPoints: (axis: string): string => say`${axis}, in percentage points`,
  oneLess: (to: string): string => say`one less, ${to}`,
  oneMore: (to: string): string => say`one more, ${to}`,
  better: (who: string): string => say`better for ${who}`,
  worse: (who: string): string => say`worse for ${who}`,
  tornadoText: (measure: string, who: string): string =>
    say`Bars left and right of zero: by how much ${measure} changes when a characteristic is one less or one more, which stands at its end; the strongest first. Colours say what is better for ${who}.`,
  /** @param way where the larger number stands on an axis; left out where there are two */
  sweepTitle: (measure: string, [least, at]: NumberAt, [most, atMost]: NumberAt, way?: "down" | "up"): string =>
    way === "down"
      ? say`${measure}: down from ${most} at ${atMost} to ${least} at ${at}`
      : way === undefined
        ? say`${measure}: from ${least} at ${at} to ${most} at ${atMost}`
        : say`${measure}: up from ${least} at ${at} to ${most} at ${atMost}`,
  sweepFlat: (measure: string, number: string): string => say`${measure}: ${number} everywhere`,
  sweepText: (measure: string, path: string, whiskers: string): string =>
    say`Lines: ${measure} over ${path}.${whiskers}`,
  mapText: (measure: string, down: string, across: string): string =>
    say`A grid, ${down} down and ${across} across: ${measure}. Darker is more; the number is in each square.`,
  survivalTitle: (who: string, turn: string, fit: string, all: string, gone: string, out: string): string =>
    all === "1"
      ? say`${who}: after turn ${turn}, ${fit} of one still stands on average, ${gone} ${out}`
      : say`${who}: after turn ${turn}, ${fit} of ${all} still stand on average, ${gone} ${out}`,
  survivalText: (who: string): string =>
    say`Stacked bars: how many of ${who} are in which state after each turn, on average.`,
  survivalSaid: (turn: string, number: string, state: string): string =>
    say`after turn ${turn}: ${number} ${state} on average`,
  turnsText: (what: string): string => say`Bars: ${what} after each turn. The table has its distribution.`,
  turn: say`turn`,
  soldiers: say`soldiers, on average`,
  changeTitle: (moved: string, all: string, name: string, change: string): string =>
    all === "1"
      ? say`${name}: ${change}`
      : say`${moved} of ${all} numbers moved by more than their margin, ${name} most (${change})`,
  byMargin: say`Change of each number, in margins`,
  noneMoved: (all: string): string => say`None of ${all} is known to have moved beyond the margin`,
  changeText: (old: string, now: string, whiskers: string): string =>
    say`A bar for each number, left or right of zero: how far it moved from ${old} to ${now}. The shaded zone is the margin, within which a change is of no account.${whiskers}`,
  withZone: (axis: string): string => say`${axis}; shaded: within the margin`,
  fromTo: (before: string, now: string): string => say`${before} → ${now}`,
  changeSaid: (name: string, before: string, now: string, change: string, verdict: string): string =>
    say`${name}: ${before} to ${now}, ${change}; ${verdict}`,
  differenceAxis: (old: string, now: string): string => say`${now} minus ${old}`,
  margin: say`margin`,
  verdict: say`verdict`,
});
