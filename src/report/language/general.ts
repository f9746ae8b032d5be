/** Words that several reports use. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

export interface Provenance {
  readonly version: string;
  readonly ruleset: string;
  readonly seed: string;
  readonly stream: string;
}

const en = {
  /** Column of values, of chances. */
  chance: "chance",
  atLeast: "at least",
  fraction: "fraction",
  mean: "mean",
  noData: "no data",
  exact: "exact",
  notPossible: "not possible",
  statement: (word: string, text: string, rule: string) => `${word}: ${text} (${rule})`,
  noChange: "no change",
  findings: "Findings",
  again: "How to make this again",
  /** `−2.4 points`, of a number already written; `value` says whether it is one. */
  points: (text: string, _value?: number) => `${text} points`,
  turn: (turn: number) => `turn ${turn}`,
  against: (attacker: string, defender: string) => `${attacker} against ${defender}`,
  /** Units that are attacked together, or sets that come together. */
  together: (names: readonly string[]) => names.join(" and "),
  trials: (trials: number, why: string) => `${ENGLISH_NUMBERS.count(trials)} trials, ${why}`,
  stopped: {
    trials: "all trials played",
    precision: "precision reached",
    interrupt: "interrupted",
    exact: "",
  },
  worth: (kills: string, points: string | undefined) =>
    `${kills} kills per 100 points${points === undefined ? "" : `, ${points} points per kill`} (from the mean)`,
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
  statement: (word, text, rule) => f`${word} : ${text} (${rule})`,
  noChange: "aucun changement",
  findings: "Constats",
  again: "Comment refaire ce rapport",
  points: (text, value = 2) => `${text} ${many(value, "point")}`,
  turn: (turn) => `tour ${turn}`,
  against: (attacker, defender) => `${attacker} contre ${defender}`,
  together: (names) => names.join(" et "),
  trials: (trials, why) => `${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")}, ${why}`,
  stopped: {
    trials: "tous joués",
    precision: "précision atteinte",
    interrupt: "interrompu",
    exact: "",
  },
  worth: (kills, points) =>
    `${kills} pertes infligées pour 100 points${points === undefined ? "" : `, ${points} points par perte`} (d’après la moyenne)`,
  provenance: ({ version, ruleset, seed, stream }) =>
    f`crible ${version}, règles ${ruleset}, graine ${seed}, flux ${stream}.`,
};

export const general = { en, fr };
