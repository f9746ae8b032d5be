/**
 * In place of `languages.ts` in a browser: a catalogue is loaded when its language is asked for, words when their
 * ruleset is read.
 */
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";
// Made by the build, of what is in `languages/`.
import { catalogues, words } from "./catalogues.web.ts";
import { BROUGHT, type Labels } from "./labels.ts";

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

const labels = new Map<string, Labels>();

/** Resolves when `labelsOf` has the words of a ruleset, in every language. */
export async function labelsReady(ruleset: string): Promise<void> {
  const names = Object.keys(words).filter((name) => name.endsWith(`/${ruleset}`) && !labels.has(name));
  await Promise.all(names.map(async (name) => labels.set(name, await words[name]!())));
}

/** The words of a ruleset that was read, in a language; undefined where it has none. */
export function labelsOf(tag: string, ruleset: string): Labels | undefined {
  return labels.get(`${tag}/${ruleset}`) ?? (tag === "fr" ? BROUGHT.get(ruleset) : undefined);
}
