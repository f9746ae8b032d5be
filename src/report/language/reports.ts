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
  set: (name: string, change: string): string => say`${name}: ${change}.`,
  nothing: (count: number, all: number, some: readonly string[], more: number): string =>
    more > 0
      ? say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}; and ${more} more.`
      : say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}.`,
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
  worth: (sets: string, worth: string, per: string, unit: string, from: string, to: string, than?: string): string =>
    than === undefined
      ? say`${sets} is worth ${worth} points ${per} of ${unit} (even at ${from} without, ${to} with)`
      : say`${sets} is worth ${worth} points ${per} of ${unit} more than ${than} (even at ${to}, and at ${from})`,
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

/** What is said before and while something is computed. */
export const running = (say: Say) => ({
  /** `1 h 5 min`, `2 days 3 h`. */
  days: (days: number, hours: number): string => say`${days} days ${hours} h`,
  left: (time: string): string => say`, ${time} left`,
  writing: (cells: number): string => say`writing reports of ${cells} {cell|cells}`,
  pricing: (fight: number, fights: number, models: number): string =>
    say`looking for even prices  fight ${fight} of ${fights}, ${models} {model|models}`,
  reading: (place: number, total: number): string => say`reading variants  ${place} of ${total}`,
  readingFile: (name: string, place: number, total: number): string => say`reading  ${place} of ${total}  ${name}`,
  meeting: (unit: string, place: number, units: number): string =>
    say`army against army  ${place} of ${units}  ${unit}`,
  sweeping: (set: string, place: number, sets: number): string => say`modifier sets  ${place} of ${sets}  ${set}`,
  choosing: (unit: string): string => say`looking for whom each should attack  ${unit}`,
  balancing: (tried: number): string => say`looking for what makes the field even: ${tried} {change|changes} played`,
  takes: (time: string): string => say`; a run takes up to about ${time} of one core`,
  atOnce: say`; a run takes a second or less`,
  longExact: (time: string): string =>
    say`takes long: about ${time} for the exact answer; --trials simulates it instead`,
  longPlayed: (trials: number, time: string): string => say`takes long: up to ${trials} trials, about ${time}`,
});

/** One up, one down. */
export const sensitivity = (say: Say) => ({
  columns: [say`one lower`, say`one higher`, say`swing`],
  unvaried: say`What was not varied, and why:`,
  unsure: (paths: string): string => say`  No effect that these trials can tell from chance: ${paths}.`,
  nothing: (paths: string): string => say`  No effect: ${paths}.`,
  most: (cells: number, leaders: readonly string[], unmoved: number): string =>
    leaders.length === 0
      ? say`Of ${cells} numbers none is moved.`
      : unmoved > 0
        ? say`Of ${cells} numbers ${leaders.join(", ")}; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${cells} numbers ${leaders.join(", ")}.`,
  like: (measure: string, names: string, times: number, swing: string): string =>
    names === ""
      ? say`${measure}: nothing moves it in ${times} {cell|cells}.`
      : say`${measure}: ${names}, by ${swing}, in ${times} {cell|cells}.`,
});

/** What each of several units has done that acted one after another. */
export const shares = (say: Say) => ({
  aims: {
    allDestroyed: say`to destroy every target`,
    points: say`points destroyed`,
    models: say`models destroyed`,
  },
  tooMany: (ways: string, most: string, tried: string): string =>
    tried === ""
      ? say`nothing was tried: there are ${ways} ways, every order with every preferred target, and ${most} are tried at most`
      : say`tried: ${tried} orders, each unit keeping to its targets as written; with other targets there are ${ways} ways, too many (${most} are tried at most, fewer where each takes long)`,
  order: (units: readonly string[]): string => units.join(", "),
});

export interface ToldTrial {
  readonly trial: number;
  readonly trials: number;
  readonly block: number;
  readonly place: number;
  readonly seed: string;
}

/** One trial told die by die. */
export const telling = (say: Say) => ({
  where: ({ trial, trials, block, place, seed }: ToldTrial): string =>
    say`trial ${trial} of ${trials}: block ${block}, place ${place}; seed ${seed}`,
  value: (metric: string, value: string, isWord: boolean): string =>
    isWord ? say`${metric} ${value}{#word}` : `${metric} ${value}`,
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
