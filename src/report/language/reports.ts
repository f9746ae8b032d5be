/** Sentences of single reports and parts of them, by what says them. */
import { counted, type Say } from "../../rule/say.ts";

/** How a cell's numbers came about. */
export const explanation = (say: Say) => ({
  needed: (text: string, needed: number, sides: number, certain: "" | "always" | "never"): string => {
    const die = say`${text}: ${needed}+ on a D${sides}`;
    return certain === "" ? die : certain === "always" ? say`${die} (always)` : say`${die} (never)`;
  },
  neededDice: say`Needed dice`,
  assumptions: (list: string): string => say`assumptions: ${list}`,
});

/** The findings in words. `who` is `One shot: Rangers against Marines`; `sets`: those of a cell, joined. */
export const findings = (say: Say) => ({
  best: (names: string, several: number, what: string, others: string): string => {
    const best =
      several === 1 ? say`${names}: ${what}{#findings}` : say`${names}, which these trials cannot tell apart: ${what}`;
    return others === "" ? best : say`${best}; then ${others}`;
  },
});

/** Goals in words: what was wanted, what was found. */
export const goals = (say: Say) => ({
  title: say`Goals`,
  columns: [say`verdict`, say`goal`, say`wanted`, say`found`, say`level`],
  verdicts: {
    pass: say`pass{#goals}`,
    fail: say`fail{#goals}`,
    inconclusive: say`inconclusive`,
  },
  levels: {
    warn: say`warn`,
    error: say`error`,
  },
  wanted: (found: string, wanted: string): string => say`${found}, wanted ${wanted}`,
  /** A cell and what is measured of it. */
  of: (cell: string, measure: string): string => say`${cell}, ${measure}`,
  /** A thing, and what is said of it. */
  line: (what: string, text: string): string => say`${what}: ${text}`,
});

/** What modifier sets are worth in points. */
export const prices = (say: Say) => ({
  per: {
    model: say`a model{#prices}`,
    unit: say`a unit{#prices}`,
  },
  price: (text: string, points: number, per: string): string => say`${counted(text, points)} {point|points} ${per}`,
  worth: (sets: string, worth: string, per: string, unit: string, than?: string): string =>
    than === undefined
      ? say`${sets} adds ${worth} points ${per} to the price of ${unit}`
      : say`${sets} adds ${worth} points ${per} more than ${than} to the price of ${unit}`,
  evenAt: (from: string, to: string, than?: string): string =>
    than === undefined ? say` (even at ${from} without, ${to} with)` : say` (even at ${to}, and at ${from})`,
});

/** What reports say of the health of what was simulated. */
export const quality = (say: Say) => ({
  among: (line: string, cells: number): string => say`${line} in ${cells} simulated cells`,
  /** Exact cells that were simulated as well, to hold one against the other. */
  checked: (line: string, cells: number): string =>
    say`${cells} exact {cell was|cells were} also simulated, to check {1:it|them}: ${line}`,
  /** What is checked, by its name. */
  names: {
    precision: say`precision`,
    events: say`events`,
    halves: say`halves`,
    dispersion: say`dispersion`,
    streams: say`streams`,
    exact: say`exact{#check}`,
    repeated: say`repeated`,
  },
});

/** One up, one down. */
export const sensitivity = (say: Say) => ({
  columns: [say`one lower`, say`one higher`, say`swing`],
});

/** What each of several units has done that acted one after another. */
export const shares = (say: Say) => ({
  aims: {
    allDestroyed: say`to destroy every target`,
    points: say`points destroyed`,
    models: say`models destroyed`,
  },
});

/** What only the terminal says. */
export const terminal = (say: Say) => ({
  foldedMore: (cells: number): string => say`and ${cells} more`,
  mean: say`mean`,
  /** Of a simulated grid: how far limits reach from a square, and from a mean of a row or a column. */
  limits: (square: string, mean?: string): string =>
    mean === undefined
      ? say`Limits at 95 %: within ${square} of each square.`
      : say`Limits at 95 %: within ${square} of each square, ${mean} of each mean.`,
});
