import { type Acting, type CellPart, inapplicableIn } from "../applicability.ts";
import type { Book } from "./book.ts";
import type { Options } from "./options.ts";
import type { Aptitude, Skill } from "./words.ts";

type OptionNames = readonly (keyof Options)[];
type RuleNames = readonly (keyof Book | "ranks")[];

/** How a soldier takes a hit, and what of his unit helps him. */
const HURT = ["save", "skills", "aptitudes", "members"];
/** The same where a pin test may follow. */
const WOUNDED = [...HURT, "command", "character", "commandBonus"];
const SEEN = ["visible", "contactCover"];
const ARMS = ["weapon", "weapons"];
const MELEE = ["closeCombat", "initiative", "meleeWeapon", ...WOUNDED];
const CARD = ["rank", "resistance", "armour", "hitModifier", "sections", "location"];
const FIGHTERS = ["models", "ballisticSkill", "distance", ...SEEN, ...ARMS, ...MELEE, ...CARD];

/** Of one result of hits on a soldier who is ready. */
const ONCE: OptionNames = ["saveModifierSign", "naturalRolls", "enduranceWithDrone", "medikitOnDamage"];
/** Of hits on soldiers who may be pinned by then. */
const HITS: OptionNames = [...ONCE, "passiveSkillsWhenPinned"];
const SHOT: OptionNames = [
  ...HITS,
  "downSaves",
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
/** Both begin ready, and each is hit once at most. */
const DUEL: OptionNames = [
  ...ONCE,
  "uncertainWounded",
  "uncertainPinTest",
  "pinnedInMelee",
  "aimedCloseCombat",
  "pinnedMeleeMalus",
  "hitCap",
];
const MANY: OptionNames = [
  ...DUEL,
  "passiveSkillsWhenPinned",
  "medikitUses",
  "lonePinned",
  "hitPolicy",
  "uncertainAfterCap",
];
const RECOVERY: OptionNames = [
  "naturalRolls",
  "passiveSkillsWhenPinned",
  "enduranceWithDrone",
  "pinnedEnds",
  "implacableUnpins",
  "medikitUses",
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
  "sacrificeUses",
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
    options: [...ONCE, "pinTests"],
    rules: ["woundBands"],
  },
  gladiator: {
    attacker: ["skills", "meleeWeapon", "members"],
    defender: ["save", "skills", "aptitudes", "members"],
    options: [
      "gladiatorRolls",
      "saveModifierSign",
      "naturalRolls",
      "passiveSkillsWhenPinned",
      "enduranceWithDrone",
      "medikitOnDamage",
      "medikitUses",
    ],
    rules: ["woundBands"],
  },
  cloud: {},
  antiArmour: {
    // Of those whom an explosion hurts, who is down or out is counted: whom it pins, nobody asks.
    attacker: ["models", ...ARMS, ...HURT],
    defender: CARD,
    options: [...ONCE, ...ARMOUR, "medikitUses"],
    rules: ["woundBands", "shooterOrder", "vehicleOrder", "ranks"],
  },
  repair: { defender: ["sections"], options: ["repairDie"] },
  sequence: {
    attacker: ["models", "ballisticSkill", "initiative", "members", "distance", "order", "targeting", "at", ...ARMS],
    defender: ["models", "members", "distance", "order", ...WOUNDED, ...SEEN],
    // Nobody is in contact, and no vehicle fires.
    options: VOLLEY.filter((name) => name !== "shootIntoMelee"),
    rules: FIRE.filter((name) => name !== "vehicleOrder"),
  },
  engagement: { attacker: FIGHTERS, defender: FIGHTERS, options: FIGHT, rules: [...FIRE, "hitBands", "ranks"] },
};

const HEALTH: readonly Skill[] = ["implacable", "endurance", "drone"];
const HIDING: readonly Skill[] = ["camouflage", "minus", ...HEALTH];
const FEARSOME: readonly Skill[] = ["fear", ...HEALTH];
const MEDIKIT: readonly Aptitude[] = ["medikit"];

/** Skills and aptitudes that act in a kind, where not all of them do. */
const ITEMS: Readonly<Record<string, Readonly<Partial<Record<CellPart, readonly string[]>>>>> = {
  shot: { defender: [...HIDING, ...MEDIKIT] },
  volley: { defender: [...HIDING, ...MEDIKIT] },
  sequence: { defender: [...HIDING, ...MEDIKIT] },
  duel: { attacker: [...FEARSOME, ...MEDIKIT], defender: [...FEARSOME, ...MEDIKIT] },
  melee: { attacker: [...FEARSOME, ...MEDIKIT], defender: [...FEARSOME, ...MEDIKIT] },
  recovery: { defender: [...HEALTH, "medikit", "sacrifice"] },
  dodge: { attacker: [...HEALTH, ...MEDIKIT] },
  gladiator: { attacker: ["gladiator"], defender: ["endurance", "drone", ...MEDIKIT] },
  antiArmour: { attacker: ["endurance", "drone", ...MEDIKIT] },
};

const isInapplicableName = inapplicableIn(ACTING);
const LIST_CHANGE = /^(?:add|remove)(?=[A-Z])/u;
/** `addSkills` changes `skills`. */
const changed = (field: string) => {
  const name = field.replace(LIST_CHANGE, "");
  return name === field ? field : name[0]!.toLowerCase() + name.slice(1);
};

/** What acts for the other side, or in other kinds, alone. */
export function isInapplicable(kind: string, part: CellPart, field: string, item?: string): boolean {
  if (isInapplicableName(kind, part, changed(field))) return true;
  const items = ITEMS[kind]?.[part];
  return item !== undefined && items !== undefined && !items.includes(item);
}
