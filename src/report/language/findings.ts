/** The findings in words. `who` is `One shot: Rangers against Marines`; `sets`: those of a cell, joined. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const en = {
  /** The experiment and who meets whom. */
  who: (experiment: string, pairing: string) => `${experiment}: ${pairing}`,
  withSets: (who: string, sets: string) => `${who} with ${sets}`,
  said: (who: string, text: string, rule: string) => `${who}: ${text} (${rule}).`,
  saidMore: (who: string, more: number, text: string, rule: string) => `${who}, and ${more} more: ${text} (${rule}).`,
  unseen: (text: string, trials: string, most: string) => `${text}: not once in ${trials} trials (≤ ${most})`,
  never: (text: string, rule: string, who: string) => `${text} (${rule}), in ${who}.`,
  neverMore: (text: string, rule: string, who: string, more: number) =>
    `${text} (${rule}), in ${who}, and ${more} more.`,
  moreNever: (more: number) => `${more} more that is written never happens: --json has all of it.`,
  notBuilt: (who: string, text: string) => `${who}: ${text}.`,
  notPlayed: (cell: string) => `${cell} could not be played; its own section says why.`,
  /** `19.2 % of shots put the target down or out`: a number already written, and what it is. */
  number: (number: string, what: string) => `${number} ${what}`,
  practicallyNever: (number: string, what: string) => `less than ${number} ${what}`,
  practicallyAlways: (number: string, what: string) => `more than ${number} ${what}`,
  /** Names of which one and the same is said, each for itself: a set may itself be of several. */
  either: (names: readonly string[]) => ENGLISH_NUMBERS.list(names, "or"),
  /** A question and its answer. */
  answer: (question: string, ranking: string) => `${question} ${ranking}.`,
  best: (names: string, several: number, what: string, others: string) =>
    `${names}${several > 1 ? ", which these trials cannot tell apart" : ""}: ${what}${others === "" ? "" : `; then ${others}`}`,
  allAlike: (names: string, what: string) => `No difference between ${names}: ${what}`,
  ranked: (name: string, number: string) => `${name} ${number}`,
  others: (count: number, least: string) => `and ${count} more down to ${least}`,
  plain: (who: string, sentence: string, also: string) => `${who}: ${sentence}${also}.`,
  also: (sentence: string) => `, ${sentence}`,
  set: (name: string, change: string) => `${name}: ${change}.`,
  change: (number: string, change: string, more: string) => `${number}, ${change}${more}`,
  more: (sentence: string, change: string) => `; ${sentence}, ${change}`,
  noDifference: "no difference",
  hardly: "hardly any difference",
  notShown: "no difference that these trials can show",
  nothingChanges: (sets: number) =>
    sets === 2 ? "Neither modifier set changes that." : `None of the ${sets} modifier sets changes that.`,
  ends: (name: string, pairs: number, most: string, number: string, least: string, lowest: string, what: string) =>
    `${name}, ${pairs} pairs: from ${lowest} (${least}) to ${number} (${most}) ${what}.`,
  nothing: (count: number, all: number, some: readonly string[], more: number) =>
    `In ${count} of ${all} pairs the number is practically 0: ${some.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
  setIdle: (name: string, all: number) => `${name} changes none of the ${all} pairs.`,
  setMoves: (name: string, mean: string, moved: number, all: number) =>
    `${name}: ${mean} on average${moved < all ? `, nothing in ${all - moved} of ${all} pairs` : ""}`,
  setTorn: (name: string, up: number, down: number, all: number) =>
    `${name} raises ${up} of ${all} pairs and lowers ${down}`,
  setMost: (text: string, who: string, before: string, after: string, what: string) =>
    `${text}; most for ${who} (from ${before} to ${after} ${what}).`,
  /** What is left out of the first screen. */
  folded: (findings: number) => (findings === 1 ? "One more finding." : `${findings} more findings.`),
};

const fr: typeof en = {
  who: (experiment, pairing) => f`${experiment} : ${pairing}`,
  withSets: (who, sets) => `${who} avec ${sets}`,
  said: (who, text, rule) => f`${who} : ${text} (${rule}).`,
  saidMore: (who, more, text, rule) => f`${who}, et ${more} ${many(more, "autre")} : ${text} (${rule}).`,
  unseen: (text, trials, most) => f`${text} : pas une fois en ${trials} essais (≤ ${most})`,
  never: (text, rule, who) => f`${text} (${rule}), dans ${who}.`,
  neverMore: (text, rule, who, more) => f`${text} (${rule}), dans ${who}, et ${more} ${many(more, "autre")}.`,
  moreNever: (more) =>
    `${more} ${many(more, "autre chose écrite n'arrive", "autres choses écrites n'arrivent")} jamais : --json les donne toutes.`,
  notBuilt: (who, text) => f`${who} : ${text}.`,
  notPlayed: (cell) => f`${cell} : n'a pas pu être joué ; voir plus bas.`,
  number: (number, what) => `${number} ${what}`,
  practicallyNever: (number, what) => `moins de ${number} ${what}`,
  practicallyAlways: (number, what) => `plus de ${number} ${what}`,
  either: (names) => FRENCH_NUMBERS.list(names, "ou"),
  answer: (question, ranking) => `${question} ${ranking}.`,
  best: (names, several, what, others) =>
    f`${several > 1 ? "En tête, sans que ces essais puissent les départager" : "En tête"} : ${names}, ${what}${others === "" ? "" : f` ; puis ${others}`}`,
  allAlike: (names, what) => f`Aucune différence entre ${names} : ${what}`,
  ranked: (name, number) => `${name} ${number}`,
  others: (count, least) => `et ${count} ${many(count, "autre")} jusqu’à ${least}`,
  plain: (who, sentence, also) => f`${who} : ${sentence}${also}.`,
  also: (sentence) => `, ${sentence}`,
  set: (name, change) => f`${name} : ${change}.`,
  change: (number, change, more) => `${number}, ${change}${more}`,
  more: (sentence, change) => f` ; ${sentence}, ${change}`,
  noDifference: "aucune différence",
  hardly: "presque aucune différence",
  notShown: "aucune différence que ces essais puissent montrer",
  nothingChanges: (sets) => `Aucun des ${sets} jeux de modificateurs n’y change rien.`,
  ends: (name, pairs, most, number, least, lowest, what) =>
    f`${name}, ${pairs} ${many(pairs, "paire")} : le plus pour ${most} (${number} ${what}), le moins pour ${least} (${lowest}).`,
  nothing: (count, all, some, more) =>
    f`Dans ${count} paires sur ${all}, pratiquement rien : ${some.join(f` ; `)}${more > 0 ? f` ; et ${more} ${many(more, "autre")}` : ""}.`,
  setIdle: (name, all) => f`${name} : ne change rien dans aucune des ${all} paires.`,
  setMoves: (name, mean, moved, all) =>
    f`${name} : ${mean} en moyenne${moved < all ? `, rien dans ${all - moved} paires sur ${all}` : ""}`,
  setTorn: (name, up, down, all) => f`${name} : plus dans ${up} paires sur ${all}, moins dans ${down}`,
  setMost: (text, who, before, after, what) => f`${text} ; le plus pour ${who} (de ${before} à ${after} ${what}).`,
  folded: (findings) => (findings === 1 ? "Un autre constat." : `${findings} autres constats.`),
};

export const findings = { en, fr };
