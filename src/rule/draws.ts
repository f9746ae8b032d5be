import { type Stream, TrialStream } from "../dice/index.ts";
import { beyondCuts, CUTS, type Cuts, GUIDE_SHIFT, type Ladder } from "./cuts.ts";
import { BASE, COLUMN, COLUMNS, LIMIT, LINK, SIZE, STRIDE, type TableSet, THRESHOLD } from "./table.ts";

/** Bits of a lane's number that tell places of one turn apart. */
const PLACE_BITS = 13;
const NO_LAWS: Cuts = { cuts: new Int32Array(0), exact: [] };

/**
 * Draws from tables for kernels that choose their tables as they go (a battle): the stream's words are held as small
 * integers, so that nothing is allocated. Reads 16-bit halves of the words, high half first, and whole words for alias
 * thresholds, exactly as `TableDraw` does.
 */
export class Draws {
  readonly #heads: Int32Array;
  readonly #data: Int32Array;
  readonly #laws: Cuts;
  /** Where laws are looked up: see `Cuts`. */
  readonly cuts: Int32Array;
  /** The words of the stream, for loops that keep them in locals and write them back once. */
  a = 0;
  b = 0;
  c = 0;
  d = 0;
  /** The turn that `lane` speaks of. */
  turn = 0;
  #spare = 0;
  #halves = 0; // 1 when #spare holds the low half of the last word
  #trial: TrialStream | undefined; // of a paired run only

  /** @param laws only for `fall` */
  constructor(tables: TableSet, laws: Cuts = NO_LAWS) {
    this.#laws = laws;
    this.cuts = laws.cuts;
    this.#heads = tables.heads;
    this.#data = tables.data;
  }

  /** Takes over a stream. */
  begin(stream: Stream): void {
    this.a = stream.a;
    this.b = stream.b;
    this.c = stream.c;
    this.d = stream.d;
    this.#halves = 0;
    this.#trial = stream instanceof TrialStream ? stream : undefined;
  }

  /** Whether this is a paired run: draws for different purposes are then to be told apart by `lane`. */
  get isPaired(): boolean {
    return this.#trial !== undefined;
  }

  /**
   * In a paired run, what follows is drawn from an address of its own: the turn, a place in it (a phase and whose it
   * is, below 2^13) and a seat in that place (a soldier). Otherwise nothing happens.
   */
  lane(place: number, seat: number): void {
    const trial = this.#trial;
    if (trial === undefined) return;
    trial.lane((this.turn << PLACE_BITS) | place, seat);
    this.a = trial.a;
    this.b = trial.b;
    this.c = trial.c;
    this.d = trial.d;
    this.#halves = 0;
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

  /** An outcome of the law whose cuts begin at `at`. */
  fall(at: number): number {
    const cuts = this.cuts;
    const word = this.word() >>> 1;
    const first = cuts[at]!;
    const second = cuts[at + 1]!;
    const third = cuts[at + 2]!;
    const fourth = cuts[at + 3]!;
    if (word === first || word === second || word === third || word === fourth) return this.beyond(at, word);
    // The sign of a difference is 1 for each cut below the word.
    return ((first - word) >>> 31) + ((second - word) >>> 31) + ((third - word) >>> 31) + ((fourth - word) >>> 31);
  }

  /** An outcome of a ladder. */
  climb({ cuts, exact, guide }: Ladder): number {
    const word = this.word() >>> 1;
    let outcome = guide[word >>> GUIDE_SHIFT]!;
    while (outcome < cuts.length && word > cuts[outcome]!) outcome++;
    if (outcome < cuts.length && word === cuts[outcome]) return beyondCuts(exact, word, () => this.word());
    return outcome;
  }

  /** The outcome of the law at `at` for a number whose first bits are `word` and run through one of its cuts. */
  beyond(at: number, word: number): number {
    return beyondCuts(this.#laws.exact[at / CUTS]!, word, () => this.word());
  }

  /**
   * One outcome for each of `count` laws, as `fall` would give them one after another.
   * @param at where each law's cuts begin
   */
  falls(count: number, at: Int32Array, outcomes: Uint8Array): void {
    const cuts = this.cuts;
    let a = this.a;
    let b = this.b;
    let c = this.c;
    let d = this.d;
    for (let i = 0; i < count; i++) {
      const sum = (a + d) | 0;
      const word = ((((sum << 7) | (sum >>> 25)) + a) | 0) >>> 1;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      const law = at[i]!;
      const first = cuts[law]!;
      const second = cuts[law + 1]!;
      const third = cuts[law + 2]!;
      const fourth = cuts[law + 3]!;
      if (word === first || word === second || word === third || word === fourth) {
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
        outcomes[i] = this.beyond(law, word);
        a = this.a;
        b = this.b;
        c = this.c;
        d = this.d;
        continue;
      }
      outcomes[i] =
        ((first - word) >>> 31) + ((second - word) >>> 31) + ((third - word) >>> 31) + ((fourth - word) >>> 31);
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  /** An outcome code of table `id`. */
  draw(id: number): number {
    const heads = this.#heads;
    const data = this.#data;
    let table = id | 0;
    for (;;) {
      const head = Math.imul(table, STRIDE);
      const size = heads[head + SIZE]!;
      const below = size > 0 ? size : heads[head + COLUMNS]!;
      const threshold = heads[head + THRESHOLD]!;
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
        code = data[(heads[head + BASE]! + (product >>> 16)) | 0]!;
      } else {
        const column = (heads[head + BASE]! + Math.imul(COLUMN, product >>> 16)) | 0;
        const limit = heads[head + LIMIT]!;
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
