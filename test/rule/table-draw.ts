import type { Stream } from "../../src/dice/index.ts";
import { uniform16 } from "../../src/dice/uniform.ts";
import { BASE, COLUMN, COLUMNS, LIMIT, LINK, SIZE, STRIDE, type TableSet } from "../../src/rule/table.ts";

/**
 * Draws from tables, one at a time: the readable form of what `Draws` does.
 * Reads 16-bit halves of the stream's words, high half first, and whole words for alias thresholds.
 */
export class TableDraw {
  readonly #set: TableSet;
  readonly #stream: Stream;
  #spare = -1;

  constructor(set: TableSet, stream: Stream) {
    this.#set = set;
    this.#stream = stream;
  }

  #half(): number {
    if (this.#spare >= 0) {
      const half = this.#spare;
      this.#spare = -1;
      return half;
    }
    const word = this.#stream.next();
    this.#spare = word & 0xffff;
    return word >>> 16;
  }

  #below(n: number): number {
    for (;;) {
      const index = uniform16(this.#half(), n);
      if (index >= 0) return index;
    }
  }

  /** An outcome code of table `id`. */
  draw(id: number): number {
    const { rowIndex, data } = this.#set;
    for (;;) {
      const head = id * STRIDE;
      const size = rowIndex[head + SIZE]!;
      let code: number;
      if (size > 0) {
        code = data[rowIndex[head + BASE]! + this.#below(size)]!;
      } else {
        const column = rowIndex[head + BASE]! + COLUMN * this.#below(rowIndex[head + COLUMNS]!);
        let word: number;
        do word = (this.#stream.next() ^ 0x8000_0000) | 0;
        while (word > rowIndex[head + LIMIT]!);
        code = word < data[column]! ? data[column + 1]! : data[column + 2]!;
      }
      if (code < LINK) return code;
      id = code - LINK;
    }
  }
}
