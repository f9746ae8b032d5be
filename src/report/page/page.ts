/** What a page shows, before it is HTML: plain data and charts. */
import type { Chart } from "../charts/chart.ts";
import type { Grid } from "../grid.ts";
import type { Language } from "../language/language.ts";

/** A text, a link to a place of this page, or a name in words with what one types for it. */
export type PageEntry =
  | string
  | { readonly text: string; readonly to: string }
  | { readonly text: string; readonly typed: string };

export interface Table {
  readonly caption: string;
  readonly head: readonly PageEntry[];
  readonly rows: readonly (readonly PageEntry[])[];
  /** The first so many columns are words; the others numbers. One when left out. */
  readonly words?: number;
  /** Ids of the rows, where links lead to them. */
  readonly ids?: readonly string[];
}

export type PageBlock =
  /** One each; one that begins with two blanks belongs to the one before. */
  | { readonly sentences: readonly string[] }
  | { readonly heading: string }
  | { readonly table: Table }
  /** Small ones, beside each other where there is room. */
  | { readonly tables: readonly Table[] }
  | { readonly charts: readonly Chart[] }
  | { readonly grid: Grid; readonly caption: string }
  /** What is not there before it is opened. */
  | { readonly folded: string; readonly blocks: readonly PageBlock[] }
  /** One cell, folded. */
  | { readonly id: string; readonly title: string; readonly blocks: readonly PageBlock[] };

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the title: the kind, how many cells. */
  readonly aside?: string;
  /** How its numbers were found, where that is not how all of the page were. */
  readonly found?: string;
  readonly blocks: readonly PageBlock[];
}

/** What the first screen says and shows. */
export interface Lead {
  /** A sentence without its full stop. */
  readonly title: string;
  readonly lede: readonly string[];
  /** How its numbers were found, in a few words each. */
  readonly tags: readonly { readonly text: string; readonly state?: "pass" | "fail" }[];
  readonly blocks: readonly PageBlock[];
  /** How its numbers were found: what goes with a picture that leaves the page. */
  readonly found?: string;
}

export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly aside: string;
  /** The conclusion, before everything else; without one the title stands there. */
  readonly lead?: Lead;
  readonly verdict?: { readonly state: "pass" | "fail" | "inconclusive"; readonly text: string };
  /** Warnings, and that the run was interrupted. */
  readonly notes: readonly string[];
  readonly findings: readonly string[];
  /** After the findings, on the first screen: goals, quality. */
  readonly first: readonly PageBlock[];
  readonly sections: readonly Section[];
  /** How the numbers came about, in paragraphs. */
  readonly how: readonly string[];
  /** How its numbers were found, and what made them: what goes with a picture or a table that leaves the page. */
  readonly found: string;
  readonly source: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly command: string;
}
