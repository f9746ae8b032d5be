/**
 * Fields that change no answer and are not refused, by ruleset, each with the reason. No characteristic, ability or rule
 * number stands here.
 */
export const REVIEWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "alpha-omega": {},
  metropolis: {},
  "wh40k-10e": {},
};
