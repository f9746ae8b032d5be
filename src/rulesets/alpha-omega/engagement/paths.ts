/**
 * Numbers sequences of small numbers: each sequence that is walked gets a number of its own, the same every time.
 * Walking a known sequence allocates nothing.
 */
export class Paths {
  readonly #steps = new Map<number, number>();
  #count = 1;

  /** Symbols are 0 to 1,023. */
  static readonly SYMBOLS = 1_024;
  /** Beyond this many, keys would leave the small integers. */
  static readonly MOST = 2 ** 20;

  get isFull(): boolean {
    return this.#count >= Paths.MOST;
  }

  clear(): void {
    this.#steps.clear();
    this.#count = 1;
  }

  /** Where `symbol` leads from `node`; sequences begin at node 0. */
  step(node: number, symbol: number): number {
    const key = (node << 10) | symbol;
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    const made = this.#count++;
    this.#steps.set(key, made);
    return made;
  }
}
