/** The French of what every ruleset may find wrong, by its English; `{}` is what is told there. */
import { sayer } from "./said.ts";

export const FAULTS: Readonly<Record<string, string>> = {
  "order leaves out {}; name every unit of the first side": "order oublie {} ; nommer chaque unité du premier camp",
  "{} units are shot at; a sequence has at most {} targets ({})":
    "on tire sur {} unités ; une suite de tirs a au plus {} cibles ({})",
  "{} of the attacker changes nothing in kind sequence: it is said of those who are shot at":
    "{} de l’attaquant ne change rien dans le genre sequence : cela se dit de ceux sur qui l’on tire",
  "{} of the defender changes nothing in kind sequence: it is said of those who shoot":
    "{} du défenseur ne change rien dans le genre sequence : cela se dit de ceux qui tirent",
  '"{}" is named twice': '"{}" est nommée deux fois',
  '"{}" is no unit of the first side': '"{}" n’est pas une unité du premier camp',
  '"{}" is no unit of the second side': '"{}" n’est pas une unité du second camp',
  '"{}" of the attacker changes nothing in kind sequence, in which it shoots':
    '"{}" de l’attaquant ne change rien dans le genre sequence, où il tire',
  '"{}" of the defender changes nothing in kind sequence, in which it is shot at':
    '"{}" du défenseur ne change rien dans le genre sequence, où l’on tire sur lui',
  '"{}" stands twice on this side; give one of them a name of its own with as:':
    '"{}" est deux fois dans ce camp ; donner à l’une un nom à elle avec as:',
  '"{}" has shot already: each unit shoots once ({})': '"{}" a déjà tiré : chaque unité tire une fois ({})',
  '"{}" does not belong here; join with and, or': '"{}" n’a rien à faire ici ; joindre par and, or',
  '"{}" means nothing in a condition': '"{}" ne veut rien dire dans une condition',
  "a bracket is never closed": "une parenthèse n’est jamais fermée",
  "a comparison is missing: one of {}": "il manque une comparaison : {}",
  "a condition has at most {} characters": "une condition a au plus {} caractères",
  "a number or a count is missing at its end": "il manque un nombre ou un compte à la fin",
  'a number or a count is missing: found "{}"': 'il manque un nombre ou un compte, trouvé : "{}"',
  'nothing called "{}" is counted': 'rien de ce qui est compté ne s’appelle "{}"',
  "the condition is empty": "la condition est vide",
  'there is no unit "{}"': 'aucune unité ne s’appelle "{}"',
  'there is no weapon "{}"': 'aucune arme ne s’appelle "{}"',
  "models says {}, the members are {}; leave models out": "models dit {}, les membres sont {} ; ne pas écrire models",
  "too deeply nested: the limit is {}": "trop de parenthèses imbriquées : la limite est {}",
  "two counts are multiplied: {} and {}": "deux comptes sont multipliés : {} et {}",
};

export const fault = sayer(FAULTS);
