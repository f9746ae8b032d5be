/** What the page asks of its worker, and what comes back. */
import type { Lights } from "../report/charts/svg.ts";
import type { ExplainedCell } from "../report/explain.ts";
import type { FieldCell, Label, Move, Sheet, ToldNumber, UnitAnswer } from "./answer.ts";
import type { TextBlocks } from "./blocks.ts";
import type { Exported, Picture, ShownField } from "./export.ts";
import type { FightTold, Replayed } from "./fight-words.ts";
import type { FreeDice } from "./free-dice.ts";
import type { Hint, Spot } from "./hints.ts";
import type { Query } from "./question.ts";
import type { Texts } from "./texts.ts";
import type { UnknownName } from "./unknown.ts";
import type { Back } from "./way-back.ts";
import type { Ran, TextMark } from "./writing.ts";

/** A game that is written as text, as the page knows it. */
export interface OwnGame {
  readonly ruleset: string;
  readonly texts: Texts;
  /** What its scenario asks first. */
  readonly first: Query;
  /** The first whole fight that it asks. */
  readonly fight?: Query;
}

/** What can be asked: the arguments, and the answer. */
export interface Calls {
  /**
   * Makes a game known that is written as text, with the units of the scenario beside it; another of the same name is
   * forgotten.
   */
  own(texts: Texts): Promise<OwnGame>;
  /** A small game with a scenario that asks it. */
  newGame(): Promise<Texts>;
  /** A scenario to begin with, of a game that has none. */
  starter(file: string, text: string): Promise<string>;
  sheet(ruleset: string): Promise<Sheet>;
  ask(question: Query, before?: Query): Promise<UnitAnswer>;
  /** The answer after more trials. */
  further(question: Query, before?: Query): Promise<UnitAnswer>;
  fight(question: Query): Promise<FightTold | undefined>;
  goingFirst(question: Query): Promise<string | undefined>;
  best(question: Query): Promise<TextBlocks>;
  /** What the change from `before` is worth in points. */
  price(question: Query, before: Query): Promise<TextBlocks>;
  replay(question: Query, which: { trial: number } | { percentile: number }): Promise<Replayed>;
  notches(question: Query, path: string, values: readonly string[]): Promise<readonly (ToldNumber | undefined)[]>;
  moves(question: Query): Promise<readonly Move[]>;
  explain(question: Query): Promise<ExplainedCell | undefined>;
  field(
    question: Query,
    attacker: string,
    defenders: readonly string[],
    metric?: string,
  ): Promise<readonly FieldCell[]>;
  picture(question: Query, metric?: string, before?: Query, lights?: Lights): Promise<Picture | undefined>;
  exported(question: Query, metric?: string, before?: Query): Promise<Exported>;
  exportedField(question: Query, shown: ShownField): Promise<Exported>;
  /** What `crible rank` says of a field. */
  rank(question: Query, attackers: readonly Label[], defenders: readonly Label[], metric?: string): Promise<TextBlocks>;
  /** The question as a scenario. */
  written(question: Query): Promise<string>;
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
