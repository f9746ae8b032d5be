/** What the factors are worth. */
import { f } from "./french.ts";

const en = {
  title: (name: string) => `${name}: what each factor is worth`,
  addUp: "they add up exactly",
  addUpAbout: (by: string) => `they add up, as far as these trials can tell (to within ${by})`,
  overlap: (by: string) => `they overlap by ${by}`,
  more: (by: string) => `together they are worth ${by} more than one by one`,
  base: (measure: string, estimate: string) => `${measure}: ${estimate} without any factor.`,
  alone: (parts: string) => `  ${parts}.`,
  together: (parts: string, factors: number, change: string, bond: string) =>
    `  ${parts}${factors > 2 ? "; all together" : ", together"} ${change}: ${bond}.`,
  beside: (factors: string, measure: string, change: string) => `  But ${factors} moves ${measure}: ${change}.`,
  /** In points of the army list. */
  listPoints: (text: string) => `${text} list pts`,
  lost: (unit: string, parts: string) => `  Army-list points lost by ${unit}: ${parts}.`,
  lostColumn: (unit: string) => `lost by ${unit}`,
  columns: ["against base", "overlap", "on average"],
  forbidden: (cell: string, text: string, rule: string) =>
    `${cell}: not possible: ${text} (${rule}); its factors have no effects.`,
};

const fr: typeof en = {
  title: (name) => f`${name} : ce que vaut chaque facteur`,
  addUp: "les effets s’ajoutent exactement",
  addUpAbout: (by) => f`les effets s'ajoutent, pour autant que ces essais le montrent (à ${by} près)`,
  overlap: (by) => f`ils se recouvrent de ${by}`,
  more: (by) => f`ensemble ils valent ${by} de plus que séparément`,
  base: (measure, estimate) => f`${measure} : ${estimate} sans aucun facteur.`,
  alone: (parts) => `  ${parts}.`,
  together: (parts, factors, change, bond) =>
    f`  ${parts}${factors > 2 ? f` ; tous ensemble` : ", ensemble"} ${change} : ${bond}.`,
  beside: (factors, measure, change) => f`  Mais ${factors} change ${measure} : ${change}.`,
  listPoints: (text) => `${text} pts de liste`,
  lost: (unit, parts) => f`  Points de liste perdus par ${unit} : ${parts}.`,
  lostColumn: (unit) => f`pertes de ${unit}`,
  columns: ["par rapport à la base", "recouvrement", "en moyenne"],
  forbidden: (cell, text, rule) => f`${cell} : impossible : ${text} (${rule}) ; ses facteurs n'ont pas d'effet.`,
};

export const effects = { en, fr };
