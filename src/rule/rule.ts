import type { Dice } from "../dice/index.ts";

/**
 * A rule of a game: a pure function over dice. It must depend on nothing but its closure and the answers of the dice,
 * because it is run many times over: to enumerate every path, to compile tables, to play and to tell.
 */
export type Rule<T> = (dice: Dice) => T;

/** A rule cannot be made into odds: it does not end, or it has too many paths. Names the rule's id. */
export class RuleError extends Error {
  override readonly name = "RuleError";
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

/** What is made; undefined where that is refused with a RuleError: where it is too much, say. */
export function unlessRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
}
