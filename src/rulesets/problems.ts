import type { CellPath, CellProblem } from "./reader.ts";

/** Collects problems while a cell is resolved, so that all are listed at once. */
export class Problems {
  readonly list: CellProblem[];
  readonly #place: (path: CellPath) => CellPath;

  constructor(list: CellProblem[] = [], place: (path: CellPath) => CellPath = (path) => path) {
    this.list = list;
    this.#place = place;
  }

  /** The same list, for a finder that takes something to stand elsewhere than it does. */
  placed(place: (path: CellPath) => CellPath): Problems {
    return new Problems(this.list, (path) => this.#place(place(path)));
  }

  add(path: CellPath, message: string, known?: readonly string[], found?: string): void {
    this.list.push({
      path: this.#place(path),
      message,
      ...(known ? { known } : {}),
      ...(found === undefined ? {} : { found }),
    });
  }

  /** A value that has to be there. */
  need<T>(value: T | undefined, path: CellPath, message: string): T | undefined {
    if (value === undefined) this.add(path, message);
    return value;
  }
}
