/** Forms of what is stored: a reader holds it against them, and its types are made from them. */
import * as z from "zod";
import type { Sentence } from "../rule/message.ts";

/** What else stands in it is left alone. */
export const object = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape) as unknown as z.ZodType<Readonly<z.infer<z.ZodObject<T>>>>;
export const list = <T>(of: z.ZodType<T>, least = 0) => z.array(of).min(least) as z.ZodType<readonly T[]>;
export const byName = <T>(of: z.ZodType<T>) =>
  z.record(z.string(), of) as unknown as z.ZodType<Readonly<Record<string, T>>>;
/** What may be left out. */
export const maybe = z.exactOptional;
/** What is shown as it is, if it is there: nothing is reckoned from it. */
export const shown = <T>() => z.unknown().optional() as z.ZodType<T>;

/** What a text holds as JSON; undefined where that is not of the form. */
export function heldIn<T>(form: z.ZodType<T>, text: string): T | undefined {
  try {
    const data = JSON.parse(text);
    return form.safeParse(data).success ? data : undefined;
  } catch {
    return undefined;
  }
}

export const text = z.string();
export const number = z.number();
export const texts = list(text);
export const count = z.number().int().min(0);
export const share = z.number().min(0).max(1);
export const side = z.enum(["first", "second"]);
/** Where something is written. */
export const place = object({ file: text, line: number, column: number });

/** What rounding may have put a number beyond where it ends. */
const SLACK = 1e-9;
export const chance = number.min(-SLACK).max(1 + SLACK);
const between = number.min(-1 - SLACK).max(1 + SLACK);
/** No less than nothing. */
export const least = number.min(-SLACK);

export const limited = (value: z.ZodType<number>) => ({
  value,
  /** Limits at 95 %; left out where all of it is exact. */
  lower: maybe(value),
  upper: maybe(value),
  /** Where it is one: `"-3/125"`. */
  fraction: maybe(text),
});
/** A number of a cell; `trials` is 0 when it is exact. */
export const estimateForm = (value: z.ZodType<number>) => object({ ...limited(value), trials: count });
/** A reading as plain data. */
export type Estimate = z.infer<ReturnType<typeof estimateForm>>;

export const changeForm = (value: z.ZodType<number>) =>
  object({
    ...limited(value),
    /** Where the simulated readings are of the same trials; else they are of independent runs. */
    paired: maybe(shown<Paired>()),
  });
/** A change of a chance or a mean. */
export type Change = z.infer<ReturnType<typeof changeForm>>;
export interface Paired {
  readonly trials: number;
  /** How many times fewer trials than independent runs this took; left out where no trial told the readings apart. */
  readonly gain?: number;
  /** Of two chances: the trials in which just one of them came true, and McNemar's exact test of their split. */
  readonly onlyFirst?: number;
  readonly onlySecond?: number;
  readonly pValue?: number;
}

type Number = ReturnType<typeof estimateForm>;
type Shift = ReturnType<typeof changeForm>;
/** What is told of a measure (as `parseMeasure` reads it): of a chance all numbers are chances, and all changes those of two. */
export const measured = <T extends z.ZodRawShape>(shape: (reading: Number, by: Shift) => T) => {
  const ofOne = (isChance: boolean, value: z.ZodType<number>, by: z.ZodType<number>) =>
    z.object({ isChance: z.literal(isChance), measure: text, ...shape(estimateForm(value), changeForm(by)) });
  return z.discriminatedUnion("isChance", [
    ofOne(true, chance, between),
    ofOne(false, number, number),
  ]) as unknown as z.ZodType<Readonly<z.infer<z.ZodObject<T & { isChance: z.ZodBoolean; measure: z.ZodString }>>>>;
};
/** Where the rules forbid it. */
export const statement = maybe(shown<{ readonly rule: string; readonly text: Sentence }>());
/** Whom a cell is of. */
export const sides = { experiment: text, attacker: text, defender: text };

/** A sentence as a ruleset says it: its English, or a template and what fills it, so deep and no deeper. */
const MOST_DEEP = 6;
const named = z.union([text, number, z.object({ word: text })]);
const filledBy = (told: z.ZodType) => z.object({ say: text, with: z.array(told) });
let message = filledBy(named);
for (let depth = 1; depth < MOST_DEEP; depth++) message = filledBy(z.union([named, message]));
export const sentence = z.union([text, message]) as z.ZodType<Sentence>;
