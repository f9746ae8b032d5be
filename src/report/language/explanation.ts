/** How a cell's numbers came about. */
import type { Say } from "../../rule/say.ts";

export const explanation = (say: Say) => ({
  yes: say`yes`,
  no: say`no`,
  step: (text: string, value: string): string => say`${text}: ${value}`,
  needed: (text: string, needed: number, sides: number, certain: "" | "always" | "never"): string =>
    certain === ""
      ? say`${text}: ${needed}+ on a D${sides}`
      : certain === "always"
        ? say`${text}: ${needed}+ on a D${sides} (always)`
        : say`${text}: ${needed}+ on a D${sides} (never)`,
  neededDice: say`Needed dice`,
  assumptions: (list: string): string => say`assumptions: ${list}`,
});
