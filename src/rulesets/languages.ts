/**
 * The languages that texts are shown in: English, and one for each catalogue in `languages/`. What a language calls the things
 * of a ruleset is a file of its own: `languages/fr/metropolis.json`. In a browser `languages.web.ts` stands in its place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";
import { keptIn } from "../rule/once.ts";
import { BROUGHT, type Labels, withSpaces } from "./labels.ts";

const read = new Map<string, Translation>();

let names: readonly string[] | undefined;
/** The files of the languages that ship. */
const shipped = (): readonly string[] =>
  (names ??= readdirSync(packageFile("languages"), { recursive: true, encoding: "utf8" }));
const dataOf = <T>(name: string): T => JSON.parse(readFileSync(packageFile(join("languages", name)), "utf8")) as T;

/** The tags of all languages, English first. */
export const languages = (): readonly string[] => {
  const tags = shipped().flatMap((name) => /^([^\\/]*)\.json$/u.exec(name)?.[1] ?? []);
  return ["en", ...[...new Set([...tags, ...read.keys()])].toSorted()];
};

/** Makes a language known, or takes the place of one that ships. */
export const addLanguage = (catalogue: TextCatalogue): void => {
  read.set(catalogue.language, translationOf(catalogue));
};

/** Resolves when `translationIn` has a language. */
export const languageReady = (_tag: string): Promise<void> => Promise.resolve();

/** A language by its tag. */
export function translationIn(tag: string): Translation {
  if (tag === "en" || !(read.has(tag) || shipped().includes(`${tag}.json`))) return ENGLISH;
  return keptIn(read, tag, () => translationOf(dataOf<TextCatalogue>(`${tag}.json`)));
}

const labels = new Map<string, Labels>();

/** Resolves when `labelsOf` has the words of a ruleset. */
export const labelsReady = (_ruleset: string): Promise<void> => Promise.resolve();

/** The words of a ruleset in a language, of one from outside once its rules are loaded; undefined where it has none. */
export function labelsOf(tag: string, ruleset: string): Labels | undefined {
  const name = join(tag, `${ruleset}.json`);
  if (!labels.has(name) && shipped().includes(name))
    labels.set(name, withSpaces(dataOf<Labels>(name), translationIn(tag)));
  return labels.get(name) ?? (tag === "fr" ? BROUGHT.get(ruleset) : undefined);
}
