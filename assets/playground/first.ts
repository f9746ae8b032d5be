/** What the page knows before its engine runs, and what it remembers from one visit to the next. */
import type { Sheet, UnitAnswer } from "../../dist/playground/answer.js";
import type { Query } from "../../dist/playground/question.js";
import { NAME } from "../../dist/playground/texts.js";
import type { Tag } from "../../dist/playground/words.js";

/** What was made when the page was built: the first question, answered, in both languages. */
interface First {
  readonly made: string;
  readonly version: string;
  readonly rulesets: readonly string[];
  readonly sheet: Record<Tag, Sheet>;
  readonly answer: Record<Tag, UnitAnswer>;
  readonly questions: Readonly<Record<string, Query>>;
  /** Of the rulesets that have whole fights. */
  readonly fights: Readonly<Record<string, Query>>;
}

export const first = JSON.parse(document.getElementById("first")!.textContent!) as First;

/** How the page is served: `scenario` by `crible playground FILE`, undefined where it is a site. */
export const { served } = document.documentElement.dataset;

/** What the scenario is called: the file that is served, where there is one. */
export const FILE = decodeURIComponent(document.documentElement.dataset.file ?? "") || NAME;

/** Whether the page is opened with another question than the one that it was made with: early.js knows. */
export const asksAnother = "asks" in document.documentElement.dataset;

/** Rulesets of packages, which `crible playground` serves beside the page. */
export const BROUGHT = (document.documentElement.dataset.brought ?? "").split(" ").map(decodeURIComponent);

/** Whether a question is of a game of one's own, by its rules or by its units: these are those of the scenario. */
export const isOfText = ({ ruleset }: Query): boolean => ruleset.includes("@") || BROUGHT.includes(ruleset);

/** Keeps the language, the light (early.js reads them) and the game for the next visit; nothing of a question. */
export function keep(key: "lang" | "theme" | "game", value: string): void {
  try {
    localStorage.setItem(`crible ${key}`, value);
  } catch {
    // a browser that keeps nothing
  }
}

/** The game of the last visit. */
export function lastGame(): string | undefined {
  try {
    return localStorage.getItem("crible game") ?? undefined;
  } catch {
    return undefined;
  }
}
