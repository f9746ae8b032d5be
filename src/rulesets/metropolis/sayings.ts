/** What the ruleset says in English, in the French of the reference sheet. */
import type { Words } from "../labels.ts";

export const SAYINGS: Words = {
  "every charge falls short: the nearest enemy is {}″ away, and a charge reaches up to {}″":
    "toute charge est trop courte\u00a0: l’ennemi le plus proche est à {}″, et une charge porte jusqu’à {}″",
  "never fires: the nearest enemy is {}″ away, where none of its weapons fires":
    "ne tire jamais\u00a0: l’ennemi le plus proche est à {}″, où aucune de ses armes ne tire",
  "never fires: no enemy is in sight on any such turn": "ne tire jamais\u00a0: aucun ennemi n’est en vue ces tours-là",
  "holds its fire for nothing: no enemy charges on a turn on which it does":
    "tient (hold) pour rien\u00a0: aucun ennemi ne charge un tour où l’unité tient",
  "holds its fire for nothing: its reaction to a charge is not to fire":
    "tient (hold) pour rien\u00a0: sa réaction à une charge n’est pas de tirer",
  "told to charge, and never reaches anybody": "doit charger et n’atteint jamais personne",
  "told to fire, and never does": "doit tirer et ne le fait jamais",
  "holds its fire, and never fires at who charges": "retient son tir et ne tire jamais sur qui charge",
  "never counter-charges": "ne contre-charge jamais",
  "told to fight hand to hand, and never does": "doit se battre au corps à corps et ne le fait jamais",
  "rule {} of the policy of the first side is never followed":
    "la règle {} de la conduite (policy) du premier camp n’est jamais suivie",
  "rule {} of the policy of the second side is never followed":
    "la règle {} de la conduite (policy) du second camp n’est jamais suivie",
  "never counter-charges: no charge of an enemy can reach it":
    "ne contre-charge jamais\u00a0: aucune charge ennemie ne peut l’atteindre",
  "never fights in close combat: no charge has made contact by a turn for which it is ordered to":
    "ne combat jamais au corps à corps\u00a0: aucune charge n’a atteint personne un tour où l’unité le doit",
  "several weapons spread their hits on the models of the target in too many ways":
    "plusieurs armes répartissent leurs touches sur les figurines de la cible de trop de façons",
  "the models of the two sides can be left in too many ways":
    "les figurines des deux camps peuvent rester de trop de façons",
  "its units can stand in too many ways": "ses unités peuvent se trouver dans trop d’états",
  "units act one after another, each knowing what the last one did: the sides choose nothing at once (E-20)":
    "les unités agissent l’une après l’autre, chacune sachant ce qu’a fait la précédente\u00a0: les camps ne choisissent rien en même temps (E-20)",
  "of assaults are won by the attacker": "des assauts sont gagnés par l’attaquant",
  "defenders removed on average": "défenseurs retirés en moyenne",
  "chance to destroy every target": "de chances de détruire toutes les cibles",
  hold: "tiennent",
  rout: "partent en déroute",
  "of shots wound": "des tirs blessent",
  hit: "touchent",
  pass: "réussissent",
  "models removed on average": "figurines retirées en moyenne",
  wounds: "blessures",
  "wounds on average": "blessures en moyenne",

  "without a line of sight nobody shoots": "sans ligne de vue, personne ne tire",
  "a panicked unit does not shoot": "une unité paniquée ne tire pas",
  "a unit in melee is no target": "une unité au corps à corps n’est pas une cible",
  "a unit in contact is in melee, and no target": "une unité au contact est au corps à corps, et n’est pas une cible",
  "a panicked unit that is not in melee declares no assault":
    "une unité paniquée qui n’est pas au corps à corps ne déclare pas d’assaut",
  "a panicked unit does not counter-charge": "une unité paniquée ne contre-charge pas",
  "rallyEnemies does not count in a morale test, only when rallying (state: panicked, B-MOR-06, QB-16)":
    "rallyEnemies ne compte pas dans un test de moral, seulement au ralliement (state: panicked, B-MOR-06, QB-16)",

  "to hit": "jet pour toucher",
  "to wound": "jet pour blesser",
  "to pass": "pour réussir",
  "to rally": "pour se rallier",
  "target in cover": "cible à couvert",
  "the target has moved (QB-08)": "la cible s’est déplacée (QB-08)",
  "the shooter has moved (QB-08)": "le tireur s’est déplacé (QB-08)",
  "own unit panicked": "l’unité a paniqué",
  "charged or counter-charged": "a chargé ou contre-chargé",
  "defends cover": "défend un couvert",
  "opponent panicked": "l’adversaire est paniqué",
  modifier: "modificateur",

  Blows: "Coups",
  "Blows back": "Riposte",
  "both strike at the same time: models that fell strike too":
    "coups simultanés\u00a0: les figurines tombées frappent aussi",
  Result: "Résultat",
  "End of the turn": "Fin du tour",
  missed: "manqué",
  wound: "blessure",
  "no wound": "sans blessure",
  holds: "tient",
  fails: "échec",
  rallies: "rallié",
  "stays panicked": "reste en panique",
  passes: "réussite",
  "in time": "à temps",
  "too late": "trop tard",
  "panicked units only move": "une unité paniquée ne fait que se déplacer",
  "a unit in melee does not hold its fire": "une unité au corps à corps ne peut pas tenir",
  "a unit in melee fights on": "une unité au corps à corps continue de combattre",
  "no enemy is in sight": "aucun ennemi en vue",
  "there is nobody to fire at": "personne sur qui tirer",
  "no weapon fires at this range": "aucune arme ne tire à cette portée",
  "the charge falls short": "la charge est trop courte",

  "enemies at medium range in sight": "ennemis à moyenne portée en vue",
  "enemies at short range in sight": "ennemis à courte portée en vue",
  "enemies at short and at medium range, the worse (QB-17)": "ennemis à courte et à moyenne portée, le pire (QB-17)",

  // With something in them.
  "{} rolls to start": "{}, initiative",
  "{} starts": "{} commence",
  "Turn {}": "Tour {}",
  "Round {}": "Passe {}",
  "Fire by {} at {}": "Tir\u00a0: {} sur {}",
  "charge by {} at {}": "charge\u00a0: {} sur {}",
  "counter-charge by {} at {}": "contre-charge\u00a0: {} sur {}",
  "{} against {}, round {}": "{} contre {}, passe {}",
  "{} model{s} removed, {} left": "figurines retirées\u00a0: {}, restantes\u00a0: {}",
  "{}: {} model{s} removed, {} left": "{}, figurines retirées\u00a0: {}, restantes\u00a0: {}",
  "{}: {} model{s} left": "{}, figurines restantes\u00a0: {}",
  "{} hit": "{} fois touché",
  "{} wound": "{} fois blessé",
  "{} at {}": "{} sur {}",
  "damage on {}": "jet de dégâts sur {}",
  "{}, morale test": "{}, test de moral",
  "{}, rally test": "{}, test de ralliement",
  "{}, test": "{}, test",
  "{}, reaction": "{}, réaction",
  "target of size {}": "cible de taille {}",
  "SH {}: {}+": "SH {}\u00a0: {}+",
  "AS {} against AS {}": "AS {} contre AS {}",
  "damage {} against T {}": "dégâts {} contre T {}",
  "damage {} against T {} (QB-13)": "dégâts {} contre T {} (QB-13)",
  "CD {} against DIFF {} (QB-15)": "CD {} contre DIFF {} (QB-15)",
  "{} {} against DIFF {}, a reaction test (QB-22)": "{} {} contre DIFF {}, un test de réaction (QB-22)",
  "{} {} against DIFF {}": "{} {} contre DIFF {}",
  "to hold, else {} with {} of {} left": "pour tenir, sinon {} avec {} figurines sur {}",
  "{} × {}": "{} × {}",
  "{} × {} against {}": "{} × {} contre {}",
  "{} with {} at {}, {} range": "{} avec {} sur {}, portée {}",
  "{}: morale": "{}\u00a0: moral",
  "{}: rally": "{}\u00a0: ralliement",

  '{}" is beyond extreme range: nobody shoots so far (QB-05)':
    "{}\u2033 dépassent la portée extrême\u00a0: personne ne tire si loin (QB-05)",
  "no test is due: {} of {} is not under half": "aucun test n’est dû\u00a0: {} sur {} n’est pas moins de la moitié",
};
