import type { Rule } from "../../../rule/index.ts";
import { type Defence, woundResult } from "../damage.ts";
import type { Options } from "../options.ts";
import { D10, DOWN, PINNED, READY } from "../words.ts";

/** A-RAL-13, A-RAL-14: the test of a pinned soldier at rally (QA-16, QA-17). */
export const unpin =
  (defence: Defence, reading: Pick<Options, "pinnedEnds" | "implacableUnpins">): Rule<number> =>
  (dice) => {
    if (reading.pinnedEnds === "auto" || (defence.implacable && reading.implacableUnpins)) return READY;
    return dice.atLeast(D10, defence.pin, "A-RAL-13") ? READY : PINNED;
  };

/** A-RAL-15, A-RAL-16: a new wound roll for a soldier who is down. */
export const care =
  (defence: Defence): Rule<number> =>
  (dice) =>
    woundResult(dice.best(D10, 1, "A-RAL-15"), defence.bands[DOWN]);
