import type { Dice } from "../../dice/index.ts";
import { D3, D6 } from "./words.ts";

/** A number that may be rolled for (C-MOD-03): `3`, `D6+3`, `2D6`. Several are added die by die. */
export interface DiceAmount {
  readonly d6: number;
  readonly d3: number;
  readonly plus: number;
  /** What it is at least, whatever is taken from it. */
  readonly least?: number;
}

/** Dice in one amount, and what is added to them. */
const MOST_DICE = 99;
const MOST_PLUS = 1_000;
const FORM = /^(?:(\d{0,2})D([36]))?(?:([+-]?)(\d{1,4}))?$/iu;

/** What an amount looks like, for messages and editors. */
export const AMOUNT_FORM = "a number or dice such as D6, D3+1 or 2D6";
/** The same as a pattern, for the JSON Schema. */
export const AMOUNT_PATTERN = /^(?:(?:[1-9]\d?)?[Dd][36](?:\+\d{1,3})?|\d{1,3})$/u;

export const fixed = (plus: number): DiceAmount => ({ d6: 0, d3: 0, plus });
export const NOTHING: DiceAmount = fixed(0);

/** Reads an amount; undefined for anything else, dice of other sides, no or too many dice. Blanks do not count. */
export function parseAmount(given: string | number): DiceAmount | undefined {
  if (typeof given === "number")
    return Number.isInteger(given) && given >= 0 && given <= MOST_PLUS ? fixed(given) : undefined;
  if (given.length > 20) return undefined;
  const match = FORM.exec(given.replaceAll(" ", ""));
  if (match === null) return undefined;
  const [, count, sides, sign, plus] = match;
  const dice = sides === undefined ? 0 : count === "" ? 1 : Number(count);
  const added = plus === undefined ? 0 : sign === "-" ? -Number(plus) : Number(plus);
  const bare = sides === undefined;
  if (bare && (plus === undefined || sign !== "")) return undefined;
  if ((!bare && (dice < 1 || (plus !== undefined && sign === ""))) || dice > MOST_DICE) return undefined;
  if (Math.abs(added) > MOST_PLUS || dice + added < 0) return undefined;
  return { d6: sides === "6" ? dice : 0, d3: sides === "3" ? dice : 0, plus: added };
}

export const sumOf = (a: DiceAmount, b: DiceAmount): DiceAmount => ({
  d6: a.d6 + b.d6,
  d3: a.d3 + b.d3,
  plus: a.plus + b.plus,
});
export const least = ({ d6, d3, plus }: DiceAmount): number => d6 + d3 + plus;
export const most = ({ d6, d3, plus }: DiceAmount): number => d6 * D6 + d3 * D3 + plus;
export const isFixed = ({ d6, d3 }: DiceAmount): boolean => d6 === 0 && d3 === 0;
/** Twice the mean, a whole number. */
export const doubleMean = ({ d6, d3, plus }: DiceAmount): number => 7 * d6 + 4 * d3 + 2 * plus;

/** `2D6+1`. */
export function amountText({ d6, d3, plus, least = plus }: DiceAmount): string {
  const dice = [
    [d6, "D6"],
    [d3, "D3"],
  ].flatMap(([count, die]) => (count === 0 ? [] : [`${count === 1 ? "" : count}${die}`]));
  if (dice.length === 0) return String(Math.max(least, plus));
  return `${dice.join("+")}${plus === 0 ? "" : plus > 0 ? `+${plus}` : plus}`;
}

/** Rolls an amount: every die, then what is added. */
export const roll = (dice: Dice, { d6, d3, plus }: DiceAmount, rule: string): number =>
  dice.sum(D6, d6, rule) + dice.sum(D3, d3, rule) + plus;
