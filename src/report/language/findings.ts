/** The findings in words. `who` is `One shot: Rangers against Marines`; `sets`: those of a cell, joined. */

import type { Say } from "../../rule/say.ts";
import type { Numbers } from "./numbers.ts";

export const findings = (say: Say, { either }: Pick<Numbers, "either">) => ({
  /** The experiment and who meets whom. */
  who: (experiment: string, pairing: string): string => say`${experiment}: ${pairing}`,
  withSets: (who: string, sets: string): string => say`${who} with ${sets}`,
  said: (who: string, text: string, rule: string): string => say`${who}: ${text} (${rule}).`,
  saidMore: (who: string, more: number, text: string, rule: string): string =>
    say`${who}, and ${more} more: ${text} (${rule}).`,
  unseen: (text: string, trials: string, most: string): string =>
    say`${text}: not once in ${trials} trials (≤ ${most})`,
  never: (text: string, rule: string, who: string): string => say`${text} (${rule}), in ${who}.`,
  neverMore: (text: string, rule: string, who: string, more: number): string =>
    say`${text} (${rule}), in ${who}, and ${more} more.`,
  moreNever: (more: number): string => say`${more} more that is written never happens: --json has all of it.`,
  notBuilt: (who: string, text: string): string => say`${who}: ${text}.`,
  notPlayed: (cell: string): string => say`${cell} could not be played; its own section says why.`,
  /** `19.2 % of shots put the target down or out`: a number already written, and what it is. */
  number: (number: string, what: string): string => say`${number} ${what}`,
  practicallyNever: (number: string, what: string): string => say`less than ${number} ${what}`,
  practicallyAlways: (number: string, what: string): string => say`more than ${number} ${what}`,
  /** Names of which one and the same is said, each for itself: a set may itself be of several. */
  either: (names: readonly string[]): string => either(names),
  /** A question and its answer. */
  answer: (question: string, ranking: string): string => say`${question} ${ranking}.`,
  best: (names: string, several: number, what: string, others: string): string =>
    several === 1
      ? others === ""
        ? say`${names}: ${what}{#findings}`
        : say`${names}: ${what}; then ${others}`
      : others === ""
        ? say`${names}, which these trials cannot tell apart: ${what}`
        : say`${names}, which these trials cannot tell apart: ${what}; then ${others}`,
  allAlike: (names: string, what: string): string => say`No difference between ${names}: ${what}`,
  ranked: (name: string, number: string): string => say`${name} ${number}`,
  others: (count: number, least: string): string => say`and ${count} more down to ${least}`,
  plain: (who: string, sentence: string, also: string): string => say`${who}: ${sentence}${also}.`,
  also: (sentence: string): string => say`, ${sentence}`,
  set: (name: string, change: string): string => say`${name}: ${change}.`,
  change: (number: string, change: string, more: string): string => say`${number}, ${change}${more}`,
  more: (sentence: string, change: string): string => say`; ${sentence}, ${change}`,
  noDifference: say`no difference`,
  hardly: say`hardly any difference`,
  notShown: say`no difference that these trials can show`,
  nothingChanges: (sets: number): string =>
    sets === 2 ? say`Neither modifier set changes that.` : say`None of the ${sets} modifier sets changes that.`,
  ends: (
    name: string,
    pairs: number,
    most: string,
    number: string,
    least: string,
    lowest: string,
    what: string,
  ): string => say`${name}, ${pairs} pairs: from ${lowest} (${least}) to ${number} (${most}) ${what}.`,
  nothing: (count: number, all: number, some: readonly string[], more: number): string =>
    more > 0
      ? say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}; and ${more} more.`
      : say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}.`,
  setInapplicable: (name: string, all: number): string => say`${name} changes none of the ${all} pairs.`,
  setMoves: (name: string, mean: string, moved: number, all: number): string =>
    moved < all
      ? say`${name}: ${mean} on average, no effect in ${all - moved} of ${all} pairs`
      : say`${name}: ${mean} on average`,
  setTorn: (name: string, up: number, down: number, all: number): string =>
    say`${name} raises ${up} of ${all} pairs and lowers ${down}`,
  setMost: (text: string, who: string, before: string, after: string, what: string): string =>
    say`${text}; most for ${who} (from ${before} to ${after} ${what}).`,
  /** What is left out of the first screen. */
  folded: (findings: number): string => (findings === 1 ? say`One more finding.` : say`${findings} more findings.`),
});
