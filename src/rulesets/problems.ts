import { conditionOf } from "./condition.ts";
import type { CellPath } from "./data.ts";
import { defined } from "./defined.ts";
import type { CellInput, CellProblem } from "./reader.ts";
import { type Said, said, type Text } from "./said.ts";

type FoundProblem<Message extends Text> = CellProblem & { readonly message: Message };

/**
 * Collects problems while a cell is resolved, so that all are listed at once. Those of a ruleset that ships are said in
 * both languages; one from outside may say them in one.
 */
export class Problems<Message extends Text = Said> {
  readonly list: FoundProblem<Message>[];
  readonly #place: (path: CellPath) => CellPath;

  constructor(list: FoundProblem<Message>[] = [], place: (path: CellPath) => CellPath = (path) => path) {
    this.list = list;
    this.#place = place;
  }

  /** The same list, for a finder that takes something to stand elsewhere than it does. */
  placed(place: (path: CellPath) => CellPath): Problems<Message> {
    return new Problems(this.list, (path) => this.#place(place(path)));
  }

  add(path: CellPath, message: Message, known?: readonly string[], found?: string): void {
    this.list.push({ path: this.#place(path), message, ...defined({ known, found }) });
  }

  /** A value that has to be there. */
  need<T>(value: T | undefined, path: CellPath, message: Message): T | undefined {
    if (value === undefined) this.add(path, message);
    return value;
  }
}

/** The condition of a rule of a policy, or a problem at its place; `id`: the rule that says what a policy is. */
export function whenOf(when: string, names: readonly string[], id: string, at: CellPath, problems: Problems) {
  const condition = conditionOf(when, names);
  if (!("fault" in condition)) return { when: condition };
  const { fault: wrong, found } = condition;
  problems.add(at, said`${wrong} (${id})`, found === undefined ? undefined : names, found);
  return undefined;
}

/** A weapon of a cell as it is written; undefined, which is said at `path`, where there is none. */
export function weaponAt(name: string, path: CellPath, { weapons }: Pick<CellInput, "weapons">, problems: Problems) {
  if (Object.hasOwn(weapons, name)) return weapons[name]!;
  problems.add(path, said`there is no weapon "${name}"`, Object.keys(weapons), name);
  return undefined;
}
