/** What is said of a fault in a scenario, by its id, in a language. */
import { type Say, sayIn, sentenceIn } from "../rule/say.ts";
import { translationIn } from "../rulesets/languages.ts";
import type { LanguageTag } from "./languages.ts";
import { type Place, type Problem, problemIn } from "./problem.ts";

type Noun = "item" | "key" | "character";
type CountOf = "exactly" | "at least" | "at most";
export type NamedThing = "unit" | "weapon" | "modifier set";

const bounds = (say: Say) => ({ exactly: say`exactly`, "at least": say`at least`, "at most": say`at most` });
const nouns = (say: Say) => ({
  item: (limit: number) => say`${limit} {item|items}`,
  key: (limit: number) => say`${limit} {key|keys}`,
  character: (limit: number) => say`${limit} {character|characters}`,
});

const sentences = (say: Say) => ({
  scenario: say`the scenario`,
  list: say`the list`,
  item: (place: number, list: string): string => say`item ${place} of ${list}`,
  unknownKey: (key: string): string => say`unknown key ${key}`,
  cannotStand: (key: string, why: string): string => say`${key} cannot stand here: ${why}`,
  missingItem: (place: number, where: string): string => say`missing item ${place}${where}`,
  missingKey: (key: string, where: string): string => say`missing key ${key}${where}`,
  within: (path: string): string => say` in ${path}`,
  itIs: (expected: string): string => say`it is ${expected}`,
  mustBe: (what: string, expected: string): string => say`${what} must be ${expected}`,
  found: (value: string): string => say`, found ${value}`,
  multiple: (of: number | bigint): string => say`a multiple of ${String(of)}`,
  mustHave: (what: string, bound: CountOf, limit: number, noun: Noun, found: number): string =>
    say`${what} must have ${bounds(say)[bound]} ${nouns(say)[noun](limit)}, found ${found}`,
  aMap: say`a map`,
  aList: say`a list`,
  nothing: say`nothing`,
  didYouMean: (name: string): string => say`did you mean ${name}?`,
  knownHere: (names: string): string => say`known here: ${names}`,
  thereIsNo: (what: NamedThing, name: string): string =>
    what === "unit"
      ? say`there is no unit ${name}`
      : what === "weapon"
        ? say`there is no weapon ${name}`
        : say`there is no modifier set ${name}`,
  write: (text: string): string => say`write ${text}`,
  removeQuotes: say`remove the quotes`,
  finite: say`write a finite number`,
  ratio: say`a time or a ratio is not a number; write one number`,
  tooLarge: say`too large: numbers are exact up to 9007199254740991`,
  decimal: say`write a decimal number`,
  aNumber: say`write a number`,
  decimalPoint: (text: string): string => say`a decimal number has a point: write ${text}`,
  unknownColumn: (name: string): string => say`unknown column ${name}`,
  twoColumns: (one: string, other: string): string =>
    one === other ? say`a second column ${one}` : say`both ${one} and ${other}`,
  isDate: say`this cell is a date`,
  asText: say`format it as text, and write it again`,
  isError: (text: string): string => say`this cell is the error ${text}`,
  noValue: say`this cell is a formula without a value: formulas are not run, open and save the workbook with a spreadsheet program`,
});

/** What says sentences in a language; numbers in them are as they are typed. */
export const sayOf = (tag: LanguageTag): Say => sayIn(sentenceIn(translationIn(tag), String));

export type FaultSentences = ReturnType<typeof sentences>;
export const faultSentences = (tag: LanguageTag = "en"): FaultSentences => sentences(sayOf(tag));

/** A text made in a language. */
export type Made<T extends string | undefined = string> = (say: FaultSentences, tag: LanguageTag) => T;

/** An error whose sentence, and hint where there is one, is said in every language. */
export const toldAt = (
  place: Place | undefined,
  message: Made,
  hint: Made<string | undefined> = () => undefined,
): Problem =>
  problemIn(place, (tag) => {
    const say = faultSentences(tag);
    return { message: message(say, tag), hint: hint(say, tag) };
  });
