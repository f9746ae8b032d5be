import type { CellPart } from "../applicability.ts";
import { type AbilityName, isOfOtherRange, parseAbility } from "./abilities.ts";
import type { Book } from "./book.ts";
import type { Options } from "./options.ts";
import type { Actions } from "./schema.ts";

/** How a unit attacks; its modifiers are left out, as those of a target count against its attackers. */
const OF_ATTACKERS = [
  "weapon",
  "weapons",
  "embarked",
  "rerollHits",
  "rerollWounds",
  "rerollDamage",
  "rerollDice",
  "criticalHits",
  "criticalWounds",
];
/** How a unit is attacked. What kills its own models (C-AB-HAZARDOUS, C-AB-DEADLY-DEMISE) asks for no save. */
const OF_TARGETS = ["toughness", "save", "invulnerable", "distance", "rerollSaves", "saveModifier", "damageReduction"];

/** Abilities of units that act for who attacks. */
const OF_ATTACKING_UNITS: readonly AbilityName[] = ["Damaged", "Firing Deck", "Leader", "Feel No Pain"];
const NOT_OF_TARGETS: readonly AbilityName[] = ["Damaged", "Firing Deck"];
const OF_SHOOTING: readonly AbilityName[] = ["Stealth", "Lone Operative", "Firing Deck"];

function isInapplicableAbility(isFight: boolean, isAttacker: boolean, text: string): boolean {
  const ability = parseAbility(text);
  if (ability === undefined) return false;
  const { name, on, against } = ability;
  if (on === "weapon") return !isAttacker || isOfOtherRange(name, isFight);
  if (isFight && OF_SHOOTING.includes(name)) return true;
  // A unit hurts itself by mortal wounds alone.
  if (isAttacker) return !OF_ATTACKING_UNITS.includes(name) || against === "psychic attacks";
  return NOT_OF_TARGETS.includes(name);
}

/** What nobody asks for in kind shooting, and in kind fight. */
const NOT_SHOOTING: readonly (keyof Book)[] = ["lance"];
const NOT_FIGHT: readonly (keyof Book | keyof Options)[] = [
  "indirectAutoFail",
  "cover",
  "coverSave",
  "stealth",
  "bigGuns",
  "heavy",
  "indirect",
  "blastPer",
  "loneOperative",
  "demiseRange",
  "goToGround",
  "overwatch",
];

/** In a sequence each side says what its units do. */
const OF_SEQUENCE: Readonly<Record<"attacker" | "defender", readonly (keyof Actions)[]>> = {
  attacker: [
    "at",
    "profiles",
    "commandReroll",
    "stationary",
    "advanced",
    "fellBack",
    "attackerEngaged",
    "oneShotFired",
  ],
  defender: ["defenderEngaged", "goToGround", "smokescreen"],
};
const NOT_SEQUENCE: readonly (keyof Book)[] = [...NOT_SHOOTING, "overwatch"];

const notIn = (kind: string): readonly string[] =>
  kind === "fight" ? NOT_FIGHT : kind === "sequence" ? NOT_SEQUENCE : NOT_SHOOTING;

/** What acts for the other side, or in the other kind, alone. */
export function isInapplicable(kind: string, part: CellPart, field: string, item?: string): boolean {
  const isFight = kind === "fight";
  if (part === "options" || part === "rules") return notIn(kind).includes(field);
  if (kind === "sequence") {
    if (field === "distance") return false;
    if (OF_SEQUENCE[part === "attacker" ? "defender" : "attacker"].some((name) => name === field)) return true;
  }
  const isAttacker = part === "attacker";
  if (item !== undefined) return /Abilities$/u.test(field) && isInapplicableAbility(isFight, isAttacker, item);
  if (isFight && (field === "distance" || field === "embarked")) return true;
  return (isAttacker ? OF_TARGETS : OF_ATTACKERS).includes(field);
}
