/** What a report claims first. Names of sets and units come as they are to be read; numbers come written. */
import type { LanguageTag } from "../../scenario/languages.ts";
import { f } from "./french.ts";

/** By how much a number is another: a share that has a word of its own, or a number already written. */
export type RatioWord = "none" | "half" | "third" | "quarter" | "double" | "triple" | { readonly percent: string };

export interface MovedWords {
  /** Whether several are named. */
  readonly isSeveral: boolean;
  readonly isLess: boolean;
  readonly factor: RatioWord;
}

/** What a metric counts, of a unit that another acts on. */
const EN_OBJECTS: Readonly<Record<string, (of: string, by: string) => string>> = {
  casualties: (of, by) => `the losses of ${of} to ${by}`,
  killed: (of, by) => `the losses of ${of} to ${by}`,
  removed: (of, by) => `the losses of ${of} to ${by}`,
  wounds: (of, by) => `the wounds of ${of} from ${by}`,
  hits: (of, by) => `the hits of ${by} on ${of}`,
};
const FR_OBJECTS: typeof EN_OBJECTS = {
  casualties: (of, by) => f`les pertes de ${of} face à ${by}`,
  killed: (of, by) => f`les pertes de ${of} face à ${by}`,
  removed: (of, by) => f`les pertes de ${of} face à ${by}`,
  wounds: (of, by) => f`les blessures de ${of} face à ${by}`,
  hits: (of, by) => f`les touches de ${by} sur ${of}`,
};

const en = {
  quoted: (name: string) => `“${name}”`,
  object: (metric: string, of: string, by: string): string | undefined => EN_OBJECTS[metric]?.(of, by),
  /** The same once more. */
  again: "them",
  moves: (name: string, { isSeveral, isLess, factor }: MovedWords, object: string) => {
    const verb = (one: string, several: string) => `${name} ${isSeveral ? several : one} ${object}`;
    switch (factor) {
      case "none":
        return verb("prevents", "prevent");
      case "half":
        return verb("halves", "halve");
      case "third":
        return `${verb("cuts", "cut")} to a third`;
      case "quarter":
        return `${verb("cuts", "cut")} to a quarter`;
      case "double":
        return verb("doubles", "double");
      case "triple":
        return verb("triples", "triple");
      default:
        return `${isLess ? verb("lowers", "lower") : verb("raises", "raise")} by ${factor.percent}`;
    }
  },
  /** Two clauses of one sentence. */
  and: (first: string, second: string) => `${first}; ${second}`,
  /** `cover: 9.6 % of shots … instead of 19.2 %` */
  instead: (name: string, number: string, plain: string) => `${name}: ${number}, instead of ${plain}`,
  plain: (who: string, sentence: string) => (who === "" ? sentence : `${who}: ${sentence}`),
  /** Of many pairs. */
  ends: (most: string, number: string, pairs: number) => `${most}: ${number}, the most of ${pairs} pairs`,
  least: (name: string, lowest: string) => `The least: ${name}, ${lowest}.`,
  /** `With counter-charge 38.4 % of fights are won by Marines, more than with fire or hold` */
  best: (name: string, what: string, others: string) => `${name}: ${what}, more than ${others}`,
  /** Two sides that were compared: which number is whose. */
  compared: (measure: string, now: string, second: string, before: string, first: string | undefined) =>
    `${measure}: ${now} with ${second} instead of ${before}${first === undefined ? "" : ` with ${first}`}`,
  margined: (change: string, margin: string) => `${change}; the margin is ${margin}`,
  notApart: {
    equal: (measure: string, sides: string) => `${measure}: exactly the same for ${sides}`,
    equivalent: (measure: string, sides: string) => `${measure}: no meaningful difference between ${sides}`,
    undecided: (measure: string, sides: string) => `${measure}: these trials do not decide between ${sides}`,
  },
  /** Best play. */
  plays: (name: string, win: string) => `${name} win ${win} when both sides play their best`,
  playBars: (unit: string) => `How often ${unit} win`,
  playBest: "best play",
  playWritten: "orders of the file",
  playFixed: (order: string) => `${order} every turn, and the enemy knows`,
  playWins: (unit: string) => `of fights are won by ${unit}`,
  /** A check: what moved, and by what. */
  moved: (count: string, all: string, cause: string | undefined) =>
    cause === undefined
      ? `${count} of ${all} numbers moved by more than their margin`
      : `${cause} moved ${count} of ${all} numbers by more than their margin`,
  still: (all: string) => `None of ${all} numbers moved by more than its margin`,
  open: (count: string, all: string) => `${count} of ${all} numbers cannot be decided with these trials`,
  lopsided: (count: string) =>
    count === "1" ? "One name stands on one side only" : `${count} names stand on one side only`,
  mostMoved: (line: string) => `Most for its margin: ${line}.`,
  tooGood: (units: string) => `Too good: ${units}`,
  priced: (who: string, price: string, even: string, isCheap: boolean) =>
    `Too ${isCheap ? "cheap" : "dear"} at ${price}: ${who}. The even price is ${even}`,
  checked: (trials: string) => `agrees with ${trials} simulated trials`,
  differs: (agree: number, all: number) => `${all - agree} of ${all} exact answers differ from what was simulated`,
  readings: (n: number) => (n === 1 ? "one house reading" : `${n} house readings`),
  partial: "not complete",
  howMany: (metric: string) => `chance of each number: ${metric}`,
  howOften: (metric: string) => `chance of each: ${metric}`,
  mostApart: (value: string, plain: string, than: string | undefined, name: string, own: string) =>
    `${value}: ${plain}${than === undefined ? "," : ` with ${than},`} ${own} with ${name}`,
  mostOften: (value: string, chance: string) => `Most often ${value}: ${chance}`,
  histogramText: (metric: string, names: string) =>
    `Upright bars beside each other: the chance of each value of ${metric}, for ${names}.`,
};

const fr: typeof en = {
  quoted: (name) => f`« ${name} »`,
  object: (metric, of, by) => FR_OBJECTS[metric]?.(of, by),
  again: "les",
  moves: (name, { isSeveral, isLess, factor }, object) => {
    const isAgain = object === fr.again;
    const verb = (one: string, several: string, rest = "") =>
      isAgain
        ? `${name} les ${isSeveral ? several : one}${rest}`
        : `${name} ${isSeveral ? several : one}${rest} ${object}`;
    switch (factor) {
      case "none":
        return verb("évite", "évitent");
      case "half":
        return verb("réduit", "réduisent", " de moitié");
      case "third":
        return verb("réduit", "réduisent", " des deux tiers");
      case "quarter":
        return verb("réduit", "réduisent", " des trois quarts");
      case "double":
        return verb("double", "doublent");
      case "triple":
        return verb("triple", "triplent");
      default:
        return isLess
          ? verb("réduit", "réduisent", ` de ${factor.percent}`)
          : verb("augmente", "augmentent", ` de ${factor.percent}`);
    }
  },
  and: (first, second) => f`${first} ; ${second}`,
  instead: (name, number, plain) => f`${name} : ${number}, au lieu de ${plain}`,
  plain: (who, sentence) => (who === "" ? sentence : f`${who} : ${sentence}`),
  ends: (most, number, pairs) => f`${most} : ${number}, le plus de ${pairs} paires`,
  least: (name, lowest) => f`Le moins : ${name}, ${lowest}.`,
  best: (name, what, others) => f`${name} : ${what}, plus que ${others}`,
  compared: (measure, now, second, before, first) =>
    f`${measure} : ${now} avec ${second} au lieu de ${before}${first === undefined ? "" : ` avec ${first}`}`,
  margined: (change, margin) => f`${change} ; la marge est de ${margin}`,
  notApart: {
    equal: (measure, sides) => f`${measure} : exactement pareil pour ${sides}`,
    equivalent: (measure, sides) => f`${measure} : aucune différence notable entre ${sides}`,
    undecided: (measure, sides) => f`${measure} : ces essais ne départagent pas ${sides}`,
  },
  plays: (name, win) => f`${name} : ${win} de victoires quand les deux camps jouent au mieux`,
  playBars: (unit) => f`Victoires de ${unit}`,
  playBest: "meilleur jeu",
  playWritten: "ordres du fichier",
  playFixed: (order) => f`${order} à chaque tour, et l'ennemi le sait`,
  playWins: (unit) => f`de victoires de ${unit}`,
  moved: (count, all, cause) =>
    cause === undefined
      ? `${count} nombres sur ${all} ont bougé de plus que leur marge`
      : f`${cause} : ${count} nombres sur ${all} ont bougé de plus que leur marge`,
  still: (all) => f`Aucun des ${all} nombres n'a bougé de plus que sa marge`,
  open: (count, all) => `${count} nombres sur ${all} restent indécis avec ces essais`,
  lopsided: (count) => (count === "1" ? f`Un nom n'existe que d'un côté` : f`${count} noms n'existent que d'un côté`),
  mostMoved: (line) => f`Le plus pour sa marge : ${line}.`,
  tooGood: (units) => f`Trop forts : ${units}`,
  priced: (who, price, even, isCheap) =>
    f`Trop ${isCheap ? "bon marché" : "cher"} à ${price} : ${who}. Le prix équilibré est ${even}`,
  checked: (trials) => f`concorde avec ${trials} essais simulés`,
  differs: (agree, all) => `${all - agree} réponses exactes sur ${all} diffèrent de ce qui a été simulé`,
  readings: (n) => (n === 1 ? "une lecture maison" : `${n} lectures maison`),
  partial: "incomplet",
  howMany: (metric) => f`probabilité de chaque nombre : ${metric}`,
  howOften: (metric) => f`probabilité de chacun : ${metric}`,
  mostApart: (value, plain, than, name, own) =>
    f`${value} : ${plain}${than === undefined ? "," : ` avec ${than},`} ${own} avec ${name}`,
  mostOften: (value, chance) => f`Le plus souvent ${value} : ${chance}`,
  histogramText: (metric, names) =>
    f`Barres verticales côte à côte : la probabilité de chaque valeur (${metric}), pour ${names}.`,
};

const claim = { en, fr };

/** Not among what every language carries: what answers in a page of the playground needs none of it. */
export const claimIn = ({ tag }: { readonly tag: LanguageTag }): typeof en => claim[tag];
