/** The value that comes nearest to a target. */
import { f, many } from "./french.ts";

const en = {
  title: (name: string, asked: string) => `${name}: ${asked}`,
  asked: (measure: string, target: string) => `what brings ${measure} to ${target}`,
  several: "what comes nearest to the targets",
  target: (aim: string) => `target ${aim}`,
  nearestRow: (value: string) => `${value} (nearest)`,
  onIt: "on it",
  unreached: (
    path: string,
    from: string,
    to: string,
    measure: string,
    target: string,
    best: string,
    estimate: string,
  ) => `no value of ${path} from ${from} to ${to} brings ${measure} to ${target}: the best is ${best} with ${estimate}`,
  gives: (value: string, estimate: string) => `${value} gives ${estimate}`,
  found: (path: string, value: string, measure: string, estimate: string) =>
    `${path} ${value} brings ${measure} to ${estimate}`,
  met: (found: string) => `${found}, exactly the target.`,
  within: (found: string, aim: string) => `${found}; the target of ${aim} lies within its limits.`,
  nearest: (found: string, aim: string, off: string) => `${found}, nearest to the target of ${aim} (${off}).`,
  sentence: (text: string) => `${text}.`,
  beside: (list: string) => `  Beside it ${list}.`,
  tied: (list: string) => `  These trials cannot tell it from ${list}.`,
  refused: (path: string, value: string, why: string) => `  ${path} cannot be ${value}: ${why}.`,
  notShown: (values: number) => `(${values} more values tried, see --csv)`,
  moreRefused: (values: number) => `  ${values} more ${values === 1 ? "value is" : "values are"} not allowed.`,
  off: "off the target",
};

const fr: typeof en = {
  title: (name, asked) => f`${name} : ${asked}`,
  asked: (measure, target) => `quelle valeur pour ${target} (${measure})`,
  several: "ce qui s'approche le plus des cibles",
  target: (aim) => `cible ${aim}`,
  nearestRow: (value) => `${value} (au plus près)`,
  onIt: "atteinte",
  unreached: (path, from, to, measure, target, best, estimate) =>
    f`aucune valeur de ${path} entre ${from} et ${to} n'amène ${measure} à ${target} : la meilleure est ${best}, avec ${estimate}`,
  gives: (value, estimate) => `${value} donne ${estimate}`,
  found: (path, value, measure, estimate) => f`${path} ${value} donne ${measure} : ${estimate}`,
  met: (found) => f`${found} ; la cible même.`,
  within: (found, aim) => f`${found} ; la cible de ${aim}, dans ses limites.`,
  nearest: (found, aim, off) => f`${found}, au plus près de la cible de ${aim} (${off}).`,
  sentence: (text) => `${text}.`,
  beside: (list) => f`  À côté, ${list}.`,
  tied: (list) => f`  Ces essais ne permettent pas de la distinguer de ${list}.`,
  refused: (path, value, why) => f`  ${path} ne peut pas être ${value} : ${why}.`,
  notShown: (values) => f`(${values} autres valeurs essayées, voir --csv)`,
  moreRefused: (values) =>
    f`  ${values} ${many(values, "autre valeur est impossible", "autres valeurs sont impossibles")}.`,
  off: "écart à la cible",
};

export const solve = { en, fr };
