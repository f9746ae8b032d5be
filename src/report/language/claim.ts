/** What a report claims first. Names of sets and units come as they are to be read; numbers come written. */
import { counted, type Say } from "../../rule/say.ts";

/** By how much a number is another: a share that has a word of its own, or a number already written. */
export type RatioWord = "none" | "half" | "third" | "quarter" | "double" | "triple" | { readonly percent: string };

export interface MovedWords {
  /** Whether several are named. */
  readonly isSeveral: boolean;
  readonly isLess: boolean;
  readonly factor: RatioWord;
}

/** Not among what every language carries: what answers in a page of the playground needs none of it. */
export const claimIn = ({ say, gameWords }: { readonly say: Say; readonly gameWords: readonly unknown[] }) => ({
  quoted: (name: string): string => say`“${name}”`,
  /** What a metric counts, of a unit that another acts on. */
  object: (metric: string, of: string, by: string): string | undefined =>
    /^(?:casualties|killed|removed)$/.test(metric)
      ? say`the losses of ${of} to ${by}`
      : metric === "wounds"
        ? say`the wounds of ${of} from ${by}`
        : metric === "hits"
          ? say`the hits of ${by} on ${of}`
          : metric === "out" && gameWords.length > 0 // of a shipped game: elsewhere it is the designer's word
            ? say`the permanent losses of ${of} to ${by}`
            : undefined,
  moves: (who: string, { isSeveral, isLess, factor }: MovedWords, object: string | undefined): string => {
    const name = counted(who, isSeveral ? 2 : 1);
    const isAgain = object === undefined;
    switch (factor) {
      case "none":
        return isAgain ? say`${name} {prevents|prevent} them` : say`${name} {prevents|prevent} ${object}`;
      case "half":
        return isAgain ? say`${name} {halves|halve} them` : say`${name} {halves|halve} ${object}`;
      case "third":
        return isAgain ? say`${name} {cuts|cut} them to a third` : say`${name} {cuts|cut} ${object} to a third`;
      case "quarter":
        return isAgain ? say`${name} {cuts|cut} them to a quarter` : say`${name} {cuts|cut} ${object} to a quarter`;
      case "double":
        return isAgain ? say`${name} {doubles|double} them` : say`${name} {doubles|double} ${object}`;
      case "triple":
        return isAgain ? say`${name} {triples|triple} them` : say`${name} {triples|triple} ${object}`;
      default: {
        const by = factor.percent;
        if (isLess)
          return isAgain ? say`${name} {lowers|lower} them by ${by}` : say`${name} {lowers|lower} ${object} by ${by}`;
        return isAgain ? say`${name} {raises|raise} them by ${by}` : say`${name} {raises|raise} ${object} by ${by}`;
      }
    }
  },
  plain: (who: string, sentence: string): string => (who === "" ? sentence : say`${who}: ${sentence}`),
  /** Two sides that were compared: which number is whose. */
  compared: (measure: string, now: string, second: string, before: string, first?: string): string =>
    say`${measure}: ${now} with ${second} instead of ${first === undefined ? before : say`${before} with ${first}`}`,
  notApart: {
    equal: (measure: string, sides: string): string => say`${measure}: exactly the same for ${sides}`,
    equivalent: (measure: string, sides: string): string => say`${measure}: no meaningful difference between ${sides}`,
    undecided: (measure: string, sides: string): string => say`${measure}: these trials do not decide between ${sides}`,
  },
  playBars: (unit: string): string => say`Wins by ${unit}`,
  playBest: say`best play`,
  playWritten: say`orders as written`,
  /** A check: what moved, and by what. */
  moved: (count: string, all: string, cause: string | undefined): string =>
    cause === undefined
      ? say`${count} of ${all} numbers moved by more than their margin`
      : say`${cause} moved ${count} of ${all} numbers by more than their margin`,
  winsTowards: (unit: string, size: string, isUp: boolean): string =>
    isUp ? say`${size} more wins by ${unit}` : say`${size} fewer wins by ${unit}`,
  atLeast: say`Chance of at least this many`,
});
