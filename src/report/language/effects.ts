/** What the factors are worth. */
import type { Say } from "../../rule/say.ts";

export const effects = (say: Say) => ({
  title: (name: string): string => say`${name}: what each factor is worth`,
  addUp: say`they add up exactly`,
  addUpAbout: (by: string): string => say`they add up, as far as these trials can tell (to within ${by})`,
  overlap: (by: string): string => say`they overlap by ${by}`,
  more: (by: string): string => say`together they are worth ${by} more than one by one`,
  base: (measure: string, estimate: string): string => say`${measure}: ${estimate} without any factor.`,
  alone: (parts: string): string => say`  ${parts}.`,
  together: (parts: string, factors: number, change: string, bond: string): string =>
    factors > 2 ? say`  ${parts}; all together ${change}: ${bond}.` : say`  ${parts}, together ${change}: ${bond}.`,
  beside: (factors: string, measure: string, change: string): string =>
    say`  But ${factors} moves ${measure}: ${change}.`,
  /** In points of the army list. */
  listPoints: (text: string): string => say`${text} list pts`,
  lost: (unit: string, parts: string): string => say`  Army-list points lost by ${unit}: ${parts}.`,
  lostColumn: (unit: string): string => say`lost by ${unit}`,
  columns: [say`against base`, say`overlap`, say`on average`],
  forbidden: (cell: string, text: string, rule: string): string =>
    say`${cell}: not possible: ${text} (${rule}); its factors have no effects.`,
});
