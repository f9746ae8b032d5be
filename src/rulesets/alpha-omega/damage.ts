import type { Dice } from "../../dice/index.ts";
import type { Rule } from "../../rule/rule.ts";
import type { WoundBands } from "./book.ts";
import { D10, DOWN, OUT, PINNED, READY } from "./words.ts";

/** A soldier as far as hits are concerned. Needed dice are after all modifiers. */
export interface Defence {
  /** Needed die of a pin test; 1 or less always passes. */
  readonly pin: number;
  /** A-SUP-03: pin tests succeed without a die. */
  readonly implacable: boolean;
  /** Wound bands while ready, pinned and down (QA-15 may take endurance and drone away). */
  readonly bands: readonly [WoundBands, WoundBands, WoundBands];
  /** QA-07b. */
  readonly downSaves: boolean;
}

/** The wound roll's result (A-WOUND-01 to A-WOUND-04): pinned, down or out. */
export const woundResult = (face: number, [pinned, down]: WoundBands): number =>
  face <= pinned ? PINNED : face <= down ? DOWN : OUT;

/** A-SUP-01 to A-SUP-03: true when the soldier stays ready. */
export const pinTest = (dice: Dice, defence: Defence): boolean =>
  defence.implacable || dice.atLeast(D10, defence.pin, "A-SUP-01");

/** Whether a soldier in this state makes save rolls (QA-07b). */
export const makesSaves = (defence: Defence, state: number): boolean => state !== DOWN || defence.downSaves;

/** One hit (A-SAVE-01, A-SAVE-02): saved and still as before, or the state it leaves. */
export interface HitResult {
  readonly saved: boolean;
  readonly state: number;
}

/**
 * One hit on a soldier in `state`. The gravest state counts (A-WOUND-05); only a ready soldier tests (A-SUP-01).
 * @param tests false where the reading of QA-04 leaves no pin test for this hit
 */
export const takeHit =
  (defence: Defence, toSave: number, state: number, tests = true): Rule<HitResult> =>
  (dice) => {
    if (makesSaves(defence, state) && dice.atLeast(D10, toSave, "A-SAVE-01"))
      return { saved: true, state: state === READY && tests && !pinTest(dice, defence) ? PINNED : state };
    const wound = woundResult(dice.best(D10, 1, "A-WOUND-01"), defence.bands[state]!);
    return { saved: false, state: Math.max(state, wound) };
  };

/**
 * Hits that are resolved together (A-SUP-04, A-WOUND-05, A-CC-12): all saves, then the worst of the wound rolls; if all
 * were saved, `tests` pin tests at most for a soldier who is ready.
 * @param hits how many, by the die that saves them
 */
export function takeHits(
  dice: Dice,
  defence: Defence,
  state: number,
  hits: readonly (readonly [hits: number, toSave: number])[],
  tests = Infinity,
): HitResult {
  const saves = makesSaves(defence, state);
  let saved = 0;
  let failed = 0;
  for (const [count, toSave] of hits) {
    const made = saves ? dice.count(D10, count, toSave, "A-SAVE-01") : 0;
    saved += made;
    failed += count - made;
  }
  if (failed > 0) {
    const wound = woundResult(dice.best(D10, failed, "A-WOUND-01"), defence.bands[state]!);
    return { saved: false, state: Math.max(state, wound) };
  }
  const required = state === READY ? Math.min(saved, tests) : 0;
  for (let test = 0; test < required; test++) if (!pinTest(dice, defence)) return { saved: true, state: PINNED };
  return { saved: true, state };
}
