/** What reports say of the health of what was simulated. */
import type { QualityCheck } from "../../stats/index.ts";
import { f, many } from "./french.ts";
import type { Numbers } from "./numbers.ts";
import type { Terms } from "./terms.ts";

type Name = QualityCheck["name"];

const en = {
  line: (passed: number, all: number) =>
    passed === all ? `all ${all} health checks passed` : `${passed} of ${all} health checks passed`,
  among: (line: string, cells: number) => `${line} in ${cells} simulated cells`,
  /** Exact cells that were simulated as well, to hold one against the other. */
  checked: (line: string, cells: number) =>
    cells === 1
      ? `one exact cell was also simulated, to check it: ${line}`
      : `${cells} exact cells were also simulated, to check them: ${line}`,
  beside: (method: string, line: string) => `${method}; ${line}`,
  of: (cell: string, text: string) => `${cell}: ${text}`,
  failed: (name: Name, advice: string) => `${name}: ${advice}`,
  several: (name: Name, cells: number, first: string, advice: string) =>
    `${name}, in ${cells} cells; the first, ${first}: ${advice}`,
  advice: ({ advice, metric }: QualityCheck, { measure }: Numbers & Terms) =>
    metric === undefined ? advice : advice.replace(metric, () => measure(metric)),
};

const NAMES: Readonly<Record<Name, string>> = {
  precision: "précision",
  events: "événements",
  halves: "moitiés",
  dispersion: "dispersion",
  streams: "flux",
  exact: "réponse exacte",
  repeated: "blocs rejoués",
};

const fr: typeof en = {
  line: (passed, all) =>
    passed === all
      ? `les ${all} contrôles de qualité sont réussis`
      : `${passed} contrôles de qualité réussis sur ${all}`,
  among: (line, cells) => `${line} dans ${cells} ${many(cells, "cas simulé", "cas simulés")}`,
  checked: (line, cells) =>
    cells === 1
      ? f`un cas exact a aussi été simulé, pour le contrôler : ${line}`
      : f`${cells} cas exacts ont aussi été simulés, pour les contrôler : ${line}`,
  beside: (method, line) => f`${method} ; ${line}`,
  of: (cell, text) => f`${cell} : ${text}`,
  failed: (name, advice) => f`${NAMES[name]} : ${advice}`,
  several: (name, cells, first, advice) => f`${NAMES[name]}, dans ${cells} cas ; le premier, ${first} : ${advice}`,
  advice({ name, value, metric = "", statistic = 0 }, { measure, count }) {
    switch (name) {
      case "precision":
        return f`Arrêté par le plafond et non par la précision : ${measure(metric)} demande environ ${count(statistic)} essais.`;
      case "events":
        return f`${measure(metric)} repose sur ${count(value)} ${many(value, "événement")} : jouez plus d'essais, ou demandez --exact.`;
      case "halves":
        return f`La première et la seconde moitié diffèrent plus que le hasard ne le permet : cherchez un état qui passe d'un essai au suivant, puis recommencez avec une autre graine.`;
      case "dispersion":
        return statistic > 1
          ? f`Les blocs diffèrent plus que des essais indépendants ne le peuvent : cherchez un état gardé d'un essai à l'autre.`
          : f`Les blocs se ressemblent plus que des essais indépendants ne le peuvent : cherchez des nombres qui servent à plusieurs blocs.`;
      case "streams":
        return f`Le bloc ${count(statistic)} a tiré les nombres d'un autre, donc des essais comptent deux fois : signalez-le, c'est une erreur de crible.`;
      case "exact":
        return f`${measure(metric)} ne s'accorde pas avec la réponse exacte : signalez-le, c'est une erreur de crible.`;
      case "repeated":
        return f`Rejoués, les blocs à partir du ${count(statistic)} n'ont pas donné les mêmes comptes : signalez-le, c'est une erreur de crible.`;
    }
  },
};

export const quality = { en, fr };
