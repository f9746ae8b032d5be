import { type Acting, idleIn, type Part } from "../idle.ts";
import type { Book } from "./book.ts";
import type { Options } from "./options.ts";
import type { Aptitude, Skill } from "./words.ts";

type OptionNames = readonly (keyof Options)[];
type RuleNames = readonly (keyof Book)[];

/** How a soldier takes a hit, and what of his unit helps him. */
const WOUNDED = ["save", "command", "skills", "aptitudes", "character", "commandBonus", "members"];
const SEEN = ["visible", "contactCover"];
const ARMS = ["weapon", "weapons"];
const MELEE = ["closeCombat", "initiative", "meleeWeapon", ...WOUNDED];
const CARD = ["rank", "resistance", "armour", "hitModifier", "sections", "location"];
const FIGHTERS = ["models", "ballisticSkill", "distance", ...SEEN, ...ARMS, ...MELEE, ...CARD];

const HITS: OptionNames = [
  "saveModifierSign",
  "naturalRolls",
  "downSaves",
  "passiveSkillsWhenPinned",
  "enduranceWithDrone",
  "medikitOnDamage",
];
const SHOT: OptionNames = [
  ...HITS,
  "camouflageRun",
  "pinnedCamouflage",
  "downCamouflage",
  "noOrderCamouflage",
  "camouflageWithMinus",
  "minusTable",
  "minusPinned",
  "coverBoundaries",
  "contactCover",
  "shootIntoMelee",
];
const VOLLEY: OptionNames = [
  ...SHOT,
  "pinTests",
  "volley",
  "surplusShots",
  "hitTransfer",
  "transferWhen",
  "medikitUses",
];
const DUEL: OptionNames = [
  ...HITS,
  "medikitUses",
  "uncertainWounded",
  "uncertainPinTest",
  "pinnedInMelee",
  "aimedCloseCombat",
  "pinnedMeleeMalus",
  "hitCap",
];
const MANY: OptionNames = [...DUEL, "lonePinned", "hitPolicy", "uncertainAfterCap"];
const RECOVERY: OptionNames = [
  "naturalRolls",
  "passiveSkillsWhenPinned",
  "enduranceWithDrone",
  "pinnedEnds",
  "implacableUnpins",
  "medikitUses",
  "sacrificeUses",
];
const ARMOUR: OptionNames = ["piercingFromSave", "sectionOverflow", "explosion", "deterioration", "repairDie"];
const FIGHT: OptionNames = [
  ...VOLLEY,
  ...MANY,
  ...RECOVERY,
  ...ARMOUR,
  "phaseDuelTie",
  "chargeMandatory",
  "chargePasses",
  "executeDown",
  "surplus",
  "sacrificeScope",
  "gladiatorRolls",
];

const FIRE: RuleNames = ["woundBands", "shooterOrder", "vehicleOrder", "targetOrder", "cover"];
const CLOSE: RuleNames = ["woundBands", "hitBands"];

const ACTING: Acting = {
  shot: {
    attacker: ["ballisticSkill", "members", ...ARMS],
    defender: [...WOUNDED, ...SEEN],
    options: SHOT,
    rules: FIRE,
  },
  volley: {
    attacker: ["models", "ballisticSkill", "members", ...ARMS],
    defender: ["models", ...WOUNDED, ...SEEN],
    options: VOLLEY,
    rules: FIRE,
  },
  duel: { attacker: MELEE, defender: MELEE, options: DUEL, rules: CLOSE },
  melee: { attacker: ["models", ...MELEE], defender: MELEE, options: MANY, rules: CLOSE },
  recovery: {
    defender: ["models", "command", "skills", "aptitudes", "character", "commandBonus", "members"],
    options: RECOVERY,
    rules: ["woundBands"],
  },
  dodge: {
    attacker: ["initiative", ...WOUNDED],
    options: [...HITS, "pinTests"],
    rules: ["woundBands"],
  },
  gladiator: {
    attacker: ["skills", "meleeWeapon", "members"],
    defender: ["save", "skills", "aptitudes", "members"],
    options: [
      "gladiatorRolls",
      "saveModifierSign",
      "passiveSkillsWhenPinned",
      "enduranceWithDrone",
      "medikitOnDamage",
      "medikitUses",
    ],
    rules: ["woundBands"],
  },
  cloud: {},
  antiArmour: {
    attacker: ["models", ...ARMS, ...WOUNDED],
    defender: CARD,
    options: [...HITS, ...ARMOUR, "pinTests", "medikitUses"],
    rules: ["woundBands", "shooterOrder", "vehicleOrder"],
  },
  repair: { defender: ["sections"], options: ["repairDie"] },
  engagement: { attacker: FIGHTERS, defender: FIGHTERS, options: FIGHT, rules: [...FIRE, "hitBands"] },
};

const HEALTH: readonly Skill[] = ["implacable", "endurance", "drone"];
const HIDING: readonly Skill[] = ["camouflage", "minus", ...HEALTH];
const FEARSOME: readonly Skill[] = ["fear", ...HEALTH];
const MEDIKIT: readonly Aptitude[] = ["medikit"];

/** Skills and aptitudes that act in a kind, where not all of them do. */
const ITEMS: Readonly<Record<string, Readonly<Partial<Record<Part, readonly string[]>>>>> = {
  shot: { defender: [...HIDING, ...MEDIKIT] },
  volley: { defender: [...HIDING, ...MEDIKIT] },
  duel: { attacker: [...FEARSOME, ...MEDIKIT], defender: [...FEARSOME, ...MEDIKIT] },
  melee: { attacker: [...FEARSOME, ...MEDIKIT], defender: [...FEARSOME, ...MEDIKIT] },
  recovery: { defender: [...HEALTH, "medikit", "sacrifice"] },
  dodge: { attacker: [...HEALTH, ...MEDIKIT] },
  gladiator: { attacker: ["gladiator"], defender: ["endurance", "drone", ...MEDIKIT] },
  antiArmour: { attacker: [...HEALTH, ...MEDIKIT] },
};

const isIdleName = idleIn(ACTING);
const LIST_CHANGE = /^(?:add|remove)(?=[A-Z])/u;
/** `addSkills` changes `skills`. */
const changed = (field: string) => {
  const name = field.replace(LIST_CHANGE, "");
  return name === field ? field : name[0]!.toLowerCase() + name.slice(1);
};

/** What acts for the other side, or in other kinds, alone. */
export function isIdle(kind: string, part: Part, field: string, item?: string): boolean {
  if (isIdleName(kind, part, changed(field))) return true;
  const items = ITEMS[kind]?.[part];
  return item !== undefined && items !== undefined && !items.includes(item);
}
