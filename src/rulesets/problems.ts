import type { CellPath, CellProblem } from "./reader.ts";

/** Collects problems while a cell is resolved, so that all are listed at once. */
export class Problems {
  readonly list: CellProblem[] = [];

  add(path: CellPath, message: string, known?: readonly string[], found?: string): void {
    this.list.push({ path, message, ...(known ? { known } : {}), ...(found === undefined ? {} : { found }) });
  }

  /** A value that has to be there. */
  need<T>(value: T | undefined, path: CellPath, message: string): T | undefined {
    if (value === undefined) this.add(path, message);
    return value;
  }
}
