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
  ends: (most: string, number: string, least: string, lowest: string) =>
    `Most for ${most}, ${number}; least for ${least}, ${lowest}`,
  checked: (trials: string) => `agrees with ${trials} simulated trials`,
  differs: (agree: number, all: number) => `${all - agree} of ${all} exact answers differ from what was simulated`,
  readings: (n: number) => (n === 1 ? "one house reading" : `${n} house readings`),
  partial: "not complete",
  howMany: (metric: string) => `chance of each number: ${metric}`,
  howOften: (metric: string) => `chance of each: ${metric}`,
  mostApart: (value: string, plain: string, name: string, own: string) => `${value}: ${plain}, with ${name} ${own}`,
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
  ends: (most, number, least, lowest) => f`${most} : ${number}, le plus ; ${least} : ${lowest}, le moins`,
  checked: (trials) => f`concorde avec ${trials} essais simulés`,
  differs: (agree, all) => `${all - agree} réponses exactes sur ${all} diffèrent de ce qui a été simulé`,
  readings: (n) => (n === 1 ? "une lecture maison" : `${n} lectures maison`),
  partial: "incomplet",
  howMany: (metric) => f`probabilité de chaque nombre : ${metric}`,
  howOften: (metric) => f`probabilité de chacun : ${metric}`,
  mostApart: (value, plain, name, own) => f`${value} : ${plain}, avec ${name} ${own}`,
  mostOften: (value, chance) => f`Le plus souvent ${value} : ${chance}`,
  histogramText: (metric, names) =>
    f`Barres verticales côte à côte : la probabilité de chaque valeur (${metric}), pour ${names}.`,
};

const claim = { en, fr };

/** Not among what every language carries: what answers in a page of the playground needs none of it. */
export const claimIn = ({ tag }: { readonly tag: LanguageTag }): typeof en => claim[tag];
