/** The files of `languages/`, loaded when they are asked for; the build writes this module anew, with the spaces of words set. */
import type { TextCatalogue } from "../rule/catalogue.ts";
import type { Labels } from "./labels.ts";

export const catalogues: Readonly<Record<string, () => Promise<TextCatalogue>>> = {};

/** By language and ruleset: `fr/metropolis`. */
export const words: Readonly<Record<string, () => Promise<Labels>>> = {};
