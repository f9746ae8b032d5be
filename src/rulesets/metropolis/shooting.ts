import { message } from "../../rule/message.ts";
import type { Rule } from "../../rule/rule.ts";
import type { Step } from "../ruleset.ts";
import type { Book } from "./book.ts";
import { OnDice } from "./chance.ts";
import type { Options } from "./options.ts";
import { BANDS, type Band } from "./words.ts";

/** B-RANGE-01, QB-04, QB-05: the band of a distance in inches; undefined beyond the last. */
export function bandAt(distance: number, book: Book): Band | undefined {
  if (distance === 0) return "contact";
  return BANDS.find((band) => band !== "contact" && distance <= book.bands[band]);
}

/** What changes a roll to hit when shooting. */
export interface HitConditions {
  readonly targetMoved: boolean;
  readonly shooterMoved: boolean;
  readonly sizeClass: number;
  readonly inCover: boolean;
}

/** B-SHOOT-05, QB-08 to QB-10: the modifiers of a shot, added to the die. */
export function shotSteps(
  { targetMoved, shooterMoved, sizeClass, inCover }: HitConditions,
  book: Book,
  reading: Pick<Options, "movedModifier" | "coverShooting">,
): Step[] {
  const who = reading.movedModifier;
  const moved = who === "target" ? targetMoved : shooterMoved;
  const steps: Step[] = [
    { rule: "B-SHOOT-05", text: message`target of size ${sizeClass}`, value: book.size[sizeClass]! },
  ];
  if (moved) steps.push({ rule: "B-SHOOT-05", text: `the ${who} has moved (QB-08)`, value: book.moved });
  if (inCover) steps.push({ rule: "QB-10", text: "target in cover", value: reading.coverShooting });
  return steps;
}

/** Like shooters: each makes `shots` rolls. Needed dice are after all modifiers. */
export interface Fire {
  readonly models: number;
  readonly shots: number;
  readonly toHit: number;
  readonly toWound: number;
}

/** Outcomes of one shot as numbers: index into SHOT_OUTCOMES. */
export const MISS = 0;
export const NO_WOUND = 1;
export const WOUND = 2;

/** One shot: to hit, then damage (B-SHOOT-03, B-DMG-01). */
export const shot =
  ({ toHit, toWound }: Pick<Fire, "toHit" | "toWound">): Rule<number> =>
  (dice) => {
    const chance = new OnDice(dice);
    if (!chance.passes(toHit, "B-SHOOT-03")) return MISS;
    return chance.passes(toWound, "B-DMG-01") ? WOUND : NO_WOUND;
  };
