/** The findings in words. `who` is `oneShot: Rangers against Marines`; `with`: the sets of the cell, joined. */
import { f } from "./french.ts";

const en = {
  /** The experiment and who meets whom. */
  who: (experiment: string, pairing: string) => `${experiment}: ${pairing}`,
  withSets: (sets: string) => ` with ${sets}`,
  said: (who: string, text: string, rule: string) => `${who}: ${text} (${rule}).`,
  notBuilt: (who: string, text: string) => `${who}: ${text}.`,
  notPlayed: (cell: string) => `${cell}: could not be played; see there.`,
  /** `19.2 % of shots put the target down or out, 12.0 % out for good.` */
  plain: (who: string, number: string, text: string, also: string) => `${who}: ${number} ${text}${also}.`,
  also: (number: string, text: string) => `, ${number} ${text}`,
  set: (name: string, number: string, change: string, more: string) => `  ${name}: ${number}, ${change}${more}.`,
  more: (number: string, text: string, change: string) => `; ${number} ${text}, ${change}`,
  noDifference: "no difference",
  notShown: "no difference that these trials can show",
};

const fr: typeof en = {
  who: (experiment, pairing) => f`${experiment} : ${pairing}`,
  withSets: (sets) => ` avec ${sets}`,
  said: (who, text, rule) => f`${who} : ${text} (${rule}).`,
  notBuilt: (who, text) => f`${who} : ${text}.`,
  notPlayed: (cell) => f`${cell} : n'a pas pu être joué ; voir plus bas.`,
  plain: (who, number, text, also) => f`${who} : ${number} ${text}${also}.`,
  also: (number, text) => `, ${number} ${text}`,
  set: (name, number, change, more) => f`  ${name} : ${number}, ${change}${more}.`,
  more: (number, text, change) => f` ; ${number} ${text}, ${change}`,
  noDifference: "aucune différence",
  notShown: "aucune différence que ces essais puissent montrer",
};

export const findings = { en, fr };
