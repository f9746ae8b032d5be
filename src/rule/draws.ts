import { PLACE_BITS, SplitStream, type Stream, TrialStream } from "../dice/index.ts";
import { beyondCuts, type ExactCuts, GUIDE_SHIFT, type Ladder } from "./cuts.ts";
import { BASE, COLUMN, COLUMNS, LIMIT, LINK, SIZE, STRIDE, type TableSet, THRESHOLD } from "./table.ts";

/**
 * Draws from tables for kernels that choose their tables as they go (a battle): the stream's words are held as small
 * integers, so that nothing is allocated. Reads 16-bit halves of the words, high half first, and whole words for alias
 * thresholds.
 */
export class Draws {
  #rowIndex: Int32Array;
  #data: Int32Array;
  /** The words of the stream, for loops that keep them in locals and write them back once. */
  a = 0;
  b = 0;
  c = 0;
  d = 0;
  /** The turn that `substream` speaks of. */
  turn = 0;
  #spare = 0;
  #halves = 0; // 1 when #spare holds the low half of the last word
  #trial: TrialStream | undefined; // of a paired run only

  /** @param tables none where nothing but ladders and words are drawn from */
  constructor(tables: TableSet = { rowIndex: new Int32Array(0), data: new Int32Array(0) }) {
    this.#rowIndex = tables.rowIndex;
    this.#data = tables.data;
  }

  /** Draws from other tables from now on. */
  use({ rowIndex, data }: TableSet): void {
    this.#rowIndex = rowIndex;
    this.#data = data;
  }

  /** Takes over a stream. */
  begin(stream: Stream): this {
    this.a = stream.a;
    this.b = stream.b;
    this.c = stream.c;
    this.d = stream.d;
    this.#halves = 0;
    this.#trial = stream instanceof TrialStream ? stream : undefined;
    return this;
  }

  /**
   * In a paired run, what follows is drawn from an address of its own: the turn, a place in it (a phase and whose it
   * is, below 2^13) and a seat in that place (a soldier). Otherwise nothing happens.
   */
  substream(place: number, seat: number): void {
    const trial = this.#trial;
    if (trial === undefined) return;
    trial.substream((this.turn << PLACE_BITS) | place, seat);
    this.a = trial.a;
    this.b = trial.b;
    this.c = trial.c;
    this.d = trial.d;
    this.#halves = 0;
  }

  /** Where a trial may be split, a turn that begins has luck of its own; for those whose paired runs know no substreams. */
  turnBegins(turn: number): void {
    this.turn = turn;
    if (this.#trial instanceof SplitStream) this.substream(0, 0);
  }

  /** Gives the stream back where the draws have left it. */
  end(stream: Stream): void {
    stream.a = this.a;
    stream.b = this.b;
    stream.c = this.c;
    stream.d = this.d;
  }

  /** The next word, a signed 32-bit integer. */
  word(): number {
    const a = this.a;
    const b = this.b;
    const sum = (a + this.d) | 0;
    const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
    const c = this.c ^ a;
    const d = this.d ^ b;
    this.b = b ^ c;
    this.a = a ^ d;
    this.c = c ^ (b << 9);
    this.d = (d << 11) | (d >>> 21);
    return word;
  }

  /** A fair coin: 0 or 1. */
  coin(): number {
    return this.word() >>> 31;
  }

  /** An outcome of a ladder. */
  climb({ cuts, exact, guide }: Ladder): number {
    const word = this.word() >>> 1;
    let outcome = guide[word >>> GUIDE_SHIFT]!;
    while (outcome < cuts.length && word > cuts[outcome]!) outcome++;
    return outcome < cuts.length && word === cuts[outcome] ? this.#beyond(exact, word) : outcome;
  }

  /** Apart, as whoever makes a function allocates whenever he is called. */
  #beyond(exact: ExactCuts, word: number): number {
    return beyondCuts(exact, word, () => this.word());
  }

  /** An outcome code of table `id`. */
  draw(id: number): number {
    const rowIndex = this.#rowIndex;
    const data = this.#data;
    let table = id | 0;
    for (;;) {
      const head = Math.imul(table, STRIDE);
      const size = rowIndex[head + SIZE]!;
      const below = size > 0 ? size : rowIndex[head + COLUMNS]!;
      const threshold = rowIndex[head + THRESHOLD]!;
      let product = 0;
      do {
        let half = this.#spare;
        if (this.#halves === 0) {
          const word = this.word();
          half = word >>> 16;
          this.#spare = word & 0xffff;
          this.#halves = 1;
        } else {
          this.#halves = 0;
        }
        product = Math.imul(half, below);
      } while ((product & 0xffff) < threshold);
      let code = 0;
      if (size > 0) {
        code = data[(rowIndex[head + BASE]! + (product >>> 16)) | 0]!;
      } else {
        const column = (rowIndex[head + BASE]! + Math.imul(COLUMN, product >>> 16)) | 0;
        const limit = rowIndex[head + LIMIT]!;
        let word = 0;
        do word = this.word() ^ 0x8000_0000;
        while (word > limit);
        code = word < data[column]! ? data[column + 1]! : data[column + 2]!;
      }
      if (code < LINK) return code;
      table = code - LINK;
    }
  }
}
