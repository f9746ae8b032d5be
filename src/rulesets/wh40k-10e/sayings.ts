/** What the ruleset says in English, in the French that players of the game speak; its keywords stay as they are printed. */
import type { Pattern, Words } from "../labels.ts";

export const SAYINGS: Words = {
  "models destroyed on average": "figurines détruites en moyenne",
  "to destroy the whole unit": "de chances de détruire toute l’unité",

  "a unit that Fell Back this turn is not eligible to shoot":
    "une unité qui a Battu en Retraite ce tour ne peut pas tirer",
  "the unit is within Engagement Range of an enemy: only a MONSTER or VEHICLE or a Pistol shoots then (C-BGNT-04)":
    "l’unité est à Portée d’Engagement d’un ennemi\u00a0: seuls un MONSTER, un VEHICLE ou un Pistol tirent alors (C-BGNT-04)",
  "an engaged unit fires its Pistols only at a unit it is engaged with":
    "une unité engagée ne tire avec ses Pistols que sur une unité avec laquelle elle est engagée",

  "to hit": "pour toucher",
  "to wound": "pour blesser",
  "to save": "jet de sauvegarde",
  "Feel No Pain": "Feel No Pain",
  "hits automatically": "touche automatiquement",
  "Remained Stationary with a Heavy weapon": "Immobile avec une arme Heavy",
  "target behind a Smokescreen": "cible derrière un Smokescreen",
  "target has Stealth": "cible dotée de Stealth",
  "shooter was engaged when it selected targets": "le tireur était engagé au choix des cibles",
  "target is an engaged MONSTER or VEHICLE": "la cible est un MONSTER ou VEHICLE engagé",
  "no model of the target is visible": "aucune figurine de la cible n’est visible",
  "attacker is Damaged": "l’attaquant est Damaged",
  "target has the Benefit of Cover": "la cible a le Bénéfice du Couvert",
  "target went to ground: cover": "la cible s’est mise à terre\u00a0: couvert",
  "target behind a Smokescreen: cover": "la cible est derrière un Smokescreen\u00a0: couvert",
  "target unseen: cover": "cible non vue\u00a0: couvert",
  "charged with a Lance weapon": "a chargé avec une arme Lance",
  "hit, no wound": "touché, sans blessure",
  miss: "manqué",

  attacks: "attaques",
  "hit rolls": "jets de touche",
  "wound rolls": "jets de blessure",
  saves: "jets de sauvegarde",
  damage: "dégâts",
  "rolled again": "dés relancés",
  "more hits": "touches supplémentaires",
  melta: "Melta",
  hazardous: "Hazardous",
  "deadly demise": "Deadly Demise",
  "a roll": "un jet",
  hit: "touché",
  wound: "blessé",
  saved: "sauvegardé",
};

/** Those with something in them; `$1` is what was found, `~1` what it is called in French. */
export const PATTERNS: readonly Pattern[] = [
  [/^Own losses: (.+)$/, "Pertes de son fait\u00a0: $1"],
  [/^(\d+) weapons?: (.+), (.+) at (.+)$/, "armes\u00a0: $1\u202f; $2, $3 sur $4"],
  [/^([^:]+), ([^:]+) at ([^:]+)$/, "$1, $2 sur $3"],
  [/^(\d+) made$/, "réussites\u00a0: $1"],
  [/^(\d+) attacks?$/, "attaques\u00a0: $1"],
  [/^(\d+) hits?$/, "touches\u00a0: $1"],
  [/^(\d+) hits?, (\d+) of them lethal$/, "touches\u00a0: $1, dont $2 Lethal"],
  [/^(\d+) wounds?$/, "blessures\u00a0: $1"],
  [/^(\d+) wounds?, (\d+) devastating$/, "blessures\u00a0: $1, dévastatrices\u00a0: $2"],
  [/^(\d+) of (\d+) not saved$/, "sauvegardes ratées\u00a0: $1 sur $2"],
  [
    /^(\d+) hits?, (\d+) wounds?, (\d+) devastating, (\d+) not saved$/,
    "touches\u00a0: $1, blessures\u00a0: $2 (dévastatrices\u00a0: $3), sauvegardes ratées\u00a0: $4",
  ],
  [
    /^(\d+) hits?, (\d+) wounds?, (\d+) not saved$/,
    "touches\u00a0: $1, blessures\u00a0: $2, sauvegardes ratées\u00a0: $3",
  ],
  [
    /^(.+): (\d+) wounds? lost, (\d+) models? destroyed; the unit is destroyed$/,
    "$1, points de vie perdus\u00a0: $2, figurines détruites\u00a0: $3\u202f; l’unité est détruite",
  ],
  [
    /^(.+): (\d+) wounds? lost, (\d+) models? destroyed$/,
    "$1, points de vie perdus\u00a0: $2, figurines détruites\u00a0: $3",
  ],
  [/^(\d+) models? lost$/, "figurines perdues\u00a0: $1"],
  [/^(.+) not used: (.+) \((C-[A-Z0-9-]+)\)$/, "$1 inutilisé\u00a0: ~2 ($3)"],
  [/^(.+) not used: (.+)$/, "$1 inutilisé\u00a0: ~2"],
  [
    /^"(.+)" is no INFANTRY unit and cannot go to ground$/,
    "«\u00a0$1\u00a0» n’est pas une unité INFANTRY et ne peut pas se mettre à terre",
  ],
  [
    /^the unit Advanced, and "(.+)" is no Assault weapon (.+)$/,
    "l’unité a Avancé, et «\u00a0$1\u00a0» n’est pas une arme Assault $2",
  ],
  [
    /^"(.+)" is within Engagement Range of friends and no MONSTER or VEHICLE$/,
    "«\u00a0$1\u00a0» est à Portée d’Engagement d’amis et n’est ni MONSTER ni VEHICLE",
  ],
  [
    /^"(.+)" is a Blast weapon, and friends are within Engagement Range of the target$/,
    "«\u00a0$1\u00a0» est une arme Blast, et des amis sont à Portée d’Engagement de la cible",
  ],
  [/^"(.+)" has been fired this battle$/, "«\u00a0$1\u00a0» a déjà tiré pendant cette bataille"],
  [/^(.+)″ is beyond the (.+)″ of "(.+)"$/, "$1″ dépassent les $2″ de «\u00a0$3\u00a0»"],
  [
    /^no model of "(.+)" is visible, and "(.+)" has no Indirect Fire$/,
    "aucune figurine de «\u00a0$1\u00a0» n’est visible, et «\u00a0$2\u00a0» n’a pas Indirect Fire",
  ],
  [
    /^"(.+)" is a Torrent weapon and cannot use Indirect Fire$/,
    "«\u00a0$1\u00a0» est une arme Torrent et ne peut pas employer Indirect Fire",
  ],
  [
    /^"(.+)" is a Lone Operative, targeted only from within (\d+)″$/,
    "«\u00a0$1\u00a0» est un Lone Operative, ciblé seulement d’à moins de $2″",
  ],
  [
    /^(\d+) of (\d+) Pistols stay silent: their bearers fire another gun$/,
    "$1 Pistols sur $2 se taisent\u00a0: leurs porteurs tirent avec une autre arme",
  ],
  [
    /^only unmodified (\d)s hit, whatever the modifiers$/,
    "seuls les $1 non modifiés touchent, quels que soient les modificateurs",
  ],
  [/^limited to (\d) either way$/, "limité à $1 dans les deux sens"],
  [/^(.+): hitModifier$/, "$1\u00a0: modificateur pour toucher"],
  [/^(.+): woundModifier ([+-]?\d+)$/, "$1\u00a0: modificateur pour blesser $2"],
  [/^(.+): woundModifier$/, "$1\u00a0: modificateur pour blesser"],
  [/^(.+), which the weapon ignores$/, "~1, que l’arme ignore"],
  [/^skill (\d)\+$/, "capacité $1+"],
  [/^Strength (\d+) against Toughness (\d+)$/, "Force $1 contre Endurance $2"],
  [/^to wound: (.+) ([+-]\d+)$/, "pour blesser\u00a0: ~1 $2"],
  [/^to (hit|wound), critical from (\d)$/, "pour ~1, critique à partir de $2"],
  [/^to save, (.+)$/, "jet de sauvegarde, $1"],
  [/^Feel No Pain, (.+)$/, "Feel No Pain, $1"],
  [/^AP (-?\d+)$/, "PA $1"],
  [
    /^(.+): save (\d)\+, invulnerable (\d)\+, (\d+) wounds$/,
    "$1\u00a0: sauvegarde $2+, invulnérable $3+, $4 points de vie",
  ],
  [/^(.+): save (\d)\+, (\d+) wounds$/, "$1\u00a0: sauvegarde $2+, $3 points de vie"],
  [/^attacks of each weapon: (.+)$/, "attaques de chaque arme\u00a0: $1"],
  [/^damage: (\d+) to (\d+)$/, "dégâts\u00a0: de $1 à $2"],
  [/^damage: (\d+)$/, "dégâts\u00a0: $1"],
  [/^(\d+) hits, no wound$/, "$1 touches, sans blessure"],
  [/^all (\d+) saved$/, "toutes sauvegardées ($1)"],
  [/^(.+) \((\d+) damage each\)$/, "~1 ($2 dégâts chacune)"],
  [/^(\d+) unsaved, (\d+) devastating$/, "$1 non sauvegardées, $2 dévastatrices"],
  [/^(\d+) unsaved$/, "sauvegardes ratées\u00a0: $1"],
  [/^(\d+) devastating$/, "dévastatrices\u00a0: $1"],
  [/^(\d+) × (.+) of (.+) at (.+)$/, "$1 × $2 &3 sur $4"],
];
