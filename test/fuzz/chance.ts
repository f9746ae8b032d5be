import { uniforms } from "../stats/random.ts";

/** Seeded choices: the same seed, the same inputs, on every machine. */
export class Chance {
  readonly #uniform: () => number;

  constructor(...seeds: readonly number[]) {
    this.#uniform = uniforms(seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x01000193) ^ (mixed >>> 15), 7));
  }

  /** 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.#uniform() * n);
  }

  /** True one time in n. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
