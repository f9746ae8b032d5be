import type { Dice, Stream } from "../../../dice/index.ts";
import { Draws } from "../../../rule/draws.ts";
import type { Roll } from "./roll.ts";

/**
 * What a battle asks of chance. `Drawn` answers from distributions, `OnDice` from dice, `ReplayChance` (replay.ts) as a
 * fight that was
 * played by one of the fast kernels went.
 */
export interface FightChance {
  /** The code of what comes of a roll. */
  roll(roll: Roll): number;
  /** The same for several soldiers of one unit whose rolls do not depend on each other. */
  rolls(unit: number, count: number, soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void;
  /** In a paired run, what follows has dice of its own. See docs/streams.md. */
  substream(turn: number, place: number, seat: number): void;
}

/** Chance that answers for each soldier alone, and has no dice of anything's own. */
export abstract class EachAlone implements FightChance {
  abstract roll(roll: Roll): number;

  rolls(_unit: number, count: number, _soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    for (let i = 0; i < count; i++) codes[i] = this.roll(rolls[i]!);
  }

  substream(_turn: number, _place: number, _seat: number): void {}
}

/** One draw for each roll, from its distribution. */
export class Drawn extends EachAlone {
  readonly #draws = new Draws();

  begin(stream: Stream): void {
    this.#draws.begin(stream);
  }

  end(stream: Stream): void {
    this.#draws.end(stream);
  }

  roll(roll: Roll): number {
    const ladder = roll.ladder ?? roll.prepare();
    return roll.codes[this.#draws.climb(ladder)]!;
  }

  override substream(turn: number, place: number, seat: number): void {
    this.#draws.turn = turn;
    this.#draws.substream(place, seat);
  }
}

/** The dice of the rules themselves. */
export class OnDice extends EachAlone {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    super();
    this.#dice = dice;
  }

  roll(roll: Roll): number {
    return roll.code(roll.rule(this.#dice));
  }
}
