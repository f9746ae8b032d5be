/** What the fields of units, weapons and situations are called: in English their names in words. */
import type { LanguageTag } from "../../scenario/languages.ts";

/** The French of the fields of units, weapons and situations; `attackerX` and `defenderX` are made from `x`. */
const FIELDS: Readonly<Record<string, string>> = {
  models: "figurines",
  ballisticSkill: "capacité de tir",
  closeCombat: "corps à corps",
  initiative: "initiative",
  save: "sauvegarde",
  command: "commandement",
  weapon: "arme",
  meleeWeapon: "arme de mêlée",
  character: "personnage",
  commandBonus: "bonus de commandement",
  visible: "visible",
  contactCover: "couvert au contact",
  rank: "rang",
  resistance: "résistance",
  armour: "blindage",
  saveModifier: "modificateur de sauvegarde",
  shots: "tirs",
  piercing: "perçage",
  charge: "charge",
  melee: "de mêlée",
  grenade: "grenade",
  distance: "distance",
  order: "ordre",
  state: "état",
  engaged: "engagé",
  contact: "au contact",
  throughMelee: "à travers une mêlée",
  targeting: "répartition",
  fired: "a tiré",
  turns: "tours",
  section: "section",
  points: "points",
  enemies: "ennemis",
  repair: "réparation",
  grenades: "grenades",
  shooting: "tir",
  assault: "assaut",
  strength: "force",
  toughness: "endurance",
  wounds: "points de vie",
  sizeClass: "taille",
  individual: "individu",
  band: "portée",
  targetMoved: "la cible a bougé",
  shooterMoved: "le tireur a bougé",
  inCover: "à couvert",
  inMelee: "en mêlée",
  panicked: "paniqué",
  lineOfSight: "ligne de vue",
  surviving: "survivants",
  woundsLeft: "points de vie restants",
  charged: "a chargé",
  counterCharged: "a contre-chargé",
  rounds: "rounds",
  stat: "caractéristique",
  difficulty: "difficulté",
  modifier: "modificateur",
  trigger: "cause",
  rallyEnemies: "ennemis proches",
  invulnerable: "invulnérable",
  feelNoPain: "insensible à la douleur",
  woundsLost: "points de vie perdus",
  range: "portée",
  attacks: "attaques",
  skill: "compétence",
  ap: "PA",
  damage: "dégâts",
  cover: "couvert",
  stationary: "immobile",
  advanced: "a avancé",
  fellBack: "a reculé",
  overwatch: "tir en état d’alerte",
  goToGround: "à plat ventre",
  smokescreen: "fumigènes",
  oneShotFired: "tir unique épuisé",
  commandReroll: "relance de commandement",
  rerollHits: "relance des touches",
  rerollWounds: "relance des blessures",
  rerollSaves: "relance des sauvegardes",
  rerollDamage: "relance des dégâts",
  rerollDice: "dés relancés",
  criticalHits: "touches critiques",
  criticalWounds: "blessures critiques",
  hitModifier: "modificateur de touche",
  woundModifier: "modificateur de blessure",
  attacksModifier: "modificateur d’attaques",
  strengthModifier: "modificateur de force",
  apModifier: "modificateur de PA",
  damageModifier: "modificateur de dégâts",
  damageReduction: "réduction de dégâts",
};

const SIDES: Readonly<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  en: { attacker: "attacker", defender: "defender", first: "first side", second: "second side" },
  fr: { attacker: "attaquant", defender: "défenseur", first: "premier camp", second: "second camp" },
};

/** What a side of a cell is called where its unit is not known. */
export const sideLabel = (side: string, tag: LanguageTag): string | undefined =>
  Object.hasOwn(SIDES[tag], side) ? SIDES[tag][side] : undefined;

const english = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What a field is called: `ballistic skill`, `capacité de tir`. */
export function fieldLabel(field: string, tag: LanguageTag): string {
  const own = Object.hasOwn(FIELDS, field) ? FIELDS[field]! : undefined;
  if (tag === "fr" && own !== undefined) return own;
  const [, side, rest] = /^(attacker|defender)([A-Z]\w*)$/.exec(field) ?? [];
  if (side === undefined || rest === undefined) return english(field);
  const label = fieldLabel(`${rest[0]!.toLowerCase()}${rest.slice(1)}`, tag);
  return tag === "en" ? `${SIDES.en[side]} ${label}` : `${label} (${SIDES.fr[side]})`;
}

/** Whom a path of a scenario speaks of: `save (Space Marines)`, `save modifier (laser rifle)`, `distance`. */
const PATH = /^(attacker|defender|first|second|situation|(?:units|weapons|vehicles)\.([^.]+))\.(.+)$/;

/** One of a list of a side or a unit, which is counted from 1. */
const ONE_OF: Readonly<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  en: { units: "unit", members: "member" },
  fr: { units: "unité", members: "membre" },
};

/**
 * A path as a reader would say it; one of options, or anything else, stays as it is typed.
 *
 * @example
 * pathLabel("weapons.laserRifle.saveModifier", "en", (owner) => owner); // "save modifier (laserRifle)"
 */
export function pathLabel(path: string, tag: LanguageTag, ownerOf: (owner: string) => string): string {
  const [, head, name, rest] = PATH.exec(path) ?? [];
  if (head === undefined || rest === undefined) return path;
  const [, list, place, own] = /^(units|members)\.(\d+)\.(.+)$/.exec(rest) ?? [];
  const field = (own ?? rest)
    .split(".")
    .map((one) => fieldLabel(one, tag))
    .join(" ");
  if (head === "situation") return field;
  const owner = ownerOf(name ?? head);
  return `${field} (${list === undefined ? owner : `${owner}, ${ONE_OF[tag][list]} ${Number(place) + 1}`})`;
}
