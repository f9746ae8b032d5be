/** A sweep over one axis or two. */
import type { Say } from "../../rule/say.ts";

export const sweep = (say: Say) => ({
  title: (name: string, paths: string): string => say`${name}: a sweep of ${paths}`,
  notPossible: (rule: string): string => say`not possible (${rule})`,
  flat: (measure: string, value: string): string => say`${measure}: ${value} everywhere; nothing swept changes it.`,
  band: (value: string, last: string): string => say`${value} up to ${last}`,
  beyond: (value: string): string => say`${value} beyond`,
  bands: (bands: string): string => say`  In bands: ${bands}.`,
  draws: say`A draw is no win here; play, rank and even prices count it as half a win.`,
  step: (from: string, to: string, change: string): string =>
    say`  The largest step is from ${from} to ${to}: ${change}.`,
});
