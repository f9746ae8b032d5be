/** What is said of a fault in a scenario, by its id, in each language. */
import type { LanguageTag } from "./languages.ts";
import { type Place, type Problem, problemAt } from "./problem.ts";

const en = {
  scenario: "the scenario",
  list: "the list",
  item: (place: number, list: string) => `item ${place} of ${list}`,
  unknownKey: (key: string) => `unknown key ${key}`,
  cannotStand: (key: string, why: string) => `${key} cannot stand here: ${why}`,
  missingItem: (place: number, where: string) => `missing item ${place}${where}`,
  missingKey: (key: string, where: string) => `missing key ${key}${where}`,
  within: (path: string) => ` in ${path}`,
  itIs: (expected: string) => `it is ${expected}`,
  mustBe: (what: string, expected: string) => `${what} must be ${expected}`,
  found: (value: string) => `, found ${value}`,
  multiple: (of: number | bigint) => `a multiple of ${of}`,
  mustHave: (what: string, bound: "exactly" | "at least" | "at most", limit: number, noun: Noun, found: number) =>
    `${what} must have ${bound} ${limit} ${noun}${limit === 1 ? "" : "s"}, found ${found}`,
  aMap: "a map",
  aList: "a list",
  nothing: "nothing",
  didYouMean: (name: string) => `did you mean ${name}?`,
  knownHere: (names: string) => `known here: ${names}`,
  thereIsNo: (what: NamedThing, name: string) => `there is no ${what} ${name}`,
  write: (text: string) => `write ${text}`,
  removeQuotes: "remove the quotes",
  finite: "write a finite number",
  ratio: "a time or a ratio is not a number; write one number",
  tooLarge: "too large: numbers are exact up to 9007199254740991",
  decimal: "write a decimal number",
  aNumber: "write a number",
  decimalPoint: (text: string) => `a decimal number has a point: write ${text}`,
  unknownColumn: (name: string) => `unknown column ${name}`,
  twoColumns: (one: string, other: string) => (one === other ? `a second column ${one}` : `both ${one} and ${other}`),
  isDate: "this cell is a date",
  asText: "format it as text, and write it again",
  isError: (text: string) => `this cell is the error ${text}`,
  noValue:
    "this cell is a formula without a value: formulas are not run, open and save the workbook with a spreadsheet program",
};
type Noun = "item" | "key" | "character";
export type NamedThing = "unit" | "weapon" | "modifier set";

const BOUNDS = { exactly: "exactement", "at least": "au moins", "at most": "au plus" };
const NOUNS: Readonly<Record<Noun, readonly [string, string]>> = {
  item: ["élément", "éléments"],
  key: ["clé", "clés"],
  character: ["caractère", "caractères"],
};
const NO: Readonly<Record<NamedThing, string>> = {
  unit: "aucune unité ne s’appelle",
  weapon: "aucune arme ne s’appelle",
  "modifier set": "aucun jeu de modificateurs ne s’appelle",
};

const fr: typeof en = {
  scenario: "le scénario",
  list: "la liste",
  item: (place, list) => `l’élément ${place} de ${list}`,
  unknownKey: (key) => `clé inconnue ${key}`,
  cannotStand: (key, why) => `${key} ne peut pas être ici : ${why}`,
  missingItem: (place, where) => `il manque l’élément ${place}${where}`,
  missingKey: (key, where) => `il manque la clé ${key}${where}`,
  within: (path) => ` dans ${path}`,
  itIs: (expected) => `c’est ${expected}`,
  mustBe: (what, expected) => `${what} doit être ${expected}`,
  found: (value) => `, trouvé : ${value}`,
  multiple: (of) => `un multiple de ${of}`,
  mustHave: (what, bound, limit, noun, found) =>
    `${what} doit avoir ${BOUNDS[bound]} ${limit} ${NOUNS[noun][limit < 2 ? 0 : 1]}, trouvé : ${found}`,
  aMap: "un bloc de clés",
  aList: "une liste",
  nothing: "rien",
  didYouMean: (name) => `vouliez-vous dire ${name} ?`,
  knownHere: (names) => `il y a ici : ${names}`,
  thereIsNo: (what, name) => `${NO[what]} ${name}`,
  write: (text) => `écrire ${text}`,
  removeQuotes: "enlever les guillemets",
  finite: "écrire un nombre fini",
  ratio: "une heure ou un rapport n’est pas un nombre ; écrire un seul nombre",
  tooLarge: "trop grand : les nombres sont exacts jusqu’à 9007199254740991",
  decimal: "écrire un nombre décimal",
  aNumber: "écrire un nombre",
  decimalPoint: (text) => `un nombre décimal a un point : écrire ${text}`,
  unknownColumn: (name) => `colonne inconnue ${name}`,
  twoColumns: (one, other) => (one === other ? `une seconde colonne ${one}` : `à la fois ${one} et ${other}`),
  isDate: "cette case est une date",
  asText: "la mettre au format texte, et l’écrire de nouveau",
  isError: (text) => `cette case est l’erreur ${text}`,
  noValue:
    "cette case est une formule sans valeur : les formules ne sont pas calculées, ouvrir et enregistrer le classeur avec un tableur",
};

export type FaultSentences = typeof en;
export const SAY: Readonly<Record<LanguageTag, FaultSentences>> = { en, fr };

/** A text made in a language. */
export type Made<T extends string | undefined = string> = (say: FaultSentences, tag: LanguageTag) => T;

/** An error whose sentence, and hint where there is one, is said in every language. */
export function toldAt(
  place: Place | undefined,
  message: Made,
  hint: Made<string | undefined> = () => undefined,
): Problem {
  const [english, french] = [hint(en, "en"), hint(fr, "fr")];
  return problemAt(place, message(en, "en"), {
    ...(english === undefined ? {} : { hint: english }),
    french: { message: message(fr, "fr"), ...(french === undefined ? {} : { hint: french }) },
  });
}
