import { Image } from "../../rule/index.ts";

/** Words of the stream, which begin an image. */
export const STREAM = 4;

/** The words of an image one after another, as many as it takes. */
export class Layout {
  words = new Int32Array(8_192);
  #length: number;

  /** @param head words that come after those of the stream */
  constructor(head: number) {
    this.#length = STREAM + head;
  }

  /** Room for words, at a multiple of sixteen bytes. @returns the address */
  room(length: number): number {
    const first = (this.#length + 3) & ~3;
    this.#length = first + length;
    if (this.#length > this.words.length) {
      const longer = new Int32Array(2 * this.#length);
      longer.set(this.words);
      this.words = longer;
    }
    return 4 * first;
  }

  add(words: ArrayLike<number>): number {
    const address = this.room(words.length);
    this.words.set(words, address >> 2);
    return address;
  }

  /** Numbers of 16 bits, two in a word. */
  addHalves(halves: Uint16Array): number {
    const whole = new Uint16Array((halves.length + 1) & ~1);
    whole.set(halves);
    return this.add(new Int32Array(whole.buffer));
  }

  get image(): Image {
    return new Image(this.words.slice(0, this.#length));
  }
}
