import { RolledDice } from "../../src/dice/dice.ts";

/** One die as it was rolled and who asked for it. */
export interface RolledDie {
  readonly sides: number;
  readonly face: number;
  readonly rule: string | undefined;
}

/** The script ran out, holds something that is no die, shows a face the die does not have, or was not used up. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
}

/**
 * Dice that fall as written: the worked examples of the rule texts are played with their own dice. Spaces, commas,
 * slashes and dashes between numbers only help the reader.
 * @example
 * const dice = new ScriptedDice("8 9 / 4 8 / 4");
 * dice.count(10, 2, 5); // 2: both 8 and 9 are 5 or more
 */
export class ScriptedDice extends RolledDice {
  readonly #faces: readonly number[];
  readonly #rolled: RolledDie[] = [];

  constructor(script: string) {
    super();
    this.#faces = script
      .split(/[\s,;/—–-]+/u)
      .filter((text) => text !== "")
      .map((text) => {
        if (!/^[1-9]\d*$/.test(text)) throw new ScriptError(`"${text}" is not the face of a die`);
        return Number(text);
      });
  }

  protected override roll(sides: number, rule: string | undefined): number {
    const face = this.#faces[this.#rolled.length];
    if (face === undefined)
      throw new ScriptError(`the script has ${this.#faces.length} dice, ${rule ?? "a rule"} asks for one more`);
    if (face > sides)
      throw new ScriptError(`die ${this.#rolled.length + 1} of the script shows ${face}, not a D${sides}`);
    this.#rolled.push({ sides, face, rule });
    return face;
  }

  /** Every die rolled so far, in order. */
  get rolled(): readonly RolledDie[] {
    return this.#rolled;
  }

  /** Throws when dice of the script were left over: the rule asked for fewer than the example rolled. */
  assertUsedUp(): void {
    const left = this.#faces.length - this.#rolled.length;
    if (left > 0) throw new ScriptError(`${left} dice of the script were not rolled`);
  }
}
