/** How a cell's numbers came about. */
import { f, many } from "./french.ts";

const en = {
  yes: "yes",
  no: "no",
  answer: (question: string, outcome: string, chance: string) => `${question}: ${outcome}  ${chance}`,
  tooMany: "(too many ways to list)",
  always: (outcome: string, chance: string) => `always: ${outcome}  ${chance}`,
  moreLines: (lines: number) => `… ${lines} more lines`,
  step: (text: string, value: string) => `${text}: ${value}`,
  needed: (text: string, needed: number, sides: number, certain: "" | "always" | "never") =>
    `${text}: ${needed}+ on a D${sides}${certain === "" ? "" : ` (${certain})`}`,
  modifiers: "Modifiers",
  inAll: (sum: string) => `in all: ${sum}`,
  neededDice: "Needed dice",
  outcomes: "What can happen",
  option: (name: string, value: string, id: string) => `option ${name}: ${value} (${id})`,
  assumptions: (list: string) => `assumptions: ${list}`,
  others: "Other cells (choose one with --cell):",
};

const CERTAIN = { "": "", always: " (toujours)", never: " (jamais)" };

const fr: typeof en = {
  yes: "oui",
  no: "non",
  answer: (question, outcome, chance) => f`${question} : ${outcome}  ${chance}`,
  tooMany: "(trop de cas pour les énumérer)",
  always: (outcome, chance) => f`toujours : ${outcome}  ${chance}`,
  moreLines: (lines) => `… ${lines} ${many(lines, "autre ligne", "autres lignes")}`,
  step: (text, value) => f`${text} : ${value}`,
  needed: (text, needed, sides, certain) => f`${text} : ${needed}+ sur un D${sides}${CERTAIN[certain]}`,
  modifiers: "Modificateurs",
  inAll: (sum) => f`en tout : ${sum}`,
  neededDice: "Dés à obtenir",
  outcomes: "Ce qui peut arriver",
  option: (name, value, id) => f`option ${name} : ${value} (${id})`,
  assumptions: (list) => f`hypothèses : ${list}`,
  others: f`Autres cas (en choisir un avec --cell) :`,
};

export const explanation = { en, fr };
