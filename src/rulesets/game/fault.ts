import { RuleError } from "../../rule/rule.ts";
import type { Said } from "../said.ts";
import type { GamePlace } from "./ir.ts";

/** What a procedure does that it may not, found when it is played: the file's line, the rule, and how it came to that. */
export class GameFault extends RuleError {
  readonly place: GamePlace;
  readonly file: string;
  /** What it does, without its place. */
  readonly plain: Said;
  readonly hint: Said | undefined;

  constructor(place: GamePlace, file: string, message: Said, hint?: Said) {
    super(place.rule, `${message.en} (${file}:${place.line}:${place.column})`);
    this.place = place;
    this.file = file;
    this.plain = message;
    this.hint = hint;
  }
}

/** An exact answer takes more than it may: so many states were found before that was known. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
  readonly states: number;
  /** What is told where nothing else answers either. */
  readonly fault: GameFault | undefined;

  constructor(states: number, fault?: GameFault) {
    super(`at least ${states} states`);
    this.states = states;
    this.fault = fault;
  }
}
