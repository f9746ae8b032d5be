/** What modifier sets are worth in points. */
import { counted, type Say } from "../../rule/say.ts";

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
