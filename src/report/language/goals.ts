/** Goals in words: what was wanted, what was found. */
import { f } from "./french.ts";

const en = {
  title: "Goals",
  columns: ["verdict", "goal", "wanted", "found", "level"],
  verdicts: { pass: "pass", fail: "fail", inconclusive: "inconclusive" },
  levels: { warn: "warn", error: "error" },
  atLeast: (bound: string) => `at least ${bound}`,
  atMost: (bound: string) => `at most ${bound}`,
  exactly: (number: string) => `${number} exactly`,
  rounded: (number: string) => `${number}, rounded from the exact answer`,
  wanted: (found: string, wanted: string) => `${found}, wanted ${wanted}`,
  /** A cell and what is measured of it. */
  of: (cell: string, measure: string) => `${cell}, ${measure}`,
  line: (key: string, text: string) => `${key}: ${text}`,
};

const fr: typeof en = {
  title: "Objectifs",
  columns: ["verdict", "objectif", "voulu", "trouvé", "niveau"],
  verdicts: { pass: "atteint", fail: "manqué", inconclusive: "incertain" },
  levels: { warn: "avertissement", error: "erreur" },
  atLeast: (bound) => `au moins ${bound}`,
  atMost: (bound) => `au plus ${bound}`,
  exactly: (number) => `${number} exactement`,
  rounded: (number) => f`${number}, arrondi de la réponse exacte`,
  wanted: (found, wanted) => `${found}, voulu ${wanted}`,
  of: (cell, measure) => `${cell}, ${measure}`,
  line: (key, text) => `${key}\u00a0: ${text}`,
};

export const goals = { en, fr };
