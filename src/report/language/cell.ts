/** What reports say of one cell, on a terminal and as Markdown. */
import type { Say } from "../../rule/say.ts";

const stoppedText = (say: Say, isFault: boolean, unreached: number): string =>
  isFault
    ? say`some of it could not be played, as said below; all the rest is complete.`
    : unreached > 0
      ? say`the run was interrupted; what follows is complete up to where it stopped, ${unreached} more {cell was|cells were} not reached.`
      : say`the run was interrupted; what follows is complete up to where it stopped.`;

export const cell = (say: Say) => ({
  experiment: (name: string, kind: string): string => say`${name} (${kind})`,
  notBuilt: (text: string): string => say`Not built: ${text}.`,
  method: (text: string): string => say`Method: ${text}.`,
  note: (text: string): string => say`Note: ${text}.`,
  precision: (metric: string, half: string, target: string, trials: number, tighter?: number): string =>
    tighter === undefined
      ? say`Precision: ${metric} binds, half-width ${half} of ${target}; it takes about ${trials} trials.`
      : say`Precision: ${metric} binds, half-width ${half} of ${target}; it takes about ${trials} trials, half of that about ${tighter}.`,
  worth: (text: string): string => say`Worth: ${text}.`,
  verified: (trials: number, verdict: "agree" | "disagree", p: string, metric: string): string =>
    verdict === "agree"
      ? say`Verified: ${trials} simulated trials agree with the exact answer (p ${p} of the whole cell; furthest off: ${metric}).`
      : say`Verified: ${trials} simulated trials disagree with the exact answer (p ${p} of the whole cell; furthest off: ${metric}).`,
  optionLine: (name: string, value: string, id: string): string => say`option ${name}: ${value} (${id})`,
  options: (list: string): string => say`Options other than the default: ${list}`,
  rules: (text: string): string => say`Rules other than the book's: ${text}.`,
  assumptions: (list: string): string => say`Assumptions: ${list}.`,
  mean: (mean: string, sd: string): string => say`Mean ${mean}, standard deviation ${sd}.`,
  warning: (text: string): string => say`Warning: ${text}`,
  warningWord: say`warning`,
  fault: say`**Not played:**`,
  partial: (isFault: boolean, unreached = 0): string => say`**Partial:** ${stoppedText(say, isFault, unreached)}`,
  partialShort: (isFault: boolean, unreached = 0): string => say`Partial: ${stoppedText(say, isFault, unreached)}`,
  again: (command: string): string => say`Again: ${command}`,
});
