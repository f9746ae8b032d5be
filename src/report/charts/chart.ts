/** What every chart is: a finding, what is drawn, and the same in a table. Data in, data out. */
import type { Drawing } from "./drawing.ts";

export interface Chart {
  /** What kind of chart: `overview`, `tornado`. */
  readonly name: string;
  /** The finding, a sentence without its full stop. */
  readonly title: string;
  /** What is drawn, in a few words: its heading where the finding stands in large letters already. */
  readonly what?: string;
  /** What is drawn, for those who do not see it. */
  readonly text: string;
  readonly drawing: Drawing;
  /** The same drawn otherwise, folded below it, and what that is called. */
  readonly other?: { readonly name: string; readonly drawing: Drawing };
  /** The numbers of the chart; the first column is words. Left out where the chart or a table beside it has them already. */
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Of squares that say a word and a number, what a file calls both: what to order, how often it wins. */
  readonly heads?: readonly [word: string, number: string];
}
