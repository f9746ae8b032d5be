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
/** What is shown as it is: nothing is reckoned from it. */
export const shown = <T>() => z.unknown() as z.ZodType<T>;

export const text = z.string();
export const number = z.number();
export const texts = list(text);
export const count = z.number().int().min(0);
export const share = z.number().min(0).max(1);
export const side = z.enum(["first", "second"]);
/** Where something is written. */
export const place = object({ file: text, line: number, column: number });

const limited = (value: z.ZodType<number>) => ({
  value,
  /** Limits at 95 %; left out where all of it is exact. */
  lower: maybe(value),
  upper: maybe(value),
  /** Where it is one: `"-3/125"`. */
  fraction: maybe(text),
});
/** A number of a cell; `trials` is 0 when it is exact. */
export const estimateOf = (value: z.ZodType<number>) => object({ ...limited(value), trials: count });

/** A sentence as a ruleset says it: its English, or a template and what fills it, so deep and no deeper. */
const MOST_DEEP = 6;
const named = z.union([text, number, z.object({ word: text })]);
const filledBy = (told: z.ZodType) => z.object({ say: text, with: z.array(told) });
let message = filledBy(named);
for (let depth = 1; depth < MOST_DEEP; depth++) message = filledBy(z.union([named, message]));
export const sentence = z.union([text, message]) as z.ZodType<Sentence>;
