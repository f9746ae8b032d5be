import { type Image, WasmLoop } from "../../../rule/index.ts";
import { MELEE_WASM } from "./melee-wasm.ts";

/** Words that are taken at once for what is made piece by piece. */
const PIECES = 2 ** 14;

/**
 * The loop of assets/wasm/melee.ts with a memory of its own: what it knows of fights is never given up but with the memory.
 * Addresses count from its beginning, where nothing is.
 */
export class MeleeMemory {
  readonly loop = new WasmLoop(MELEE_WASM, Number.POSITIVE_INFINITY);
  /** Words that have been given. */
  size = 0;
  #next = 4;
  #end = 0;

  constructor() {
    this.#take(PIECES);
    this.#next = 4;
  }

  #take(words: number): void {
    this.#next = this.loop.reserve(4 * words) >> 2;
    this.#end = this.#next + words;
  }

  /** Room for so many words, all 0. @returns the address */
  room(length: number): number {
    if (this.#next + length > this.#end) this.#take(Math.max(PIECES, length));
    const first = this.#next;
    this.#next += length;
    this.size += length;
    return 4 * first;
  }

  add(words: ArrayLike<number>): number {
    const address = this.room(words.length);
    this.loop.words.set(words, address >> 2);
    return address;
  }

  /** Where an image lies. */
  place({ words }: Image): number {
    const address = this.loop.reserve(words.byteLength);
    this.loop.words.set(words, address >> 2);
    this.size += words.length;
    return address;
  }

  set(address: number, word: number): void {
    this.loop.words[address >> 2] = word;
  }
}
