/** The French of what alpha-omega finds wrong with a cell, by its English; `{}` is what is told there. */
import { FAULTS } from "../faults.ts";
import { sayer } from "../said.ts";

export const FRENCH: Readonly<Record<string, string>> = {
  "a mark stands at more points than the {} of the section (A-RAL-08b)":
    "un repère dépasse les {} points de la section (A-RAL-08b)",
  "a soldier without an order does not shoot (A-GEN-06)": "un soldat sans ordre ne tire pas (A-GEN-06)",
  "a unit on run does not shoot (A-SHOOT-04)": "une unité en déplacement ne tire pas (A-SHOOT-04)",
  "an engaged soldier has no order: give attackerOrder: none, or attackerEngaged: false (A-GEN-06, A-RAL-02)":
    "un soldat engagé n’a pas d’ordre : écrire attackerOrder: none, ou attackerEngaged: false (A-GEN-06, A-RAL-02)",
  "an explosion hurts nobody unless options.explosion says how (QA-48)":
    "une explosion ne blesse personne si options.explosion ne dit pas comment (QA-48)",
  "an order needs a share above 0 (E-19)": "un ordre a besoin d’une part supérieure à 0 (E-19)",
  "commandBonus is a character's: say character: true of who brings it (A-SUP-02, E-12)":
    "commandBonus appartient à un personnage : écrire character: true pour celui qui l’apporte (A-SUP-02, E-12)",
  "defenderState lists {} soldiers, the unit has {}": "defenderState nomme {} soldats, l’unité en a {}",
  "distance is missing: range modifiers and charges need the gap between the sides (E-01, A-SHOOT-07)":
    "il manque distance : portées et charges dépendent de l’écart entre les camps (E-01, A-SHOOT-07)",
  "distance is missing: range modifiers need it (A-SHOOT-07)":
    "il manque distance : les modificateurs de portée en dépendent (A-SHOOT-07)",
  "face {} of the D{} stands for no section: a location table covers every face once (A-VEH-09)":
    "la face {} du D{} ne désigne aucune section : une table de localisation couvre chaque face une fois (A-VEH-09)",
  "face {} of the D{} stands for {}: a location table covers every face once (A-VEH-09)":
    "la face {} du D{} désigne {} : une table de localisation couvre chaque face une fois (A-VEH-09)",
  "hitBands must not fall: {}, {}, {} (A-CC-10, A-CC-11)":
    "hitBands ne doit pas décroître : {}, {}, {} (A-CC-10, A-CC-11)",
  "it has no row for turn {} with {} against {}": "il y manque une ligne pour le tour {} avec {} contre {}",
  'it has no rows of the cell "{}"': 'elle n’a aucune ligne du cas "{}"',
  "it has no rows of the first side": "elle n’a aucune ligne du premier camp",
  "it has no rows of the second side": "elle n’a aucune ligne du second camp",
  "it has no soldiers to call to sacrifice (A-RAL-18, E-17)":
    "il n’a pas de soldats à appeler au sacrifice (A-RAL-18, E-17)",
  "it has rows of {} cells; say whose with cell: {}": "elle a des lignes de {} cas ; dire lequel, par exemple cell: {}",
  "it is in contact with nobody, so it dodges nobody (A-RAL-03, E-17)":
    "au contact de personne, il n’esquive personne (A-RAL-03, E-17)",
  'its first line has no column "{}"': 'sa première ligne n’a pas de colonne "{}"',
  "line {}: shares of orders are numbers from 0, and one of them is above it":
    "ligne {} : les parts des ordres sont des nombres à partir de 0, dont l’un au moins est plus grand",
  "line {}: this state has a row before": "ligne {} : cet état a déjà une ligne",
  "line {}: turn and counts are whole numbers from 0":
    "ligne {} : le tour et les comptes sont des nombres entiers à partir de 0",
  "mark Y ({} points left) comes before mark X ({}) (A-RAL-08b)":
    "le repère Y ({} points restants) vient avant le repère X ({}) (A-RAL-08b)",
  "no rule speaks of turn {} with {} against {}": "aucune règle ne parle du tour {} avec {} contre {}",
  "no soldier of the attacker has a weapon with range bands, so none can shoot (A-SHOOT-07)":
    "aucun soldat de l’attaquant n’a d’arme avec des portées : personne ne peut tirer (A-SHOOT-07)",
  "none of its columns is an order: {}": "aucune de ses colonnes n’est un ordre : {}",
  "only who is on move or manoeuvre charges (A-SHOOT-02, A-SHOOT-03, A-CC-03)":
    "seul qui est en mouvement (move) ou en manœuvre (manoeuvre) charge (A-SHOOT-02, A-SHOOT-03, A-CC-03)",
  "state lists {} soldiers, the unit has {}": "state nomme {} soldats, l’unité en a {}",
  "surplusShots: retarget needs volley: sequential (QA-05b)":
    "surplusShots: retarget a besoin de volley: sequential (QA-05b)",
  "targeting and targets exclude each other: targets is the declaration itself (E-05)":
    "targeting et targets s’excluent : targets est la déclaration elle-même (E-05)",
  "targets declares no shot": "targets ne déclare aucun tir",
  "targets declares {} shots, the unit fires {} (A-SHOOT-18)":
    "targets déclare {} tirs, l’unité en fait {} (A-SHOOT-18)",
  "targets names {} soldiers, the unit has {} (A-SHOOT-18)": "targets nomme {} soldats, l’unité en a {} (A-SHOOT-18)",
  "the attacker has grenades only: say how many a turn with situation.grenades (A-RAL-08a)":
    "l’attaquant n’a que des grenades : dire combien par tour avec situation.grenades (A-RAL-08a)",
  "the attacker has no weapon with grenade: true (A-RAL-08a)":
    "l’attaquant n’a pas d’arme avec grenade: true (A-RAL-08a)",
  "the attacker has no weapon with range bands, so it cannot shoot (A-SHOOT-07)":
    "l’attaquant n’a pas d’arme avec des portées : il ne peut pas tirer (A-SHOOT-07)",
  "the last face that pins ({}) is above the last that puts down ({}) (A-WOUND-01)":
    "la dernière face qui bloque ({}) est au-dessus de la dernière qui met au tapis ({}) (A-WOUND-01)",
  "the table": "le tableau",
  "the unit fires {} shots, more than the {} that are told apart at {} soldiers (A-SHOOT-18): give it fewer models, or weapons of fewer shots":
    "l’unité fait {} tirs, plus que les {} que l’on distingue contre {} soldats (A-SHOOT-18) : lui donner moins de figurines, ou des armes à moins de tirs",
  'the vehicle has no section "{}"': 'le véhicule n’a pas de section "{}"',
  "the vehicle has no weapon with range bands, so it cannot shoot (A-SHOOT-07)":
    "le véhicule n’a pas d’arme avec des portées : il ne peut pas tirer (A-SHOOT-07)",
  '"{}" fires before "{}": first the units on aimed, then those on move, then those on manoeuvre, each by falling initiative (A-SHOOT-01 to A-SHOOT-03, A-GEN-03)':
    '"{}" tire avant "{}" : d’abord les unités en tir appuyé (aimed), puis en mouvement (move), puis en manœuvre (manoeuvre), chacune par initiative décroissante (A-SHOOT-01 à A-SHOOT-03, A-GEN-03)',
  "this rule is never asked: the one before it has no condition (E-19)":
    "cette règle n’est jamais consultée : celle d’avant n’a pas de condition (E-19)",
  "whether some rule holds of every unit cannot be told": "on ne peut pas dire si une règle vaut pour chaque unité",
  "{} (E-19)": "{} (E-19)",
  '{} (E-19); a last rule without "when" is for all others':
    '{} (E-19) ; une dernière règle sans "when" vaut pour tout le reste',
  "{} against one does not exist: at most {} fight one soldier (A-CC-04); give models: {} or fewer":
    "{} contre un n’existe pas : au plus {} combattent un soldat (A-CC-04) ; écrire models: {} ou moins",
  "{} are no faces of a D{} (A-VEH-09)": "{} : ce ne sont pas des faces d’un D{} (A-VEH-09)",
  "{} is said of soldiers: a vehicle is neither pinned, down nor engaged (E-17)":
    "{} se dit de soldats : un véhicule n’est ni bloqué, ni au tapis, ni engagé (E-17)",
  "{} lists {} soldiers, {} fight": "{} nomme {} soldats, {} combattent",
  "{} opponents: at most five are in contact with one soldier (A-CC-04)":
    "{} adversaires : cinq au plus sont au contact d’un soldat (A-CC-04)",
  "{} points are more than the {} of {} (QA-51)": "{} points : plus que les {} de {} (QA-51)",
  "{} ready, {} pinned, {} down, {} out": "valides : {}, bloqués : {}, au tapis : {}, hors combat : {}",
  "{} soldiers on one side; a fight takes at most {} a side":
    "{} soldats d’un côté ; un combat en prend au plus {} par camp",
  "{} states are too many to look for one of which no rule speaks":
    "{} états, c’est trop pour en chercher un dont aucune règle ne parle",
  "{}: {} (E-19)": "{} : {} (E-19)",
  '"{}" does not have the skill gladiator (A-RAL-07)': '"{}" n’a pas la compétence gladiateur (A-RAL-07)',
  '"{}" has an order, and its side a policy that gives it one (E-19)':
    '"{}" a un ordre, et son camp une conduite (policy) qui lui en donne un (E-19)',
  '"{}" has both endurance and drone, which enduranceWithDrone: forbid does not allow (QA-18)':
    '"{}" a endurance et drone à la fois, ce que enduranceWithDrone: forbid ne permet pas (QA-18)',
  '"{}" has marks; only the section "{}" wears others down (A-RAL-08b)':
    '"{}" a des repères ; seule la section "{}" use les autres (A-RAL-08b)',
  '"{}" has no ballisticSkill, which shooting at soldiers needs (A-SHOOT-17)':
    '"{}" n’a pas de CT (ballisticSkill), nécessaire pour tirer sur des soldats (A-SHOOT-17)',
  '"{}" has no ballisticSkill, which shooting needs (A-SHOOT-17)':
    '"{}" n’a pas de CT (ballisticSkill), nécessaire pour tirer (A-SHOOT-17)',
  '"{}" has no closeCombat, and the sides come within charge distance (A-CC-03, A-CC-05)':
    '"{}" n’a pas de CC (closeCombat), et les camps arrivent à distance de charge (A-CC-03, A-CC-05)',
  '"{}" has no closeCombat, which a duel needs (A-CC-05)':
    '"{}" n’a pas de CC (closeCombat), nécessaire à un duel (A-CC-05)',
  '"{}" has no command, which a pin test needs (A-SUP-01)':
    '"{}" n’a pas de commandement (command), nécessaire à un test de blocage (A-SUP-01)',
  '"{}" has no command, which implacableUnpins: false asks for (QA-17, A-RAL-13)':
    '"{}" n’a pas de commandement (command), que implacableUnpins: false demande (QA-17, A-RAL-13)',
  '"{}" has no command, which unpinning needs (QA-17)':
    '"{}" n’a pas de commandement (command), nécessaire au déblocage (QA-17)',
  '"{}" has no hitModifier for the order {} (A-VEH-02)': '"{}" n’a pas de hitModifier pour l’ordre {} (A-VEH-02)',
  '"{}" has no initiative, which a dodge needs (A-RAL-03)':
    '"{}" n’a pas d’initiative, nécessaire à une esquive (A-RAL-03)',
  '"{}" has no initiative, which decides who acts first (A-GEN-03)':
    '"{}" n’a pas d’initiative, qui décide qui agit d’abord (A-GEN-03)',
  '"{}" has no initiative, which uncertain duels need (A-CC-08)':
    '"{}" n’a pas d’initiative, nécessaire aux duels incertains (A-CC-08)',
  '"{}" has no save, which a hit needs (A-SAVE-01)':
    '"{}" n’a pas de sauvegarde (save), nécessaire à une touche (A-SAVE-01)',
  '"{}" has no {}, and rules.ranks has none for its rank {} ({})':
    '"{}" n’a pas de {}, et rules.ranks n’en a pas pour son rang {} ({})',
  '"{}" has nobody with the aptitude sacrifice (A-RAL-18, E-10)':
    '"{}" n’a personne avec l’aptitude sacrifice (A-RAL-18, E-10)',
  '"{}" has {} soldiers; a unit of a fight takes at most {}':
    '"{}" a {} soldats ; une unité d’un combat en prend au plus {}',
  '"{}" is a unit of soldiers: only vehicles are repaired (A-RAL-11)':
    '"{}" est une unité de soldats : on ne répare que les véhicules (A-RAL-11)',
  '"{}" is a unit of soldiers: only vehicles have {} (A-GEN-08)':
    '"{}" est une unité de soldats : seuls les véhicules ont {} (A-GEN-08)',
  '"{}" is a vehicle; kind {} is for soldiers, armour has kind antiArmour (A-VEH-01)':
    '"{}" est un véhicule ; le genre {} est pour les soldats, celui des blindés est antiArmour (A-VEH-01)',
  '"{}" is a vehicle: it charges nobody (E-17)': '"{}" est un véhicule : il ne charge personne (E-17)',
  '"{}" is a vehicle: {}': '"{}" est un véhicule : {}',
  '"{}" is no melee weapon: it lacks melee: true (A-CC-06)':
    '"{}" n’est pas une arme de corps à corps : il lui manque melee: true (A-CC-06)',
  '"{}" is no vehicle (A-RAL-11)': '"{}" n’est pas un véhicule (A-RAL-11)',
  '"{}" is no vehicle: kinds shot and volley are for soldiers (A-VEH-01)':
    '"{}" n’est pas un véhicule : pour les soldats, il y a les genres shot et volley (A-VEH-01)',
  '"{}" is to charge and is never on move or manoeuvre: no other order charges (A-SHOOT-02, A-SHOOT-03, A-CC-03)':
    '"{}" doit charger et n’est jamais en mouvement (move) ou en manœuvre (manoeuvre) : aucun autre ordre ne charge (A-SHOOT-02, A-SHOOT-03, A-CC-03)',
  '"{}" is to charge and there are only vehicles: who charges a vehicle carries a weapon with grenade: true (A-RAL-08a, E-17)':
    '"{}" doit charger et il n’y a que des véhicules : qui charge un véhicule porte une arme avec grenade: true (A-RAL-08a, E-17)',
  '"{}" is to fire and has no weapon with range bands (A-SHOOT-07)':
    '"{}" doit tirer et n’a pas d’arme avec des portées (A-SHOOT-07)',
  '"{}" is to fire, there are only vehicles to fire at, and none of its weapons has piercing or charge (A-VEH-05, E-17)':
    '"{}" doit tirer, il n’y a que des véhicules pour cibles, et aucune de ses armes n’a de perçage (piercing) ou de charge (A-VEH-05, E-17)',
  '"{}" is to intercept and has no weapon with range bands to fire (A-SHOOT-07, A-SHOOT-08)':
    '"{}" doit faire un tir d’interception et n’a pas d’arme avec des portées (A-SHOOT-07, A-SHOOT-08)',
  '"{}" is to intercept and is never on aimed (A-SHOOT-08, E-04)':
    '"{}" doit intercepter et n’est jamais en tir appuyé (aimed) (A-SHOOT-08, E-04)',
  '"{}" means nothing to the vehicle "{}"': '"{}" ne veut rien dire pour le véhicule "{}"',
  '{} of the vehicle "{}" cannot be read: {}': '{} du véhicule "{}" ne peut pas être lu : {}',
  ...FAULTS,
};

export const fault = sayer(FRENCH);
