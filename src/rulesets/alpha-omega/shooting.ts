import { message, part, type Sentence } from "../../rule/message.ts";
import type { Rule } from "../../rule/rule.ts";
import { type Step, total } from "../ruleset.ts";
import type { Book } from "./book.ts";
import { type Defence, takeHit } from "./damage.ts";
import type { Options } from "./options.ts";
import { D10, DOWN, type OrderOrNone, OUT, PINNED, READY, type Skill } from "./words.ts";

/** What a shooter brings to the hit roll. */
export interface HitShooter {
  /** CT, the needed die before modifiers. */
  readonly ballisticSkill: number;
  readonly order: OrderOrNone;
  /** The order counts as a vehicle's (A-SHOOT-06). */
  readonly isVehicle?: boolean;
  /** Range modifiers: up to and including that many paces, nearest first. */
  readonly range: readonly (readonly [paces: number, modifier: number])[];
  readonly saveModifier: number;
}

/** What a target brings to the hit roll. */
export interface HitTarget {
  readonly order: OrderOrNone;
  readonly skills: readonly Skill[];
  /** Per cent seen from the shooters. */
  readonly visible: number;
  /** In contact with scenery that shelters it (A-SHOOT-11). */
  readonly contactCover: boolean;
}

/** Words of the reading in force. */
type ShootingReading = Pick<
  Options,
  | "camouflageRun"
  | "noOrderCamouflage"
  | "camouflageWithMinus"
  | "minusTable"
  | "pinnedCamouflage"
  | "minusPinned"
  | "downCamouflage"
  | "passiveSkillsWhenPinned"
  | "coverBoundaries"
  | "contactCover"
>;

/** A-SHOOT-07: the range modifier, or undefined beyond the last band. */
export const rangeModifier = (range: HitShooter["range"], distance: number): number | undefined =>
  range.find(([paces]) => distance <= paces)?.[1];

/** A-SHOOT-09, QA-12: too little is seen to be targeted. */
export const isHidden = (visible: number, reading: Pick<Options, "coverBoundaries">): boolean =>
  reading.coverBoundaries === "shooter" ? visible < 10 : visible <= 10;

/** A-SHOOT-10 and A-SHOOT-11: what hides the target, added up. */
export function coverSteps(target: HitTarget, book: Book, reading: ShootingReading): Step[] {
  const { visible } = target;
  const mostly = reading.coverBoundaries === "shooter" ? visible < 50 : visible <= 50;
  const hidden = mostly ? book.cover.mostlyHidden : visible <= 90 ? book.cover.partlyHidden : 0;
  const steps: Step[] = [{ rule: "A-SHOOT-10", text: message`${visible} % visible`, value: hidden }];
  if (target.contactCover) {
    const counts = reading.contactCover === "always" || visible <= 90;
    steps.push({
      rule: "A-SHOOT-11",
      text: counts ? "in contact with scenery" : "in contact with scenery, but in the open (QA-13)",
      value: counts ? book.cover.contact : 0,
    });
  }
  return steps;
}

/** Skills that still work on a soldier in `state` (QA-15). */
export const workingSkills = (
  skills: readonly Skill[],
  state: number,
  reading: Pick<Options, "passiveSkillsWhenPinned">,
) => (state === READY || reading.passiveSkillsWhenPinned ? skills : []);

/** Joins the modifiers of the two skills on one soldier (QA-09). */
function skilled(
  plain: number,
  camouflage: number,
  minus: number,
  skills: readonly Skill[],
  reading: ShootingReading,
): number {
  const hasCamouflage = skills.includes("camouflage");
  const hasMinus = skills.includes("minus");
  if (hasCamouflage && hasMinus) {
    switch (reading.camouflageWithMinus) {
      case "best":
        return Math.min(camouflage, minus);
      case "sum":
        return camouflage + minus;
      case "camouflage":
        return camouflage;
      case "minus":
        return minus;
    }
  }
  return hasCamouflage ? camouflage : hasMinus ? minus : plain;
}

/** A-SHOOT-13 to A-SHOOT-16: the target's order, or its state when it has lost it. */
export function camouflageStep(target: HitTarget, state: number, book: Book, reading: ShootingReading): Step {
  const skills = workingSkills(target.skills, state, reading);
  const named = skills.filter((skill) => skill === "camouflage" || skill === "minus");
  const skilledAs = (text: Sentence): Sentence => {
    const said = part(text);
    const [one, other] = named.map((word) => ({ word }));
    if (one === undefined) return text;
    return other === undefined ? message`${said}, ${one}` : message`${said}, ${one} and ${other}`;
  };
  const lost = state === PINNED || (state === DOWN && reading.downCamouflage === "asPinned");
  if (lost) {
    const base = reading.pinnedCamouflage;
    const value = skilled(base, base - 1, reading.minusPinned, skills, reading);
    return {
      rule: "A-SHOOT-16",
      text: skilledAs(state === PINNED ? "target pinned" : "target down, as if pinned"),
      value,
    };
  }
  if (state === DOWN && reading.downCamouflage === "zero") return { rule: "QA-07", text: "target down", value: 0 };
  const order = target.order === "none" ? "move" : target.order;
  const shift = target.order === "none" ? reading.noOrderCamouflage : 0;
  const { standard, camouflage, minus } = book.targetOrder;
  const minusRow = reading.minusTable === "literal" ? minus[order] : standard[order] - 2;
  const value = skilled(standard[order], camouflage[order], minusRow, skills, reading) + shift;
  const rule = named.includes("camouflage") ? "A-SHOOT-14" : named.includes("minus") ? "A-SHOOT-15" : "A-SHOOT-13";
  const text = skilledAs(target.order === "none" ? "target without an order" : message`target on ${{ word: order }}`);
  return { rule, text, value };
}

/** A-SHOOT-05, A-SHOOT-06: what the order of who fires adds. Assumes an order that fires. */
export const orderStep = (isVehicle: boolean, order: OrderOrNone, book: Book): Step => ({
  rule: isVehicle ? "A-SHOOT-06" : "A-SHOOT-05",
  text: isVehicle ? message`vehicle on ${{ word: order }}` : message`shooter on ${{ word: order }}`,
  value: book[isVehicle ? "vehicleOrder" : "shooterOrder"][order as keyof Book["shooterOrder"]],
});

/**
 * Every modifier of a shot at a target in `state`, in the book's order (A-SHOOT-12).
 * Assumes a shot that is allowed: an order that fires, within range, visible enough.
 */
export const hitSteps = (
  shooter: HitShooter,
  target: HitTarget,
  state: number,
  distance: number,
  book: Book,
  reading: ShootingReading,
): Step[] => [
  orderStep(shooter.isVehicle ?? false, shooter.order, book),
  { rule: "A-SHOOT-07", text: message`range ${distance} {pace|paces}`, value: rangeModifier(shooter.range, distance)! },
  ...coverSteps(target, book, reading),
  camouflageStep(target, state, book, reading),
];

/** QA-03: a natural 1 or 10 as a limit on the needed die. */
export const naturalLimits = (needed: number, reading: Options["naturalRolls"]): number => {
  const least = reading === "oneFails" || reading === "both" ? 2 : -Infinity;
  const most = reading === "tenSucceeds" || reading === "both" ? D10 : Infinity;
  return Math.min(Math.max(needed, least), most);
};

/** A-SHOOT-17: the needed die of the hit roll. */
export const neededToHit = (ballisticSkill: number, modifier: number, reading: Options["naturalRolls"]): number =>
  naturalLimits(ballisticSkill - modifier, reading);

/** A-SAVE-01, QA-02: the needed die of the save roll. */
export const neededToSave = (
  save: number,
  saveModifier: number,
  reading: Pick<Options, "saveModifierSign" | "naturalRolls">,
): number =>
  naturalLimits(reading.saveModifierSign === "toDie" ? save - saveModifier : save + saveModifier, reading.naturalRolls);

/** The shots of like shooters at one soldier. Needed dice are after all modifiers. */
export interface Fire {
  /** By the target's state: ready, pinned, down. */
  readonly toHit: readonly [number, number, number];
  readonly toSave: number;
  readonly shots: number;
}

/** Shots of a shooter at a target: what they need, by the target's state. */
export function fireOf(
  shooter: HitShooter,
  target: HitTarget,
  save: number,
  shots: number,
  distance: number,
  book: Book,
  options: Options,
): Fire {
  const needed = (state: number) => {
    const modifier = total(hitSteps(shooter, target, state, distance, book, options));
    return neededToHit(shooter.ballisticSkill, modifier, options.naturalRolls);
  };
  return {
    toHit: [needed(READY), needed(PINNED), needed(DOWN)],
    toSave: neededToSave(save, shooter.saveModifier, options),
    shots,
  };
}

/** How the dice of such a shot come about. */
export const shotSteps = (
  shooter: HitShooter,
  target: HitTarget,
  save: number,
  state: number,
  distance: number,
  book: Book,
  options: Options,
): Step[] => [
  { rule: "A-GEN-08", text: message`ballistic skill ${shooter.ballisticSkill}+` },
  ...hitSteps(shooter, target, state, distance, book, options),
  { rule: "A-SAVE-01", text: message`save ${save}+, weapon's save modifier ${shooter.saveModifier}` },
];

/** Outcomes of one shot as numbers: index into SHOT_OUTCOMES. */
export const MISS = 0;
export const UNHARMED = 1;

/** One shot at one soldier: hit, save, then pin test or wound roll. A-SHOOT-17, A-SAVE-01, A-SUP-01, A-WOUND-01. */
export const shot =
  (fire: Omit<Fire, "shots">, defence: Defence, state: number): Rule<number> =>
  (dice) => {
    if (state === OUT || !dice.atLeast(D10, fire.toHit[state]!, "A-SHOOT-17")) return MISS;
    const hit = takeHit(defence, fire.toSave, state)(dice);
    return hit.saved && hit.state === state ? UNHARMED : UNHARMED + hit.state;
  };
