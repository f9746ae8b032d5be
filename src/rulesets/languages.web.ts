/** In place of `languages.ts` in a browser: a catalogue is loaded when its language is asked for. */
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";
// Made by the build, of what is in `languages/`.
import { catalogues } from "./catalogues.web.ts";

export const languages = (): readonly string[] => ["en", ...Object.keys(catalogues)];

const read = new Map<string, Translation>([["en", ENGLISH]]);

/** Resolves when `translationIn` has a language. */
export async function languageReady(tag: string): Promise<void> {
  if (read.has(tag) || !Object.hasOwn(catalogues, tag)) return;
  const load = catalogues[tag] as () => Promise<TextCatalogue>;
  read.set(tag, translationOf(await load()));
}

/** A language by its tag; English until it is loaded. */
export const translationIn = (tag: string): Translation => read.get(tag) ?? ENGLISH;
