/** What reports say of the health of what was simulated. */
import type { Say } from "../../rule/say.ts";

export const quality = (say: Say) => ({
  line: (passed: number, all: number): string =>
    passed === all ? say`all ${all} health checks passed` : say`${passed} of ${all} health checks passed`,
  among: (line: string, cells: number): string => say`${line} in ${cells} simulated cells`,
  /** Exact cells that were simulated as well, to hold one against the other. */
  checked: (line: string, cells: number): string =>
    cells === 1
      ? say`one exact cell was also simulated, to check it: ${line}`
      : say`${cells} exact cells were also simulated, to check them: ${line}`,
  failed: (name: string, advice: string): string => say`${name}: ${advice}`,
  /** What is checked, by its name. */
  names: {
    precision: say`precision`,
    events: say`events`,
    halves: say`halves`,
    dispersion: say`dispersion`,
    streams: say`streams`,
    exact: say`exact{#check}`,
    repeated: say`repeated`,
  },
});
