/** What the factors are worth. */
import type { Say } from "../../rule/say.ts";

export const effects = (say: Say) => ({
  together: (parts: string, factors: number, change: string, bond: string): string =>
    factors > 2 ? say`  ${parts}; all together ${change}: ${bond}.` : say`  ${parts}, together ${change}: ${bond}.`,
  /** In points of the army list. */
  listPoints: (text: string): string => say`${text} list pts`,
  columns: [say`against base`, say`overlap`, say`on average`],
});
