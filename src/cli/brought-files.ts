/** Rulesets of packages for the playground's page: their modules, and what its engine is told of them. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { outsideRulesets } from "../rulesets/index.ts";

/** What a page has in the place of what Node finds by name. */
const SERVED: Readonly<Record<string, string>> = {
  "crible/ruleset": "ruleset.js",
  "crible/ruleset/reader": "ruleset-reader.js",
};

/**
 * By the names that a page asks for; those of its workers are what stands before them.
 * @param base the page's path, with a slash at its end
 */
export async function broughtFiles(base: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const told = [];
  for (const outside of outsideRulesets()) {
    const under = `package/${encodeURIComponent(outside.name)}/`;
    const shown = (file: string) => under + file.split(sep).map(encodeURIComponent).join("/");
    const place = (url: string) => base + shown(relative(outside.folder, fileURLToPath(url)));
    told.push({ ...outside, folder: "", ruleset: place(outside.ruleset), reader: place(outside.reader) });
    for (const file of await readdir(outside.folder, { recursive: true })) {
      if (!/\.m?js$/u.test(file) || file.split(sep).includes("node_modules")) continue;
      const text = await readFile(join(outside.folder, file), "utf8");
      files.set(shown(file), servedModule(text, base));
    }
  }
  for (const worker of told.length > 0 ? ["engine.js", "web-worker.js"] : [])
    files.set(worker, `globalThis.brought = ${JSON.stringify(told)};\n`);
  return files;
}

/** A module whose imports of crible are those of the page. */
const servedModule = (text: string, base: string): string =>
  text.replace(/(\b(?:from|import)\s*\(?\s*)(["'])(crible\/ruleset(?:\/reader)?)\2/gu, (_, before, quote, name) => {
    return `${before}${quote}${base}${SERVED[name]}${quote}`;
  });
