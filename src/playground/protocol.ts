/** What the page asks of its worker, and what comes back. */
import type { Desk } from "./desk.ts";
import type { FreeDice } from "./free-dice.ts";
import type { Hint, Spot } from "./hints.ts";
import type { Query } from "./question.ts";
import type { Texts } from "./texts.ts";
import type { UnknownName } from "./unknown.ts";
import type { Back } from "./way-back.ts";
import type { Ran, TextMark } from "./writing.ts";

/** What can be asked: of the desk, which hears from its worker where nobody waits any more, and of texts. */
export interface Calls extends Omit<Desk, "lang" | "notches" | "moves"> {
  notches(question: Query, path: string, values: readonly string[]): ReturnType<Desk["notches"]>;
  moves(question: Query): ReturnType<Desk["moves"]>;
  /** A small game with a scenario that asks it. */
  newGame(): Promise<Texts>;
  /** A scenario to begin with, of a game that has none. */
  starter(file: string, text: string): Promise<string>;
  /** The questions that a scenario asks. */
  questions(texts: Texts): Promise<readonly Back[]>;
  /** @param file in which of the texts */
  hints(texts: Texts, spot: Spot, file: string): Promise<readonly Hint[]>;
  /** What a field is that stands there, or a word of the steps of a game. */
  said(texts: Texts, spot: Spot, file: string): Promise<string | undefined>;
  /** A line of dice alone. */
  freeDice(line: string): Promise<FreeDice>;
  /** An army list as a scenario of its units. */
  army(file: string, bytes: Uint8Array): Promise<string>;
  marks(texts: Texts): Promise<readonly TextMark[]>;
  /** Says how far it is, from 0 to 1. */
  runText(texts: Texts): Promise<Ran>;
  /** Ends the run that is under way. */
  stop(): Promise<void>;
}

export interface DeskCall<Name extends keyof Calls = keyof Calls> {
  readonly id: number;
  readonly lang: "en" | "fr";
  readonly call: Name;
  readonly args: Parameters<Calls[Name]>;
}

export type Replied = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly fault: string; readonly instead?: UnknownName["instead"] }
  /** Not the answer yet: how far it is. */
  | { readonly part: number }
);
