/** The rules, the options and the fields of alpha-omega in French, for `crible explain`. */

import type { FrenchTexts } from "../forms.ts";
import { BOOK } from "./book.ts";
import { OPTIONS } from "./texts-options.ts";
import { RULES } from "./texts-rules.ts";

const PER_TURN = "Un, ou un par tour (le dernier se répète)";

export const TEXTS: FrenchTexts = {
  rules: RULES,
  options: OPTIONS,
  fields: {
    alpha: "Qui est Alpha à chaque phase : un, ou un par tour (le dernier se répète). Par défaut fair : aux duels",
    attackerOrder: "Par défaut manoeuvre : aucun modificateur",
    "experiments.antiArmour.situation.attackerOrder": "Par défaut manoeuvre ; run et none ne tirent pas",
    ballisticSkill: "CT, capacité de tir",
    "vehicles.ballisticSkill": "CT de ses tireurs contre des soldats ; contre un véhicule elle est de 3+ (A-VEH-01)",
    bystanders: "L’unité la plus proche du véhicule ; par défaut l’attaquant",
    character: "Protégé par le report de touche, si cette option est choisie",
    closeCombat: "CC, capacité de corps à corps",
    command: "Commandement : un jet de blocage et le déblocage réussissent sur ce nombre ou plus (A-SUP-01, A-RAL-13)",
    cover: `Couvert selon ce qui est vu (situation.visible) : mostlyHidden de 10 % à moins de 50 % (${BOOK.cover.mostlyHidden}), partlyHidden de 50 % à 90 % (${BOOK.cover.partlyHidden}), et contact avec un décor (${BOOK.cover.contact}) ; sous 10 % pas une cible (A-SHOOT-10, A-SHOOT-11)`,
    woundBands:
      "Le jet de blessure : bloqué jusqu’au premier nombre, au tapis jusqu’au second, hors combat au-delà (A-WOUND-01)",
    commandBonus:
      "S’ajoute aux jets de blocage de son unité tant que ce personnage est valide ; le meilleur compte (E-12)",
    contactCover: "Cible au contact d’un décor qui l’abrite",
    defenderContact: "Les ennemis au contact de la cible",
    defenderOrder: "Par défaut none",
    defenderState: "Un pour tous, ou un par soldat",
    distance: "Pas entre les deux",
    "units.distance": "Une, ou une par tour (la dernière se répète)",
    does: PER_TURN,
    enemyOut: "Pour chaque ennemi hors combat",
    grenades: "Grenades antichar qui explosent sur lui à chaque tour ; par défaut 0",
    lastTurn: "Pour avoir à la fin plus de soldats valides que l’ennemi",
    melee:
      "Pour le corps à corps : une unité la nomme comme meleeWeapon (dans wh40k-10e : range: melee ; dans metropolis : damage.contact)",
    meleeWeapon: "L’arme de corps à corps, une arme avec melee: true",
    members: "Soldats différents dans une unité",
    objectives:
      "Points de victoire qui décident du vainqueur ; sans eux, la plus grande part de ses soldats en état de se battre",
    order: `${PER_TURN} ; d’une suite de tirs (sequence), l’ordre dans lequel les unités du premier camp tirent`,
    "experiments.sequence.sides": "Ceux qui tirent, l’un après l’autre, et ceux sur qui ils tirent",
    "experiments.sequence.situation.order":
      "Dans quel ordre les unités du premier camp tirent, par leur nom, dans ce que les règles laissent libre (E-26)",
    at: "Sur qui elle tire : le premier de ceux-ci qui tient debout. Par défaut tous, le plus proche d’abord (E-05)",
    points: "De chaque figurine (dans wh40k-10e de toute l’unité)",
    "vehicles.points": "Du véhicule",
    range: "Modificateurs de portée : jusqu’à ce nombre de pas compris",
    hitModifier: "Selon l’ordre du véhicule (A-VEH-02)",
    location: "L’ensemble de chaque face du dé de localisation (A-VEH-09)",
    rank: "De quel rang viennent ses tableaux dans rules.ranks, quand sa fiche n’en dit rien (A-VEH-09)",
    ranks: "Les tableaux des véhicules par rang, pour ceux dont la fiche ne les donne pas (A-VEH-02, A-VEH-09)",
    repair: "D’un véhicule : un ensemble par son nom, ou worst : celui qui a le plus perdu ; par défaut none",
    rules: "Les nombres du livre, à régler",
    save: "Sauvegarde",
    saveModifier: "S’ajoute au jet de sauvegarde : -1 fait de 4+ un 5+",
    state: "Un pour tous, ou un par soldat ; par défaut down",
    survivor: "Pour chaque soldat à soi qui n’est pas hors combat à la fin",
    targeting: "Par défaut even",
    targets: "Tirs sur chaque soldat, comme déclarés",
    throughMelee: "La ligne de tir traverse un corps à corps",
    turns: "Par défaut 6",
    visible: "Pour cent de la cible que voient les tireurs ; par défaut 100",
    "units.visible": "Pour cent que voient les tireurs, où il diffère de celui de la situation",
    weapon: "L’arme avec laquelle elle tire",
    weapons: "Plusieurs armes, toutes utilisées",
  },
};
