import { longEnough } from "./situations.ts";

/** Room for each place in `Battle.refused`. */
const PLACES = 16;

/** How often orders have not been carried out in the course of a fight, as numbers; 0 is never. */
export class Refusals {
  /** By number: how often, as in `Battle.refused`. */
  readonly #lists: number[][];
  readonly #numbers = new Map<string, number>();
  /** By number and place: the number after one more; 0 where that has not come up. */
  #after: Int32Array = new Int32Array(PLACES);

  constructor(places: number) {
    if (places > PLACES) throw new RangeError(`refusals at ${places} places`);
    this.#lists = [new Array<number>(places).fill(0)];
  }

  /** Integers that it takes. */
  get size(): number {
    return 2 * PLACES * this.#lists.length;
  }

  list(number: number): readonly number[] {
    return this.#lists[number]!;
  }

  /** One more at a place. */
  after(number: number, place: number): number {
    return this.#after[number * PLACES + place]! || this.#make(number, place);
  }

  #make(number: number, place: number): number {
    const list = this.#lists[number]!.with(place, this.#lists[number]![place]! + 1);
    const key = list.join();
    const after = this.#numbers.get(key) ?? this.#lists.push(list) - 1;
    this.#numbers.set(key, after);
    this.#after = longEnough(this.#after, PLACES * this.#lists.length);
    this.#after[number * PLACES + place] = after;
    return after;
  }
}
