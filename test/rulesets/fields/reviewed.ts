/**
 * Fields that change no answer and are not refused, by ruleset, each with the reason. No characteristic, ability or rule
 * number stands here.
 */
const MUTE =
  "silences a warning and a finding of what never happens, never a number: never.test.ts and unseen.test.ts (moves no number)";
const muted = (names: string) =>
  Object.fromEntries(["mute", ...names.split(" ").map((name) => `mute[]="${name}"`)].map((id) => [id, MUTE]));

export const REVIEWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "alpha-omega": muted("charge fire intercept dodge gladiator grenade order medikit sacrifice repair policy"),
  metropolis: muted("charge fire hold counterCharge assault order policy"),
  "wh40k-10e": muted("keyword"),
};
