/** How a cell's numbers came about. */
import type { Say } from "../../rule/say.ts";

export const explanation = (say: Say) => ({
  yes: say`yes`,
  no: say`no`,
  answer: (question: string, outcome: string, chance: string): string => say`${question}: ${outcome}  ${chance}`,
  tooMany: say`(too many ways to list)`,
  always: (outcome: string, chance: string): string => say`always: ${outcome}  ${chance}`,
  moreLines: (lines: number): string => say`… ${lines} more lines`,
  step: (text: string, value: string): string => say`${text}: ${value}`,
  needed: (text: string, needed: number, sides: number, certain: "" | "always" | "never"): string =>
    certain === ""
      ? say`${text}: ${needed}+ on a D${sides}`
      : certain === "always"
        ? say`${text}: ${needed}+ on a D${sides} (always)`
        : say`${text}: ${needed}+ on a D${sides} (never)`,
  modifiers: say`Modifiers`,
  inAll: (sum: string): string => say`in all: ${sum}`,
  neededDice: say`Needed dice`,
  outcomes: say`What can happen`,
  option: (name: string, value: string, id: string): string => say`option ${name}: ${value} (${id})`,
  assumptions: (list: string): string => say`assumptions: ${list}`,
  others: say`Other cells (choose one with --cell):`,
});
