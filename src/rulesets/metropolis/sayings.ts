/** What the ruleset says in English, in the French of the reference sheet. */
import type { Pattern, Words } from "../labels.ts";

export const SAYINGS: Words = {
  "of assaults are won by the attacker": "des assauts sont gagnés par l’attaquant",
  "defenders removed on average": "défenseurs retirés en moyenne",
  "of fights are won by the first side": "des combats sont gagnés par le premier camp",
  "by the second": "par le second",
  hold: "tiennent",
  rout: "partent en déroute",
  "of shots wound": "des tirs blessent",
  hit: "touchent",
  pass: "réussissent",
  "models removed on average": "figurines retirées en moyenne",
  wounds: "blessures",

  "without a line of sight nobody shoots": "sans ligne de vue, personne ne tire",
  "a panicked unit does not shoot": "une unité paniquée ne tire pas",
  "a unit in melee is no target": "une unité au corps à corps n’est pas une cible",
  "a unit in contact is in melee, and no target": "une unité au contact est au corps à corps, et n’est pas une cible",
  "a panicked unit that is not in melee declares no assault":
    "une unité paniquée qui n’est pas au corps à corps ne déclare pas d’assaut",
  "a panicked unit does not counter-charge": "une unité paniquée ne contre-charge pas",
  "rallyEnemies does not count in a morale test, only when rallying (state: panicked; B-MOR-06, QB-16)":
    "rallyEnemies ne compte pas dans un test de moral, seulement au ralliement (state: panicked\u202f; B-MOR-06, QB-16)",

  "to hit": "jet pour toucher",
  "to wound": "jet pour blesser",
  "to pass": "pour réussir",
  "target in cover": "cible à couvert",
  "the target has moved (QB-08)": "la cible s’est déplacée (QB-08)",
  "the shooter has moved (QB-08)": "le tireur s’est déplacé (QB-08)",
  "own unit panicked": "l’unité a paniqué",
  "charged or counter-charged": "a chargé ou contre-chargé",
  "defends cover": "défend un couvert",
  "opponent panicked": "l’adversaire est paniqué",
  modifier: "modificateur",
  "enemies at medium range in sight": "ennemis à moyenne portée en vue",
  "enemies at short range in sight": "ennemis à courte portée en vue",
  "enemies at short and at medium range, the worse (QB-17)": "ennemis à courte et à moyenne portée, le pire (QB-17)",
};

/** Those with something in them; `$1` is what was found, `~1` what it is called in French. */
export const PATTERNS: readonly Pattern[] = [
  [
    /^(.+)" is beyond extreme range: nobody shoots so far \(QB-05\)$/,
    "$1\u2033 dépassent la portée extrême\u00a0: personne ne tire si loin (QB-05)",
  ],
  [
    /^no test is due: (\d+) of (\d+) is not under half$/,
    "aucun test n’est dû\u00a0: $1 sur $2 n’est pas moins de la moitié",
  ],
  [/^target of size (\d+)$/, "cible de taille $1"],
  [/^SH (\d+): (\d+)\+$/, "SH $1\u00a0: $2+"],
  [/^AS (\d+) against AS (\d+)$/, "AS $1 contre AS $2"],
  [/^damage (\d+) against T (\d+)(.*)$/, "dégâts $1 contre T $2$3"],
  [/^CD (\d+) against DIFF (\d+) (.*)$/, "CD $1 contre DIFF $2 $3"],
  [/^(\w+) (\d+) against DIFF (\d+), a reaction test \(QB-22\)$/, "~1 $2 contre DIFF $3, un test de réaction (QB-22)"],
  [/^(\w+) (\d+) against DIFF (\d+)$/, "~1 $2 contre DIFF $3"],
  [/^to hold, else (panicked|routed) with (\d+) of (\d+) left$/, "pour tenir, sinon ~1 avec $2 figurines sur $3"],
  [/^to (rally|hold), (.+)$/, "pour tenir, $2"],
  [/^(\d+) × (.+)$/, "$1 × ~2"],
  [/^(.+) with (.+) at (.+), (contact|short|medium|long|extreme) range$/, "$1 avec $2 sur $3, portée ~4"],
  [/^(.+) against (.+)$/, "$1 contre $2"],
  [/^(.+): morale$/, "$1\u00a0: moral"],
  [/^(.+): rally$/, "$1\u00a0: ralliement"],
  [/^(.+): (assault|shooting|strength|toughness|wounds|command|sizeClass)$/, "$1\u00a0: ~2"],
];
