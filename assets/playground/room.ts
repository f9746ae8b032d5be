/** What the parts of the page share: what is asked, what is shown, and how either changes. */

import type { OwnGame } from "../../dist/playground/own.js";
import type { Query } from "../../dist/playground/question.js";
import type { Texts } from "../../dist/playground/texts.js";
import type { PageWords, Tag } from "../../dist/playground/words.js";
import type { Client } from "./client.js";
import { FIRST_ROLL } from "./free.js";
import type { Act, Trail } from "./trail.js";
import type { Written } from "./write.js";

export const VIEWS = ["ask", "field", "fight", "dice", "write"] as const;
export type View = (typeof VIEWS)[number];

/** Why there is no answer, and what can be asked instead. */
export interface Fault {
  readonly text: string;
  /** The question that has none: what is shown of another one goes. */
  readonly of?: Query;
  readonly instead?: { readonly label: string; readonly question: Query };
}

export interface Page {
  readonly view: View;
  /** Whether the address was read. */
  readonly isOpen: boolean;
  readonly banner: string | undefined;
  readonly fault: Fault | undefined;
  /** Of a first visit: not yet a game, or the one that was chosen. */
  readonly start: { readonly game?: string } | undefined;
  readonly roll: string;
  readonly written: Written | undefined;
  /** What stands beside the scenario that is written. */
  readonly beside: Texts;
  readonly own: OwnGame | undefined;
}

export const FIRST_PAGE: Page = {
  view: "ask",
  isOpen: false,
  banner: undefined,
  fault: undefined,
  start: undefined,
  roll: FIRST_ROLL,
  written: undefined,
  beside: {},
  own: undefined,
};

export type Turn = Partial<Page> | ((page: Page) => Partial<Page>);

/** The page with what changes of it. */
export const turned = (page: Page, change: Turn): Page => ({
  ...page,
  ...(typeof change === "function" ? change(page) : change),
});

export interface Room {
  readonly client: Client;
  readonly lang: Tag;
  readonly words: PageWords;
  readonly trail: Trail;
  readonly go: (act: Act) => void;
  readonly page: Page;
  readonly turn: (change: Turn) => void;
}

/** The game of the page's own texts, if the question is of it. */
export const ownOf = ({ trail, page }: Pick<Room, "trail" | "page">): OwnGame | undefined =>
  page.own?.ruleset === trail.now.ruleset ? page.own : undefined;
