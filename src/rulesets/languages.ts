/**
 * The languages that texts are shown in: English, and one for each catalogue in `languages/`. In a browser
 * `languages.web.ts` stands in its place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { ENGLISH, type TextCatalogue, type Translation, translationOf } from "../rule/catalogue.ts";

/** The catalogues by their tags: those that ship, and those of a folder of one's own. */
function catalogues(): ReadonlyMap<string, string> {
  const folders = [packageFile("languages"), process.env.CRIBLE_LANGUAGES ?? ""].filter((folder) => folder !== "");
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const));
  return new Map(
    files.filter(([name]) => name.endsWith(".json")).map(([name, path]) => [name.slice(0, -".json".length), path]),
  );
}

/** The tags of all languages, English first. */
export const languages = (): readonly string[] => ["en", ...[...catalogues().keys()].toSorted()];

const read = new Map<string, Translation>();

/** Resolves when `translationIn` has a language. */
export const languageReady = (_tag: string): Promise<void> => Promise.resolve();

/** A language by its tag. */
export function translationIn(tag: string): Translation {
  if (tag === "en") return ENGLISH;
  let found = read.get(tag);
  if (found === undefined) {
    const path = catalogues().get(tag);
    if (path === undefined) return ENGLISH;
    const data = JSON.parse(readFileSync(path, "utf8")) as TextCatalogue;
    found = translationOf(data);
    read.set(tag, found);
  }
  return found;
}
