/** Two sides and what differs. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const en = {
  title: (first: string, second: string) => `${first} and ${second} compared`,
  /** The margin: of a chance in points (`isOne`: exactly one), of a mean as it is. */
  marginPoints: (text: string, isOne: boolean) => `${text} ${isOne ? "point" : "points"}`,
  margin: (text: string) => `the margin of ${text}`,
  equal: "exactly the same",
  equivalent: (margin: string) => `no meaningful difference (within ${margin})`,
  higher: (second: string, margin: string) => `${second} is higher, beyond ${margin}`,
  lower: (second: string, margin: string) => `${second} is lower, beyond ${margin}`,
  undecided: (margin: string, trials: number | undefined) =>
    `undecided: these trials do not show on which side of ${margin} it lies${trials === undefined ? "" : `; about ${ENGLISH_NUMBERS.count(trials)} trials a side would`}`,
  verdicts: {
    equal: "equal",
    equivalent: "equivalent",
    higher: "higher",
    lower: "lower",
    undecided: "undecided",
  },
  /** What several differences of one question come to: each completes the sentence of `tally`. */
  counted: {
    lower: (second: string, times: number) => `${second} is lower in ${times}`,
    higher: (second: string, times: number) => `${second} is higher in ${times}`,
    undecided: (_: string, times: number) => `undecided in ${times}`,
    equivalent: (_: string, times: number) => `no meaningful difference in ${times}`,
    equal: (_: string, times: number) => `exactly the same in ${times}`,
  },
  tally: (question: string, all: number, counts: string, furthest: string) =>
    all === 1
      ? `${question}: ${counts.replace(/ in 1$/, "")}${furthest}.`
      : counts.endsWith(` in ${all}`)
        ? `${question}: ${counts.slice(0, -` in ${all}`.length)} in ${all === 2 ? "both cells" : `all ${all} cells`}${furthest}.`
        : `${question}: of ${all} cells, ${counts}${furthest}.`,
  furthest: (name: string, change: string) => `; most for ${name}, ${change}`,
  change: (text: string) => `: ${text}`,
  moreQuestions: (questions: number) => `and ${questions} more ${questions === 1 ? "question" : "questions"}.`,
  moreRefusals: (cells: number) => `and ${cells} more that the rules forbid.`,
  trialsNeeded: (trials: number) =>
    `About ${ENGLISH_NUMBERS.count(trials)} trials a side would decide the undecided differences.`,
  gain: (text: string) => `Played ${text}.`,
  noise: (share: string) => ` (chance alone shows ${share})`,
  distance: (share: string, of: string) => `the whole distributions differ by ${share}${of}`,
  notPossible: (cell: string, text: string, rule: string) => `${cell}: not possible: ${text} (${rule}).`,
  values: (measure: string, first: string, a: string, second: string, b: string, by: string) =>
    `${measure}: ${first} ${a}, ${second} ${b}${by}.`,
  by: (change: string) => `: ${change}`,
  verdict: (verdict: string, distance: string) => `  ${verdict}; ${distance}.`,
  only: (id: string, side: string) => `${id}: in ${side} only.`,
  row: (pair: string, measure: string) => `${pair}: ${measure}`,
  difference: "difference",
  verdictColumn: "verdict",
};

const fr: typeof en = {
  title: (first, second) => `${first} et ${second} comparés`,
  marginPoints: (text, isOne) => `${text} ${isOne ? "point" : "points"}`,
  margin: (text) => `la marge de ${text}`,
  equal: "exactement pareil",
  equivalent: (margin) => `aucune différence notable (dans ${margin})`,
  higher: (second, margin) => f`${second} : plus haut, au-delà de ${margin}`,
  lower: (second, margin) => f`${second} : plus bas, au-delà de ${margin}`,
  undecided: (margin, trials) =>
    f`indécis : ces essais ne permettent pas de situer la différence par rapport à ${margin}${trials === undefined ? "" : f` ; il y faudrait environ ${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")} de chaque côté`}`,
  verdicts: {
    equal: "égal",
    equivalent: "équivalent",
    higher: "plus haut",
    lower: "plus bas",
    undecided: "indécis",
  },
  counted: {
    lower: (second, times) => `plus bas pour ${second} dans ${times} cas`,
    higher: (second, times) => `plus haut pour ${second} dans ${times} cas`,
    undecided: (_, times) => `indécis dans ${times} cas`,
    equivalent: (_, times) => `aucune différence notable dans ${times} cas`,
    equal: (_, times) => `exactement pareil dans ${times} cas`,
  },
  tally: (question, all, counts, furthest) =>
    all === 1
      ? f`${question} : ${counts.replace(/ dans 1 cas$/, "")}${furthest}.`
      : counts.endsWith(` dans ${all} cas`)
        ? f`${question} : ${counts.slice(0, -` dans ${all} cas`.length)} dans les ${all} cas${furthest}.`
        : f`${question} : sur ${all}, ${counts}${furthest}.`,
  furthest: (name, change) => f` ; le plus pour ${name} : ${change}`,
  change: (text) => f` : ${text}`,
  moreQuestions: (questions) => `et ${questions} ${many(questions, "autre question", "autres questions")}.`,
  moreRefusals: (cells) => f`et ${cells} ${many(cells, "autre")} que les règles interdisent.`,
  trialsNeeded: (trials) =>
    f`Environ ${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")} de chaque côté trancheraient ce qui est indécis.`,
  gain: (text) => f`Joué ${text}.`,
  noise: (share) => ` (le hasard seul montre ${share})`,
  distance: (share, of) => f`écart entre les distributions entières : ${share}${of}`,
  notPossible: (cell, text, rule) => f`${cell} : impossible : ${text} (${rule}).`,
  values: (measure, first, a, second, b, by) => f`${measure} : ${first} ${a}, ${second} ${b}${by}.`,
  by: (change) => f` : ${change}`,
  verdict: (verdict, distance) => f`  ${verdict} ; ${distance}.`,
  only: (id, side) => f`${id} : seulement dans ${side}.`,
  row: (pair, measure) => f`${pair} : ${measure}`,
  difference: "différence",
  verdictColumn: "verdict",
};

export const compare = { en, fr };
