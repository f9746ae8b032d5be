import { message } from "../../../rule/message.ts";
import { type Step, total } from "../../ruleset.ts";
import { type Fighter, meleeSteps, type Pair } from "../close-combat.ts";
import type { Defence } from "../damage.ts";
import type { Line } from "../lines.ts";
import { alwaysTreated } from "../medikit.ts";
import type { Options } from "../options.ts";
import { neededToSave, workingSkills } from "../shooting.ts";
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

/** CC, order and state of a soldier, as steps: their sum is his CC (A-CC-20). */
export const closeCombatSteps = (
  { closeCombat = 0 }: Pick<Line, "closeCombat">,
  { order, fired }: Pick<Combatant, "order" | "fired">,
  pinned: boolean,
  options: Options,
): Step[] => [
  { rule: "A-GEN-08", text: message`close combat ${closeCombat}`, value: closeCombat },
  ...meleeSteps(order, fired, pinned, options),
];

type Circumstances = Pick<Combatant, "order" | "fired" | "stoodUp">;

/** His CC with its maluses, as he begins and once he has been pinned. */
function closeCombatOf(line: Line, own: Circumstances, options: Options): Fighter["closeCombat"] {
  const score = (pinned: boolean) => total(closeCombatSteps(line, own, pinned, options));
  const fresh = score(own.stoodUp);
  return [fresh, options.lonePinned === "none" && options.pinnedInMelee === "persist" ? fresh : score(true)];
}

/** What a soldier brings to blows beside his defence. */
export function armsOf(
  line: Line,
  own: Circumstances,
  options: Options,
): Pick<Fighter, "armed" | "closeCombat" | "fear"> {
  const isFearsome = (state: number) => workingSkills(line.skills, state, options).includes("fear");
  return {
    armed: line.meleeWeapon !== undefined,
    closeCombat: closeCombatOf(line, own, options),
    fear: [isFearsome(READY), isFearsome(PINNED)],
  };
}

/** Whether two fight alike: soldiers of one kind whose orders and what they did come to the same. */
export function fightAlike(one: Combatant, other: Combatant, profile: EngagementProfile): boolean {
  if (one.trooper !== other.trooper || one.bonus !== other.bonus) return false;
  const [[fresh, shaken], [otherFresh, otherShaken]] = [one, other].map((each) =>
    closeCombatOf(each.trooper.line, each, profile.options),
  ) as [Fighter["closeCombat"], Fighter["closeCombat"]];
  return fresh === otherFresh && shaken === otherShaken;
}

/** A combatant against another one: every number of both characteristics, options and weapons worked out. */
function fighterOf(own: Combatant, against: Combatant, medikits: number | null, profile: EngagementProfile): Fighter {
  const { options } = profile;
  const { trooper } = own;
  return {
    ...defended(trooper, own.bonus, false, options),
    ...armsOf(trooper.line, own, options),
    initiative: trooper.initiative,
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
