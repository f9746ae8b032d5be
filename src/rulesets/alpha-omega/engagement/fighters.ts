import { type Fighter, meleeSteps, type Pair } from "../close-combat.ts";
import type { Defence } from "../damage.ts";
import { alwaysTreated } from "../medikit.ts";
import { neededToSave, total, workingSkills } from "../shooting.ts";
import { type OrderOrNone, PINNED, READY } from "../words.ts";
import { defended } from "./aim.ts";
import type { EngagementProfile, Trooper } from "./profile.ts";

/** A soldier as he comes to blows. */
export interface Combatant {
  readonly trooper: Trooper;
  /** The order he had at the start of the turn, and whether he fired on it (A-CC-20). */
  readonly order: OrderOrNone;
  readonly fired: boolean;
  /** He was pinned and stands up to fight (A-SUP-05). */
  readonly stoodUp: boolean;
  /** E-12. */
  readonly bonus: number;
}

/** Needed save of one against the melee weapon of another (QA-38). */
export const meleeSave = (own: Trooper, against: Trooper, { options }: EngagementProfile): number =>
  neededToSave(own.save, against.line.meleeWeapon?.saveModifier ?? 0, options);

/** A combatant against another one: every number of both characteristics, options and weapons worked out. */
function fighterOf(own: Combatant, against: Combatant, medikits: number | null, profile: EngagementProfile): Fighter {
  const { options } = profile;
  const { trooper, order, fired, stoodUp } = own;
  const { line } = trooper;
  const score = (pinned: boolean) => (line.closeCombat ?? 0) + total(meleeSteps(order, fired, pinned, options));
  const fresh = score(stoodUp);
  const isFearsome = (state: number) => workingSkills(line.skills, state, options).includes("fear");
  return {
    ...defended(trooper, own.bonus, false, options),
    armed: line.meleeWeapon !== undefined,
    closeCombat: [fresh, options.lonePinned === "none" && options.pinnedInMelee === "persist" ? fresh : score(true)],
    initiative: trooper.initiative,
    fear: [isFearsome(READY), isFearsome(PINNED)],
    toSave: meleeSave(trooper, against.trooper, profile),
    medikits,
  };
}

/** One of those who are more, and the lone soldier. */
export const pairOf = (
  first: Combatant,
  second: Combatant,
  medikits: readonly [first: number | null, second: number | null],
  profile: EngagementProfile,
): Pair => ({
  first: fighterOf(first, second, medikits[0], profile),
  second: fighterOf(second, first, medikits[1], profile),
});

/** A soldier's defence at rally; with an unlimited medikit on wound rolls (QA-20) they all pin. */
export const rallying = (trooper: Trooper, bonus: number, treated: boolean, profile: EngagementProfile): Defence => {
  const defence = defended(trooper, bonus, false, profile.options);
  return treated ? alwaysTreated(defence) : defence;
};
