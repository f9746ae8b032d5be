/** The catalogues of `languages/`, loaded when they are asked for; the build writes this module anew. */
import type { TextCatalogue } from "../rule/catalogue.ts";

export const catalogues: Readonly<Record<string, () => Promise<TextCatalogue>>> = {};
