/**
 * What an unquoted word of a scenario is, and what to write when it looks like a number or a yes/no but is not one.
 * YAML's own rules are not used: `no`, `012`, `0x1F`, `1_000` or `20:30` mean different things to different readers,
 * so only the spellings everybody reads alike are numbers, and all the others stay text that a numeric field refuses.
 */

import { type Said, said } from "../rulesets/said.ts";

export type Value = string | number | boolean | null;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

/**
 * The value of an unquoted text: null (or nothing at all), true, false, a finite decimal number that a double holds
 * without silent rounding of a whole number, or else the text itself. -0 is 0.
 */
export function typed(text: string): Value {
  if (text === "null" || text === "") return null;
  if (text === "true") return true;
  if (text === "false") return false;
  return numberOf(text) ?? text;
}

function numberOf(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** A scalar as it stands in the text; `value` is the text without its quotes when `quoted`. */
export interface Spelled {
  readonly value: Value;
  readonly raw: string;
  readonly quoted: boolean;
}

const TRUE = new Set(["true", "yes", "on", "y", "oui", "vrai", "1"]);
const FALSE = new Set(["false", "no", "off", "n", "non", "faux", "0"]);

export const write = (text: string): Said => said`write ${text}`;
const REMOVE_QUOTES = said`remove the quotes`;

/** What to write for true or false, when that is what the text seems to say. */
export function booleanHint(scalar: Spelled): Said | undefined {
  if (typeof scalar.value === "boolean") return undefined;
  const word = String(scalar.value).toLowerCase();
  if (scalar.quoted && (word === "true" || word === "false")) return REMOVE_QUOTES;
  return TRUE.has(word) ? write("true") : FALSE.has(word) ? write("false") : undefined;
}

/** Spellings of a number that are not ours, and the one to write instead. */
const SPELLINGS: readonly (readonly [RegExp, (text: string) => Said | string])[] = [
  [/^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$|^[-+]?Infinity$|^NaN$/u, () => said`write a finite number`],
  [/^0[xX][0-9a-fA-F]+$|^0[oO][0-7]+$|^0[bB][01]+$/u, (t) => String(Number(t.toLowerCase()))],
  [/^[-+]?\d+(?::\d\d?)+$/u, () => said`a time or a ratio is not a number; write one number`],
  [/^\d+\+$/u, (t) => t.slice(0, -1)],
  [/^[-+\u2212]?\d{1,3}(?:[\u0020\u00a0\u202f']\d{3})+$/u, (t) => t.replace(/[^\d+\u2212-]/gu, "")],
  [/^[-+\u2212]?\d[\d_]*$/u, (t) => t.replaceAll("_", "")],
  [
    /^[-+\u2212]?[\d_]*[.,][\d_]*(?:[eE][-+]?\d+)?$/u,
    (t) => (/\d/u.test(t) ? t.replaceAll("_", "").replace(",", ".") : said`write a number`),
  ],
  [/^[-+]?[\d_.]+[eE][-+]?\d+$/u, (t) => t.replaceAll("_", "")],
];

/** `write 12` for `+012`, when that is a number that may stand there; otherwise why no number will do. */
function decimal(text: string, isAllowed: (value: number) => boolean): Said | undefined {
  const negative = /^[-\u2212]/u.test(text);
  const digits = text
    .replace(/^[-+\u2212]/u, "")
    .replace(/^0+(?=\d)/u, "")
    .replace(/^\./u, "0.")
    .replace(/\.(?=$|e)/iu, "");
  const written = (negative ? "-" : "") + digits;
  const value = numberOf(written);
  if (value !== undefined) return isAllowed(value) ? write(written) : undefined;
  return NUMBER.test(written)
    ? said`too large: numbers are exact up to 9007199254740991`
    : said`write a decimal number`;
}

/** What to write for a number, when the text seems to say one; nothing where that would be refused too. */
export function numberHint(scalar: Spelled, isAllowed: (value: number) => boolean): Said | undefined {
  if (typeof scalar.value !== "string") return undefined;
  const text = scalar.value;
  if (text.length > 100) return undefined;
  if (scalar.quoted && numberOf(text) !== undefined) return REMOVE_QUOTES;
  const found = SPELLINGS.find(([form]) => form.test(text))?.[1](text) ?? (NUMBER.test(text) ? text : undefined);
  return typeof found === "string" ? decimal(found, isAllowed) : found;
}
