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
  further: (sets: string, worth: string, to: string): string => say`${sets} ${worth} (${to})`,
  short: (sets: string, worth: string): string => say`${sets} ${worth}`,
  beside: (parts: string): string => say`beside the others: ${parts}`,
  all: (worth: string, from: string, to: string): string => say`all together ${worth} (${from} → ${to})`,
  none: (sets: string, reason: string): string => say`${sets}: no price (${reason})`,
  noneBeside: (sets: string, reason: string): string => say`${sets} beside the others: no price (${reason})`,
  unlike: say`even prices with and without are not found by the same unit's number`,
  against: (than: string, price: string, situation: string): string =>
    say`Measured against ${than} at ${price}${situation}`,
  situation: (parts: string): string => say` (${parts})`,
  even: (varied: string, kept: string, models: number): string =>
    say`at these prices equal points win equally often, a draw half a win, when ${varied} are fielded in such numbers against ${models} ${kept}; between two whole numbers fights of both are mixed.`,
  column: (unit: string): string => say`worth in points of ${unit}`,
});
