/** What the rule texts of alpha-omega leave open, and its readings, in French. */
import type { FrenchTexts } from "../forms.ts";

export const OPTIONS: FrenchTexts["options"] = {
  camouflageRun: [
    "Une cible en déplacement donne +1 dans les tableaux, +2 dans l’exemple.",
    "le +1 des tableaux",
    "le +2 de l’exemple",
  ],
  saveModifierSign: [
    "Le modificateur de sauvegarde d’une arme s’ajoute-t-il au dé ou au nombre à obtenir ?",
    "au dé : −1 fait de 4+ un 5+, comme dans l’exemple",
    "au nombre à obtenir, comme le dit la phrase à la lettre : −1 fait de 4+ un 3+",
  ],
  naturalRolls: [
    "Un 1 naturel échoue-t-il toujours, un 10 naturel réussit-il toujours (toucher, sauvegarde, blocage) ?",
    "ni l’un ni l’autre",
    "un 1 échoue toujours",
    "un 10 réussit toujours",
    "les deux",
  ],
  pinTests: [
    "Combien de jets de blocage pour un soldat valide qui sauve plusieurs touches d’une salve ?",
    "un par touche sauvée, jusqu’au premier raté",
    "un par salve",
  ],
  volley: [
    "Un soldat bloqué par les premiers tirs d’une salve compte-t-il comme bloqué pour les suivants ?",
    "non : cibles et modificateurs sont fixés quand la salve est déclarée",
    "oui : tout est relu après chaque tir",
  ],
  surplusShots: [
    "Que deviennent des tirs déclarés sur un soldat hors combat entre-temps ?",
    "ils sont perdus",
    "ils vont au premier soldat qui reste, valide avant bloqué avant au tapis (demande volley: sequential)",
  ],
  pinnedCamouflage: [
    "Le modificateur pour tirer sur un soldat bloqué (un de moins avec camouflage).",
    "−2, et −3 avec camouflage",
  ],
  downCamouflage: [
    "Le modificateur pour tirer sur un soldat au tapis.",
    "comme s’il était bloqué",
    "aucun",
    "celui de l’ordre qu’il avait",
  ],
  downSaves: [
    "Un soldat au tapis fait-il encore son jet de sauvegarde ?",
    "oui",
    "non : chaque touche est un jet de blessure",
  ],
  noOrderCamouflage: [
    "Le modificateur pour tirer sur un soldat sans ordre.",
    "comme en mouvement",
    "comme en mouvement, et un de moins",
  ],
  camouflageWithMinus: [
    "Une cible avec camouflage et minus.",
    "le plus bas des deux modificateurs",
    "les deux, ajoutés",
    "camouflage seulement",
    "minus seulement",
  ],
  minusTable: [
    "La ligne imprimée pour minus n’apporte rien en tir appuyé et en manœuvre ; une coquille ?",
    "−1 / −2 / −1 / −2 comme imprimé (déplacement, mouvement, appuyé, manœuvre)",
    "deux de moins qu’un soldat sans la compétence",
  ],
  minusPinned: ["Le modificateur pour tirer sur un soldat bloqué avec minus.", "−2, comme tout le monde", "−4"],
  coverBoundaries: [
    "Exactement 10, 50 ou 90 % visible.",
    "50 % compte −1, 10 % −2, 90 % −1",
    "50 % compte −2, 10 % ne peut être visé, 90 % −1",
  ],
  contactCover: [
    "Le contact avec un décor compte-t-il quand plus de 90 % est visible ?",
    "toujours",
    "seulement quand le soldat est en partie caché",
  ],
  hitTransfer: [
    "Le propriétaire déplace-t-il des touches d’un soldat à un autre ?",
    "jamais",
    "les touches sur un personnage vont au soldat qui en a le moins",
  ],
  transferWhen: [
    "Qui peut recevoir une touche reportée ?",
    "un soldat dont le couvert n’est pas meilleur",
    "un soldat qui n’est pas plus dur à toucher, camouflage compris",
  ],
  passiveSkillsWhenPinned: [
    "Un soldat bloqué n’emploie aucune compétence : camouflage, minus, endurance et drone agissent-ils encore ?",
    "oui, ils ne s’emploient pas",
    "non, ni bloqué ni au tapis",
  ],
  enduranceWithDrone: [
    "Un soldat avec endurance et drone.",
    "la meilleure limite de chaque bande : 1–3 bloqué, 4–7 au tapis, 8–10 hors combat",
    "endurance seulement",
    "drone seulement",
    "interdit : une erreur",
  ],
  shootIntoMelee: [
    "Quand peut-on tirer sur un soldat au contact ?",
    "pas au contact d’un ennemi qui n’est pas hors combat",
    "pas au contact d’un ennemi valide",
  ],
  uncertainWounded: [
    "Résultat incertain : la plus basse initiative est touchée d’abord, et riposte sauf blessée. Quand l’est-elle ?",
    "dès que sa sauvegarde est ratée, même si le jet de blessure ne fait que bloquer",
    "seulement au tapis ou hors combat",
  ],
  uncertainPinTest: [
    "Un soldat qui sauve une touche d’un résultat incertain fait-il un jet de blocage ?",
    "non : le statu quo demeure",
    "oui, comme après toute touche sauvée",
  ],
  pinnedInMelee: [
    "Un soldat bloqué pendant un combat : le reste-t-il, ou se relève-t-il aussitôt puisqu’il est engagé ?",
    "bloqué jusqu’au ralliement, ou jusqu’à ce qu’un nouveau combat le relève",
    "il se relève dès la fin de son duel, et continue à −2",
  ],
  lonePinned: [
    "Le soldat seul d’un duel complexe est bloqué avec des duels à venir (et le reste, QA-31).",
    "il continue à −2",
    "il continue sans malus",
    "il ne peut pas se battre : les duels restants n’ont pas lieu",
  ],
  hitCap: [
    "Trois touches dans une suite de duels, ou des touches sur trois adversaires ?",
    "tant de touches en tout ; celles des résultats incertains comptent",
    "toutes ses touches sur chacun de tant d’adversaires",
    "aucune limite",
  ],
  hitPolicy: [
    "Un soldat peut garder des touches pour les adversaires à venir. Quand le fait-il ?",
    "jamais : toutes les touches possibles, aussitôt",
    "il garde une touche pour chaque adversaire à venir, tant qu’il en a",
    "quand cela élève le nombre moyen d’adversaires mis au tapis ou hors combat",
  ],
  uncertainAfterCap: [
    "Un résultat incertain quand le soldat seul n’a plus de touche : il a sauvé, et n’a touché personne.",
    "pas de jet de blocage : le statu quo demeure",
    "un jet de blocage : touché, pas blessé, sans touche à soi est une défaite",
  ],
  aimedCloseCombat: [
    "Le tir appuyé coûte-t-il 4 au corps à corps même à un soldat qui n’a pas tiré ?",
    "oui, comme c’est écrit",
    "seulement s’il a tiré, comme en manœuvre et en mouvement",
  ],
  pinnedMeleeMalus: [
    "Un soldat bloqué se bat à −2 : avec le malus de l’ordre qu’il avait ?",
    "le pire des deux",
    "le −2 seul : il a perdu son ordre",
    "les deux",
  ],
  pinnedEnds: [
    "Le blocage finit à la fin du tour, dit un texte ; par un jet qui peut échouer, dit l’autre.",
    "un jet de blocage à chaque phase de ralliement",
    "de lui-même, au prochain déblocage",
  ],
  implacableUnpins: [
    "Un soldat implacable bloqué par un jet de blessure : réussit-il sans dé le jet du ralliement ?",
    "oui",
    "non, il lance comme tout le monde",
  ],
  medikitUses: [
    "Combien de fois un medikit change-t-il un jet de soins en bloqué ?",
    "à chaque jet de soins",
    "tant de fois par tour et unité",
    "tant de fois par partie et unité",
  ],
  medikitOnDamage: [
    "Un medikit agit-il aussi sur le jet de blessure qui suit une touche ?",
    "non, sur les jets de soins seulement",
    "oui : un jet de blessure au tapis ou hors combat devient bloqué",
  ],
  sacrificeScope: [
    "Qui l’appel au sacrifice relève-t-il ?",
    "les bloqués et les soldats au tapis de l’unité du porteur",
    "ceux de toutes les unités de son camp",
  ],
  sacrificeUses: ["Combien de fois par partie l’appel au sacrifice est-il possible ?", "une fois"],
  gladiatorRolls: [
    "Un gladiateur avec plusieurs ennemis bloqués au contact.",
    "un dé pour chacun",
    "un dé, contre le premier",
  ],
  piercingFromSave: [
    "L’exemple appelle perçage un modificateur de sauvegarde. Le perçage d’une arme l’est-il ?",
    "non : deux nombres de l’arme",
    "oui : le modificateur de sauvegarde, signe changé",
  ],
  sectionOverflow: [
    "Les points au-delà de ce qui reste à un ensemble, et les coups sur un ensemble détruit.",
    "perdus",
    "retirés au réservoir",
  ],
  explosion: [
    "Que cause l’explosion d’un véhicule ? La phrase s’interrompt.",
    "le véhicule disparaît, personne d’autre n’est touché",
    "tant de touches sur chaque soldat de l’unité la plus proche",
  ],
  deterioration: [
    "Un réservoir au repère Y a aussi passé le repère X : deux points remplacent-ils l’un, ou s’y ajoutent-ils ?",
    "deux points en tout",
    "trois points en tout",
  ],
  repairDie: ["La réparation réussit sur 6+ : de quel dé ?", "le D10 : une fois sur deux", "un D6 : une fois sur six"],
  phaseDuelTie: [
    "Le duel des joueurs au début d’une phase est une égalité.",
    "tous deux relancent",
    "qui était Alpha à la phase précédente le reste",
  ],
  chargeMandatory: [
    "Des soldats en manœuvre ou en mouvement qui n’ont pas tiré doivent-ils charger un ennemi à portée ?",
    "oui",
    "non : seules les unités à qui on le dit chargent",
  ],
  chargePasses: [
    "On charge par initiative décroissante, puis croissante : un mouvement de charge ou deux ?",
    "deux : les ennemis à moins du double du mouvement de charge sont atteints",
    "un : les ennemis à moins du mouvement de charge sont atteints",
  ],
  executeDown: [
    "Un soldat au tapis près d’un ennemi valide que personne n’engage : est-il mis hors combat à la réorganisation ?",
    "oui",
    "non : ses ennemis le peuvent, et ne le font pas",
  ],
  surplus: [
    "Un soldat au contact qui n’est pas engagé (un de plusieurs contre un, ou face à personne de valide) : son ordre ?",
    "il le garde, et tire sur un ennemi libre à portée avant de se battre",
    "il n’en a pas : il ne tire pas et n’en subit pas le malus",
  ],
};
