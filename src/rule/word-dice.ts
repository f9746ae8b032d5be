import { RolledDice, type Stream, uniform32 } from "../dice/index.ts";
import { type Ladder, ladderOf } from "./cuts.ts";
import { Draws } from "./draws.ts";
import { binomial } from "./exact.ts";
import { keptIn } from "./once.ts";

/** Dice that are rolled from words, one for each die. */
export class WordDice extends RolledDice {
  readonly #word: () => number;
  faces: number[] | undefined;

  constructor(word: () => number) {
    super();
    this.#word = word;
  }

  protected override roll(sides: number): number {
    for (;;) {
      const index = uniform32(this.#word() >>> 0, sides);
      if (index < 0) continue;
      this.faces?.push(index + 1);
      return index + 1;
    }
  }
}

/** Dice that are counted by one draw; more of them piece by piece. */
const MOST = 64;

/**
 * Dice for paired runs: those of a count are one draw, in the order of what it comes to. So a die more, or a face less that is
 * needed, is a count that is no less, and whatever is rolled behind it stays as it was.
 */
export class CountedDice extends WordDice {
  readonly #draws: Draws;
  readonly #ladders = new Map<number, Ladder>();

  constructor() {
    const draws = new Draws();
    super(() => draws.word());
    this.#draws = draws;
  }

  begin(stream: Stream): this {
    this.#draws.begin(stream);
    return this;
  }

  end(stream: Stream): void {
    this.#draws.end(stream);
  }

  turnBegins(turn: number): void {
    this.#draws.turnBegins(turn);
  }

  override count(sides: number, k: number, needed: number): number {
    if (needed <= 1) return k;
    if (needed > sides) return 0;
    let successes = 0;
    for (let left = k; left > 0; left -= MOST)
      successes += this.#draws.climb(this.#ladder(sides, Math.min(left, MOST), needed));
    return successes;
  }

  #ladder(sides: number, k: number, needed: number): Ladder {
    const key = (sides * (sides + 1) + needed) * (MOST + 1) + k;
    return keptIn(this.#ladders, key, () => {
      const { weights, total } = binomial(k, BigInt(sides - needed + 1), BigInt(needed - 1));
      return ladderOf(weights, total);
    });
  }
}
