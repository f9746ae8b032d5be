/** What the ruleset says in English, in the French of the rule text. */
import type { Words } from "../labels.ts";
import { TOLD } from "./telling/french.ts";

/** Headlines, statements, needed dice and facts. */
export const SAYINGS: Words = {
  ...TOLD,
  "told to charge, and never can: the nearest enemy is {} paces away, and a charge reaches up to {}":
    "doit charger et ne le peut jamais\u00a0: l’ennemi le plus proche est à {} pas, et une charge porte jusqu’à {}",
  "told to charge, and never can: the nearest enemy is {} paces away, and a charge reaches an enemy closer than {}":
    "doit charger et ne le peut jamais\u00a0: l’ennemi le plus proche est à {} pas, et une charge atteint un ennemi à moins de {}",
  "{} never fires: the nearest enemy is {} paces away, and it reaches up to {}":
    "{} ne tire jamais\u00a0: l’ennemi le plus proche est à {} pas, et l’arme porte jusqu’à {}",
  "{} never fires: there are only vehicles, and it has neither piercing nor charge":
    "{} ne tire jamais\u00a0: il n’y a que des véhicules, et l’arme n’a ni perçage ni charge",
  "{} never fires: less than 10 % of every enemy is visible":
    "{} ne tire jamais\u00a0: moins de 10\u00a0% de chaque ennemi est visible",
  "nobody to intercept: no enemy is on move or run on a turn on which it is on aimed":
    "personne à intercepter\u00a0: aucun ennemi n’est en mouvement (move) ou en déplacement (run) un tour où l’unité est en tir appuyé (aimed)",
  "nobody to intercept: the nearest enemy on move or run is {} paces away, beyond its weapons or out of sight":
    "personne à intercepter\u00a0: l’ennemi en mouvement (move) ou en déplacement (run) le plus proche est à {} pas, hors de portée ou hors de vue",
  "nobody to dodge: no charge reaches anybody on any turn":
    "personne à esquiver\u00a0: aucune charge n’atteint personne, à aucun tour",
  "nothing for the skill gladiator to do: no charge reaches anybody on any turn":
    "la compétence gladiateur n’a rien à faire\u00a0: aucune charge n’atteint personne, à aucun tour",
  "its grenades are never applied to a vehicle: it is never told to charge":
    "ses grenades ne sont jamais posées sur un véhicule\u00a0: on ne lui dit jamais de charger",
  "told to charge, and never does": "doit charger et ne le fait jamais",
  "told to fire, and never does": "doit tirer et ne le fait jamais",
  "told to intercept, and never does": "doit intercepter et ne le fait jamais",
  "told to dodge, and never does": "doit esquiver et ne le fait jamais",
  "its skill gladiator is never used": "sa compétence gladiateur ne sert jamais",
  "its grenades are never applied to a vehicle": "ses grenades ne sont jamais posées sur un véhicule",
  "its medikit is never used: no enemy ever fires at it":
    "son medikit ne sert jamais : aucun ennemi ne tire jamais sur elle",
  "its call to sacrifice is never made: no enemy ever fires at it":
    "son appel au sacrifice n’est jamais lancé : aucun ennemi ne tire jamais sur elle",
  "the table of the first side never comes to the order {}": "la table du premier camp n’en vient jamais à l’ordre {}",
  "the table of the second side never comes to the order {}": "la table du second camp n’en vient jamais à l’ordre {}",
  "its medikit is never used": "son medikit ne sert jamais",
  "its call to sacrifice is never made": "son appel au sacrifice n’est jamais lancé",
  "its crew never repairs anything": "son équipage ne répare jamais rien",
  "rule {} of the policy of the first side is never followed":
    "la règle {} de la conduite (policy) du premier camp n’est jamais suivie",
  "rule {} of the policy of the second side is never followed":
    "la règle {} de la conduite (policy) du second camp n’est jamais suivie",
  "of shots put the target down or out": "des tirs mettent la cible au tapis ou hors combat",
  "to leave nobody of any target standing": "de chances de ne laisser personne debout chez aucune cible",
  "nobody is left to fire at": "il ne reste personne sur qui tirer",
  "nobody whom it may fire at is in reach and in sight": "personne sur qui tirer n’est à portée et en vue",
  "out for good": "hors combat",
  "casualties (down or out) on average": "pertes (au tapis ou hors combat) en moyenne",
  "of vehicles are destroyed at the end": "des véhicules sont détruits à la fin",
  immobilised: "immobilisés",
  "of vehicles are immobilised at the end": "des véhicules sont immobilisés à la fin",
  destroyed: "détruits",
  "rally phases until the cloud is gone, on average": "phases de ralliement avant que le nuage se dissipe, en moyenne",
  "of dodges succeed": "des esquives réussissent",
  "hits taken on average": "touches encaissées en moyenne",
  "of duels put the defender down or out": "des duels mettent le défenseur au tapis ou hors combat",
  "the attacker": "l’attaquant",
  "of pinned enemies are down or out": "des ennemis bloqués finissent au tapis ou hors combat",
  "down or out on average": "au tapis ou hors combat en moyenne",
  "of fights put the lone soldier down or out": "des combats mettent le soldat seul au tapis ou hors combat",
  "attackers down or out on average": "attaquants au tapis ou hors combat en moyenne",
  "of soldiers are ready or pinned at the end": "des soldats sont valides ou bloqués à la fin",
  ready: "valides",
  "points at the end, on average": "points à la fin, en moyenne",

  "an engaged soldier does not shoot": "un soldat engagé ne tire pas",
  "a unit on run does not shoot": "une unité en déplacement ne tire pas",
  "a soldier without an order does not shoot": "un soldat sans ordre ne tire pas",
  "no shot may cross a melee": "aucun tir ne peut traverser un corps à corps",
  "a destroyed section cannot be repaired": "un ensemble détruit ne peut pas être réparé",
  "a soldier who is down cannot fight: he is out as soon as an enemy engages him":
    "un soldat au tapis ne peut pas combattre\u00a0: il est hors combat dès qu’un ennemi l’engage",

  "to hit": "pour toucher",
  "to save": "jet de sauvegarde",
  "to stay ready after a save": "jet de blocage après une sauvegarde",
  "to stay ready after a defeat": "jet de blocage après une défaite",
  "wound roll: down from": "jet de blessure, au tapis à partir de",
  "wound roll: out from": "jet de blessure, hors combat à partir de",
  "piercing roll: external from": "jet de perçage, dégât externe à partir de",
  "piercing roll: internal from": "jet de perçage, dégât interne à partir de",
  "to be unpinned": "déblocage",
  "care: down from": "soins, au tapis à partir de",
  "care: out from": "soins, hors combat à partir de",
  "one point more from": "un point de plus à partir de",
  "to hit a pinned enemy": "pour toucher un ennemi bloqué",

  camouflage: "camouflage",
  implacable: "implacable",
  endurance: "endurance",
  drone: "drone",
  "in contact with scenery": "au contact d’un élément de décor",
  "in contact with scenery, but in the open (QA-13)": "au contact d’un élément de décor, mais à découvert (QA-13)",
  "target down": "cible au tapis",
  "pinned, stands up": "bloqué, se relève",
  "one D10": "un D10",
  "without an order": "sans ordre",
  "A grenade": "Une grenade",
  "The scores": "Les scores",
  "The scores of the first duel": "Les scores du premier duel",
  "kept die and CC of the attacker against those of the defender":
    "dé conservé et CC de l’attaquant contre ceux du défenseur",
  "kept die and CC of the attacker against those of the lone soldier":
    "dé conservé et CC de l’attaquant contre ceux du soldat seul",
  "kept die and CC of the one against those of the other": "dé conservé et CC de l’un contre ceux de l’autre",
  "A cloud of gas or smoke": "Un nuage de gaz ou de fumigènes",
  "one D6 a rally phase: its fate, and the paces it moves if it stays":
    "un D6 par phase de ralliement\u00a0: son sort, et les pas dont il se déplace s’il demeure",
  "call to sacrifice of the whole unit: a ready bearer stands beside it (E-10)":
    "appel au sacrifice de toute l’unité\u00a0: un porteur valide se tient à côté (E-10)",
  "medikit: care results become pinned": "medikit\u00a0: les résultats des soins deviennent bloqué",
  "one die in all": "un seul dé en tout",
  "one die for each of them": "un dé pour chacun",
  away: "dégagé",
  nothing: "rien",
  "one point": "un point",

  "moves {} paces": "se déplace de {}\u00a0ps",
  "hit by {}": "touché par {}",
  "{} on the lone soldier": "{} sur le soldat seul",
  "{} on the attacker": "{} sur l’attaquant",
  "{} % visible": "visible à {}\u202f%",
  "range {} paces": "portée de {}\u00a0ps",
  "shooter on {}": "tireur en {}",
  "vehicle on {}": "tireur en {}",
  "target on {}": "cible en {}",
  "target without an order": "cible sans ordre",
  "target pinned": "cible bloquée",
  "target down, as if pinned": "cible au tapis, comme bloquée",
  "{}, {} and {}": "{}, {} et {}",
  "on {}": "en {}",
  "on {}, fired": "en {}, a tiré",
  "{} on {}": "{} en {}",
  "ballistic skill {}+": "CT {}+",
  "ballistic skill {}+ against vehicles": "CT {}+ contre un blindé",
  "close combat {}": "CC {}",
  "command {}+": "commandement {}+",
  "command not needed": "commandement inutile",
  "save {}+, weapon's save modifier {}": "sauvegarde {}+, modificateur de sauvegarde de l’arme {}",
  "save {}+, save modifier of the opponent's weapon {}":
    "sauvegarde {}+, modificateur de sauvegarde de l’arme adverse {}",
  "save {}+, save modifier of his weapon {}": "sauvegarde {}+, modificateur de sauvegarde de son arme {}",
  "piercing {}, charge {}": "perçage {}, charge {}",
  "initiative {}": "initiative {}",
  "initiative {}, fear": "initiative {}, peur",
  "initiative {}, added to his die": "initiative {}, ajoutée à son dé",
  "initiative of {} {}, added to his die; a tie is a hit":
    "initiative {2} pour {1}, ajoutée à son dé\u202f; une égalité est une touche",
  "{}: one more D10, the best is kept": "{}\u00a0: un D10 de plus, le meilleur est conservé",
  "{} against one: {} D10 without a weapon": "{} contre un\u00a0: {}\u00a0D10 sans arme",
  "turn {}: {}": "tour {}\u00a0: {}",
  "{}, soldiers {}": "{}, soldats {}",
  "{}, soldier {}": "{}, soldat {}",
  "{} (these shots alone: no hit changes hands, no shot is aimed anew)":
    "{} (ces tirs seuls\u00a0: aucune touche n’est reportée, aucun tir n’est réorienté)",
  "{} × {}": "{} × {}",
  "{} with {} at {} (ready; pinned {}+, down {}+ to hit)":
    "{} avec {} sur {} (valide\u202f; bloqué {}+, au tapis {}+ pour toucher)",
  "{} with {} at {} ({})": "{} avec {} sur {} ({})",
  "{} with {} at {}": "{} avec {} sur {}",
  "hand to hand, {}": "corps à corps, {}",
  "hand to hand: {}, nobody having fired": "corps à corps\u00a0: {}, personne n’ayant tiré",
  "{}; beaten by one hit": "{}\u202f; battu d’une touche",
  "{}, {}, one rally phase": "{}, {}, une phase de ralliement",
  "Dodge by {}, against {}": "Esquive\u00a0: {} contre {}",
  "{} at regrouping, {} pinned {}": "{} à la réorganisation, {} {} bloqués",

  "a {} soldier does not shoot": "un soldat {} ne tire pas",
  "a gladiator strikes pinned enemies, not {} ones": "un gladiateur frappe les ennemis bloqués, pas un ennemi {}",
  "{} % visible: under 10 % (QA-12) nobody can be targeted":
    "visible à {}\u202f%\u00a0: en dessous de 10\u202f% (QA-12) personne ne peut être pris pour cible",
  "soldier {} of the target is under 10 % visible (QA-12) and cannot be targeted":
    "le soldat {} de la cible est visible à moins de 10\u202f% (QA-12) et ne peut pas être pris pour cible",
  "{} paces is beyond the last range band ({})": "{}\u00a0ps dépassent la dernière portée ({})",
  "{} paces is beyond the last range band": "{}\u00a0ps dépassent la dernière portée",
  "the target is in base contact with a {} enemy: nobody may shoot at it (QA-55)":
    "la cible est au contact d’un ennemi {}\u00a0: personne ne peut lui tirer dessus (QA-55)",

  "charges are in reach, and more than state, order and contact bears on close combat (E-16)":
    "une charge est à portée, et le corps à corps dépend d’autre chose que de l’état, de l’ordre et du contact (E-16)",
  "a side follows a policy (E-19)": "un camp suit une politique (E-19)",
  "a side fields vehicles (E-17)": "un camp aligne des véhicules (E-17)",
  "a side has more than one unit (E-16)": "un camp a plus d’une unité (E-16)",
  "a unit has unlike soldiers (E-16)": "une unité a des soldats différents (E-16)",
  "the sides may come to close combat (E-16)": "les camps peuvent en venir au corps à corps (E-16)",
  "surplus shots find new targets (QA-05b), which counts do not follow":
    "les tirs en surplus trouvent de nouvelles cibles (QA-05b), ce que les effectifs ne suivent pas",
  "the order a soldier had when he went down counts (QA-07), which counts do not remember":
    "l’ordre qu’avait un soldat quand il est tombé compte (QA-07), ce que les effectifs ne retiennent pas",
  "who was Alpha in one turn counts in the next (QA-24), which counts do not remember":
    "qui était Alpha à un tour compte au suivant (QA-24), ce que les effectifs ne retiennent pas",
  "the sections of the vehicle stand in up to {} ways to each other":
    "les ensembles du véhicule peuvent être l’un par rapport à l’autre de {} façons",
  "a policy orders charges (E-16)": "une politique ordonne des charges (E-16)",
  "a side has a policy, the other no orders": "un camp a une politique, l’autre n’a pas d’ordres",
  "it asks of several turns, and counts remember one":
    "la question porte sur plusieurs tours, et les effectifs n’en retiennent qu’un",
  "{} cannot be given the order {}, only {} (E-02)": "{} ne peut pas recevoir l’ordre {}, seulement {} (E-02)",
  "{} against {}: {}": "{} contre {}\u00a0: {}",
  "charges are in reach of {} soldiers; close combat is solved up to {} of both sides together (E-16)":
    "une charge est à portée de {} soldats\u202f; le corps à corps se résout jusqu’à {} des deux camps ensemble (E-16)",
  "charges are in reach of {} soldiers; close combat is solved up to {} of both sides together (E-16), or leave charges out: {}":
    "une charge est à portée de {} soldats\u202f; le corps à corps se résout jusqu’à {} des deux camps ensemble (E-16), ou laisser les charges de côté\u00a0: {}",
  "charges are in reach, and {} has no closeCombat (A-CC-03, A-CC-05)":
    "une charge est à portée, et {} n’a pas de closeCombat (A-CC-03, A-CC-05)",
  "a unit has more than {} soldiers (E-16)": "une unité a plus de {} soldats (E-16)",
  "it takes {} thousand million multiplications over counts, and {} are the most (E-16)":
    "il faut {} milliards de multiplications sur les effectifs, et {} sont le maximum (E-16)",
};
