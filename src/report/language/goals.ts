/** Goals in words: what was wanted, what was found. */
import type { Say } from "../../rule/say.ts";

export const goals = (say: Say) => ({
  title: say`Goals`,
  columns: [say`verdict`, say`goal`, say`wanted`, say`found`, say`level`],
  verdicts: {
    pass: say`pass{#goals}`,
    fail: say`fail{#goals}`,
    inconclusive: say`inconclusive`,
  },
  levels: {
    warn: say`warn`,
    error: say`error`,
  },
  wanted: (found: string, wanted: string): string => say`${found}, wanted ${wanted}`,
  /** A cell and what is measured of it. */
  of: (cell: string, measure: string): string => say`${cell}, ${measure}`,
  line: (key: string, text: string): string => say`${key}: ${text}`,
});
