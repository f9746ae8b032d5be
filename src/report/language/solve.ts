/** The value that comes nearest to a target. */
import type { Say } from "../../rule/say.ts";

export const solve = (say: Say) => ({
  title: (name: string, asked: string): string => say`${name}: ${asked}`,
  asked: (measure: string, target: string): string => say`what brings ${measure} to ${target}`,
  several: say`what comes nearest to the targets`,
  target: (aim: string): string => say`target ${aim}`,
  nearestRow: (value: string): string => say`${value} (nearest)`,
  onIt: say`on it`,
  unreached: (
    path: string,
    from: string,
    to: string,
    measure: string,
    target: string,
    best: string,
    estimate: string,
  ): string =>
    say`no value of ${path} from ${from} to ${to} brings ${measure} to ${target}: the best is ${best} with ${estimate}`,
  gives: (value: string, estimate: string): string => say`${value} gives ${estimate}`,
  found: (path: string, value: string, measure: string, estimate: string): string =>
    say`${path} ${value} brings ${measure} to ${estimate}`,
  met: (found: string): string => say`${found}, exactly the target.`,
  within: (found: string, aim: string): string => say`${found}; the target of ${aim} lies within its limits.`,
  nearest: (found: string, aim: string, off: string): string =>
    say`${found}, nearest to the target of ${aim} (${off}).`,
  sentence: (text: string): string => say`${text}.`,
  beside: (list: string): string => say`  Beside it ${list}.`,
  tied: (list: string): string => say`  These trials cannot tell it from ${list}.`,
  refused: (path: string, value: string, why: string): string => say`  ${path} cannot be ${value}: ${why}.`,
  notShown: (values: number): string => say`(${values} more values tried, see --csv)`,
  moreRefused: (values: number): string => say`  ${values} more {value is|values are} not allowed.`,
  off: say`off the target`,
});
