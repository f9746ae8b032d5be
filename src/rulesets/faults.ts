/** The French of what every ruleset may find wrong, by its English; `{}` is what is told there. */
import { sayer } from "./said.ts";

export const FAULTS: Readonly<Record<string, string>> = {
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
