/**
 * Fields that change no answer and are not refused, by ruleset, each with the reason. No characteristic, ability or rule
 * number stands here.
 */
const MUTE = "silences a warning and a finding of what cannot happen, never a number: test/scenario/never.test.ts";
const muted = (names: string) =>
  Object.fromEntries(["mute", ...names.split(" ").map((name) => `mute[]="${name}"`)].map((id) => [id, MUTE]));

export const REVIEWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "alpha-omega": muted("charge fire intercept dodge gladiator grenade order"),
  metropolis: muted("charge fire hold counterCharge assault order"),
  "wh40k-10e": {},
};
