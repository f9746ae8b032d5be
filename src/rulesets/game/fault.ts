import { RuleError } from "../../rule/index.ts";
import type { GamePlace } from "./ir.ts";

/** What a procedure does that it may not, found when it is played: the file's line, the rule, and how it came to that. */
export class GameFault extends RuleError {
  readonly line: number;

  constructor({ rule, line, column }: GamePlace, file: string, message: string) {
    super(rule, `${message} (${file}:${line}:${column})`);
    this.line = line;
  }
}

/** An exact answer takes more than it may: so many states were found before that was known. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
  readonly states: number;

  constructor(states: number) {
    super(`at least ${states} states`);
    this.states = states;
  }
}
