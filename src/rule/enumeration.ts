/** A question on a way, and which of its answers it gives there. */
interface AskedQuestion<Q> {
  readonly question: Q;
  taken: number;
}

/**
 * Questions that are answered in every way there is, one way after another: all are asked again on each way, and the last
 * one that has a further answer gives it.
 */
export class Enumeration<Q> {
  /** The questions of the way that is gone. */
  readonly path: AskedQuestion<Q>[] = [];
  readonly #answersOf: (question: Q) => number;
  #asked = 0;

  /** @param answersOf how many answers a question has, one at least */
  constructor(answersOf: (question: Q) => number) {
    this.#answersOf = answersOf;
  }

  /** The next question on this way; `make` makes it where no way led to it before. */
  ask(make: () => Q): AskedQuestion<Q> {
    const at = this.#asked++;
    if (at === this.path.length) this.path.push({ question: make(), taken: 0 });
    return this.path[at]!;
  }

  /** Steps to the next way; false when there is none. */
  goOn(): boolean {
    this.#asked = 0;
    for (let last = this.path.at(-1); last !== undefined; last = this.path.at(-1)) {
      if (++last.taken < this.#answersOf(last.question)) return true;
      this.path.pop();
    }
    return false;
  }
}
