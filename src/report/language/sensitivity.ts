/** One up, one down. */
import type { Say } from "../../rule/say.ts";

export const sensitivity = (say: Say) => ({
  title: (name: string): string => say`${name}: one up, one down`,
  stepNotPossible: (to: string, rule: string): string => say`${to}: not possible (${rule})`,
  step: (to: string, change: string): string => say`${to}: ${change}`,
  columns: [say`one less`, say`one more`, say`swing`],
  moves: (first: string): string => say`; ${first} moves it most`,
  tied: (names: string, isSampled: boolean): string =>
    isSampled
      ? say`; ${names} move it most, and these trials cannot tell which of them does`
      : say`; ${names} move it most, by as much as each other`,
  next: (second: string): string => say`, then ${second}`,
  base: (measure: string, estimate: string, strongest: string): string =>
    say`${measure}: ${estimate} as it is${strongest}.`,
  unsure: (paths: string): string => say`  No effect that these trials can tell from chance: ${paths}.`,
  nothing: (paths: string): string => say`  No effect: ${paths}.`,
  idle: (paths: string): string => say`  Not used here: ${paths}.`,
  idleEverywhere: (paths: string): string => say`Not used in any of these: ${paths}.`,
  notMoved: (path: string, from: string, why: string): string => say`  ${path} ${from} was not moved: ${why}.`,
  cannot: (path: string, from: string, to: string, why: string): string =>
    say`  ${path} ${from} cannot be ${to}: ${why}.`,
  most: (cells: number, leaders: readonly string[], unmoved: number): string =>
    leaders.length === 0
      ? leaders.length > 0 && unmoved > 0
        ? say`Of ${cells} numbers none is moved; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${cells} numbers none is moved.`
      : leaders.length > 0 && unmoved > 0
        ? say`Of ${cells} numbers ${leaders.join(", ")}; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${cells} numbers ${leaders.join(", ")}.`,
  led: (path: string, cells: number): string => say`${path} moves ${cells} most`,
  like: (measure: string, names: string, times: number, swing: string): string =>
    names === ""
      ? times === 1
        ? say`${measure}: nothing moves it.`
        : say`${measure}: nothing moves these ${times}.`
      : times === 1
        ? say`${measure}: ${names}, by ${swing}.`
        : say`${measure}: ${names}, by ${swing}, in ${times} cells.`,
  fromTo: (least: string, most: string): string => say`${least} to ${most}`,
  each: say`--cell ID shows one of them step by step, --markdown prints all.`,
  notPossible: (cell: string, text: string, rule: string): string => say`${cell}: not possible: ${text} (${rule}).`,
});
