/** The findings in words. `who` is `One shot: Rangers against Marines`; `sets`: those of a cell, joined. */

import type { Say } from "../../rule/say.ts";
import type { Numbers } from "./numbers.ts";

export const findings = (say: Say, { either }: Pick<Numbers, "either">) => ({
  /** The experiment and who meets whom. */
  who: (experiment: string, pairing: string): string => say`${experiment}: ${pairing}`,
  /** `19.2 % of shots put the target down or out`: a number already written, and what it is. */
  number: (number: string, what: string): string => say`${number} ${what}`,
  practicallyNever: (number: string, what: string): string => say`less than ${number} ${what}`,
  practicallyAlways: (number: string, what: string): string => say`more than ${number} ${what}`,
  /** Names of which one and the same is said, each for itself: a set may itself be of several. */
  either: (names: readonly string[]): string => either(names),
  best: (names: string, several: number, what: string, others: string): string =>
    several === 1
      ? others === ""
        ? say`${names}: ${what}{#findings}`
        : say`${names}: ${what}; then ${others}`
      : others === ""
        ? say`${names}, which these trials cannot tell apart: ${what}`
        : say`${names}, which these trials cannot tell apart: ${what}; then ${others}`,
  also: (sentence: string): string => say`, ${sentence}`,
  set: (name: string, change: string): string => say`${name}: ${change}.`,
  nothing: (count: number, all: number, some: readonly string[], more: number): string =>
    more > 0
      ? say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}; and ${more} more.`
      : say`In ${count} of ${all} pairs the number is practically 0: ${some.join(say`; `)}.`,
});
