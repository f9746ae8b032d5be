/** What the page asks of its worker, and what comes back. */
import type { Lights } from "../report/charts/svg.ts";
import type { ExplainedCell } from "../report/explain.ts";
import type { Answer, FieldCell, Move, Named, Sheet, Told } from "./answer.ts";
import type { Blocks } from "./blocks.ts";
import type { Exported, Picture, ShownField } from "./export.ts";
import type { FightTold, Replayed } from "./fight-words.ts";
import type { Hint, Spot } from "./hints.ts";
import type { Question } from "./question.ts";
import type { Back } from "./way-back.ts";
import type { Mark, Ran, Texts } from "./writing.ts";

/** What can be asked: the arguments, and the answer. */
export interface Calls {
  sheet(ruleset: string): Promise<Sheet>;
  ask(question: Question, before?: Question): Promise<Answer>;
  /** The answer after more trials. */
  further(question: Question, before?: Question): Promise<Answer>;
  fight(question: Question): Promise<FightTold | undefined>;
  goingFirst(question: Question): Promise<string | undefined>;
  best(question: Question): Promise<Blocks>;
  replay(question: Question, which: { trial: number } | { percentile: number }): Promise<Replayed>;
  notches(question: Question, path: string, values: readonly string[]): Promise<readonly (Told | undefined)[]>;
  moves(question: Question): Promise<readonly Move[]>;
  explain(question: Question): Promise<ExplainedCell | undefined>;
  field(
    question: Question,
    attacker: string,
    defenders: readonly string[],
    metric?: string,
  ): Promise<readonly FieldCell[]>;
  picture(question: Question, metric?: string, before?: Question, lights?: Lights): Promise<Picture | undefined>;
  exported(question: Question, metric?: string, before?: Question): Promise<Exported>;
  exportedField(question: Question, shown: ShownField): Promise<Exported>;
  /** What `crible rank` says of a field. */
  rank(question: Question, attackers: readonly Named[], defenders: readonly Named[]): Promise<Blocks>;
  /** The question as a scenario. */
  written(question: Question): Promise<string>;
  /** The questions that a scenario asks. */
  questions(texts: Texts): Promise<readonly Back[]>;
  hints(texts: Texts, spot: Spot): Promise<readonly Hint[]>;
  /** What a field is that stands there. */
  said(texts: Texts, spot: Spot): Promise<string | undefined>;
  marks(texts: Texts): Promise<readonly Mark[]>;
  /** Says how far it is, from 0 to 1. */
  runText(texts: Texts): Promise<Ran>;
  /** Ends the run that is under way. */
  stop(): Promise<void>;
}

export interface Asked<Name extends keyof Calls = keyof Calls> {
  readonly id: number;
  readonly lang: "en" | "fr";
  readonly call: Name;
  readonly args: Parameters<Calls[Name]>;
}

export type Replied = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly fault: string }
  /** Not the answer yet: how far it is. */
  | { readonly part: number }
);
