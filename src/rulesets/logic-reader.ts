import type { Logic } from "../rule/logic.ts";
import { type Said, SaidError, said } from "./said.ts";

/** A word of what is read, and where it stands. */
export interface LogicWord {
  readonly text: string;
  readonly at: number;
  readonly quoted: boolean;
}

/** What is wrong, and where. */
export class LogicFault extends SaidError {
  readonly at: number;
  readonly length: number;
  readonly hint: Said | undefined;

  constructor(message: Said, at: number, length: number, hint?: Said) {
    super(message);
    this.at = at;
    this.length = length;
    this.hint = hint;
  }
}

const DEEPEST = 32;

/** Reads by descent: `or` of `and` of `not`, a group, or a test, which says who reads it. */
export abstract class LogicReader<T extends object> {
  readonly #words: readonly LogicWord[];
  protected readonly end: number;
  #next = 0;
  #depth = 0;

  /**
   * @param token one word (its first group: what is in quotes), from where it is looked for on
   * @param stranger what is said of a letter that begins none
   */
  constructor(text: string, token: RegExp, stranger: (letter: string, at: number) => LogicFault) {
    const words: LogicWord[] = [];
    for (let at = 0; text.slice(at).trim() !== ""; at = token.lastIndex) {
      token.lastIndex = at;
      const found = token.exec(text);
      const start = at + text.slice(at).search(/\S/u);
      if (found === null) throw stranger(text[start]!, start);
      const quoted = found[1] !== undefined;
      words.push({ text: found[1] ?? found[0].trim(), at: start + (quoted ? 1 : 0), quoted });
    }
    this.#words = words;
    this.end = text.length;
  }

  protected abstract test(): Logic<T>;

  /** A word in an error. */
  protected shown(text: string): string {
    return `"${text}"`;
  }

  whole(): Logic<T> {
    const logic = this.#or();
    const left = this.peek();
    if (left === undefined) return logic;
    const message = said`${this.shown(left.text)} does not belong here`;
    throw new LogicFault(message, left.at, left.text.length, said`join with and, or`);
  }

  /** The next word; undefined at the end. */
  protected peek(): LogicWord | undefined {
    return this.#words[this.#next];
  }

  /** Goes past the next word. */
  protected skip(): void {
    this.#next++;
  }

  /** Goes past the next word if it is one of these. */
  protected take(...wanted: readonly string[]): string | undefined {
    const word = this.peek();
    if (word === undefined || word.quoted) return undefined;
    const found = wanted.find((one) => one === word.text.toLowerCase());
    if (found !== undefined) this.skip();
    return found;
  }

  #or(): Logic<T> {
    const any = [this.#and()];
    while (this.take("or")) any.push(this.#and());
    return any.length === 1 ? any[0]! : { any };
  }

  #and(): Logic<T> {
    const all = [this.#not()];
    while (this.take("and")) all.push(this.#not());
    return all.length === 1 ? all[0]! : { all };
  }

  #not(): Logic<T> {
    const at = this.peek()?.at ?? this.end;
    if (++this.#depth > DEEPEST) throw new LogicFault(said`too deeply nested: the limit is ${DEEPEST}`, at, 1);
    try {
      if (this.take("not")) return { not: this.#not() };
      if (!this.take("(")) return this.test();
      const inside = this.#or();
      if (!this.take(")")) throw new LogicFault(said`this bracket is never closed`, at, 1);
      return inside;
    } finally {
      this.#depth--;
    }
  }
}
