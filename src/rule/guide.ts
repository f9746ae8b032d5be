import { CUT_BITS, type ExactCuts } from "./cuts.ts";

/**
 * Laws of many outcomes, for kernels that draw whole groups at once: a guide of 1,024 buckets names the outcome where a
 * bucket has only one, and where to begin to look where it has more. Outcomes are sorted by chance, so that few buckets
 * have more than one. Exact for any denominator, as `Cuts` are.
 */
export interface Guides {
  /** GUIDE integers per law: an outcome, or below 0 the complement of the first cut to look at. */
  readonly guides: Int32Array;
  readonly cuts: Int32Array;
  /** The outcome up to each cut. */
  readonly outcomes: Int32Array;
  /** By law, where its cuts begin, and the same cuts as whole numbers. */
  readonly first: Int32Array;
  readonly exact: readonly ExactCuts[];
}

const GUIDE_BITS = 10;
export const GUIDE = 1 << GUIDE_BITS;
/** Bits of a word that the guide does not look at. */
export const GUIDE_SHIFT = Number(CUT_BITS) - GUIDE_BITS;
const HIGHEST = 2 ** 31 - 1;

export class GuideBuilder {
  readonly #guides: Int32Array[] = [];
  readonly #cuts: number[] = [];
  readonly #outcomes: number[] = [];
  readonly #first: number[] = [];
  readonly #exact: ExactCuts[] = [];

  /**
   * Adds a law. Outcomes are whole numbers from 0; weights add up to `total`.
   * @returns the law's number
   */
  add(law: readonly (readonly [outcome: number, weight: bigint])[], total: bigint): number {
    const likely = law.filter(([, weight]) => weight > 0n).sort((a, b) => (a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0));
    const first = this.#cuts.length;
    const below: bigint[] = [];
    let sum = 0n;
    for (const [outcome, weight] of likely) {
      sum += weight;
      below.push(sum);
      this.#outcomes.push(outcome);
      this.#cuts.push(Math.min(HIGHEST, Number((sum << CUT_BITS) / total)));
    }
    const guide = new Int32Array(GUIDE);
    let cut = first;
    for (let bucket = 0; bucket < GUIDE; bucket++) {
      while (this.#cuts[cut]! < bucket * 2 ** GUIDE_SHIFT) cut++;
      guide[bucket] = this.#cuts[cut]! < (bucket + 1) * 2 ** GUIDE_SHIFT ? ~cut : this.#outcomes[cut]!;
    }
    this.#guides.push(guide);
    this.#first.push(first);
    this.#exact.push({ below: below.slice(0, -1), total });
    return this.#guides.length - 1;
  }

  build(): Guides {
    const guides = new Int32Array(GUIDE * this.#guides.length);
    this.#guides.forEach((guide, law) => {
      guides.set(guide, law * GUIDE);
    });
    return {
      guides,
      cuts: Int32Array.from(this.#cuts),
      outcomes: Int32Array.from(this.#outcomes),
      first: Int32Array.from(this.#first),
      exact: [...this.#exact],
    };
  }
}
