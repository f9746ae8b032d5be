/** What names of a game may hold. */
import * as z from "zod";
import type { Formula } from "../../rulesets/game/ir.ts";
import { type Said, said } from "../../rulesets/said.ts";

export type ValueType =
  | { readonly is: "number" }
  | { readonly is: "yesNo" }
  /** One of several words, which a slot holds as the place in the list. */
  | { readonly is: "word"; readonly words: readonly string[] }
  | { readonly is: "pool"; readonly pool: number; readonly sides: number }
  | { readonly is: "dice" }
  | { readonly is: "keywords"; readonly words: readonly string[] }
  /** Something that has been told already. */
  | { readonly is: "wrong" };

export const NUMBER: ValueType = { is: "number" };
export const YES_NO: ValueType = { is: "yesNo" };
export const WRONG: ValueType = { is: "wrong" };

/** What a characteristic, a fact or a named number takes. */
export type FieldType =
  | { readonly is: "number"; readonly low: number; readonly high: number; readonly unit?: string }
  | { readonly is: "needed"; readonly sides: number; readonly low: number; readonly high: number }
  | Extract<ValueType, { is: "dice" | "yesNo" | "word" | "keywords" }>;

export type FieldValue = string | number | boolean | readonly string[];

export interface GameField {
  readonly name: string;
  readonly type: FieldType;
  readonly default?: FieldValue;
  readonly text?: { readonly en: string; readonly fr?: string };
}

const DICE = /^\s*(?:(\d{0,3})\s*[dD](\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?|(\d{1,4}))\s*$/u;

/** Dice as they are written, `2D6+1` or `3`: how many, their sides, what is added. Undefined for anything else. */
export function diceIn(text: string): readonly [number, number, number] | undefined {
  const found = DICE.exec(text);
  if (found === null) return undefined;
  const [, count, sides, sign, plus, flat] = found;
  if (flat !== undefined) return [0, 1, Number(flat)];
  const dice = [count === "" ? 1 : Number(count), Number(sides), Number(plus ?? 0) * (sign === "-" ? -1 : 1)] as const;
  return dice[0] > 100 || dice[1] < 2 || dice[0] < 1 ? undefined : dice;
}

/** The numbers that a value of a field stands for in a profile. */
export function numbersOf(type: FieldType, value: FieldValue): readonly number[] {
  switch (type.is) {
    case "needed":
      return [value === "none" || value === "-" ? type.sides + 1 : Number(String(value).replace("+", ""))];
    case "dice":
      return diceIn(String(value)) ?? [0, 1, 0];
    case "yesNo":
      return [value === true ? 1 : 0];
    case "word":
      return [type.words.indexOf(String(value))];
    case "keywords":
      return [(value as readonly string[]).reduce((bits, word) => bits | (1 << type.words.indexOf(word)), 0)];
    default:
      return [Number(value)];
  }
}

const DICE_SCHEMA = z
  .string()
  .refine((text) => diceIn(text) !== undefined, "must be dice such as D6, 2D6+1 or 3")
  .meta({ expects: "dice such as D6, 2D6+1 or 3", french: "des dés tels que D6, 2D6+1 ou 3" });

function neededType(type: Extract<FieldType, { is: "needed" }>): z.ZodType {
  const { sides, low, high } = type;
  const die = Math.max(low, Math.min(4, sides, high));
  const [or, ou] = high > sides ? [", or none", ", ou none"] : ["", ""];
  const expects = `a needed die such as ${die}+, from ${low}+ to ${Math.min(high, sides)}+${or}`;
  const french = `un dé à atteindre tel que ${die}+, de ${low}+ à ${Math.min(high, sides)}+${ou}`;
  const isWithin = (text: string) => numbersOf(type, text).every((face) => face >= low && face <= high);
  const written = z
    .string()
    .regex(high > sides ? /^(?:[1-9]\d{0,2}\+?|none|-)$/u : /^[1-9]\d{0,2}\+?$/u, `must be ${expects}`)
    .refine(isWithin, `must be ${expects}`);
  return z.union([z.int().min(low).max(high), written]).meta({ expects, french });
}

/** What a scenario may say of a field. */
export function schemaOf(type: FieldType): z.ZodType {
  switch (type.is) {
    case "number":
      return z
        .int()
        .min(type.low)
        .max(type.high)
        .meta(type.unit ? { unit: type.unit, description: type.unit } : {});
    case "needed":
      return neededType(type);
    case "dice":
      return z.union([z.int().min(0).max(1_000), DICE_SCHEMA]);
    case "yesNo":
      return z.boolean();
    case "word":
      return z.enum(type.words as [string, ...string[]]);
    default:
      return z.array(z.enum(type.words as [string, ...string[]])).max(type.words.length);
  }
}

const TRUTHS = new Map(Object.entries({ yes: true, no: false, true: true, false: false }));

/** The value that a default says, as scenarios say it; undefined where its type takes none such. */
export function valueIn(type: FieldType, text: string): FieldValue | undefined {
  const plain = /^-?\d+$/u.test(text) ? Number(text) : text;
  const words = text.split(",").map((word) => word.trim());
  const value =
    type.is === "yesNo"
      ? TRUTHS.get(text)
      : type.is === "keywords"
        ? words.filter((word) => word !== "")
        : type.is === "needed" && typeof plain === "number"
          ? `${plain}+`
          : plain;
  return schemaOf(type).safeParse(value).success ? (value as FieldValue) : undefined;
}

const TOLD = {
  number: said`a number`,
  yesNo: said`yes or no{#type}`,
  pool: said`a pool of dice`,
  dice: said`dice that are not rolled`,
  keywords: said`a list of keywords`,
  wrong: said`something else`,
};
export const told = (type: ValueType): Said =>
  type.is === "word" ? said`one of ${type.words.join(", ")}{#type}` : TOLD[type.is];

export const isLike = (a: ValueType, b: ValueType): boolean =>
  a.is === "wrong" ||
  b.is === "wrong" ||
  (a.is === b.is && (a.is !== "word" || (b.is === "word" && a.words.join() === b.words.join())));

export const constant = (value: number): Formula => ({ op: "const", value });
export const not = (a: Formula): Formula => ({ op: "eq", a, b: constant(0) });
/** The second is looked at only where the first leaves it open. */
export const and = (test: Formula, yes: Formula): Formula => ({ op: "if", test, yes, no: constant(0) });
export const or = (test: Formula, no: Formula): Formula => ({ op: "if", test, yes: constant(1), no });
