/** How many fights each turn has left in each situation, since they were poured out last. */
export class Left {
  readonly #fights: Int32Array[];
  readonly #reached: number[][];

  constructor(turns: number) {
    this.#fights = Array.from({ length: turns }, () => new Int32Array(16));
    this.#reached = Array.from({ length: turns }, () => []);
  }

  add(turn: number, situation: number): void {
    let fights = this.#fights[turn]!;
    if (situation >= fights.length) {
      const longer = new Int32Array(2 * Math.max(situation, fights.length));
      longer.set(fights);
      this.#fights[turn] = longer;
      fights = longer;
    }
    if (fights[situation] === 0) this.#reached[turn]!.push(situation);
    fights[situation] = fights[situation]! + 1;
  }

  pour(into: (turn: number, situation: number, fights: number) => void): void {
    this.#reached.forEach((reached, turn) => {
      const fights = this.#fights[turn]!;
      for (const situation of reached) {
        into(turn, situation, fights[situation]!);
        fights[situation] = 0;
      }
      reached.length = 0;
    });
  }
}
