import * as z from "zod";
import type { Between, OptionDoc } from "./options.ts";

const whole = ([least, most]: Between) => z.int().min(least).max(most);

/** The zod type of one option, from its documentation. */
function optionType({ id, question, readings, anyInteger, between }: OptionDoc): z.ZodType {
  const about = `${id}. ${question}`;
  if (anyInteger || between) return whole(between ?? [-20, 20]).describe(about);
  const words: (string | number | boolean)[] = [];
  const maps: z.ZodType[] = [];
  for (const { value, fields } of readings) {
    if (typeof value !== "object") words.push(value);
    else maps.push(z.strictObject(Object.fromEntries(Object.keys(value).map((name) => [name, whole(fields![name]!)]))));
  }
  return (maps.length === 0 ? z.literal(words) : z.union([z.literal(words), ...maps])).describe(about);
}

/** The `options:` of a scenario. */
export const optionsSchema = (docs: readonly OptionDoc[]) =>
  z.strictObject(Object.fromEntries(docs.map((doc) => [doc.name, optionType(doc)]))).partial();
