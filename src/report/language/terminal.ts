/** What only the terminal says. */
import { f, many } from "./french.ts";

const en = {
  turns: (last: number) => `turns 1–${last}`,
  folded: "(one line a cell: its number, and the chances of its values; --cell ID shows one in full, summary.md all)",
  foldedMore: (cells: number) => `and ${cells} more`,
  /** Findings that the first screen has no room for. */
  moreFindings: (findings: number) => `(${findings} more ${findings === 1 ? "finding" : "findings"} in summary.md)`,
  gridWhat: (what: string, sets: string) =>
    `${what}${sets === "" ? "" : `; ${sets}`}; attackers down, defenders across`,
  /** Rows of a table that the terminal has no room for. */
  moreRows: (rows: number) => `and ${rows} more: --markdown prints all, --out DIR writes all as files`,
  same: "0: exactly the same.",
  zero: "0: nothing at all.",
  tiny: "~0: practically nothing.",
  nearlyAll: "~100: practically always.",
  forbidden: "–: the rules forbid it.",
  gridOthers: (sets: string) => `The same with ${sets}: summary.md, or the page.`,
  mean: "mean",
  /** Of a simulated grid: how far limits reach from a square, and from a mean of a row or a column. */
  limits: (square: string, mean?: string) =>
    `Limits at 95 %: within ${square} of each square${mean === undefined ? "" : `, ${mean} of each mean`}.`,
  /** Of a grid of which nothing is simulated. */
  exact: "Every number is exact.",
};

const fr: typeof en = {
  turns: (last) => `tours 1–${last}`,
  foldedMore: (cells) => `et ${cells} ${many(cells, "autre")}`,
  moreFindings: (findings) => `(${findings} ${many(findings, "autre constat", "autres constats")} dans summary.md)`,
  gridWhat: (what, sets) =>
    f`${what}${sets === "" ? "" : f` ; ${sets}`} ; attaquants en lignes, défenseurs en colonnes`,
  moreRows: (rows) =>
    f`et ${rows} ${many(rows, "autre")} : --markdown ${rows === 1 ? "l'affiche" : "les affiche tous"}, --out DOSSIER écrit tout en fichiers`,
  same: f`0 : exactement pareil.`,
  zero: f`0 : rien du tout.`,
  tiny: f`~0 : pratiquement rien.`,
  nearlyAll: f`~100 : pratiquement toujours.`,
  forbidden: f`– : interdit par les règles.`,
  gridOthers: (sets) => f`De même avec ${sets} : summary.md, ou la page.`,
  mean: "moyenne",
  limits: (square, mean) =>
    f`Limites à 95 % : à ${square} au plus de chaque case${mean === undefined ? "" : `, à ${mean} au plus de chaque moyenne`}.`,
  exact: "Chaque nombre est exact.",
  folded: f`(une ligne par cas : son nombre, et les probabilités de ses valeurs ; --cell ID en montre un en entier, summary.md tous)`,
};

export const terminal = { en, fr };
