import type { Stream } from "../dice/index.ts";
import { JointDraw, WORDS, type WordShares } from "./joint-draw.ts";

/**
 * What a chance is rounded to, one part in 2^48: a 16-bit word tells the first digits, and where those are shared, 32
 * bits the rest.
 */
const PARTS = 2 ** 48;
const CELL = PARTS / WORDS;

/**
 * The kernel of a distribution in doubles, as `jointDraw` is of one in whole numbers: made in a fraction of its time, and each
 * chance drawn to within 2^-48 of the double it is given as. No word is refused.
 * @param chances by outcome, above 0; they add up to one
 * @param bins by outcome, its bin in the tally of every metric, one outcome after another
 * @param offsets by metric, where its bins begin
 * @returns undefined where the distribution has more outcomes than words tell apart
 */
export function jointDrawOf(
  chances: ArrayLike<number>,
  bins: Int32Array,
  offsets: readonly number[],
): JointDraw | undefined {
  const outcomes = chances.length;
  if (2 * outcomes >= WORDS) return undefined;
  const words = new Uint16Array(WORDS);
  const shared = new SharedWords();
  let total = 0;
  for (let outcome = 0; outcome < outcomes; outcome++) total += chances[outcome]!;
  let sum = 0;
  let end = 0; // of the outcomes so far, in parts
  for (let outcome = 0; outcome < outcomes; outcome++) {
    sum += chances[outcome]!;
    const begin = end;
    end = Math.round((sum / total) * PARTS);
    if (end === begin) continue;
    const first = Math.floor(begin / CELL);
    const last = Math.floor(end / CELL); // the first word that is not wholly below the end
    if (first * CELL < begin) shared.add(first, outcome, Math.min(end - first * CELL, CELL));
    words.fill(outcome, first * CELL < begin ? first + 1 : first, Math.max(first, last));
    if (last * CELL < end && (last > first || first * CELL === begin)) shared.add(last, outcome, end - last * CELL);
  }
  shared.words.forEach((word, share) => {
    words[word] = outcomes + share;
  });
  return new JointDraw(words, outcomes, shared, bins, offsets);
}

/** Words that several outcomes share: 32 bits more say which. */
class SharedWords implements WordShares {
  /** By share, its word; then where its outcomes begin among all of them. */
  readonly words: number[] = [];
  readonly #from: number[] = [];
  readonly #outcomes: number[] = [];
  /** Below which word the outcome is meant. */
  readonly #ends: number[] = [];
  #stream: Stream | undefined = undefined;

  /** Words are added in order. */
  add(word: number, outcome: number, end: number): void {
    if (this.words.at(-1) !== word) {
      this.words.push(word);
      this.#from.push(this.#ends.length);
    }
    this.#outcomes.push(outcome);
    this.#ends.push(end);
  }

  get count(): number {
    return this.words.length;
  }

  begin(stream: Stream): void {
    this.#stream = stream;
  }

  draw(share: number): number {
    const word = this.#stream!.next() >>> 0;
    let at = this.#from[share]!;
    while (word >= this.#ends[at]!) at++;
    return this.#outcomes[at]!;
  }

  end(): void {
    this.#stream = undefined;
  }
}
