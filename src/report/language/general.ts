/** Words that several reports use. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

export interface Provenance {
  readonly version: string;
  readonly ruleset: string;
  readonly seed: string;
  readonly stream: string;
}

/** `endurance, drone and medikit`. */
const listed = (names: readonly string[], and: string): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;

const en = {
  /** Column of values, of chances. */
  chance: "chance",
  atLeast: "at least",
  fraction: "fraction",
  mean: "mean",
  noData: "no data",
  exact: "exact",
  notPossible: "not possible",
  /** What is said of it in French already; here it is said in English. */
  refusal: (_french: string | undefined): string | undefined => undefined,
  statement: (word: string, text: string, rule: string) => `${word}: ${text} (${rule})`,
  noChange: "no change",
  findings: "Findings",
  again: "How to make this again",
  /** `−2.4 points`, of a number already written; `value` says whether it is one. */
  points: (text: string, _value?: number) => `${text} points`,
  turn: (turn: number) => `turn ${turn}`,
  against: (attacker: string, defender: string) => `${attacker} against ${defender}`,
  /** Units that are attacked together, or sets that come together. */
  together: (names: readonly string[]) => listed(names, "and"),
  trials: (trials: number, why: string) =>
    `${ENGLISH_NUMBERS.count(trials)} ${trials === 1 ? "trial" : "trials"}, ${why}`,
  /** Limits of a confidence sequence. */
  anytime: (text: string) => `${text}, limits that hold whenever one stops`,
  stopped: {
    trials: "all trials played",
    precision: "precision reached",
    interrupt: "interrupted",
    exact: "",
  },
  forWhom: (what: string, whom: string) => `${what} for ${whom}`,
  goingFirst: (gains: string) => `going first every turn, rather than second: ${gains}`,
  worth: (kills: string, points: string | undefined) =>
    `${kills} kills per 100 points${points === undefined ? "" : `, ${points} points per kill`} (from the mean)`,
  /** Of limits: where they come from. */
  limits: {
    paired: "Limits are at 95 %, of trials played in pairs on the same dice.",
    apart: "Limits are at 95 %, of independent runs.",
  },
  /** What playing in pairs has saved. */
  fewer: (times: string) => `paired: ${times} times fewer trials than unpaired runs`,
  fewerRange: (least: string, most: string) => `paired: ${least} to ${most} times fewer trials than unpaired runs`,
  mixed: (more: string, fewer: string) =>
    `paired: between ${more} times as many and ${fewer} times fewer trials than unpaired runs`,
  more: (times: string) =>
    `paired: ${times} times as many trials as unpaired runs, since luck that helps one side harms the other; --unpaired takes fewer`,
  notTold: "paired: no trial told the two apart",
  provenance: ({ version, ruleset, seed, stream }: Provenance) =>
    `crible ${version}, ruleset ${ruleset}, seed ${seed}, stream ${stream}.`,
};

const fr: typeof en = {
  chance: "probabilité",
  atLeast: "au moins",
  fraction: "fraction",
  mean: "moyenne",
  noData: "pas de données",
  exact: "exact",
  notPossible: "impossible",
  refusal: (french) => french,
  statement: (word, text, rule) => f`${word} : ${text} (${rule})`,
  noChange: "aucun changement",
  findings: "Constats",
  again: "Comment refaire ce rapport",
  points: (text, value = 2) => `${text} ${many(value, "point")}`,
  turn: (turn) => `tour ${turn}`,
  against: (attacker, defender) => `${attacker} contre ${defender}`,
  together: (names) => listed(names, "et"),
  trials: (trials, why) => `${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")}, ${why}`,
  anytime: (text) => `${text}, bornes valables à quelque moment qu’on s’arrête`,
  stopped: {
    trials: "tous joués",
    precision: "précision atteinte",
    interrupt: "interrompu",
    exact: "",
  },
  forWhom: (what, whom) => `${what} pour ${whom}`,
  goingFirst: (gains) => f`commencer chaque tour plutôt que jouer en second : ${gains}`,
  worth: (kills, points) =>
    `${kills} pertes infligées pour 100 points${points === undefined ? "" : `, ${points} points par perte`} (d’après la moyenne)`,
  limits: {
    paired: f`Limites à 95 %, d'essais joués par paires avec les mêmes dés.`,
    apart: f`Limites à 95 %, de calculs indépendants.`,
  },
  fewer: (times) => f`par paires : ${times} fois moins d'essais que des calculs séparés`,
  fewerRange: (least, most) => f`par paires : de ${least} à ${most} fois moins d'essais que des calculs séparés`,
  mixed: (more, fewer) =>
    f`par paires : entre ${more} fois plus et ${fewer} fois moins d'essais que des calculs séparés`,
  more: (times) =>
    f`par paires : ${times} fois plus d'essais que des calculs séparés, car la chance de l'un est la malchance de l'autre ; --unpaired en demande moins`,
  notTold: f`par paires : aucun essai n'a fait de différence`,
  provenance: ({ version, ruleset, seed, stream }) =>
    f`crible ${version}, règles ${ruleset}, graine ${seed}, flux ${stream}.`,
};

export const general = { en, fr };
