/** What a page shows, before it is HTML: plain data and charts. */
import type { Chart } from "../charts/chart.ts";
import type { Document } from "../document.ts";
import type { Grid } from "../grid.ts";

/** A text, a link to a place of this page, or a name in words with what one types for it. */
export type PageEntry =
  | string
  | { readonly text: string; readonly to: string }
  | { readonly text: string; readonly typed: string };

export interface Table {
  readonly caption: string;
  /** Whether its names are what the caption leaves of them: a record that leaves the page says both. */
  readonly isShared?: boolean;
  readonly head: readonly PageEntry[];
  readonly rows: readonly (readonly PageEntry[])[];
  /** The first so many columns are words; the others numbers. One when left out. */
  readonly words?: number;
  /** Ids of the rows, where links lead to them. */
  readonly ids?: readonly string[];
}

/**
 * A number of each pair, made when it is written: of a thousand units each is some megabytes. `most`: what the largest
 * stands for. They stand by attacker, then by target; in base64, low byte first; empty where all are 0.
 */
export interface MapLayer {
  readonly most: number;
  readonly data: () => string;
}

/** What the script of a map draws: names, points, and of each direction and meeting the measures as 16-bit numbers. */
export interface DrawnMap {
  readonly rows: readonly (readonly [label: string, points: number, wounds: number])[];
  readonly columns: DrawnMap["rows"];
  /** What its script says, and what stands there without one. */
  readonly words: object;
  readonly without: string;
  readonly views: readonly {
    readonly isMine: boolean;
    readonly meetings: readonly {
      readonly name: string;
      readonly measures: readonly MapLayer[];
      /** Profiles that are best together, and by place which of them; at 0 none. */
      readonly chosen: { readonly names: readonly string[] } & Pick<MapLayer, "data">;
      /** By attacker, the target that it should attack; −1 for none. Left out where nobody is told. */
      readonly picks?: readonly number[];
    }[];
  }[];
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
  /** Of thousands of squares and more: drawn by a script of its own. */
  | { readonly map: DrawnMap; readonly caption: string }
  /** What one can ask further, each with the command that one types for it. */
  | { readonly typed: readonly (readonly [what: string, command: string])[] }
  /** What is not there before it is opened; `isPrinted`: what is there, and on paper whole. */
  | { readonly folded: string; readonly isPrinted?: boolean; readonly blocks: readonly PageBlock[] }
  /** One cell, folded. */
  | { readonly id: string; readonly title: string; readonly blocks: readonly PageBlock[] };

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the title: the kind, how many cells. */
  readonly aside?: string;
  /** How its numbers were found, where that is not how all of the page were. */
  readonly found?: string;
  /** What it comes to, where all below its title is folded; empty where nothing is said. */
  readonly folded?: string;
  readonly blocks: readonly PageBlock[];
}

/** What the first screen says and shows; its title is a sentence without its full stop. */
export interface Lead extends Pick<Section, "title" | "blocks"> {
  readonly lede: readonly string[];
  /** How its numbers were found and what they are of, in a few words each; `to`: what says more, as the id of a fact. */
  readonly tags: readonly { readonly text: string; readonly state?: "pass" | "fail"; readonly to?: string }[];
  /** How its numbers were found: what goes with a picture that leaves the page. */
  readonly found?: string;
}

export interface Page extends Pick<Document, "language" | "title" | "command"> {
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
  readonly ruleset: string;
  readonly facts: readonly (readonly [term: string, text: string, id?: string])[];
}
