/** The outcome of a check. */
import type { Say } from "../../rule/say.ts";

export const check = (say: Say) => ({
  verdicts: {
    same: say`same`,
    equivalent: say`equivalent`,
    drift: say`drift`,
    inconclusive: say`inconclusive`,
    changed: say`changed`,
  },
  faultNames: {
    new: say`new`,
    missing: say`missing`,
    obsolete: say`obsolete`,
    unlike: say`unlike`,
  },
  overall: {
    pass: say`pass`,
    fail: say`fail`,
    inconclusive: say`inconclusive`,
  },
  whole: {
    new: say`: new`,
    gone: say`: gone`,
  },
  nothingThere: say`(none)`,
  faults: {
    new: say`new: its cell is not in the baseline`,
    missing: say`missing in the baseline`,
    obsolete: say`obsolete: in the baseline, and nothing measures it any more`,
    unlike: say`a mean on one side and a chance on the other: the line was edited, or the metric changed its kind`,
  },
  counts: {
    changed: (n: number): string => say`${n} {changed|changed}`,
    drift: (n: number): string => say`${n} {drift|drifts}`,
    names: (n: number): string => say`${n} {name that only one side has|names that only one side has}`,
    inconclusive: (n: number): string => say`${n} {inconclusive|inconclusive}`,
    equivalent: (n: number): string => say`${n} {equivalent|equivalent}`,
    same: (n: number): string => say`${n} {the same|the same}`,
    missed: (n: number): string => say`${n} {goal missed|goals missed}`,
    open: (n: number): string => say`${n} {goal inconclusive|goals inconclusive}`,
    met: (n: number): string => say`${n} {goal met|goals met}`,
    added: (n: number): string => say`${n} {added|added}`,
    removed: (n: number): string => say`${n} {removed|removed}`,
    unchanged: (n: number): string => say`${n} {unchanged|unchanged}`,
  },
  semicolon: say`; `,
  identical: (verdict: string, numbers: number, baseline: string, goals: string): string =>
    goals === ""
      ? say`Balance check: ${verdict}, ${numbers} {number|numbers} identical to ${baseline}`
      : say`Balance check: ${verdict}, ${numbers} {number|numbers} identical to ${baseline}; ${goals}`,
  differs: {
    seed: say`seed`,
    stream: say`stream`,
    version: say`version`,
    engine: say`engine`,
    trials: say`trials`,
    scenario: say`scenario`,
  },
  /** @param alpha left out where no number is simulated */
  basis: (baseline: string, differs: string, alpha: string | undefined): string =>
    alpha === undefined
      ? say`Compared with ${baseline}. Changed since: ${differs}. Every number is exact: no false alarm is possible.`
      : say`Compared with ${baseline}. Changed since: ${differs}. Had nothing moved, the whole check would still fail with a chance of at most ${alpha} (a false alarm).`,
  wider: (isOfNumbers: boolean, isOfGoals: boolean): string =>
    [...(isOfNumbers ? [say`a wider --margin`] : []), ...(isOfGoals ? [say`wider bounds of the goals`] : [])].join(
      say` or `,
    ),
  decided: (trials: number, needed: number, decided: number, open: number, wider: string): string =>
    decided < open
      ? say`Undecided after ${trials} trials: about ${needed} would decide ${decided} of ${open} in nine checks of ten, if the changes are what they look like (--trials ${String(needed)}); so may ${wider}.`
      : say`Undecided after ${trials} trials: about ${needed} would decide in nine checks of ten, if the changes are what they look like (--trials ${String(needed)}); so may ${wider}.`,
  storedAnew: (baseline: string, needed: number): string =>
    say`${baseline} has too few trials for that: write it again from the committed files, with --update --trials ${String(needed)}.`,
  onMargin: (n: number, wider: string): string =>
    say`${n} {number looks|numbers look} to lie exactly on a limit, where no number of trials decides: give ${wider}.`,
  columns: [say`verdict`, say`number`, say`before`, say`now`, say`change`, say`margin`],
  doNotFit: (rows: number, where: string): string => say`${rows} rows of a table do not fit here${where}.`,
  andMore: (rows: number, where: string): string => say`… and ${rows} more${where}.`,
  more: (n: number): string => say`… and ${n} more`,
  prints: say`; crible check prints them`,
  wholeRun: (link: string): string => say` ([the whole run](${link}))`,
});
