import { RolledDice, type Stream, StreamDice } from "../../dice/index.ts";

/** Dice whose faces are remembered. */
export class RememberedDice extends RolledDice {
  readonly faces: number[] = [];
  readonly #dice: StreamDice;

  constructor(stream: Stream) {
    super();
    this.#dice = new StreamDice(stream);
  }

  protected override roll(sides: number): number {
    const face = this.#dice.face(sides);
    this.faces.push(face);
    return face;
  }
}
