/** How French is set. */
import { NARROW, NO_BREAK } from "./numbers.ts";

export { of } from "../../rulesets/sayings.ts";

/**
 * A French sentence with its spaces as French wants them: narrow ones before `; ! ? %`, ordinary no-break ones before a
 * colon and within guillemets. Only what is written in the source is touched, never what is put into it (a name stays as
 * its designer wrote it).
 *
 * @example
 * f`${2} tirs : ${"raté ; raté"}`; // "2 tirs\u00a0: raté ; raté"
 */
export const f = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  texts.map((text, i) => `${set(text)}${i < values.length ? values[i] : ""}`).join("");

/** A French text of a ruleset, with its spaces set in the same way. */
export const set = (text: string): string =>
  text
    .replace(/ (?=[;!?%])/g, NARROW)
    .replace(/ (?=[:»])/g, NO_BREAK)
    .replace(/« /g, `«${NO_BREAK}`)
    .replaceAll("'", "’");

/** French counts as one what is below two: `1 tir`, `0 tir`, `1,5 tir`, `2 tirs`. */
export const many = (value: number, one: string, several = `${one}s`): string => (Math.abs(value) < 2 ? one : several);
