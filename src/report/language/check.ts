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
  differs: {
    seed: say`seed`,
    stream: say`stream`,
    version: say`version`,
    engine: say`engine`,
    trials: say`trials`,
    scenario: say`scenario`,
  },
  columns: [say`verdict`, say`number`, say`before`, say`now`, say`change`, say`margin`],
  more: (n: number): string => say`… and ${n} more`,
});
