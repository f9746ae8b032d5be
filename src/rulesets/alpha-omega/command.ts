import type { Options } from "./options.ts";
import { naturalLimits } from "./shooting.ts";
import { READY } from "./words.ts";

/** A soldier as far as a character's command goes (E-12). */
export interface Commanded {
  /** Needed die of his pin tests before any bonus. */
  readonly command: number;
  /** What he adds to the pin tests of his unit while he is ready; 0 of anyone who is no character. */
  readonly bonus: number;
}

/** E-12: what the characters of a unit who are ready add to its pin tests: the best of them only. */
export const bestBonus = (unit: readonly Pick<Commanded, "bonus">[], states: readonly number[]): number =>
  unit.reduce((best, { bonus }, i) => (states[i] === READY && bonus > best ? bonus : best), 0);

/** A-SUP-01, A-SUP-02: the needed die of a pin test, the bonus added to the die. */
export const pinWith = (command: number, bonus: number, natural: Options["naturalRolls"]): number =>
  naturalLimits(command - bonus, natural);
