import type { Dice } from "../../dice/index.ts";
import { type Defence, woundResult } from "./damage.ts";
import type { Options } from "./options.ts";
import { D10, DOWN, PINNED, READY } from "./words.ts";

/**
 * A-RAL-13, A-RAL-14, QA-16, QA-17: the test of a pinned soldier at rally.
 * @returns ready or pinned
 */
export const unpin = (
  dice: Dice,
  soldier: Pick<Defence, "pin" | "implacable">,
  reading: Pick<Options, "pinnedEnds" | "implacableUnpins">,
): number => {
  const passes = reading.pinnedEnds === "auto" || (soldier.implacable && reading.implacableUnpins);
  return passes || dice.atLeast(D10, soldier.pin, "A-RAL-13") ? READY : PINNED;
};

/** A-RAL-15, A-RAL-16: the new wound roll of a soldier who is down; pinned, down or out. */
export const care = (dice: Dice, soldier: Pick<Defence, "bands">): number =>
  woundResult(dice.best(D10, 1, "A-RAL-15"), soldier.bands[DOWN]);

/** QA-19 as a number: uses of a medikit in one turn and in the game; null is no limit. */
export interface MedikitUses {
  readonly perTurn: number | null;
  readonly perGame: number | null;
}
export const medikitUsesOf = (uses: Options["medikitUses"]): MedikitUses => ({
  perTurn: null,
  perGame: null,
  ...(uses === "unlimited" ? {} : uses),
});

/**
 * A-RAL-17, E-09: medikits turn results into pinned, those that would be out first, then down, in list order.
 * @param results per soldier: out or down as rolled just now, anything else is left alone
 * @param uses how many; null is no limit
 * @returns the results after that, and how many were used
 */
export function medicated(results: readonly number[], uses: number | null): { results: number[]; used: number } {
  const after = [...results];
  let used = 0;
  for (const gravity of [DOWN + 1, DOWN])
    for (let i = 0; i < after.length && (uses === null || used < uses); i++)
      if (results[i] === gravity) {
        after[i] = PINNED;
        used++;
      }
  return { results: after, used };
}

/** A-RAL-18, E-10: the call to sacrifice is made once so large a share of the remaining soldiers is pinned or down. */
export function callsForSacrifice(states: readonly number[], share: number): boolean {
  const fallen = states.filter((state) => state === PINNED || state === DOWN).length;
  const remaining = states.filter((state) => state <= DOWN).length;
  return fallen > 0 && fallen >= share * remaining;
}

/** A-RAL-18: every pinned and down soldier is ready again. */
export const raised = (states: readonly number[]): number[] =>
  states.map((state) => (state === PINNED || state === DOWN ? READY : state));
