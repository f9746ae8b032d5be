/** One up, one down. */
import type { Say } from "../../rule/say.ts";

export const sensitivity = (say: Say) => ({
  columns: [say`one less`, say`one more`, say`swing`],
  tied: (names: string, isSampled: boolean): string =>
    isSampled
      ? say`; ${names} move it most, and these trials cannot tell which of them does`
      : say`; ${names} move it most, by as much as each other`,
  base: (measure: string, estimate: string, strongest: string): string =>
    say`${measure}: ${estimate} as it is${strongest}.`,
  unsure: (paths: string): string => say`  No effect that these trials can tell from chance: ${paths}.`,
  nothing: (paths: string): string => say`  No effect: ${paths}.`,
  most: (cells: number, leaders: readonly string[], unmoved: number): string =>
    leaders.length === 0
      ? leaders.length > 0 && unmoved > 0
        ? say`Of ${cells} numbers none is moved; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${cells} numbers none is moved.`
      : leaders.length > 0 && unmoved > 0
        ? say`Of ${cells} numbers ${leaders.join(", ")}; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${cells} numbers ${leaders.join(", ")}.`,
  like: (measure: string, names: string, times: number, swing: string): string =>
    names === ""
      ? times === 1
        ? say`${measure}: nothing moves it.`
        : say`${measure}: nothing moves these ${times}.`
      : times === 1
        ? say`${measure}: ${names}, by ${swing}.`
        : say`${measure}: ${names}, by ${swing}, in ${times} cells.`,
});
