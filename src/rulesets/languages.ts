/**
 * The languages that texts are shown in: English, and one for each catalogue in `languages/`. In a browser
 * `languages.web.ts` stands in its place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";

/** Where catalogues are. */
const folder = (): string => process.env.CRIBLE_LANGUAGES ?? packageFile("languages");

/** The tags of all languages, English first. */
export const languages = (): readonly string[] => [
  "en",
  ...readdirSync(folder())
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .toSorted(),
];

const read = new Map<string, Translation>();

/** Resolves when `translationIn` has a language. */
export const languageReady = (_tag: string): Promise<void> => Promise.resolve();

/** A language by its tag. */
export function translationIn(tag: string): Translation {
  if (tag === "en") return ENGLISH;
  let found = read.get(tag);
  if (found === undefined) {
    const data = JSON.parse(readFileSync(join(folder(), `${tag}.json`), "utf8")) as TextCatalogue;
    found = translationOf(data);
    read.set(tag, found);
  }
  return found;
}
