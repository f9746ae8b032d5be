/**
 * The languages that texts are shown in: English, and one for each catalogue in `languages/`. In a browser
 * `languages.web.ts` stands in its place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { packageFile } from "../package.ts";
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";

const read = new Map<string, Translation>();

let tags: readonly string[] | undefined;
/** The tags of the catalogues that ship. */
const shipped = (): readonly string[] =>
  (tags ??= readdirSync(packageFile("languages")).flatMap((name) => /^(.*)\.json$/u.exec(name)?.[1] ?? []));

/** The tags of all languages, English first. */
export const languages = (): readonly string[] => ["en", ...[...new Set([...shipped(), ...read.keys()])].toSorted()];

/** Makes a language known, or takes the place of one that ships. */
export const addLanguage = (catalogue: TextCatalogue): void => {
  read.set(catalogue.language, translationOf(catalogue));
};

/** Resolves when `translationIn` has a language. */
export const languageReady = (_tag: string): Promise<void> => Promise.resolve();

/** A language by its tag. */
export function translationIn(tag: string): Translation {
  if (tag === "en") return ENGLISH;
  let found = read.get(tag);
  if (found === undefined) {
    if (!shipped().includes(tag)) return ENGLISH;
    const data = JSON.parse(readFileSync(packageFile(`languages/${tag}.json`), "utf8")) as TextCatalogue;
    found = translationOf(data);
    read.set(tag, found);
  }
  return found;
}
